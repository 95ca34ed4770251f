//! The descriptions of the instructions. Oracles: the number of modes, counted by hand.

use std::collections::{BTreeSet, HashSet};

use vmad_unit::{Kind, Operand, Operation, Sign, Writes, vmad::Mode};

#[test]
fn every_mode_is_there_once() {
    let counts = [4704, 25_088, 6272, 78_848, 12_544, 12_544, 9408, 6272, 6272];
    for (kind, count) in Kind::ALL.into_iter().zip(counts) {
        let modes: HashSet<Operation> = kind.modes().collect();
        assert_eq!((modes.len(), kind.modes().count()), (count, count), "{kind}");
        assert!(modes.iter().all(|mode| mode.kind() == kind && mode.mnemonic() == kind.name()));
    }
    assert!(Kind::Vmad.modes().eq(Mode::all().map(Operation::from)));
}

/// The modes of a group share their operands, and no other group has these.
#[test]
fn a_group_has_the_modes_of_its_operands() {
    for kind in Kind::ALL {
        let mut names = HashSet::new();
        for group in kind.groups() {
            let of_group: BTreeSet<String> = group.iter().map(Operation::operand_names).collect();
            assert_eq!(of_group.len(), 1, "{kind}");
            assert!(names.insert(of_group));
        }
    }
}

#[test]
fn a_name_is_of_one_instruction() {
    assert!(Kind::ALL.iter().all(|&kind| Kind::from_name(kind.name()) == Some(kind)));
    assert_eq!(["VMAX", "vmad", "", "VSHL "].map(Kind::from_name), [None; 4]);
}

/// Every eleventh mode: operands that are set are those that are there, and the first selectors keep the formats.
#[test]
fn operands_can_be_replaced() {
    for mode in Kind::ALL.into_iter().flat_map(Kind::modes).step_by(11) {
        let first = mode.with_first_selectors();
        assert_eq!(first.with_first_selectors(), first);
        let Some(operands) = mode.operands() else { continue };
        assert_eq!(mode.with_operands(operands), mode);
        assert_eq!(first.operands().unwrap().map(Operand::format), operands.map(Operand::format));
        assert_eq!(first.with_operands(operands), mode);
    }
}

/// Two predicates are two bits; every other instruction also has larger results.
#[test]
fn an_instruction_writes_what_it_is_said_to() {
    for kind in Kind::ALL {
        let largest = kind.modes().step_by(7).map(|mode| mode.execute(1, 2, u32::MAX)).max();
        assert_eq!(largest < Some(4), kind.writes() == Writes::Predicates, "{kind}");
    }
}

/// An instruction has a sign of the result if its modes have both.
#[test]
fn the_lists_of_instructions_are_those_whose_modes_have_an_output() {
    let signs = |kind: Kind| kind.modes().filter_map(|mode| mode.output()).map(|output| output.sign);
    let with = |is: &dyn Fn(usize) -> bool| -> Vec<Kind> {
        Kind::ALL.into_iter().filter(|kind| is(signs(*kind).collect::<BTreeSet<_>>().len())).collect()
    };
    assert_eq!(with(&|signs| signs > 0), Kind::WITH_SECOND_OP);
    assert_eq!(with(&|signs| signs > 1), Kind::WITH_DTYPE);
}

/// Each reason names what makes the sign.
#[test]
fn notes_name_the_cause_of_a_sign() {
    for mode in Mode::all() {
        let [intermediate, last, _] = &Operation::from(mode).notes()[..] else { panic!("{mode:?}") };
        let signed = |operand: Operand| operand.sign == Sign::Signed;
        let names = |text: &str| intermediate.contains(text);
        let both = names("A and B are signed");
        assert_eq!(names(": A is signed") || both, signed(mode.a), "{mode:?}");
        assert_eq!(names(": B is signed") || both, signed(mode.b), "{mode:?}");
        assert!(intermediate.starts_with(&format!("intermediate {}:", mode.intermediate_sign().name())));
        assert!(last.starts_with(&format!("final {}:", mode.final_sign().name())));
        let differ = mode.intermediate_sign() != mode.final_sign();
        assert_eq!(last.contains(": C is negated"), differ, "{mode:?}");
    }
}
