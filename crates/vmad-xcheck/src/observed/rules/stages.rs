//! A stage that computes another value.

use vmad_unit::{
    Bits, Format, Kind, Machine, Operand, Operation, Saturate, SecondOp, Sign, Width, record::Nothing,
    saturate::Range, vmad, vmnmx, vshift,
};

use super::{Change, Rule, Terms};

const VMAD: &[Kind] = &[Kind::Vmad];
const SUMS: &[Kind] = &[Kind::Vmad, Kind::Vadd];
const MERGING: &[Kind] = &[Kind::Vadd, Kind::Vabsdiff, Kind::Vmnmx, Kind::Vset, Kind::Vshl, Kind::Vshr];
const COMPARING: &[Kind] = &[Kind::Vmnmx, Kind::Vset, Kind::Vsetp];
const SHIFTS: &[Kind] = &[Kind::Vshl, Kind::Vshr];

const ADDER: &str = "psign adder";
const C: &str = "extension of C";
const SHIFT: &str = "scale, the normalisation shift";
const CLAMP: &str = "SAT, the saturation";
const SECOND: &str = "secop, the second operation";

const fn rule(
    id: &'static str,
    title: &'static str,
    place: &'static str,
    instructions: &'static [Kind],
    change: Change,
) -> Rule {
    Rule { id, title, place, instructions, change }
}

