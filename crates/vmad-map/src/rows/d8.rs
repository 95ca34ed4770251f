use std::fmt::Write;

use vmad_ptx::ast::{Arithmetic, ArithmeticOp, Operation, Select, Source, Tail, Type};
use vmad_unit::{Format, Kind, Operand};

use crate::{
    bounds::{number, numbers, operand_range},
    case::Case,
    divergence::{Divergence, Example, Model},
    meaning::spelling::source,
    versions::Version,
    word::{fits_imm16, history_of_imm16, imm16, result_on_maxwell},
};

/// D4 in `vadd`, `vsub`, `vabsdiff`, `vmin` and `vmax`, on sm_35 to sm_62.
pub static D8: Divergence = Divergence {
    id: "D8",
    title: "a constant b loses its sign",
    meanings: [
        "btype gives the value of a constant: -1 as a .u32 is 4294967295",
        "as in D4: dtype decides that the constant fits an imm16, and btype extends it: -1 becomes 0xffff, as .U16 65535",
    ],
    cases_text: "vadd, vsub, vabsdiff, vmin and vmax with a constant b of the sets below; never vshl and vshr, whose amount \
            keeps its meaning",
    evidence: "`vmin.s32.u32.u32.sat d, a, -1` becomes `VMNMX.U32.U16.SAT R0, R2, 0xffff, RZ`",
    example: Some(Example {
        instruction: "vmin.s32.u32.u32 d, a, -1;",
        inputs: [0x1_0000, 0xffff_ffff, 0],
        here: 0x1_0000,
        there: Some(0xffff),
    }),
    instructions: &[Kind::Vadd, Kind::Vabsdiff, Kind::Vmnmx],
    cases: has_misread_constant,
    model: Model::Word(result_on_maxwell),
    history: &history_of_imm16(62, [" .s32", " .u32"]),
    details: Some(sets),
    ..Divergence::EMPTY
};

/// A constant b that changes the result of `vadd`, `vsub`, `vabsdiff`, `vmin` or `vmax` for some a and c. Shifts do not
/// change: both amounts are above 32, and differ by a multiple of 2^16.
fn has_misread_constant(case: &Case) -> bool {
    let [a, b, _] = case.constants;
    matches!((&case.ptx, b), (Some(Operation::Arithmetic(it)), Some(b)) if is_misread(it, a, b))
}

/// Whether there are values of a and c for which the imm16 gives another result than the constant b.
///
/// The intermediate results of two constants are compared at the ends of a's range and next to both constants: there
/// they differ if they differ anywhere. Of the tail, only the width of a merge matters: some c shows every difference.
fn is_misread(it: &Arithmetic, a: Option<u32>, b: u32) -> bool {
    if !fits_imm16(b, it.dtype, Version::NEWEST) {
        return false;
    }
    let [exact, made] = [number(b, it.b.ty), imm16(b, it.b.ty)];
    let [low, high] = operand_range(it.a, a);
    let candidates = [low, high, 0, 1, made, made + 1, exact].map(|a| a.clamp(low, high));
    made != exact && candidates.into_iter().any(|a| part(it, a, exact) != part(it, a, made))
}

/// The bits of the result that are written, or go to the second operation.
fn part(it: &Arithmetic, a: i128, b: i128) -> i128 {
    let value = match it.op {
        ArithmeticOp::Add => a + b,
        ArithmeticOp::Sub => a - b,
        ArithmeticOp::AbsDiff => (a - b).abs(),
        ArithmeticOp::Min => a.min(b),
        ArithmeticOp::Max => a.max(b),
    };
    let width = it.tail.dsel().map_or(32, Select::width);
    let [low, high] = numbers(it.dtype, width);
    let value = if it.sat { value.clamp(low, high) } else { value };
    value & ((1 << width) - 1)
}

/// The first and the last constant b of [`D8`] with a register a, by dtype's sign; each constant between them is one
/// too. [`None`] if there is none.
pub fn misread_constants(it: &Arithmetic) -> Option<[i64; 2]> {
    let fitting = match it.dtype {
        Type::S32 => -0x8000..0x8000,
        Type::U32 => 0..0x1_0000,
    };
    let mut misread = fitting.filter(|b| is_misread(it, None, *b as u32));
    let first = misread.next()?;
    Some([first, misread.next_back().unwrap_or(first)])
}

const SETS: &str = "\
### The constants of D8

b is from -32768 to -1 with `.s32` as dtype and `.u32` as btype, and from 32768 to 65535 with `.u32` as dtype and `.s32`
as btype. These constants b of that range give a wrong result for some a and c. A second operation changes nothing; a
merge keeps 8 or 16 bits of the result.

| instruction | dtype | bits, `.sat` | a: U8 | S8 | U16 | S16 | U32 | S32 |
|---|---|---|---|---|---|---|---|---|
";

/// The constants of each instruction.
fn sets() -> String {
    let mut text = SETS.to_owned();
    for op in ArithmeticOp::ALL {
        for dtype in [Type::S32, Type::U32] {
            for (names, cells) in sets_of(op, dtype) {
                let (op, dtype, names, cells) =
                    (op.text(), dtype.text(), names.join(", "), cells.join(" | "));
                // Writing to a string does not fail.
                let _ = writeln!(text, "| `{op}` | `.{dtype}` | {names} | {cells} |");
            }
        }
    }
    text
}

/// The widths of a result, with a tail of each.
const TAILS: [(u32, Tail); 3] =
    [(32, Tail::None), (16, Tail::Merge(Select::H0)), (8, Tail::Merge(Select::B0))];

/// The lines of an instruction and a dtype; widths with the same sets share a line.
fn sets_of(op: ArithmeticOp, dtype: Type) -> Vec<(Vec<String>, [String; 6])> {
    let btype = if dtype == Type::S32 { Type::U32 } else { Type::S32 };
    let mut lines: Vec<(Vec<String>, [String; 6])> = Vec::new();
    for (bits, tail) in TAILS {
        for sat in [false, true] {
            let cells = Format::ALL.map(|format| {
                let b = Source { ty: btype, select: None };
                set(&Arithmetic { op, dtype, a: source(Operand::first(format)), b, sat, tail })
            });
            let name = format!("{bits}{}", if sat { " `.sat`" } else { "" });
            match lines.iter_mut().find(|(_, known)| *known == cells) {
                Some((names, _)) => names.push(name),
                None => lines.push((vec![name], cells)),
            }
        }
    }
    lines
}

/// `all`, `none`, or the range.
fn set(it: &Arithmetic) -> String {
    match misread_constants(it) {
        None => "none".to_owned(),
        Some([-32768, -1] | [32768, 65535]) => "all".to_owned(),
        Some([low, high]) => format!("{low} to {high}"),
    }
}
