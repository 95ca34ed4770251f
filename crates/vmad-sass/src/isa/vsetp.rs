//! `VSETP.compare{.fmtA.fmtB}.bool Pd, Pe, Ra{.sel}, Rb{.sel} or imm16, {!}Ps`

use vmad_unit::{BoolOp, Operation, Predicate, vsetp};

use super::prelude::*;

field_types! {
    SecondPredicate: B3(u8), Destination, "Pe", "second destination, 7 = PT", Predicate, &[], None;
    FirstPredicate: B3(u8), Destination, "Pd", "first destination, 7 = PT", Predicate, &[], None;
    Ignored2: B2(u8), Ignored, "ignored low", "no meaning: nvdisasm ignores it", Ignored, &[], None;
    SourcePredicate: B3(u8), C, "Ps", "source predicate, 7 = PT", Predicate, &[], None;
    Bool: B2(u8), Mode, "bool op", "joins comparison and source", Listed, &[
        Value::printed(0, "and", "AND"),
        Value::printed(1, "or", "OR"),
        Value::printed(2, "exclusive or", "XOR"),
        Value::illegal(3, "INVALIDBOP3"),
    ], None;
}

opcode!("VSETP", B13(u16): 0x0a1e, Kepler: 0x87a);

word_form!(VsetpRegister {
    pe: SecondPredicate, pd: FirstPredicate, ignored_low: Ignored2, ra: Ra, guard: Guard, guard_not: GuardNot,
    rb: Rb, b_select: BSelect, ignored: Ignored5,
    a_select: ASelect, ps: SourcePredicate, ps_not: SourceNot, compare_low: ComparisonLow, bool_op: Bool,
    compare_high: ComparisonHigh, a_signed: ASigned, b_signed: BSigned, b_kind: BIsRegister, opcode: Opcode,
});

word_form!(VsetpImmediate {
    pe: SecondPredicate, pd: FirstPredicate, ignored_low: Ignored2, ra: Ra, guard: Guard, guard_not: GuardNot,
    imm16: Imm16,
    a_select: ASelect, ps: SourcePredicate, ps_not: SourceNot, compare_low: ComparisonLow, bool_op: Bool,
    compare_high: ComparisonHigh, a_signed: ASigned, b_signed: BSigned, b_kind: BIsImmediate, opcode: Opcode,
});

forms! {
    Vsetp, Coupled, Negations::none, [operation, modifiers, formula], ["comparison", "formats", "bool op"],
    VsetpRegister: Register, common::register_formats, [first, second, common::a, common::b, source];
    VsetpImmediate: Immediate, immediate_formats, [first, second, common::a, common::b_signed_immediate, source];
}

const fn first(fields: &[Field]) -> Operand {
    predicate("the first destination predicate", named(fields, "Pd"), Field::NONE)
}

const fn second(fields: &[Field]) -> Operand {
    predicate("the second destination predicate", named(fields, "Pe"), Field::NONE)
}

const fn source(fields: &[Field]) -> Operand {
    predicate("the source predicate", named(fields, "Ps"), named(fields, "Ps not"))
}

const fn predicate(name: &'static str, predicate: Field, not: Field) -> Operand {
    Operand { name, minus: Minus::NONE, role: Role::Predicate { predicate, not } }
}

/// nvdisasm prints the default formats beside an immediate.
const fn immediate_formats(fields: &[Field]) -> Formats {
    Formats { defaults: DefaultFormats::Printed, ..common::immediate_formats(fields) }
}

fn operation(word: u64) -> Option<Operation> {
    let word = VsetpRegister::from(word);
    Some(Operation::Vsetp(vsetp::Mode {
        a: operand(word.a_select(), word.a_signed())?,
        b: operand(b_select(word.b_kind(), word.b_select()), word.b_signed())?,
        comparison: vmad_unit::Comparison::from_encoding(word.compare_low() | word.compare_high() << 2),
        join: BoolOp::from_encoding(word.bool_op())?,
        negated: word.ps_not() == 1,
    }))
}

fn modifiers(operation: &Operation) -> Option<u64> {
    let Operation::Vsetp(mode) = operation else { return None };
    let compare = mode.comparison.encoding();
    let word = VsetpRegister::new().with_compare_low(compare & 3).with_compare_high(compare >> 2);
    Some(word.with_bool_op(mode.join.encoding()).with_ps_not(mode.negated.into()).into())
}

/// The lines of the formula.
fn formula(operation: &Operation, names: &Names) -> Option<Vec<String>> {
    let Operation::Vsetp(mode) = operation else { return None };
    let [a, b] = &names.extended;
    let holds = comparison(mode.comparison, a, b).unwrap_or_else(|holds| format!("{holds}"));
    let source = format!("{}{}", if mode.negated { "!" } else { "" }, names.source);
    let join = match mode.join {
        BoolOp::And => "and",
        BoolOp::Or => "or",
        BoolOp::Xor => "xor",
    };
    let [first, second] = names.destinations;
    let mut lines = vec![format!("holds = {holds}")];
    // PT ignores writes.
    for (predicate, negation) in [(first, ""), (second, "!")] {
        if predicate != Predicate::PT {
            lines.push(format!("{predicate} = {negation}holds {join} {source}"));
        }
    }
    Some(lines)
}
