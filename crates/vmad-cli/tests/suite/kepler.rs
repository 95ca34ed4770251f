//! Words and files of Kepler. Oracle: nvdisasm 11.8, whose listing of a cubin of ptxas 11.8 is `lines.sm_35.sass`
//! (`lines.ptx` with `.version 7.0` and `.target sm_35`).

use std::fs;

use crate::common::{assert_refused, decode_bytes as decode, vmad, vmad_with};

const CUBIN: &str = "tests/data/lines.sm_35.cubin";
const LISTING: &str = "tests/data/lines.sm_35.sass";

/// A word of Kepler.
const WORD: &str = "ff953a6a971ad0e2";

/// The words of the listing: control words, and instructions with their texts.
fn listed() -> (Vec<u64>, Vec<(u64, String)>) {
    let listing = fs::read_to_string(LISTING).unwrap();
    let (mut words, mut texts) = (Vec::new(), Vec::new());
    for line in listing.lines() {
        let Some((before, word)) = line.rsplit_once("/* 0x") else { continue };
        let word = u64::from_str_radix(word.trim_end_matches(" */"), 16).unwrap();
        words.push(word);
        if let Some((_, text)) = before.split_once("*/") {
            texts.push((word, text.trim().trim_end_matches(';').to_owned()));
        }
    }
    (words, texts)
}

/// The lines of nvdisasm's format for its own listing.
fn expected() -> String {
    let (words, texts) = listed();
    let lines = texts.iter().enumerate().map(|(index, (word, text))| {
        let byte = words[index / 7 * 8] >> (2 + 8 * (index % 7)) & 0xff;
        let text = if text.starts_with('V') { text } else { "not a video instruction" };
        format!("{word:016x}\t{byte:02x}\t{text}\n")
    });
    lines.collect()
}

#[test]
fn a_cubin_its_listing_and_its_raw_code_are_read() {
    let expected = expected();
    assert_eq!(expected.matches("VMAD").count(), 8);
    let all = |file: &str| vmad(&["decode", "--format", "nvdisasm", "--all-words", file]);
    for file in [CUBIN, LISTING] {
        let ran = all(file);
        assert_eq!(
            (ran.code, ran.stdout.as_str(), ran.stderr.as_str()),
            (0, expected.as_str(), ""),
            "{file}"
        );
    }
    let code: Vec<u8> = listed().0.into_iter().flat_map(u64::to_le_bytes).collect();
    let raw = ["--raw", "--arch", "sm_35", "--format", "nvdisasm", "--all-words"];
    let ran = decode(&code, &raw);
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (0, expected.as_str(), ""));
    let text = vmad(&["decode", CUBIN]).stdout;
    assert!(text.starts_with("tests/data/lines.sm_35.cubin: sm_35, made by ptxas 11.8\n"), "{text}");
    assert!(
        text.contains("  0030  f8382000029c1022  VMAD.S8.S8 R8, R4, R5, R8;  /* control 0x28 */\n"),
        "{text}"
    );
}

/// A fat binary with a cubin for sm_35 and one for sm_50.
#[test]
fn a_fat_binary_has_both_layouts() {
    const FATBIN: &str = "../vmad-files/tests/data/kepler.fatbin";
    let words = |arguments: &[&str]| vmad(&[&["decode", "--format", "nvdisasm"], arguments].concat()).stdout;
    let [kepler, maxwell] = [CUBIN, "tests/data/lines.sm_50.cubin"].map(|file| words(&[file]));
    assert_eq!(words(&[FATBIN]), kepler.clone() + &maxwell);
    assert_eq!(words(&[FATBIN, "--arch", "sm_35"]), kepler);
    assert_eq!(words(&[FATBIN, "--arch", "sm_50"]), maxwell);
}

#[test]
fn damaged_files_are_refused() {
    assert_refused(&decode(&[], &["--raw", "--arch", "sm_35"]), &["64 bytes (a control word and seven"]);
    assert_refused(
        &decode(&[0; 96], &["--raw", "--arch", "sm_37"]),
        &["not a multiple of 64", "32 left over"],
    );
    let cubin = fs::read(CUBIN).unwrap();
    for length in (0..cubin.len()).step_by(97) {
        assert_refused(&decode(&cubin[..length], &[]), &[]);
    }
}

