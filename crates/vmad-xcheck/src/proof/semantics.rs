//! What the unit is compared with: the manual's `vmad` in one of its published readings.

use vmad_ptx::{
    ast::{MultiplyAdd, Operation, Type},
    reading::Reading,
    video::{self, Trace, VmadTrace},
};
use vmad_unit::Control;

use super::setting::multiply_add;

/// A reading of `vmad`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Semantics {
    /// Where the manual leaves a choice.
    pub reading: Reading,
    /// Whether tmp is cut to 64 bits before it is shifted, as a 64-bit integer would hold it. The manual's mask comes
    /// after the shift, so this is no reading of its text, but what an implementation in 64-bit integers computes.
    pub wraps_tmp: bool,
    /// `.dtype`: of no effect but in a reading that clamps to its range.
    pub dtype: Type,
}

impl Semantics {
    /// The default reading.
    pub const DEFAULT: Self = Self { reading: Reading::DEFAULT, wraps_tmp: false, dtype: Type::S32 };

    /// `vmad-ptx`'s computation of the instruction that the setting serves.
    pub(super) fn trace(self, control: Control, [a, b, c]: [u32; 3]) -> Option<VmadTrace> {
        let operation = Operation::MultiplyAdd(self.instruction(control));
        match video::trace(&operation, a, b, c, &self.reading) {
            Trace::Vmad(trace) if self.wraps_tmp => Some(wrapped(trace, &self.instruction(control))),
            Trace::Vmad(trace) => Some(trace),
            Trace::Stages(_) => None,
        }
    }

    fn instruction(self, control: Control) -> MultiplyAdd {
        MultiplyAdd { dtype: self.dtype, ..multiply_add(control) }
    }
}

/// The same, but for tmp in a 64-bit integer that is signed if the final result is.
fn wrapped(mut trace: VmadTrace, it: &MultiplyAdd) -> VmadTrace {
    let low = trace.tmp as u64;
    let tmp = if trace.signed_final { i128::from(low as i64) } else { i128::from(low) };
    trace.tmp = tmp;
    trace.result = tmp >> it.scale.amount();
    let (min, max) =
        if trace.signed_final { (i32::MIN.into(), i32::MAX.into()) } else { (0, u32::MAX.into()) };
    trace.saturated = it.sat.then(|| trace.result.clamp(min, max));
    trace.d = trace.saturated.unwrap_or(trace.result) as u32;
    trace
}
