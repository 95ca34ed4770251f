//! Words of 128 bits. Oracle of the texts: nvdisasm 12.8 and 13.5.

use std::fmt::Write;

use crate::common::{assert_refused, vmad, vmad_with};

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
    assert_refused(&vmad(&["decode", WHOLE]), &["--arch sm_70"]);
    assert_refused(&vmad(&["decode", "--arch", "sm_86", LOW]), &["is the low half of a word"]);
    assert_refused(&vmad(&["decode", "--arch", "sm_86", LOW, WHOLE]), &["expected the high half"]);
    assert_refused(
        &vmad_with(&["decode", "--arch", "sm_86"], b"zz"),
        &["neither a word of 128 bits nor a half"],
    );
    let json = vmad(&["decode", "--arch", "sm_86", "--json", WHOLE]).stdout;
    assert!(json.contains(r#""text":"VABSDIFF4.U8.ACC R4, R4, R5, R6""#), "{json}");
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
    let foreign = vmad(&["decode", "--arch", "sm_86", "--format", "nvdisasm", "0000000000007918", HIGH]);
    assert_eq!((foreign.code, foreign.stdout.ends_with("\tnot a video instruction\n")), (2, true));
    let illegal = vmad(&["decode", "--arch", "sm_120", LOW, HIGH]);
    assert_eq!(
        (illegal.code, illegal.stdout.contains("sm_120 has neither")),
        (2, true),
        "{}",
        illegal.stdout
    );
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
    assert_eq!(ran.code, 0);
    assert!(ran.stdout.contains("sm_86, made by ptxas 12.8"), "{}", ran.stdout);
    assert!(ran.stdout.ends_with("4 video instructions, 0 illegal, 60 others\n"), "{}", ran.stdout);
    let traced = vmad(&["decode", "--trace", "tests/data/wide.sm_86.cubin"]);
    assert_eq!(traced.stdout.matches("\nA = ").count(), 4);
    let none = vmad(&["decode", "../vmad-files/tests/data/maker-13.5.sm_75.cubin"]);
    assert_eq!((none.code, none.stdout.contains("no video instruction in")), (0, true), "{}", none.stdout);
}

#[test]
fn raw_code_is_read_in_instructions_of_16_bytes() {
    let code = u128::from_str_radix(WHOLE, 16).unwrap().to_le_bytes();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("code.bin");
    std::fs::write(&path, [code, [0; 16], code].concat()).unwrap();
    let ran = vmad(&["decode", "--raw", "--arch", "sm_90", path.to_str().unwrap()]);
    assert_eq!(ran.code, 0);
    assert!(ran.stdout.contains("  0000  ") && ran.stdout.contains("  0020  "), "{}", ran.stdout);
    assert!(
        ran.stdout.ends_with("3 instructions: 2 video instructions, 0 illegal, 1 other\n"),
        "{}",
        ran.stdout
    );
    std::fs::write(&path, &code[1..]).unwrap();
    let torn = vmad(&["decode", "--raw", "--arch", "sm_90", path.to_str().unwrap()]);
    assert_refused(&torn, &["its length, 15 bytes, is not a multiple of 16"]);
}

#[test]
fn a_word_is_executed_and_traced() {
    let exec = |arguments: &[&str]| vmad(&[&["exec", "--arch", "sm_86"], arguments].concat());
    let ran = exec(&["VABSDIFF4.U8.ACC R0, R1, R2, UR4", "R1=0x01020304", "R2=0x04030201", "UR4=100"]);
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (0, "R0 = 0x0000006c\n", ""));
    let ran = exec(&[LOW, HIGH, "R4=1", "R5=3", "R6=5"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "R4 = 0x00000007\n"));
    let ran = exec(&["@P0 VABSDIFF R0, R1, R2, c[0x0][0x160]", "R1=1", "R2=1", "c[0x0][0x160]=10", "P0=0"]);
    assert_eq!(ran.stdout, "nothing changes: the guard @P0 is false\n");
    assert_refused(
        &exec(&["VABSDIFF R0, R1, R2, R3", "UR5=3"]),
        &["not a register, a predicate or an operand"],
    );
    let batch =
        vmad_with(&["exec", "--arch", "sm_86", "--lines"], b"VABSDIFF R0, R1, R2, R3\t5\t7\tffffffff\n");
    assert_eq!(
        (batch.code, batch.stdout.as_str()),
        (0, "VABSDIFF R0, R1, R2, R3\t5\t7\tffffffff\t00000001\n")
    );
    let traced = vmad(&["trace", "--arch", "sm_86", "VABSDIFF.U32 R0, R1, 0x7, R3", "R1=4", "R3=5"]);
    assert!(traced.stdout.contains("B 0x7 = 0x00000007") && traced.stdout.ends_with("  R0 = 0x00000008\n"));
}

