//! The steps of an execution, for the rules that change one.

use vmad_unit::{
    Bits, Format, Kind, Machine, Operand, Operation, Saturate, SecondOp, Sign, Width, record::Nothing,
    saturate::Range, vmad, vmnmx, vshift,
};

use super::{Change, Rule, Terms};

pub(super) const VMAD: &[Kind] = &[Kind::Vmad];
pub(super) const MERGING: &[Kind] = &Kind::WITH_SECOND_OP;
pub(super) const SECOND: &str = "secop, the second operation";

type Text = &'static str;
type Kinds = &'static [Kind];
type Number = fn(&Terms) -> i128;
type Ports = fn(&Terms) -> [u32; 3];
type Word = fn(&Terms) -> u32;

const fn rule(id: Text, title: Text, place: Text, instructions: Kinds, change: Change) -> Rule {
    Rule { id, title, place, instructions, change }
}

pub(super) const fn ports(id: Text, title: Text, place: Text, kinds: Kinds, ports: Ports) -> Rule {
    rule(id, title, place, kinds, Change::Ports(ports))
}

pub(super) const fn tmp(id: Text, title: Text, place: Text, kinds: Kinds, tmp: Number) -> Rule {
    rule(id, title, place, kinds, Change::Tmp(tmp))
}

pub(super) const fn shr(id: Text, title: Text, place: Text, kinds: Kinds, shr: Number) -> Rule {
    rule(id, title, place, kinds, Change::Shr(shr))
}

pub(super) const fn value(id: Text, title: Text, place: Text, kinds: Kinds, value: Number) -> Rule {
    rule(id, title, place, kinds, Change::Value(value))
}

pub(super) const fn result(id: Text, title: Text, place: Text, kinds: Kinds, result: Word) -> Rule {
    rule(id, title, place, kinds, Change::Result(result))
}

pub(super) fn other(sign: Sign) -> Sign {
    match sign {
        Sign::Signed => Sign::Unsigned,
        Sign::Unsigned => Sign::Signed,
    }
}

/// The low bits of a number as a number of a sign.
pub(super) fn wrap(sign: Sign, bits: u32, value: i128) -> i128 {
    let left = value << (128 - bits);
    match sign {
        Sign::Signed => left >> (128 - bits),
        Sign::Unsigned => (left as u128 >> (128 - bits)) as i128,
    }
}

/// The mode of a `VMAD`; of another instruction, for which no rule asks, one of `VMAD`.
pub(super) fn mode(it: &Terms) -> vmad::Mode {
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

pub(super) fn shift(it: &Terms) -> Option<vshift::Mode> {
    match it.operation {
        Operation::Vshl(mode) | Operation::Vshr(mode) => Some(mode),
        _ => None,
    }
}

pub(super) fn psign(it: &Terms) -> u8 {
    match it.operation {
        Operation::Vmad(mode) => mode.psign.encoding(),
        Operation::Vadd(mode) => mode.psign.encoding(),
        _ => 0,
    }
}

pub(super) fn scale(it: &Terms) -> u32 {
    mode(it).scale.count()
}

pub(super) fn result_sign(it: &Terms) -> Sign {
    it.trace.sign("final").unwrap_or(Sign::Unsigned)
}

pub(super) fn second(it: &Terms) -> SecondOp {
    it.operation.output().map_or(SecondOp::None, |output| output.second)
}

/// The width of the clamp.
pub(super) fn width(it: &Terms) -> u32 {
    second(it).bits()
}

pub(super) fn saturates(it: &Terms) -> bool {
    it.operation.saturate() == Saturate::On
}

/// The product with its sign in the sum.
pub(super) fn product_term(it: &Terms) -> i128 {
    if psign(it) == 2 { -it.wire("product") } else { it.wire("product") }
}

pub(super) fn with_product(it: &Terms, product: i128) -> i128 {
    let change = product - it.wire("product");
    it.wire("tmp") + if psign(it) == 2 { -change } else { change }
}

/// The bits of a field as an unsigned number.
pub(super) fn zeros(it: &Terms, field: &str) -> i128 {
    it.trace.pattern(field) as i128
}

pub(super) fn signs(it: &Terms, field: &str) -> i128 {
    it.trace.wire(field).map_or(0, |wire| wire.bits.value(Sign::Signed))
}

/// The sum with another psign; the signs do not follow from it.
pub(super) fn signed_sum(it: &Terms, psigns: [u8; 4]) -> i128 {
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

pub(super) fn with_c(it: &Terms, c: i128) -> i128 {
    let change = c - it.wire("C extended");
    it.wire("tmp") + if psign(it) == 1 { -change } else { change }
}

pub(super) fn before_clamp(it: &Terms) -> i128 {
    it.trace.value("shr").unwrap_or_else(|| it.wire("tmp"))
}

/// The value clamped to a range, if the instruction clamps.
pub(super) fn clamped(it: &Terms, sign: Sign, bits: u32) -> i128 {
    clamped_to(it, Range::of(sign, bits))
}

/// The value, clamped to a range if the instruction saturates.
pub(super) fn clamped_to(it: &Terms, Range { min, max }: Range) -> i128 {
    if saturates(it) { before_clamp(it).clamp(min, max) } else { before_clamp(it) }
}

/// The range of the clamp.
pub(super) fn range(it: &Terms) -> Range {
    Range::of(result_sign(it), width(it))
}

/// The result, if it is a merge of some kind with the low bits of the value in another place.
pub(super) fn merged(it: &Terms, of: SecondOp, mask: u32, low: u32) -> u32 {
    if second(it) != of {
        return it.trace.result();
    }
    it.c() & !mask | (it.trace.pattern("cut") as u32) << low & mask
}

/// A second operation that compares with a sign.
pub(super) fn extreme(it: &Terms, sign: Sign) -> u32 {
    let [cut, c] = [it.trace.pattern("cut") as i128, it.c().into()].map(|value| wrap(sign, 32, value));
    match second(it) {
        SecondOp::Min => cut.min(c) as u32,
        SecondOp::Max => cut.max(c) as u32,
        _ => it.trace.result(),
    }
}

/// The minimum or maximum by a comparison of the low 32 bits.
pub(super) fn ordered(it: &Terms, sign: Sign) -> i128 {
    let (a, b) = (it.wire("A extended"), it.wire("B extended"));
    let less = wrap(sign, 32, a) < wrap(sign, 32, b);
    let is_minimum =
        matches!(it.operation, Operation::Vmnmx(mode) if mode.extreme == vmnmx::Extreme::Minimum);
    if less == is_minimum { a } else { b }
}

/// The result if A and B are compared as words of a sign.
pub(super) fn compared(it: &Terms, sign: Sign) -> u32 {
    let word = Operand::first(Format { width: Width::Word, sign });
    let ports = [it.wire("A extended"), it.wire("B extended"), it.c().into()].map(Bits::<32>::wrap);
    let mode = it.operation.with_operands([word, word]);
    mode.compute(&Machine, &mut Nothing, ports).unsigned() as u32
}

/// A shifted by another amount.
pub(super) fn shifted(it: &Terms, amount: u32) -> i128 {
    let a = it.wire("A extended");
    if matches!(it.operation, Operation::Vshl(_)) { a << amount } else { a >> amount }
}
