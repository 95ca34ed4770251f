//! The bit vectors and the machine's operations on them. Oracle: arithmetic modulo 2^W on 128-bit integers.

use vmad_unit::{AnyBits, Bits, Logic, Machine, Sign};

/// `value` modulo 2^`width`.
fn unsigned(value: i128, width: u32) -> i128 {
    value.rem_euclid(1 << width)
}

/// The number of `width` bits that is `value` modulo 2^`width`.
fn signed(value: i128, width: u32) -> i128 {
    let half = 1 << (width - 1);
    unsigned(value + half, width) - half
}

/// Numbers around every edge of `width` bits, and random ones that leave it.
fn numbers(width: u32) -> Vec<i128> {
    let mut random = fastrand::Rng::with_seed(u64::from(width));
    let edges = [0, 1 << (width - 1), 1 << width].into_iter().flat_map(|edge| [edge - 1, edge, edge + 1]);
    let mut numbers: Vec<i128> = edges.flat_map(|number| [number, -number]).collect();
    numbers.extend((0..40).map(|_| random.i128(-(1 << 100)..1 << 100)));
    numbers
}

fn check_operations<const W: u32>() {
    let is = |bits: Bits<W>, number: i128, what: &str| {
        assert_eq!(bits.signed(), signed(number, W), "{what}, {W} bits");
        assert_eq!(bits.unsigned() as i128, unsigned(number, W), "{what}, {W} bits");
        assert_eq!(Machine.any(&bits), AnyBits::new(W, unsigned(number, W) as u128), "{what}, {W} bits");
        assert_eq!(bits, Bits::wrap(number), "{what}: equal bits are equal vectors, {W} bits");
    };
    for x in numbers(W) {
        let bits = Bits::<W>::wrap(x);
        is(bits, x, "wrap");
        is(Machine.constant(signed(x, W)), x, "a signed constant");
        is(Machine.constant(unsigned(x, W)), x, "an unsigned constant");
        is(Machine.invert(&bits), -x - 1, "invert");
        for count in [0, 1, 7, 15, W - 1, W, 126, 127, 128, u32::MAX] {
            let divisor = 1_i128 << count.min(126);
            let moved = if count < W { unsigned(x, W - count) << count } else { 0 };
            is(Machine.shift_left(&bits, count), moved, "shift left");
            is(
                Machine.shift_right_zero(&bits, count),
                unsigned(x, W).div_euclid(divisor),
                "shift, zeros moving in",
            );
            is(
                Machine.shift_right_sign(&bits, count),
                signed(x, W).div_euclid(divisor),
                "shift, the sign moving in",
            );
        }
        for y in numbers(W) {
            let other = Bits::<W>::wrap(y);
            is(Machine.add(&bits, &other), x + y, "add");
            assert_eq!(Machine.less(&bits, &other), signed(x, W) < signed(y, W), "{x} < {y}, {W} bits");
            is(Machine.choose(&true, &bits, &other), x, "choose the first");
            is(Machine.choose(&false, &bits, &other), y, "choose the second");
        }
    }
}

#[test]
fn operations_are_arithmetic_modulo_their_width() {
    check_operations::<1>();
    check_operations::<2>();
    check_operations::<8>();
    check_operations::<16>();
    check_operations::<32>();
    check_operations::<33>();
    check_operations::<66>();
}

/// `W` bits into `V`, `V >= W`, and `W` bits cut out of `V`.
fn check_widths<const W: u32, const V: u32>() {
    for x in numbers(W) {
        let bits = Bits::<W>::wrap(x);
        let wider: Bits<V> = Machine.zero_extend(&bits);
        assert_eq!(wider.unsigned() as i128, unsigned(x, W), "{W} to {V} bits");
        let wider: Bits<V> = Machine.sign_extend(&bits);
        assert_eq!(wider.signed(), signed(x, W), "{W} to {V} bits");
    }
    for x in numbers(V) {
        for low in 0..=V - W {
            let field: Bits<W> = Machine.field(&Bits::<V>::wrap(x), low);
            let expected = unsigned(unsigned(x, V).div_euclid(1 << low), W);
            assert_eq!(field.unsigned() as i128, expected, "{W} bits from bit {low} of {V}");
        }
    }
}

#[test]
fn extension_and_selection_keep_the_number() {
    check_widths::<8, 8>();
    check_widths::<8, 32>();
    check_widths::<8, 33>();
    check_widths::<16, 32>();
    check_widths::<16, 33>();
    check_widths::<32, 32>();
    check_widths::<32, 33>();
    check_widths::<32, 66>();
    check_widths::<2, 66>();
}

#[test]
fn products_of_extended_operands_are_exact() {
    for x in numbers(33) {
        for y in numbers(33) {
            let product = Machine.multiply(&Bits::wrap(x), &Bits::wrap(y));
            assert_eq!(product.signed(), signed(x, 33) * signed(y, 33));
        }
    }
}

#[test]
fn a_vector_shows_its_width_and_its_bits() {
    assert_eq!(format!("{:?}", Bits::<33>::wrap(-1)), "33'h1ffffffff");
    assert_eq!(format!("{:?}", Bits::<8>::wrap(0x3a5)), "8'ha5");
}

#[test]
fn the_widest_vector_works() {
    let ones = Bits::<127>::wrap(-1);
    assert_eq!((ones.signed(), ones.unsigned()), (-1, (1 << 127) - 1));
    assert_eq!(Machine.add(&ones, &ones).signed(), -2);
    let least = Bits::<127>::wrap(1 << 126);
    assert_eq!(Machine.add(&least, &least).signed(), 0);
}

#[test]
fn a_wire_of_any_width_reads_as_its_bits() {
    for width in 1..127 {
        for x in [0, 1, -1, 1 << (width - 1), 0x5a5a_5a5a_5a5a_5a5a_5a5a] {
            let wire = AnyBits::new(width, x as u128);
            assert_eq!(wire.width(), width);
            assert_eq!(wire.value(Sign::Unsigned), unsigned(x, width), "{width} bits");
            assert_eq!(wire.value(Sign::Signed), signed(x, width), "{width} bits");
            assert_eq!(wire.bits().len(), width as usize);
            for (index, bit) in wire.bits().iter().enumerate() {
                assert_eq!(*bit, wire.pattern() >> index & 1 == 1, "bit {index} of {width}");
            }
        }
    }
}

#[test]
fn a_wire_without_bits_is_zero() {
    let wire = AnyBits::new(0, u128::MAX);
    assert_eq!((wire.width(), wire.pattern(), wire.bits().len()), (0, 0, 0));
    assert_eq!((wire.value(Sign::Signed), wire.value(Sign::Unsigned)), (0, 0));
}

/// A wire of 128 bits had no unsigned number: the largest pattern read as -1.
#[test]
fn a_wire_too_wide_is_cut_to_what_a_number_holds() {
    for width in [127, 128, u32::MAX] {
        let wire = AnyBits::new(width, u128::MAX);
        assert_eq!((wire.width(), wire.value(Sign::Unsigned)), (127, i128::MAX));
        assert_eq!(wire.value(Sign::Signed), -1);
    }
}
