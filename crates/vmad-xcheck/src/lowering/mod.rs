//! From PTX `vmad` to SASS `VMAD`, as ptxas 12.9 does it for sm_50 to sm_62.
//!
//! ```
//! use vmad_ptx::syntax::parse_one;
//! use vmad_sass::Arch;
//! use vmad_xcheck::lowering::{Registers, lower};
//!
//! let found = parse_one("vmad.s32.s32.u32.shr7 d, a.h1, 70000, -c;").unwrap();
//! let lowered = lower(&found.instruction, Arch::Sm50, &Registers::default()).unwrap();
//! assert_eq!(lowered.to_string(), "MOV32I R5, 0x11170; VMAD.S16.U32.SHR_7 R0, R2.H1, R5, -R4");
//! ```
//!
//! # What ptxas does
//!
//! | PTX | SASS |
//! |---|---|
//! | `.atype` and `.asel`, `.btype` and `.bsel` | the source formats |
//! | `.dtype` | the range of an imm16, nothing else |
//! | a negated factor, a negated `c`, `.po` | psign 2, 1, 3; two negated factors cancel, even beside `.po` |
//! | constant 0 as `a`, `b` or `c` | `RZ`, a 32-bit source |
//! | constant `b` of 16 bits, signed as `.dtype` is | imm16, signed as `.btype` is: wrong in places (D4) |
//! | any other constant | a register, loaded by `MOV32I`; equal constants share it |
//! | constant `a` with `-b` | the constant negated, the product not: wrong in places (D6) |
//!
//! Nothing is folded or commuted: `vmad 5, 7, 9` is two `MOV32I` and a `VMAD`. Only a constant's low 32 bits matter.
//!
//! From sm_60 on ptxas emits `VMAD` only for the coupled forms: both sources are a byte or a half-word of a register. A
//! constant factor in the text counts as a word, whatever its value. For the other forms it emits the code
//! that [`emulation`] has, as it does for every form from sm_70 on.
//!
//! One instruction does not show that a register holds a known constant: ptxas then makes an imm16, from sm_60 on too,
//! and loses the selector (D7; `vmad-validate` finds it).

mod constants;
mod emitted;
mod emulation;
mod error;
mod family;
mod ordinary;
mod registers;
mod sequence;
mod shape;

pub use emitted::{Cause, Emitted};
pub use emulation::emulation;
pub use error::{LowerError, Role, WordFactor};
pub use family::lower_any;
pub use ordinary::{Fused, fuse, ordinary};
pub use registers::Registers;
pub use sequence::Sequence;
pub use shape::Shape;

use std::fmt;

use constants::Constants;
use vmad_ptx::ast::{Body, Instruction, Integer, Operand, Operation, Type};
use vmad_sass::{
    Arch, Mov32i, Style, Vmad,
    dispatch::Dispatch,
    vmad::{RegisterSource, SourceB},
};
use vmad_unit::{Effect, Guard, Operand as Port, Psign, Register, Selector, State, vmad::Mode};

use crate::{
    interpretation::{Case, Id, fits_imm16},
    spelling::mode_of,
};
use registers::Assigned;

/// The code that ptxas emits for a `vmad`: the loads of constants, and the `VMAD`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lowered {
    /// The loads, in the order of the operands; at most three.
    pub loads: Vec<Mov32i>,
    /// The instruction.
    pub vmad: Vmad,
    /// The architecture, for the style of the text.
    pub arch: Arch,
    /// The miscompile: [`Id::D4`] or [`Id::D6`] if the `VMAD` does not compute the `vmad` for some values of its
    /// registers.
    pub miscompiled: Option<Id>,
}

impl Lowered {
    /// Executes the loads and the `VMAD`, the latter encoded and decoded again.
    pub fn execute(&self, state: &mut State) -> Effect {
        for load in &self.loads {
            load.execute(state);
        }
        // Every instruction's word decodes to it: checked by `instruction_round_trips`.
        Vmad::decode(self.vmad.encode()).unwrap_or(self.vmad).execute(state)
    }
}

impl fmt::Display for Lowered {
    /// `MOV32I R5, 0x8000; VMAD R0, R2, R5, R4`, in nvdisasm's style for the architecture.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for load in &self.loads {
            write!(f, "{load}; ")?;
        }
        self.vmad.text(Style::of(self.arch)).fmt(f)
    }
}

