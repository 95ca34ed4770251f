//! What one expects of any command: completions, colours when asked for, a version, errors that point.

use std::{
    fs,
    io::Write,
    process::{Command, Output, Stdio},
};

use crate::{
    common::{assert_refused, assert_snapshot, vmad, vmad_with},
    help,
};

/// The commands that the help lists.
fn commands() -> impl Iterator<Item = &'static str> {
    help::commands().filter(|name| !name.is_empty() && !name.contains(' '))
}

/// A program's output for some input, if the program is there.
fn through(program: &str, arguments: &[&str], input: &str) -> Option<Output> {
    let child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => {
            eprintln!("NOT RUN: {program} cannot be started: {error}");
            return None;
        }
    };
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    Some(child.wait_with_output().unwrap())
}

#[test]
fn every_shell_completes_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let ran = vmad(&["completions", shell]);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
        for name in commands().chain(["lower", "equal", "readings", "observe"]) {
            assert!(ran.stdout.contains(name), "{shell}: {name}");
        }
    }
    let script = vmad(&["completions", "bash"]).stdout;
    if let Some(read) = through("bash", &["-n"], &script) {
        assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
    }
    for (words, at, completed) in [
        ("ptx lo", 2, "lower"),
        ("decode --arch sm_6", 3, "sm_60 sm_61 sm_62"),
        ("vectors --a U", 3, "U8 U16 U32"),
        ("vectors --b S", 3, "S8 S16 S32"),
        ("sweep --part ha", 3, "halves-of-a halves-of-b"),
        (
            "ptx exec --reading m",
            4,
            "minus-c=sign-of-intermediate minus-c=sign-of-final mask=none mask=by-final-sign mask=unsigned mask=tmp-first",
        ),
    ] {
        let mut last = words.rsplit(' ');
        let (current, before) = (last.next().unwrap(), last.next().unwrap());
        let complete = format!(
            "{script}\nCOMP_WORDS=(vmad {words})\nCOMP_CWORD={at}\n_vmad vmad {current} {before}\necho \"${{COMPREPLY[*]}}\"\n"
        );
        if let Some(read) = through("bash", &[], &complete) {
            assert_eq!(String::from_utf8_lossy(&read.stdout).trim_end(), completed, "{words}");
        }
    }
}

/// `vmad` with variables of the environment; whether each of its two outputs has escape sequences.
fn coloured(arguments: &[&str], variables: &[(&str, &str)]) -> [bool; 2] {
    let output = Command::new(env!("CARGO_BIN_EXE_vmad"))
        .args(arguments)
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .env_remove("CLICOLOR")
        .envs(variables.iter().copied())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    [output.stdout, output.stderr].map(|bytes| bytes.contains(&0x1b))
}

