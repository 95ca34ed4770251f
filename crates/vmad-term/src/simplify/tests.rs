//! The ranges of all operations on numbers of three bits: no value is outside, and a snapshot has their lengths.

use std::{collections::BTreeMap, fmt::Write};

use super::{
    Simplified,
    range::{Range, ones, signed_bits, unsigned_bits},
    sort,
};
use crate::operation::{Node, Operation as Op, Term, signed};

const BITS: u32 = 3;

/// Whether a range includes a number of `bits` bits.
fn includes(range: Range, number: u128, bits: u32) -> bool {
    let [low, high] = range.signed;
    let [least, greatest] = range.unsigned;
    (low..=high).contains(&signed(number, bits)) && (least..=greatest).contains(&number)
}

/// The name of an operation: `Add`.
fn name(op: Op) -> String {
    let text = format!("{op:?}");
    text.split('(').next().unwrap_or(&text).to_owned()
}

/// The value of an operation on numbers.
fn apply(bits: u32, operation: Op, numbers: &[u128]) -> u128 {
    let operation = operation.on(&[Term(0), Term(1)]);
    Node { sort: sort(bits), operation }.value(BITS, |Term(place)| numbers[place as usize], |_| 0)
}

/// The sums of the lengths of ranges, and of those that the values need, by operation.
#[derive(Default)]
struct Lengths(BTreeMap<String, [u128; 3]>);

impl Lengths {
    /// Adds the range of a node, which must include all values.
    fn add(&mut self, name: String, range: Range, bits: u32, values: &[u128]) {
        for &value in values {
            assert!(includes(range, value, bits), "{name}: {value} is not in {range:?}");
        }
        let needed = values.iter().map(|&value| Range::one(value, bits)).reduce(Range::or).expect("a value");
        let length =
            |Range { signed, unsigned }: Range| signed[1].abs_diff(signed[0]) + (unsigned[1] - unsigned[0]);
        let sums = self.0.entry(name).or_default();
        for (sum, length) in sums.iter_mut().zip([1, length(range), length(needed)]) {
            *sum += length;
        }
    }
}

/// An operand with each range that an interval of signed or of unsigned numbers has, and its values.
fn operands(graph: &mut Simplified) -> Vec<(Term, Vec<u128>)> {
    let numbers = 0..=ones(BITS);
    let intervals = || numbers.clone().flat_map(|low| (low..=ones(BITS)).map(move |high| [low, high]));
    let of_unsigned = intervals().map(|interval| Range::of_unsigned(BITS, Some(interval)));
    // The same intervals, from the smallest negative number on.
    let least = Range::full(BITS).signed[0];
    let of_signed = intervals()
        .map(|interval| Range::of_signed(BITS, Some(interval.map(|number| number as i128 + least))));
    let mut ranges: Vec<Range> = Vec::new();
    for range in of_unsigned.chain(of_signed) {
        if !ranges.contains(&range) {
            ranges.push(range);
        }
    }
    let operand = |(place, range): (usize, Range)| {
        let values = numbers.clone().filter(|&number| includes(range, number, BITS)).collect();
        (graph.intern(BITS, Op::Variable(format!("x{place}").leak()), range), values)
    };
    ranges.into_iter().enumerate().map(operand).collect()
}

#[test]
fn no_value_is_outside() {
    let mut graph = Simplified::default();
    let operands = operands(&mut graph);
    let flag = graph.intern(1, Op::Variable("flag"), Range::full(1));
    let mut lengths = Lengths::default();
    for (x, of_x) in &operands {
        let shifts = (0..=BITS).flat_map(|count| {
            [Op::ShiftLeft(*x, count), Op::ShiftRight(*x, count), Op::ShiftRightSigned(*x, count)]
        });
        let others = [(2, Op::Field(*x, 0)), (5, Op::ZeroExtend(*x)), (5, Op::SignExtend(*x))];
        for (bits, op) in shifts.map(|op| (BITS, op)).chain(others) {
            let values: Vec<_> = of_x.iter().map(|&x| apply(bits, op, &[x])).collect();
            lengths.add(name(op), graph.range_of(bits, op), bits, &values);
        }
        for (y, of_y) in &operands {
            let pairs = || of_x.iter().flat_map(|&x| of_y.iter().map(move |&y| [x, y]));
            for op in [
                Op::Add,
                Op::Subtract,
                Op::Multiply,
                Op::And,
                Op::Or,
                Op::Xor,
                Op::ShiftLeftBy,
                Op::ShiftRightBy,
                Op::ShiftRightSignedBy,
            ] {
                let op = op(*x, *y);
                let values: Vec<_> = pairs().map(|pair| apply(BITS, op, &pair)).collect();
                lengths.add(name(op), graph.range_of(BITS, op), BITS, &values);
            }
            let either = Op::Choose(flag, *x, *y);
            let values = [of_x.as_slice(), of_y].concat();
            lengths.add(name(either), graph.range_of(BITS, either), BITS, &values);
            for (is_less, title) in [(Op::Less as fn(_, _) -> _, "unsigned"), (Op::LessSigned, "signed")] {
                let mut node = |bits, op| {
                    let range = graph.range_of(bits, op);
                    graph.intern(bits, op, range)
                };
                let (less, difference) = (is_less(*x, *y), Op::Subtract(*x, *y));
                let parts = [node(1, less), node(BITS, Op::Subtract(*y, *x)), node(BITS, difference)];
                let of = |[x, y]: [u128; 2]| {
                    let pair = if apply(1, less, &[x, y]) == 1 { [y, x] } else { [x, y] };
                    apply(BITS, difference, &pair)
                };
                let values: Vec<_> = pairs().map(of).collect();
                let range = graph.range_of(BITS, Op::Choose(parts[0], parts[1], parts[2]));
                lengths.add(format!("absolute difference, {title}"), range, BITS, &values);
            }
        }
    }
    // `~x`
    let all = graph.constant(BITS, -1);
    for (x, of_x) in &operands {
        let op = Op::Xor(*x, all);
        let values: Vec<_> = of_x.iter().map(|x| x ^ ones(BITS)).collect();
        lengths.add("not".to_owned(), graph.range_of(BITS, op), BITS, &values);
    }
    let mut table = "operation                      ranges   length   needed\n".to_owned();
    for (name, [ranges, length, needed]) in lengths.0 {
        writeln!(table, "{name:<30} {ranges:>6} {length:>8} {needed:>8}").expect("a string");
    }
    vmad_testing::assert_snapshot("term", "ranges", &table);
}

/// Each operand's bits, which decide the width of its code, are the fewest that hold it.
#[test]
fn bits_are_the_fewest() {
    for number in 0..=ones(6) {
        assert!(number <= ones(unsigned_bits(number)), "{number}");
        assert!(number <= 1 || number > ones(unsigned_bits(number) - 1), "{number}");
        let number = signed(number, 6);
        let bits = signed_bits([number; 2]);
        assert_eq!(signed(number as u128 & ones(bits), bits), number);
        assert!(bits == 1 || signed(number as u128 & ones(bits - 1), bits - 1) != number, "{number}");
    }
    assert_eq!(signed_bits([-1, 4]), 4);
    assert_eq!(signed_bits([-9, 4]), 5);
}