/// Lowers a `vmad` as ptxas 12.9 does.
///
/// Operands with the same register name share one SASS register: that of the first of them in the order d, a, b, c.
///
/// # Errors
/// The instruction is not a `vmad`; the architecture has no `VMAD` for it ([`LowerError::NotVmad`], which is D3p); or
/// a register is given as `RZ`.
pub fn lower(instruction: &Instruction, arch: Arch, registers: &Registers) -> Result<Lowered, LowerError> {
    let Body::Video(video) = &instruction.body else { return Err(LowerError::NotVmadInstruction) };
    let (Operation::MultiplyAdd(operation), Some(c)) = (video.operation(), video.c()) else {
        return Err(LowerError::NotVmadInstruction);
    };
    let mode = mode_of(operation);
    if matches!(arch, Arch::Sm60 | Arch::Sm61 | Arch::Sm62) {
        require_coupled(arch, mode, video.a(), video.b())?;
    }
    let mut assigned = Assigned::new(registers)?;
    let destination = assigned.register(Role::D, video.d());
    let a = AssignedOperand::of(&mut assigned, Role::A, video.a());
    let b = AssignedOperand::of(&mut assigned, Role::B, video.b());
    let c = AssignedOperand::of(&mut assigned, Role::C, c);

    let case = Case { operation: *operation, constants: [a.constant(), b.constant(), c.constant()] };
    let mut constants = Constants::new(assigned.free());
    let (a, psign) = match a {
        // D6: with a constant a, a negated b negates the constant.
        AssignedOperand::Constant(value) if operation.accumulate.b_negate() => {
            (constants.register(value.wrapping_neg()), psign_without_product(mode.psign))
        }
        AssignedOperand::Constant(value) => (constants.register(value), mode.psign),
        AssignedOperand::Register(register) => (register, mode.psign),
    };
    let b = source_b(b, operation.dtype, mode.b, &mut constants);
    let c = c.into_register(&mut constants);
    Ok(Lowered {
        vmad: Vmad {
            guard: instruction
                .guard
                .as_ref()
                .map_or(Guard::ALWAYS, |guard| Guard { predicate: registers.guard, negated: guard.negated }),
            destination,
            cc: false,
            a: RegisterSource { register: a, operand: mode.a },
            b,
            c,
            psign,
            scale: mode.scale,
            saturate: mode.saturate,
        },
        loads: constants.into_loads(),
        arch,
        miscompiled: [Id::D4, Id::D6].into_iter().find(|id| id.interpretation().differs_in(&case)),
    })
}

/// The psign without the product's negation.
const fn psign_without_product(psign: Psign) -> Psign {
    match psign {
        Psign::NegateProduct => Psign::Add,
        other => other,
    }
}

/// Refuses what is not a coupled form: a factor that is a word or a constant.
fn require_coupled(
    arch: Arch,
    mode: Mode,
    a: &Operand<Integer>,
    b: &Operand<Integer>,
) -> Result<(), LowerError> {
    let width = |port: Port, operand: &Operand<Integer>| match operand {
        Operand::Register(_) => port.selector.width(),
        Operand::Immediate(_) => Selector::Word.width(),
    };
    let (a, b) = (width(mode.a, a), width(mode.b, b));
    match Dispatch::of(a, b) {
        Dispatch::Coupled => Ok(()),
        Dispatch::Decoupled => Err(LowerError::NotVmad { arch, factor: WordFactor::of(a, b) }),
    }
}

/// A source operand, its register assigned.
#[derive(Clone, Copy)]
enum AssignedOperand {
    Register(Register),
    Constant(u32),
}

impl AssignedOperand {
    fn of<'i>(assigned: &mut Assigned<'i>, role: Role, operand: &'i Operand<Integer>) -> Self {
        match operand {
            Operand::Register(name) => Self::Register(assigned.register(role, name)),
            Operand::Immediate(value) => Self::Constant(value.word()),
        }
    }

    const fn constant(self) -> Option<u32> {
        match self {
            Self::Register(_) => None,
            Self::Constant(value) => Some(value),
        }
    }

    fn into_register(self, constants: &mut Constants) -> Register {
        match self {
            Self::Register(register) => register,
            Self::Constant(value) => constants.register(value),
        }
    }
}

/// Constants that fit 16 bits are imm16, except 0, which is `RZ`.
///
/// `.dtype` decides whether a constant fits, and `.btype` how the imm16 is extended. Where the two differ is the
/// miscompile D4: with `.dtype` `.s32`, a `.btype` `.u32` of 0xffffffff becomes 0xffff, which `.U16` extends to 65535.
fn source_b(b: AssignedOperand, dtype: Type, port: Port, constants: &mut Constants) -> SourceB {
    match b {
        AssignedOperand::Constant(value) if value != 0 && fits_imm16(value, dtype) => {
            SourceB::Immediate { value: value as u16, sign: port.sign }
        }
        other => {
            SourceB::register(RegisterSource { register: other.into_register(constants), operand: port })
        }
    }
}
