//! All legal combinations, as instructions.

use anyhow::{Context, Result};
use vmad_map::{case::Case, domain, meaning::operations};
use vmad_ptx::{
    ast::{Accumulate, MultiplyAdd, Operation, Scale, Select, Source, Type},
    syntax::parse_one,
};

use vmad_unit::vabsdiff4::{SelectA, SelectB};

/// Constants of every class: of a shift amount, of imm16 and beyond, the ends of a word, and ordinary ones.
#[rustfmt::skip]
const CONSTANTS: [u32; 17] = [
    0, 1, 31, 0x7fff, 0x8000, 0x807f, 0xffff, 0x1_0000, 70_000, 0x7fff_ffff, 0x8000_0000, 0xffff_7fff,
    0xffff_8000, 0xffff_8001, 0xffff_ff80, 0xffff_fffe, 0xffff_ffff,
];

/// The constants of a, b and c; none for a register.
type Places = [Option<&'static [u32]>; 3];

/// Every choice of the operands that are constants. Of several constants, some are equal.
const fn places(constants: &'static [u32], paired: &'static [u32]) -> [Places; 8] {
    let (one, each) = (Some(constants), Some(paired));
    [
        [None, None, None],
        [one, None, None],
        [None, one, None],
        [None, None, Some(&[0, 70_000])],
        [each, each, None],
        [each, None, each],
        [None, each, each],
        [each, each, each],
    ]
}

/// Every `vmad`: every dtype, atype, btype, selector, accumulation (in both spellings), scale and `.sat`, with registers
/// and with constants in every legal place.
pub(super) fn vmads() -> Vec<String> {
    let places = places(&domain::CONSTANTS, &[0, 5, 70_000, 0xffff_ffff]);
    multiply_adds().flat_map(|operation| with_constants(Operation::MultiplyAdd(operation), &places)).collect()
}

/// All other instructions, of the scalar ones every N-th: every operation with registers, and with constants in every
/// legal place; and `vabsdiff4`.
pub(super) fn others(every: usize) -> Result<Vec<String>> {
    let places = places(&CONSTANTS, &[0, 5, 0xffff_ffff]);
    let scalar = operations().flat_map(|operation| with_constants(operation, &places));
    let mut lines: Vec<String> = scalar.step_by(every).collect();
    let mut lanes = Vec::new();
    for dtype in ["u32", "s32"] {
        for (atype, btype) in [("u32", "u32"), ("u32", "s32"), ("s32", "u32"), ("s32", "s32")] {
            for (tail, mask) in [("", ""), (".add", ""), (".sat", ""), ("", ".b0"), (".add", ".b321")] {
                for selector in ["", ".b3201"] {
                    lanes
                        .push(format!("vabsdiff4.{dtype}.{atype}.{btype}{tail} d{mask}, a{selector}, b, c;"));
                }
            }
        }
    }
    for (index, selectors) in byte_selectors().into_iter().enumerate() {
        let [tail, mask] = [["", ""], [".add", ""], [".sat", ".b31"]][index % 3];
        let [dtype, atype, btype] = [0, 1, 2].map(|bit| ["u32", "s32"][(index / 3) >> bit & 1]);
        lanes.push(format!("vabsdiff4.{dtype}.{atype}.{btype}{tail} d{mask}, {selectors}, c;"));
    }
    for line in lanes {
        lines.push(parse_one(&line).with_context(|| line.clone())?.instruction.to_string());
    }
    Ok(lines)
}

/// The operands of a `vabsdiff4` with every pair of selectors that the word has, and with some others.
fn byte_selectors() -> Vec<String> {
    const OTHERS: [[u8; 4]; 2] = [[0, 2, 4, 6], [7, 6, 5, 4]];
    let text = |bytes: [u8; 4]| bytes.iter().rev().map(u8::to_string).collect::<String>();
    let of_a = SelectA::ALL.map(SelectA::bytes).into_iter().chain(OTHERS);
    let of_b = SelectB::ALL.map(SelectB::bytes).into_iter().chain(OTHERS);
    let pairs = of_a.flat_map(|a| of_b.clone().map(move |b| (a, b)));
    pairs.map(|(a, b)| format!("a.b{}, b.b{}", text(a), text(b))).collect()
}

/// An operation with every legal combination of constants: one has no selector and no minus sign.
fn with_constants(operation: Operation, places: &[Places; 8]) -> Vec<String> {
    let choices = |place: Option<&'static [u32]>| {
        place.map_or(vec![None], |constants| constants.iter().copied().map(Some).collect())
    };
    let mut lines = Vec::new();
    for [of_a, of_b, of_c] in places.map(|places| places.map(choices)) {
        for &a in &of_a {
            for &b in &of_b {
                for &c in of_c.iter().filter(|c| c.is_none() || operation.has_c()) {
                    let case = Case::of_operation(operation, [a, b, c]);
                    lines.extend(case.and_then(|case| Some(case.instruction()?.to_string())));
                }
            }
        }
    }
    lines
}

/// 2 dtypes, 14 sources twice, 8 accumulations, 3 scales, `.sat` on and off.
fn multiply_adds() -> impl Iterator<Item = MultiplyAdd> {
    let sources = || {
        let selects = Select::ALL.into_iter().map(Some).chain([None]);
        selects.flat_map(|select| Type::ALL.map(|ty| Source { ty, select }))
    };
    let pairs = sources().flat_map(move |a| sources().map(move |b| (a, b)));
    pairs.flat_map(|(a, b)| {
        Type::ALL.into_iter().flat_map(move |dtype| {
            Accumulate::ALL.into_iter().flat_map(move |accumulate| {
                Scale::ALL.into_iter().flat_map(move |scale| {
                    [false, true].map(|sat| MultiplyAdd { dtype, a, b, sat, scale, accumulate })
                })
            })
        })
    })
}
