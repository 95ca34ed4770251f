//! The proof of the family: every mode is proved, and a family with an altered operation is not.

use std::{
    cell::RefCell,
    collections::{BTreeMap, HashSet},
};

use vmad_ptx::{reading::Reading, video::evaluate};
use vmad_unit::{Bits, Logic, Machine, Operation, Selector, Sign, Wire};
use vmad_xcheck::{
    family::{Group, groups, ptx, specified},
    map::FAMILY_ROWS,
    proof::family::{
        Family, FamilyProver, GroupVerdict, UnitFamily, operand_lemmas, plain_mode, plain_modes,
        reading_modes,
    },
    row::Row,
};

use crate::{
    common,
    proof_mutants::{Altered, Fault},
};

/// The lemmas of the operands of `GROUPS`.
fn lemmas() -> Vec<Operation> {
    let is_used = |lemma: &Operation| match lemma {
        Operation::Vabsdiff(mode) => {
            matches!(mode.a.selector, Selector::B0 | Selector::B1 | Selector::H1)
                && mode.a.sign == Sign::Unsigned
        }
        _ => true,
    };
    operand_lemmas().into_iter().filter(is_used).collect()
}

/// Operands with and without a selector: a pair, an operand and an amount, and the lanes.
const GROUPS: [&str; 3] = ["U8.B1 U16.H1", "U8.B1 U8", "1230 5476"];

/// The route of the table for some modes: the lemmas, the plain modes, then the group.
fn prove(prover: &FamilyProver<'_, impl Family>, group: &Group) -> GroupVerdict {
    let proves = |mode: &Operation| prover.lemma(mode).unwrap_or_else(|error| panic!("{error}"));
    let lemmas: Vec<_> = lemmas().into_iter().filter(proves).collect();
    let plain = prover.plain(&plain_modes([group])).unwrap_or_else(|error| panic!("{error}"));
    let verdict = prover.group(group, &lemmas, &plain.into_iter().collect());
    verdict.unwrap_or_else(|error| panic!("{error}"))
}

/// The groups have every mode once.
#[test]
fn the_groups_are_every_mode() {
    let mut modes = BTreeMap::<&str, usize>::new();
    let mut seen = HashSet::new();
    for group in groups() {
        *modes.entry(group.mnemonic).or_default() += group.modes.len();
        assert!(group.modes.iter().all(|mode| mode.mnemonic() == group.mnemonic && seen.insert(*mode)));
    }
    let expected = [
        ("VABSDIFF", 196 * 32),
        ("VABSDIFF4", 154 * 512),
        ("VADD", 196 * 32 * 4),
        ("VMNMX", 196 * 32 * 2),
        ("VSET", 196 * 8 * 8),
        ("VSETP", 196 * 8 * 3 * 2),
        ("VSHL", 98 * 32 * 2),
        ("VSHR", 98 * 32 * 2),
    ];
    assert_eq!(modes, expected.into());
}

/// `vmad check --prove` has every mode; the short form has one set of modifiers in 27.
#[test]
fn modes_of_every_pair_of_operands_are_proved() {
    let Some(solver) = common::solver("modes_of_every_pair_of_operands_are_proved") else { return };
    let prover = FamilyProver { solver: &solver, family: &UnitFamily };
    let lemmas = operand_lemmas();
    for lemma in &lemmas {
        assert!(prover.lemma(lemma).unwrap(), "{lemma:?}");
    }
    let all: Vec<_> = groups().collect();
    let plain: Vec<_> = plain_modes(&all).into_iter().step_by(vmad_testing::step(27)).collect();
    let proved = prover.plain(&plain).unwrap();
    assert_eq!(proved, plain);
    let proved: HashSet<_> = proved.into_iter().collect();
    // A mode that is not composed of what is proved is asked about, and not proved.
    let (undecided, _folder) = common::undecided();
    let prover = FamilyProver { solver: &undecided, family: &UnitFamily };
    assert_eq!(prover.plain(&plain[..5]).unwrap(), []);
    for (at, group) in all.into_iter().step_by(vmad_testing::step(19)).enumerate() {
        let (proved_modes, others): (Vec<_>, Vec<_>) =
            group.modes.iter().partition(|mode| proved.contains(&plain_mode(mode)));
        let modes = Group { modes: proved_modes, ..group.clone() };
        let verdict = prover.group(&modes, &lemmas, &proved).unwrap();
        let expected = GroupVerdict { proved: modes.modes.len(), ..GroupVerdict::default() };
        assert_eq!(verdict, expected, "{} {}", group.mnemonic, group.operands);
        if at % 20 == 0 {
            let some = Group { modes: modes.modes.iter().take(2).copied().collect(), ..group.clone() };
            for without in [prover.group(&some, &[], &proved), prover.group(&some, &lemmas, &HashSet::new())]
            {
                let without = without.unwrap();
                assert_eq!((without.proved, without.unknown.len()), (0, some.modes.len()), "{without:?}");
            }
        }
        assert!(!others.is_empty() || vmad_testing::long());
    }
}

