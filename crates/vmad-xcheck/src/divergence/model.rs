//! The models that are compared: ways to compute a `vmad`.

use vmad_ptx::{
    ast::Operation,
    reading::Reading,
    video::{Trace, VmadTrace, evaluate, trace},
};
use vmad_sass::Arch;
use vmad_unit::{State, execute};

use super::{case::Case, emulation};
use crate::lowering::{Registers, lower, mode::mode_of};

/// A way to compute a `vmad`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Model {
    /// `vmad-ptx`, in a reading of the manual.
    Ptx(Reading),
    /// The execution unit, given the mode and what stands on its ports.
    Unit,
    /// The exact sum, cut to a 64-bit register before it is shifted.
    WrappedTmp,
    /// What ptxas 12.9 emits where it emits no `VMAD`.
    Emulation,
    /// What ptxas 12.9 emits for an architecture, constants and all, executed on the unit.
    Lowered(Arch),
}

/// A model made ready for one case.
pub type Prepared = Box<dyn Fn([u32; 3]) -> u32>;

impl Model {
    /// The model of a case: a function from `a`, `b` and `c` to `d`. [`None`] if what ptxas emits for the case is no
    /// `VMAD`, or the case is no instruction.
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
            Self::WrappedTmp => Box::new(move |inputs| wrapped_tmp(&case, inputs)),
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

/// The wires of the default reading, whose `tmp` is exact.
pub(super) fn exact(case: &Case, inputs: [u32; 3]) -> Option<VmadTrace> {
    let [a, b, c] = case.fill(inputs);
    match trace(&Operation::MultiplyAdd(case.operation), a, b, c, &Reading::DEFAULT) {
        Trace::Vmad(trace) => Some(trace),
        Trace::Stages(_) => None,
    }
}

/// tmp in a 64-bit register, signed if the final result is: then shift and clamp as ever.
fn wrapped_tmp(case: &Case, inputs: [u32; 3]) -> u32 {
    let Some(trace) = exact(case, inputs) else { return 0 };
    let scale = case.operation.scale.amount();
    let (shr, range) = if trace.signed_final {
        (i128::from(trace.tmp as i64) >> scale, i128::from(i32::MIN)..=i128::from(i32::MAX))
    } else {
        (i128::from(trace.tmp as u64) >> scale, 0..=i128::from(u32::MAX))
    };
    if case.operation.sat { shr.clamp(*range.start(), *range.end()) as u32 } else { shr as u32 }
}
