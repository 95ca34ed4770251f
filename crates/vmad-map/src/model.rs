//! Running the models of a row.

use vmad_ptx::reading::Reading;
use vmad_unit::{Bits, Machine, Operation};

use crate::{
    case::Case,
    divergence::{Divergence, Model},
    meaning::{expected, in_reading},
};

/// A model of one case: a function from `a`, `b` and `c` to the result ([`Operation::execute`]).
pub type Prepared = Box<dyn Fn([u32; 3]) -> u32 + Send + Sync>;

impl Case {
    /// The result in a reading of PTX; [`None`] if PTX does not specify it.
    pub fn evaluate(&self, inputs: [u32; 3], reading: &Reading) -> Option<u32> {
        match &self.ptx {
            Some(ptx) => Some(expected(&self.mode, ptx, self.fill(inputs), reading)),
            None => in_reading(&self.mode, inputs, reading),
        }
    }

    /// This project's model: the default reading of PTX, or the unit if no PTX specifies the mode.
    pub fn prepare(&self) -> Prepared {
        let case = *self;
        match self.ptx {
            Some(_) => Box::new(move |inputs| case.evaluate(inputs, &Reading::DEFAULT).unwrap_or_default()),
            None => self.unit(),
        }
    }

    /// The unit.
    pub fn unit(&self) -> Prepared {
        let case = *self;
        Box::new(move |inputs| {
            let [a, b, c] = case.fill(inputs);
            case.mode.execute(a, b, c)
        })
    }
}

impl Divergence {
    /// The result in a mode, as [`Operation::execute`]; [`None`] in a mode that the row is not about.
    pub fn evaluate(&self, mode: &Operation, inputs: [u32; 3]) -> Option<u32> {
        Some(self.prepare(&Case::of_mode(*mode).with_dtype(self.dtype()))?(inputs))
    }

    /// Its model of a case. [`None`] if it has none, or if it is not about the case.
    pub fn prepare(&self, case: &Case) -> Option<Prepared> {
        let case = *case;
        match self.model {
            Model::Reading(reading) => prepared(move |inputs| case.evaluate(inputs, &reading)),
            Model::Datapath(datapath) => prepared(move |inputs| {
                let bits = case.fill(inputs).map(|input| Bits::wrap(input.into()));
                datapath.compute(&Machine, &case.mode, bits).map(|bits| bits.unsigned() as u32)
            }),
            Model::Word(result) | Model::Code(result) => prepared(move |inputs| result(&case, inputs)),
            Model::None => None,
        }
    }
}

/// A computation that has a result for all inputs or for none.
fn prepared(run: impl Fn([u32; 3]) -> Option<u32> + Send + Sync + 'static) -> Option<Prepared> {
    run([0; 3])?;
    Some(Box::new(move |inputs| run(inputs).unwrap_or_default()))
}
