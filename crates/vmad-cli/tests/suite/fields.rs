//! `vmad fields`: the data from which a disassembler can be made. Oracle: recorded answers of nvdisasm.

use std::{collections::BTreeSet, fs, process::Command};

use tempfile::TempDir;

use crate::common::{python, vmad};

/// A recording, its architecture where its rows have none, its number of rows, and the column of the text.
const RECORDINGS: [(&str, Option<&str>, usize, usize); 6] = [
    ("nvdisasm-vmad.tsv", Some("sm_50"), 3000, 2),
    ("nvdisasm-vmad-sm61.tsv", Some("sm_61"), 2000, 2),
    ("nvdisasm-family-sm50.tsv", Some("sm_50"), 2400, 2),
    ("nvdisasm-family-sm61.tsv", Some("sm_61"), 800, 2),
    ("nvdisasm-sm35.tsv", Some("sm_35"), 3600, 1),
    ("nvdisasm-vabsdiff-128.tsv", None, 5500, 3),
];

/// The disassembler of `tests/disassembler.py` knows nothing but the JSON and the rules of docs/src/nvdisasm.md.
#[test]
fn a_disassembler_made_of_the_fields_prints_as_nvdisasm() {
    let Some(python) = python() else {
        vmad_testing::skip("the disassembler of the fields", "no python3 on the PATH");
        return;
    };
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../vmad-sass/tests/data/");
    let (mut questions, mut answers) = (String::new(), Vec::new());
    for (name, arch, count, text) in RECORDINGS {
        let recording = fs::read_to_string(format!("{data}{name}")).unwrap();
        let before = answers.len();
        for row in recording.lines().filter(|line| !line.starts_with('#')) {
            let columns: Vec<_> = row.split('\t').collect();
            let question = match arch {
                Some(arch) if text == 1 => format!("{arch} {} 0\n", columns[0]),
                Some(arch) => format!("{arch} {} {}\n", columns[0], columns[1]),
                None => columns[..3].join(" ") + "\n",
            };
            questions += &question;
            answers.push(columns[text].trim_end_matches(';').to_owned());
        }
        assert_eq!(answers.len() - before, count, "{name} is incomplete");
    }
    let folder = TempDir::new().unwrap();
    let [fields, asked] = ["fields.json", "words"].map(|name| folder.path().join(name));
    fs::write(&fields, vmad(&["fields", "--json"]).stdout).unwrap();
    fs::write(&asked, questions).unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/disassembler.py");
    let input = fs::File::open(asked).unwrap();
    let ran = Command::new(python).arg(script).arg(fields).stdin(input).output().unwrap();
    assert!(ran.status.success(), "{ran:?}");
    let printed = String::from_utf8(ran.stdout).unwrap();
    assert_eq!(printed.lines().count(), answers.len());
    for (ours, theirs) in printed.lines().zip(answers) {
        assert_eq!(ours, theirs);
    }
}

#[test]
fn every_instruction_has_its_forms_on_every_architecture() {
    let architectures = |instruction: &str| -> BTreeSet<String> {
        let forms = vmad(&["fields", "--json"]).stdout;
        let forms = forms.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        let of_instruction = forms.filter(|form| form["instruction"] == instruction);
        of_instruction
            .flat_map(|form| form["architectures"].as_array().unwrap().clone())
            .map(|name| name.as_str().unwrap().to_owned())
            .collect()
    };
    for kind in vmad_unit::Kind::ALL {
        let wide = matches!(kind.name(), "VABSDIFF" | "VABSDIFF4");
        assert_eq!(architectures(kind.name()).len(), if wide { 21 } else { 8 }, "{kind}");
    }
}

#[test]
fn the_text_has_the_forms_of_an_architecture() {
    let ran = vmad(&["fields", "--arch", "sm_86"]);
    assert_eq!((ran.code, ran.stdout.matches("\nVABSDIFF4: ").count()), (0, 9));
    assert!(ran.stdout.contains("  73         signed         the sign of A and B: 0 unsigned, 1 signed\n"));
}