pub(super) const RULES: [Rule; 69] = [
    rule(
        "a-zero-extended",
        "A is extended with zeros",
        "A signed",
        VMAD,
        Change::Tmp(|it| factors(it, zeros(it, "A field"), it.wire("B extended"))),
    ),
    rule(
        "b-zero-extended",
        "B is extended with zeros",
        "B signed",
        VMAD,
        Change::Tmp(|it| factors(it, it.wire("A extended"), zeros(it, "B field"))),
    ),
    rule(
        "a-sign-extended",
        "A is extended by its sign",
        "A signed",
        VMAD,
        Change::Tmp(|it| factors(it, signs(it, "A field"), it.wire("B extended"))),
    ),
    rule(
        "b-sign-extended",
        "B is extended by its sign",
        "B signed",
        VMAD,
        Change::Tmp(|it| factors(it, it.wire("A extended"), signs(it, "B field"))),
    ),
    rule(
        "c-of-a-and-b",
        "C is extended by the signs of A and B: psign has no effect",
        C,
        VMAD,
        Change::Tmp(|it| {
            let signed = [mode(it).a, mode(it).b].iter().any(|operand| operand.sign == Sign::Signed);
            with_c(it, wrap(if signed { Sign::Signed } else { Sign::Unsigned }, 32, it.c().into()))
        }),
    ),
    rule(
        "sum-32-signed",
        "the sum has 32 bits and is signed",
        ADDER,
        SUMS,
        Change::Tmp(|it| wrap(Sign::Signed, 32, it.wire("tmp"))),
    ),
    rule(
        "sum-32-unsigned",
        "the sum has 32 bits and is unsigned",
        ADDER,
        SUMS,
        Change::Tmp(|it| wrap(Sign::Unsigned, 32, it.wire("tmp"))),
    ),
    rule(
        "merge-none",
        "the clamped result is not merged into C",
        SECOND,
        MERGING,
        Change::Result(|it| match second(it) {
            SecondOp::Acc | SecondOp::Min | SecondOp::Max => it.trace.result(),
            _ => it.wire("cut") as u32,
        }),
    ),
    rule(
        "product-32",
        "the product has 32 bits",
        "multiply",
        VMAD,
        Change::Tmp(|it| with_product(it, wrap(mode(it).intermediate_sign(), 32, it.wire("product")))),
    ),
    rule(
        "c-zero-extended",
        "C is always extended with zeros",
        C,
        VMAD,
        Change::Tmp(|it| with_c(it, it.c().into())),
    ),
    rule(
        "c-sign-extended",
        "C is always extended by its sign",
        C,
        VMAD,
        Change::Tmp(|it| with_c(it, (it.c() as i32).into())),
    ),
    rule(
        "c-extended-the-other-way",
        "C is extended with the other sign",
        C,
        VMAD,
        Change::Tmp(|it| with_c(it, wrap(other(mode(it).intermediate_sign()), 32, it.c().into()))),
    ),
    rule(
        "c-of-final-sign",
        "C is extended with the final sign",
        C,
        VMAD,
        Change::Tmp(|it| with_c(it, wrap(mode(it).final_sign(), 32, it.c().into()))),
    ),
    rule(
        "minus-without-one",
        "a minus inverts the bits and adds no one",
        ADDER,
        SUMS,
        Change::Tmp(|it| it.wire("tmp") - i128::from(matches!(psign(it), 1 | 2))),
    ),
    rule(
        "po-twice",
        "PO adds two",
        ADDER,
        SUMS,
        Change::Tmp(|it| it.wire("tmp") + i128::from(psign(it) == 3)),
    ),
    rule(
        "adder-swaps-psign",
        "the adder swaps psign 1 and 2",
        ADDER,
        SUMS,
        Change::Tmp(|it| signed_sum(it, [0, 2, 1, 3])),
    ),
    rule(
        "adder-psign-1-as-2",
        "the adder takes psign 1 as 2",
        ADDER,
        SUMS,
        Change::Tmp(|it| signed_sum(it, [0, 2, 2, 3])),
    ),
    rule(
        "adder-psign-2-as-1",
        "the adder takes psign 2 as 1",
        ADDER,
        SUMS,
        Change::Tmp(|it| signed_sum(it, [0, 1, 1, 3])),
    ),
    rule(
        "adder-psign-1-as-0",
        "the adder takes psign 1 as 0",
        ADDER,
        SUMS,
        Change::Tmp(|it| signed_sum(it, [0, 0, 2, 3])),
    ),
    rule(
        "adder-psign-2-as-0",
        "the adder takes psign 2 as 0",
        ADDER,
        SUMS,
        Change::Tmp(|it| signed_sum(it, [0, 1, 0, 3])),
    ),
    rule(
        "po-after-shift",
        "PO adds one after the shift",
        ADDER,
        VMAD,
        Change::Shr(|it| {
            let one = i128::from(psign(it) == 3);
            ((it.wire("tmp") - one) >> scale(it)) + one
        }),
    ),
    rule(
        "sum-32",
        "the sum has 32 bits",
        ADDER,
        SUMS,
        Change::Tmp(|it| wrap(result_sign(it), 32, it.wire("tmp"))),
    ),
    rule(
        "sum-64",
        "tmp has 64 bits",
        ADDER,
        VMAD,
        Change::Tmp(|it| wrap(mode(it).final_sign(), 64, it.wire("tmp"))),
    ),
    rule(
        "sum-64-signed",
        "tmp has 64 bits and is signed",
        ADDER,
        VMAD,
        Change::Tmp(|it| wrap(Sign::Signed, 64, it.wire("tmp"))),
    ),
    rule(
        "sum-64-unsigned",
        "tmp has 64 bits and is unsigned",
        ADDER,
        VMAD,
        Change::Tmp(|it| wrap(Sign::Unsigned, 64, it.wire("tmp"))),
    ),
    rule(
        "shift-before-sum",
        "the product is shifted before the sum, and C is not",
        SHIFT,
        VMAD,
        Change::Shr(|it| (product_term(it) >> scale(it)) + it.wire("tmp") - product_term(it)),
    ),
    rule(
        "shift-of-each",
        "the product and C are shifted before the sum",
        SHIFT,
        VMAD,
        Change::Shr(|it| {
            (product_term(it) >> scale(it)) + ((it.wire("tmp") - product_term(it)) >> scale(it))
        }),
    ),
    rule(
        "shift-rounded",
        "the shift rounds to the nearest",
        SHIFT,
        VMAD,
        Change::Shr(|it| (it.wire("tmp") + (1 << scale(it) >> 1)) >> scale(it)),
    ),
    rule(
        "shift-towards-zero",
        "the shift rounds towards zero",
        SHIFT,
        VMAD,
        Change::Shr(|it| it.wire("tmp") / (1 << scale(it))),
    ),
    rule(
        "shift-of-zeros",
        "the shift fills 64 bits with zeros",
        SHIFT,
        VMAD,
        Change::Shr(|it| {
            if scale(it) == 0 {
                it.wire("tmp")
            } else {
                wrap(Sign::Unsigned, 64, it.wire("tmp")) >> scale(it)
            }
        }),
    ),
    rule(
        "shift-of-signs",
        "the shift fills 64 bits with the sign",
        SHIFT,
        VMAD,
        Change::Shr(|it| {
            if scale(it) == 0 { it.wire("tmp") } else { wrap(Sign::Signed, 64, it.wire("tmp")) >> scale(it) }
        }),
    ),
    rule(
        "shift-of-32",
        "only the lower 32 bits are shifted",
        SHIFT,
        VMAD,
        Change::Shr(|it| {
            if scale(it) == 0 {
                it.wire("tmp")
            } else {
                wrap(mode(it).final_sign(), 32, it.wire("tmp")) >> scale(it)
            }
        }),
    ),
    rule(
        "shr-8",
        "SHR_7 shifts by 8",
        SHIFT,
        VMAD,
        Change::Shr(|it| it.wire("tmp") >> if scale(it) == 7 { 8 } else { scale(it) }),
    ),
    rule(
        "shr-16",
        "SHR_15 shifts by 16",
        SHIFT,
        VMAD,
        Change::Shr(|it| it.wire("tmp") >> if scale(it) == 15 { 16 } else { scale(it) }),
    ),
    rule(
        "shr-14",
        "SHR_15 shifts by 14",
        SHIFT,
        VMAD,
        Change::Shr(|it| it.wire("tmp") >> if scale(it) == 15 { 14 } else { scale(it) }),
    ),
    rule(
        "shr-8-16",
        "SHR_7 and SHR_15 shift by 8 and 16",
        SHIFT,
        VMAD,
        Change::Shr(|it| it.wire("tmp") >> (scale(it) + u32::from(scale(it) > 0))),
    ),
    rule(
        "clamp-signed",
        "SAT always clamps to a signed range",
        CLAMP,
        &Kind::ALL,
        Change::Value(|it| clamped(it, Sign::Signed, width(it))),
    ),
    rule(
        "clamp-unsigned",
        "SAT always clamps to an unsigned range",
        CLAMP,
        &Kind::ALL,
        Change::Value(|it| clamped(it, Sign::Unsigned, width(it))),
    ),
    rule(
        "clamp-other-sign",
        "SAT clamps to the range of the other sign",
        CLAMP,
        &Kind::ALL,
        Change::Value(|it| clamped(it, other(result_sign(it)), width(it))),
    ),
    rule(
        "clamp-intermediate",
        "SAT clamps to the range of the intermediate sign",
        CLAMP,
        VMAD,
        Change::Value(|it| clamped(it, mode(it).intermediate_sign(), 32)),
    ),
    rule(
        "clamp-min-0",
        "SAT clamps at 0 and at the largest signed number",
        CLAMP,
        &Kind::ALL,
        Change::Value(|it| clamped_to(it, Range { min: 0, ..range(it) })),
    ),
    rule(
        "clamp-max-only",
        "SAT does not clamp at the minimum",
        CLAMP,
        &Kind::ALL,
        Change::Value(|it| clamped_to(it, Range { min: i128::MIN, ..range(it) })),
    ),
    rule(
        "clamp-min-only",
        "SAT does not clamp at the maximum",
        CLAMP,
        &Kind::ALL,
        Change::Value(|it| clamped_to(it, Range { max: i128::MAX, ..range(it) })),
    ),
    rule(
        "clamp-before-shift",
        "SAT clamps before the shift",
        CLAMP,
        VMAD,
        Change::Value(|it| {
            let Range { min, max } = Range::of(mode(it).final_sign(), 32);
            let tmp = it.wire("tmp");
            (if saturates(it) { tmp.clamp(min, max) } else { tmp }) >> scale(it)
        }),
    ),
    rule(
        "clamp-32",
        "SAT clamps to 32 bits, not to the width of the merge",
        CLAMP,
        MERGING,
        Change::Value(|it| clamped(it, result_sign(it), 32)),
    ),
    rule(
        "clamp-after-secop",
        "SAT clamps after the second operation",
        CLAMP,
        MERGING,
        Change::Result(|it| {
            let (c, value) = (wrap(result_sign(it), 32, it.c().into()), it.wire("tmp"));
            let value = match second(it) {
                SecondOp::Acc => value + c,
                SecondOp::Min => value.min(c),
                SecondOp::Max => value.max(c),
                _ => return it.trace.result(),
            };
            let Range { min, max } = Range::of(result_sign(it), 32);
            (if saturates(it) { value.clamp(min, max) } else { value }) as u32
        }),
    ),
    rule(
        "merge-zeros",
        "a merge clears the other bits of C",
        SECOND,
        MERGING,
        Change::Result(|it| {
            it.trace.result()
                & match second(it) {
                    SecondOp::Mrg16H => 0xffff_0000,
                    SecondOp::Mrg16L => 0xffff,
                    SecondOp::Mrg8B0 => 0xff,
                    SecondOp::Mrg8B2 => 0xff_0000,
                    _ => u32::MAX,
                }
        }),
    ),
    rule(
        "merge-8b2-as-8b1",
        "MRG_8B2 writes the bits 15:8",
        SECOND,
        MERGING,
        Change::Result(|it| merged(it, SecondOp::Mrg8B2, 0xff << 8, 8)),
    ),
    rule(
        "merge-8b2-as-8b3",
        "MRG_8B2 writes the bits 31:24",
        SECOND,
        MERGING,
        Change::Result(|it| merged(it, SecondOp::Mrg8B2, 0xff << 24, 24)),
    ),
    rule(
        "merge-16h-high",
        "MRG_16H keeps the upper half of the result",
        SECOND,
        MERGING,
        Change::Result(|it| merged(it, SecondOp::Mrg16H, 0xffff_0000, 0)),
    ),
    rule(
        "secop-unsigned",
        "MIN and MAX compare unsigned numbers",
        SECOND,
        MERGING,
        Change::Result(|it| extreme(it, Sign::Unsigned)),
    ),
    rule(
        "secop-signed",
        "MIN and MAX compare signed numbers",
        SECOND,
        MERGING,
        Change::Result(|it| extreme(it, Sign::Signed)),
    ),
    rule(
        "acc-clamps",
        "ACC saturates",
        SECOND,
        MERGING,
        Change::Result(|it| match second(it) {
            SecondOp::Acc => {
                let Range { min, max } = Range::of(result_sign(it), 32);
                (it.wire("cut") + wrap(result_sign(it), 32, it.c().into())).clamp(min, max) as u32
            }
            _ => it.trace.result(),
        }),
    ),
    rule(
        "difference-signed",
        "the absolute difference is not absolute",
        "absolute difference",
        &[Kind::Vabsdiff],
        Change::Tmp(|it| it.wire("difference")),
    ),
    rule(
        "difference-32",
        "the difference has 32 bits before it is made absolute",
        "absolute difference",
        &[Kind::Vabsdiff],
        Change::Tmp(|it| wrap(Sign::Signed, 32, it.wire("difference")).abs()),
    ),
    rule(
        "order-unsigned",
        "A and B are compared as unsigned words",
        "min/max (comparison)",
        &[Kind::Vmnmx],
        Change::Tmp(|it| ordered(it, Sign::Unsigned)),
    ),
    rule(
        "order-signed",
        "A and B are compared as signed words",
        "min/max (comparison)",
        &[Kind::Vmnmx],
        Change::Tmp(|it| ordered(it, Sign::Signed)),
    ),
    rule(
        "compare-unsigned",
        "A and B are compared as unsigned words",
        "comparison",
        COMPARING,
        Change::Result(|it| compared(it, Sign::Unsigned)),
    ),
    rule(
        "compare-signed",
        "A and B are compared as signed words",
        "comparison",
        COMPARING,
        Change::Result(|it| compared(it, Sign::Signed)),
    ),
    rule(
        "set-ones",
        "a true comparison gives ffffffff",
        "comparison",
        &[Kind::Vset],
        Change::Tmp(|it| -it.wire("tmp")),
    ),
    rule(
        "outputs-swapped",
        "the two predicates are swapped",
        "outputs (boolean operation)",
        &[Kind::Vsetp],
        Change::Result(|it| (it.wire("first") << 1 | it.wire("second")) as u32),
    ),
    rule(
        "outputs-equal",
        "the second predicate is the first",
        "outputs (boolean operation)",
        &[Kind::Vsetp],
        Change::Result(|it| 3 * it.wire("first") as u32),
    ),
    rule(
        "second-not-first",
        "the second predicate is the negation of the first",
        "outputs (boolean operation)",
        &[Kind::Vsetp],
        Change::Result(|it| {
            let first = it.wire("first") as u32;
            first | (1 - first) << 1
        }),
    ),
    rule(
        "without-source",
        "the source predicate is taken as true",
        "source predicate",
        &[Kind::Vsetp],
        Change::Ports(|it| {
            let [a, b, _] = it.ports;
            let negated = matches!(it.operation, Operation::Vsetp(mode) if mode.negated);
            [a, b, u32::from(!negated)]
        }),
    ),
    rule(
        "amount-32-as-0",
        "an amount of 32 or more shifts by its lower five bits",
        "amount (shift by B)",
        SHIFTS,
        Change::Tmp(|it| shifted(it, it.wire("B extended") as u32 & 31)),
    ),
    rule(
        "amount-31",
        "the amount is at most 31",
        "amount (shift by B)",
        SHIFTS,
        Change::Tmp(|it| shifted(it, (it.wire("amount") as u32).min(31))),
    ),
    rule(
        "shift-32",
        "the shift has 32 bits",
        "shift by B",
        SHIFTS,
        Change::Tmp(|it| {
            let Some(vshift::Mode { a, .. }) = shift(it) else { return 0 };
            wrap(a.sign, 32, it.wire("tmp"))
        }),
    ),
    rule(
        "shift-fills-zeros",
        "the shift to the right fills with zeros",
        "shift by B",
        &[Kind::Vshr],
        Change::Tmp(|it| wrap(Sign::Unsigned, 32, it.wire("A extended")) >> it.wire("amount")),
    ),
    rule(
        "a-b-swapped",
        "the values of A and B are swapped",
        "A and B",
        &Kind::ALL,
        Change::Ports(|&Terms { ports: [a, b, c], .. }| [b, a, c]),
    ),
];

