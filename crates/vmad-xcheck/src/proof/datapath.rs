//! What is proved right: the unit's datapath, or one with a fault in it.

use vmad_unit::{Logic, Wires, vmad::Mode};

/// A datapath that runs in any [`Logic`].
pub trait Datapath: Sync {
    /// Every wire.
    fn run<L: Logic>(
        &self,
        logic: &L,
        mode: Mode,
        a: L::Bits<32>,
        b: L::Bits<32>,
        c: L::Bits<32>,
    ) -> Wires<L>;
}

/// The datapath as the code runs it: [`Wires::compute`] and nothing else.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unit;

impl Datapath for Unit {
    fn run<L: Logic>(
        &self,
        logic: &L,
        mode: Mode,
        a: L::Bits<32>,
        b: L::Bits<32>,
        c: L::Bits<32>,
    ) -> Wires<L> {
        Wires::compute(logic, mode, a, b, c)
    }
}
