//! `vmad observe`: simulated cards, each of which follows a reading.

use std::fmt::Write;

use crate::common::{Ran, assert_refused, assert_snapshot, vmad, vmad_with};
use serde_json::Value;
use vmad_observe::vectors::{Count, Filter, Stream, Vector, Vectors};
use vmad_sass::{Instruction, Ports};
use vmad_unit::{Operation, Saturate, vmad::Mode};

/// Golden vectors, several of each mode.
fn golden() -> Vec<Vector> {
    let streams =
        Filter::of(vmad_unit::Kind::Vmad).modes().into_iter().map(|mode| Stream::of_mode(mode, 5)).collect();
    Vectors::new(streams, Count::Each(24)).collect()
}

/// What a card that computes `card` writes of them.
fn observed(vectors: &[Vector], mut card: impl FnMut(Mode, [u32; 3]) -> u32) -> String {
    let mut csv = "word,a,b,c,result\n".to_owned();
    for Vector { instruction, ports: Ports { a, b, c }, .. } in vectors {
        let result = card(mode(instruction), [*a, *b, *c]);
        writeln!(csv, "{:#018x},{a:#010x},{b:#010x},{c:#010x},{result:#010x}", instruction.encode()).unwrap();
    }
    csv
}

fn mode(instruction: &Instruction) -> Mode {
    match instruction.operation() {
        Some(Operation::Vmad(mode)) => mode,
        other => panic!("{other:?}"),
    }
}

fn check(arguments: &[&str], csv: &str) -> Ran {
    vmad_with(&[&["observe", "-"], arguments].concat(), csv.as_bytes())
}

fn json(csv: &str) -> (i32, Value) {
    let ran = check(&["--json"], csv);
    assert_eq!(ran.stderr, "");
    (ran.code, serde_json::from_str(&ran.stdout).unwrap())
}

/// A wrong reading of the PTX ISA is a finding with the title of its rule.
#[test]
fn a_reading_has_its_title() {
    let reading: vmad_ptx::reading::Reading = "minus-c=sign-of-final".parse().unwrap();
    let csv = observed(&golden(), |mode, [a, b, c]| {
        let [operation, ..] = vmad_map::meaning::spelling::spellings(mode);
        vmad_ptx::video::evaluate(&operation, a, b, c, &reading)
    });
    let ran = check(&[], &csv);
    assert_eq!(ran.code, 1);
    let (_, rest) = ran.stdout.split_once('\n').unwrap();
    assert!(rest.starts_with("1. VMAD: ") && rest.contains("D1"), "{rest}");
}

/// A program that is right in what it executes: what it refuses is counted and named.
#[test]
fn rows_without_a_result_are_counted() {
    let mut csv = "word,a,b,c,result\n".to_owned();
    for Vector { instruction, ports: Ports { a, b, c }, .. } in golden() {
        let mode = mode(&instruction);
        let result = match mode.saturate {
            Saturate::On => ["refused", "unimplemented", ""][mode.psign as usize % 3].to_owned(),
            Saturate::Off => format!("{:x}", vmad_unit::execute(mode, a, b, c)),
        };
        writeln!(csv, "{:x},{a:x},{b:x},{c:x},{result}", instruction.encode()).unwrap();
    }
    let ran = check(&[], &csv);
    assert_eq!(ran.code, 2, "{}", ran.stdout);
    assert!(ran.stdout.starts_with("No difference: 13824 results"), "{}", ran.stdout);
    let partial = check(&["--partial"], &csv);
    assert_eq!((partial.code, &partial.stdout), (0, &ran.stdout));
    assert!(
        ran.stdout.contains("VMAD is not executed in ") && ran.stdout.contains("13824 rows, as VMAD"),
        "{}",
        ran.stdout
    );
}

/// The example of a finding ends with a command that computes the model's result.
#[test]
fn the_trace_of_an_example_can_be_pasted() {
    for arch in ["sm_50", "sm_35"] {
        let arguments = ["--instruction", "all", "--count", "40", "--format", "csv", "--arch", arch];
        let golden = vmad(&[&["vectors"], &arguments[..]].concat()).stdout;
        for row in golden.lines().skip(1) {
            let columns: Vec<_> = row.split(',').collect();
            let result = u32::from_str_radix(&columns[4][2..], 16).unwrap();
            let wrong = format!("word,a,b,c,result\n{},{:x}\n", columns[..4].join(","), result ^ 1);
            let report = check(&["--arch", arch], &wrong).stdout;
            let command = report.lines().last().unwrap().strip_prefix("vmad ").expect(&report);
            let trace = shlex::split(command).unwrap();
            let trace: Vec<_> = trace.iter().map(String::as_str).chain(["--json"]).collect();
            let ran = vmad(&trace);
            assert_eq!(ran.code, 0, "{command}{}", ran.stderr);
            let traced: Value = serde_json::from_str(&ran.stdout).unwrap();
            let changed = traced["changed"].as_array().unwrap().iter();
            let values: Vec<_> = changed.map(|change| change["value"].as_str().unwrap()).collect();
            let expected = match values[..] {
                [_, _] => vec![(result & 1).to_string(), (result >> 1).to_string()],
                _ => vec![format!("{result:#010x}")],
            };
            assert_eq!(values, expected, "{command}{}", ran.stdout);
        }
    }
    let two_values = "text,a,b,c,d\n\"VADD R0, R1, R1, RZ\",1,2,0,4\n";
    assert!(!check(&[], two_values).stdout.contains("vmad trace"));
}

