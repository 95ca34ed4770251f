//! The accepted set is that of `ptxas` 12.9.86: its recorded verdicts, each compared with ours.

use crate::table::{codes, expand, same_complaint};
use vmad_ptx::syntax::{FoundInstruction, parse, parse_one};
use vmad_testing::rows;

/// Checks that an instruction, printed, reads as itself.
fn assert_reads_back(found: &FoundInstruction) {
    let text = found.instruction.to_string();
    let again = parse_one(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!((&again.instruction, again.span.of(&text)), (&found.instruction, text.as_str()));
    assert!(again.ignored.is_empty(), "nothing is printed in vain: {text}");
}

/// Compares one verdict, and if asked to what it complains about; what differs is added to the list. What is read must print
/// and read back.
pub(crate) fn compare(line: &str, message: &str, complaints: bool, differences: &mut Vec<String>) {
    let ours = parse(line);
    let same = match &ours {
        Ok(found) => {
            found.iter().for_each(assert_reads_back);
            !message.contains("error")
        }
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

const MODIFIERS: &str = include_str!("../data/ptxas-modifiers.tsv");
const SIMD: &str = include_str!("../data/ptxas-simd.tsv");

/// Modifiers of other instructions.
const FOREIGN: &str = ".po,.shr7,.shr15,.clamp,.wrap,.eq,.ne,.lt,.le,.gt,.ge,.lo,.ls,.hi,.hs,.equ,.neu,.ltu,.leu,.gtu,\
    .geu,.num,.nan,.sat,.rn,.rz,.rm,.rp,.ftz,.cc,.approx,.uni,.b2,.b0,.h0,.finite,.subnormal,.and,.popc,.inc,.zero,.v2,\
    .global,.pass";

/// Patterns of the rows: lists of alternatives, the first of which are lists of operands. Each instruction has every
/// combination of its modifiers, and its simplest form has every modifier of other instructions.
fn patterns() -> Vec<String> {
    let (two, sat, secop) = (".u32,.s32 .u32,.s32", ",.sat", ",.add,.min,.max");
    let cmp = ",.eq,.ne,.lt,.le,.gt,.ge,.lo,.ls,.hi,.hs";
    let mut patterns = vec![
        format!("tail vadd,vsub,vabsdiff,vmin,vmax .u32,.s32 {two} {sat} {secop}"),
        format!("tail vshl,vshr .u32,.s32 {two} {sat} ,.clamp,.wrap {secop}"),
        format!("tail vset {two} {sat} {cmp} {secop}"),
        format!("tail vadd,vsub,vabsdiff,vmin,vmax .u32.u32.u32 {FOREIGN}"),
        format!("tail vshl,vshr .u32.u32.u32.clamp {FOREIGN}"),
        format!("tail vset.u32.u32 .eq, {FOREIGN}"),
        format!("vmad vmad .u32,.s32 {two} ,.po {sat} ,.shr7,.shr15"),
        format!("vmad vmad.u32.u32.u32 {FOREIGN},.add,.min,.max"),
    ];
    for n in [2, 4] {
        let arithmetic = format!("lanes{n} vadd{n},vsub{n},vavrg{n},vabsdiff{n},vmin{n},vmax{n}");
        patterns.extend([
            format!("{arithmetic} .u32,.s32 {two} {sat} {secop}"),
            format!("lanes{n} vset{n} {two} {sat} {cmp} {secop}"),
            format!("{arithmetic} .u32.u32.u32 {FOREIGN}"),
            format!("lanes{n} vset{n}.u32.u32 ,.eq {FOREIGN}"),
            format!("mask,asel{n},bsel{n} vadd{n}.u32.s32.u32"),
        ]);
    }
    patterns
}

#[test]
fn the_tables_have_every_combination() {
    let add = |words: Vec<String>, list: &str| -> Vec<String> {
        words.iter().flat_map(|word| list.split(',').map(move |next| format!("{word}{next}"))).collect()
    };
    let patterns = patterns();
    let expected = patterns.iter().flat_map(|pattern| pattern.split(' ').fold(vec![String::new()], add));
    let recorded = rows(MODIFIERS).chain(rows(SIMD)).map(|[mnemonic, name, _]| name.to_owned() + mnemonic);
    assert!(recorded.eq(expected));
}

/// Every combination of modifiers of all nine, and every foreign modifier, with every shape of operands; the short form
/// takes every 17th shape.
#[test]
fn every_combination_of_modifiers() {
    let codes = codes(MODIFIERS);
    let (mut differences, mut recorded, mut count, mut accepted) = (Vec::new(), 0, 0, 0);
    let step = vmad_testing::step(17);
    for (index, [mnemonic, name, runs]) in rows(MODIFIERS).enumerate() {
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
    for [line, word, messages] in rows(include_str!("../data/ptxas-random.tsv")) {
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

/// A constant of each sort reads back. Comments and white space between the words change nothing.
#[test]
fn numbers_and_spaced_words_read_back() {
    for number in [0, -1, i64::MIN, i64::MAX, 0x8000_0000, 0x1234_5678_9abc_def0] {
        for found in parse(&format!("vadd.u32.u32.u32 d, {number}, a;")).unwrap() {
            assert_reads_back(&found);
        }
    }
    for row in rows(include_str!("../data/ptxas-random.tsv")) {
        let [line, "ok", _] = row else { continue };
        let Ok(found) = parse(line) else { continue };
        let texts: Vec<_> = found.iter().map(|found| found.instruction.to_string()).collect();
        for gap in ["\n", "\t// a, b;\n", "/* ; */", " /**/ "] {
            let spaced = texts.join("\0").replace(',', "\0,\0").replace('@', "@\0").replace(';', "\0;");
            let spaced = spaced.replace('\0', gap);
            let again = parse(&spaced).unwrap_or_else(|error| panic!("{spaced}: {error}"));
            let [again, found] = [&again, &found].map(|all| all.iter().map(|found| &found.instruction));
            assert!(again.eq(found), "{spaced}");
        }
    }
}
