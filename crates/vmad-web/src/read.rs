//! Recognises the kind of a text: a word, a line of a dump, assembly text or PTX.

use vmad_sass::{Instruction, assemble_in, isa::Layout, schedule::ControlField};

/// A recognised text.
pub(crate) enum Subject {
    /// An instruction word.
    Word {
        /// The word.
        word: u64,
        /// Its control field, if the text has one.
        control: Option<ControlField>,
        /// The kind of the text.
        kind: &'static str,
    },
    /// A text that can only be PTX.
    Ptx,
}

/// Why a text cannot be read.
pub(crate) struct Unreadable {
    /// The error and the legal values.
    pub(crate) message: String,
    /// The bytes with the error.
    pub(crate) span: [usize; 2],
}

/// Recognises a text. A word of Kepler has no control field of this kind: a number after it is refused.
pub(crate) fn read(layout: Layout, text: &str) -> Result<Subject, Unreadable> {
    if text.trim().is_empty() {
        let message =
            "nothing to read: expected a word, a line of a dump, assembly text or a PTX instruction";
        return Err(Unreadable { message: message.to_owned(), span: [0, 0] });
    }
    if let Some(word) = binary(text) {
        return Ok(Subject::Word { word, control: None, kind: "word" });
    }
    if let Some(subject) = only_numbers(layout, text).or_else(|| line_of_dump(layout, text)) {
        return subject;
    }
    if is_ptx(text) {
        return Ok(Subject::Ptx);
    }
    match assemble_in(layout, text) {
        Ok(assembly) => Ok(Subject::Word {
            word: assembly.instruction.encode(),
            control: assembly.control,
            kind: "assembly text",
        }),
        Err(error) => {
            Err(Unreadable { message: error.to_string(), span: [error.span.start, error.span.end] })
        }
    }
}

/// `WORD [CONTROL]`, both in hexadecimal; [`None`] if the text is anything else.
fn only_numbers(layout: Layout, text: &str) -> Option<Result<Subject, Unreadable>> {
    let pieces: Vec<&str> = text.split_whitespace().collect();
    let word = hexadecimal(pieces.first()?)?;
    let found = |control| Ok(Subject::Word { word, control, kind: "word" });
    let refuse = |piece: &str, message: String| {
        let start = piece.as_ptr() as usize - text.as_ptr() as usize;
        Err(Unreadable { message, span: [start, start + piece.len()] })
    };
    Some(match pieces[1..] {
        [] => found(None),
        [piece, ..] if layout == Layout::Kepler => {
            refuse(piece, format!("{piece:?} follows the word: expected the word alone for Kepler"))
        }
        [piece, ..] if control_field(piece).is_none() => {
            refuse(piece, format!("{piece:?} is not a control field: legal are 0 to 1fffff, in hexadecimal"))
        }
        [_, piece, ..] => {
            refuse(piece, format!("{piece:?} follows the word and its control field: expected the end"))
        }
        [piece] => found(control_field(piece)),
    })
}

/// The first word of the family in a text with numbers of 16 digits, and the number after it as its control field.
fn line_of_dump(layout: Layout, text: &str) -> Option<Result<Subject, Unreadable>> {
    let mut tokens =
        text.split(|character: char| !character.is_ascii_alphanumeric()).filter(|token| !token.is_empty());
    let mut first = None;
    while let Some(token) = tokens.next() {
        let digits = token.strip_prefix("0x").unwrap_or(token);
        if digits.len() != 16 {
            continue;
        }
        let Some(word) = hexadecimal(token) else { continue };
        let next = tokens.clone().next().filter(|next| layout == Layout::Maxwell && next.len() < 10);
        let control = next.and_then(control_field);
        first = first.or(Some((word, control)));
        if Instruction::decode_in(layout, word).is_ok() {
            first = Some((word, control));
            break;
        }
    }
    first.map(|(word, control)| Ok(Subject::Word { word, control, kind: "line of a dump" }))
}

/// Whether a text can only be PTX: its first name, after a guard, starts with a small letter.
fn is_ptx(text: &str) -> bool {
    let text = text.trim_start();
    let name = match text.strip_prefix('@') {
        Some(guarded) => guarded.split_once(char::is_whitespace).map_or("", |(_, rest)| rest.trim_start()),
        None => text,
    };
    name.starts_with(|first: char| first.is_ascii_lowercase() || first == '{')
}

/// A word of 64 binary digits, with or without `0b`; spaces and `_` between them have no meaning.
fn binary(text: &str) -> Option<u64> {
    let text = text.trim();
    let digits = text.strip_prefix("0b").unwrap_or(text).replace(['_', ' '], "");
    let is_binary = digits.len() == 64 && digits.bytes().all(|digit| matches!(digit, b'0' | b'1'));
    if is_binary { u64::from_str_radix(&digits, 2).ok() } else { None }
}

/// A number of 1 to 16 hexadecimal digits, with or without `0x`.
fn hexadecimal(text: &str) -> Option<u64> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text);
    let legal = (1..=16).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    if legal { u64::from_str_radix(digits, 16).ok() } else { None }
}

fn control_field(text: &str) -> Option<ControlField> {
    ControlField::new(u32::try_from(hexadecimal(text)?).ok()?)
}
