//! `vmad ptx exec`, `vmad ptx check`.

use crate::common::{File, assert_refused, assert_snapshot, vmad, vmad_with};

#[test]
fn every_line_is_answered() {
    let input = "\n// nothing\nvadd.u32.u32.u32 d, a, b; vadd.u32.u32.u32 d, a, b;\nmad.f32 d, a, b, c;\n{\nmad\r\n\
         dp2a.lo.u32.u32.bogus d, a, b, c;\nmad.lo.u32 d, a, b, c;\nbar.sync 0;\n";
    let ran = vmad_with(&["ptx", "check", "--lines"], input.as_bytes());
    let words: Vec<_> = ran.stdout.lines().map(|line| line.split('\t').next().unwrap()).collect();
    assert_eq!(
        (ran.code, words),
        (0, vec!["ok", "ok", "ok", "error", "error", "error", "not covered", "not covered", "not covered"])
    );
    let strange = [&b"\x7fELF\xff\xfe\n"[..], &vec![b' '; 70_000], b"\nvadd.u32.u32.u32 d, a, b;\n"].concat();
    let ran = vmad_with(&["ptx", "check", "--lines"], &strange);
    let words: Vec<_> = ran.stdout.lines().map(|line| line.split('\t').next().unwrap()).collect();
    assert_eq!((ran.code, words), (0, vec!["error", "error", "ok"]));
    let old =
        vmad_with(&["ptx", "check", "--lines", "--target", "sm_20", "--ptx", "3.0"], b"mad.f32 d, a, b, c;");
    assert_eq!((old.code, old.stdout.as_str()), (0, "ok\n"));
}

