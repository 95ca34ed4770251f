//! `sm1x::mad_f32` against 3,000 recorded answers: a model of the G80's `FMAD` whose authors had it agree
//! with the hardware (`data/mad-f32-sm1x.tsv` names it).

use vmad_ptx::mad::sm1x;
use vmad_testing::rows;

/// `a, b, c, d` and `d` with `.sat` of every row.
#[test]
fn every_row_is_equal() {
    let mut count = 0;
    for row in rows::<5>(include_str!("../../data/mad-f32-sm1x.tsv")) {
        let [a, b, c, d, saturated] = row.map(|digits| u32::from_str_radix(digits, 16).expect("hexadecimal"));
        let model = [sm1x::mad_f32(a, b, c, false), sm1x::mad_f32(a, b, c, true)];
        assert_eq!(model, [d, saturated], "{row:?}");
        count += 1;
    }
    assert_eq!(count, 3_000);
}
