//! What an instruction makes use of: of each, hardware may have been seen or not.

use vmad_sass::{Vmad, dispatch::Dispatch, vmad::SourceB};
use vmad_unit::{Psign, Saturate, Scale};

/// Something that an instruction can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Feature {
    /// None of psign, scale and SAT.
    Plain,
    /// `.SAT`
    Sat,
    /// `.SHR_7`
    Shr7,
    /// `.SHR_15`
    Shr15,
    /// psign 1
    MinusC,
    /// psign 2
    MinusProduct,
    /// psign 3
    PlusOne,
    /// An imm16.
    Immediate,
    /// Two sources of 8 or 16 bits.
    Coupled,
    /// A source of 32 bits.
    Decoupled,
}

impl Feature {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Plain,
        Self::Sat,
        Self::Shr7,
        Self::Shr15,
        Self::MinusC,
        Self::MinusProduct,
        Self::PlusOne,
        Self::Immediate,
        Self::Coupled,
        Self::Decoupled,
    ];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Sat => "SAT",
            Self::Shr7 => "SHR_7",
            Self::Shr15 => "SHR_15",
            Self::MinusC => "-C",
            Self::MinusProduct => "-(A*B)",
            Self::PlusOne => "PO",
            Self::Immediate => "immediate B",
            Self::Coupled => "coupled",
            Self::Decoupled => "decoupled",
        }
    }

    /// Whether an instruction has it.
    pub fn is_of(self, vmad: &Vmad) -> bool {
        match self {
            Self::Plain => {
                vmad.psign == Psign::Add && vmad.scale == Scale::Pass && vmad.saturate == Saturate::Off
            }
            Self::Sat => vmad.saturate == Saturate::On,
            Self::Shr7 => vmad.scale == Scale::Shr7,
            Self::Shr15 => vmad.scale == Scale::Shr15,
            Self::MinusC => vmad.psign == Psign::SubtractC,
            Self::MinusProduct => vmad.psign == Psign::NegateProduct,
            Self::PlusOne => vmad.psign == Psign::PlusOne,
            Self::Immediate => matches!(vmad.b, SourceB::Immediate { .. }),
            Self::Coupled => vmad.dispatch() == Dispatch::Coupled,
            Self::Decoupled => vmad.dispatch() == Dispatch::Decoupled,
        }
    }
}
