//! Every mode of `vmad` through the lowering, encode and decode: the words compute what PTX says.

use vmad_map::{
    case::Case,
    domain::Domain,
    grid,
    rows::{D4, D6},
};
use vmad_ptx::ast::{Accumulate, Factor, MultiplyAdd, Operation as Ptx, Scale, Select};
use vmad_ptxas::lowering::{Registers, lower};
use vmad_sass::Arch;
use vmad_unit::{Operation, vmad::Mode};

use crate::common::execute;

fn cases(domain: Domain) -> Vec<Case> {
    Mode::modes().flat_map(|mode| domain.cases(&Operation::Vmad(mode))).collect()
}

fn vmad(case: &Case) -> MultiplyAdd {
    let Some(Ptx::MultiplyAdd(vmad)) = case.ptx else { panic!("{case:?}") };
    vmad
}

/// Every pair of selectors.
#[test]
fn the_lowered_word_is_ptx_for_all_selectors() {
    let selects = || Select::ALL.map(Some).into_iter().chain([None]);
    let mut modes = 0;
    for case in cases(Domain::Modes) {
        let first = [Some(Select::B0), Some(Select::H0), None];
        let vmad = vmad(&case);
        assert!(first.contains(&vmad.a.select) && first.contains(&vmad.b.select));
        // Selectors change nothing behind the extension: two settings of the 24 suffice for the others.
        if (vmad.scale, vmad.sat) != (Scale::Pass, false) && (vmad.scale, vmad.sat) != (Scale::Shr7, true) {
            continue;
        }
        let same_width =
            |select: Option<Select>, of: Option<Select>| select.map(Select::width) == of.map(Select::width);
        for asel in selects().filter(|&select| same_width(select, vmad.a.select)) {
            for bsel in selects().filter(|&select| same_width(select, vmad.b.select)) {
                let mut vmad = vmad;
                (vmad.a.select, vmad.b.select) = (asel, bsel);
                let case = Case::of_operation(Ptx::MultiplyAdd(vmad), [None; 3]).unwrap();
                assert_equal(case, lowered(&case, Arch::Sm50));
                modes += 1;
            }
        }
    }
    assert_eq!(modes, 14 * 14 * 4 * 2);
}

/// The lowered code, through encode and decode.
fn lowered(case: &Case, arch: Arch) -> impl Fn([u32; 3]) -> u32 {
    let code = lower(&case.instruction().unwrap(), arch, &Registers::default()).unwrap();
    move |inputs| execute(&code, inputs).unwrap()
}

fn assert_equal(case: Case, other: impl Fn([u32; 3]) -> u32) {
    let ptx = case.prepare();
    for inputs in grid::inputs(&case) {
        assert_eq!(ptx(inputs), other(inputs), "{} on {inputs:x?}", case.instruction().unwrap());
    }
}

/// Constants on c, and those that the lowering gets right on a and b, change nothing.
#[test]
fn d4_and_d6_are_all_that_the_lowering_gets_wrong() {
    for (domain, row, other) in [(Domain::ConstantA, D6, D4), (Domain::ConstantB, D4, D6)] {
        for case in cases(domain) {
            assert!(!other.differs_in(&case));
            let vmad = vmad(&case);
            let by_factor = vmad.accumulate == (Accumulate::MinusProduct { by: Factor::B });
            assert!(row != D6 || by_factor || !row.differs_in(&case));
            if !vmad.accumulate.c_negate() && !vmad.a.ty.is_signed() && !row.differs_in(&case) {
                for word in [0, 1, 0x8000_0000, 0xffff_ffff] {
                    let constants = [case.constants[0], case.constants[1], Some(word)];
                    let case = Case { constants, ..case };
                    assert_equal(case, lowered(&case, Arch::Sm53));
                }
            }
        }
    }
}
