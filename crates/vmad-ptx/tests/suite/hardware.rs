//! Values read from real GPUs: every one, in the default reading.

use vmad_ptx::ast::{Body, Operand};
use vmad_ptx::reading::{Intermediate, Reading};
use vmad_ptx::syntax::parse_one;
use vmad_ptx::video::evaluate;

/// `VMNMX.UD.U32.U8.MX.MIN R0, R2, R3.B1, R4;` in PTX: `vmax.u32.u32.u32.min R0, R2, R3.b1, R4;`. Without a selector, an
/// 8- or 16-bit format means the lowest part.
fn ptx(sass: &str) -> String {
    let (mnemonic, operands) = sass.trim_end_matches(';').split_once(' ').expect("a mnemonic and operands");
    let mut words = mnemonic.split('.').skip(1).peekable();
    let dtype = words.next_if(|word| ["UD", "SD"].contains(word)).map_or("s", |word| &word[..1]);
    let [aformat, bformat] = [(); 2].map(|()| words.next().expect("a format"));
    let name = if words.next() == Some("MN") { "vmin" } else { "vmax" };
    let [d, a, b, c] = operands.split(", ").collect::<Vec<_>>()[..] else { panic!("four operands: {sass}") };
    let c = if c == "RZ" { "0" } else { c };
    let operand = |text: &str, format: &str| {
        let (register, select) = text.split_once('.').unwrap_or((text, ""));
        match (&format[1..], select, register.strip_prefix("0x")) {
            ("16", _, Some(digits)) if format.starts_with('S') => {
                (u16::from_str_radix(digits, 16).expect("imm16") as i16).to_string()
            }
            ("32", "", _) | (_, _, Some(_)) => register.to_owned(),
            ("16", "", None) => format!("{register}.h0"),
            ("8", "", None) => format!("{register}.b0"),
            (_, select, None) => format!("{register}.{}", select.to_lowercase()),
        }
    };
    let (mut suffixes, mut d, mut has_c) = (String::new(), d.to_owned(), false);
    for word in words {
        has_c |= word != "SAT";
        match word {
            "SAT" => suffixes += ".sat",
            "ACC" => suffixes += ".add",
            "MIN" => suffixes += ".min",
            "MAX" => suffixes += ".max",
            "MRG_16H" => d += ".h1",
            "MRG_16L" => d += ".h0",
            "MRG_8B0" => d += ".b0",
            "MRG_8B2" => d += ".b2",
            other => panic!("{other}"),
        }
    }
    let ty = |format: &str| format!("{}32", format[..1].to_lowercase());
    let third = if has_c { format!(", {c}") } else { String::new() };
    format!(
        "{name}.{}32.{}.{}{suffixes} {d}, {}, {}{third};",
        dtype.to_lowercase(),
        ty(aformat),
        ty(bformat),
        operand(a, aformat),
        operand(b, bformat),
    )
}

/// The result of a line for values of R2, R3 and R4.
fn result(line: &str, registers: [u32; 3], reading: &Reading) -> u32 {
    let found = parse_one(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    let Body::Video(video) = found.instruction.body else { panic!("{line} is a video instruction") };
    let value = |operand: &Operand<_>| match operand {
        Operand::Register(register) => match register.name() {
            "R2" => registers[0],
            "R3" => registers[1],
            "R4" => registers[2],
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
        let [sass, numbers @ ..] = &row[..] else { panic!("five columns: {row:?}") };
        let number = |text: &&str| {
            let digits = text.strip_prefix("0x").expect("hexadecimal");
            u32::from_str_radix(digits, 16).expect("hexadecimal")
        };
        let [a, b, c, expected] = numbers.iter().map(number).collect::<Vec<_>>()[..] else {
            panic!("{row:?}")
        };
        let line = ptx(sass);
        assert_eq!(result(&line, [a, b, c], &Reading::DEFAULT), expected, "{sass} is {line}");
        count += 1;
    }
    assert_eq!(count, 60);
}

/// Compares the rows of a table, `PTX a b c d`, and returns their number.
fn compare(table: &'static str) -> usize {
    let rows = crate::table::rows(table);
    let compared = rows.into_iter().map(|row| {
        let [line, words @ ..] = &row[..] else { panic!("five columns: {row:?}") };
        let words: Vec<u32> =
            words.iter().map(|it| u32::from_str_radix(it, 16).expect("hexadecimal")).collect();
        let [a, b, c, expected] = words[..] else { panic!("five columns: {row:?}") };
        let found = parse_one(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let Body::Video(video) = found.instruction.body else { panic!("{line} is a video instruction") };
        let ours = evaluate(video.operation(), a, b, c, &Reading::DEFAULT);
        assert_eq!(ours, expected, "{line} of {a:#x}, {b:#x}, {c:#x}");
    });
    compared.count()
}

/// The values of SIMD video instructions that SYCLomatic's tests expect of a GPU: six operations on two and four lanes, each
/// plain, with `.sat` and with `.add`.
#[test]
fn all_published_simd_values() {
    assert_eq!(compare(include_str!("../data/hardware-simd.tsv")), 432);
}

/// Scalar and SIMD video instructions on an H200. From sm_70 on ptxas emulates the scalar ones, many of them wrongly: these
/// are some of the others.
#[test]
fn values_of_an_h200() {
    assert_eq!(compare(include_str!("../data/hardware-sm_90.tsv")), 2392);
}

/// The one value that tells D5's readings apart.
#[test]
fn the_whole_intermediate_contradicts_the_hardware() {
    let line = ptx("VMNMX.SD.U32.U32.MX.MIN R0, R2, R3, R4;");
    let found = |reading| result(&line, [0x12345688, 0x8a24c993, 0x9123064a], &reading);
    assert_eq!(found(Reading::DEFAULT), 0x8a24c993);
    let whole = Reading { intermediate: Intermediate::Whole, ..Reading::DEFAULT };
    assert_eq!([whole, Reading::LITERAL, Reading::PROSE].map(found), [0x9123064a; 3]);
}
