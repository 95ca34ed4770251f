//! Files that are no UTF-8, and the ends of lines.

use std::{fs, path::Path};

use crate::common::{Ran, assert_refused, vmad, vmad_with};

const SOURCE: &str = "tests/data/inline.cu";
const LISTING: &str = "tests/data/lines.sm_50.sass";
const DUMP: &str = "tests/data/lines.sm_50.xxd";
const PTX: &str = "tests/data/lines.ptx";

/// The commands that read a FILE, each with one that it takes.
const READERS: [(&[&str], &str); 7] = [
    (&["ptx", "check", "FILE"], SOURCE),
    (&["ptx", "safe", "FILE"], SOURCE),
    (&["ptx", "lower", "FILE"], SOURCE),
    (&["ptx", "safe", "FILE"], PTX),
    (&["check", "FILE", "tests/data/lines.sm_50.cubin"], PTX),
    (&["decode", "FILE"], LISTING),
    (&["decode", "FILE"], DUMP),
];

/// Runs a reader on other bytes in a file of the same name.
fn read(reader: &[&str], file: &str, bytes: &[u8]) -> Ran {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(Path::new(file).file_name().unwrap());
    fs::write(&path, bytes).unwrap();
    let path = path.to_str().unwrap();
    let arguments: Vec<_> =
        reader.iter().map(|argument| if *argument == "FILE" { path } else { argument }).collect();
    let mut ran = vmad(&arguments);
    for text in [&mut ran.stdout, &mut ran.stderr] {
        *text = text.replace(folder.path().to_str().unwrap(), "tests/data");
    }
    ran
}

fn utf_16(text: &str, to_bytes: impl Fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(to_bytes).collect()
}

#[test]
fn what_is_no_text_is_refused() {
    for (reader, file) in READERS {
        let text = format!("\u{feff}{}", fs::read_to_string(file).unwrap());
        assert_refused(&read(reader, file, &utf_16(&text, u16::to_le_bytes)), &["UTF-16"]);
        assert_refused(&read(reader, file, &utf_16(&text, u16::to_be_bytes)), &["UTF-16"]);
        let without_mark = text.trim_start_matches('\u{feff}');
        assert_refused(&read(reader, file, &utf_16(without_mark, u16::to_le_bytes)), &["byte 0x1 is NUL"]);
        let middle = text.len() / 2;
        let nul = format!("{}\0{}", &text[..middle], &text[middle..]);
        assert_refused(&read(reader, file, nul.as_bytes()), &["is NUL"]);
    }
    let program = fs::read(env!("CARGO_BIN_EXE_vmad")).unwrap();
    for command in ["check", "safe", "lower"] {
        assert_refused(&read(&["ptx", command, "FILE"], "program.cu", &program), &["this is an ELF file"]);
    }
}

/// A mark of UTF-8, and NUL bytes at the end, change nothing.
#[test]
fn a_byte_order_mark_is_taken() {
    for (reader, file) in READERS {
        let text = fs::read(file).unwrap();
        let plain = read(reader, file, &text);
        for (before, behind) in [("\u{feff}", ""), ("", "\0\0"), ("\u{feff}", "\0")] {
            let marked = read(reader, file, &[before.as_bytes(), &text, behind.as_bytes()].concat());
            assert_eq!((marked.code, &marked.stdout), (plain.code, &plain.stdout), "{reader:?} {file}");
        }
    }
    let line = "5f04020000370200\n";
    let [marked, plain] =
        ["\u{feff}", ""].map(|mark| vmad_with(&["decode"], (mark.to_owned() + line).as_bytes()));
    assert_eq!((marked.code, marked.stdout), (0, plain.stdout));
    // ptxas refuses the mark.
    read(&["ptx", "check", "FILE"], PTX, format!("\u{feff}{}", fs::read_to_string(PTX).unwrap()).as_bytes())
        .assert_says(1, &["a byte order mark"]);
}

/// PTX is not here: for ptxas, CR alone ends no line.
#[test]
fn lines_can_end_with_cr() {
    for (reader, file) in READERS.into_iter().filter(|(_, file)| *file != PTX) {
        let text = fs::read_to_string(file).unwrap();
        let [plain, old, dos] =
            ["\n", "\r", "\r\n"].map(|end| read(reader, file, text.replace('\n', end).as_bytes()));
        assert_eq!((old.code, &old.stdout), (plain.code, &plain.stdout), "{reader:?} {file}");
        assert_eq!((dos.code, &dos.stdout), (plain.code, &plain.stdout), "{reader:?} {file}");
    }
    // A stream has no end by which to know it.
    assert_refused(&vmad_with(&["decode"], b"5f04020000370200\r7e0\n"), &["carriage return"]);
}