fn other(sign: Sign) -> Sign {
    match sign {
        Sign::Signed => Sign::Unsigned,
        Sign::Unsigned => Sign::Signed,
    }
}

/// The low bits of a number as a number of a sign.
fn wrap(sign: Sign, bits: u32, value: i128) -> i128 {
    let left = value << (128 - bits);
    match sign {
        Sign::Signed => left >> (128 - bits),
        Sign::Unsigned => (left as u128 >> (128 - bits)) as i128,
    }
}

/// The mode of a `VMAD`; of another instruction, for which no rule asks, one of `VMAD`.
fn mode(it: &Terms) -> vmad::Mode {
    match it.operation {
        Operation::Vmad(mode) => mode,
        _ => PLAIN,
    }
}

const PLAIN: vmad::Mode = {
    let word = Operand { selector: vmad_unit::Selector::Word, sign: Sign::Unsigned };
    vmad::Mode {
        a: word,
        b: word,
        psign: vmad::Psign::Add,
        scale: vmad::Scale::Pass,
        saturate: Saturate::Off,
    }
};

fn shift(it: &Terms) -> Option<vshift::Mode> {
    match it.operation {
        Operation::Vshl(mode) | Operation::Vshr(mode) => Some(mode),
        _ => None,
    }
}

fn psign(it: &Terms) -> u8 {
    match it.operation {
        Operation::Vmad(mode) => mode.psign.encoding(),
        Operation::Vadd(mode) => mode.psign.encoding(),
        _ => 0,
    }
}

