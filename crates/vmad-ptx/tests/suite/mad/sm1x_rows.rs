//! `sm1x::mad_f32` against 3,000 recorded answers: a model of the G80's `FMAD` whose authors had it agree
//! with the hardware (`data/mad-f32-sm1x.tsv` names it).

use vmad_ptx::mad::sm1x;

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
