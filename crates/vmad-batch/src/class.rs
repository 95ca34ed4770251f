//! The class of settings that a kernel computes: the parts of a setting that are not numbers in the inner loop.

use vmad_unit::{Format, Operand, Psign, Saturate, Scale, Sign, Width, vmad::Mode};

/// A class of settings that share a kernel.
///
/// Bytes and half-words are one class, U16 or S16. [`Counts`] has the position of the field, and the scale.
#[derive(Clone, Copy)]
pub(crate) struct KernelClass {
    pub(crate) a: Format,
    pub(crate) b: Format,
    pub(crate) psign: Psign,
    pub(crate) shifts: bool,
    pub(crate) saturates: bool,
}

/// The shift counts of a setting.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counts {
    /// The numbers of bits below A's field and above it.
    pub(crate) a: [u32; 2],
    /// The same for B.
    pub(crate) b: [u32; 2],
    /// 0, 7 or 15.
    pub(crate) scale: u32,
}

impl Counts {
    pub(crate) const fn of(mode: Mode) -> Self {
        const fn around(operand: Operand) -> [u32; 2] {
            let low = operand.selector.low_bit();
            [low, 32 - low - operand.selector.width().bits()]
        }
        Self { a: around(mode.a), b: around(mode.b), scale: mode.scale.count() }
    }
}

impl KernelClass {
    /// The factors of the kernels.
    pub(crate) const FACTORS: [Format; 4] = [Format::U16, Format::S16, Format::S32, Format::U32];

    /// The class of a setting. Properties without effect on the result are normalised.
    pub(crate) const fn of(mode: Mode) -> Self {
        const fn factor(operand: Operand) -> Format {
            match operand.selector.width() {
                Width::Byte | Width::Half => Format { width: Width::Half, sign: operand.sign },
                Width::Word => Format { width: Width::Word, sign: operand.sign },
            }
        }
        const fn unsigned_word(factor: Format) -> Format {
            match factor.width {
                Width::Word => Format::U32,
                Width::Byte | Width::Half => factor,
            }
        }
        let class = Self {
            a: factor(mode.a),
            b: factor(mode.b),
            psign: mode.psign,
            shifts: !matches!(mode.scale, Scale::Pass),
            saturates: matches!(mode.saturate, Saturate::On),
        };
        if !class.shifts && !class.saturates {
            // The low 32 bits of a product do not depend on its factors' signs.
            Self { a: unsigned_word(class.a), b: unsigned_word(class.b), ..class }
        } else if class.shifts && class.is_narrow() {
            // tmp has 34 bits, and after a shift by 7 or more at most 27: always in range.
            Self { saturates: false, ..class }
        } else if matches!(mode.scale, Scale::Shr15) && Self::has_byte(mode) {
            // A byte and a word: tmp has 42 bits, and after the shift by 15 at most 27.
            Self { saturates: false, ..class }
        } else {
            class
        }
    }

    /// Whether a factor of the setting is a byte. (The class does not distinguish bytes and half-words.)
    const fn has_byte(mode: Mode) -> bool {
        matches!(mode.a.selector.width(), Width::Byte) || matches!(mode.b.selector.width(), Width::Byte)
    }

    /// The places of the factors in [`KernelClass::FACTORS`].
    pub(crate) const fn places(self) -> [usize; 2] {
        const fn place(factor: Format) -> usize {
            match (factor.width, factor.sign) {
                (Width::Byte | Width::Half, Sign::Unsigned) => 0,
                (Width::Byte | Width::Half, Sign::Signed) => 1,
                (Width::Word, Sign::Signed) => 2,
                (Width::Word, Sign::Unsigned) => 3,
            }
        }
        [place(self.a), place(self.b)]
    }

    /// Whether the product fits in 32 bits.
    pub(crate) const fn is_narrow(self) -> bool {
        !matches!(self.a.width, Width::Word) && !matches!(self.b.width, Width::Word)
    }

    /// Whether the sum is computed in two parts (`split16.rs`): A is a word and B a part. In a kernel, A is the wider factor.
    ///
    /// Not for unsigned factors with a signed clamp: the sum has more than 48 bits.
    pub(crate) const fn splits(self) -> bool {
        let clamped = self.saturates && matches!(self.final_sign(), Sign::Signed);
        matches!(self.a.width, Width::Word)
            && !matches!(self.b.width, Width::Word)
            && !(self.both_unsigned() && clamped)
    }

    pub(crate) const fn both_unsigned(self) -> bool {
        matches!((self.a.sign, self.b.sign), (Sign::Unsigned, Sign::Unsigned))
    }

    /// U32 * U32 - C, and C - U32 * U32: the only sums that fit in 64 bits neither as signed nor as unsigned numbers.
    pub(crate) const fn needs_65_bits(self) -> bool {
        self.both_unsigned()
            && matches!((self.a.width, self.b.width), (Width::Word, Width::Word))
            && matches!(self.psign, Psign::SubtractC | Psign::NegateProduct)
    }

    pub(crate) const fn c_sign(self) -> Sign {
        self.mode().intermediate_sign()
    }

    pub(crate) const fn final_sign(self) -> Sign {
        self.mode().final_sign()
    }

    /// A setting of the class, for the properties that depend only on signs and psign.
    const fn mode(self) -> Mode {
        Mode {
            a: Operand::first(self.a),
            b: Operand::first(self.b),
            psign: self.psign,
            scale: Scale::Pass,
            saturate: Saturate::Off,
        }
    }
}
