use vmad_ptx::reading::{Mask, Pass, Reading};
use vmad_unit::Scale;

use super::d2::{self, D2};
use crate::{
    case::Case,
    condition::Condition,
    divergence::{Divergence, Inputs, Model},
};

/// The mask after the shift.
pub static D2M: Divergence = Divergence {
    id: "D2m",
    title: "the scaled result masked to 64 bits",
    meanings: [
        "the mask changes nothing: the result fits",
        "result = (tmp >> scale) & 0xffffffffffffffff, also without a scale; the final sign gives its sign",
    ],
    evidence: "lines 315 and 316 of the PTX ISA's pseudo-code: the mask follows the shift, so the strict interpretation \
               has only a third of the modes of D2",
    cases: |case| condition(case).is_some(),
    cases_text: "the modes of D2 without a shift (a shifted tmp fits in 64 bits): the case that the pseudo-code omits",
    inputs: Inputs::Exactly(condition),
    model: Model::Reading(Reading { mask: Mask::ByFinalSign, pass: Pass::LikeTheOthers, ..Reading::DEFAULT }),
    ..D2
};

/// After a shift the value fits the mask.
fn condition(case: &Case) -> Option<Condition> {
    let (mode, _) = case.vmad()?;
    d2::condition(case).filter(|_| mode.scale == Scale::Pass)
}
