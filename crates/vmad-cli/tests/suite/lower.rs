//! `vmad ptx lower`.

use crate::common::{assert_refused, vmad, vmad_with};

const RECORDED: &str = include_str!("../../../vmad-xcheck/tests/data/ptxas-sm50-vmad.tsv");

fn lower(arguments: &[&str]) -> crate::common::Ran {
    vmad(&[&["ptx", "lower"], arguments].concat())
}

/// Oracle: the verdicts and texts that ptxas 12.9 was recorded to give; its registers are its own choice.
#[test]
fn every_recorded_line_is_answered_as_ptxas_answered() {
    let rows: Vec<Vec<&str>> = RECORDED
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').collect())
        .collect();
    let input: String = rows.iter().map(|row| format!("{}\n", row[0])).collect();
    let ran = vmad_with(&["ptx", "lower", "--arch", "sm_50", "--lines"], input.as_bytes());
    assert_eq!(ran.code, 0);
    let answers: Vec<_> = ran.stdout.lines().collect();
    assert_eq!(answers.len(), rows.len());
    for (row, answer) in rows.iter().zip(answers) {
        if row[1] == "error" {
            assert!(answer.starts_with("error\t"), "{row:?}: {answer}");
            continue;
        }
        let texts = row[2].split(" | ").map(|it| it.rsplit_once(' ').unwrap().0);
        let theirs = texts.map(without_registers).collect::<Vec<_>>().join("; ");
        assert_eq!(without_registers(answer), theirs, "{row:?}");
    }
}

/// A text with every register's number left out.
fn without_registers(text: &str) -> String {
    let mut plain = String::new();
    let mut in_number = false;
    for character in text.chars() {
        in_number =
            character.is_ascii_digit() && (in_number || plain.ends_with('R') && !plain.ends_with("SHR"));
        if !in_number {
            plain.push(character);
        }
    }
    plain
}

#[test]
fn a_line_is_lowered_with_the_registers_asked_for() {
    let line = "vmad.s32.s32.s32 d, a, b, c;";
    for arch in ["SM50", "50", "sm50"] {
        assert_eq!(lower(&["--arch", arch, line]).stdout, lower(&["--arch", "sm_50", line]).stdout, "{arch}");
    }
    let ran = lower(&["--arch", "sm_50", "vmad.s32.s32.s32 d, a, 32768, c;"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "MOV32I R5, 0x8000; VMAD R0, R2, R5, R4\n"));
    let ran = lower(&[
        "--arch",
        "sm_61",
        "--regs",
        "d=R254,a=R8,c=R5,p=P6",
        "@p vmad.s32.s32.u32 %r1, %r2.h1, %r3.b3, 7;",
    ]);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (0, "MOV32I R6, 0x7; @P6 VMAD.S16.U8 R254, R8.H1, R3.B3, R6\n")
    );
}

#[test]
fn a_miscompile_is_said() {
    let ran = lower(&["--arch", "sm_52", "vmad.s32.u32.u32 d, a, -1, c;"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "VMAD.U32.U16 R0, R2, 0xffff, R4\n"));
    assert!(ran.stderr.contains("D4"), "{}", ran.stderr);
    let ran = lower(&["--arch", "sm_53", "vmad.s32.u32.u32.sat d, 7, -b, c;"]);
    assert!(ran.stderr.contains("D6"), "{}", ran.stderr);
    let ran = lower(&["vmad.s32.s32.u32.sat d, 7, -b, c;"]);
    assert_eq!(ran.stderr, "");
}

#[test]
fn what_is_no_vmad_there_is_a_finding() {
    for (arch, words) in
        [("sm_61", "not a VMAD on sm_61: a and b are 32-bit operands"), ("sm_90a", "not a VMAD on sm_90a")]
    {
        let ran = lower(&["--arch", arch, "vmad.s32.s32.s32 d, a, b, c;"]);
        assert_eq!((ran.code, ran.stdout.as_str()), (1, ""));
        assert!(ran.stderr.contains(words) && ran.stderr.contains("D3"), "{}", ran.stderr);
    }
    let input = b"vmad.s32.s32.s32 d, a, b, c;\nvmad.s32.s32.s32 d, a.b0, b.b0, c;\nvadd.s32.s32.s32 d, a, b;\nvmad\n";
    let ran = vmad_with(&["ptx", "lower", "--arch", "sm_60", "--lines"], input);
    let answers: Vec<_> = ran.stdout.lines().map(|line| line.split('\t').next().unwrap()).collect();
    assert_eq!((ran.code, answers), (0, vec!["none", "VMAD.S8.S8 R0, R2, R3, R4", "error", "error"]));
}

#[test]
fn bad_arguments_are_refused() {
    let line = "vmad.s32.s32.s32 d, a, b, c;";
    assert_refused(&lower(&["vadd.s32.s32.s32 d, a, b;"]), &["only vmad becomes a VMAD"]);
    assert_refused(&lower(&["vmad.s32.s32.s32 d, a, -b, -c;"]), &["both the product and c are negated"]);
    for arguments in [
        ["--arch", "sm_35", line],
        ["--arch", "maxwell", line],
        ["--regs", "a=R255", line],
        ["--regs", "a=RZ", line],
        ["--regs", "e=R1", line],
        ["--regs", "p=P7", line],
        ["--regs", "a", line],
    ] {
        let ran = lower(&arguments);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(!ran.stderr.contains("panicked"), "{ran:?}");
    }
}
