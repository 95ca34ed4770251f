//! The SIMD video instructions that `ptxas` 12.9.86 accepts: its recorded verdicts, each compared with ours.

use vmad_testing::shapes;

use crate::accepts::{assert_none, compare};
use crate::table::{codes, expand};
use vmad_testing::rows;

/// Every combination of modifiers of all fourteen, and every foreign modifier, with shapes of operands; every mask and
/// every selector.
#[test]
fn every_combination_of_modifiers_of_simd() {
    let table = include_str!("../data/ptxas-simd.tsv");
    let codes = codes(table);
    let (mut differences, mut count, mut accepted, mut late) = (Vec::new(), 0, 0, 0);
    for [mnemonic, name, runs] in rows(table) {
        let (shapes, verdicts) = (shapes(name), expand(runs));
        assert_eq!(shapes.len(), verdicts.len(), "{mnemonic} {name}");
        for (shape, verdict) in shapes.iter().zip(verdicts) {
            let message = codes[verdict];
            // `ptxas` finds this error when it makes code, which it hardly ever does here (legality.rs has the answers).
            let is_late = message == "error: Mismatch between instruction type and comparison qualifier"
                && [".u32.lo", ".u32.ls", ".u32.hi", ".u32.hs"].iter().any(|cmp| mnemonic.contains(cmp));
            // To `ptxas` `.and` is wrong before the number of operands is.
            let is_first = mnemonic.contains(".and") && shape.matches(',').count() != 3;
            if is_late {
                late += 1;
            } else {
                compare(&format!("{mnemonic} {shape};"), message, !is_first, &mut differences);
            }
            count += 1;
            accepted += usize::from(message == "ok");
        }
    }
    assert_none(&differences, count);
    assert_eq!((count, accepted, late), (68_628, 12_648, 2));
}
