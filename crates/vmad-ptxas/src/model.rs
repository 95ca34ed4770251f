//! Running the models of a row.

use vmad_ptx::{ast::Operation as Ptx, reading::Reading};
use vmad_unit::{Bits, Machine, Operation, State};

use crate::{
    lowering::{Registers, emulate, lower},
    row::{Case, Row, Rule},
};
use vmad_proof::{
    meaning::{expected, in_reading},
    rival::Rival as _,
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

impl Row {
    /// The result in a mode, as [`Operation::execute`]; [`None`] in a mode that the row is not about.
    pub fn evaluate(&self, mode: &Operation, inputs: [u32; 3]) -> Option<u32> {
        Some(self.prepare(&Case::of_mode(*mode).with_dtype(self.dtype()))?(inputs))
    }

    /// Its model of a case. [`None`] if it has none, or if it is not about the case.
    pub fn prepare(&self, case: &Case) -> Option<Prepared> {
        let case = *case;
        match self.result {
            Rule::Reading(reading) => prepared(move |inputs| case.evaluate(inputs, &reading)),
            Rule::Unit => Some(case.unit()),
            Rule::SignOf(_) | Rule::LaneBytes => {
                let row = *self;
                prepared(move |inputs| {
                    let bits = case.fill(inputs).map(|input| Bits::wrap(input.into()));
                    row.compute(&Machine, &case.mode, bits).map(|bits| bits.unsigned() as u32)
                })
            }
            Rule::Emulation => prepared(move |inputs| {
                let Some(Ptx::MultiplyAdd(operation)) = &case.ptx else { return None };
                let [a, b, c] = case.fill(inputs);
                Some(emulate(operation, a, b, c))
            }),
            Rule::Lowered(arch) => {
                let registers = Registers::default();
                let lowered = lower(&case.instruction()?, arch, &registers).ok()?;
                lowered.instruction()?;
                Some(Box::new(move |inputs| {
                    let mut state = State::default();
                    let [a, b, c] = inputs;
                    for (register, value) in [(registers.a, a), (registers.b, b), (registers.c, c)] {
                        state.registers.write(register, value);
                    }
                    // The word is a video instruction whose computation is known.
                    let _ = lowered.execute(&mut state);
                    state.registers.read(registers.d)
                }))
            }
            Rule::Code(code) => prepared(move |inputs| code(&case, inputs)),
            Rule::Unmodelled => None,
        }
    }
}

/// A computation that has a result for all inputs or for none.
fn prepared(run: impl Fn([u32; 3]) -> Option<u32> + Send + Sync + 'static) -> Option<Prepared> {
    run([0; 3])?;
    Some(Box::new(move |inputs| run(inputs).unwrap_or_default()))
}
