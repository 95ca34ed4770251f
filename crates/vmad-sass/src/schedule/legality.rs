//! What a control field may say to which instruction.

use super::field::{ControlField, Reuse};
use crate::dispatch::Dispatch;

/// A control field that a coupled instruction may not carry.
///
/// The reference's coupled forms have `{&req}{?sched}` alone; nvdisasm refuses the word for each of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ControlError {
    /// A write barrier.
    #[error(
        "control field {control:#x} sets write barrier {barrier} (&wr, bits 7:5), which a coupled VMAD may not: its latency is fixed; legal is 7 (none)"
    )]
    WriteBarrier {
        /// The 21 bits.
        control: u32,
        /// The barrier.
        barrier: u8,
    },
    /// A read barrier.
    #[error(
        "control field {control:#x} sets read barrier {barrier} (&rd, bits 10:8), which a coupled VMAD may not: its latency is fixed; legal is 7 (none)"
    )]
    ReadBarrier {
        /// The 21 bits.
        control: u32,
        /// The barrier.
        barrier: u8,
    },
    /// Reuse of an operand that `VMAD` does not have.
    #[error(
        "control field {control:#x} sets reuse flag 3 (bit 20), which a coupled VMAD may not: it has no fourth operand; legal are flags 0 (A), 1 (B) and 2 (C)"
    )]
    Reuse {
        /// The 21 bits.
        control: u32,
    },
}

impl ControlField {
    /// Whether an instruction of the given dispatch may carry this field.
    ///
    /// # Errors
    /// A coupled instruction with a write barrier, a read barrier or the fourth reuse flag. A decoupled instruction
    /// may carry any field.
    #[inline]
    pub fn check(self, dispatch: Dispatch) -> Result<(), ControlError> {
        let control = self.bits();
        match dispatch {
            Dispatch::Decoupled => Ok(()),
            Dispatch::Coupled => {
                if let Some(barrier) = self.write_barrier() {
                    Err(ControlError::WriteBarrier { control, barrier: barrier.number() })
                } else if let Some(barrier) = self.read_barrier() {
                    Err(ControlError::ReadBarrier { control, barrier: barrier.number() })
                } else if self.reuse().has(Reuse::D) {
                    Err(ControlError::Reuse { control })
                } else {
                    Ok(())
                }
            }
        }
    }
}
