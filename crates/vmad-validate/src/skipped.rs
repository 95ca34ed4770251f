//! The instructions of a module and of its code that a comparison skips.

use std::{collections::BTreeMap, ops::RangeInclusive};

use vmad_ptx::{
    ast::{Body, Operation},
    module::{Function, Module, Unreadable},
    syntax::{Fault, Span},
};

use vmad_sass::Instruction;
use vmad_unit::{
    Format, Operand, Operation as UnitOperation, Saturate, SecondOp, Selector, Sign, vmnmx::Extreme,
};

use crate::{
    emitted::{Form, with_registers},
    lines::LineIndex,
    setting::Setting,
    source::statements,
    stream::Code,
};

/// A video instruction that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// The PTX function.
    pub function: String,
    /// The place of the error.
    pub span: Span,
    /// The error.
    pub fault: Fault,
    /// The lines of the statement, counted from 1.
    pub lines: RangeInclusive<u32>,
}

impl Unread {
    /// The video instructions of a function that cannot be read.
    pub(crate) fn of(text: &str, module: &Module, function: &Function, index: &LineIndex) -> Vec<Self> {
        let errors = statements(module, function).iter().filter_map(|it| it.as_ref().err());
        let unread = |it: &Unreadable| Self {
            function: function.name.clone(),
            span: it.error.span,
            fault: it.error.kind.clone(),
            lines: index.line(it.span.start)..=index.line(it.span.end.saturating_sub(1)),
        };
        errors.filter(|it| it.opcode.of(text) != MAD).map(unread).collect()
    }
}

/// The other instruction of the crate `vmad-ptx`.
const MAD: &str = "mad";

/// The video instructions and dot products of a module that ptxas does not compile to words of the family, by opcode.
pub(crate) fn not_checked(text: &str, module: &Module) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for opcode in &module.not_covered {
        *counts.entry(opcode.of(text).to_owned()).or_default() += 1;
    }
    for found in module.statements.iter().flatten() {
        let Body::Video(video) = &found.instruction.body else { continue };
        if with_registers(*video.operation()).is_none() {
            *counts.entry(opcode(video.operation())).or_default() += 1;
        }
    }
    counts
}

/// The opcode of an operation, without its modifiers.
pub(crate) fn opcode(operation: &Operation) -> String {
    operation.to_string().split('.').next().unwrap_or_default().to_owned()
}

/// The number of `VSETP`s of a function: no PTX instruction becomes one.
pub(crate) fn predicates(code: &Code) -> usize {
    let words = code.stream.slots().iter().filter_map(|slot| Instruction::decode(slot.word).ok());
    words.filter(|instruction| instruction.mnemonic() == "VSETP").count()
}

/// The ordinary PTX instructions of a function from which ptxas makes video instructions.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ordinary {
    /// The numbers of `min` and `max` with and without a sign. ptxas reads some `selp` as one.
    extremes: [[usize; 2]; 2],
    has_selections: bool,
    /// `sad` with and without a sign.
    has_sad: [bool; 2],
}

/// The places of an unsigned and a signed instruction.
const fn place(sign: Sign) -> usize {
    matches!(sign, Sign::Signed) as usize
}

impl Ordinary {
    /// Those of a function's body.
    pub(crate) fn of(body: &str) -> Self {
        let mut found = Self::default();
        for word in body.split(|c: char| c.is_whitespace() || ";{}:".contains(c)) {
            let Some((opcode, ty)) = word.split_once('.') else { continue };
            let signed = usize::from(ty == "s32");
            match opcode {
                "min" | "max" if matches!(ty, "u32" | "s32") => {
                    found.extremes[usize::from(opcode == "max")][signed] += 1;
                }
                "sad" => found.has_sad[signed] = true,
                "selp" => found.has_selections = true,
                _ => {}
            }
        }
        found
    }

    /// Those of both.
    pub(crate) fn and(self, other: Self) -> Self {
        let sum = |max: usize, signed: usize| self.extremes[max][signed] + other.extremes[max][signed];
        Self {
            extremes: [0, 1].map(|max| [0, 1].map(|signed| sum(max, signed))),
            has_selections: self.has_selections || other.has_selections,
            has_sad: [0, 1].map(|signed| self.has_sad[signed] || other.has_sad[signed]),
        }
    }

