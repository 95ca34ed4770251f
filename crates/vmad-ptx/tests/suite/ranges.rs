//! Computation with ranges, beside the same computation with each of their numbers.

use vmad_ptx::domain::{
    Domain, Integers,
    ranges::{Range, Ranges},
};

/// All ranges of the numbers from -5 to 5.
fn ranges() -> impl Iterator<Item = Range> {
    (-5..=5).flat_map(|low| (low..=5).map(move |high| Range { low, high }))
}

fn pairs() -> impl Iterator<Item = (Range, Range)> {
    ranges().flat_map(|x| ranges().map(move |y| (x, y)))
}

fn numbers(range: Range) -> std::ops::RangeInclusive<i128> {
    range.low..=range.high
}

/// The smallest range of the results.
fn hull(results: impl Iterator<Item = i128>) -> Range {
    let around = |range: Range, it: i128| Range { low: range.low.min(it), high: range.high.max(it) };
    results.map(Range::of).reduce(|range, it| around(range, it.low)).unwrap()
}

/// The results of each pair of numbers.
fn results<T>([x, y]: [Range; 2], operation: impl Fn(i128, i128) -> T) -> Vec<T> {
    numbers(x).flat_map(|x| numbers(y).map(move |y| (x, y))).map(|(x, y)| operation(x, y)).collect()
}

#[test]
fn arithmetic_is_the_smallest_range() {
    for (x, y) in pairs() {
        macro_rules! equal {
            ($($operation:ident)+) => { $(
                let best = hull(results([x, y], |x, y| Integers.$operation(x, y)).into_iter());
                assert_eq!(Ranges.$operation(x, y), best, "{} {x:?} {y:?}", stringify!($operation));
            )+ };
        }
        equal!(add subtract multiply min max);
        if y.low >= 0 {
            equal!(shift_left shift_right);
        }
    }
    for x in ranges() {
        assert_eq!(Ranges.invert(x), hull(numbers(x).map(|x| !x)));
    }
}

#[test]
fn conditions_are_known_where_all_numbers_agree() {
    let agreed = |values: Vec<bool>| values.iter().all(|it| *it == values[0]).then_some(values[0]);
    for (x, y) in pairs() {
        assert_eq!(Ranges.less(x, y), agreed(results([x, y], |x, y| x < y)), "{x:?} {y:?}");
        assert_eq!(Ranges.equal(x, y), agreed(results([x, y], |x, y| x == y)), "{x:?} {y:?}");
    }
    let (known, unknown) = ([Some(false), Some(true)], None);
    for x in known {
        assert_eq!(Ranges.not(x), x.map(|x| !x));
        for y in known {
            assert_eq!(Ranges.both(x, y), Some(x == Some(true) && y == Some(true)));
        }
        assert_eq!(Ranges.both(x, unknown), if x == Some(true) { unknown } else { x });
        assert_eq!(Ranges.both(unknown, x), Ranges.both(x, unknown));
    }
    assert_eq!((Ranges.not(unknown), Ranges.both(unknown, unknown)), (None, None));
    let [one, other] = [Range { low: 1, high: 3 }, Range { low: -2, high: 2 }];
    assert_eq!(
        [Some(true), Some(false), None].map(|it| Ranges.choose(it, one, other)),
        [one, other, Range { low: -2, high: 3 }]
    );
}

/// The bits that both, either or one have: of two numbers the result, of others a range that contains all.
#[test]
fn bits_are_in_the_range() {
    let holds = |range: Range, [x, y]: [Range; 2], operation: fn(i128, i128) -> i128| {
        let best = hull(results([x, y], operation).into_iter());
        assert!(range.low <= best.low && best.high <= range.high, "{range:?} {x:?} {y:?}");
        if x.only().is_some() && y.only().is_some() {
            assert_eq!(range, best);
        }
    };
    for (x, y) in pairs() {
        holds(Ranges.and(x, y), [x, y], |x, y| x & y);
        holds(Ranges.or(x, y), [x, y], |x, y| x | y);
        holds(Ranges.xor(x, y), [x, y], |x, y| x ^ y);
    }
    // How much is known of the result.
    let of = |low, high| Range { low, high };
    for (x, y, and, xor) in [
        (of(0, 5), of(3, 9), of(0, 5), of(0, 15)),
        (of(0, 5), of(-3, 9), of(0, 5), Range::ALL),
        (of(-4, 8), of(2, 3), of(0, 3), Range::ALL),
        (of(-5, -3), of(-2, -1), of(-8, -3), Range::ALL),
        (of(-5, 3), of(-2, -1), of(-8, 3), Range::ALL),
        (of(-2, -1), of(-5, 3), of(-8, 3), Range::ALL),
        (of(0, 0), of(0, 1), of(0, 0), of(0, 1)),
        (Range::ALL, Range::ALL, Range::ALL, Range::ALL),
    ] {
        assert_eq!([Ranges.and(x, y), Ranges.xor(x, y)], [and, xor], "{x:?} {y:?}");
    }
}

#[test]
fn a_field_is_in_the_range_of_its_type() {
    for (x, low) in ranges().flat_map(|x| [0, 1, 2].map(|low| (x, low))) {
        for (bits, signed) in (1..6).flat_map(|bits| [(bits, false), (bits, true)]) {
            let field = Ranges.field(x, low, bits, signed);
            let best = hull(numbers(x).map(|x| Integers.field(x, low, bits, signed)));
            let least = if signed { -(1 << (bits - 1)) } else { 0 };
            let all = Range { low: least, high: least + (1 << bits) - 1 };
            let fits = numbers(x).all(|x| numbers(all).contains(&(x >> low)));
            let expected = if fits || x.only().is_some() { best } else { all };
            assert_eq!(field, expected, "{x:?} bit {low}, {bits} bits, signed: {signed}");
        }
    }
}

#[test]
fn a_result_that_is_too_large_can_be_any_number() {
    let [most, least] = [i128::MAX, i128::MIN].map(|it| Range { low: it.min(0), high: it.max(0) });
    let [one, two] = [1, 2].map(Range::of);
    assert_eq!(Ranges.add(most, one), Range::ALL);
    assert_eq!(Ranges.subtract(least, one), Range::ALL);
    assert_eq!(Ranges.multiply(most, two), Range::ALL);
    // Both are known: the product modulo 2^128.
    assert_eq!(Ranges.multiply(Range::of(i128::MAX), two), Range::of(-2));
}
