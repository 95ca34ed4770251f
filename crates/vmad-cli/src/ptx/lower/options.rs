//! The values of the options `--arch` and `--regs`.

use std::collections::BTreeSet;

use vmad_ptx::legality::Target;
use vmad_ptxas::lowering::Role;
use vmad_sass::Arch;
use vmad_unit::{Predicate, Register};

use crate::decode::arch;

/// An architecture that has the family, as every other command takes it (SM50 and 50 too), or a later one.
pub(super) fn target(text: &str) -> Result<Target, String> {
    const FIRST_LATER: u16 = 70;
    let name = arch(text).map_or_else(|_| text.to_owned(), |arch| arch.to_string());
    let target: Target = name.parse().map_err(|error| format!("{error}"))?;
    let is_legal = |&number: &u16| Arch::from_number(number.into()).is_ok() || number >= FIRST_LATER;
    let legal: BTreeSet<u16> = Target::recorded().filter(is_legal).collect();
    if legal.contains(&target.number) {
        return Ok(target);
    }
    let legal: Vec<_> = legal.into_iter().map(|number| Target::sm(number).to_string()).collect();
    Err(format!("ptxas has no such target: legal are {}", legal.join(", ")))
}

/// An assignment of `--regs`.
#[derive(Clone, Copy, Debug)]
pub(super) enum Assignment {
    Register(Role, Register),
    Guard(Predicate),
}

pub(super) fn assignment(text: &str) -> Result<Assignment, String> {
    let expected = || format!("{text:?}: expected d=R0 to d=R254, likewise a, b, c, or p=P0 to p=P6");
    let (name, register) = text.trim().split_once('=').ok_or_else(expected)?;
    if name == "p" {
        let predicate = Predicate::from_name(register).filter(|it| *it != Predicate::PT);
        return predicate.map(Assignment::Guard).ok_or_else(expected);
    }
    let role = Role::ALL.into_iter().find(|role| role.to_string() == name).ok_or_else(expected)?;
    let register = Register::from_name(register).filter(|register| !register.is_zero());
    Ok(Assignment::Register(role, register.ok_or_else(expected)?))
}
