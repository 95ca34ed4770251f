//! Words of 128 bits on the command line: sm_70 and later.

use vmad_sass::{
    Arch,
    arch::AnyArch,
    wide::{WideArch, WideInstruction},
};

use crate::{
    excerpt::Place,
    failure::Failure,
    source::{hexadecimal, is_word},
};

/// `sm_86`, `SM86` or `86`: an architecture with words of 64 or of 128 bits.
pub(crate) fn any_arch(text: &str) -> Result<AnyArch, String> {
    let lower = text.to_ascii_lowercase();
    let digits = lower.strip_prefix("sm").unwrap_or(&lower);
    let digits = digits.strip_prefix('_').unwrap_or(digits);
    // `parse` would take a sign, and zeros.
    let is_number = (2..=3).contains(&digits.len())
        && !digits.starts_with('0')
        && digits.bytes().all(|digit| digit.is_ascii_digit());
    let number = Some(digits).filter(|_| is_number).and_then(|digits| digits.parse().ok());
    let number =
        number.ok_or_else(|| "expected sm_35, sm_37, sm_50 to sm_62, or sm_70 to sm_121".to_owned())?;
    AnyArch::from_number(number).map_err(|error| error.to_string())
}

/// `sm_50`, `SM50` or `50`: an architecture with words of 64 bits.
pub(crate) fn narrow_arch(text: &str) -> Result<Arch, String> {
    any_arch(text)?.narrow().map_err(|error| error.to_string())
}

/// Whether a text is a word of 128 bits or a half of one: `0x` and digits, or 16 or 32 hexadecimal digits.
pub(crate) fn is_wide_word(text: &str) -> bool {
    is_word(text) || text.len() == 32 && text.bytes().all(|digit| digit.is_ascii_hexdigit())
}

/// The halves of words, the low one first.
#[derive(Clone, Copy, Default)]
pub(crate) struct Halves {
    low: Option<u64>,
}

impl Halves {
    /// Takes a half, or a whole word of more than 16 digits. Returns a word that is whole.
    pub(crate) fn put(&mut self, text: &str) -> Result<Option<u128>, String> {
        let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text);
        let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        let number = u128::from_str_radix(digits, 16).ok().filter(|_| is_number && digits.len() <= 32);
        let Some(number) = number else {
            return Err(format!(
                "{text:?} is neither a word of 128 bits nor a half: expected 32 hexadecimal digits, the high ones first, \
                 or two numbers of up to 16, the low half first"
            ));
        };
        match (self.low, digits.len() > 16) {
            (None, true) => Ok(Some(number)),
            (None, false) => {
                self.low = Some(number as u64);
                Ok(None)
            }
            (Some(_), true) => {
                Err(format!("{text} follows a low half: expected the high half, 16 digits at most"))
            }
            (Some(low), false) => {
                self.low = None;
                Ok(Some(number << 64 | u128::from(low)))
            }
        }
    }

    /// Refuses a low half without its high one.
    pub(crate) fn end(self) -> Result<(), String> {
        match self.low {
            None => Ok(()),
            Some(low) => Err(format!(
                "{low:016x} is the low half of a word: expected the high half after it, as in 'LOW HIGH', or 32 digits"
            )),
        }
    }
}

/// Reads an instruction: a word, as one number or two halves, or assembly text.
pub(crate) fn instruction<P: Into<Place>>(
    place: impl Fn() -> P,
    text: &str,
    arch: WideArch,
) -> Result<WideInstruction, Failure> {
    let refuse = |message: &dyn std::fmt::Display| Failure::piece(place(), text, 0..text.len(), message);
    match word(text).map_err(|message| refuse(&message))? {
        Some(word) => WideInstruction::decode(arch, word).map_err(|error| refuse(&error)),
        None => WideInstruction::assemble(arch, text).map_err(|error| Failure::text(place(), text, &error)),
    }
}

/// The word of a text, as one number or two halves; [`None`] for assembly text.
pub(crate) fn word(text: &str) -> Result<Option<u128>, String> {
    let mut parts = text.split_whitespace();
    let Some(first) = parts.next() else {
        return Err("the text is empty: expected a word or assembly text".to_owned());
    };
    if hexadecimal(first).is_none() && !is_wide_word(first) {
        return Ok(None);
    }
    let mut halves = Halves::default();
    let mut whole = halves.put(first)?;
    if let (None, Some(second)) = (whole, parts.next()) {
        whole = halves.put(second)?;
    }
    if let Some(extra) = parts.next() {
        return Err(format!("{extra:?} follows the word: its control bits are in it"));
    }
    halves.end()?;
    Ok(whole)
}

/// The word in two halves, as nvdisasm prints it.
pub(crate) fn halves(word: u128) -> String {
    format!("{:016x} {:016x}", word as u64, (word >> 64) as u64)
}
