//! Several readings at once: hardware may differ from the model in more than one place.

use std::fmt;

use vmad_ptx::{
    ast::{MultiplyAdd, Operation, Type},
    reading::{Pass, Reading},
    video::evaluate,
};
use vmad_unit::vmad::Mode;

use crate::{interpretation::ALTERNATIVES, spelling::multiply_add};

/// At most one alternative for each ambiguity of `vmad`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combination {
    names: Vec<&'static str>,
    reading: Reading,
    dtype: Type,
}

impl Combination {
    /// All that can differ in what they compute.
    pub(super) fn all() -> Vec<Self> {
        let model = ("", Reading::DEFAULT, Type::U32);
        let [d1, d2, d2m, p8, p10_u32, p10_s32] = ALTERNATIVES.map(|it| (it.name, it.reading(), it.dtype));
        // P9 beside P8.
        let p8_and_p9 = ("P8 without a shift too", Reading { pass: Pass::LikeTheOthers, ..p8.1 }, Type::U32);
        let mut all = Vec::new();
        for (first, Reading { minus_c, .. }, _) in [model, d1] {
            for (second, Reading { mask, pass, .. }, _) in [model, d2, d2m, p8, p8_and_p9] {
                for (third, Reading { vmad_range, .. }, dtype) in [model, p10_u32, p10_s32] {
                    let names = [first, second, third].into_iter().filter(|name| !name.is_empty());
                    let reading = Reading { minus_c, mask, pass, vmad_range, ..Reading::DEFAULT };
                    all.push(Self { names: names.collect(), reading, dtype });
                }
            }
        }
        all
    }

    /// What it computes in a mode.
    pub(super) fn compute(&self, mode: Mode, [a, b, c]: [u32; 3]) -> u32 {
        let operation = MultiplyAdd { dtype: self.dtype, ..multiply_add(mode) };
        evaluate(&Operation::MultiplyAdd(operation), a, b, c, &self.reading)
    }
}

impl fmt::Display for Combination {
    /// `D1 and P10-u32`, or `model`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&if self.names.is_empty() { "model".to_owned() } else { self.names.join(" and ") })
    }
}
