//! The parts of an instruction, and an instruction from its parts.

use core::hint::select_unpredictable;

use vmad_unit::{Guard, Kind, Operation, Predicate, Register, Selector, Writes};

use crate::{
    instruction::Instruction,
    isa::{
        B, Form, forms,
        vmad::{VmadImmediate, VmadRegister},
        vsetp::VsetpRegister,
    },
};

/// What an instruction writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Destination {
    /// Rd.
    Register {
        /// The register.
        register: Register,
        /// Whether the condition code is written: `Rd.CC`.
        cc: bool,
    },
    /// Pd and Pe of a `VSETP`.
    Predicates([Predicate; 2]),
}

/// The B source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SourceB {
    /// Rb.
    Register(Register),
    /// An imm16, or the imm8 of a `VABSDIFF4`.
    Immediate(u16),
}

/// The C source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SourceC {
    /// Rc: always a whole register.
    Register(Register),
    /// Ps of a `VSETP`, before its negation, which belongs to the operation.
    Predicate(Predicate),
}

/// The parts of an instruction.
///
/// ```
/// use vmad_sass::{Instruction, Parts};
/// use vmad_unit::Register;
///
/// let vadd: Instruction = "VADD.U8.S16.ACC R0, R1.B2, R2.H1, R3".parse().unwrap();
/// let parts = vadd.parts().unwrap();
/// let other = Instruction::from_parts(&Parts { a: Register::RZ, ..parts }).unwrap();
/// assert_eq!(other.to_string(), "VADD.U8.S16.ACC R0, RZ.B2, R2.H1, R3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Parts {
    /// The guard, [`Guard::ALWAYS`] where text shows none.
    pub guard: Guard,
    /// What it writes.
    pub destination: Destination,
    /// The operation with its mode: all modifiers, the selectors and signs of A and B.
    pub operation: Operation,
    /// Ra.
    pub a: Register,
    /// The B source.
    pub b: SourceB,
    /// The C source.
    pub c: SourceC,
}

/// No source says what an instruction computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no source says what VABSDIFF4 computes with an immediate B (imm8): legal is a register B")]
pub struct NotKnown;

/// Parts that do not form an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PartsError {
    /// A destination or a C source of the wrong kind.
    #[error("{kind} writes {}", match kind.writes() {
        Writes::Register => "a register and reads a register C",
        Writes::Predicates => "two predicates and reads a predicate C",
    })]
    Kind {
        /// The instruction.
        kind: Kind,
    },
    /// An immediate with another selector than `H0`.
    #[error("an immediate B is the low half of its port: legal is the selector H0")]
    Immediate,
    /// An immediate of a `VABSDIFF4`.
    #[error(transparent)]
    NotKnown(#[from] NotKnown),
    /// A `VABSDIFF4` without a lane.
    #[error("VABSDIFF4 needs at least one lane")]
    NoLane,
}

impl Instruction {
    /// The guard.
    #[inline]
    pub fn guard(&self) -> Guard {
        let word = self.common();
        Guard { predicate: Predicate::from_encoding(word.guard()), negated: word.guard_not() == 1 }
    }

    /// What it writes.
    #[inline]
    pub fn destination(&self) -> Destination {
        let (word, vsetp) = (self.common(), VsetpRegister::from(self.in_maxwell()));
        let register =
            Destination::Register { register: Register::from_encoding(word.rd()), cc: word.cc() == 1 };
        let predicates = Destination::Predicates([vsetp.pd(), vsetp.pe()].map(Predicate::from_encoding));
        // The instruction of the next word is unpredictable: no branch, here and below.
        select_unpredictable(self.writes_register(), register, predicates)
    }

    /// Ra.
    #[inline]
    pub fn a(&self) -> Register {
        Register::from_encoding(self.common().ra())
    }

