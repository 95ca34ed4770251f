//! `VSETP.compare{.fmtA.fmtB}.bool Pd, Pe, Ra{.sel}, Rb{.sel} or imm16, {!}Ps`

use vmad_unit::{BoolOp, Operation, vsetp};

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
    Opcode: B13(u16), Opcode, "opcode", "0x0a1e: VSETP", Listed, &[Value::plain(0x0a1e, "VSETP")], Some(0x0a1e);
}

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
    "VSETP", Coupled, Negations::none, operation, ["comparison", "formats", "bool op"],
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

fn operation(word: Decoded) -> Option<Operation> {
    Some(Operation::Vsetp(vsetp::Mode {
        a: word.a()?,
        b: word.b()?,
        comparison: word.comparison(),
        join: BoolOp::from_encoding(word.get("bool op"))?,
        negated: word.is_set("Ps not"),
    }))
}
