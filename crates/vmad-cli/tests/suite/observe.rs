//! `vmad observe`: simulated cards, each of which follows a reading.

use std::fmt::Write;

use crate::common::{Ran, assert_refused, assert_snapshot, vmad, vmad_with};
use serde_json::Value;
use vmad_sass::{Instruction, Ports};
use vmad_unit::{Operation, Saturate, Sign, vmad::Mode};
use vmad_xcheck::{
    map::HYPOTHESES,
    observed::prepare,
    vectors::{Count, Filter, Stream, Vector, Vectors},
};

/// Golden vectors, several of each mode.
fn golden() -> Vec<Vector> {
    let streams = Filter::default().modes().into_iter().map(|mode| Stream::of_mode(mode, 5)).collect();
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

#[test]
fn a_card_is_known_by_its_reading() {
    let vectors = golden();
    let about_vmad = HYPOTHESES.iter().filter(|it| it.id == "model" || it.is_about("VMAD"));
    for (at, hypothesis) in about_vmad.enumerate() {
        let csv = observed(&vectors, |mode, inputs| prepare(hypothesis, mode.into()).unwrap()(inputs));
        let (code, found) = json(&csv);
        assert_eq!(code, i32::from(at != 0), "{}", hypothesis.id);
        assert_eq!(found["explaining"], serde_json::json!([hypothesis.id]));
        assert_eq!([&found["rows"], &found["unexplained"]], [vectors.len(), 0]);
        // Every other one has a row against it, and that row is one.
        for reading in found["readings"].as_array().unwrap() {
            let is_it = reading["name"] == hypothesis.id;
            assert_eq!(reading["failed"].is_null(), is_it, "{reading}");
            if !is_it {
                assert_ne!(reading["failed"]["observed"], reading["failed"]["expected"]);
            }
        }
    }
}

/// Every other instruction: a card of each hypothesis, on the vectors that the command writes.
#[test]
fn a_card_is_known_by_its_rule_for_each_instruction() {
    for mnemonic in ["VADD", "VABSDIFF", "VABSDIFF4", "VMNMX", "VSET", "VSETP", "VSHL", "VSHR"] {
        let count = vmad_testing::cases(6_000, 12_000).to_string();
        let arguments = ["vectors", "--instruction", mnemonic, "--count", &count, "--format", "csv"];
        let golden = vmad(&arguments).stdout;
        let header: Vec<_> = golden.lines().next().unwrap().split(',').collect();
        let columns =
            ["word", "a", "b", "c"].map(|name| header.iter().position(|&column| column == name).unwrap());
        let about = HYPOTHESES.iter().filter(|it| it.id == "model" || it.is_about(mnemonic));
        for (at, hypothesis) in about.enumerate() {
            let mut csv = "word,a,b,c,result\n".to_owned();
            for line in golden.lines().skip(1) {
                let values: Vec<_> = line.split(',').collect();
                let [word, a, b, c] = columns.map(|column| values[column]);
                let number = |text: &str| u64::from_str_radix(&text[2..], 16).unwrap();
                let instruction = Instruction::decode(number(word)).unwrap();
                let compute = prepare(hypothesis, instruction.operation().unwrap()).unwrap();
                let result = compute([a, b, c].map(|port| number(port) as u32));
                writeln!(csv, "{word},{a},{b},{c},{result:#x}").unwrap();
            }
            let (code, found) = json(&csv);
            assert_eq!(code, i32::from(at != 0), "{mnemonic} {}", hypothesis.id);
            // Without a result of 34 bits D5 and P1 are the same.
            let explaining = match (mnemonic, hypothesis.id) {
                ("VMNMX" | "VSHR", "D5" | "P1") => vec!["D5", "P1"],
                (_, name) => vec![name],
            };
            assert_eq!(found["explaining"], serde_json::json!(explaining), "{mnemonic}");
        }
    }
    let refused: [(&str, &[&str]); 3] = [
        ("word,a,b,c,d\n50f0040000077037,1,2,2,0\n", &[":2", "c is", "source predicate, 0 or 1"]),
        ("word,a,b,c,d\n50f0040000077037,1,2,1,4\n", &[":2", "result is", "0 to 3"]),
        ("text,a,c,d\n\"VABSDIFF4 R0, R1, 0x5, R2\",1,2,1\n", &[":2", "no source says"]),
    ];
    for (csv, words) in refused {
        assert_refused(&check(&[], csv), words);
    }
}

/// A mode that PTX does not have has the second operation of one that it has.
#[test]
fn a_reading_is_known_in_modes_without_ptx() {
    for (name, text, ports) in [
        ("P4", "VADD.PO.MAX R0, R2, R3, R4", "5,6,64,c"),
        ("P4", "VADD.ACC R0, -R2, R3, R4", "5,6,64,1"),
        ("P4", "VSET.T.ACC R0, R2, R3, R4", "5,6,64,1"),
        ("P3", "VSET.F.MIN R0, R2, R3, R4", "5,6,0x80000000,0x80000000"),
        ("P2", "VADD.UD.PO.MIN R0, R2, R3, R4", "5,6,0x80000000,0x80000000"),
    ] {
        let (code, found) = json(&format!("text,a,b,c,result\n\"{text}\",{ports}\n"));
        assert_eq!((code, &found["explaining"]), (1, &serde_json::json!([name])), "{text}");
    }
}

#[test]
fn readings_that_are_followed_together_are_named_together() {
    let vectors = golden();
    // D1 and P8: neither is right everywhere, and each row is right by one of them or by the model.
    let reading: vmad_ptx::reading::Reading = "minus-c=sign-of-final,mask=unsigned".parse().unwrap();
    let csv = observed(&vectors, |mode, [a, b, c]| {
        let [operation, ..] = vmad_ptxas::spelling::spellings(mode);
        vmad_ptx::video::evaluate(&operation, a, b, c, &reading)
    });
    let (code, found) = json(&csv);
    assert_eq!(code, 1);
    assert_eq!(found["explaining"], serde_json::json!([]));
    assert_eq!(found["combinations"], serde_json::json!(["D1 and P8"]));
    assert!(check(&[], &csv).stdout.contains("Together, D1 and P8 explain every row.\n"));
}

/// The rows of `VADD` need two readings, those of `VSET` a third; no row needs another.
#[test]
fn readings_of_several_instructions_are_named_together() {
    let rows = "text,a,b,c,result\n\
        \"VADD.UD.U8.S16.MIN R0, R2.B0, R3.H0, R4\",1,0xfffe,0x80000000,0x80000000\n\
        \"VADD.UD.U32.U32.MIN R0, R2, R3, R4\",0xffffffff,1,5,5\n\
        \"VSET.LT.MIN R0, R2, R3, R4\",1,2,0x80000000,0x80000000\n";
    let (code, found) = json(rows);
    assert_eq!(code, 1);
    assert_eq!(found["explaining"], serde_json::json!([]));
    assert_eq!(found["combinations"], serde_json::json!(["D5 and P2 and P3"]));
}

/// The interpretation comes first, with the name of its subject; then the rows on which the model differs.
#[test]
fn the_subject_has_a_name() {
    let reading: vmad_ptx::reading::Reading = "minus-c=sign-of-final".parse().unwrap();
    let csv = observed(&golden(), |mode, [a, b, c]| {
        let [operation, ..] = vmad_ptxas::spelling::spellings(mode);
        vmad_ptx::video::evaluate(&operation, a, b, c, &reading)
    });
    let ran = check(&["--subject", "card X\u{1b}"], &csv);
    assert_eq!(ran.code, 1);
    let (_, verdict) = ran.stdout.split_once("All the results of card X").unwrap();
    assert!(ran.stdout.starts_with("All the results of "), "{}", ran.stdout);
    let (_, rest) = verdict.split_once(" follow D1.\n").unwrap();
    assert!(
        !verdict.contains('\u{1b}') && rest.starts_with("The model gives other results on "),
        "{verdict}"
    );
    assert!(check(&[], &csv).stdout.starts_with("All these results follow D1.\n"));
}

/// Rows that follow an interpretation, and one that nothing explains.
#[test]
fn what_most_rows_follow_comes_before_what_nothing_explains() {
    let vectors = golden();
    let d2 = HYPOTHESES.iter().find(|it| it.id == "D2").unwrap();
    let (mut rows, mut refuted) = (0, 0);
    let csv = observed(&vectors, |mode, inputs| {
        let (model, other) = (
            vmad_unit::execute(mode, inputs[0], inputs[1], inputs[2]),
            prepare(d2, mode.into()).unwrap()(inputs),
        );
        rows += 1;
        refuted += usize::from(model != other);
        if rows == 1 { model ^ 0x1234_5678 } else { other }
    });
    let expected =
        format!("Of these results, {refuted} of the {} rows that differ from the model", refuted + 1);
    let shown = check(&[], &csv).stdout;
    assert!(refuted > 1 && shown.starts_with(&expected), "{shown}");
    let at = shown.find("No interpretation explains these lines, 1 in total").unwrap();
    assert!(at < shown.find("feature").unwrap(), "{shown}");
}

#[test]
fn a_defective_card_follows_nothing() {
    let vectors = golden();
    let csv = observed(&vectors, |mode, [a, b, c]| {
        let result = vmad_unit::execute(mode, a, b, c);
        // A wire that is stuck in products of two words.
        if mode.a == mode.b && a == 0xffffffff { result ^ 0x400 } else { result }
    });
    let ran = check(&[], &csv);
    assert_eq!(ran.code, 1);
    for words in [
        "No interpretation explains every row, and no combination.",
        "No interpretation explains these lines, ",
    ] {
        assert!(ran.stdout.contains(words), "{}", ran.stdout);
    }
    let (_, found) = json(&csv);
    let strangers = found["strangers"].as_array().unwrap();
    assert!(!strangers.is_empty() && strangers.len() <= 5);
    for stranger in strangers {
        let line = stranger["line"].as_u64().unwrap() as usize;
        let vector = &vectors[line - 2];
        assert_eq!(stranger["text"], vector.instruction.to_string());
        let Ports { a, b, c } = vector.ports;
        let right = vmad_unit::execute(mode(&vector.instruction), a, b, c);
        assert_eq!(stranger["expected"], format!("{right:#010x}"));
    }
}

#[test]
fn few_rows_decide_little_and_it_is_said() {
    let csv = "text,a,b,c,d\n\"VMAD.U32.U32.SAT R0, R2, R3, -R4\",0,0,0xffffffff,0x00000001\n";
    let ran = check(&[], csv);
    assert_eq!(ran.code, 1);
    assert_snapshot("observed_d1", &ran.stdout);
    let ran = check(&[], "word,a,b,c,result\n5f04020000370200,12345688,8a24c993,9123064a,91235462\n");
    assert_eq!(ran.code, 0);
    assert_snapshot("observed_plain", &ran.stdout);
}

#[test]
fn golden_vectors_are_read_as_they_are() {
    let csv = vmad(&["vectors", "--per-mode", "2", "--format", "csv"]).stdout;
    let ran = check(&[], &csv);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout.starts_with("2304 rows, ") && ran.stdout.contains("The model explains every row.\n"));
    // Other line ends, another order, blank lines, a byte order mark: the same.
    let mut other = "\u{feff}C, b ,junk,a,RESULT,word\r\n".to_owned();
    let mut lines = String::new();
    for line in csv.lines().skip(1) {
        let row: Vec<_> = line.split(',').collect();
        write!(other, "{}, {} ,\"x,y\",{},{},{}\r\n\r\n", row[11], row[10], row[9], row[12], row[0]).unwrap();
        let [word, a, b, c, result] = [row[0], row[9], row[10], row[11], row[12]];
        writeln!(lines, r#"{{"word":"{word}","a":"{a}","b":"{b}","c":"{c}","d":"{result}","e":[1]}}"#)
            .unwrap();
    }
    let whole: Value = serde_json::from_str(&check(&["--json"], &csv).stdout).unwrap();
    for text in [other, lines] {
        let (code, found) = json(&text);
        assert_eq!((code, &found["readings"][0]), (0, &whole["readings"][0]));
        assert_eq!(found["features"], whole["features"]);
    }
}

/// Flags that mean something are found to: here zero, the sign, a carry, and one of no meaning.
#[test]
fn flags_are_held_against_guesses() {
    let mut csv = "word,a,b,c,result,cc\n".to_owned();
    let mut ranges = csv.clone();
    for (at, Vector { instruction, ports, .. }) in golden().iter().enumerate() {
        let Ports { a, b, c } = instruction.bind(*ports);
        let trace = instruction.trace(*ports).unwrap();
        let result = trace.result();
        let carry = trace.pattern("tmp") >> 32 & 1;
        let flags =
            u32::from(result == 0) | (result >> 31) << 1 | (carry as u32) << 2 | (at as u32 % 3 / 2) << 3;
        writeln!(csv, "{:x},{a:x},{b:x},{c:x},{result:x},{flags:x}", instruction.encode()).unwrap();
        // The shifted number as no word of the final sign, and the same where SAT clamps it.
        let shifted = trace.value("shr").unwrap();
        let leaves = match trace.sign("final").unwrap() {
            Sign::Signed => i32::try_from(shifted).is_err(),
            Sign::Unsigned => u32::try_from(shifted).is_err(),
        };
        let is_clamped = leaves && trace.saturate == Saturate::On;
        let flags = u32::from(leaves) | u32::from(is_clamped) << 1;
        writeln!(ranges, "{:x},{a:x},{b:x},{c:x},{result:x},{flags:x}", instruction.encode()).unwrap();
    }
    let guesses = &json(&ranges).1["flags"];
    assert_eq!(guesses[0]["guesses"], serde_json::json!(["shr leaves the range of the final sign"]));
    assert_eq!(guesses[1]["guesses"], serde_json::json!(["the clamp changed the result"]));
    let (code, found) = json(&csv);
    assert_eq!(code, 0);
    let guesses: Vec<_> = found["flags"].as_array().unwrap().iter().map(|flag| &flag["guesses"]).collect();
    let wanted = serde_json::json!([["the result is 0"], ["bit 31 of the result"], ["bit 32 of tmp"], []]);
    assert_eq!(serde_json::json!(guesses), wanted);
    assert!(check(&[], &csv).stdout.contains("flag 3: 1 on 9216; no guess matches all rows\n"));
    // Of one row many guesses hold.
    let one: String = csv.split_inclusive('\n').take(2).collect();
    let shown = check(&[], &one).stdout;
    assert!(shown.contains("flag 0: ") && shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
}

#[test]
fn what_cannot_be_read_is_refused_in_its_place() {
    let word = "5f04020000370200";
    let rows: &[(&str, &[&str])] = &[
        ("", &["standard input", "empty", "word (or text), a, b, c and result (or d)"]),
        ("word,a,b,c,d\n", &["no rows below the header"]),
        ("word,a,b,c\n", &[":1", "no column result or d in the header"]),
        ("word,a,b,c,d\n5f04020000370200,1,2,x,4\n", &[":2:22", "c is \"x\"", "1 to 8 hexadecimal digits"]),
        ("word,a,b,c,d\n5f04020000370200,1,2,-3,4\n", &[":2:22", "c is \"-3\""]),
        ("word,a,b,c,d\n5f04020000370200,123456789,2,3,4\n", &[":2:18", "a is \"123456789\""]),
        ("word,a,b,c,d\n5f04020000370200,1,2,3\n", &[":2", "4 columns", "result as its column 5"]),
        ("word,a,b,c,d\n0x5f1c020070370200,1,2,3,4\n", &[":2", "B select"]),
        ("word,a,b,c,d\n\nVMAD.U9.U8 R0,1,2,3,4\n", &[":3", "U9"]),
        ("word,a,c,d\n5f04020000370200,1,2,3\n", &[":2", "there is no b"]),
        ("word,a,b,c,d,cc\n5f04020000370200,1,2,3,5,10\n", &[":2", "cc is \"10\"", "four flags"]),
        ("{\"word\":\"5f04020000370200\"}\n", &[":1", "column", "missing field `a`"]),
        ("word,a,b,A,c,d\n", &[":1", "the columns a and A in one header"]),
        ("text,word,a,b,c,d\n", &[":1", "the columns text and word in one header"]),
        (
            r#"{"word":"5f04020000370200","a":1,"b":"2","c":"3","d":"5"}"#,
            &[":1", "integer `1`, expected a string"],
        ),
        ("{\"word\":\n", &[":1", "column 8"]),
        ("word,a,b,c,d\n5f04020000370200,1,2,3,4,5\n", &[":2", "6 columns, where the header has 5 columns"]),
        ("word,a,b,c,d\n@!PT VMAD R0,1,2,3,4\n", &[":2"]),
        ("text,a,b,c,d\n\"@!PT VMAD R0, R1, R2, R3\",1,2,3,4\n", &[":2", "@!PT is never true"]),
        (
            "text,a,b,c,d\n\"VMAD R0, R1, R1, R3\",1,2,3,4\n",
            &[":2", "a and b are one register, R1", "0x1 and 0x2"],
        ),
        (
            "text,a,b,c,d\n\"VMAD R0, R1, R2, R2\",1,2,3,4\n",
            &[":2", "b and c are one register, R2", "0x2 and 0x3"],
        ),
        ("text,a,b,c,d\n\"VMAD R0, R1, R2, R1\",1,2,3,4\n", &["a and c are one register, R1"]),
    ];
    for (text, words) in rows {
        let ran = check(&[], text);
        assert_eq!(ran.stdout, "", "{text}");
        assert_refused(&ran, words);
    }
    let bytes = [b"word,a,b,c,d\n".as_slice(), &[0xff, b'\n']].concat();
    assert_refused(&vmad_with(&["observe", "-"], &bytes), &[":2", "not UTF-8"]);
    let long = format!("word,a,b,c,d\n{word},1,2,3,5{}\n", ",".repeat(70_000));
    assert_refused(&check(&[], &long), &[":2", "longer than 65536 bytes"]);
    assert_refused(&vmad(&["observe", "no/such.csv"]), &["no/such.csv"]);
    assert_refused(&vmad(&["observe", "src"]), &["src", "directory"]);
}