#[test]
fn every_format_of_vectors_is_read() {
    for options in ["--format=csv", "--format=jsonl", "--registers"] {
        for kind in ["VMAD", "VSETP", "VABSDIFF4"] {
            let rows = vmad(&["vectors", "--instruction", kind, "--count", "5", options]).stdout;
            let ran = check(&[], &rows);
            assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{kind} {options}: {}", ran.stdout);
        }
    }
}

/// The source predicate of a VSETP is bit 0 of c.
#[test]
fn other_bits_of_a_source_predicate_are_ignored() {
    for (c, result) in [("0", 0), ("fffffffe", 0), ("1", 1), ("ffffffff", 1)] {
        let line = format!("VSETP.LT.U8.U8.AND P0, P1, R1, R2, P3\t1\t2\t{c}");
        let batch = vmad_with(&["exec", "--lines"], format!("{line}\n").as_bytes()).stdout;
        assert_eq!(batch, format!("{line}\t{result:08x}\n"));
        let ran = check(&[], &batch);
        assert_eq!(ran.code, 0, "{}", ran.stdout);
    }
}

/// A mode without a row is exit code 2 with `--complete`.
#[test]
fn every_mode_is_required() {
    let all = vmad(&["vectors", "--instruction", "VSETP", "--per-mode", "1", "--format", "csv"]).stdout;
    assert_eq!(check(&["--complete"], &all).code, 0);
    let some = all.lines().filter(|line| !line.contains(",XOR,")).collect::<Vec<_>>().join("\n");
    let ran = check(&["--complete"], &some);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("modes of VSETP"), "{}", ran.stderr);
    assert_eq!(check(&[], &some).code, 0);
}

/// What `vectors` writes, `exec --lines` and `observe` read; what `exec --lines` writes, `observe` reads.
#[test]
fn the_three_commands_have_one_format() {
    for notation in ["csv", "jsonl"] {
        let golden =
            vmad(&["vectors", "--instruction", "all", "--count", "900", "--format", notation]).stdout;
        let computed = vmad_with(&["exec", "--lines"], golden.as_bytes());
        assert_eq!(computed.stderr, "");
        for text in [&golden, &computed.stdout] {
            let ran = check(&[], text);
            assert_eq!((ran.code, ran.stdout.lines().count()), (0, 1), "{}{}", ran.stdout, ran.stderr);
            assert!(ran.stdout.starts_with("No difference: 900 results"), "{}", ran.stdout);
        }
    }
    let lines = "VMAD R0, R1, R2, R3\t1\t2\t3\nVSHL R0, R1, 0x4, R3\t1\t-\t3\n";
    let computed = vmad_with(&["exec", "--lines"], lines.as_bytes()).stdout;
    assert!(check(&[], &computed).stdout.starts_with("No difference: 2 results"), "{computed}");
}

#[test]
fn few_rows_decide_little_and_it_is_said() {
    let csv = "text,a,b,c,d\n\"VMAD.U32.U32.SAT R0, R2, R3, -R4\",0,0,0xffffffff,0x00000001\n";
    let ran = check(&[], csv);
    assert_eq!(ran.code, 1);
    assert_snapshot("observed_d1", &ran.stdout);
    let (code, found) = json("word,a,b,c,result\n5f04020000370200,12345688,8a24c993,9123064a,91235462\n");
    assert!(code == 0 && found["explaining"].as_array().is_some_and(|names| names.len() > 1), "{found}");
}

#[test]
fn golden_vectors_are_read_as_they_are() {
    let csv = vmad(&["vectors", "--per-mode", "2", "--format", "csv"]).stdout;
    let ran = check(&[], &csv);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout.starts_with("No difference: 2304 results, "), "{}", ran.stdout);
    // Other line ends, another order, blank lines, a byte order mark: the same.
    let mut other = "\u{feff}C, b ,reason,a,RESULT,word\r\n".to_owned();
    let mut lines = String::new();
    for line in csv.lines().skip(1) {
        let row: Vec<_> = line.split(',').collect();
        write!(other, "{}, {} ,\"x,y\",{},{},{}\r\n\r\n", row[3], row[2], row[1], row[4], row[0]).unwrap();
        let [word, a, b, c, result] = [row[0], row[1], row[2], row[3], row[4]];
        writeln!(lines, r#"{{"word":"{word}","a":"{a}","b":"{b}","c":"{c}","d":"{result}","trace":[1]}}"#)
            .unwrap();
    }
    let whole: Value = serde_json::from_str(&check(&["--json"], &csv).stdout).unwrap();
    for text in [other, lines] {
        let (code, found) = json(&text);
        assert_eq!((code, &found["rows"], &found["explaining"]), (0, &whole["rows"], &whole["explaining"]));
        assert_eq!(found["modes"], whole["modes"]);
    }
}

#[test]
fn what_cannot_be_read_is_refused_in_its_place() {
    let word = "5f04020000370200";
    let rows = include_str!("../data/bad-rows.tsv").lines().filter(|line| !line.starts_with('#'));
    for row in rows {
        let mut columns = row.split('\t');
        let text = columns.next().unwrap_or_default().replace("\\n", "\n");
        let words: Vec<_> = columns.collect();
        let ran = check(&[], &text);
        assert_eq!(ran.stdout, "", "{text}");
        assert_refused(&ran, &words);
    }
    let bytes = [b"word,a,b,c,d\n".as_slice(), &[0xff, b'\n']].concat();
    assert_refused(&vmad_with(&["observe", "-"], &bytes), &[":2", "not UTF-8"]);
    let long = format!("word,a,b,c,d\n{word},1,2,3,5{}\n", ",".repeat(70_000));
    assert_refused(&check(&[], &long), &[":2", "longer than 65536 bytes"]);
}