/// Without an architecture, a word is one of Maxwell; an error says where it belongs.
#[test]
fn a_word_is_of_maxwell_unless_kepler_is_named() {
    const KEPLER: &str = "s a word of Kepler (sm_35 and sm_37) it is a VMAD";
    let row = format!("word,a,b,c,result\n{WORD},0,0,0,0\n");
    for (arguments, input) in [
        (&["decode", WORD] as &[&str], ""),
        (&["exec", WORD, "R180=0", "R78=0", "P6=0"], ""),
        (&["exec", "--lines"], &row),
        (&["trace", WORD, "R180=0", "R78=0", "P6=0"], ""),
        (&["explain", WORD], ""),
        (&["explain"], WORD),
        (&["emit", "--lang", "c", WORD], ""),
        (&["emit", "--lang", "c", "-"], WORD),
        (&["vectors", "--instruction", WORD], ""),
        (&["observe", "-"], &row),
    ] {
        let ran = vmad_with(arguments, input.as_bytes());
        let message = (ran.stdout + &ran.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(ran.code == 2 && message.contains(KEPLER), "{arguments:?} {message}");
        // A guard is false: the row has no result.
        let ran = vmad_with(&[arguments, &["--arch", "sm_35"]].concat(), input.as_bytes());
        assert_eq!(ran.code, 0, "{arguments:?} {} {}", ran.stdout, ran.stderr);
    }
}

/// Every result says on what it rests.
#[test]
fn a_result_is_that_of_maxwell_and_says_so() {
    const NOTE: &str = "Kepler: as on Maxwell; no value of a Kepler card is published";
    let kepler = "VADD.U8.S16.SAT.S R0, R1.B2, R2.H1, R3";
    let maxwell = "VADD.U8.S16.SAT R0, R1.B2, R2.H1, R3";
    let values = ["R1=0x12345678", "R2=0x7fff0000", "R3=0"];
    let run = |command: &str, text: &str, arch: &str| {
        vmad(&[&[command, "--arch", arch, text], &values[..]].concat())
    };
    let [one, other] = [run("exec", kepler, "sm_35"), run("exec", maxwell, "sm_50")];
    assert_eq!((one.code, &one.stdout), (0, &other.stdout));
    assert!(one.stderr.contains(NOTE) && !other.stderr.contains(NOTE));
    assert!(run("trace", kepler, "sm_37").stdout.contains(NOTE));
    let ran = vmad(&["explain", "--arch", "sm_35", WORD]);
    let text = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(ran.code == 0 && text.contains(NOTE) && text.contains("unknown: no source says"), "{text}");
    assert!(ran.stdout.lines().all(|line| line.chars().count() <= 80), "{}", ran.stdout);
    let ran = vmad(&["vectors", "--arch", "sm_35", "--instruction", kepler, "--count", "2"]);
    assert!(ran.code == 0 && ran.stdout.lines().all(|line| line.contains(NOTE)), "{}", ran.stdout);
    vmad(&["emit", "--arch", "sm_35", "--lang", "c", kepler]).assert_says(0, &["as on Maxwell"]);
}

/// The bytes are printed, with what each source says about them.
#[test]
fn a_control_byte_is_explained() {
    let ran = vmad(&["explain", "--arch", "sm_35", &format!("{WORD} 2f")]);
    for line in [
        "control byte\n  0x2f; three public sources disagree on its meaning:",
        "envytools, notes on GK104 and later: the warp is suspended for 15 cycles",
        "Mesa's NAK, calc_instr_sched for Kepler: the warp is suspended for 16 cycles",
        "KeplerAs, printCtrl: stall 15",
    ] {
        assert!(ran.stdout.contains(line), "{}", ran.stdout);
    }
    let lines: String = (0..256).map(|byte| format!("{WORD} {byte:x}\n")).collect();
    let ran = vmad_with(&["explain", "--arch", "sm_35", "--json"], lines.as_bytes());
    assert_eq!(ran.stdout.lines().count(), 256);
    for (byte, line) in ran.stdout.lines().enumerate() {
        assert!(line.contains(&format!("\"control\":{{\"bits\":\"{byte:#x}\"")), "{line}");
    }
    assert_refused(&vmad(&["explain", "--arch", "sm_35", &format!("{WORD} 100")]), &["not a control byte"]);
}