    /// The B source.
    #[inline]
    pub fn b(&self) -> SourceB {
        let imm16 = VmadImmediate::from(self.in_maxwell()).imm16();
        let register = SourceB::Register(Register::from_encoding(self.common().rb()));
        let immediate = SourceB::Immediate(imm16 & self.form().immediate_mask);
        select_unpredictable(self.form().immediate_mask == 0, register, immediate)
    }

    /// The C source.
    #[inline]
    pub fn c(&self) -> SourceC {
        let register = SourceC::Register(Register::from_encoding(self.common().rc()));
        let ps = VsetpRegister::from(self.in_maxwell()).ps();
        let predicate = SourceC::Predicate(Predicate::from_encoding(ps));
        select_unpredictable(self.writes_register(), register, predicate)
    }

    #[inline]
    const fn writes_register(&self) -> bool {
        matches!(self.form().kind.writes(), Writes::Register)
    }

    /// The operation and its mode; [`None`] for a `VABSDIFF4` with an immediate: no source says what it computes
    /// ([`NotKnown`]).
    #[inline]
    pub fn operation(&self) -> Option<Operation> {
        (self.form().operation)(self.in_maxwell())
    }

    /// All parts; [`None`] as for [`Instruction::operation`].
    pub fn parts(&self) -> Option<Parts> {
        let (guard, destination, operation) = (self.guard(), self.destination(), self.operation()?);
        Some(Parts { guard, destination, operation, a: self.a(), b: self.b(), c: self.c() })
    }

    /// The instruction of parts, in the layout of Maxwell. Bits without meaning are 0, as ptxas writes them.
    ///
    /// # Errors
    /// The destination or C is not of the operation's kind, an immediate is not legal for the operation, or a
    /// `VABSDIFF4` has no lane.
    pub fn from_parts(parts: &Parts) -> Result<Self, PartsError> {
        let Parts { guard, destination, operation, a, b, c } = *parts;
        let wanted = match b {
            SourceB::Register(_) => B::Register,
            SourceB::Immediate(_) => B::Immediate,
        };
        let forms = forms(operation.kind());
        let form = forms.iter().find(|form| form.b == wanted).unwrap_or(&forms[0]);
        let word = VmadRegister::new()
            .with_guard(guard.predicate.encoding())
            .with_guard_not(guard.negated.into())
            .with_ra(a.encoding());
        let written = match (destination, c, operation.kind().writes()) {
            (Destination::Register { register, cc }, SourceC::Register(c), Writes::Register) => {
                word.with_rd(register.encoding()).with_cc(cc.into()).with_rc(c.encoding()).into()
            }
            (Destination::Predicates([first, second]), SourceC::Predicate(c), Writes::Predicates) => {
                let predicates = VsetpRegister::new().with_pd(first.encoding()).with_pe(second.encoding());
                u64::from(word) | u64::from(predicates.with_ps(c.encoding()))
            }
            _ => return Err(PartsError::Kind { kind: operation.kind() }),
        };
        let b = match b {
            SourceB::Register(register) => VmadRegister::new().with_rb(register.encoding()).into(),
            SourceB::Immediate(value) => u64::from(VmadImmediate::new().with_imm16(value)),
        };
        let bits = form.opcode.bits | written | b | operands(form, &operation)?;
        match (form.modifiers)(&operation) {
            Some(modifiers) => Ok(Self::of_legal(bits | modifiers, form)),
            None => Err(PartsError::NoLane),
        }
    }

    /// The word as a word of `VMAD`: a field that other forms also have is in the same place there.
    #[inline]
    fn common(&self) -> VmadRegister {
        VmadRegister::from(self.in_maxwell())
    }
}

/// The bits of the selectors and signs of A and B.
fn operands(form: &Form, operation: &Operation) -> Result<u64, PartsError> {
    let Some([a, b]) = operation.operands() else {
        return if form.b == B::Immediate { Err(NotKnown.into()) } else { Ok(0) };
    };
    if form.b == B::Immediate && b.selector != Selector::H0 {
        return Err(PartsError::Immediate);
    }
    Ok(form.formats.a.put(a) | form.formats.b.put(b))
}