fn scale(it: &Terms) -> u32 {
    mode(it).scale.count()
}

fn result_sign(it: &Terms) -> Sign {
    it.trace.sign("final").unwrap_or(Sign::Unsigned)
}

fn second(it: &Terms) -> SecondOp {
    it.operation.output().map_or(SecondOp::None, |output| output.second)
}

/// The width of the clamp.
fn width(it: &Terms) -> u32 {
    second(it).bits()
}

fn saturates(it: &Terms) -> bool {
    it.operation.saturate() == Saturate::On
}

/// The product with its sign in the sum.
fn product_term(it: &Terms) -> i128 {
    if psign(it) == 2 { -it.wire("product") } else { it.wire("product") }
}

/// tmp with another product.
fn with_product(it: &Terms, product: i128) -> i128 {
    let change = product - it.wire("product");
    it.wire("tmp") + if psign(it) == 2 { -change } else { change }
}

fn factors(it: &Terms, a: i128, b: i128) -> i128 {
    with_product(it, a * b)
}

/// The bits of a field as an unsigned number.
fn zeros(it: &Terms, field: &str) -> i128 {
    it.trace.pattern(field) as i128
}

fn signs(it: &Terms, field: &str) -> i128 {
    it.trace.wire(field).map_or(0, |wire| wire.bits.value(Sign::Signed))
}

