//! Running the models.

use vmad_ptx::{ast::Operation, video::evaluate};
use vmad_unit::{State, execute};

use super::emulation;
use crate::{
    interpretation::{Case, Model},
    lowering::{Registers, lower},
    spelling::mode_of,
};

/// A model of one case: a function from `a`, `b` and `c` to `d`.
pub type Prepared = Box<dyn Fn([u32; 3]) -> u32>;

impl Model {
    /// The model of a case; [`None`] if the case is not an instruction, or ptxas emits no `VMAD` for it.
    pub fn prepare(self, case: Case) -> Option<Prepared> {
        let operation = Operation::MultiplyAdd(case.operation);
        Some(match self {
            Self::Ptx(reading) => Box::new(move |inputs| {
                let [a, b, c] = case.fill(inputs);
                evaluate(&operation, a, b, c, &reading)
            }),
            Self::Unit => {
                let mode = mode_of(&case.operation);
                Box::new(move |inputs| {
                    let [a, b, c] = case.fill(inputs);
                    execute(mode, a, b, c)
                })
            }
            Self::Emulation => Box::new(move |inputs| {
                let [a, b, c] = case.fill(inputs);
                emulation::emulate(&case.operation, a, b, c)
            }),
            Self::Lowered(arch) => {
                let registers = Registers::default();
                let lowered = lower(&case.instruction()?, arch, &registers).ok()?;
                Box::new(move |inputs| {
                    let mut state = State::default();
                    let [a, b, c] = inputs;
                    for (register, value) in [(registers.a, a), (registers.b, b), (registers.c, c)] {
                        state.registers.write(register, value);
                    }
                    lowered.execute(&mut state);
                    state.registers.read(registers.d)
                })
            }
        })
    }
}
