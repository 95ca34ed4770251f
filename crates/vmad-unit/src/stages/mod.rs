//! The datapath, one function a stage, in the order in which a value meets them.
//!
//! | stage | function | the reference's section |
//! |---|---|---|
//! | select and extend | [`select`], [`extend`] | Basic math operation |
//! | multiply | [`multiply`] | Basic math operation |
//! | signs | [`intermediate_sign`], [`final_sign`] | Sign |
//! | psign adder | [`add_with_psign`] | the psign table |
//! | normalisation shift | [`normalise`] | Optional Shift Right |
//! | saturation | [`saturate`] | Saturation |
//!
//! "The reference" is the text of `VMAD` for SPA 5.0. Write-back is [`crate::state::State::write_back`].

mod multiply;
mod psign;
mod select;
mod shift;
mod sign;

pub use crate::saturate::{Range, SaturateWires, range, saturate};
pub use multiply::multiply;
pub use psign::{AdderWires, add_with_psign};
pub use select::{OperandWires, extend, operand, select};
pub use shift::normalise;
pub use sign::{final_sign, intermediate_sign};
