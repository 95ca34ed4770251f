//! The rows that the proof compares with the unit: each differs where it says and nowhere else.

use std::num::NonZero;

use vmad_map::{
    divergence::{Differs, Divergence, Inputs},
    rows::rivals,
};
use vmad_proof::{
    confirm,
    datapath::Unit,
    prover::{Prover, Verdicts},
    rival::{rival_modes, unlike},
    table::{Plan, bases},
};
use vmad_unit::{Kind, Operation};

use crate::common;

/// The verdicts of a rival on some modes.
fn verdicts(prover: &Prover<'_, Unit>, rival: &Divergence, modes: &[Operation]) -> Verdicts {
    let mut all = Verdicts::default();
    for modes in modes.chunk_by(|one, other| one.operands() == other.operands()) {
        let found = prover.rival(rival, modes);
        all.proved += found.proved;
        all.differs.extend(found.differs);
        all.refuted.extend(found.refuted);
        all.unknown.extend(found.unknown);
    }
    all
}

/// The short form has every 307th mode of a rival, `vmad prove` all.
#[test]
fn rivals_differ_where_they_say_and_nowhere_else() {
    let solver = common::solver();
    let prover = Prover { solver: &solver, datapath: &Unit };
    for rival in rivals() {
        let modes: Vec<_> = rival_modes(rival).into_iter().step_by(vmad_testing::cases(307, 13)).collect();
        let found = verdicts(&prover, rival, &modes);
        assert!(found.refuted.is_empty() && found.unknown.is_empty(), "{}: {found:?}", rival.id);
        assert_eq!(found.proved + found.differs.len(), modes.len(), "{}", rival.id);
        assert!(found.differs.iter().all(|example| example.unit != example.manual));
    }
}

/// A rival that names too few inputs or modes is refuted by inputs; one that names too many has no result.
#[test]
fn a_wrong_rival_is_found_out() {
    let solver = common::solver();
    let prover = Prover { solver: &solver, datapath: &Unit };
    for rival in rivals() {
        let modes = rival_modes(rival);
        let of = |differs: bool| {
            modes.iter().find(|mode| (rival.differs_in_mode(mode) != Differs::Never) == differs)
        };
        // No word has the comparisons of P7.
        if let Some(named) = of(true) {
            let found = verdicts(
                &prover,
                &Divergence { cases: |_| false, inputs: Inputs::Some, ..*rival },
                &[*named],
            );
            assert_eq!((found.refuted.len(), found.proved), (1, 0), "{}: {found:?}", rival.id);
        }
        if let Some(equal) = of(false) {
            let found =
                verdicts(&prover, &Divergence { cases: |_| true, inputs: Inputs::Some, ..*rival }, &[*equal]);
            assert_eq!((found.unknown.len(), found.differs.len()), (1, 0), "{}: {found:?}", rival.id);
        }
    }
}

/// In how many modes each reading of `vmad` differs, and an input for each: both codes are run on it.
#[test]
fn readings_of_vmad_differ_in_so_many_modes() {
    let mut counts = Vec::new();
    for rival in rivals().filter(|rival| rival.is_about(Kind::Vmad)) {
        let modes = rival_modes(rival);
        assert_eq!(modes.len(), 864);
        let inside: Vec<_> =
            modes.iter().filter(|mode| rival.differs_in_mode(mode) != Differs::Never).collect();
        for mode in &inside {
            let example = confirm::search([0; 3], |ports| unlike(&Unit, rival, mode, ports, Differs::Never));
            assert!(example.is_some(), "{} {mode:?}", rival.id);
        }
        counts.push((rival.id, inside.len()));
    }
    assert_eq!(counts, [("D1", 45), ("D2", 6), ("D2m", 2), ("P8", 252), ("P10-u32", 378), ("P10-s32", 34)]);
}

/// The lines of the whole proof.
#[test]
fn every_mode_and_every_rival_has_its_line() {
    let rivals: Vec<_> = rivals().collect();
    let plan = Plan { jobs: NonZero::new(2).unwrap(), cases: 1, rivals: &rivals };
    assert_eq!(plan.lines(), 1 + 56 + 44 + 1526 + rivals.len());
    assert_eq!(bases().iter().map(|group| group.modes.len()).sum::<usize>(), 1596);
}
