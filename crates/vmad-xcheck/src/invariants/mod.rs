//! What must hold, one invariant a [`Case`]. Each panics where it does not, with what a reader needs to see why.
//!
//! A case is drawn from arbitrary bytes; where they run out, it is passed over. [`ALL`] is the one list of them: the
//! fuzz targets, the tests and `vmad check --fuzz-repro` take theirs from it, by name.

mod control;
mod execution;
mod float;
mod ptx;
mod text;
mod word;

pub use execution::wide;

use arbitrary::{Result, Unstructured};

/// What an invariant speaks of, drawn from bytes.
pub trait Case: Sized {
    /// The invariant's name, which is its fuzz target's.
    const NAME: &'static str;
    /// The invariant.
    const SAYS: &'static str;

    /// Draws a case.
    ///
    /// # Errors
    /// The bytes have run out, or make no case.
    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self>;

    /// The case for a reader: names and values.
    fn tell(&self) -> Vec<(&'static str, String)>;

    /// Checks the invariant.
    ///
    /// # Panics
    /// It does not hold.
    fn check(&self);
}

/// A case as [`Invariant::tell`] gives it: names and values.
pub type Told = Vec<(&'static str, String)>;

/// An invariant: its [`Case`] without the type.
#[derive(Clone, Copy, Debug)]
pub struct Invariant {
    /// The name.
    pub name: &'static str,
    /// What must hold.
    pub says: &'static str,
    hold: fn(&mut Unstructured<'_>) -> Result<()>,
    tell: fn(&mut Unstructured<'_>) -> Result<Told>,
}

impl Invariant {
    /// The invariant of a kind of case.
    pub const fn of<C: Case>() -> Self {
        Self {
            name: C::NAME,
            says: C::SAYS,
            hold: |bytes| C::draw(bytes).map(|case| case.check()),
            tell: |bytes| C::draw(bytes).map(|case| case.tell()),
        }
    }

    /// Draws a case and checks it.
    ///
    /// # Errors
    /// The bytes have run out, or make no case.
    ///
    /// # Panics
    /// The invariant does not hold.
    pub fn hold(&self, bytes: &mut Unstructured<'_>) -> Result<()> {
        (self.hold)(bytes)
    }

    /// Draws the same case and tells what it is.
    ///
    /// # Errors
    /// The bytes have run out, or make no case.
    pub fn tell(&self, bytes: &mut Unstructured<'_>) -> Result<Told> {
        (self.tell)(bytes)
    }
}

/// All of them.
pub const ALL: [Invariant; 12] = [
    Invariant::of::<word::AnyWord>(),
    Invariant::of::<word::AnyInstruction>(),
    Invariant::of::<text::PrintedText>(),
    Invariant::of::<text::ArbitraryText>(),
    Invariant::of::<control::AnyField>(),
    Invariant::of::<control::AnyControlWord>(),
    Invariant::of::<execution::Execution>(),
    Invariant::of::<ptx::Lowering>(),
    Invariant::of::<ptx::PtxText>(),
    Invariant::of::<ptx::AnyMode>(),
    Invariant::of::<float::Single>(),
    Invariant::of::<float::Double>(),
];

/// The three sources of an instruction, for a reader.
fn sources([a, b, c]: [u32; 3]) -> [(&'static str, String); 3] {
    [("a", format!("{a:#010x}")), ("b", format!("{b:#010x}")), ("c", format!("{c:#010x}"))]
}
