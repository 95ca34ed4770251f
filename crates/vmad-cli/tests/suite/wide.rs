//! Words of 128 bits. Oracle of the texts: nvdisasm 12.8 and 13.5.

use std::fmt::Write;

use crate::common::{File, assert_refused, decode_bytes, vmad, vmad_with};

/// `VABSDIFF4.U8.ACC R4, R4, R5, R6`, in two halves and as one number.
const LOW: &str = "0000000504047215";
const HIGH: &str = "000fc400000e0806";
const WHOLE: &str = "000fc400000e08060000000504047215";

#[test]
fn words_are_two_halves_or_one_number() {
    let text = format!("{LOW} {HIGH}  VABSDIFF4.U8.ACC R4, R4, R5, R6;  ?stall=2\n");
    let whole = format!("0x{WHOLE}");
    for words in [&[LOW, HIGH][..], &[WHOLE], &[&whole]] {
        let ran = vmad(&[&["decode", "--arch", "sm_86"], words].concat());
        assert_eq!((ran.code, ran.stdout.as_str()), (0, text.as_str()), "{words:?}");
        let lines = [words.join(" "), words.join("\n")];
        for line in lines {
            let ran = vmad_with(&["decode", "--arch", "sm_86"], line.as_bytes());
            assert_eq!((ran.code, ran.stdout.as_str()), (0, text.as_str()), "{words:?}");
        }
    }
}

/// Every recorded word of one architecture, as nvdisasm answers.
#[test]
fn a_stream_of_words_has_nvdisasms_answers() {
    let data = include_str!("../../../vmad-sass/tests/data/nvdisasm-vabsdiff-128.tsv");
    for arch in ["sm_75", "sm_70", "sm_120"] {
        let (mut words, mut expected) = (String::new(), String::new());
        for row in data.lines().filter_map(|row| row.strip_prefix(&format!("{arch}\t"))) {
            let (word, _) = row.rsplit_once('\t').unwrap();
            writeln!(words, "{word}").unwrap();
            writeln!(expected, "{row}").unwrap();
        }
        let ran = vmad_with(&["decode", "--arch", arch, "--format", "nvdisasm"], words.as_bytes());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert!(ran.stdout == expected && !expected.is_empty(), "{arch}");
    }
}

/// Oracle: ptxas 12.8 made the cubin, and nvdisasm 12.8 prints these texts at these addresses.
#[test]
fn a_cubin_lists_its_words_and_counts_the_others() {
    let ran = vmad(&["decode", "tests/data/wide.sm_86.cubin"]);
    let texts = [
        ("01d0", "VABSDIFF.U32 R11, R3, R0.reuse, c[0x0][0x170];"),
        ("0210", "VABSDIFF4 R9, R3, R0, R8;"),
        ("0250", "VABSDIFF4.U8.ACC R7, R3.reuse, R0, R8;"),
        ("02b0", "VABSDIFF R13, R11, 0x7, R8;"),
    ];
    for (address, text) in texts {
        assert!(
            ran.stdout.contains(&format!("  {address}  ")) && ran.stdout.contains(text),
            "{}",
            ran.stdout
        );
    }
    ran.assert_says(0, &["sm_86, made by ptxas 12.8"]);
    assert!(ran.stdout.ends_with("4 video instructions, 0 illegal, 60 others\n"), "{}", ran.stdout);
    let traced = vmad(&["decode", "--trace", "tests/data/wide.sm_86.cubin"]);
    assert_eq!(traced.stdout.matches("\nA = ").count(), 4);
}

#[test]
fn raw_code_is_read_in_instructions_of_16_bytes() {
    let code = u128::from_str_radix(WHOLE, 16).unwrap().to_le_bytes();
    let ran = decode_bytes(&[code, [0; 16], code].concat(), &["--raw", "--arch", "sm_90"]);
    ran.assert_says(0, &["  0000  ", "  0020  "]);
    assert!(
        ran.stdout.ends_with("3 instructions: 2 video instructions, 0 illegal, 1 other\n"),
        "{}",
        ran.stdout
    );
    let torn = decode_bytes(&code[1..], &["--raw", "--arch", "sm_90"]);
    assert_refused(&torn, &["its length, 15 bytes, is not a multiple of 16"]);
}

#[test]
fn an_explanation_fits_80_columns() {
    for words in [[LOW, HIGH], ["25af5a53009c0614", "81fe620570ff11c0"]] {
        let explained = vmad(&["explain", "--arch", "sm_90", &words.join(" ")]);
        assert!(explained.stdout.lines().all(|line| line.len() <= 80), "{}", explained.stdout);
    }
}

/// Oracle: ptxas 12.8 made the cubin of sm_86, and 12.9 that of sm_90, whose line table has relocations with addends.
#[test]
fn check_compares_the_words_of_sad_and_vabsdiff4() {
    let data = |name| format!("tests/data/{name}");
    let check = |ptx: &str, cubin: &str, more: &[&str]| vmad(&[&["check", ptx, cubin], more].concat());
    let (ptx, cubin) = (data("wide-only.ptx"), data("wide-only.sm_90.cubin"));
    let ran = check(&ptx, &cubin, &[]);
    assert_eq!((ran.code, ran.stdout.matches("    equal: the operation").count()), (0, 6), "{}", ran.stdout);
    assert!(ran.stdout.contains("sm_90: 6 equal, 0 with an assumption, 0 different"), "{}", ran.stdout);
    // A vadd and a vabsdiff4 with two types are other code, which is not compared.
    let ran = check(&data("wide.ptx"), &data("wide.sm_86.cubin"), &["--json"]);
    assert_eq!((ran.code, ran.stdout.matches(r#""verdict":"equal""#).count()), (2, 4), "{}", ran.stdout);
    assert!(ran.stdout.contains(r#""not_compared":2"#), "{}", ran.stdout);
    // Each bit of the operation, and one of the immediate.
    let bytes = std::fs::read(format!("{}/{cubin}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    for (opcode, bit) in
        [(0x7215_u16, 73), (0x7215, 75), (0x7214, 73), (0x7814, 73), (0x7814, 32), (0x7215, 0)]
    {
        let at = bytes.chunks(16).position(|word| word.starts_with(&opcode.to_le_bytes()));
        let at = at.unwrap_or_else(|| panic!("{opcode:#x}"));
        let mut changed = bytes.clone();
        changed[16 * at + bit / 8] ^= 1 << (bit % 8);
        let ran = check(&ptx, &File::new("other.cubin", changed), &[]);
        assert_eq!(ran.code, 1, "bit {bit} of {opcode:#x}: {}", ran.stdout);
    }
}
