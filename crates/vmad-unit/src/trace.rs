//! A trace: one execution with every wire, as a list of rows that can be printed, drawn or written as JSON.

use core::fmt;

use crate::{
    Operand, Psign, Saturate, Sign, Width,
    bits::{AnyBits, Machine},
    datapath::{Wires, wires},
    stages::OperandWires,
    vmad::Mode,
};

/// Runs one execution and keeps every wire; the ports are as in [`crate::execute`].
pub fn trace(mode: Mode, a: u32, b: u32, c: u32) -> Trace {
    Trace { mode, wires: wires(mode, a, b, c) }
}

/// One execution with every wire.
#[derive(Clone, Debug)]
pub struct Trace {
    /// What the unit was told.
    pub mode: Mode,
    /// What stood on its wires.
    pub wires: Wires<Machine>,
}

/// What the clamp did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clamp {
    /// The instruction does not saturate: the result is `shr[31:0]`.
    Off,
    /// shr was in range.
    Inside,
    /// shr was below `RANGE_MIN`, which the result became.
    ToMin,
    /// shr was above `RANGE_MAX`, which the result became.
    ToMax,
}

impl Clamp {
    /// A word for it: `off`, `inside`, `to min` or `to max`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Inside => "inside",
            Self::ToMin => "to min",
            Self::ToMax => "to max",
        }
    }
}

/// A stage of the datapath, as the rows of a trace are grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Operand select and extend.
    Select,
    /// The multiplier.
    Multiply,
    /// The psign adder.
    Add,
    /// The normalisation shift.
    Shift,
    /// The clamp.
    Saturate,
}

impl Stage {
    /// The title: `select and extend`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Select => "select and extend",
            Self::Multiply => "multiply",
            Self::Add => "psign adder",
            Self::Shift => "normalisation shift",
            Self::Saturate => "saturation",
        }
    }
}

/// One wire of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The stage that drives the wire.
    pub stage: Stage,
    /// Its name, unique in the trace: `A port`, `product`, `tmp`.
    pub name: &'static str,
    /// The bits on it.
    pub bits: AnyBits,
    /// How they are read as a number.
    pub sign: Sign,
    /// What made it: a selector, a format, an operation; may be empty.
    pub note: &'static str,
}

impl Trace {
    /// What the clamp did.
    pub const fn clamp(&self) -> Clamp {
        match (self.mode.saturate, self.wires.saturate.below, self.wires.saturate.above) {
            (Saturate::Off, ..) => Clamp::Off,
            (Saturate::On, true, _) => Clamp::ToMin,
            (Saturate::On, _, true) => Clamp::ToMax,
            (Saturate::On, false, false) => Clamp::Inside,
        }
    }

    /// Every wire, in the order in which the value meets it.
    pub fn rows(&self) -> [Row; 21] {
        let Mode { a, b, psign, scale, .. } = self.mode;
        let Wires { c, product, intermediate_sign, ref adder, final_sign, shr, ref saturate, .. } =
            self.wires;
        let [a_port, a_field, a_extended] =
            operand_rows(["A port", "A field", "A extended"], a, &self.wires.a);
        let [b_port, b_field, b_extended] =
            operand_rows(["B port", "B field", "B extended"], b, &self.wires.b);
        let row = |stage, name, bits, sign, note| Row { stage, name, bits, sign, note };
        let flag = |flag: bool| AnyBits::new(1, u128::from(flag));
        let (product_note, c_note) = match psign {
            Psign::Add | Psign::PlusOne => ("A*B", "C"),
            Psign::SubtractC => ("A*B", "~C"),
            Psign::NegateProduct => ("~(A*B)", "C"),
        };
        [
            a_port,
            a_field,
            a_extended,
            b_port,
            b_field,
            b_extended,
            row(Stage::Select, "C port", c.any(), intermediate_sign, ""),
            row(Stage::Multiply, "product", product.any(), Sign::Signed, "A*B"),
            sign_row(Stage::Add, "intermediate", intermediate_sign),
            row(
                Stage::Add,
                "C extended",
                adder.c_extended.any(),
                Sign::Signed,
                extension_name(intermediate_sign),
            ),
            row(Stage::Add, "product term", adder.product_term.any(), Sign::Signed, product_note),
            row(Stage::Add, "C term", adder.c_term.any(), Sign::Signed, c_note),
            row(Stage::Add, "carry in", flag(adder.carry_in.signed() == 1), Sign::Unsigned, ""),
            row(Stage::Add, "tmp", adder.tmp.any(), Sign::Signed, psign.operation()),
            sign_row(Stage::Shift, "final", final_sign),
            row(Stage::Shift, "shr", shr.any(), Sign::Signed, scale.name()),
            row(Stage::Saturate, "min", saturate.min.any(), Sign::Signed, ""),
            row(Stage::Saturate, "max", saturate.max.any(), Sign::Signed, ""),
            row(Stage::Saturate, "below", flag(saturate.below), Sign::Unsigned, "shr < min"),
            row(Stage::Saturate, "above", flag(saturate.above), Sign::Unsigned, "shr > max"),
            row(Stage::Saturate, "result", saturate.result.any(), final_sign, self.clamp_note()),
        ]
    }