#[test]
fn colours_show_when_they_are_asked_for() {
    let force = ("CLICOLOR_FORCE", "1");
    let no = ("NO_COLOR", "1");
    for (arguments, output) in [
        (&["trace", "VMAD R0, RZ, RZ, RZ"][..], 0),
        (&["asm", "VMAD R0"], 1),
        (&["exec", "VMAD R0, RZ, RZ, RZ", "R0"], 1),
        (&["decode", "/no/such/file"], 1),
        (&["no-such-command"], 1),
        (&["--help"], 0),
        (&["ptx", "check", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/illegal.ptx")], 0),
    ] {
        let is =
            |variables: &[_], choice: &[&str]| coloured(&[choice, arguments].concat(), variables)[output];
        assert!(!is(&[], &[]), "{arguments:?}: a pipe");
        assert!(is(&[force], &[]), "{arguments:?}: forced");
        assert!(!is(&[no], &[]), "{arguments:?}: NO_COLOR");
        assert!(is(&[], &["--color", "always"]), "{arguments:?}: always");
        assert!(is(&[no], &["--color=always"]), "{arguments:?}: always, whatever the environment says");
        assert!(!is(&[force], &["--color", "never"]), "{arguments:?}: never");
        assert!(!is(&[], &["--color", "auto"]), "{arguments:?}: auto");
    }
}

#[test]
fn misspelt_names_are_answered_with_what_was_meant() {
    let rows = include_str!("../data/misspelt.tsv").lines().filter(|line| !line.starts_with('#'));
    for row in rows {
        let (arguments, meant) = row.split_once('\t').map_or((row, None), |(it, meant)| (it, Some(meant)));
        let arguments = shlex::split(arguments).expect(row);
        let ran = vmad(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{row}");
        let said = ran.stderr.replace(['\'', '"'], "");
        let words = ["did you mean", "a similar value exists:", "a similar subcommand exists:"];
        match meant {
            Some(meant) => {
                assert!(words.iter().any(|word| said.contains(&format!("{word} {meant}"))), "{row}: {said}");
            }
            None => assert!(!said.contains(words[0]), "{row}: {said}"),
        }
    }
}

/// What is said is of the file that was asked for, in the system's own words.
#[test]
fn a_file_that_cannot_be_made_is_named_as_it_was_given() {
    let word = "5f04020000370200";
    let ran = vmad(&["explain", word, "--svg", "/no/such/folder/file"]);
    assert_refused(&ran, &["/no/such/folder/file", "No such file"]);
    assert_eq!(ran.stderr.matches("/no/such/folder").count(), 1, "{}", ran.stderr);
}

/// The line, the mark under the place, what would be legal, and where it stands.
#[test]
fn an_error_shows_its_place() {
    let mut shown = String::new();
    for (arguments, input) in [
        (&["asm"][..], "VMAD R0, R1, R2, R3\n\nVMAD.S16.U9\tR0, R1, R2, R3\n"),
        (&["exec", "--lines"], "VMAD R0, R2, R3, R4\t1\t日本\t3\n"),
        (&["decode"], "5f04020000370200 7e0 more\n"),
    ] {
        let ran = vmad_with(arguments, input.as_bytes());
        assert_eq!(ran.code, 2);
        shown += &ran.stderr;
    }
    assert_snapshot("error_places", &shown);
}

/// 60 kB of blanks, wide letters or marks around the place: a few short lines come out, and no panic.
#[test]
fn long_lines_are_cut() {
    for filler in [" ", "\t", "é", "日", "e\u{301}", "\u{1b}[31m", "\0", "🦀"] {
        let filler = filler.repeat(60_000 / filler.len() / 2);
        for text in [
            format!("/*{filler}*/ VMAD R0, R1, X2, R3 /*{filler}*/"),
            format!("VMAD R0, R1, X2, R3 /*{filler}*/"),
            format!("/*{filler}*/ VMAD R0, R1, X2"),
            format!("/*{filler}*/ VMAD R0, R1,"),
        ] {
            let ran = vmad_with(&["asm"], text.as_bytes());
            assert_eq!(ran.code, 2);
            assert!(ran.stderr.contains("-->"), "{}", ran.stderr);
            assert!(!ran.stderr.contains('\u{1b}') && !ran.stderr.contains('\0'), "{:?}", ran.stderr);
        }
    }
    let ran = vmad_with(&["asm"], format!("VMAD R0, R1, X{}, R3", "9".repeat(60_000)).as_bytes());
    assert!(
        ran.code == 2 && ran.stderr.contains("-->") && !ran.stderr.contains("did you mean"),
        "{}",
        ran.stderr
    );
}

/// Were one read to its end, this test would not end.
#[test]
fn what_has_no_end_is_refused() {
    for arguments in [
        &["check", "/dev/zero", "cubins/every-form.sm_50.cubin"][..],
        &["observe", "/dev/zero"],
        &["ptx", "check", "/dev/zero"],
    ] {
        assert_refused(&vmad(arguments), &["error: /dev/zero:", "longer than", "bytes"]);
    }
    assert_refused(
        &vmad(&["check", "cubins/every-form.ptx", "/dev/zero"]),
        &["/dev/zero: ", "the limit of a program"],
    );
    for arguments in
        [&["asm"][..], &["decode"], &["explain"], &["exec", "--lines"], &["ptx", "exec", "--lines"]]
    {
        let endless = Stdio::from(fs::File::open("/dev/zero").unwrap());
        let ran = Command::new(env!("CARGO_BIN_EXE_vmad")).args(arguments).stdin(endless).output().unwrap();
        assert_eq!(ran.status.code(), Some(2), "{arguments:?}");
        let said = String::from_utf8(ran.stderr).unwrap();
        assert!(said.contains("standard input:1") && said.contains("longer than 65536 bytes"), "{said}");
    }
}

/// A full disk drops a note; the answer and the exit code stay.
#[cfg(target_os = "linux")]
#[test]
fn standard_error_that_cannot_be_written_changes_nothing_else() {
    let illegal = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/illegal.ptx");
    for arguments in [
        &["exec", "VMAD R0, R2, R3, R4"][..],
        &["exec", "VMAD R0, R2"],
        &["ptx", "lower", "--arch", "sm_61", "vmin.s32.u32.u32 d, a, -1;"],
        &["ptx", "lower", "--arch", "sm_70", "vmad.u32.u32.u32 d, a, b, c;"],
        &["ptx", "exec", "vadd.u32.u32.u32.sat.sat d, a, b;"],
        &["ptx", "check", illegal],
        &["no-such-command"],
        &["decode", "--no-such-option"],
    ] {
        let run = |full: bool| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_vmad"));
            command.args(arguments).stdin(Stdio::null());
            if full {
                command.stderr(fs::File::options().write(true).open("/dev/full").unwrap());
            }
            let output = command.output().unwrap();
            (output.status.code(), output.stdout)
        };
        assert_eq!(run(true), run(false), "{arguments:?}");
    }
}

/// C1 controls, marks of direction and characters without a width, in files and in arguments.
#[test]
fn foreign_text_is_escaped_on_both_streams() {
    let folder = tempfile::tempdir().unwrap();
    let hidden = "\u{9b}31m\u{9d}0;x\u{9c}\u{61c}\u{200b}\u{2028}\u{feff}\u{ad}\u{180e}\u{e0041}\u{202e}";
    let file = |name: &str, text: String| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let text = format!("vmad.u32.u32.u32 d, a{hidden}, b, c;");
    let ptx = file("a.ptx", format!(".version 7.0\n.target sm_50\n{text}\n"));
    let cu = file("a.cu", format!("asm(\"{text}\" : \"=r\"(x));"));
    let mut runs = vec![
        vmad(&["ptx", "check", &ptx]),
        vmad(&["ptx", "check", &cu]),
        vmad(&["ptx", "lower", &cu]),
        vmad(&["ptx", "exec", &text]),
        vmad(&["exec", &format!("VMAD{hidden} R0, R1, R2, R3")]),
        vmad(&["decode", &format!("/{hidden}")]),
        vmad(&["vectors", "--a", hidden]),
        vmad(&[hidden]),
    ];
    let lines = format!("{text}\n.{hidden}\n");
    for arguments in [
        &["ptx", "check", "--lines"][..],
        &["ptx", "lower", "--lines"],
        &["ptx", "exec", "--lines"],
        &["decode"],
        &["asm"],
        &["explain"],
        &["observe"],
    ] {
        runs.push(vmad_with(arguments, lines.as_bytes()));
    }
    for ran in runs {
        assert!(ran.code > 0 || ran.stdout.contains("error"), "{ran:?}");
        let printed = format!("{}{}", ran.stdout, ran.stderr);
        assert!(
            !hidden.chars().filter(|letter| !letter.is_ascii()).any(|letter| printed.contains(letter)),
            "{ran:?}"
        );
    }
}

#[test]
fn a_minus_is_standard_input() {
    let emitted = vmad_with(&["emit", "--lang", "c", "-"], b"VADD R0, R1, R2, R3\n");
    assert_eq!(emitted.stdout, vmad(&["emit", "--lang", "c", "VADD R0, R1, R2, R3"]).stdout);
    let lines = vmad_with(&["ptx", "rewrite", "--lines"], b"vadd.u32.u32.u32.sat d, a, b;\nno\n");
    let answers: Vec<_> = lines.stdout.lines().map(|line| &line[..6]).collect();
    assert_eq!((lines.code, answers.as_slice()), (2, &["{ .reg", "error\t"][..]));
}

/// `-h` has what most need, `--help` all.
#[test]
fn the_short_help_of_long_commands_is_short() {
    for (command, option) in [("emit", "--int64"), ("vectors", "--registers")] {
        let [short, long] = ["-h", "--help"].map(|help| vmad(&[command, help]).stdout);
        assert!(short.lines().count() < 60 && !short.contains(option), "{short}");
        assert!(long.contains(option), "{long}");
    }
}

/// The commands of PTX take an instruction, a file, standard input and lines.
#[test]
fn the_commands_of_ptx_take_the_same_inputs() {
    let line = "vadd.u32.u32.u32.sat d, a, b;";
    let file = format!(".version 8.0\n.target sm_50\n{line}\n");
    for (command, answers) in [
        ("check", ["ok\n", "0 illegal", "ok\n"]),
        ("lower", ["VADD.UD.U32.U32.SAT R0, R2, R3, RZ\n", "  VADD.UD.U32.U32.SAT", "VADD.UD"]),
        ("safe", ["right", "1 right", "right\n"]),
    ] {
        let arch: &[_] = if command == "check" { &[] } else { &["--arch", "sm_50"] };
        let runs = [(line, ""), ("-", file.as_str()), ("--lines", line)];
        for ((argument, input), answer) in runs.into_iter().zip(answers) {
            let arguments = [&["ptx", command], arch, &[argument]].concat();
            vmad_with(&arguments, input.as_bytes()).assert_says(0, &[answer]);
        }
    }
    let wrong = vmad_with(&["ptx", "safe", "--arch", "sm_86", "--lines"], format!("{line}\nx\n").as_bytes());
    assert!(
        wrong.stdout.starts_with("wrong\tsm_86: wrong: D12") && wrong.stdout.contains("\nerror\t"),
        "{wrong:?}"
    );
}
