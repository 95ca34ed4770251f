//! The proof of modes: every mode is proved, and one with an altered operation is not.

use std::collections::{BTreeMap, HashSet};

use vmad_map::meaning::{Group, groups, ptx, specified};
use vmad_proof::{
    base::base_mode,
    confirm,
    datapath::{Datapath, Unit},
    lemma::{Lemma, foundations},
    prover::{Proved, Prover, Verdict, Verdicts},
    table::bases,
};
use vmad_unit::{Kind, Logic, Operand, Operation, Wire};

use crate::{
    common::{self, Exchanged},
    mutants::{Fault, Faulty, differs, length},
};

/// Operands with and without a selector: a pair, an operand and an amount, and the lanes.
const GROUPS: [&str; 3] = ["U8.B1 U16.H1", "U8.B1 U8", "1230 5476"];

/// The lemmas of the operands of a mode.
fn lemmas(mode: &Operation) -> Vec<Lemma> {
    match mode.operands() {
        Some(operands) => operands.map(Lemma::Operand).into(),
        None => Lemma::of_operands().filter(|lemma| matches!(lemma, Lemma::Bytes(_))).collect(),
    }
}

/// The route of the table for one mode: the lemmas, the base mode, then the group.
fn prove(prover: &Prover<'_, impl Datapath>, group: &Group) -> Verdicts {
    let mode = &group.modes[0];
    let lemmas = lemmas(mode).into_iter().chain(foundations(mode));
    let lemmas = lemmas.filter(|lemma| prover.lemma(*lemma) == Verdict::Proved).collect();
    let bases = prover.bases(&[base_mode(mode)]);
    prover.group(group, &Proved { lemmas, bases })
}

/// The groups have every mode once.
#[test]
fn the_groups_are_every_mode() {
    let mut modes = BTreeMap::<&str, usize>::new();
    let mut seen = HashSet::new();
    for group in groups() {
        *modes.entry(group.kind.name()).or_default() += group.modes.len();
        assert!(group.modes.iter().all(|mode| mode.kind() == group.kind && seen.insert(*mode)));
    }
    let expected = [
        ("VABSDIFF", 196 * 32),
        ("VABSDIFF4", 154 * 512),
        ("VADD", 196 * 32 * 4),
        ("VMAD", 196 * 24),
        ("VMNMX", 196 * 32 * 2),
        ("VSET", 196 * 8 * 8),
        ("VSETP", 196 * 8 * 3 * 2),
        ("VSHL", 98 * 32 * 2),
        ("VSHR", 98 * 32 * 2),
    ];
    assert_eq!(modes, expected.into());
}

/// Base modes with one set of modifiers in 27, and their modes in one group of 37, in the short form half of them. `vmad
/// prove` has all.
#[test]
fn modes_of_every_pair_of_operands_are_proved() {
    let solver = common::solver();
    let prover = Prover { solver: &solver, datapath: &Unit };
    let lemmas: HashSet<_> = Lemma::of_operands().collect();
    for lemma in &lemmas {
        assert_eq!(prover.lemma(*lemma), Verdict::Proved, "{lemma}");
    }
    // The lemmas on products take long, and have a test of their own.
    let lemmas = Lemma::all().collect();
    let all: Vec<_> = bases().into_iter().flat_map(|group| group.modes).collect();
    let some: Vec<_> = all.into_iter().step_by(27 * vmad_testing::step(2)).collect();
    let bases =
        some.chunk_by(|one, other| (one.mnemonic(), one.operands()) == (other.mnemonic(), other.operands()));
    let bases: HashSet<_> = bases.flat_map(|modes| prover.bases(modes)).collect();
    assert_eq!(bases.len(), some.len());
    let proved = Proved { lemmas, bases };
    for (at, group) in groups().step_by(37 * vmad_testing::step(2)).enumerate() {
        let is_of_a_base = |mode: &Operation| proved.bases.contains(&base_mode(mode));
        let modes: Vec<_> = group.modes.iter().copied().filter(is_of_a_base).collect();
        let modes = Group { modes, ..group.clone() };
        let verdicts = prover.group(&modes, &proved);
        let expected = Verdicts { proved: modes.modes.len(), ..Verdicts::default() };
        assert_eq!(verdicts, expected, "{} {}", group.kind, group.operands);
        // A mode that does not follow from what is proved is asked about.
        if at % 20 == 0 {
            let some = Group { modes: modes.modes.iter().take(2).copied().collect(), ..group.clone() };
            let foundations: HashSet<_> = some.modes.iter().flat_map(foundations).collect();
            let without = Proved { lemmas: foundations, bases: HashSet::new() };
            assert_eq!(prover.group(&some, &without).proved, some.modes.len());
            let nothing = prover.group(&some, &Proved::default());
            let is_vmad = group.kind == Kind::Vmad;
            assert_eq!(nothing.proved, if is_vmad { 0 } else { some.modes.len() }, "{nothing:?}");
        }
    }
}

