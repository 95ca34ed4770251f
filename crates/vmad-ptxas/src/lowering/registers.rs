//! The SASS registers of the PTX registers, and of constants.

use vmad_ptx::ast::Video;
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

    /// Those of the operands, in the order d, a, b, c.
    ///
    /// # Errors
    /// One is `RZ`.
    pub(super) fn operands(self) -> Result<[Register; 4], LowerError> {
        let all = [self.d, self.a, self.b, self.c];
        match Role::ALL.into_iter().zip(all).find(|(_, register)| register.is_zero()) {
            Some((role, _)) => Err(LowerError::ZeroRegister { role }),
            None => Ok(all),
        }
    }
}

/// The SASS register of each source; [`None`] for a constant, and if there is no operand. `registers` are those of d, a, b
/// and c. Operands of one name have the register of the first.
pub(super) fn assigned(video: &Video, registers: [Register; 4]) -> [Option<Register>; 3] {
    let sources = video.operands().map(|operand| operand?.register());
    sources.map(|name| {
        let first = [Some(video.d())].iter().chain(&sources).position(|known| *known == name);
        name.and(first).map(|first| registers[first])
    })
}

/// The registers of the sources: its own, that of a load of its constant, or `RZ` for 0 and if there is no operand.
/// Equal constants share a load; the loads write the first of the free registers.
pub(super) fn loaded(
    registers: [Option<Register>; 3],
    constants: [Option<u32>; 3],
    free: [Register; 4],
) -> ([Register; 3], Vec<Mov32i>) {
    let mut loads: Vec<Mov32i> = Vec::new();
    let sources = [0, 1, 2].map(|index| match (registers[index], constants[index]) {
        (Some(register), _) => register,
        (None, None | Some(0)) => Register::RZ,
        (None, Some(value)) => {
            let equal = loads.iter().find(|load| load.value == value).copied();
            let load = equal.unwrap_or_else(|| {
                let load = Mov32i { destination: free[loads.len()], value };
                loads.push(load);
                load
            });
            load.destination
        }
    });
    (sources, loads)
}