/// The sum with another psign; the signs do not follow from it.
fn signed_sum(it: &Terms, psigns: [u8; 4]) -> i128 {
    let (one, other) = match it.operation {
        Operation::Vmad(_) => (it.wire("product"), it.wire("C extended")),
        _ => (it.wire("A extended"), it.wire("B extended")),
    };
    match psigns[usize::from(psign(it))] {
        0 => one + other,
        1 => one - other,
        2 => other - one,
        _ => one + other + 1,
    }
}

/// tmp with another C.
fn with_c(it: &Terms, c: i128) -> i128 {
    let change = c - it.wire("C extended");
    it.wire("tmp") + if psign(it) == 1 { -change } else { change }
}

/// The value before the clamp.
fn before_clamp(it: &Terms) -> i128 {
    it.trace.value("shr").unwrap_or_else(|| it.wire("tmp"))
}

/// The value clamped to a range, if the instruction clamps.
fn clamped(it: &Terms, sign: Sign, bits: u32) -> i128 {
    clamped_to(it, Range::of(sign, bits))
}

/// The value, clamped to a range if the instruction saturates.
fn clamped_to(it: &Terms, Range { min, max }: Range) -> i128 {
    if saturates(it) { before_clamp(it).clamp(min, max) } else { before_clamp(it) }
}

