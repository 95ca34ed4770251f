//! The values of an operand in a comparison.

use vmad_map::{corners, meaning::spelling::operand};
use vmad_ptx::ast::{Operation, Source as Factor};

use vmad_map::grid;
use vmad_unit::{Operand as Port, Width};

use crate::{
    form::WordForm,
    kind::{PtxOperand, StatementKind},
    outcome::{Mismatch, ROLES},
};

/// Shift amounts that distinguish `.clamp` from `.wrap`, in addition to those of the grid.
const AMOUNTS: [u32; 7] = [7, 31, 32, 33, 63, 64, 0x0100_0020];

/// The values of an operand on both sides.
pub(crate) enum InputValues {
    /// Each of these values, the same on both sides.
    Same(Vec<u32>),
    /// One value for each side.
    Fixed { ptx: u32, sass: u32 },
}

/// The values of an operand in a comparison.
pub(crate) fn input_values(
    source: &StatementKind,
    form: &WordForm,
    index: usize,
) -> Result<InputValues, Mismatch> {
    let role = ROLES[index];
    let factor = factor(source, index);
    let free = || {
        let mut values = factor.map_or_else(|| corners::few(Width::Word).to_vec(), grid::values);
        if index == 1 && matches!(source.operation, Operation::Shift(_)) {
            values.extend(AMOUNTS);
        }
        InputValues::Same(values)
    };
    match (source.operands[index], form.ports[index]) {
        // The register is assumed to hold PTX's constant.
        (PtxOperand::Constant(ptx) | PtxOperand::Known(ptx), None) => {
            let sass = match (factor, form.operands().get(index).copied().flatten()) {
                _ if index == 0 && source.has_lost_minus(form) => ptx.wrapping_neg(),
                (Some(factor), Some(port)) => register(port, operand(factor).value(ptx)).unwrap_or(ptx),
                _ => ptx,
            };
            Ok(InputValues::Fixed { ptx, sass })
        }
        // Any value: an equality for all values includes the constant.
        (PtxOperand::Register { .. }, None) | (PtxOperand::None, _) => Ok(free()),
        (PtxOperand::Constant(ptx) | PtxOperand::Known(ptx), Some(sass)) => {
            Ok(InputValues::Fixed { ptx, sass })
        }
        (PtxOperand::Register { computed: true, .. }, Some(value)) => Err(Mismatch::Constant { role, value }),
        (PtxOperand::Register { .. }, Some(sass)) => {
            let port = form.operands().get(index).copied().flatten();
            let ptx = match (factor, port) {
                (Some(factor), Some(port)) => match register(operand(factor), port.value(sass)) {
                    // The selector is lost: the register holds all of the constant.
                    None if index == 1 && source.has_lost_selector(form) => sass,
                    None => return Err(Mismatch::NoSuchValue { role, value: sass }),
                    Some(ptx) => ptx,
                },
                _ => sass,
            };
            Ok(InputValues::Fixed { ptx, sass })
        }
    }
}

/// Adds to the values of a factor the numbers next to a constant factor, as each side reads it. With these values, a
/// comparison of the factors gives different results if the two sides read the constant as different numbers.
pub(crate) fn add_neighbours(source: &StatementKind, form: &WordForm, operand_values: &mut [InputValues; 3]) {
    let (Some(factors), [Some(a), Some(b)]) = (source.operation.sources(), form.operands()) else { return };
    for (index, other) in [(0, 1), (1, 0)] {
        let (free, fixed, port) = (factors[index], factors[other], [a, b][other]);
        let InputValues::Fixed { ptx, sass } = operand_values[other] else { continue };
        let InputValues::Same(values) = &mut operand_values[index] else { continue };
        let near = [operand(fixed).value(ptx), port.value(sass)].map(|number| number - 1..=number + 1);
        values.extend(near.into_iter().flatten().filter_map(|number| register(operand(free), number)));
    }
}

/// The register whose part is a number, with zeros around the part; [`None`] if the number does not fit.
fn register(part: Port, number: i64) -> Option<u32> {
    let value = corners::register(part.selector, number as u32, 0);
    (part.value(value) == number).then_some(value)
}

/// The format of an operand; `c` has none.
pub(crate) fn factor(source: &StatementKind, index: usize) -> Option<Factor> {
    source.operation.sources()?.get(index).copied()
}

#[cfg(test)]
mod tests {
    use vmad_unit::Operand;

    use super::register;

    /// A number that fits a part gives a register with zeros around the part.
    #[test]
    fn a_number_goes_in_and_comes_back() {
        for part in Operand::all() {
            let [lowest, highest] = vmad_map::corners::range(part.format()).map(|end| end as i64);
            for number in [lowest - 1, lowest, -1, 0, 1, highest, highest + 1] {
                let value = register(part, number);
                assert_eq!(value.is_some(), (lowest..=highest).contains(&number), "{part} {number}");
                assert!(value.is_none_or(|value| part.value(value) == number), "{part} {number}");
            }
        }
    }
}