    const fn clamp_note(&self) -> &'static str {
        match self.clamp() {
            Clamp::Off => "shr[31:0]",
            Clamp::Inside => "SAT: inside",
            Clamp::ToMin => "SAT: to min",
            Clamp::ToMax => "SAT: to max",
        }
    }
}

/// The three rows of a source operand.
fn operand_rows(names: [&'static str; 3], mode: Operand, wires: &OperandWires<Machine>) -> [Row; 3] {
    let field_bits = AnyBits::new(mode.selector.width().bits(), wires.field.unsigned());
    let row = |name, bits, sign, note| Row { stage: Stage::Select, name, bits, sign, note };
    let selected = match mode.selector.width() {
        Width::Byte | Width::Half => mode.selector.name(),
        Width::Word => "word",
    };
    [
        row(names[0], wires.port.any(), Sign::Unsigned, ""),
        row(names[1], field_bits, mode.sign, selected),
        row(names[2], wires.extended.any(), Sign::Signed, mode.format().name()),
    ]
}

/// The row of a sign wire: 1 is signed.
fn sign_row(stage: Stage, name: &'static str, sign: Sign) -> Row {
    let note = match sign {
        Sign::Unsigned => "unsigned",
        Sign::Signed => "signed",
    };
    Row { stage, name, bits: AnyBits::new(1, u128::from(sign == Sign::Signed)), sign: Sign::Unsigned, note }
}

const fn extension_name(sign: Sign) -> &'static str {
    match sign {
        Sign::Unsigned => "zero-extended",
        Sign::Signed => "sign-extended",
    }
}

impl fmt::Display for Trace {
    /// A table of at most 80 columns: a line a wire, with its width, its bits and its number.
    ///
    /// Wires of up to 33 bits show as hexadecimal; those of 66 as the two guard bits in binary, then 64 bits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut stage = None;
        for row in self.rows() {
            if stage != Some(row.stage) {
                stage = Some(row.stage);
                writeln!(f, "{}", row.stage.name())?;
            }
            writeln!(f, "{row}")?;
        }
        Ok(())
    }
}

impl Row {
    /// The bits as a trace prints them, in 20 columns: hexadecimal, of 66 bits the two guard bits in binary before it.
    pub fn pattern(&self) -> impl fmt::Display {
        Pattern(self.bits)
    }
}

impl fmt::Display for Row {
    /// `  product       66  00 00000000_00004e18                    19992  A*B`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.bits.value(self.sign);
        write!(f, "  {:<13}{:>3}  {} {value:>22}", self.name, self.bits.width(), self.pattern())?;
        if self.note.is_empty() { Ok(()) } else { write!(f, "  {}", self.note) }
    }
}

/// The bits of a wire as a trace prints them, in 20 columns.
struct Pattern(AnyBits);

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pattern = self.0.pattern();
        match self.0.width() {
            66 => write!(
                f,
                "{:02b} {:08x}_{:08x}",
                pattern >> 64,
                pattern >> 32 & 0xffff_ffff,
                pattern & 0xffff_ffff
            ),
            33 => write!(f, "{:>9} {:x}_{:08x}", "", pattern >> 32, pattern & 0xffff_ffff),
            // Bytes, half-words and words: as many digits as they have.
            width => {
                let digits = width.div_ceil(4) as usize;
                write!(f, "{:>1$}{pattern:0digits$x}", "", 20_usize.saturating_sub(digits))
            }
        }
    }
}
