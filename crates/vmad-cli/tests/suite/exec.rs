//! `vmad exec`, `vmad trace`, `vmad asm`.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Command, Stdio},
    time::Duration,
};

use crate::common::{assert_refused, assert_snapshot, vmad};

#[test]
fn a_trace_fits_80_columns_and_ends_in_the_write_back() {
    let ran = vmad(&[
        "trace",
        "VMAD.U32.U32.SAT R100, -R101, R102, R103",
        "R101=0xffffffff",
        "R102=0xffffffff",
        "R103=0x80000000",
    ]);
    assert_eq!(ran.code, 0);
    assert!(ran.stdout.lines().all(|line| line.chars().count() <= 80), "{}", ran.stdout);
    assert_snapshot("trace", &ran.stdout);
}

#[test]
fn json_is_what_docs_say() {
    let arguments = ["VMAD.S16.U16.SHR_7.SAT R0.CC, -R2.H1, 0xffff, RZ", "R2=0x80001234", "--json"];
    assert_snapshot("exec_json", &vmad(&[&["exec"][..], &arguments].concat()).stdout);
    assert_snapshot("trace_json", &vmad(&[&["trace"][..], &arguments].concat()).stdout);
    assert_snapshot("asm_json", &vmad(&["asm", "--json", "VMAD R0, R2, R3, R4 &rd=2 ?yield"]).stdout);
}

/// The place is that in the text as it was given, however much of it is shown.
#[test]
fn a_text_error_names_line_and_column() {
    let ran = vmad(&["asm", &format!("VMAD R0, {}X1, R2, R3 {}", " ".repeat(1000), "/**/".repeat(50))]);
    assert_refused(&ran, &["no register \"X1\"", "--> argument 1:1:1010", "1 | ...  ", "//...\n"]);
}

/// A program that writes a line and waits for its answer gets it: nothing stays in a buffer.
#[test]
fn a_line_is_answered_before_the_next_one_comes() {
    for (arguments, line, answer) in [
        (
            &["exec", "--lines"][..],
            "VMAD R0, R2, R3, R4\t1\t2\t3\n",
            "VMAD R0, R2, R3, R4\t1\t2\t3\t00000005\n",
        ),
        (&["asm"], "VMAD R0, R1, R2, R3\n", "5f0701e060270100\n"),
        (
            &["decode", "--format", "nvdisasm"],
            "5f0701e060270100\n",
            "5f0701e060270100\t007e0\tVMAD R0, R1, R2, R3\n",
        ),
    ] {
        converse(arguments, &[(line, answer); 2]);
    }
}

/// Writes lines one by one, each after the answer to the one before it has come.
fn converse(arguments: &[&str], lines: &[(&str, &str)]) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_vmad"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("vmad starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    let stdout = BufReader::new(child.stdout.take().expect("standard output is a pipe"));
    let (sender, answers) = std::sync::mpsc::channel();
    let reader = std::thread::spawn(move || {
        stdout.lines().try_for_each(|line| sender.send(line.expect("output is text"))).ok();
    });
    for (line, answer) in lines {
        stdin.write_all(line.as_bytes()).expect("vmad reads");
        // Far longer than an answer takes, so that a slow machine fails nothing.
        let came = answers.recv_timeout(Duration::from_mins(1)).map(|came| came + "\n");
        assert_eq!(came.as_deref(), Ok(*answer), "{arguments:?}");
    }
    drop(stdin);
    assert!(child.wait().expect("vmad ends").success());
    reader.join().expect("the reader ends");
}
