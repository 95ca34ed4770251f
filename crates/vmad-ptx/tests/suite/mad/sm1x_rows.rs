//! `sm1x::mad_f32` against 3,000 recorded answers: a model of the G80's `FMAD` whose authors had it agree
//! with the hardware (`data/mad-f32-sm1x.tsv` names it).

use vmad_ptx::mad::{Rounding, f32, sm1x};

const ROWS: &str = include_str!("../../data/mad-f32-sm1x.tsv");

/// `a, b, c, d` and `d` with `.sat` of every row.
fn rows() -> Vec<[u32; 5]> {
    let parse = |line: &str| {
        let words: Vec<u32> =
            line.split('\t').map(|word| u32::from_str_radix(word, 16).expect("a row is hex words")).collect();
        <[u32; 5]>::try_from(words).expect("a row is five words")
    };
    ROWS.lines().filter(|line| !line.starts_with('#')).map(parse).collect()
}

#[test]
fn every_row_is_equal() {
    let mut different = Vec::new();
    for [a, b, c, d, saturated] in rows() {
        let model = [sm1x::mad_f32(a, b, c, false), sm1x::mad_f32(a, b, c, true)];
        if model != [d, saturated] {
            different.push(format!("{a:08x} {b:08x} {c:08x}: {model:08x?}, not {d:08x} {saturated:08x}"));
        }
    }
    assert_eq!(rows().len(), 3_000);
    assert!(different.is_empty(), "{} rows differ:\n{}", different.len(), different.join("\n"));
}

/// A test of the rows: each part of the mechanism decides some of them.
#[test]
fn the_rows_tell_the_readings_apart() {
    let decided = |by: fn([u32; 5]) -> bool| rows().into_iter().filter(|row| by(*row)).count();
    let parts = [
        ("truncation", decided(|[a, b, c, d, _]| f32::mad(a, b, c, Rounding::NearestEven, true, false) != d)),
        ("flushing of the result", decided(|[a, b, c, d, _]| sm1x::trace_f32(a, b, c, false).sum != d)),
        (
            "the exception for zero",
            decided(|[a, b, c, _, _]| {
                let trace = sm1x::trace_f32(a, b, c, false);
                trace.c << 1 == 0 && trace.addend != trace.product & !0x1fff_ffff
            }),
        ),
        ("a subnormal c", decided(|[_, _, c, _, _]| c & 0x7f80_0000 == 0 && c << 1 != 0)),
        ("the canonical NaN", decided(|[_, _, _, d, _]| d == f32::NAN)),
        ("-0.0 under .sat", decided(|[_, _, _, d, saturated]| d == 0x8000_0000 && saturated == 0)),
    ];
    println!("{parts:?}");
    for (part, rows) in parts {
        assert!(rows >= 5, "{part} decides only {rows} rows");
    }
}
