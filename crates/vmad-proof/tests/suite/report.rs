//! The lines and the totals of the proof.

use std::time::Duration;

use vmad_map::meaning::{Group, groups};
use vmad_map::{
    divergence::Differs,
    rows::{D5, rivals},
};
use vmad_proof::report::{JsonLine, Tally, text};
use vmad_proof::{
    confirm::Counterexample,
    lemma::Lemma,
    prover::Verdicts,
    rival::rival_modes,
    table::{Subject, TableLine},
};
use vmad_unit::Operation;

fn group(name: &str) -> Group {
    groups().find(|group| group.kind.name() == name).unwrap()
}

fn line(subject: Subject, verdicts: Verdicts) -> TableLine {
    TableLine { subject, verdicts, time: Duration::ZERO }
}

fn differs(operation: Operation) -> Counterexample {
    Counterexample { operation, inputs: [1, 2, 3], wire: "result", unit: i64::MIN.into(), manual: 5 }
}

fn unknown(operation: Operation, times: usize) -> Verdicts {
    Verdicts { unknown: vec![(Some(operation), "time".to_owned()); times], ..Verdicts::default() }
}

/// A refuted mode is named with its inputs, and an unknown one with the reason; a rival tells in how many modes it
/// differs.
#[test]
fn lines_name_what_is_not_proved() {
    let group = group("VADD");
    let operation = group.modes[0];
    let difference = differs(operation);
    let modes = || Subject::Modes(group.clone());
    let reading = || Subject::Rival { rival: &D5, modes: Vec::new() };
    let none = Verdicts { proved: 5, ..Verdicts::default() };
    let unknown = Verdicts { proved: 5, ..unknown(operation, 4) };
    let refuted = |times| Verdicts { refuted: vec![difference; times], ..none.clone() };
    for (subject, verdicts, word, of, why) in [
        (modes(), Verdicts { unspecified: 9, ..none.clone() }, "proved", "5 of 5 modes", ""),
        (modes(), refuted(1), "refuted", "5 of 6 modes", "Vadd"),
        (modes(), unknown.clone(), "unknown", "5 of 9 modes", ": time"),
        (reading(), none.clone(), "equal", "0 of 5 modes", ""),
        (reading(), Verdicts { differs: vec![difference; 2], ..none.clone() }, "differs", "2 of 7 modes", ""),
        (reading(), unknown.clone(), "unknown", "0 of 9 modes", "time"),
        (
            reading(),
            Verdicts { unknown: unknown.unknown.clone(), ..refuted(3) },
            "refuted",
            "0 of 12 modes",
            "does not name",
        ),
        (Subject::Terms { cases: 7 }, unknown.clone(), "refuted", "7 inputs", "time"),
    ] {
        let row = JsonLine::of(&line(subject, verdicts));
        assert_eq!((row.verdict, row.is_proved()), (word, why.is_empty()));
        assert!(row.subject.ends_with(of), "{}", row.subject);
        assert_eq!(row.why.is_none(), why.is_empty());
        assert!(row.why.iter().all(|text| text.contains(why)), "{:?}", row.why);
    }
}

/// The line of a rival has the condition of the mode.
#[test]
fn lines_of_rivals_have_their_conditions() {
    for rival in rivals() {
        for operation in rival_modes(rival).into_iter().step_by(7) {
            let verdicts = Verdicts { differs: vec![differs(operation)], ..Verdicts::default() };
            let subject = Subject::Rival { rival, modes: Vec::new() };
            let text = text(&line(subject, verdicts), str::to_owned);
            assert!(text.starts_with(rival.id), "{text}");
            let has_condition = matches!(rival.differs_in_mode(&operation), Differs::Where(_));
            assert_eq!(text.contains("exactly where"), has_condition, "{text}");
        }
    }
}

/// The totals are those of the lines.
#[test]
fn every_line_is_in_the_totals() {
    let difference = differs(group("VADD").modes[0]);
    let of = |proved, unspecified| Verdicts { proved, unspecified, ..Verdicts::default() };
    let modes = |name, verdicts| line(Subject::Modes(group(name)), verdicts);
    let lemma = |verdicts| line(Subject::Lemma(Lemma::Multiplier), verdicts);
    let reading = Verdicts { differs: vec![difference; 2], ..of(3, 0) };
    let mut tally = Tally::default();
    for line in [
        lemma(of(1, 0)),
        lemma(of(1, 0)),
        modes("VMAD", of(24, 0)),
        modes("VADD", of(40, 5)),
        modes("VADD", of(20, 6)),
        line(Subject::Rival { rival: &D5, modes: Vec::new() }, reading),
        lemma(Verdicts { unknown: vec![(None, "time".to_owned())], ..Verdicts::default() }),
        modes("VMNMX", Verdicts { refuted: vec![difference], ..of(7, 0) }),
    ] {
        tally.count(&line);
    }
    assert_eq!((tally.refuted, tally.unknown), (1, 1));
    let mut text = Vec::new();
    tally.print(&mut text).unwrap();
    let text = String::from_utf8(text).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "VMAD 24 of 24 modes proved for all inputs VADD 60 of 60 modes proved for all inputs; 11 others have no PTX",
        "VMNMX 7 of 8 modes proved for all inputs D5, ",
        "equal in 3 modes, differs in 2 (",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let sentence =
        "2 of 3 lemmas and 91 of 92 modes proved, 1 of 17 readings followed, 1 line refuted, 1 unknown";
    assert_eq!(tally.sentence(), sentence);
}
