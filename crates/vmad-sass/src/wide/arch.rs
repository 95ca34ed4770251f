//! The architectures with words of 128 bits.

use core::fmt;

/// A compute capability from 7.0 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WideArch(u8);

/// A number that names no architecture with words of 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("sm_{0} is not an architecture with words of 128 bits: legal are {names}", names = Names)]
pub struct UnknownWideArch(pub u32);

/// The forms of Volta: bits 11:9, and bit 91 as bit 3.
const VOLTA: &[u8] = &[1, 2, 3, 4, 5];
/// The forms from sm_75 to sm_90.
const TURING: &[u8] = &[1, 2, 3, 4, 5, 11, 13, 14, 15];
/// The forms of sm_100 to sm_110: no constant memory.
const BLACKWELL: &[u8] = &[1, 2, 4, 14, 15];
/// No form: every word is illegal.
const NONE: &[u8] = &[];

impl WideArch {
    /// All of them, oldest first: those that nvdisasm 12.8 and 13.5 know. sm_107, sm_120 and sm_121 refuse every word
    /// of the two instructions.
    pub const ALL: [Self; 16] = [
        Self(70),
        Self(72),
        Self(75),
        Self(80),
        Self(86),
        Self(87),
        Self(88),
        Self(89),
        Self(90),
        Self(100),
        Self(101),
        Self(103),
        Self(107),
        Self(110),
        Self(120),
        Self(121),
    ];

    /// The number in the name: 86 of `sm_86`.
    pub const fn number(self) -> u32 {
        self.0 as u32
    }

    /// The architecture of a number.
    ///
    /// # Errors
    /// The number names none of [`WideArch::ALL`].
    pub fn from_number(number: u32) -> Result<Self, UnknownWideArch> {
        Self::ALL.into_iter().find(|arch| arch.number() == number).ok_or(UnknownWideArch(number))
    }

    /// The [encodings](super::WideForm::encoding) of the legal forms, in rising order.
    pub const fn forms(self) -> &'static [u8] {
        match self.0 {
            70 | 72 => VOLTA,
            75..=90 => TURING,
            100 | 101 | 103 | 110 => BLACKWELL,
            _ => NONE,
        }
    }

    /// Whether the two instructions exist.
    pub const fn has_video(self) -> bool {
        !self.forms().is_empty()
    }

    /// Whether bit 91 belongs to the form: not on Volta, which ignores it.
    pub(super) const fn reads_bit_91(self) -> bool {
        self.0 >= 75
    }

    /// The number of bits of a uniform register. Its highest value is `URZ`.
    pub(super) const fn uniform_bits(self) -> u32 {
        if self.0 >= 100 { 8 } else { 6 }
    }

    /// Whether, with two registers, either of the reuse bits 1 and 2 is that of the second.
    pub(super) const fn shares_reuse_bits(self) -> bool {
        self.0 == 70
    }
}

impl fmt::Display for WideArch {
    /// `sm_86`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sm_{}", self.0)
    }
}

/// The names of all of them: `sm_70, sm_72 ... and sm_121`.
struct Names;

impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::messages::list(&WideArch::ALL.map(|arch| alloc::format!("{arch}")), "and"))
    }
}
