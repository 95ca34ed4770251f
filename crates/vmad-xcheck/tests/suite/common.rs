//! The solver of several tests, and a datapath whose terms are not its code.

use std::{any::type_name, time::Duration};

use vmad_unit::{Logic, Machine, Record, vmad::Mode};
use vmad_xcheck::proof::{
    datapath::{Datapath, Unit},
    solver::{Solver, SolverError},
};

/// The solver on the `PATH`; without one, the test is skipped.
pub(crate) fn solver(test: &str) -> Option<Solver> {
    match Solver::find(None, Duration::from_mins(5)) {
        Ok(solver) => Some(solver),
        Err(error @ SolverError::Missing { .. }) => {
            vmad_testing::skip(test, &error.to_string());
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// A datapath in the terms, and the unit in the code.
pub(crate) struct InTerms<D>(pub(crate) D);

impl<D: Datapath> Datapath for InTerms<D> {
    fn run<L: Logic>(
        &self,
        logic: &L,
        record: &mut impl Record<L::Any>,
        mode: Mode,
        inputs: [L::Bits<32>; 3],
    ) -> L::Bits<32> {
        if type_name::<L>() == type_name::<Machine>() {
            Unit.run(logic, record, mode, inputs)
        } else {
            self.0.run(logic, record, mode, inputs)
        }
    }
}
