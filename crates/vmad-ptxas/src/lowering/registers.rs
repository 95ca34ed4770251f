//! The SASS registers of the PTX registers, and of constants.

use vmad_ptx::ast::{Integer, Operand, Register as Name};
use vmad_sass::Mov32i;
use vmad_unit::{Predicate, Register};

use super::error::{LowerError, Role};

/// The SASS registers of an instruction's operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Registers {
    /// The destination, `R0` by default.
    pub d: Register,
    /// The first source, `R2` by default.
    pub a: Register,
    /// The second source, `R3` by default.
    pub b: Register,
    /// The third source, `R4` by default.
    pub c: Register,
    /// The guard's predicate, `P0` by default.
    pub guard: Predicate,
}

impl Default for Registers {
    fn default() -> Self {
        let register = Register::from_encoding;
        Self {
            d: register(0),
            a: register(2),
            b: register(3),
            c: register(4),
            guard: Predicate::from_encoding(0),
        }
    }
}

impl Registers {
    /// The register of an operand.
    pub const fn of_mut(&mut self, role: Role) -> &mut Register {
        match role {
            Role::D => &mut self.d,
            Role::A => &mut self.a,
            Role::B => &mut self.b,
            Role::C => &mut self.c,
        }
    }

    const fn of(mut self, role: Role) -> Register {
        *self.of_mut(role)
    }
}

/// The PTX registers so far, each with its SASS register.
pub(super) struct Assigned<'i> {
    registers: &'i Registers,
    names: Vec<(&'i Name, Register)>,
}

impl<'i> Assigned<'i> {
    pub(super) fn new(registers: &'i Registers) -> Result<Self, LowerError> {
        match Role::ALL.into_iter().find(|role| registers.of(*role).is_zero()) {
            Some(role) => Err(LowerError::ZeroRegister { role }),
            None => Ok(Self { registers, names: Vec::new() }),
        }
    }

    /// The register of a name: that of the operand's role, unless the name already has one.
    pub(super) fn register(&mut self, role: Role, name: &'i Name) -> Register {
        if let Some((_, register)) = self.names.iter().find(|(met, _)| *met == name) {
            return *register;
        }
        let register = self.registers.of(role);
        self.names.push((name, register));
        register
    }

    /// The register of a source; [`None`] for a constant.
    pub(super) fn operand(&mut self, role: Role, operand: &'i Operand<Integer>) -> Option<Register> {
        Some(self.register(role, operand.register()?))
    }

    /// Three registers for constants and one for an intermediate value: the first free ones from `R5` on, and after
    /// `R254` from `R0` on.
    pub(super) fn free(&self) -> [Register; 4] {
        let taken = Role::ALL.map(|role| self.registers.of(role));
        let mut candidates =
            (5..255).chain(0..5).map(Register::from_encoding).filter(|register| !taken.contains(register));
        // Four of 255 are taken at most.
        std::array::from_fn(|_| candidates.next().unwrap_or(Register::RZ))
    }
}

/// The loads so far.
pub(super) struct Constants {
    free: [Register; 4],
    pub(super) loads: Vec<Mov32i>,
}

impl Constants {
    /// No loads yet, and the registers for them: as many as an instruction has sources, and one more.
    pub(super) const fn new(free: [Register; 4]) -> Self {
        Self { free, loads: Vec::new() }
    }

    /// The register that holds a constant: `RZ` for 0, that of an equal constant, or a new one.
    fn register(&mut self, value: u32) -> Register {
        if value == 0 {
            return Register::RZ;
        }
        if let Some(load) = self.loads.iter().find(|load| load.value == value) {
            return load.destination;
        }
        let destination = self.free[self.loads.len().min(2)];
        self.loads.push(Mov32i { destination, value });
        destination
    }

    /// The register of an operand: its own, that of a constant, or `RZ` if there is no operand.
    pub(super) fn source(&mut self, register: Option<Register>, constant: Option<u32>) -> Register {
        register.unwrap_or_else(|| constant.map_or(Register::RZ, |value| self.register(value)))
    }
}
