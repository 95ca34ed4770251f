//! The table of the whole proof, with a solver that proves everything at once: `vmad check --prove` has a real one.

use std::{collections::BTreeMap, num::NonZero, path::Path, time::Duration};

use vmad_xcheck::{
    map::{ALTERNATIVES, FAMILY_ROWS},
    proof::{
        datapath::Unit,
        prover::{Comparison, Prover, Verdict},
        solver::{Solver, SolverError},
        table::{Line, Plan},
    },
};

/// By subject: the lines, their cases, and the cases that are right.
#[test]
fn every_mode_and_every_reading_has_its_line() {
    let of = |alternatives| Plan { jobs: NonZero::new(2).unwrap(), cases: 1, alternatives };
    assert_eq!(of(true).lines() - of(false).lines(), 864 * ALTERNATIVES.len() + FAMILY_ROWS.len());
    if !vmad_testing::long() {
        return vmad_testing::skip("the table of the whole proof", "it is one of the long sweeps");
    }
    let path = vmad_testing::root("crates/vmad-cli/tests/data/solver.sh");
    let solver = Solver::find(Some(Path::new(&path)), Duration::from_mins(1)).unwrap();
    let plan = of(true);
    let mut found = BTreeMap::<&str, [usize; 3]>::new();
    let mut lines = 0;
    let run = plan.run(&Prover { solver: &solver, datapath: &Unit }, |line| {
        lines += 1;
        let (what, of, right) = match line {
            Line::TermCheck { modes, cases, mismatch, .. } => {
                assert_eq!((modes, cases), (864, 864));
                ("term check", 1, usize::from(mismatch.is_none()))
            }
            Line::Lemma(_, verdict, _) => ("lemma", 1, usize::from(verdict == Verdict::Proved)),
            Line::Selectors { modes, other, .. } => {
                ("selectors", modes, if other.is_none() { modes } else { 0 })
            }
            Line::Mode(_, verdict, _) => ("mode", 1, usize::from(verdict == Verdict::Proved)),
            Line::Alternative(alternative, mode, comparison, _) => {
                let is_right = match comparison {
                    Comparison::Equal => alternative.condition(&mode.into()).is_none(),
                    Comparison::Differs(_) => alternative.condition(&mode.into()).is_some(),
                    _ => false,
                };
                ("alternative", 1, usize::from(is_right))
            }
            Line::Foundation { subject, proved, of, .. } => (subject, of, proved),
            Line::Group(group, verdict, _) => {
                ("group", group.modes.len() - verdict.unspecified, verdict.proved)
            }
            Line::Reading(row, verdict, _) => {
                let is_right = verdict.unforeseen.is_empty() && verdict.unknown.is_empty();
                // No word has the comparisons of P7.
                ("reading", 1, usize::from(is_right && verdict.differs.is_empty() == (row.id == "P7")))
            }
        };
        let [count, all, good] = found.entry(what).or_default();
        (*count, *all, *good) = (*count + 1, *all + of, *good + right);
        Ok::<(), SolverError>(())
    });
    run.unwrap();
    assert_eq!(lines, plan.lines());
    let expected = [
        ("alternative", [864 * ALTERNATIVES.len(); 3]),
        ("group", [1330, 115_808, 115_808]),
        ("lemma", [54; 3]),
        ("mode", [864; 3]),
        ("modes of the family with any operands", [1, 732, 732]),
        ("operands of the family", [1, 16, 16]),
        ("reading", [FAMILY_ROWS.len(); 3]),
        ("selectors", [1, 4704, 4704]),
        ("term check", [1; 3]),
    ];
    assert_eq!(found, expected.into());
}