/// The range of the clamp.
fn range(it: &Terms) -> Range {
    Range::of(result_sign(it), width(it))
}

/// The result, if it is a merge of some kind with the low bits of the value in another place.
fn merged(it: &Terms, of: SecondOp, mask: u32, low: u32) -> u32 {
    if second(it) != of {
        return it.trace.result();
    }
    it.c() & !mask | (it.trace.pattern("cut") as u32) << low & mask
}

/// A second operation that compares with a sign.
fn extreme(it: &Terms, sign: Sign) -> u32 {
    let [cut, c] = [it.trace.pattern("cut") as i128, it.c().into()].map(|value| wrap(sign, 32, value));
    match second(it) {
        SecondOp::Min => cut.min(c) as u32,
        SecondOp::Max => cut.max(c) as u32,
        _ => it.trace.result(),
    }
}

/// The minimum or maximum by a comparison of the low 32 bits.
fn ordered(it: &Terms, sign: Sign) -> i128 {
    let (a, b) = (it.wire("A extended"), it.wire("B extended"));
    let less = wrap(sign, 32, a) < wrap(sign, 32, b);
    let is_minimum =
        matches!(it.operation, Operation::Vmnmx(mode) if mode.extreme == vmnmx::Extreme::Minimum);
    if less == is_minimum { a } else { b }
}

/// The result if A and B are compared as words of a sign.
fn compared(it: &Terms, sign: Sign) -> u32 {
    let word = Operand::first(Format { width: Width::Word, sign });
    let ports = [it.wire("A extended"), it.wire("B extended"), it.c().into()].map(Bits::<32>::wrap);
    let mode = it.operation.with_operands([word, word]);
    mode.compute(&Machine, &mut Nothing, ports).unsigned() as u32
}

/// A shifted by another amount.
fn shifted(it: &Terms, amount: u32) -> i128 {
    let a = it.wire("A extended");
    if matches!(it.operation, Operation::Vshl(_)) { a << amount } else { a >> amount }
}
