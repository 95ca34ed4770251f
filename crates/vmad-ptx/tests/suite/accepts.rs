//! The accepted set is that of `ptxas` 12.9.86: its recorded verdicts, each compared with ours.

use crate::table::{codes, expand, rows, same_complaint};
use vmad_ptx::syntax::parse;

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

/// Every combination of modifiers of all nine, and every foreign modifier, with every shape of operands; the short form
/// takes every 8th shape.
#[test]
fn every_combination_of_modifiers() {
    let table = include_str!("../data/ptxas-modifiers.tsv");
    let codes = codes(table);
    let (mut differences, mut recorded, mut count, mut accepted) = (Vec::new(), 0, 0, 0);
    let step = vmad_testing::step(8);
    for (index, row) in rows(table).enumerate() {
        let [mnemonic, name, runs] = row[..] else { panic!("three columns: {row:?}") };
        let (shapes, verdicts) = (vmad_testing::shapes(name), expand(runs));
        assert_eq!(shapes.len(), verdicts.len(), "{mnemonic}");
        recorded += verdicts.len();
        for (shape, verdict) in shapes.iter().zip(verdicts).skip(index % step).step_by(step) {
            let message = codes[verdict];
            compare(&format!("{mnemonic} {shape};"), message, true, &mut differences);
            count += 1;
            accepted += usize::from(message == "ok");
        }
    }
    assert_none(&differences, count);
    assert_eq!(recorded, 1_224_344, "the table is whole");
    assert!(accepted > 100_000 / step, "{accepted} of {count} are ok");
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
