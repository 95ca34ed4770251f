//! All legal combinations, as instructions.

use anyhow::{Context, Result};
use vmad_ptx::ast::{Accumulate, MultiplyAdd, Scale, Select, Source, Type};
use vmad_ptxas::row::{CONSTANTS, Case};

/// The values for two or three constant operands: some are equal.
const PAIRED: [u32; 4] = [0, 5, 70_000, 0xffff_ffff];

/// The constants of each operand; none for a register.
const PLACES: [[Option<&[u32]>; 3]; 8] = [
    [None, None, None],
    [Some(&CONSTANTS), None, None],
    [None, Some(&CONSTANTS), None],
    [None, None, Some(&[0, 70_000])],
    [Some(&PAIRED), Some(&PAIRED), None],
    [Some(&PAIRED), None, Some(&PAIRED)],
    [None, Some(&PAIRED), Some(&PAIRED)],
    [Some(&PAIRED), Some(&PAIRED), Some(&PAIRED)],
];

/// All instructions: every dtype, atype, btype, selector, accumulation (in both spellings), scale and `.sat`, with
/// registers and with constants in every legal place.
pub(super) fn all() -> Result<Vec<String>> {
    let mut lines = Vec::new();
    for operation in operations() {
        for places in PLACES {
            if !allows(&operation, places) {
                continue;
            }
            for constants in constants(places) {
                let ptx = vmad_ptx::ast::Operation::MultiplyAdd(operation);
                let case = Case::of_operation(ptx, constants).context("a vmad has a mode")?;
                let instruction = case.instruction().context("a constant is illegal here")?;
                lines.push(instruction.to_string());
            }
        }
    }
    Ok(lines)
}

/// A constant has no selector and no minus sign.
fn allows(operation: &MultiplyAdd, places: [Option<&[u32]>; 3]) -> bool {
    let accumulate = operation.accumulate;
    let decorated = [
        operation.a.select.is_some() || accumulate.a_negate(),
        operation.b.select.is_some() || accumulate.b_negate(),
        accumulate.c_negate(),
    ];
    std::iter::zip(places, decorated).all(|(constants, decorated)| constants.is_none() || !decorated)
}

/// Every combination of constants.
fn constants(places: [Option<&[u32]>; 3]) -> Vec<[Option<u32>; 3]> {
    let choices = places.map(|place| match place {
        Some(constants) => constants.iter().copied().map(Some).collect(),
        None => vec![None],
    });
    let [a, b, c] = &choices;
    let pairs = a.iter().flat_map(|&a| b.iter().map(move |&b| (a, b)));
    pairs.flat_map(|(a, b)| c.iter().map(move |&c| [a, b, c])).collect()
}

/// 2 dtypes, 14 sources twice, 8 accumulations, 3 scales, `.sat` on and off.
fn operations() -> impl Iterator<Item = MultiplyAdd> {
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Whether an operand is a constant. (Selectors have digits too, after a dot.)
    fn constant(line: &str) -> bool {
        let operands = line.split(", ").skip(1);
        operands.map(|it| it.trim_start_matches('-')).any(|it| it.starts_with(|c: char| c.is_ascii_digit()))
    }

    #[test]
    fn every_instruction_is_there_once_and_every_kind_of_operand() {
        let lines = all().unwrap();
        let distinct: BTreeSet<&str> = lines.iter().map(String::as_str).collect();
        assert_eq!(distinct.len(), lines.len());
        let registers = lines.iter().filter(|line| line.contains(" d, ") && !constant(line)).count();
        assert_eq!(registers, 8 * 49 * 48);
        for line in [
            "vmad.u32.s32.u32.sat.shr15 d, a.b3, b.h1, -c;",
            "vmad.s32.u32.u32.po d, -a, -b, 70000;",
            "vmad.s32.u32.u32 d, -1, -b.h0, c;",
            "vmad.s32.s32.s32 d, 5, 5, 5;",
        ] {
            assert!(distinct.contains(line), "{line}");
        }
    }
}
