//! The other eight instructions through `asm`, `exec`, `exec --batch` and `trace`. Oracles: nvdisasm's recorded text, and results worked out by hand from the PTX ISA.

use vmad_sass::assemble;

use crate::common::{assert_refused, vmad, vmad_with};

const NVDISASM: &str = include_str!("../../../vmad-sass/tests/data/nvdisasm-family-sm50.tsv");

fn rows(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

/// Results that the PTX ISA determines, one for each instruction.
#[test]
fn each_instruction_executes() {
    let cases: [(&str, [u32; 3], u32); 12] = [
        ("VADD.UD.U8.S8.SAT R0, R1.B1, -R2.B0, R3", [0x0500, 0xfe, 0], 7),
        ("VADD.S32.S32.SAT R0, R1, R2, R3", [0x7fff_ffff, 1, 0], 0x7fff_ffff),
        ("VABSDIFF.U32.U32.ACC R0, R1, R2, R3", [3, 10, 100], 107),
        ("VABSDIFF4.U8.U8.ACC R0, R1, R2, R3", [0x0102_0304, 0x0403_0201, 1000], 1008),
        ("VMNMX.S8.S8.MX R0, R1, R2, R3", [0xff, 0x01, 0], 1),
        ("VSET.LT.U32.U32 R0, R1, R2, R3", [1, 2, 0], 1),
        ("VSETP.LT.U32.U32.AND P0, P1, R1, R2, P2", [1, 2, 1], 1),
        ("VSETP.LT.U32.U32.AND P0, P1, R1, R2, !P2", [1, 2, 1], 0),
        ("VSETP.GT.S32.S16.OR P0, P1, R1, -1, P2", [0, 0, 0], 1),
        ("VSHL.UD.U32.U32 R0, R1, R2, R3", [1, 33, 0], 0),
        ("VSHL.UD.U32.U32.W R0, R1, R2, R3", [1, 33, 0], 2),
        ("VSHR.S32.U32 R0, R1, R2, R3", [0x8000_0000, 40, 0], 0xffff_ffff),
    ];
    for (text, [a, b, c], result) in cases {
        let line = format!("{text}\t{a:x}\t{b:x}\t{c:x}");
        let ran = vmad_with(&["exec", "--batch"], format!("{line}\n").as_bytes());
        assert_eq!((ran.code, ran.stdout, ran.stderr), (0, format!("{line}\t{result:08x}\n"), String::new()));
    }
}

#[test]
fn predicates_print_by_name() {
    let text = "VSETP.LT.U32.U32.AND P3, P4, R1, R2, PT";
    let ran = vmad(&["exec", text, "R1=1", "R2=2"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "P3 = 1, P4 = 0\n"));
    let ran = vmad(&["exec", "VSETP.LT.U32.U32.AND P3, PT, R1, R2, PT", "R1=1", "R2=2"]);
    assert_eq!(ran.stdout, "P3 = 1\n");
    let ran = vmad(&["exec", "VSETP.LT.U32.U32.AND PT, PT, R1, R2, PT", "R1=1", "R2=2"]);
    assert_eq!(ran.stdout, "no predicate changes: the destinations are PT\n");
    let ran = vmad(&["exec", "--json", text, "R1=1", "R2=2"]);
    let object: serde_json::Value = serde_json::from_str(&ran.stdout).expect("an object");
    assert_eq!(object["changed"][0], serde_json::json!({ "predicate": "P3", "value": "1" }));
    assert_eq!(object["instruction"]["mnemonic"], "VSETP");
    assert_eq!(object["instruction"]["fields"]["comparison"], "A < B");
}

/// Of two results for one predicate, each command names the one that is written.
#[test]
fn one_predicate_as_both_destinations_gets_the_second_result() {
    let both = ["VSETP.LT.U32.U32.AND P3, P3, R1, R2, PT", "R1=1", "R2=2"];
    let run = |command: &[&str]| vmad(&[command, &both].concat()).stdout;
    let reason = "both destinations are P3: the second result is written last";
    assert_eq!(run(&["exec"]), "P3 = 0 (inferred: the second result is written last)\n");
    let joined = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(joined(run(&["trace"])).contains(reason));
    assert!(joined(run(&["exec", "--json"])).contains(reason));
    let explained = joined(vmad(&["explain", both[0]]).stdout);
    assert!(
        explained.contains(reason) && explained.contains("source predicate (inferred: the second result")
    );
    for others in ["P3, P4", "P3, PT", "PT, P3", "PT, PT"] {
        let text = both[0].replace("P3, P3", others);
        for command in ["exec", "trace", "explain"] {
            let ran = vmad(&[command, &text]);
            assert!(ran.code == 0 && !ran.stdout.contains("last"), "{}", ran.stdout);
        }
    }
}

/// The guard counts before the execution, also if the instruction writes it.
#[test]
fn an_instruction_can_write_its_own_guard() {
    let ran = vmad(&["exec", "@P0 VSETP.F.U32.U32.AND P0, PT, R1, R2, PT", "R1=1", "R2=2", "P0=true"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "P0 = 0\n"));
    let ran = vmad(&["exec", "@!P0 VSETP.T.U32.U32.AND P0, PT, R1, R2, PT", "R1=1", "R2=2", "P0=true"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "nothing changes: the guard @!P0 is false\n"));
}

/// nvdisasm's text assembles to its word, but for bits without a meaning.
#[test]
fn recorded_text_assembles_to_its_word() {
    let rows: Vec<_> = rows(NVDISASM)
        .map(|line| line.split('\t').collect::<Vec<_>>())
        .filter(|row| row[2] != "ILLEGAL" && !row[2].contains("INVALID") && !row[2].contains("???"))
        .collect();
    let texts: String = rows.iter().map(|row| format!("{}\n", row[2])).collect();
    let ran = vmad_with(&["asm"], texts.as_bytes());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let words: Vec<u64> =
        ran.stdout.lines().map(|line| u64::from_str_radix(&line[..16], 16).unwrap()).collect();
    assert_eq!(words.len(), rows.len());
    for (row, word) in rows.iter().zip(words) {
        let recorded = u64::from_str_radix(row[0], 16).unwrap();
        let form = vmad_sass::isa::Form::of(recorded).expect("a form");
        let mut fields =
            form.fields.iter().filter(|field| field.spelling() != vmad_sass::isa::Spelling::Ignored);
        assert!(fields.all(|field| field.of(word) == field.of(recorded)), "{row:?}: {word:016x}");
    }
    assert!(rows.len() > 1500, "{}", rows.len());
}

#[test]
fn what_is_inferred_or_unknown_is_said() {
    let ran = vmad(&["trace", "VADD.PO R0, R1, R2, R3", "R1=1", "R2=2", "R3=0"]);
    assert!(ran.stdout.contains("\ninferred: "), "{}", ran.stdout);
    let ran = vmad(&["trace", "VADD R0, R1, R2, R3", "R1=1", "R2=2", "R3=0"]);
    assert!(!ran.stdout.contains("inferred"), "{}", ran.stdout);
    let ran = vmad(&["exec", "VABSDIFF4 R0, R1, 5, R3"]);
    let immediate = assemble("VABSDIFF4 R0, R1, 5, R3").expect("legal text").instruction;
    let unknown = ["the instruction:1:1", "VABSDIFF4", "no source says", "(imm8)", "legal is a register B"];
    assert_refused(&ran, &unknown);
    let ran = vmad(&["trace", &format!("{:#x}", immediate.encode())]);
    assert_refused(&ran, &unknown);
}

/// Every recorded word, by every command that takes words: text as nvdisasm prints it, an explanation, JSON.
#[test]
fn decode_and_explain_take_every_word() {
    let rows: Vec<Vec<&str>> = rows(NVDISASM).map(|line| line.split('\t').collect()).collect();
    let lines: String = rows.iter().map(|row| format!("{} {}\n", row[0], row[1])).collect();
    let printed = vmad_with(&["decode", "--format", "nvdisasm"], lines.as_bytes());
    let expected: String = rows.iter().map(|row| format!("{}\t{}\t{}\n", row[0], row[1], row[2])).collect();
    assert_eq!(printed.stdout, expected);
    let listed = vmad_with(&["decode"], lines.as_bytes());
    let json = vmad_with(&["decode", "--json"], lines.as_bytes());
    let mut legal = 0;
    for (row, object) in rows.iter().zip(json.stdout.lines()) {
        let object: serde_json::Value = serde_json::from_str(object).expect("an object");
        let is_legal = row[2] != "ILLEGAL" && !row[2].contains("INVALID") && !row[2].contains("???");
        assert_eq!(object.get("instruction").is_some(), is_legal, "{row:?}");
        assert!(!is_legal || listed.stdout.contains(&format!("{}  {};", row[0], row[2])), "{row:?}");
        legal += usize::from(is_legal);
    }
    let illegal = rows.len() - legal;
    let summary = format!(" {legal} video instructions, {illegal} illegal, 0 others\n");
    assert!(listed.stdout.ends_with(&summary), "{summary}");
    let explained = vmad_with(&["explain", "--ascii"], lines.as_bytes());
    assert!(explained.stdout.lines().all(|line| line.len() <= 80), "{}", explained.stdout);
    assert_eq!(explained.stdout.lines().filter(|line| *line == "fields").count(), rows.len());
    assert_eq!(
        explained.stdout.lines().filter(|line| *line == "computes").count(),
        legal + legal_words_refused(&rows)
    );
}

/// The legal words whose control field is illegal: they are explained all the same.
fn legal_words_refused(rows: &[Vec<&str>]) -> usize {
    let word = |row: &&Vec<&str>| u64::from_str_radix(row[0], 16).unwrap();
    let refused = rows.iter().filter(|row| row[2] == "ILLEGAL");
    refused.filter(|row| vmad_sass::Instruction::decode(word(row)).is_ok()).count()
}

#[test]
fn a_listing_of_all_words_is_complete() {
    let cubin = concat!(env!("CARGO_MANIFEST_DIR"), "/cubins/every-form.sm_50.cubin");
    let ran = vmad(&["decode", "--all-words", cubin]);
    let summary = ran.stdout.lines().last().expect("a summary");
    let words: usize =
        summary.split(' ').next().and_then(|count| count.replace(',', "").parse().ok()).expect("a count");
    let listed = ran.stdout.lines().filter(|line| line.starts_with("  ") && line.contains(";  ")).count();
    assert_eq!(listed, words, "{summary}");
    let others = ran.stdout.lines().filter(|line| line.contains("  not a video instruction;  ")).count();
    assert!(summary.contains(&format!(" {others} others")) && others > 100, "{others}: {summary}");
}
