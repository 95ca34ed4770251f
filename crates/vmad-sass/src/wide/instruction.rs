//! A legal word of an architecture, and its parts.

use alloc::format;
use core::fmt;

use vmad_unit::{Guard, Operation, Predicate, Register, Sign};

use super::{
    Uniform, WideArch, WideError, WideForm, WideKind, WideMode,
    error::{legal, operand},
    fields::{
        ACC, BANK, FORM, FORM_HIGH, FORMS, GUARD, GUARD_NOT, IMMEDIATE, OFFSET, OPCODE, PREDICATE, RA, RD,
        REGISTER, SIGNED, STALL, THIRD, UNIFORM, UNIFORM_8, WideField,
    },
    legality,
};
use crate::schedule::ControlField;

/// The B or the C source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WideSource {
    /// A register.
    Register(Register),
    /// A constant of 32 bits.
    Immediate(u32),
    /// A word of a constant bank, `c[bank][offset]`.
    Constant {
        /// The bank, 0 to 31.
        bank: u8,
        /// The offset in bytes: a multiple of 4.
        offset: i16,
    },
    /// A word of the bank that a uniform register selects, `cx[register][offset]`.
    Bindless {
        /// The register.
        register: Uniform,
        /// The offset in bytes: a multiple of 4.
        offset: u16,
    },
    /// A uniform register.
    Uniform(Uniform),
}

impl WideSource {
    /// The kind.
    pub const fn kind(self) -> WideKind {
        match self {
            Self::Register(_) => WideKind::Register,
            Self::Immediate(_) => WideKind::Immediate,
            Self::Constant { .. } => WideKind::Constant,
            Self::Bindless { .. } => WideKind::Bindless,
            Self::Uniform(_) => WideKind::Uniform,
        }
    }

    /// Whether the word has bits for it: a bank of 0 to 31, and an offset that is a multiple of 4.
    const fn has_place(self) -> bool {
        match self {
            Self::Constant { bank, offset } => bank < 32 && offset % 4 == 0,
            Self::Bindless { offset, .. } => offset.is_multiple_of(4),
            Self::Register(_) | Self::Immediate(_) | Self::Uniform(_) => true,
        }
    }

    /// The value that every execution reads: of an immediate, of `RZ` and of `URZ`.
    pub fn fixed(self) -> Option<u32> {
        match self {
            Self::Immediate(value) => Some(value),
            Self::Register(Register::RZ) | Self::Uniform(Uniform::URZ) => Some(0),
            Self::Register(_) | Self::Constant { .. } | Self::Bindless { .. } | Self::Uniform(_) => None,
        }
    }
}

impl fmt::Display for WideSource {
    /// As nvdisasm prints it: `c[0x6][-0x22a0]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Register(register) => register.fmt(f),
            Self::Immediate(value) => write!(f, "{value:#x}"),
            Self::Constant { bank, offset } => {
                let minus = if offset < 0 { "-" } else { "" };
                write!(f, "c[{bank:#x}][{minus}{:#x}]", offset.unsigned_abs())
            }
            Self::Bindless { register, offset } => write!(f, "cx[{register}][{offset:#x}]"),
            Self::Uniform(register) => register.fmt(f),
        }
    }
}

/// The parts of an instruction. One of B and C at most is not a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WideParts {
    /// The guard, [`Guard::ALWAYS`] where text shows none.
    pub guard: Guard,
    /// The instruction and its modifiers.
    pub mode: WideMode,
    /// Rd.
    pub destination: Register,
    /// The predicate result; `PT` where text shows none.
    pub predicate: Predicate,
    /// Ra.
    pub a: Register,
    /// The B source.
    pub b: WideSource,
    /// The C source.
    pub c: WideSource,
    /// Stall, yield, barriers, wait mask and reuse flags.
    pub control: ControlField,
}

/// A legal word of an architecture. Bits without meaning are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WideInstruction {
    arch: WideArch,
    word: u128,
}

