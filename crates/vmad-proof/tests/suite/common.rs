//! The solver of several tests, and a datapath whose terms are not its code.

use std::{any::type_name, time::Duration};

use vmad_proof::datapath::{Datapath, Unit};
use vmad_term::solver::Solver;
use vmad_unit::{Logic, Machine, Operation, Wire};

/// The solver, with a limit that no question of the tests reaches.
pub(crate) fn solver() -> Solver {
    Solver::new(Some(Duration::from_mins(5)))
}

/// A datapath in the terms, and the unit in the code.
pub(crate) struct InTerms<D>(pub(crate) D);

impl<D: Datapath> Datapath for InTerms<D> {
    fn compute<L: Logic>(
        &self,
        logic: &L,
        wires: &mut Vec<Wire<L::Any>>,
        operation: &Operation,
        inputs: [L::Bits<32>; 3],
    ) -> L::Bits<32> {
        if type_name::<L>() == type_name::<Machine>() {
            Unit.compute(logic, wires, operation, inputs)
        } else {
            self.0.compute(logic, wires, operation, inputs)
        }
    }
}

/// The unit with A and B exchanged.
pub(crate) struct Exchanged;

impl Datapath for Exchanged {
    fn compute<L: Logic>(
        &self,
        logic: &L,
        wires: &mut Vec<Wire<L::Any>>,
        operation: &Operation,
        [a, b, c]: [L::Bits<32>; 3],
    ) -> L::Bits<32> {
        operation.compute(logic, wires, [b, a, c])
    }
}