/// The short form has a few lemmas of each kind.
#[test]
fn lemmas_are_proved() {
    let solver = common::solver();
    let prover = Prover { solver: &solver, datapath: &Unit };
    assert_eq!(Lemma::all().count(), 14 + 2 + 1 + 3 + 36);
    for lemma in Lemma::all().step_by(vmad_testing::step(5)) {
        let is_long = matches!(lemma, Lemma::Product(a, b) if a.width.bits() + b.width.bits() > 32);
        if !is_long || vmad_testing::long() {
            assert_eq!(prover.lemma(lemma), Verdict::Proved, "{lemma}");
        }
    }
}

#[test]
fn a_lemma_fails_for_another_operand() {
    let solver = common::solver();
    let prover = Prover { solver: &solver, datapath: &Exchanged };
    for lemma in Lemma::of_operands() {
        let verdict = prover.lemma(lemma);
        // |a - b| is |b - a|: of the bytes no result differs, so no execution confirms the inputs.
        let is_right = match lemma {
            Lemma::Bytes(_) => matches!(verdict, Verdict::Unknown(_)),
            _ => matches!(verdict, Verdict::Refuted(_)),
        };
        assert!(is_right, "{lemma}: {verdict:?}");
    }
}

/// The unit, with another rule for the modes that the proof of a base mode covers: they take C inverted.
struct OtherRule;

impl Datapath for OtherRule {
    fn compute<L: Logic>(
        &self,
        logic: &L,
        wires: &mut Vec<Wire<L::Any>>,
        operation: &Operation,
        [a, b, c]: [L::Bits<32>; 3],
    ) -> L::Bits<32> {
        let c = if base_mode(operation) == *operation { c } else { logic.invert(&c) };
        operation.compute(logic, wires, [a, b, c])
    }
}

/// A base mode covers a mode only if the mode is composed as it is: the lemmas and the base modes are proved of this
/// datapath, and still each mode that computes something else is refuted.
#[test]
fn a_selector_with_another_rule_is_found() {
    let solver = common::solver();
    let prover = Prover { solver: &solver, datapath: &OtherRule };
    let mut refuted = HashSet::new();
    for group in groups().filter(|group| GROUPS.contains(&group.operands.as_str())) {
        let some = group
            .modes
            .iter()
            .filter(|mode| specified(mode).is_some())
            .step_by(7)
            .take(vmad_testing::cases(1, 2));
        for mode in some {
            let bases = prover.bases(&[base_mode(mode)]);
            assert_eq!(bases.len(), 1, "{mode:?}");
            let proved = Proved { lemmas: Lemma::all().collect(), bases };
            for lemma in lemmas(mode) {
                assert_eq!(prover.lemma(lemma), Verdict::Proved, "{lemma}");
            }
            let verdicts = prover.group(&Group { modes: vec![*mode], ..group.clone() }, &proved);
            let differs =
                confirm::search([0; 3], |inputs| confirm::differs(&OtherRule, mode, inputs)).is_some();
            let found = (verdicts.proved, verdicts.refuted.len());
            assert_eq!(found, if differs { (0, 1) } else { (1, 0) }, "{mode:?}: {verdicts:?}");
            refuted.extend(differs.then_some(group.kind.name()));
        }
    }
    let all = ["VABSDIFF", "VABSDIFF4", "VADD", "VMAD", "VMNMX", "VSET", "VSETP", "VSHL", "VSHR"];
    assert_eq!(refuted, all.into());
}

/// The unit, which takes another A for one value of the port.
struct OneInput;

impl OneInput {
    const VALUE: i128 = 0x12_3456;
}

