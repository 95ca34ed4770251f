//! Where the published readings of `vmad` part: the divergence map.
//!
//! Each row of [`MAP`] names two models, says for which modes, constants and inputs they part, and what the evidence is.
//! [`check()`] holds a row against its models: equal wherever the row says nothing, and really different in every mode
//! of which it says that they part. A row that is wrong, or has gone stale, fails.
//!
//! ```
//! use vmad_xcheck::divergence::{Id, MAP, check};
//!
//! let d1 = Id::D1.divergence();
//! assert_eq!(check(d1).unwrap().parting, 45);
//! assert!(MAP.iter().any(|row| row.id == Id::D1));
//! ```

mod case;
mod check;
pub mod emulation;
pub mod grid;
mod markdown;
mod matrix;
mod model;
mod partings;
mod predicates;
mod table;

pub use case::{CONSTANTS, Case, Domain};
pub(crate) use check::nearness;
pub use check::{Checked, Counterexample, Mismatch, check, counterexample, shortest};
pub use markdown::markdown;
pub use matrix::{Cell, Matrix, ModeParting, Stand};
pub use model::{Model, Prepared};
pub use partings::{Parting, is_free, partings};
pub use table::MAP;

use std::fmt;

/// A row's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Id {
    /// `-c` on 32 bits.
    D1,
    /// tmp in 64 bits.
    D2,
    /// The mask after the shift.
    D2m,
    /// What ptxas emits from sm_70 on.
    D3,
    /// The same for sm_60 to sm_62, whose coupled forms are `VMAD`.
    D3p,
    /// A negative constant of `.u32` type.
    D4,
    /// A constant that takes over its neighbour's minus sign.
    D6,
    /// The mask makes the result a number that is never negative.
    P8,
    /// `.sat` to the range of dtype.
    P10,
}

impl Id {
    /// The name as the book writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::D1 => "D1",
            Self::D2 => "D2",
            Self::D2m => "D2m",
            Self::D3 => "D3",
            Self::D3p => "D3p",
            Self::D4 => "D4",
            Self::D6 => "D6",
            Self::P8 => "P8",
            Self::P10 => "P10",
        }
    }

    /// The row.
    pub const fn divergence(self) -> &'static Divergence {
        match self {
            Self::D1 => &table::D1,
            Self::D2 => &table::D2,
            Self::D2m => &table::D2M,
            Self::D3 => &table::D3,
            Self::D3p => &table::D3P,
            Self::D4 => &table::D4,
            Self::D6 => &table::D6,
            Self::P8 => &table::P8,
            Self::P10 => &table::P10,
        }
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A row of the map.
#[derive(Clone, Copy, Debug)]
pub struct Divergence {
    /// Its name.
    pub id: Id,
    /// What it is about.
    pub title: &'static str,
    /// The two models that part: what the unit does and the default reading of PTX says, then the other one.
    pub models: [Model; 2],
    /// What the two say, in words.
    pub readings: [&'static str; 2],
    /// The cases over which the row speaks.
    pub domain: Domain,
    /// For which cases they part, in words.
    pub parts_text: &'static str,
    /// For which cases of the domain there are inputs on which they part.
    pub parts: fn(&Case) -> bool,
    /// On which inputs they can part, in words.
    pub inputs_text: &'static str,
    /// Outside of which inputs `[a, b, c]` they are equal even where they part.
    pub inputs: fn(&Case, [u32; 3]) -> bool,
    /// The number of modes in which they part, for some constant where the domain has constants.
    pub modes: usize,
    /// What it rests on.
    pub evidence: &'static str,
    /// The shortest instruction, and the smallest of the corner inputs, on which they part.
    pub example: Example,
}

impl Divergence {
    /// Whether there are inputs on which the two models part.
    pub fn parts(&self, case: &Case) -> bool {
        (self.parts)(case)
    }
}

/// An instruction, its inputs and the two models' results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The PTX.
    pub instruction: &'static str,
    /// `a`, `b` and `c`; a constant's place holds the constant.
    pub inputs: [u32; 3],
    /// What the first and the second model compute.
    pub results: [u32; 2],
}
