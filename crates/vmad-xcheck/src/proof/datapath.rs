//! The subject of the proof: the unit's datapath, or one with a fault.

use vmad_unit::{
    Logic, Record,
    vmad::{self, Mode},
};

/// A datapath that runs in any [`Logic`].
pub trait Datapath: Sync {
    /// Computes the result from the inputs `a`, `b`, `c` and records every wire.
    fn run<L: Logic>(
        &self,
        logic: &L,
        record: &mut impl Record<L::Any>,
        mode: Mode,
        inputs: [L::Bits<32>; 3],
    ) -> L::Bits<32>;
}

/// The unit's datapath: [`vmad::compute`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Unit;

impl Datapath for Unit {
    fn run<L: Logic>(
        &self,
        logic: &L,
        record: &mut impl Record<L::Any>,
        mode: Mode,
        inputs: [L::Bits<32>; 3],
    ) -> L::Bits<32> {
        vmad::compute(logic, record, mode, inputs)
    }
}
