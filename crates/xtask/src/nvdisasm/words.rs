//! Random words: some uniform, most with corner values in their fields.

use fastrand::Rng;
use vmad_sass::{
    isa::{Field, Form, INSTRUCTIONS, Layout, instruction, mnemonics, opcode},
    schedule::{Barrier, Control, ControlByte, ControlField, ReuseFlags},
};

use super::ask::Query;

/// A word of an instruction with a control field.
///
/// A third is uniform over all bits except the opcode, and over the 21 bits of the control field; it does not use the
/// table of the encoding. The others are drawn field by field from the table, half of the registers and immediates at
/// the ends of their ranges. Most of these have control fields that are legal for coupled forms, because `ILLEGAL` does
/// not test the text.
pub(crate) fn random_query(rng: &mut Rng, forms: &'static [Form]) -> Query {
    if rng.u8(..3) == 0 {
        let opcode = opcode(forms);
        let word = opcode.bits | rng.u64(..) & !opcode.mask;
        return Query { word, control: any_control(rng, forms[0].layout) };
    }
    if forms[0].layout == Layout::Kepler {
        return Query { word: corner_word(rng, forms), control: any_control(rng, Layout::Kepler) };
    }
    let control = match rng.u8(..8) {
        0..3 => ControlField::IDLE,
        3..7 => random_control(rng)
            .with_write_barrier(None)
            .with_read_barrier(None)
            .with_reuse(ReuseFlags::new(rng.u8(..8))),
        _ => single_violation(rng),
    };
    Query { word: corner_word(rng, forms), control: control.into() }
}

/// The option for the instructions.
#[derive(Debug, clap::Args)]
pub(crate) struct Instructions {
    /// The mnemonics, separated by commas [default: all of the family]
    #[arg(long = "instruction", value_name = "MNEMONICS", value_delimiter = ',', value_parser = forms_of)]
    forms: Vec<&'static [Form]>,
}

impl Instructions {
    /// The word forms of each.
    pub(crate) fn list(&self) -> Vec<&'static [Form]> {
        if self.forms.is_empty() { INSTRUCTIONS.to_vec() } else { self.forms.clone() }
    }
}

fn forms_of(mnemonic: &str) -> Result<&'static [Form], String> {
    let names: Vec<_> = mnemonics().collect();
    instruction(mnemonic).ok_or_else(|| format!("expected {}", names.join(", ")))
}

/// Uniform over the bits.
fn any_control(rng: &mut Rng, layout: Layout) -> Control {
    match layout {
        Layout::Maxwell => random_control(rng).into(),
        Layout::Kepler => Control::Byte(ControlByte(rng.u8(..))),
    }
}

/// Uniform over the 21 bits.
fn random_control(rng: &mut Rng) -> ControlField {
    ControlField::new(rng.u32(..1 << ControlField::BITS)).unwrap_or(ControlField::IDLE)
}

/// A field with one violation of the rules for coupled forms: a barrier, the reserved barrier 6, reuse flag 3.
fn single_violation(rng: &mut Rng) -> ControlField {
    let idle = ControlField::IDLE;
    match rng.u8(..3) {
        0 => idle.with_write_barrier(Barrier::new(rng.u8(..7))),
        1 => idle.with_read_barrier(Barrier::new(rng.u8(..7))),
        _ => idle.with_reuse(ReuseFlags::new(8 | rng.u8(..8))),
    }
}

/// A word of either form, field by field.
fn corner_word(rng: &mut Rng, forms: &[Form]) -> u64 {
    let form = &forms[rng.usize(..forms.len())];
    form.fields.iter().fold(0, |word, field| word | field.put(corner_value(rng, field)))
}

/// A value of a field: any that the table lists, or a number, half of the time near its ends.
fn corner_value(rng: &mut Rng, field: &Field) -> u64 {
    match field.fixed() {
        Some(value) => value.into(),
        None if field.name() == "guard" && rng.bool() => 7,
        None if field.values().is_empty() && rng.bool() => {
            let (max, half) = (field.mask(), field.mask() / 2);
            let corners = [0, 1, 2, half, half + 1, max - 1, max];
            corners[rng.usize(..corners.len())]
        }
        None => rng.u64(..=field.mask()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn words(seed: u64, forms: &'static [Form], count: usize) -> Vec<Query> {
        let mut rng = Rng::with_seed(seed);
        std::iter::repeat_with(|| random_query(&mut rng, forms)).take(count).collect()
    }

    fn vmad(seed: u64, count: usize) -> Vec<Query> {
        words(seed, INSTRUCTIONS[0], count)
    }

    #[test]
    fn a_seed_gives_the_same_words_again() {
        assert_eq!(vmad(7, 1000), vmad(7, 1000));
        assert_ne!(vmad(7, 1000), vmad(8, 1000));
        for forms in INSTRUCTIONS {
            let is_of =
                |query: &Query| Form::of(query.word).is_some_and(|form| form.mnemonic == forms[0].mnemonic);
            assert!(words(7, forms, 1000).iter().all(is_of), "{}", forms[0].mnemonic);
        }
    }

    /// The random words have every value of every field.
    #[test]
    fn every_value_of_every_field_occurs_in_both_forms() {
        for forms in INSTRUCTIONS {
            let words = words(1, forms, 100_000);
            for form in forms {
                let words = words.iter().map(|query| query.word);
                let of_form: Vec<u64> = words.filter(|&word| Form::of(word) == Some(form)).collect();
                for field in form.fields.iter().filter(|field| field.width() <= 8) {
                    let seen: BTreeSet<u64> = of_form.iter().map(|&word| field.of(word)).collect();
                    let all = if field.fixed().is_some() { 1 } else { field.mask() as usize + 1 };
                    // A register of VABSDIFF4 with select 15 is an immediate.
                    let all = all - usize::from(field.name() == "B select" && field.width() == 4);
                    assert_eq!(seen.len(), all, "{} {:?} {}", form.mnemonic, form.b, field.name());
                }
            }
        }
    }

    #[test]
    fn every_value_of_every_control_field_occurs() {
        let controls: Vec<u32> = vmad(1, 100_000).iter().map(|query| query.control.bits()).collect();
        for (low, width) in [(0, 4), (4, 1), (5, 3), (8, 3), (11, 6), (17, 4)] {
            let seen: BTreeSet<u32> = controls.iter().map(|bits| bits >> low & ((1 << width) - 1)).collect();
            assert_eq!(seen.len(), 1 << width, "bits from {low}");
        }
    }

    #[test]
    fn the_corners_of_an_immediate_occur() {
        let words = vmad(1, 100_000);
        for corner in [0, 1, 0x7fff, 0x8000, 0xfffe, 0xffff] {
            let has = |query: &Query| query.word >> 50 & 1 == 0 && query.word >> 20 & 0xffff == corner;
            assert!(words.iter().any(has), "{corner:#x}");
        }
    }
}
