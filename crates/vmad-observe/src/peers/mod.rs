//! What published emulators, simulators and translators compute, as restatements of their rules.
//!
//! The page `conformance.md` compares them with the unit, and [observed](crate::observed) results are compared with them.

mod gpgpusim;
mod ryujinx;
mod syclomatic;
mod yuzu;

use vmad_unit::{Kind, Operand, Operation, Sign};

/// An instruction with its mode. B is a register or an immediate.
#[derive(Clone, Copy, Debug)]
pub struct Subject {
    /// The operation.
    pub operation: Operation,
    /// Whether B is an immediate.
    pub immediate: bool,
}

/// The rules of a program for one instruction.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// `yuzu VSETP`
    pub id: &'static str,
    /// The instruction.
    pub kind: Kind,
    /// Its differences in a few words; empty if it has none.
    pub title: &'static str,
    /// The computation: the register, or for `VSETP` the two predicates as bits 0 and 1. [`None`] if it throws, aborts
    /// or has no function for the mode.
    pub run: fn(&Subject, [u32; 3]) -> Option<u32>,
}

/// Every program.
pub static PEERS: &[Rules] = &[
    rules("yuzu VMAD", Kind::Vmad, yuzu::vmad, ""),
    rules("yuzu VMNMX", Kind::Vmnmx, yuzu::vmnmx, "A and B are compared with the sign of B"),
    rules("yuzu VSETP", Kind::Vsetp, yuzu::vsetp, "A and B are compared with the sign of B"),
    rules(
        "Ryujinx VMAD",
        Kind::Vmad,
        ryujinx::multiply_add,
        "C is added to the product as an unsigned word; the result is signed only with S32 or a minus",
    ),
    rules(
        "Ryujinx VMNMX",
        Kind::Vmnmx,
        ryujinx::extremes,
        "wrong for formats of two signs; SAT clamps to 32 bits before a merge",
    ),
    rules(
        "Ryujinx VSETP",
        Kind::Vsetp,
        ryujinx::compare,
        "a comparison of formats of two signs is false, if one has 32 bits",
    ),
    rules("SYCLomatic VADD", Kind::Vadd, syclomatic::vadd, "the second operation takes more than 32 bits"),
    rules("SYCLomatic VMNMX", Kind::Vmnmx, syclomatic::vmnmx, "the second operation takes more than 32 bits"),
    rules("GPGPU-Sim VMNMX", Kind::Vmnmx, gpgpusim::vmnmx, ""),
];

const fn rules(
    id: &'static str,
    kind: Kind,
    run: fn(&Subject, [u32; 3]) -> Option<u32>,
    title: &'static str,
) -> Rules {
    Rules { id, kind, title, run }
}

/// The selected part of a port, extended to 32 bits.
pub(super) const fn extend(operand: Operand, port: u32) -> u32 {
    operand.value(port) as u32
}

/// A word as a number of a sign, in 64 bits.
pub(super) fn number(sign: Sign, word: u32) -> i64 {
    match sign {
        Sign::Unsigned => word.into(),
        Sign::Signed => word.cast_signed().into(),
    }
}

/// The smaller or the larger of two words of a sign.
pub(super) fn extreme(maximum: bool, sign: Sign, x: u32, y: u32) -> u32 {
    if (number(sign, x) < number(sign, y)) == maximum { y } else { x }
}
