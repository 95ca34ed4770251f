//! The readers of code as text and of CUDA source.

use std::fmt::Write as _;

use crate::Sample;
use arbitrary::{Result, Unstructured};
use vmad_message::{
    excerpt::{Excerpt, Level, Place},
    printable::is_shown,
};
use vmad_ptx::{
    module::{Item, Items, Unreadable},
    syntax::Span,
};
use vmad_sass::{Arch, isa::Layout};

use vmad_files::{
    inline_asm::{blocks, with_whole_words},
    listing::{dump, listing},
};

/// The bytes that are left, as text.
fn text(bytes: &mut Unstructured<'_>) -> Result<String> {
    Ok(String::from_utf8_lossy(bytes.bytes(bytes.len())?).into_owned())
}

/// Any text, as a listing or a dump.
#[derive(Debug)]
pub(super) struct CodeAsText {
    text: String,
}

impl Sample for CodeAsText {
    const NAME: &'static str = "code_as_text_is_read_or_refused";
    const STATEMENT: &'static str = "any text: as a listing it is refused or makes whole bundles of the words in it; as a dump it \
                                is refused or makes the bytes whose dump reads back";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        Ok(Self { text: text(bytes)? })
    }

    fn check(&self) {
        if let Some(Ok(listed)) = listing(&self.text, None) {
            // A bundle has a word of the text at least.
            let bundles: usize = listed
                .iter()
                .map(|section| {
                    let bundle = section.arch.map_or(Layout::Maxwell, Arch::layout).bundle_bytes();
                    assert!(!section.code.is_empty() && section.code.len().is_multiple_of(bundle));
                    section.code.len() / bundle
                })
                .sum();
            assert!(bundles <= self.text.matches("/* 0x").count(), "{bundles}");
        }
        if let Some(bytes) = dump(&self.text) {
            let mut again = String::new();
            for (index, line) in bytes.chunks(16).enumerate() {
                let _ = write!(again, "{:08x}: ", 16 * index);
                let _ = line.iter().try_for_each(|byte| write!(again, "{byte:02x}"));
                again.push('\n');
            }
            assert_eq!(dump(&again), Some(bytes), "{again}");
        }
    }
}

/// Any text, as CUDA source.
#[derive(Debug)]
pub(super) struct InlineAsm {
    text: String,
}

impl Sample for InlineAsm {
    const NAME: &'static str = "inline_asm_is_read_or_refused_in_place";
    const STATEMENT: &'static str = "any text: reading asm statements never panics; every statement, error and PTX instruction of \
                                one has a place in the text, and an excerpt of an error shows no hidden character";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        Ok(Self { text: text(bytes)? })
    }

    fn check(&self) {
        let text = &self.text;
        assert_eq!(with_whole_words(text).len(), text.len(), "a continuation is moved");
        for block in blocks(text) {
            let block = match block {
                Ok(block) => block,
                Err(problem) => {
                    check_error(text, problem.span, &problem.message);
                    continue;
                }
            };
            check_place(text, block.span);
            block.gaps.iter().for_each(|gap| check_place(text, gap.span));
            for sharing in block.sharings().take(4) {
                check_place(text, block.constraint(sharing.output));
                let [apart, shared] = block.apart_and_shared(&[sharing]);
                assert_ne!(apart, shared, "{sharing} can have one register");
            }
            for item in Items::new(block.ptx()) {
                match item {
                    Item::Instruction(Ok(found)) => check_place(text, block.place(found.span)),
                    Item::Instruction(Err(Unreadable { error, .. })) | Item::Error(error) => {
                        check_error(text, block.place(error.span), &error.kind.to_string());
                    }
                    Item::NotCovered(opcode) => check_place(text, block.place(opcode)),
                    Item::Version(_) | Item::Target(_) => {}
                }
            }
        }
    }
}

/// Checks that a place lies in a text.
pub(super) fn check_place(text: &str, Span { start, end }: Span) {
    assert!(text.get(start..end).is_some(), "{text:?} has no place {start}..{end}");
}

/// Checks an error: its place lies in the text, and its excerpt, with the text as the file name, shows no character
/// that a terminal obeys or does not show.
pub(super) fn check_error(text: &str, span: Span, message: &str) {
    check_place(text, span);
    assert!(!message.is_empty());
    let excerpt = Excerpt::new(Place::line(text, 1), text, span.start..span.end, message);
    let excerpt = excerpt.render(Level::ERROR, true);
    let hidden = excerpt.chars().find(|character| *character != '\n' && !is_shown(*character));
    assert_eq!(hidden, None, "{excerpt:?}");
}
