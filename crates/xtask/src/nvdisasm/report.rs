//! All differences between two series of answers, grouped by cause.

use vmad_sass::{
    Arch, Instruction, Refusal, assemble_in, disassemble, isa::Spelling, schedule::ControlField,
};

use super::ask::{ILLEGAL, Query};
use crate::groups::Groups;

/// The answer of vmad-sass.
pub(crate) fn ours(query: Query, arch: Arch) -> String {
    match disassemble(query.word, query.control, arch) {
        Ok(text) => text.to_string(),
        Err(Refusal::Illegal(_)) => ILLEGAL.to_owned(),
        // Words with another opcode are never asked about. If one were, it would be a difference.
        Err(Refusal::Foreign(error)) => error.to_string(),
    }
}

/// The differences between the texts of vmad-sass and of nvdisasm that were found so far.
#[derive(Debug, Default)]
pub(crate) struct Report {
    words: usize,
    illegal: usize,
    assembled: usize,
    /// The differences by cause.
    pub groups: Groups,
}

impl Report {
    /// Compares the two texts of a word.
    pub(crate) fn compare(&mut self, arch: Arch, query: Query, ours: &str, theirs: &str) {
        self.words += 1;
        self.illegal += usize::from(theirs == ILLEGAL);
        if ours != theirs {
            let query = query.row("");
            let example = format!("{arch} {query}      ours      {ours}\n      nvdisasm  {theirs}");
            self.groups.add(cause(ours, theirs), example);
        }
    }

    /// Assembles nvdisasm's text of a word, and compares with the word.
    pub(crate) fn assemble(&mut self, arch: Arch, query: Query, text: &str) {
        if text == ILLEGAL {
            return;
        }
        match assembled(arch, query, text) {
            Ok(()) => self.assembled += 1,
            Err(cause) => self.groups.add(cause, format!("{arch} {}", query.row(text))),
        }
    }

    /// One line of figures.
    pub(crate) fn figures(&self) -> String {
        let Self { words, illegal, assembled, .. } = self;
        let back = if *assembled > 0 { format!("{assembled} read back, ") } else { String::new() };
        format!(
            "{words} words, {} legal, {illegal} ILLEGAL, {back}{} differences",
            words - illegal,
            self.groups.differences()
        )
    }
}

/// The words in which two texts differ: a mnemonic with its suffixes, or the place of another word.
fn cause(ours: &str, theirs: &str) -> String {
    for (text, side) in [(ours, "ours"), (theirs, "nvdisasm")] {
        if text == ILLEGAL {
            return format!("{ILLEGAL} only for {side}");
        }
    }
    let [ours, theirs] = [ours, theirs].map(|text| text.split(' ').collect::<Vec<_>>());
    if ours.len() != theirs.len() {
        return "number of words".to_owned();
    }
    let pairs = ours.iter().zip(&theirs).enumerate().filter(|(_, (ours, theirs))| ours != theirs);
    let causes = pairs.map(|(index, (ours, theirs))| {
        if ours.starts_with('V') { format!("{ours} and {theirs}") } else { format!("word {}", index + 1) }
    });
    causes.collect::<Vec<_>>().join(", ")
}

/// Checks that a text assembles to its word and reuse flags, or is refused if the word has an illegal field.
fn assembled(arch: Arch, query: Query, text: &str) -> Result<(), String> {
    let layout = arch.layout();
    let both = (Instruction::decode_in(layout, query.word), assemble_in(layout, text));
    let (instruction, assembly) = match both {
        (Ok(instruction), Ok(assembly)) => (instruction, assembly),
        (Err(_), Err(_)) => return Ok(()),
        (Ok(_), Err(error)) => return Err(format!("legal, but the assembler refuses the text: {error}")),
        (Err(error), Ok(_)) => return Err(format!("the assembler takes the text, but {error}")),
    };
    let ignored = instruction.form().fields.iter().filter(|field| field.spelling() == Spelling::Ignored);
    let word = ignored.fold(query.word, |word, field| field.with(word, 0));
    let again = assembly.instruction.encode();
    let control = assembly.control.unwrap_or(ControlField::IDLE);
    // Text does not show the minus of an immediate of 0.
    let same_word = again == word || instruction.immediate() == Some(0);
    let same_text = disassemble(again, control, arch).is_ok_and(|again| again.to_string() == text);
    if same_word && same_text { Ok(()) } else { Err("the text assembles to another word".to_owned()) }
}
