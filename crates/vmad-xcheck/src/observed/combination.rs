//! Several choices of reading at once: hardware may part from the model in more than one place.

use std::fmt;

use vmad_ptx::{
    ast::{MultiplyAdd, Operation, Type},
    reading::{Mask, MinusC, Pass, Reading, VmadRange},
    video::evaluate,
};
use vmad_unit::vmad::Mode;

use crate::spelling::multiply_add;

/// A choice for each ambiguity of `vmad`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Combination {
    reading: Reading,
    dtype: Type,
}

impl Combination {
    /// All that can differ in what they compute.
    pub(super) fn all() -> Vec<Self> {
        let masks = [
            (Mask::None, Pass::Whole),
            (Mask::TmpFirst, Pass::Whole),
            (Mask::ByFinalSign, Pass::LikeTheOthers),
            (Mask::Unsigned, Pass::Whole),
            (Mask::Unsigned, Pass::LikeTheOthers),
        ];
        let ranges =
            [(VmadRange::FinalSign, Type::U32), (VmadRange::Dtype, Type::U32), (VmadRange::Dtype, Type::S32)];
        let mut all = Vec::new();
        for minus_c in [MinusC::SignOfIntermediate, MinusC::SignOfFinal] {
            for (mask, pass) in masks {
                for (vmad_range, dtype) in ranges {
                    let reading = Reading { minus_c, mask, pass, vmad_range, ..Reading::DEFAULT };
                    all.push(Self { reading, dtype });
                }
            }
        }
        all
    }

    /// What it computes in a setting.
    pub(super) fn compute(&self, mode: Mode, [a, b, c]: [u32; 3]) -> u32 {
        let operation = MultiplyAdd { dtype: self.dtype, ..multiply_add(mode) };
        evaluate(&Operation::MultiplyAdd(operation), a, b, c, &self.reading)
    }
}

impl fmt::Display for Combination {
    /// `D1 and P10-u32`, or `model`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Reading { minus_c, mask, pass, vmad_range, .. } = self.reading;
        let names = [
            (minus_c == MinusC::SignOfFinal).then_some("D1"),
            match (mask, pass) {
                (Mask::None, _) => None,
                (Mask::TmpFirst, _) => Some("D2"),
                (Mask::ByFinalSign, _) => Some("D2m"),
                (Mask::Unsigned, Pass::Whole) => Some("P8"),
                (Mask::Unsigned, Pass::LikeTheOthers) => Some("P8 without a shift too"),
            },
            match (vmad_range, self.dtype) {
                (VmadRange::FinalSign, _) => None,
                (VmadRange::Dtype, Type::U32) => Some("P10-u32"),
                (VmadRange::Dtype, Type::S32) => Some("P10-s32"),
            },
        ];
        let names: Vec<_> = names.into_iter().flatten().collect();
        f.write_str(&if names.is_empty() { "model".to_owned() } else { names.join(" and ") })
    }
}