/// The rivals of the proof. The short form has every 61st mode of a row, `vmad check --prove` all.
#[test]
fn readings_differ_where_the_rows_say_and_nowhere_else() {
    let Some(solver) = common::solver("readings_differ_where_the_rows_say_and_nowhere_else") else { return };
    let prover = FamilyProver { solver: &solver, family: &UnitFamily };
    let step = vmad_testing::cases(61, 13);
    for row in FAMILY_ROWS {
        let modes: Vec<_> = reading_modes(row).into_iter().step_by(step).collect();
        let verdict = prover.reading(row, &modes, &HashSet::new()).unwrap();
        assert!(verdict.unforeseen.is_empty() && verdict.unknown.is_empty(), "{}: {verdict:?}", row.id);
        assert_eq!(verdict.equal + verdict.differs.len(), modes.len(), "{}", row.id);
        // No word has the comparisons of P7.
        assert_eq!(verdict.differs.is_empty(), row.id == "P7", "{}", row.id);
        assert!(verdict.differs.iter().all(|it| it.results[0] != it.results[1]));
    }
}

/// A row that names too few modes is refuted by inputs; one that names too many, or whose mode is not proved, has no
/// result.
#[test]
fn a_wrong_row_is_found_out() {
    let Some(solver) = common::solver("a_wrong_row_is_found_out") else { return };
    let prover = FamilyProver { solver: &solver, family: &UnitFamily };
    for row in FAMILY_ROWS.into_iter().filter(|row| row.id != "P7") {
        let modes = reading_modes(row);
        let of = |differs: bool| modes.iter().find(|mode| row.differs_in_mode(mode) == differs);
        let never = Row { cases: |_| false, ..*row };
        let verdict = prover.reading(&never, &[*of(true).unwrap()], &HashSet::new()).unwrap();
        assert_eq!((verdict.unforeseen.len(), verdict.equal), (1, 0), "{}", row.id);
        let named = *of(true).unwrap();
        let verdict = prover.reading(row, &[named], &HashSet::from([named])).unwrap();
        assert_eq!((verdict.unknown.len(), verdict.differs.len()), (1, 0), "{}", row.id);
        let Some(mode) = of(false) else { continue };
        let verdict = prover.reading(&never, &[named, *mode], &HashSet::new()).unwrap();
        assert_eq!((verdict.unforeseen.len(), verdict.equal), (1, 1), "{}", row.id);
        let always = Row { cases: |_| true, ..*row };
        let verdict = prover.reading(&always, &[*mode], &HashSet::new()).unwrap();
        assert_eq!((verdict.unknown.len(), verdict.differs.len()), (1, 0), "{}", row.id);
    }
}

/// The family with A and B exchanged.
struct Exchanged;

impl Family for Exchanged {
    fn compute<L: Logic>(
        &self,
        logic: &L,
        wires: &mut Vec<Wire<L::Any>>,
        operation: &Operation,
        [a, b, c]: [L::Bits<32>; 3],
    ) -> L::Bits<32> {
        operation.compute(logic, wires, [b, a, c])
    }
}

#[test]
fn a_lemma_fails_for_another_operand() {
    let Some(solver) = common::solver("a_lemma_fails_for_another_operand") else { return };
    let prover = FamilyProver { solver: &solver, family: &Exchanged };
    let lemmas = operand_lemmas();
    // 14 operands, and the bytes of each sign.
    assert_eq!(lemmas.len(), 14 + 2);
    for lemma in lemmas {
        assert!(!prover.lemma(&lemma).unwrap(), "{lemma:?}");
    }
}

