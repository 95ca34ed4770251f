//! `VSETP.compare{.fmtA.fmtB}.bool Pd, Pe, Ra{.sel}, Rb{.sel} or imm16, {!}Ps`

use vmad_unit::{BoolOp, Operation, Predicate, vsetp};

use super::prelude::*;

field_types! {
    SecondPredicate: 3, Destination, "Pe", "second destination, 7 = PT", Predicate, &[], None;
    FirstPredicate: 3, Destination, "Pd", "first destination, 7 = PT", Predicate, &[], None;
    Ignored2: 2, Ignored, "ignored low", "no meaning: nvdisasm ignores it", Ignored, &[], None;
    SourcePredicate: 3, C, "Ps", "source predicate, 7 = PT", Predicate, &[], None;
    Bool: 2, Mode, "bool op", "joins comparison and source", Listed, &[
        Value::printed(0, "and", "AND"),
        Value::printed(1, "or", "OR"),
        Value::printed(2, "exclusive or", "XOR"),
        Value::illegal(3, "INVALIDBOP3"),
    ], None;
}

opcode!("VSETP", 13: 0x0a1e, Kepler: 0x87a);

word_form!(VsetpRegister {
    SecondPredicate, FirstPredicate, Ignored2, Ra, Guard, GuardNot,
    Rb, BSelect, Ignored5,
    ASelect, SourcePredicate, SourceNot, ComparisonLow, Bool,
    ComparisonHigh, ASigned, BSigned, BIsRegister, Opcode,
});

word_form!(VsetpImmediate {
    SecondPredicate, FirstPredicate, Ignored2, Ra, Guard, GuardNot,
    Imm16,
    ASelect, SourcePredicate, SourceNot, ComparisonLow, Bool,
    ComparisonHigh, ASigned, BSigned, BIsImmediate, Opcode,
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
    type Word = VsetpRegister;
    Some(Operation::Vsetp(vsetp::Mode {
        a: a::<Word>(word)?,
        b: b::<Word>(word)?,
        comparison: vmad_unit::Comparison::from_encoding(field::<Word, ComparisonLow>(word)),
        join: BoolOp::from_encoding(field::<Word, Bool>(word))?,
        negated: Word::get::<SourceNot>(word) == 1,
    }))
}

fn modifiers(operation: &Operation) -> Option<u64> {
    type Word = VsetpRegister;
    let Operation::Vsetp(mode) = operation else { return None };
    let comparison = Word::put::<ComparisonLow>(mode.comparison.encoding());
    Some(comparison | Word::put::<Bool>(mode.join.encoding()) | Word::put::<SourceNot>(mode.negated))
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
