//! The control fields that are legal for an instruction.

use core::hint::select_unpredictable;

use super::field::{Barrier, ControlField, Reuse};
use crate::dispatch::Dispatch;

/// A control field that is illegal for a coupled instruction.
///
/// In the SASS reference text, coupled forms have `{&req}{?sched}` alone; nvdisasm refuses the word for each of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ControlError {
    /// A write barrier.
    #[error(
        "control field {:#x} sets write barrier {} (&wr, bits 7:5) on a coupled instruction, whose latency is fixed: legal is 7 (none)", .0.bits(), .1.number()
    )]
    WriteBarrier(ControlField, Barrier),
    /// A read barrier.
    #[error(
        "control field {:#x} sets read barrier {} (&rd, bits 10:8) on a coupled instruction, whose latency is fixed: legal is 7 (none)", .0.bits(), .1.number()
    )]
    ReadBarrier(ControlField, Barrier),
    /// Reuse of a fourth operand, which no video instruction has.
    #[error(
        "control field {:#x} sets reuse flag 3 (bit 20), but a coupled instruction has no fourth operand: legal are flags 0 (A), 1 (B) and 2 (C)", .0.bits()
    )]
    Reuse(ControlField),
}

impl ControlField {
    /// Whether an instruction of the given dispatch may carry this field.
    ///
    /// # Errors
    /// A coupled instruction with a write barrier, a read barrier or the fourth reuse flag. A decoupled instruction may
    /// carry any field. An instruction of Kepler has no such field: no field is refused.
    #[inline]
    pub fn check(self, dispatch: Dispatch) -> Result<(), ControlError> {
        let (write, read, reuse) = (self.write_barrier(), self.read_barrier(), self.reuse().has(Reuse::D));
        #[expect(clippy::needless_bitwise_bool, reason = "a branch for each would be unpredictable")]
        let of_coupled = write.is_none() & read.is_none() & !reuse;
        // One branch, which legal fields always take the same way: the dispatch of the next instruction is unpredictable.
        if select_unpredictable(dispatch != Dispatch::Coupled, true, of_coupled) {
            return Ok(());
        }
        Err(match (write, read) {
            (Some(barrier), _) => ControlError::WriteBarrier(self, barrier),
            (None, Some(barrier)) => ControlError::ReadBarrier(self, barrier),
            (None, None) => ControlError::Reuse(self),
        })
    }
}