/// The solver is not asked about a mode that nothing specifies.
#[test]
fn modes_without_ptx_are_counted() {
    let Some(solver) = common::solver("modes_without_ptx_are_counted") else { return };
    let prover = FamilyProver { solver: &solver, family: &UnitFamily };
    let mut group = groups().find(|group| group.mnemonic == "VADD").unwrap();
    group.modes.retain(|mode| specified(mode).is_none());
    let count = group.modes.len();
    assert!(count > 1);
    let verdict = prover.group(&group, &[], &HashSet::new()).unwrap();
    assert_eq!(verdict, GroupVerdict { unspecified: count, ..GroupVerdict::default() });
}

/// A mode that is not composed of proved facts is decided by itself: here, without any lemma.
#[test]
fn a_mode_without_lemmas_is_a_question_of_its_own() {
    let Some(solver) = common::solver("a_mode_without_lemmas_is_a_question_of_its_own") else { return };
    let prover = FamilyProver { solver: &solver, family: &UnitFamily };
    for mut group in groups().step_by(197) {
        group.modes = group.modes.into_iter().step_by(23).collect();
        let verdict = prover.group(&group, &[], &HashSet::new()).unwrap();
        assert_eq!(verdict.proved + verdict.unspecified, group.modes.len(), "{verdict:x?}");
    }
}

/// The family with its `at`-th operation altered.
#[derive(Debug)]
struct Faulty {
    at: usize,
    fault: Fault,
}

impl Family for Faulty {
    fn compute<L: Logic>(
        &self,
        logic: &L,
        wires: &mut Vec<Wire<L::Any>>,
        operation: &Operation,
        inputs: [L::Bits<32>; 3],
    ) -> L::Bits<32> {
        let altered = Altered { logic, at: self.at, fault: self.fault, done: RefCell::default() };
        operation.compute(&altered, wires, inputs)
    }
}

/// How many operations a mode has.
fn length(mode: &Operation) -> usize {
    let counting =
        Altered { logic: &Machine, at: usize::MAX, fault: Fault::Inverted, done: RefCell::default() };
    mode.compute(&counting, &mut Vec::new(), [Bits::wrap(0); 3]);
    counting.done.take().len()
}

/// Whether the altered mode differs from the PTX on one of many random inputs.
fn differs(faulty: &Faulty, mode: &Operation) -> bool {
    let oracle = ptx(mode).expect("the mode has PTX");
    let mut random = fastrand::Rng::with_seed(0x5eed);
    (0..3000).any(|round| {
        let inputs = [(); 3].map(|()| random.u32(..) >> (round % 3 * random.u32(..11)));
        let [a, b, c] = inputs;
        let ports = inputs.map(|input| Bits::wrap(input.into()));
        let found = faulty.compute(&Machine, &mut Vec::new(), mode, ports).unsigned() as u32;
        found != evaluate(&oracle, a, b, c, &Reading::DEFAULT)
    })
}

/// An altered operation that changes a result is refuted, by inputs on which the results differ; what is proved differs on
/// no random input. Every 97th is taken, in the short form every 291st: all take hours.
#[test]
fn every_altered_operation_is_refuted() {
    let Some(solver) = common::solver("the family: every_altered_operation_is_refuted") else { return };
    let (mut count, step) = (0, 97 * vmad_testing::step(3));
    let mut refuted = BTreeMap::<&str, usize>::new();
    // The predicates of VSETP have no PTX to run.
    let has_ptx = |group: &Group| group.mnemonic != "VSETP";
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
                    let prover = FamilyProver { solver: &solver, family: &faulty };
                    let verdict = prove(&prover, &Group { modes: vec![*mode], ..group.clone() });
                    let place = format!("{mode:?}: operation {at}, {fault:?}: {verdict:x?}");
                    assert!(verdict.unknown.is_empty(), "{place}");
                    assert_eq!(verdict.proved + verdict.refuted.len(), 1, "{place}");
                    if differs(&faulty, mode) {
                        assert_eq!(verdict.proved, 0, "{place}");
                    }
                    for found in &verdict.refuted {
                        assert_ne!(found.results[0], found.results[1], "{place}");
                        *refuted.entry(group.mnemonic).or_default() += 1;
                    }
                }
            }
        }
    }
    let instructions: Vec<_> = refuted.keys().copied().collect();
    assert_eq!(instructions, ["VABSDIFF", "VABSDIFF4", "VADD", "VMNMX", "VSET", "VSHL", "VSHR"]);
}