impl WideInstruction {
    /// Decodes a word.
    ///
    /// # Errors
    /// The word is another instruction, or nvdisasm refuses it for the architecture: the form, or the issue and reuse
    /// bits.
    pub fn decode(arch: WideArch, word: u128) -> Result<Self, WideError> {
        if mode(word).is_none() {
            return Err(WideError::Foreign { word });
        }
        let encoding = form_encoding(arch, word);
        if !arch.forms().contains(&encoding) {
            let legal = legal(arch);
            return Err(WideError::Refused(format!(
                "{word:#034x} is illegal on {arch}: its form (bit 91 and bits 11:9) is {encoding}: {legal}"
            )));
        }
        let instruction = Self { arch, word };
        match legality::check(&instruction) {
            Ok(()) => Ok(instruction),
            Err(error) => Err(WideError::Refused(format!("{word:#034x} is illegal: {error}"))),
        }
    }

    /// The word.
    pub const fn encode(&self) -> u128 {
        self.word
    }

    /// The architecture.
    pub const fn arch(&self) -> WideArch {
        self.arch
    }

    /// The form.
    pub fn form(&self) -> WideForm {
        let encoding = form_encoding(self.arch, self.word);
        FORMS.into_iter().find(|form| form.encoding == encoding).unwrap_or(FORMS[0])
    }

    /// The instruction and its modifiers.
    pub fn mode(&self) -> WideMode {
        mode(self.word).unwrap_or(WideMode::ALL[0])
    }

    /// The operation of the unit.
    pub fn operation(&self) -> Operation {
        self.mode().operation()
    }

    /// The parts.
    pub fn parts(&self) -> WideParts {
        let (word, form) = (self.word, self.form());
        let (own, third) = (self.source(form.kind), WideSource::Register(register(THIRD, word)));
        let (b, c) = if form.is_c { (third, own) } else { (own, third) };
        WideParts {
            guard: Guard {
                predicate: Predicate::from_encoding(GUARD.of(word) as u8),
                negated: GUARD_NOT.of(word) == 1,
            },
            mode: self.mode(),
            destination: register(RD, word),
            predicate: Predicate::from_encoding(PREDICATE.of(word) as u8),
            a: register(RA, word),
            b,
            c,
            control: ControlField::truncate((word >> STALL.bits.low) as u64),
        }
    }

    /// The operand in bits 63:32.
    fn source(&self, kind: WideKind) -> WideSource {
        let word = self.word;
        let offset = (OFFSET.of(word) << 2) as u16;
        match kind {
            WideKind::Register => WideSource::Register(register(REGISTER, word)),
            WideKind::Immediate => WideSource::Immediate(IMMEDIATE.of(word)),
            WideKind::Constant => {
                WideSource::Constant { bank: BANK.of(word) as u8, offset: offset.cast_signed() }
            }
            WideKind::Bindless => WideSource::Bindless { register: self.uniform(), offset },
            WideKind::Uniform => WideSource::Uniform(self.uniform()),
        }
    }

    fn uniform(&self) -> Uniform {
        let field = uniform_field(self.arch);
        Uniform::of_field(field.of(self.word).into(), field.bits.width)
    }

