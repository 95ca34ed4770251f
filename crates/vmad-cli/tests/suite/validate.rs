//! `vmad check FILE.ptx FILE.cubin`: what ptxas made of a file.

mod embedded;
mod family;
mod traps;

use std::fs;

use serde_json::Value;

use crate::common::{File, Ran, assert_refused, assert_snapshot, vmad};

const EVERY: [&str; 2] = ["cubins/every-form.ptx", "cubins/every-form.sm_50.cubin"];
const VALIDATION: [&str; 2] = ["cubins/validation.ptx", "cubins/validation.sm_50.cubin"];

fn check(files: [&str; 2], arguments: &[&str]) -> Ran {
    vmad(&[&["check"][..], &files, arguments].concat())
}

/// The objects, the summary last.
fn objects(ran: &Ran) -> Vec<Value> {
    assert_eq!(ran.stderr, "");
    ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Line, verdict and row of every vmad that is not equal.
fn findings(ran: &Ran) -> Vec<(u64, String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut objects = objects(ran);
    objects.pop();
    objects
        .iter()
        .map(|line| (line["line"].as_u64().unwrap(), text(&line["verdict"]), text(&line["row"])))
        .collect()
}

#[test]
fn d4_is_found_in_every_form_and_nothing_else() {
    let ran = check(EVERY, &["--json", "--findings"]);
    assert_eq!(ran.code, 1);
    let expected: Vec<_> = (690..=695).map(|line| (line, "differs".to_owned(), "D4".to_owned())).collect();
    assert_eq!(findings(&ran), expected);
    let summary = objects(&ran).pop().unwrap();
    assert_eq!(summary["summary"]["equal"], 317);
    assert_eq!(summary["summary"]["lost"], 0);
}

/// Without `--json` too, `--findings` leaves out what is equal.
#[test]
fn findings_alone_are_printed() {
    let ran = check(EVERY, &["--findings"]);
    assert_eq!(ran.stdout.matches("  line ").count(), 6, "{}", ran.stdout);
    assert_eq!(ran.stdout.matches("    differs: D4, ").count(), 6, "{}", ran.stdout);
    assert!(!ran.stdout.contains("    equal "), "{}", ran.stdout);
}

#[test]
fn what_sm_61_emulates_is_said_and_the_rest_is_equal() {
    let files = ["cubins/every-form.ptx", "cubins/every-form.sm_61.cubin"];
    let ran = check(files, &["--json", "--findings"]);
    assert_eq!(ran.code, 1);
    let found = findings(&ran);
    assert_eq!(found.len(), 220);
    assert!(found.iter().all(|(_, verdict, row)| verdict == "emulated" && row == "D3p"), "{found:?}");
    assert_eq!(objects(&ran).pop().unwrap()["summary"]["equal"], 103);
}

#[test]
fn copies_dropped_vmads_functions_and_miscompiles() {
    let ran = check(VALIDATION, &[]);
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.lines().all(|line| line.chars().count() <= 80), "{}", ran.stdout);
    assert_snapshot("check_validation_sm_50", &ran.stdout);
    let ran = check(["cubins/validation.ptx", "cubins/validation.sm_61.cubin"], &[]);
    assert_eq!(ran.code, 1);
    assert_snapshot("check_validation_sm_61", &ran.stdout);
}

/// The cubin of every form with a word of its code changed.
fn altered(change: impl Fn(u64) -> Option<u64>) -> File {
    altered_of(EVERY[1], change)
}

/// A cubin with a word of its code changed.
fn altered_of(cubin: &str, change: impl Fn(u64) -> Option<u64>) -> File {
    let mut bytes = fs::read(cubin).unwrap();
    let mut changed = 0;
    for word in bytes.as_chunks_mut::<8>().0 {
        if let Some(new) = change(u64::from_le_bytes(*word)) {
            *word = new.to_le_bytes();
            changed += 1;
        }
    }
    assert_eq!(changed, 1);
    File::new("altered.cubin", bytes)
}

/// The `VMAD.S16.S16.SAT.SHR_15` of `filter_q15`.
const FILTER: &str = "vmad.s32.s32.s32.sat.shr15 %d, %a.h1, %b.h1, %d;";

#[test]
fn a_changed_vmad_is_found() {
    let all = objects(&check(EVERY, &["--json"]));
    let filter = all.iter().find(|line| line["ptx"] == FILTER).unwrap();
    let word = filter["words"][0]["word"].as_str().unwrap();
    let word = u64::from_str_radix(word.trim_start_matches("0x"), 16).unwrap();
    // SAT, an illegal scale, another scale, a sign, psign, a selector bit. The short form has one in three.
    for bit in [55, 51, 52, 48, 53, 36].into_iter().step_by(vmad_testing::step(3)) {
        let cubin = altered(|found| (found == word).then_some(word ^ 1 << bit));
        let ran = check([EVERY[0], &cubin], &["--json", "--findings"]);
        assert_eq!(ran.code, 1);
        let changed = format!("{:#x}", word ^ 1 << bit);
        assert!(
            objects(&ran).iter().any(|line| line["foreign"]["word"] == changed),
            "bit {bit}: {}",
            ran.stdout
        );
        let line = objects(&ran).into_iter().find(|line| line["ptx"] == FILTER).unwrap();
        assert_eq!(line["verdict"], "no word", "bit {bit}: {line}");
    }
}

