//! The values that an operand of a comparison is fed with.

use vmad_ptx::ast::{Operation, Source as Factor};
use vmad_unit::Width;
use vmad_xcheck::{corners, divergence::grid, lowering::Role};

use crate::{
    emitted::Form,
    outcome::Apart,
    part::Part,
    ptx::factors,
    source::{Given, Source},
    stream::Held,
};

/// Amounts of a shift at which `.clamp` and `.wrap` show, beside those of the grid.
const AMOUNTS: [u32; 7] = [7, 31, 32, 33, 63, 64, 0x0100_0020];

/// What an operand is fed with, on both sides.
pub(crate) enum Feed {
    /// The same of these values.
    Same(Vec<u32>),
    /// One value each.
    Fixed { ptx: u32, sass: u32 },
}

/// What an operand is fed with.
pub(crate) fn feed(source: &Source, form: &Form, index: usize, role: Role) -> Result<Feed, Apart> {
    let factor = factor(source, index);
    let free = || {
        let mut values = factor.map_or_else(|| corners::few(Width::Word).to_vec(), grid::values);
        if index == 1 && matches!(source.operation, Operation::Shift(_)) {
            values.extend(AMOUNTS);
        }
        Feed::Same(values)
    };
    match (&source.operands[index], form.ports[index]) {
        // PTX's constant, as if the register held it.
        (Given::Constant(ptx), Held::Unknown(_)) => {
            let sass = match (factor, form.operands()[index]) {
                (Some(factor), Some(port)) => {
                    let number = Part::of_factor(factor).number(*ptx);
                    Part::of_port(port).value_of(number).unwrap_or(*ptx)
                }
                _ => *ptx,
            };
            Ok(Feed::Fixed { ptx: *ptx, sass })
        }
        // Whatever the register holds: what is equal for all values is equal for the constant.
        (Given::Register(_) | Given::Known(..), Held::Unknown(_)) | (Given::None, _) => Ok(free()),
        (Given::Constant(ptx) | Given::Known(_, ptx), Held::Constant(sass)) => {
            Ok(Feed::Fixed { ptx: *ptx, sass })
        }
        (Given::Register(_), Held::Constant(sass)) if source.is_loaded(index) => {
            Err(Apart::Loaded { role, port: sass })
        }
        (Given::Register(_), Held::Constant(sass)) => {
            let ptx = match (factor, form.operands()[index]) {
                (Some(factor), Some(port)) => {
                    let number = Part::of_port(port).number(sass);
                    Part::of_factor(factor).value_of(number).ok_or(Apart::NoSuchValue { role, port: sass })?
                }
                _ => sass,
            };
            Ok(Feed::Fixed { ptx, sass })
        }
    }
}

/// Adds to what a factor is fed with the numbers beside a constant factor, as either side reads it: there a comparison
/// shows that the two sides read the constant as different numbers.
pub(crate) fn meet_constants(source: &Source, form: &Form, feeds: &mut [Feed]) {
    let operands = form.operands();
    for (index, other) in [(0, 1), (1, 0)] {
        let (Some(free), Some(fixed), Some(port)) =
            (factor(source, index), factor(source, other), operands[other])
        else {
            continue;
        };
        let Some(&Feed::Fixed { ptx, sass }) = feeds.get(other) else { continue };
        let Some(Feed::Same(values)) = feeds.get_mut(index) else { continue };
        let free = Part::of_factor(free);
        let numbers = [Part::of_factor(fixed).number(ptx), Part::of_port(port).number(sass)];
        values.extend(
            numbers.iter().flat_map(|number| (number - 1..=number + 1).filter_map(|it| free.value_of(it))),
        );
    }
}

/// The format of an operand; `c` has none.
pub(crate) fn factor(source: &Source, index: usize) -> Option<Factor> {
    factors(&source.operation)?.get(index).copied()
}
