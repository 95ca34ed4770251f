//! The accepted set is that of `ptxas` 12.9.86: its recorded verdicts, each compared with ours.

use crate::table::{codes, expand, rows, same_complaint};
use vmad_ptx::syntax::parse;

const SELECT: [&str; 7] = ["", ".b0", ".b1", ".b2", ".b3", ".h0", ".h1"];

/// Compares one verdict, and if asked to what it complains about; what differs is added to the list.
pub(crate) fn compare(line: &str, message: &str, complaints: bool, differences: &mut Vec<String>) {
    let ours = parse(line);
    let same = match &ours {
        Ok(_) => !message.contains("error"),
        Err(error) => message.contains("error") && (!complaints || same_complaint(&error.kind, message)),
    };
    if !same {
        differences.push(format!("{line}\n    ptxas: {message}\n    ours:  {ours:?}"));
    }
}

pub(crate) fn assert_none(differences: &[String], of: usize) {
    assert!(
        differences.is_empty(),
        "{} of {of} verdicts differ:\n{}",
        differences.len(),
        differences.iter().take(20).map(String::as_str).collect::<Vec<_>>().join("\n")
    );
}

/// Selected operands: the last turns fastest.
fn selected(d: &str, [a, b, c]: [&str; 3], selects: &[&str], shapes: &mut Vec<String>) {
    for asel in selects {
        for bsel in selects {
            shapes.push(format!("{d}, {a}{asel}, {b}{bsel}{c};"));
        }
    }
}

/// Negated operands, with each of the `c`s.
fn signed(ds: &[&str], cs: &[&str], selects: &[&str], shapes: &mut Vec<String>) {
    for dsel in ds {
        for (a, b) in [("%a", "%b"), ("%a", "-%b"), ("-%a", "%b"), ("-%a", "-%b")] {
            for c in cs {
                selected(&format!("%d{dsel}"), [a, b, c], selects, shapes);
            }
        }
    }
}

/// The operand shapes as the table's head describes them.
fn shapes(name: &str) -> Vec<String> {
    let mut shapes = Vec::new();
    let both_c = [", %c", ", -%c"];
    match name {
        "tail" => {
            for dsel in SELECT {
                for c in ["", ", %c"] {
                    selected(&format!("%d{dsel}"), ["%a", "%b", c], &SELECT, &mut shapes);
                }
            }
            signed(&SELECT[..2], &both_c, &["", ".h1"], &mut shapes);
            signed(&SELECT[..1], &[""], &["", ".h1"], &mut shapes);
        }
        "vmad" => signed(&SELECT[..2], &both_c, &SELECT, &mut shapes),
        other => panic!("no shapes are called {other}"),
    }
    shapes
}

/// Every combination of modifiers of all nine, and every foreign modifier, with every shape of operands; the short form
/// takes every 8th shape.
#[test]
fn every_combination_of_modifiers() {
    let table = include_str!("../data/ptxas-modifiers.tsv");
    let codes = codes(table);
    let (mut differences, mut count, mut accepted) = (Vec::new(), 0, 0);
    let step = vmad_testing::step(8);
    for (index, row) in rows(table).enumerate() {
        let [mnemonic, name, runs] = row[..] else { panic!("three columns: {row:?}") };
        let (shapes, verdicts) = (shapes(name), expand(runs));
        assert_eq!(shapes.len(), verdicts.len(), "{mnemonic}");
        for (shape, verdict) in shapes.iter().zip(verdicts).skip(index % step).step_by(step) {
            let message = codes[verdict];
            compare(&format!("{mnemonic} {shape}"), message, true, &mut differences);
            count += 1;
            accepted += usize::from(message == "ok");
        }
    }
    assert_none(&differences, count);
    assert!(
        count > 1_000_000 / step && accepted > 100_000 / step,
        "the table is whole: {count} verdicts, {accepted} of them ok"
    );
}

/// Random lines, half of them legal, some of them hardly instructions at all.
#[test]
fn random_lines() {
    let mut differences = Vec::new();
    let (mut count, mut accepted) = (0, 0);
    for row in rows(include_str!("../data/ptxas-random.tsv")) {
        let [line, word, messages] = row[..] else { panic!("three columns: {row:?}") };
        // A line alone does not have the declarations: which registers there are, vectors among them, and predicates.
        if messages.contains("Unknown symbol")
            || messages.starts_with("Unknown video selector: '.x'")
            || messages.starts_with("Predicate expression expected")
        {
            continue;
        }
        // Where a line is wrong in several ways, the two may disagree on which to name.
        // Whether a rounding modifier may be missing depends on target and version: legality, not syntax.
        if messages.contains("Rounding modifier required") {
            continue;
        }
        compare(line, &format!("{word} {messages}"), false, &mut differences);
        count += 1;
        accepted += usize::from(word == "ok");
    }
    assert_none(&differences, count);
    assert!(count > 5_800 && accepted > 2_700, "{count} lines, {accepted} of them ok");
}

/// The 450 lines of `vmad` with the SASS that `ptxas` made of them.
#[test]
fn vmad_lines() {
    let mut differences = Vec::new();
    let mut count = 0;
    for row in rows(include_str!("../data/ptxas-sm50-vmad.tsv")) {
        let [line, word, rest] = row[..] else { panic!("three columns: {row:?}") };
        let message = if word == "ok" { "ok".to_owned() } else { format!("error {rest}") };
        compare(line, &message, true, &mut differences);
        count += 1;
    }
    assert_none(&differences, count);
    assert_eq!(count, 450);
}