#[test]
fn another_reading_differs_where_the_map_says() {
    let ran = check(EVERY, &["--json", "--findings", "--reading", "minus-c=sign-of-final"]);
    let rows: Vec<_> = findings(&ran).into_iter().map(|(_, verdict, row)| (verdict, row)).collect();
    let count =
        |name: &str| rows.iter().filter(|row| **row == ("differs".to_owned(), name.to_owned())).count();
    assert_eq!((count("D4"), count("D1"), rows.len()), (6, rows.len() - 6, rows.len()));
    assert!(count("D1") > 0);
}

#[test]
fn as_many_questions_at_a_time_as_are_asked_for_prove_the_same() {
    let prove = |jobs: &str| check(LINES, &["--json", "--prove", "--cases", "8", "--jobs", jobs]);
    let (one, three) = (prove("1"), prove("3"));
    assert_eq!(objects(&one).pop().unwrap()["summary"]["proved"], 8);
    assert_eq!(one.stdout, three.stdout);
}

/// Without a line table, a word of several equal ones may be another's: its equality is not proved.
#[test]
fn an_uncertain_pairing_is_not_proved() {
    let solver = ["--json", "--prove", "--cases", "8"];
    let prove = |files| {
        let ran = check(files, &solver);
        let objects = objects(&ran);
        let proofs = |word: &str| objects.iter().filter(|line| line["proof"] == word).count();
        (ran.code, proofs("proved"), proofs("unknown"))
    };
    assert_eq!(prove(VALIDATION), (1, 0, 17));
    assert_eq!(prove(LINES), (0, 8, 0));
}

#[test]
fn files_that_do_not_go_together_are_refused() {
    // A file with nothing but its first directive is PTX: it explains no instruction.
    for directive in [".version 7.0\n", ".target sm_50\n"] {
        let ran = check([&File::new("head.ptx", directive), VALIDATION[1]], &["--json"]);
        let mut all = objects(&ran);
        let summary = all.pop().unwrap();
        assert!(ran.code == 1 && !all.is_empty());
        assert_eq!(summary["summary"]["foreign_words"], all.len());
    }
    assert_refused(
        &check([EVERY[0], &for_arch(EVERY[1], 30)], &[]),
        &["sm_30 is not an architecture that this project reads"],
    );
}

/// A cubin whose sections of code are not marked as code.
#[test]
fn a_cubin_without_code_is_refused() {
    let mut bytes = fs::read(LINES[1]).unwrap();
    let number = |bytes: &[u8], at: usize, length: usize| {
        bytes[at..at + length].iter().rev().fold(0_usize, |number, byte| number << 8 | usize::from(*byte))
    };
    // The flag SHF_EXECINSTR of each section header.
    let (first, count) = (number(&bytes, 40, 8), number(&bytes, 60, 2));
    (0..count).for_each(|index| bytes[first + 64 * index + 8] &= !4);
    let file = File::new("data.cubin", bytes);
    for ran in [vmad(&["decode", &file]), check([LINES[0], &file], &[])] {
        assert_refused(&ran, &[&file, "the cubin has no code"]);
    }
}

/// The name of a file is not cut.
#[test]
fn errors_name_the_whole_file() {
    let path = format!("/{}/{}/none.cubin", "a".repeat(250), "b".repeat(250));
    assert_refused(&vmad(&["decode", &path]), &[&path]);
    assert_refused(&check([LINES[0], &path], &[]), &[&path]);
}

/// A cubin with another architecture in the header's flags.
fn for_arch(cubin: &str, number: u8) -> File {
    let mut bytes = fs::read(cubin).unwrap();
    bytes[48] = number;
    File::new("other.cubin", bytes)
}

#[test]
fn later_architectures_are_counted() {
    let ran = check([EVERY[0], &for_arch(EVERY[1], 75)], &["--json"]);
    assert_eq!((ran.code, objects(&ran).pop().unwrap()["not_compared"].as_u64()), (2, Some(323)));
    // The PTX that such a cubin embeds.
    let ran = vmad(&["check", &for_arch(LINES[1], 86)]);
    assert!(ran.stdout.contains("8 video instructions, not compared"), "{}", ran.stdout);
    assert!(ran.stdout.contains("ptx safe"), "{}", ran.stdout);
}

