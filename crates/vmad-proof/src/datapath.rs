//! The subject of a proof.

use vmad_unit::{Logic, Operation, Wire};

/// A datapath that runs in any [`Logic`]: the [`Unit`], and in tests one with a fault.
pub trait Datapath: Sync {
    /// Computes an operation on the inputs `a`, `b` and `c`, and records its wires.
    fn compute<L: Logic>(
        &self,
        logic: &L,
        wires: &mut Vec<Wire<L::Any>>,
        operation: &Operation,
        inputs: [L::Bits<32>; 3],
    ) -> L::Bits<32>;
}

/// The unit: [`Operation::compute`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Unit;

impl Datapath for Unit {
    fn compute<L: Logic>(
        &self,
        logic: &L,
        wires: &mut Vec<Wire<L::Any>>,
        operation: &Operation,
        inputs: [L::Bits<32>; 3],
    ) -> L::Bits<32> {
        operation.compute(logic, wires, inputs)
    }
}