impl Datapath for OneInput {
    fn compute<L: Logic>(
        &self,
        logic: &L,
        wires: &mut Vec<Wire<L::Any>>,
        operation: &Operation,
        [a, b, c]: [L::Bits<32>; 3],
    ) -> L::Bits<32> {
        let is_below = |limit| logic.less(&a, &logic.constant(limit));
        let next = logic.add(&a, &logic.constant(1));
        let from_value = logic.choose(&is_below(Self::VALUE + 1), &next, &a);
        let a = logic.choose(&is_below(Self::VALUE), &a, &from_value);
        operation.compute(logic, wires, [a, b, c])
    }
}

/// Inputs that the solver alone finds, and those on which the execution of the codes does not differ.
#[test]
fn a_counterexample_is_what_the_codes_give() {
    let solver = common::solver();
    let lemma = Lemma::Operand(Operand::all().next().unwrap());
    let specified = |mode: &Operation| specified(mode).is_some();
    let modes: Vec<_> = [Kind::Vmad, Kind::Vadd, Kind::Vsetp]
        .map(|kind| groups().find(|group| group.kind == kind).unwrap())
        .map(|group| group.modes.into_iter().find(specified).unwrap())
        .into();
    let prover = Prover { solver: &solver, datapath: &OneInput };
    let verdicts = modes.iter().map(|mode| prover.mode(mode)).chain([prover.lemma(lemma)]);
    for verdict in verdicts {
        let Verdict::Refuted(found) = verdict else { panic!("{verdict:?}") };
        assert_eq!(i128::from(found.inputs[0]), OneInput::VALUE);
        assert_ne!(found.unit, found.manual);
    }
    let prover = Prover { solver: &solver, datapath: &common::InTerms(OneInput) };
    for verdict in [prover.mode(&modes[0]), prover.mode(&modes[1]), prover.lemma(lemma)] {
        let Verdict::Unknown(why) = verdict else { panic!("{verdict:?}") };
        assert!(why.contains("(\"a\", 123456)"), "{why}");
        assert!(why.ends_with(" refutes the terms and not the codes"), "{why}");
    }
}

/// The solver is not asked about a mode that nothing specifies.
#[test]
fn modes_without_ptx_are_counted() {
    let solver = common::solver();
    let prover = Prover { solver: &solver, datapath: &Unit };
    let mut group = groups().find(|group| group.kind == Kind::Vadd).unwrap();
    group.modes.retain(|mode| specified(mode).is_none());
    let count = group.modes.len();
    assert!(count > 1);
    let verdicts = prover.group(&group, &Proved::default());
    assert_eq!(verdicts, Verdicts { unspecified: count, ..Verdicts::default() });
}

/// An altered operation that changes a result is refuted, by inputs on which the results differ; what is proved differs on
/// no random input. Every 97th is taken, in the short form every 291st: all take hours.
#[test]
fn every_altered_operation_is_refuted() {
    let solver = common::solver();
    let (mut count, step) = (0, 97 * vmad_testing::step(3));
    let mut refuted = BTreeMap::<&str, usize>::new();
    // The predicates of VSETP have no PTX to run. `mutants` alters VMAD.
    let has_ptx = |group: &Group| ![Kind::Vmad, Kind::Vsetp].contains(&group.kind);
    for group in groups().filter(has_ptx).filter(|group| GROUPS.contains(&group.operands.as_str())) {
        let modes = group.modes.iter().filter(|mode| ptx(mode).is_ok());
        for mode in modes.step_by(29) {
            for at in 0..length(mode) {
                for fault in Fault::ALL {
                    count += 1;
                    if count % step != 0 {
                        continue;
                    }
                    let faulty = Faulty { at, fault };
                    let prover = Prover { solver: &solver, datapath: &faulty };
                    let verdict = prove(&prover, &Group { modes: vec![*mode], ..group.clone() });
                    let place = format!("{mode:?}: operation {at}, {fault:?}: {verdict:x?}");
                    assert!(verdict.unknown.is_empty(), "{place}");
                    assert_eq!(verdict.proved + verdict.refuted.len(), 1, "{place}");
                    if differs(&faulty, mode) {
                        assert_eq!(verdict.proved, 0, "{place}");
                    }
                    for found in &verdict.refuted {
                        assert_ne!(found.unit, found.manual, "{place}");
                        *refuted.entry(group.kind.name()).or_default() += 1;
                    }
                }
            }
        }
    }
    let instructions: Vec<_> = refuted.keys().copied().collect();
    assert_eq!(instructions, ["VABSDIFF", "VABSDIFF4", "VADD", "VMNMX", "VSET", "VSHL", "VSHR"]);
}