    /// Whether ptxas may have made an instruction of two of `min` and `max`, or of `sad`. All of its types are those of
    /// the instructions.
    pub(crate) fn may_be(self, form: &Form) -> bool {
        let Setting { operation, cc: false, merge: None, is_store: false } = form.setting else {
            return false;
        };
        let (Some(output), Some([a, b])) = (operation.output(), operation.operands()) else { return false };
        let is_word = |operand: Operand| operand.selector == Selector::Word;
        let is_plain = output.saturate == Saturate::Off
            && [a.sign, b.sign] == [output.sign; 2]
            && is_word(a)
            && (is_word(b) || is_imm16(form));
        let extreme = |is_max: bool| {
            self.extremes[usize::from(is_max)][place(output.sign)] + usize::from(self.has_selections) * 2
        };
        let has_pair = |first: bool, second: bool| {
            if first == second { extreme(first) > 1 } else { extreme(first) > 0 && extreme(second) > 0 }
        };
        is_plain
            && match (operation, output.second) {
                (UnitOperation::Vmnmx(it), SecondOp::Min | SecondOp::Max) => {
                    has_pair(it.extreme == Extreme::Maximum, output.second == SecondOp::Max)
                }
                (UnitOperation::Vabsdiff(_), SecondOp::Acc) => self.has_sad[place(output.sign)],
                _ => false,
            }
    }
}

/// Whether B is an immediate.
fn is_imm16(form: &Form) -> bool {
    let formats = [Format::U16, Format::S16];
    form.registers()[1].is_none()
        && form.operands()[1].is_some_and(|operand| formats.contains(&operand.format()))
}

#[cfg(test)]
mod tests {
    use vmad_sass::assemble_any;

    use super::Ordinary;
    use crate::{
        emitted::{Emitted, Form},
        stream::Code,
    };

    #[test]
    fn ordinary_instructions_are_found_by_their_opcodes() {
        let found = |body: &str| {
            let Ordinary { extremes, has_selections, has_sad } = Ordinary::of(body);
            (extremes, has_selections, has_sad)
        };
        assert_eq!(found("{ @p min.s32 a,b,c;max.s32 a, b, c; }"), ([[0, 1], [0, 1]], false, [false; 2]));
        assert_eq!(found("{sad.u32 %a, %b, %c, %d;}"), ([[0; 2]; 2], false, [true, false]));
        assert_eq!(found("{ selp.b32 a, b, c, p;}"), ([[0; 2]; 2], true, [false; 2]));
        let none = ([[0; 2]; 2], false, [false; 2]);
        assert_eq!(found("{ min.f32 a, b, c; max.s64 a, b, c; min.u16 a, b, c; }"), none);
        assert_eq!(found("{ vmin.s32.s32.s32 a, b, c; mov.u32 max, sad; }"), none);
    }

    /// The form of a word.
    fn form(text: &str) -> Form {
        let word = assemble_any(text).unwrap().instruction.encode();
        Emitted::of(&Code::of_words("k", &[word]), false)[0].form
    }

    /// A word needs both instructions that it joins, or two selections, of its types.
    #[test]
    fn words_can_be_of_the_instructions_that_are_there() {
        let min_of_max = "VMNMX.MX.MIN R5, R1, R2, R3";
        let max_of_max = "VMNMX.MX.MAX R5, R1, R2, R3";
        let sad = "VABSDIFF.SD.ACC R5, R1, R2, R3";
        let [unsigned, unsigned_sad] =
            ["VMNMX.UD.U32.U32.MX.MIN R5, R1, R2, R3", "VABSDIFF.UD.U32.U32.ACC R5, R1, R2, R3"];
        let [imm16, half] = ["VMNMX.MX.MIN R5, R1, 0x5, R3", "VMNMX.S32.S16.MX.MIN R5, R1, R2, R3"];
        for (body, word, expected) in [
            ("max.s32 a; min.s32 b;", min_of_max, true),
            ("max.s32 a; max.s32 b;", min_of_max, false),
            ("min.s32 a; min.s32 b;", min_of_max, false),
            ("max.u32 a; min.u32 b;", min_of_max, false),
            ("selp.b32 a;", min_of_max, true),
            ("selp.b32 a;", max_of_max, true),
            ("max.s32 a;", max_of_max, false),
            ("max.s32 a; max.s32 b;", max_of_max, true),
            ("max.s32 a; min.s32 b;", max_of_max, false),
            ("sad.s32 a;", sad, true),
            ("sad.u32 a;", sad, false),
            ("max.s32 a; min.s32 b;", sad, false),
            ("max.u32 a; min.u32 b;", unsigned, true),
            ("max.s32 a; min.s32 b;", unsigned, false),
            ("sad.u32 a;", unsigned_sad, true),
            ("sad.s32 a;", unsigned_sad, false),
            ("max.s32 a; min.s32 b;", imm16, true),
            ("max.s32 a; min.s32 b;", half, false),
        ] {
            assert_eq!(Ordinary::of(body).may_be(&form(word)), expected, "{body} {word}");
            let with_callee = Ordinary::of("").and(Ordinary::of(body));
            assert_eq!(with_callee.may_be(&form(word)), expected, "{body} {word}");
        }
    }
}