#[test]
fn check_a_file() {
    let text = ".version 3.1\n.target sm_20\n.entry k() {\n  mad.f32 %f1, %f2, %f3, %f4;\n  vshr.u32.u32.u32 %r1, %r2, %r3;\n\
                \x20 mad.lo.s32 %r1, %r2, %r3, %r4;\n  vadd.s32.s32.s32.sat.sat %r1, %r2, 1;\n  exit;\n}\n";
    let file = File::new("k.ptx", text);
    let path: &str = &file;
    let shown = |stdout: &str| stdout.replace(path, "k.ptx");
    let ran = vmad(&["ptx", "check", path]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert_snapshot("ptx_check", &shown(&ran.stdout));
    let newer = vmad(&["ptx", "check", path, "--target", "sm_50", "--ptx", "8.0"]);
    assert_eq!(newer.code, 1);
    assert_snapshot("ptx_check_newer", &shown(&newer.stdout));
    file.write(".version 7.0\n.target sm_61\n.entry k() { ret; }\n");
    vmad(&["ptx", "check", path]).assert_says(0, &[": no video instruction and no float mad, sm_61"]);
    let ours = vmad(&["ptx", "check", "cubins/every-form.ptx"]);
    assert_eq!((ours.code, ours.stderr.as_str()), (0, ""));
    assert!(ours.stdout.ends_with(" 0 illegal, 0 warnings\n"), "{ours:?}");
    let one = vmad(&["ptx", "check", "tests/data/illegal.ptx"]);
    assert!(one.stdout.ends_with(": 1 instruction, sm_50, PTX 8.0: 1 illegal, 0 warnings\n"), "{one:?}");
    // Bad heads, an open comment, and instructions that are not covered.
    let faulty = ".version 8.x\n.target banana\nvmad %a, %b, %c, %d;\ndp2a.lo.u32.u32.bogus d, a, b, c; dp4a.u32.u32 d, a, b, c;\n\
                  dp2a.lo.u32.u32 d, a, b, c; /* vadd.u32.u32.u32 d, a, b;";
    file.write(faulty);
    let ran = vmad(&["ptx", "check", path]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert_snapshot("ptx_check_faulty", &shown(&ran.stdout));
    let ran = vmad_with(&["ptx", "check", "-"], text.as_bytes());
    assert_eq!(
        (ran.code, ran.stdout.lines().last()),
        (1, Some("standard input: 3 instructions, sm_20, PTX 3.1: 1 illegal, 2 warnings"))
    );
    let list =
        vmad_with(&["ptx", "check", "-"], b"vadd.u32.u32.u32 d, a, b;\nvadd2.u32.u32.u32 d, a, b, c;\n");
    let summary = "standard input: 2 instructions, sm_50, PTX 8.0: 0 illegal, 0 warnings\n";
    assert_eq!((list.code, list.stdout.as_str()), (0, summary));
    for (other, message) in [
        ("cubins/every-form.sm_50.cubin", "this is an ELF file, not PTX"),
        ("Cargo.toml", "not PTX"),
        (&File::new("empty.ptx", ""), "it is empty: nothing is read"),
    ] {
        assert_refused(&vmad(&["ptx", "check", other]), &[other, message]);
    }
}

/// ptxas 12.9 refuses each of these files with one error, also one with a foreign character in a comment or a string.
#[test]
fn check_reports_what_is_wrong_with_a_file_once() {
    let body = ".entry k() {\n vmin.u32.u32.u32 %r1, %r2, %r3;\n vmin.s32.s32.s32 %r1, %r2, %r3;\n}\n";
    let version = ".version 7.0\n";
    let head = format!("{version}.target sm_61\n");
    let long = format!("// {}\u{e9}\n", "x".repeat(1 << 19));
    for (text, errors) in [
        (format!("\u{feff}{head}{body}"), &["a byte order mark in a PTX file", ":1:1"][..]),
        (format!("{head}// \u{20ac} \u{e9}\n{body}"), &["'\u{20ac}'", ":3:4"]),
        (format!("{head}{body}.file 1 \"\u{fc}.cu\"\n"), &["'\u{fc}'", ":7:10"]),
        (format!("{long}{head}{body}"), &["'\u{e9}'", ":1:524292"]),
        (format!("{version}{body}"), &["no .target before the first instruction", ":3:2", "--target"]),
        (format!(".target sm_61\n{body}"), &["no .version before the first instruction", ":3:2", "--ptx"]),
    ] {
        let ran = vmad(&["ptx", "check", &File::new("k.ptx", text)]);
        assert_eq!((ran.code, ran.stdout.matches("error: ").count()), (1, 1), "{}", ran.stdout);
        assert!(errors.iter().all(|part| ran.stdout.contains(part)), "{}", ran.stdout);
        assert!(ran.stdout.contains(": 1 illegal"), "{}", ran.stdout);
    }
    let file = File::new("k.ptx", body);
    let both = vmad(&["ptx", "check", &file]);
    assert!(both.stdout.contains("(assumed): 2 illegal"), "{}", both.stdout);
    let given = vmad(&["ptx", "check", "--target", "sm_61", "--ptx", "7.0", &file]);
    assert_eq!(given.code, 0, "{}", given.stdout);
    file.write([0xff, 0xfe, b'.']);
    assert_refused(&vmad(&["ptx", "check", &file]), &["UTF-16"]);
}

#[test]
fn check_counts_equal_errors() {
    let one = "vshr.u32.u32.u32 %r1, %r2, %r3;\n";
    for (number, said) in
        [(1, None), (3, Some("2 more, in lines 4, 5: ")), (12, Some("11 more, the first in lines 4, "))]
    {
        let file = File::new("k.ptx", format!(".version 7.0\n.target sm_61\n{}", one.repeat(number)));
        let ran = vmad(&["ptx", "check", &file]);
        assert_eq!((ran.code, ran.stdout.matches("error: ").count()), (1, 1), "{}", ran.stdout);
        assert!(ran.stdout.contains(&format!(": {number} illegal")), "{}", ran.stdout);
        assert_eq!(said.is_some(), ran.stdout.contains(" more, "), "{}", ran.stdout);
        assert!(said.is_none_or(|said| ran.stdout.contains(said)), "{}", ran.stdout);
    }
}

#[test]
fn exec_shows_its_intermediates() {
    let mut shown = String::new();
    for line in include_str!("../data/traced.txt").lines() {
        let arguments = shlex::split(&format!("ptx exec --trace {line}")).unwrap();
        let ran = vmad(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{line}");
        shown += &ran.stdout;
    }
    assert_snapshot("ptx_trace", &shown);
}

#[test]
fn readings_are_listed() {
    let ran = vmad(&["ptx", "readings"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout.lines().all(|line| line.chars().count() <= 80), "{}", ran.stdout);
    assert_snapshot("ptx_readings", &ran.stdout);
}

/// A file's name cannot command the terminal, neither in an error's place nor in the summary.
#[cfg(unix)]
#[test]
fn file_names_cannot_hold_escape_sequences() {
    let text = ".version 8.0\n.target sm_50\nvmad.u32.u32.u32 %d, %a, %b;\n";
    let ran = vmad(&["ptx", "check", &File::new("red\x1b[31m.ptx", text)]);
    ran.assert_says(1, &["red\\u{1b}[31m.ptx:3:1", "red\\u{1b}[31m.ptx: "]);
    assert!(!ran.stderr.contains('\x1b') && !ran.stdout.contains('\x1b'));
}
