//! Instructions, inputs and texts from arbitrary bytes. They favour corner cases.

mod ptx;

pub use ptx::{ptx_text, video};

use arbitrary::{Result, Unstructured};
use vmad_sass::{
    Instruction, Ports,
    isa::{B, Field, Form, INSTRUCTIONS, Spelling},
};

use vmad_unit::{Kind, Operation};

use vmad_map::corners;

/// An instruction of the family: any legal word.
///
/// # Errors
/// The bytes have run out.
pub fn instruction(bytes: &mut Unstructured<'_>) -> Result<Instruction> {
    let forms = bytes.choose(&INSTRUCTIONS)?;
    let word = legal_word(bytes, forms)?;
    Instruction::decode(word).map_err(|_| arbitrary::Error::IncorrectFormat)
}

/// An instruction of the family and its operation: any legal word whose computation is known.
///
/// # Errors
/// The bytes have run out.
pub fn operation(bytes: &mut Unstructured<'_>) -> Result<(Instruction, Operation)> {
    let forms = bytes.choose(&INSTRUCTIONS)?;
    let known = |word: u64| {
        let instruction = Instruction::decode(word).ok()?;
        Some((instruction, instruction.operation()?))
    };
    let word = legal_word(bytes, forms)?;
    if let Some(known) = known(word) {
        return Ok(known);
    }
    // VABSDIFF4 with an immediate: instead of it with a register.
    let registers: Vec<&Form> = forms.iter().filter(|form| form.b == B::Register).collect();
    let form = *bytes.choose(&registers)?;
    let word = legal_word(bytes, std::slice::from_ref(form))?;
    known(word).ok_or(arbitrary::Error::IncorrectFormat)
}

/// A legal word of one of some forms.
fn legal_word(bytes: &mut Unstructured<'_>, forms: &[Form]) -> Result<u64> {
    let form = bytes.choose(forms)?;
    let word: u64 = bytes.arbitrary()?;
    let word = word & !form.opcode.mask | form.opcode.bits;
    let legal = |word: u64, field: &Field| {
        let values: Vec<u64> = (0..=field.mask()).filter(|&value| !field.is_illegal(value)).collect();
        field.with(word, values[field.of(word) as usize % values.len()])
    };
    let listed = form.fields.iter().filter(|field| field.spelling() == Spelling::Listed);
    Ok(listed.filter(|field| field.fixed().is_none()).fold(word, legal))
}

/// The values of the three ports.
///
/// # Errors
/// The bytes have run out.
pub fn ports(bytes: &mut Unstructured<'_>) -> Result<Ports> {
    Ok(Ports { a: value(bytes)?, b: value(bytes)?, c: value(bytes)? })
}

/// A register's value: every second time a corner.
///
/// # Errors
/// The bytes have run out.
pub fn value(bytes: &mut Unstructured<'_>) -> Result<u32> {
    if bytes.arbitrary()? { bytes.arbitrary() } else { bytes.choose(&corners::WORDS).copied() }
}

/// A register's value next to a number or its negation, in every part of a width.
///
/// # Errors
/// The bytes have run out.
pub fn value_near(bytes: &mut Unstructured<'_>, number: u32) -> Result<u32> {
    let number = if bytes.arbitrary()? { number.wrapping_neg() } else { number };
    let near = number.wrapping_add_signed(bytes.int_in_range(-2..=2)?);
    Ok(match bytes.int_in_range(0..=2)? {
        0 => near,
        1 => (near & 0xffff) * 0x0001_0001,
        _ => (near & 0xff) * 0x0101_0101,
    })
}

/// A text like an instruction: the start of one, and pieces of others.
///
/// # Errors
/// The bytes have run out.
pub fn text(bytes: &mut Unstructured<'_>) -> Result<String> {
    const PIECES: &str = "|.SD|.UD|.MN|.MX|.W|.ACC|\
        .MRG_16H|.MRG_8B2|.MIN|.LT|.T|.AND|.XYW|.3210|.7654|PT|!P3|.U8|.S8|.U16|.S16|.U32|.S32|.PO|.PASS|.SHR_7|.SHR_15|.SAT| |, |R0|\
        R254|R255|R256|RZ|-|-R1|#|#-5|0x|0xffff|65536|-32768|5|.B0|.B3|.H1|.CC|\
        .reuse|@|!|@P0 |@!PT |P7|;|&req={0,5}|&req={|&rd=2|&wr=7|&wr=6|\
        &reuse={a,c}|&reuse={d}|?stall=15|?stall=16|?yield|/* */|/*|// |\n|\u{e9}|}|\
        =";
    let mut text = String::new();
    if bytes.ratio(3, 4)? {
        text = instruction(bytes)?.to_string();
        text.truncate(bytes.int_in_range(0..=text.len())?);
    }
    append_pieces(&mut text, &(Kind::NAMES.join("|") + PIECES), bytes)?;
    Ok(text)
}

/// Characters that a terminal obeys or does not show.
const HIDDEN: &str = "\x1b\x07\u{9b}\u{9d}\u{ad}\u{61c}\u{180e}\u{200b}\u{2028}\u{202e}\u{feff}\u{e0041}";

/// Appends up to eight of some pieces, which `|` separates, or arbitrary or hidden characters.
fn append_pieces(text: &mut String, pieces: &str, bytes: &mut Unstructured<'_>) -> Result<()> {
    let (pieces, hidden) = (pieces.split('|').collect::<Vec<_>>(), HIDDEN.chars().collect::<Vec<_>>());
    for _ in 0..bytes.int_in_range(0..=8)? {
        let piece = bytes.choose(&pieces)?;
        match bytes.int_in_range(1..=16)? {
            1 => text.push(bytes.arbitrary()?),
            2 => text.push(*bytes.choose(&hidden)?),
            _ => text.push_str(piece),
        }
    }
    Ok(())
}