/// Without a cubin, ptxas is run: here a program that writes the cubin of the tests.
#[cfg(unix)]
#[test]
fn ptxas_is_run() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let ptxas = folder.path().join("ptxas");
    let cubin = vmad_testing::root(&format!("crates/vmad-cli/{}", LINES[1]));
    let script = format!(
        "#!/bin/sh\n[ \"$1\" = --version ] && echo 'release 12.9, V12.9.86' && exit\necho \"$1 $2\" >&2\n\
         [ \"$1\" = -arch=sm_99 ] && exit 1\ncp {cubin} \"$5\"\n"
    );
    fs::write(&ptxas, script).unwrap();
    fs::set_permissions(&ptxas, fs::Permissions::from_mode(0o755)).unwrap();
    let with = |more: &[&str]| {
        vmad(&[&["check", LINES[0], "--ptxas-path", ptxas.to_str().unwrap()][..], more].concat())
    };
    let ran = with(&["--arch", "sm_50"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stdout.starts_with("compiled for sm_50 by ptxas 12.9.86 with -lineinfo\n"), "{}", ran.stdout);
    assert_refused(
        &with(&["--arch", "sm_99"]),
        &["ptxas 12.9.86 refuses it for sm_99: -arch=sm_99 -lineinfo"],
    );
}

#[test]
fn known_causes_are_allowed_by_name() {
    let ran = check(EVERY, &["--allow", "D4"]);
    assert_eq!((ran.code, ran.stdout.matches("    differs (allowed): D4, ").count()), (0, 6));
}

#[test]
fn a_kernel_that_is_missing() {
    let ptx = fs::read_to_string(EVERY[0]).unwrap();
    let more = format!("{ptx}\n.entry more()\n{{ vmad.u32.u32.u32 %a, %b, %c, %d; }}\n");
    check([&File::new("more.ptx", more), EVERY[1]], &["--findings"])
        .assert_says(1, &["lost: its kernel is not in the cubin"]);
}

/// A `vmad` that cannot be read, and other video instructions: they are counted, and the rest is compared.
#[test]
fn what_cannot_be_read_is_counted() {
    let text = fs::read_to_string(EVERY[0]).unwrap();
    let with = |text: &str, arguments: &[&str]| {
        let file = File::new("unread.ptx", text);
        check([&file, EVERY[1]], &[&["--findings", "--allow", "D4"][..], arguments].concat())
    };
    let others = "vadd4.u32.u32.u32 %d, %a, %b, %d;\n\
                  @p vadd4.u32.u32.u32 %d, %a, %b, %d; mad.lo.s32 %d, %a, %b, %d; mad.rn.f32 %d, %a, %b;\n";
    let ran = with(&text.replacen(FILTER, &format!("{others}{FILTER}"), 1), &[]);
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    let counted = ", 2 vadd4\n";
    assert!(ran.stdout.contains(counted) && ran.stdout.contains(" 317 equal"), "{}", ran.stdout);
    let unread = text.replacen(FILTER, &FILTER.replace("shr15", "shr16"), 1);
    let ran = with(&unread, &[]);
    // Without a table its word is that of no statement.
    ran.assert_says(
        1,
        &["not read: modifier '.shr16'", "1 foreign word", " 316 equal", "\nnot read: 1 instruction\n"],
    );
    let objects = objects(&with(&unread, &["--json"]));
    assert_eq!(objects.last().unwrap()["summary"]["not_read"], 1, "{objects:?}");
}

const LINES: [&str; 2] = ["tests/data/lines.ptx", "tests/data/lines.sm_50.cubin"];

/// The line of each object, its verdict, and the addresses of its words.
fn pairs(ran: &Ran) -> Vec<(u64, String, Vec<String>)> {
    let mut objects = objects(ran);
    assert_eq!(objects.pop().unwrap()["line_table"], true);
    let address = |word: &Value| word["address"].as_str().unwrap().to_owned();
    let pair = |line: &Value| {
        let words = line["words"].as_array().unwrap().iter().map(address).collect();
        (line["line"].as_u64().unwrap(), line["verdict"].as_str().unwrap().to_owned(), words)
    };
    objects.iter().map(pair).collect()
}

/// D4 and D8 of `.s32` are miscompiles from 12.5 on: 12.4 makes no such immediate.
#[test]
fn causes_are_those_of_the_version_of_ptxas() {
    let causes = |options: &[&str]| {
        let ran = check(EVERY, &[&["--json", "--findings"], options].concat());
        assert_eq!(ran.code, 1);
        let last = objects(&ran).pop().unwrap();
        let maker = serde_json::json!({ "tool": "ptxas", "version": "12.9" });
        assert_eq!(last["maker"], maker);
        let rows: Vec<_> = findings(&ran).into_iter().map(|(.., row)| row).collect();
        (last["causes_of"].as_str().unwrap().to_owned(), rows)
    };
    let made = causes(&[]);
    assert_eq!((made.0.as_str(), &made), ("12.9", &causes(&["--ptxas", "12.9"])));
    let older = causes(&["--ptxas", "12.4"]);
    assert_eq!(older.0, "12.4");
    // D4 of .u32 is older.
    assert!(older.1.len() < made.1.len() && older.1.contains(&"D4".to_owned()), "{older:?} {made:?}");
    let text = check(EVERY, &["--ptxas", "12.4"]).stdout;
    assert!(text.contains("causes are those of ptxas 12.4"), "{text}");
}
