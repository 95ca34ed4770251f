//! The lowering for sm_35 and sm_37 against what ptxas 11.8 was recorded to do.

use vmad_map::rows::{D6, D8, D8_VSET, P7};
use vmad_ptx::syntax::parse_one;
use vmad_ptxas::{
    lifting::lift,
    lowering::{LowerError, Registers, Shape, lower},
};
use vmad_sass::{Arch, Instruction, Permute, isa::Layout};
use vmad_testing::rows;
use vmad_unit::Register;

/// `cargo xtask ptxas-lower --arch sm_35 --every 200 --record`, and the same with `--family --every 499`.
const RECORDS: [&str; 2] =
    [include_str!("../data/ptxas-kepler-lower.tsv"), include_str!("../data/ptxas-kepler-family.tsv")];

fn recorded() -> impl Iterator<Item = (&'static str, Vec<u64>)> {
    RECORDS.into_iter().flat_map(rows).map(|[_, ptx, words]| {
        let words = words.split_whitespace().map(|word| u64::from_str_radix(word, 16).unwrap_or(0));
        (ptx, words.collect())
    })
}

/// Oracle: ptxas 11.8.
#[test]
fn the_recorded_sample_is_reproduced() {
    let registers = Registers::default();
    let operands = [registers.a, registers.b, registers.c];
    for arch in [Arch::Sm35, Arch::Sm37] {
        let mut wrong = [0; 4];
        let mut others = 0;
        for (ptx, words) in recorded() {
            let instruction = parse_one(ptx).unwrap_or_else(|error| panic!("{ptx}: {error}")).instruction;
            match lower(&instruction, arch, &registers) {
                Ok(ours) => {
                    let theirs = Shape::new(Layout::Kepler, words, [4, 5, 6].map(Register::from_encoding));
                    let shape = ours.shape(operands);
                    assert!(shape.is_some() && shape == theirs, "{ptx}: {ours}");
                    assert_eq!(ours.versions.to_string(), "11.2 to 11.8");
                    for (count, row) in wrong.iter_mut().zip([&D6, &D8, &D8_VSET, &P7]) {
                        *count += usize::from(ours.miscompiled == Some(row));
                    }
                }
                Err(LowerError::SimdSequence) => {
                    let is_permuted = Permute::decode_in(Layout::Kepler, words[0]).is_some();
                    assert!(is_permuted || words == [0], "{ptx}");
                    others += 1;
                }
                Err(error) => panic!("{ptx}: {error}"),
            }
        }
        assert!(wrong.into_iter().all(|count| count > 0) && others > 20, "{wrong:?} {others}");
    }
}

/// Every word that ptxas emits alone becomes PTX that compiles to it, but for the words of a miscompile.
#[test]
fn a_word_is_lifted_to_ptx_that_compiles_to_it() {
    let mut lifted = 0;
    for (ptx, words) in recorded() {
        let [word] = words[..] else { continue };
        let Ok(instruction) = Instruction::decode_in(Layout::Kepler, word) else { continue };
        let found = lift(&instruction, Arch::Sm35).unwrap_or_else(|error| panic!("{ptx}: {error}"));
        let theirs = parse_one(ptx).unwrap().instruction;
        let is_wrong = || lower(&theirs, Arch::Sm35, &Registers::default()).unwrap().miscompiled.is_some();
        assert!(found.other.is_none() || is_wrong(), "{ptx}: {found:?}");
        lifted += usize::from(found.other.is_none());
    }
    assert!(lifted > 800, "{lifted}");
}
