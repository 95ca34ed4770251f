//! The models of the map against the lowered code.

use std::collections::{BTreeMap, BTreeSet};

use vmad_map::{
    case::Case,
    divergence::{Divergence, Model},
    meaning::operations,
    rows::miscompiles,
};
use vmad_ptxas::{
    lowering::{Registers, lower},
    versions::Generation,
};
use vmad_sass::Arch;
use vmad_unit::{Operation, vmad::Mode};

use crate::common::execute;

/// The last architecture of each generation that has the family.
const ARCHS: [Arch; 3] = [Arch::Sm37, Arch::Sm53, Arch::Sm62];

const CONSTANTS: [Option<u32>; 7] =
    [None, Some(1), Some(5), Some(0x7fff), Some(0x8000), Some(0xffff), Some(0xffff_8000)];

/// Cases of a row about `vmad`, or of the other instructions with constants a and b.
fn cases(row: &Divergence) -> Vec<Case> {
    if row.is_about_modes() && row.is_about(vmad_unit::Kind::Vmad) {
        let modes = Mode::modes().step_by(vmad_testing::cases(5, 1)).map(Operation::Vmad);
        return modes.flat_map(|mode| row.domain.cases(&mode)).collect();
    }
    let constants = CONSTANTS.into_iter().flat_map(|b| [None, Some(0x8000_0003)].map(|a| [a, b, None]));
    let constants: Vec<_> = constants.collect();
    let operations = operations().step_by(vmad_testing::cases(37, 5));
    operations
        .flat_map(|ptx| constants.iter().filter_map(move |constants| Case::of_operation(ptx, *constants)))
        .collect()
}

/// Where the lowering names a row, the row's model computes what the code does, on every architecture with the row.
#[test]
fn the_model_of_a_row_computes_what_the_lowered_code_does() {
    let values = [0, 1, 0x7fff_ffff, 0x8000_8000, 0xffff_ff80];
    let mut compared = BTreeMap::<_, usize>::new();
    let rows: Vec<_> = miscompiles().filter(|row| !matches!(row.model, Model::Code(_))).collect();
    let expected: BTreeSet<_> = rows.iter().map(|row| row.id).collect();
    for row in rows {
        for case in cases(row).iter().filter(|case| row.differs_in(case)) {
            let Some(instruction) = case.instruction() else { continue };
            for arch in ARCHS {
                let has_row = row.miscompiled(case, Generation::from(arch).first().number).is_some();
                let Ok(code) = lower(&instruction, arch, &Registers::default()) else { continue };
                if !has_row || code.miscompiled != Some(row) {
                    continue;
                }
                let model = row.prepare(case);
                for (index, a) in values.into_iter().enumerate() {
                    let inputs = [a, values[(index + 2) % 5], values[(index * 3 + 1) % 5]];
                    let found = model.as_ref().map(|model| model(inputs));
                    assert_eq!(found, execute(&code, inputs), "{row}: {instruction} on {arch}, {inputs:x?}");
                }
                *compared.entry(row.id).or_default() += 1;
            }
        }
    }
    assert!(
        compared.keys().copied().eq(expected) && compared.values().all(|count| *count > 20),
        "{compared:?}"
    );
}
