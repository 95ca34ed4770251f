//! The list of pairs, and the steps from a measurement to a line of the table. No test depends on a speed.

use std::{cell::Cell, collections::HashSet, process::Command, rc::Rc, time::Duration};

use vmad_bench::{
    Pair, Side, Target,
    measure::{Effort, Measured, Rates, measure},
    pairs,
    table::table,
};

#[test]
fn every_pair_has_a_name_of_its_own_and_a_target() {
    let pairs = pairs::named(None);
    let names: HashSet<String> = pairs.iter().map(Pair::full_name).collect();
    assert_eq!(names.len(), pairs.len());
    assert!(pairs.iter().all(|pair| {
        let (Target::Ratio(least) | Target::Rate(least)) = pair.target;
        least > 0.0 && least.is_finite()
    }));
    let groups: Vec<&str> =
        pairs.chunk_by(|first, second| first.group == second.group).map(|group| group[0].group).collect();
    assert_eq!(groups.iter().collect::<HashSet<_>>().len(), groups.len(), "a group's pairs stand together");
    assert_eq!(pairs.iter().filter(|pair| pair.group == "batch-far").count(), 864);
    let named = pairs::named(Some("execute/one"));
    assert!(!named.is_empty() && named.iter().all(|pair| pair.full_name().contains("execute/one")));
}

#[test]
fn the_sides_take_turns() {
    let last = Rc::new(Cell::new(' '));
    let changes = Rc::new(Cell::new(0));
    let (of_sides, of_changes) = (last, Rc::clone(&changes));
    let pair = Pair::new("turns", "", "runs", Target::Ratio(1.0), move || {
        let side = |letter| {
            let (last, changes) = (Rc::clone(&of_sides), Rc::clone(&of_changes));
            Side::new("side", 3, move || {
                if last.replace(letter) != letter {
                    changes.set(changes.get() + 1);
                }
            })
        };
        Ok([side('s'), side('p')])
    });
    let measured = measure(&pair, Effort { rounds: 9, turn: Duration::ZERO }).expect("it can be built");
    // One change to each side to warm it up, then two a round.
    assert_eq!(changes.get(), 2 + 2 * 9);
    assert!(measured.ratio > 0.0 && measured.subject.best >= measured.subject.median);
    // Of one round, the ratio is that of the rates.
    let measured = measure(&pair, Effort { rounds: 1, turn: Duration::ZERO }).expect("it can be built");
    let ratio = measured.subject.best / measured.peer.best;
    assert!((measured.ratio - ratio).abs() < 1e-9 && (measured.ratio_of_best - ratio).abs() < 1e-9);
}

fn measured(name: String, ratio: f64) -> Measured {
    let rates = |name, rate: f64| Rates { name, median: rate, best: rate };
    let (subject, peer) = (rates("mine", ratio * 2e9), rates("theirs", 2e9));
    Measured {
        group: "group",
        name,
        unit: "words",
        subject,
        peer,
        ratio,
        ratio_of_best: ratio,
        target: Target::Ratio(0.5),
    }
}

#[test]
fn a_table_has_a_line_a_pair_and_sums_a_large_group_up() {
    let lines = |measured: &[Measured], every| -> Vec<String> {
        table(measured, every).to_string().lines().skip(2).map(str::to_owned).collect()
    };
    let has = |line: &str, parts: &[&str]| assert!(parts.iter().all(|part| line.contains(part)), "{line}");
    let few = lines(&[measured("a".into(), 0.75), measured("b".into(), 0.25)], false);
    has(&few[0], &["group/a", "1.500 G words/s", " reached "]);
    has(&few[1], &["group/b", "500.000 M words/s", " missed "]);
    // A rate is printed as such.
    let to_rate = |least| Measured { target: Target::Rate(least), ..measured("c".into(), 0.75) };
    let rates = lines(&[to_rate(1.5e9), to_rate(1.6e9)], false);
    has(&rates[0], &[" reached "]);
    has(&rates[1], &[" missed ", " 1.600 G words/s, best: 1.500 G words/s "]);

    let many: Vec<Measured> =
        (0..101).map(|index| measured(index.to_string(), f64::from(index * 7 % 101) / 100.0)).collect();
    let summed = lines(&many, false);
    has(&summed[0], &["worst: group/0 ", "51 of 101 reach it"]);
    has(&summed[1], &["median: group/36 "]);
    has(&summed[2], &["best: group/72 "]);
    assert_eq!(lines(&many, true).len(), 101);
    // A group of eight is not large.
    assert_eq!([8, 9].map(|count| lines(&many[..count], false).len()), [8, 3]);
}

fn ratios(arguments: &[&str]) -> (Option<i32>, String) {
    // No valgrind is on this path.
    let output = Command::new(env!("CARGO_BIN_EXE_ratios")).args(arguments).env("PATH", "").output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn exit_codes_tell_what_was_done() {
    let execute = "execute/one-setting\nexecute/any-setting\n";
    assert_eq!(ratios(&["execute", "--list"]), (Some(0), execute.to_owned()));
    assert_eq!(ratios(&["no such pair"]), (Some(2), String::new()));
    assert_eq!(ratios(&["execute", "--instructions"]), (Some(1), String::new()));
    assert_eq!(ratios(&["execute/any-setting", "--run-subject=1"]), (Some(0), String::new()));
    // Not the name of a pair, although one begins with it.
    assert_eq!(ratios(&["execute/one", "--run-subject=1"]).0, Some(1));
    let (code, text) = ratios(&["execute/one-setting", "--rounds=1", "--turn=1"]);
    assert!(code == Some(0) && text.contains("| execute/one-setting "), "{text}");
}

/// Every reader takes linear time, by the instructions that callgrind counts.
#[test]
fn no_reader_is_steep() {
    if !vmad_testing::long() {
        return vmad_testing::skip("the slopes of readers", "they are of the long form");
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        return vmad_testing::skip("the slopes of readers", "valgrind cannot be started");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_ratios")).arg("--slopes").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let lines = String::from_utf8_lossy(&output.stdout).lines().count();
    assert_eq!(lines, vmad_bench::slopes::READERS.len());
}
