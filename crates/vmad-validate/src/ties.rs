//! Operands that are one register, in PTX or in SASS.

use vmad_xcheck::lowering::Role;

use crate::{emitted::Form, outcome::Apart, source::Source, stream::Held};

/// The operands of a factor's role.
pub(crate) const ROLES: [Role; 3] = [Role::A, Role::B, Role::C];

/// Two operands that are one register in PTX, and two in the `VMAD`: the two may hold copies of one value, or not.
pub(crate) fn untied(source: &Source, form: &Form) -> Option<Apart> {
    let registers = form.registers();
    let free = |role: usize| matches!(form.ports[role], Held::Unknown(_));
    let name = |role: usize| source.operands[role].name();
    let pairs = [[0, 1], [0, 2], [1, 2]].into_iter();
    let mut untied = pairs.filter(|&[one, other]| {
        let one_name = name(one).is_some() && name(one) == name(other);
        one_name && free(one) && free(other) && registers[one] != registers[other]
    });
    untied.next().map(|roles| Apart::Untied { roles: roles.map(|role| ROLES[role]) })
}

/// For each operand the first that shares its register: in SASS, or `by_name` in PTX, where one name is one value.
pub(crate) fn leaders(source: &Source, form: &Form, by_name: bool) -> [usize; 3] {
    let registers = form.registers();
    let free = |role: usize| matches!(form.ports[role], Held::Unknown(_));
    let same = |one: usize, other: usize| {
        let name = |role: usize| source.operands[role].name();
        free(one)
            && free(other)
            && (by_name && name(one).is_some() && name(one) == name(other)
                || registers[one] == registers[other])
    };
    let mut leaders = [0, 1, 2];
    if same(0, 1) {
        leaders[1] = 0;
    }
    if let Some(first) = [0, 1].into_iter().find(|first| same(*first, 2)) {
        leaders[2] = leaders[first];
    }
    leaders
}
