//! Operations of the instructions other than `VMAD`: some of each, on words and on parts of registers.

use vmad_ptxas::spelling::instruction;
use vmad_unit::{Kind, Operand, Operation, Selector, Sign};

/// The step between the modes of a group: odd, so that every value of every modifier occurs.
const STEP: usize = 5;

/// The operations with their names: an instruction of each.
pub(super) fn operations() -> impl Iterator<Item = (String, Operation)> {
    let others = Kind::ALL.into_iter().filter(|&kind| kind != Kind::Vmad);
    let groups = others.flat_map(|kind| kind.groups().filter(|group| is_measured(group[0])));
    let operations = groups.flat_map(|group| group.into_iter().step_by(STEP));
    // A VABSDIFF4 without a lane is no instruction.
    operations.filter_map(|operation| Some((instruction(operation).ok()?.to_string(), operation)))
}

/// Whether a group is measured: the words, a byte and a half-word, or the first lanes.
fn is_measured(operation: Operation) -> bool {
    let is = |operand: Operand, selector, sign| operand == Operand { selector, sign };
    match operation.operands() {
        Some([a, b]) => {
            is(a, Selector::Word, Sign::Signed) && is(b, Selector::Word, Sign::Unsigned)
                || is(a, Selector::B1, Sign::Signed) && is(b, Selector::H1, Sign::Unsigned)
        }
        None => operation == operation.with_first_selectors(),
    }
}