    /// The instruction of parts. Bits without meaning are 0.
    ///
    /// # Errors
    /// Both B and C are no registers, a uniform register does not exist on the architecture, or the word is illegal
    /// ([`decode`](Self::decode)).
    pub fn from_parts(arch: WideArch, parts: &WideParts) -> Result<Self, WideError> {
        let WideParts { guard, mode, destination, predicate, a, b, c, control } = *parts;
        let (own, third, is_c) = match (b, c) {
            (b, WideSource::Register(third)) => (b, third, false),
            (WideSource::Register(third), c) => (c, third, true),
            _ => {
                let [b, c] = [b, c].map(|source| source.kind().name());
                return Err(WideError::Refused(format!(
                    "B is {b} and C is {c}: legal is one at most that is no register"
                )));
            }
        };
        let form = FORMS.into_iter().find(|form| form.kind == own.kind() && form.is_c == is_c);
        let form = form.unwrap_or(FORMS[0]);
        if !arch.forms().contains(&form.encoding) {
            let (kind, legal) = (form.kind.name(), legal(arch));
            return Err(WideError::Refused(format!(
                "{arch} has no form with {kind} as {}: {legal}",
                operand(form)
            )));
        }
        let uniform = |register: Uniform| -> Result<u128, WideError> {
            let field = uniform_field(arch);
            let number =
                if register == Uniform::URZ { field.bits.mask() as u32 } else { register.number().into() };
            let fits = register == Uniform::URZ || u64::from(number) < field.bits.mask();
            let refused = || {
                let last = (1_u32 << arch.uniform_bits()) - 2;
                format!("{arch} has no {register}: legal are UR0 to UR{last} and URZ")
            };
            if fits { Ok(field.put(number)) } else { Err(WideError::Refused(refused())) }
        };
        if !own.has_place() {
            return Err(WideError::Refused(format!(
                "{own} has no place in a word: legal are the banks 0 to 31 and offsets that are multiples of 4"
            )));
        }
        let own = match own {
            WideSource::Register(register) => REGISTER.put(register.encoding().into()),
            WideSource::Immediate(value) => IMMEDIATE.put(value),
            WideSource::Constant { bank, offset } => {
                BANK.put(bank.into()) | OFFSET.put(u32::from(offset.cast_unsigned() >> 2))
            }
            WideSource::Bindless { register, offset } => {
                uniform(register)? | OFFSET.put(u32::from(offset >> 2))
            }
            WideSource::Uniform(register) => uniform(register)?,
        };
        let accumulates = matches!(mode, WideMode::Vabsdiff4 { accumulate: true, .. });
        let word = OPCODE.put(mode.opcode())
            | FORM.put(form.encoding.into())
            | FORM_HIGH.put((form.encoding >> 3).into())
            | GUARD.put(guard.predicate.encoding().into())
            | GUARD_NOT.put(guard.negated.into())
            | RD.put(destination.encoding().into())
            | RA.put(a.encoding().into())
            | own
            | THIRD.put(third.encoding().into())
            | SIGNED.put(mode.sign().encoding().into())
            | ACC.put(accumulates.into())
            | PREDICATE.put(predicate.encoding().into())
            | u128::from(control.bits()) << STALL.bits.low;
        Self::decode(arch, word)
    }

    /// The fields of the word, the lowest first.
    pub fn fields(&self) -> impl Iterator<Item = &'static WideField> + use<> {
        fields(self.arch, self.form().kind)
    }
}

/// The fields of the words with an operand of a kind in bits 63:32, the lowest first.
pub(crate) fn fields(arch: WideArch, kind: WideKind) -> impl Iterator<Item = &'static WideField> {
    let uniform = uniform_field(arch);
    super::FIELDS.iter().filter(move |&field| match *field {
        REGISTER => kind == WideKind::Register,
        IMMEDIATE => kind == WideKind::Immediate,
        UNIFORM | UNIFORM_8 => *field == uniform && matches!(kind, WideKind::Uniform | WideKind::Bindless),
        OFFSET => matches!(kind, WideKind::Constant | WideKind::Bindless),
        BANK => kind == WideKind::Constant,
        FORM_HIGH => arch.reads_bit_91(),
        _ => true,
    })
}

fn register(field: WideField, word: u128) -> Register {
    Register::from_encoding(field.of(word) as u8)
}

const fn uniform_field(arch: WideArch) -> WideField {
    if arch.uniform_bits() == 8 { UNIFORM_8 } else { UNIFORM }
}

fn form_encoding(arch: WideArch, word: u128) -> u8 {
    let high = if arch.reads_bit_91() { FORM_HIGH.of(word) } else { 0 };
    (high << 3 | FORM.of(word)) as u8
}

/// The mode; [`None`] for another opcode.
fn mode(word: u128) -> Option<WideMode> {
    let sign = Sign::from_encoding(SIGNED.of(word) as u8);
    let modes = [WideMode::Vabsdiff(sign), WideMode::Vabsdiff4 { sign, accumulate: ACC.of(word) == 1 }];
    modes.into_iter().find(|&mode| mode.opcode() == OPCODE.of(word))
}
