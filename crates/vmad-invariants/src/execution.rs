//! Execution.

use arbitrary::{Result, Unstructured};
use vmad_ptx::{reading::Reading, video::evaluate};
use vmad_sass::{Instruction, Ports};
use vmad_unit::Operation;

use super::{Sample, wide::wide};
use crate::generate;
use vmad_map::meaning;

/// Any instruction of the family on any ports.
#[derive(Debug)]
pub(super) struct Execution {
    instruction: Instruction,
    operation: Operation,
    ports: Ports,
}

impl Sample for Execution {
    const NAME: &'static str = "execution_is_the_wide_sum";
    const STATEMENT: &'static str = "any instruction on any ports: the result is that of arithmetic in 128 bits and of \
                                     the PTX with its modifiers, and the trace ends in it";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        let (instruction, operation) = generate::operation(bytes)?;
        Ok(Self { instruction, operation, ports: instruction.bind(generate::ports(bytes)?) })
    }

    fn check(&self) {
        let Self { instruction, operation, ports } = self;
        let Ports { a, b, c } = *ports;
        let result = operation.execute(a, b, c);
        if let Some(expected) = wide(operation, *ports) {
            assert_eq!(result, expected, "{instruction} on {ports:x?}");
        }
        assert_eq!(result, operation.trace(a, b, c).result(), "{instruction} on {ports:x?}");
        if let Ok(ptx) = meaning::ptx(operation) {
            let expected = evaluate(&ptx, a, b, c, &Reading::DEFAULT);
            assert_eq!(result, expected, "{instruction} is {ptx} on {ports:x?}");
        }
    }
}
