//! Values read from real GPUs: every one, in the default reading.

use vmad_ptx::ast::Body;
use vmad_ptx::reading::{Intermediate, Reading};
use vmad_ptx::syntax::parse_one;
use vmad_ptx::video::evaluate;
use vmad_testing::lines;

/// Compares the rows of a table, `PTX a b c d`, and returns their number.
fn compare(table: &'static str) -> usize {
    let compared = lines(table).map(|row| {
        let mut columns = row.split('\t');
        let line = columns.next().unwrap_or_default();
        let [a, b, c, expected] =
            [(); 4].map(|()| u32::from_str_radix(columns.next().expect(row), 16).expect(row));
        let found = parse_one(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let Body::Video(video) = found.instruction.body else { panic!("{line} is a video instruction") };
        let ours = evaluate(video.operation(), a, b, c, &Reading::DEFAULT);
        assert_eq!(ours, expected, "{line} of {a:#x}, {b:#x}, {c:#x}");
    });
    compared.count()
}

#[test]
fn all_published_vmnmx_values() {
    assert_eq!(compare(include_str!("../data/hardware-vmnmx.tsv")), 60);
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
    let line = parse_one("vmax.s32.u32.u32.min d, a, b, c;").unwrap();
    let Body::Video(video) = line.instruction.body else { panic!("a video instruction") };
    let found = |reading| evaluate(video.operation(), 0x12345688, 0x8a24c993, 0x9123064a, &reading);
    assert_eq!(found(Reading::DEFAULT), 0x8a24c993);
    let whole = Reading { intermediate: Intermediate::Whole, ..Reading::DEFAULT };
    assert_eq!([whole, Reading::LITERAL, Reading::PROSE].map(found), [0x9123064a; 3]);
}
