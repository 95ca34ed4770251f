//! A `VMAD` and its word.

use vmad_unit::{Guard, Operand, Predicate, Psign, Register, Saturate, Scale, Selector, Sign};

use super::instruction::{IgnoredBits, RegisterSource, SourceB, Vmad};
use crate::{
    decode_error::DecodeError,
    instruction::Instruction,
    isa::{
        Field, Form, VMAD, position,
        vmad::{FORMS, VmadImmediate, VmadRegister},
    },
    print::{Style, Text},
};

/// The value of the opcode field.
const OPCODE: u8 = (VMAD.bits >> VMAD.mask.trailing_zeros()) as u8;

impl Vmad {
    /// Decodes a word.
    ///
    /// # Errors
    /// The opcode is not 0x5f, a selector is 7, or the scale is 3.
    // In line, the caller's fields come straight out of the word. Out of line, the instruction is written byte by byte
    // and read in larger pieces, for which a processor has to wait.
    #[expect(clippy::inline_always, reason = "measured: 4 ns a word in line, 10 to 25 ns out of line")]
    #[inline(always)]
    pub fn decode(word: u64) -> Result<Self, DecodeError> {
        let (fields, immediate) = (VmadRegister::from(word), VmadImmediate::from(word));
        let is_register = fields.b_kind() == 1;
        let b_select = if is_register { fields.b_select() } else { 0 };
        let (OPCODE, Some(a), Some(b), Some(scale)) = (
            fields.opcode(),
            Selector::from_encoding(fields.a_select()),
            Selector::from_encoding(b_select),
            Scale::from_encoding(fields.scale()),
        ) else {
            return Err(error(word));
        };
        let b_sign = sign(fields.b_signed());
        let b_register = SourceB::Register {
            source: source(fields.rb(), b, b_sign),
            ignored: IgnoredBits::new(fields.ignored()),
        };
        let b_immediate = SourceB::Immediate { value: immediate.imm16(), sign: b_sign };
        Ok(Self {
            guard: Guard {
                predicate: Predicate::from_encoding(fields.guard()),
                negated: fields.guard_not() == 1,
            },
            destination: Register::from_encoding(fields.rd()),
            cc: fields.cc() == 1,
            a: source(fields.ra(), a, sign(fields.a_signed())),
            // The form of the next word is unpredictable: no branch.
            b: core::hint::select_unpredictable(is_register, b_register, b_immediate),
            c: Register::from_encoding(fields.rc()),
            psign: Psign::from_encoding(fields.psign()),
            scale,
            saturate: if fields.sat() == 1 { Saturate::On } else { Saturate::Off },
        })
    }

    /// The instruction's word. Each instruction has one: `Vmad::decode(i.encode()) == Ok(i)`.
    #[inline]
    pub fn encode(&self) -> u64 {
        let b = match self.b {
            SourceB::Register { source, ignored } => VmadRegister::new()
                .with_b_kind(1)
                .with_rb(source.register.encoding())
                .with_b_select(source.operand.selector.encoding())
                .with_ignored(ignored.bits())
                .into(),
            SourceB::Immediate { value, .. } => u64::from(VmadImmediate::new().with_imm16(value)),
        };
        let rest = VmadRegister::new()
            .with_rd(self.destination.encoding())
            .with_ra(self.a.register.encoding())
            .with_guard(self.guard.predicate.encoding())
            .with_guard_not(self.guard.negated.into())
            .with_a_select(self.a.operand.selector.encoding())
            .with_rc(self.c.encoding())
            .with_cc(self.cc.into())
            .with_a_signed((self.a.operand.sign == Sign::Signed).into())
            .with_b_signed((self.b.operand().sign == Sign::Signed).into())
            .with_scale(self.scale.encoding())
            .with_psign(self.psign.encoding())
            .with_sat((self.saturate == Saturate::On).into())
            .with_opcode(OPCODE);
        b | u64::from(rest)
    }

    /// The word form: with a register B, or with an immediate.
    pub fn word_form(&self) -> &'static Form {
        let [register, immediate] = FORMS else { return &FORMS[0] };
        match self.b {
            SourceB::Register { .. } => register,
            SourceB::Immediate { .. } => immediate,
        }
    }

    /// The instruction's text.
    #[inline]
    pub fn text(&self, style: Style) -> Text {
        Text::new(self.encode(), self.word_form(), style)
    }
}

impl From<Vmad> for Instruction {
    fn from(vmad: Vmad) -> Self {
        Self::of_legal(vmad.encode(), vmad.word_form())
    }
}

impl core::fmt::Display for Vmad {
    /// The text with every format and no reuse flags.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.text(Style::EXPLICIT).fmt(f)
    }
}

#[inline]
const fn source(register: u8, selector: Selector, sign: Sign) -> RegisterSource {
    RegisterSource { register: Register::from_encoding(register), operand: Operand { selector, sign } }
}

#[inline]
const fn sign(bit: u8) -> Sign {
    if bit == 1 { Sign::Signed } else { Sign::Unsigned }
}

/// Why a word is not a legal `VMAD`: the opcode, or the lowest field with an illegal value.
#[cold]
#[inline(never)]
fn error(word: u64) -> DecodeError {
    /// The places of the fields with an illegal value, of a form.
    const fn places(fields: &[Field]) -> [usize; 2] {
        [position(fields, "A select"), position(fields, "scale")]
    }
    let fields = VmadRegister::from(word);
    if fields.opcode() != OPCODE {
        return DecodeError::NotVmad { word };
    }
    let is_register = fields.b_kind() == 1;
    let (table, [a_select, scale]) = if is_register {
        (VmadRegister::FIELDS, const { places(VmadRegister::FIELDS) })
    } else {
        (VmadImmediate::FIELDS, const { places(VmadImmediate::FIELDS) })
    };
    let place = if is_register && fields.b_select() == 7 {
        const { position(VmadRegister::FIELDS, "B select") }
    } else if fields.a_select() == 7 {
        a_select
    } else {
        scale
    };
    DecodeError::IllegalField { word, mnemonic: "VMAD", field: &table[place] }
}
