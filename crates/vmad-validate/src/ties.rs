//! Operands that are one register, in PTX or in SASS.

use vmad_xcheck::lowering::Role;

use crate::{emitted::Form, outcome::Incomparable, source::Source, stream::RegisterValue};

/// The operands of a factor's role.
pub(crate) const ROLES: [Role; 3] = [Role::A, Role::B, Role::C];

/// Two operands that are one register in PTX and two in the word. The two may hold copies of one value, or not.
pub(crate) fn untied(source: &Source, form: &Form) -> Option<Incomparable> {
    let mut pairs = [[0, 1], [0, 2], [1, 2]].into_iter();
    let untied = pairs.find(|&pair| is_one_name(source, form, pair) && !is_one_register(form, pair));
    untied.map(|roles| Incomparable::Untied { roles: roles.map(|role| ROLES[role]) })
}

/// The leader of each operand: the first operand with the same register in SASS or, if `by_name`, in PTX.
pub(crate) fn leaders(source: &Source, form: &Form, by_name: bool) -> [usize; 3] {
    let same = |pair: [usize; 2]| is_one_register(form, pair) || by_name && is_one_name(source, form, pair);
    let mut leaders = [0, 1, 2];
    if same([0, 1]) {
        leaders[1] = 0;
    }
    if let Some(first) = [0, 1].into_iter().find(|first| same([*first, 2])) {
        leaders[2] = leaders[first];
    }
    leaders
}

/// Whether the word reads registers with unknown values for two operands.
fn are_unknown(form: &Form, pair: [usize; 2]) -> bool {
    pair.into_iter().all(|role| matches!(form.ports[role], RegisterValue::Unknown(_)))
}

/// Whether two operands are one register in PTX.
fn is_one_name(source: &Source, form: &Form, pair: [usize; 2]) -> bool {
    let [one, other] = pair.map(|role| source.operands[role].name());
    are_unknown(form, pair) && one.is_some() && one == other
}

/// Whether two operands are one register in SASS.
fn is_one_register(form: &Form, pair: [usize; 2]) -> bool {
    let [one, other] = pair.map(|role| form.registers()[role]);
    are_unknown(form, pair) && one == other
}
