//! `vmad explain`.

use std::fmt::Write;

use serde_json::Value;
use vmad_sass::{
    Instruction,
    isa::{Form, INSTRUCTIONS, Opcode},
};

use crate::common::{assert_refused, assert_snapshot, vmad, vmad_with};

#[test]
fn explanations_are_as_before() {
    let mut shown = String::new();
    for row @ [code, arguments] in vmad_testing::rows(include_str!("../data/explained.tsv")) {
        let arguments = shlex::split(&format!("explain {arguments}")).unwrap();
        let ran = vmad(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!((ran.code.to_string().as_str(), ran.stderr.as_str()), (code, ""), "{row:?}");
        _ = writeln!(shown, "$ vmad {}\n{}", arguments.join(" "), ran.stdout);
    }
    assert_snapshot("explained", &shown);
}

/// Words, mostly of the family, some with a control field.
fn random_lines(count: usize) -> String {
    let mut random = fastrand::Rng::with_seed(77);
    let mut lines = String::new();
    for index in 0..count {
        let word = if index % 16 == 0 {
            random.u64(..)
        } else {
            let forms = INSTRUCTIONS[index % INSTRUCTIONS.len()];
            let Opcode { mask, bits } = forms[random.usize(..forms.len())].opcode;
            random.u64(..) & !mask | bits
        };
        let control = if index % 4 == 0 { format!(" {:x}", random.u32(..1 << 21)) } else { String::new() };
        let _ = writeln!(lines, "{word:016x}{control}");
    }
    lines
}

#[test]
fn explanations_fit_80_columns_and_ascii() {
    let words = vmad_testing::cases(200, 500);
    let ran = vmad_with(&["explain", "--arch", "sm_50"], random_lines(words).as_bytes());
    assert_eq!(ran.stderr, "");
    for line in ran.stdout.lines() {
        assert!(line.is_ascii() && line.len() <= 80, "{line}");
        assert_eq!(line, line.trim_end());
    }
    let explained =
        ran.stdout.lines().filter(|line| *line == "fields" || line.ends_with("not a video instruction"));
    assert_eq!(explained.count(), words);
}

/// The fields of each object are the word again; what is legal has a formula and a note about its PTX.
#[test]
fn json_objects_hold_the_word() {
    let words = 200;
    let lines = random_lines(words);
    let ran = vmad_with(&["explain", "--json", "--arch", "sm_50"], lines.as_bytes());
    let mut objects = 0;
    for (line, text) in lines.lines().zip(ran.stdout.lines()) {
        let object: Value = serde_json::from_str(text).expect("an object");
        let word = u64::from_str_radix(&line[..16], 16).expect("a word");
        assert_eq!(object["word"], format!("{word:#x}"));
        let fields = object["fields"].as_array().expect("a list");
        objects += 1;
        if Form::of(word).is_none() {
            assert!(fields.is_empty());
            continue;
        }
        let form = Form::of(word).expect("a form");
        let value = |object: &Value| {
            let name = object["name"].as_str().expect("a name");
            form.field(name).expect("a field").put(object["value"].as_u64().expect("a number"))
        };
        assert_eq!(fields.iter().map(value).sum::<u64>(), word);
        let illegal = fields.iter().any(|field| field["legal"] == false);
        assert_eq!(illegal, Instruction::decode(word).is_err(), "{text}");
        assert!(!illegal || object["errors"].is_array(), "{text}");
        for name in ["instruction", "readings", "ptx_note"] {
            assert_eq!(object.get(name).is_some(), !illegal, "{name}: {text}");
        }
    }
    assert_eq!(objects, words);
}

/// Text and word give the same; several are parted by a blank line.
#[test]
fn a_text_is_its_word() {
    let text = vmad(&["explain", "VMAD.U8.U8 R0, R2, R3, R4"]);
    assert_eq!(text.stdout, vmad(&["explain", "0x5f04020000370200"]).stdout);
    let both = vmad_with(&["explain"], b"VMAD.U8.U8 R0, R2, R3, R4;\n\n5f04020000370200\n");
    assert_eq!(both.stdout, format!("{0}\n{0}", text.stdout));
}

#[test]
fn bad_lines_are_refused_in_place() {
    assert_refused(&vmad_with(&["explain"], b"\xff\n"), &["standard input:1", "not UTF-8"]);
}

/// Two words are two words, also if the second one is short or they could be pieces of one.
#[test]
fn arguments_are_explained_each() {
    let word = "0x5f04020000370200";
    for (arguments, code, words) in [
        ([word, word], 0, 2),
        ([word, "VADD R0, R1, R2, R3"], 0, 2),
        (["0x0", word], 2, 2),
        (["0x5f04", "0x020000370200"], 2, 2),
    ] {
        let ran = vmad(&[&["explain", "--json"], &arguments[..]].concat());
        assert_eq!((ran.code, ran.stderr.as_str(), ran.stdout.lines().count()), (code, "", words));
    }
}