/// What no source says is said: the predicate result is not computed, and the exit code is 2.
#[test]
fn what_is_unknown_is_said() {
    let exec = |text| vmad(&["exec", "--arch", "sm_86", text, "R1=9", "R2=5", "R3=1"]);
    let ran = exec("VABSDIFF R0, P2, R1, R2, R3");
    assert_eq!((ran.code, ran.stdout.as_str()), (2, "R0 = 0x00000005\nP2 = unknown\n"));
    assert!(ran.stderr.contains("no source says what the predicate result is"), "{}", ran.stderr);
    let ran = exec("VABSDIFF4.U8 R0, R1, R2, R3");
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "R0 = 0x00000004\n"));
    assert!(ran.stderr.contains("R3, C of a VABSDIFF4 without ACC"), "{}", ran.stderr);
    let indexed =
        ["exec", "--arch", "sm_86", "VABSDIFF R0, R1, R2, cx[UR4][0x8]", "R1=9", "R2=5", "cx[UR4][0x8]=1"];
    let ran = vmad(&indexed);
    assert!(ran.stderr.contains("no source says how the uniform register selects"), "{}", ran.stderr);
}

#[test]
fn a_text_is_assembled_explained_and_emitted() {
    let text = "VABSDIFF4.U8.ACC R4, R4, R5, R6 ?stall=2";
    assert_eq!(vmad(&["asm", "--arch", "sm_86", text]).stdout, format!("{LOW} {HIGH}\n"));
    assert_refused(
        &vmad(&["asm", "--arch", "sm_86", "VADD R0, R1, R2, R3"]),
        &["expected VABSDIFF or VABSDIFF4"],
    );
    let explained = vmad(&["explain", "--arch", "sm_86", LOW, HIGH]);
    for part in [
        "lane3 = |U8(R4.B3) - U8(R5.B3)|",
        "vabsdiff4.u32.u32.u32.add d, a, b, c;",
        "ptxas 13.5 compiles this to",
    ] {
        assert!(explained.stdout.contains(part), "{}", explained.stdout);
    }
    let bank = vmad(&["explain", "--arch", "sm_90", "25af5a53009c0614", "81fe620570ff11c0"]);
    for explained in [&explained, &bank] {
        assert!(explained.stdout.lines().all(|line| line.len() <= 80), "{}", explained.stdout);
    }
    let json = vmad(&["explain", "--arch", "sm_86", "--json", WHOLE]).stdout;
    assert!(json.contains(r#""ptx":"vabsdiff4.u32.u32.u32.add d, a, b, c;""#), "{json}");
    let illegal = vmad(&["explain", "--arch", "sm_120", WHOLE]);
    assert_eq!(
        (illegal.code, illegal.stdout.contains("sm_120 has neither")),
        (2, true),
        "{}",
        illegal.stdout
    );
    let c = vmad(&["emit", "--lang", "c", "--arch", "sm_86", "VABSDIFF R0, R1, 0x7, R2"]);
    assert!(c.stdout.contains("wide_vabsdiff_b_7(uint32_t a, uint32_t c)"), "{}", c.stdout);
}

#[test]
fn the_lines_of_ptxas_are_lowered() {
    let lower = |arch, line| vmad(&["ptx", "lower", "--arch", arch, line]);
    let ran = lower("sm_90", "vabsdiff4.u32.u32.u32.add d, a, b, c;");
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "VABSDIFF4.U8.ACC R0, R2, R3, R4\n"));
    let ran = lower("sm_100", "@!p sad.s32 d, a, 5, c;");
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "@!P0 VABSDIFF R0, R2, 0x5, R4\n"));
    let ran = lower("sm_120", "sad.s32 d, a, 5, c;");
    assert_eq!((ran.code, ran.stderr.contains("no VABSDIFF on sm_120")), (1, true), "{}", ran.stderr);
    assert_refused(&lower("sm_86", "sad.u32 d, 5, b, c;"), &["ptxas loads a constant a"]);
    assert_refused(&lower("sm_35", "vadd4.u32.u32.u32 d, a, b, c;"), &["a SIMD instruction of Kepler"]);
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
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("other.cubin");
    for (opcode, bit) in
        [(0x7215_u16, 73), (0x7215, 75), (0x7214, 73), (0x7814, 73), (0x7814, 32), (0x7215, 0)]
    {
        let at = bytes.chunks(16).position(|word| word.starts_with(&opcode.to_le_bytes()));
        let at = at.unwrap_or_else(|| panic!("{opcode:#x}"));
        let mut changed = bytes.clone();
        changed[16 * at + bit / 8] ^= 1 << (bit % 8);
        std::fs::write(&path, &changed).unwrap();
        let ran = check(&ptx, path.to_str().unwrap(), &[]);
        assert_eq!(ran.code, 1, "bit {bit} of {opcode:#x}: {}", ran.stdout);
    }
}
