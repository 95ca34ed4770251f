//! Values read from real GPUs: every one, in the default reading.

use vmad_ptx::ast::{Body, Operand};
use vmad_ptx::reading::{Intermediate, Reading};
use vmad_ptx::syntax::parse_one;
use vmad_ptx::video::evaluate;

const R2: u32 = 0x12345688;
const R3: u32 = 0x8a24c993;
const R4: u32 = 0x9123064a;

/// `VMNMX.SD.U32.U8.MX.MIN R0, R2, R3.B1, R4;` in PTX, as the table's head says; without a selector an 8- or 16-bit
/// format means the lowest part.
fn ptx(sass: &str) -> String {
    let (mnemonic, operands) = sass.trim_end_matches(';').split_once(' ').expect("a mnemonic and operands");
    let words: Vec<&str> = mnemonic.split('.').collect();
    let [_, dtype, aformat, bformat, first, second] = words[..] else { panic!("six words: {sass}") };
    let [_, a, b, c] = operands.split(", ").collect::<Vec<_>>()[..] else { panic!("four operands: {sass}") };
    let ty = |format: &str| format!("{}32", &format[..1].to_lowercase());
    let operand = |text: &str, format: &str| {
        let (register, select) = text.split_once('.').unwrap_or((text, ""));
        match (&format[1..], select, register.starts_with('R')) {
            ("32", "", _) | (_, _, false) => register.to_owned(),
            ("16", "", true) => format!("{register}.h0"),
            ("8", "", true) => format!("{register}.b0"),
            (_, select, true) => format!("{register}.{}", select.to_lowercase()),
        }
    };
    format!(
        "{}.{}32.{}.{}.{} R0, {}, {}, {c};",
        if first == "MN" { "vmin" } else { "vmax" },
        &dtype[..1].to_lowercase(),
        ty(aformat),
        ty(bformat),
        second.to_lowercase(),
        operand(a, aformat),
        operand(b, bformat),
    )
}

/// The result of a line with the table's register values.
fn result(line: &str, reading: &Reading) -> u32 {
    let found = parse_one(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    let Body::Video(video) = found.instruction.body else { panic!("{line} is a video instruction") };
    let value = |operand: &Operand<_>| match operand {
        Operand::Register(register) => match register.name() {
            "R2" => R2,
            "R3" => R3,
            "R4" => R4,
            other => panic!("no value for {other}"),
        },
        Operand::Immediate(immediate) => vmad_ptx::ast::Integer::word(*immediate),
    };
    let c = video.c().map_or(0, value);
    evaluate(video.operation(), value(video.a()), value(video.b()), c, reading)
}

#[test]
fn all_published_vmnmx_values() {
    let mut count = 0;
    for row in crate::table::rows(include_str!("../data/hardware-vmnmx.tsv")) {
        let [sass, expected] = row[..] else { panic!("two columns: {row:?}") };
        let expected = u32::from_str_radix(expected.trim_start_matches("0x"), 16).expect("hexadecimal");
        let line = ptx(sass);
        assert_eq!(result(&line, &Reading::DEFAULT), expected, "{sass} is {line}");
        count += 1;
    }
    assert_eq!(count, 18);
}

/// The values of SIMD video instructions that SYCLomatic's tests expect of a GPU: six operations on two and four lanes, each
/// plain, with `.sat` and with `.add`.
#[test]
fn all_published_simd_values() {
    let mut count = 0;
    for row in crate::table::rows(include_str!("../data/hardware-simd.tsv")) {
        let [line, words @ ..] = &row[..] else { panic!("five columns: {row:?}") };
        let words: Vec<u32> =
            words.iter().map(|it| u32::from_str_radix(it, 16).expect("hexadecimal")).collect();
        let [a, b, c, expected] = words[..] else { panic!("five columns: {row:?}") };
        let found = parse_one(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let Body::Video(video) = found.instruction.body else { panic!("{line} is a video instruction") };
        let ours = evaluate(video.operation(), a, b, c, &Reading::DEFAULT);
        assert_eq!(ours, expected, "{line} of {a:#x}, {b:#x}, {c:#x}");
        count += 1;
    }
    assert_eq!(count, 432);
}

/// The one value that tells D5's readings apart.
#[test]
fn the_whole_intermediate_contradicts_the_hardware() {
    let line = ptx("VMNMX.SD.U32.U32.MX.MIN R0, R2, R3, R4;");
    assert_eq!(result(&line, &Reading::DEFAULT), 0x8a24c993);
    assert_eq!(result(&line, &Reading { intermediate: Intermediate::Whole, ..Reading::DEFAULT }), 0x9123064a);
    assert_eq!(result(&line, &Reading::LITERAL), 0x9123064a);
    assert_eq!(result(&line, &Reading::PROSE), 0x9123064a);
}
