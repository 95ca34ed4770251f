//! What ptxas does with PTX video instructions: lowering to SASS, its inverse, and its miscompiles.
//!
//! ```
//! use vmad_ptxas::lowering::{Registers, lower};
//! use vmad_sass::Arch;
//!
//! let vmad = "vmad.s32.s32.u32.shr7 d, a.h1, 70000, -c;";
//! let found = vmad_ptx::syntax::parse_one(vmad).unwrap();
//! let lowered = lower(&found.instruction, Arch::Sm50, &Registers::default()).unwrap();
//! assert_eq!(lowered.to_string(), "MOV32I R5, 0x11170; VMAD.S16.U32.SHR_7 R0, R2.H1, R5, -R4");
//! ```
//!
//! # A tour
//!
//! - [`lowering`]: a PTX video instruction to SASS, as ptxas does it; [`lifting`]: the inverse.
//! - [`question`]: the code that ptxas emits for a text, for any architecture.
//! - [`differing`]: the rows of the map in which one word differs.
//! - [`miscompiles`]: the [rows of the map](vmad_map::rows) that ptxas computes.
//! - [`safety`]: the instructions that ptxas compiles correctly for each target. [`rewrite`]: what to write in place of
//!   the others.
//! - [`idioms`]: proved sequences for dot products, filters, clamps and sums.
//! - [`versions`]: the versions of ptxas and its targets.
//! - [`spelling`]: a mode as SASS writes it.
#![forbid(unsafe_code)]

pub mod differing;
pub mod idioms;
pub mod lifting;
pub mod lowering;
pub mod miscompiles;
pub mod question;
pub mod rewrite;
pub mod safety;
pub mod spelling;
pub mod versions;
