//! The readers of code as text and of CUDA source.

use std::fmt::Write as _;

use crate::{Description, Sample};
use arbitrary::{Result, Unstructured};
use vmad_message::{
    excerpt::{Excerpt, Level, Place},
    printable::is_shown,
};
use vmad_ptx::{
    module::{Item, Items, Unreadable},
    syntax::Span,
};
use vmad_sass::{
    arch::{Arch, UnknownArch},
    isa::Layout,
};

use vmad_files::{
    inline_asm::{Block, Problem, blocks},
    listing::{Listed, dump, listing},
};

/// The bytes that are left, as text.
fn text(bytes: &mut Unstructured<'_>) -> Result<String> {
    Ok(String::from_utf8_lossy(bytes.bytes(bytes.len())?).into_owned())
}

/// A reader of listings.
type Reader = fn(&str) -> Option<Result<Vec<Listed>, UnknownArch>>;

/// Any text, as a listing or a dump.
pub(super) struct CodeAsText {
    text: String,
    listing: Reader,
}

impl Sample for CodeAsText {
    const NAME: &'static str = "code_as_text_is_read_or_refused";
    const STATEMENT: &'static str = "any text: as a listing it is refused or makes whole bundles of the words in it; as a dump it \
                                is refused or makes the bytes whose dump reads back";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        Ok(Self { text: text(bytes)?, listing: |text| listing(text, None) })
    }

    fn describe(&self) -> Description {
        let listed = match (self.listing)(&self.text) {
            None => "no words".to_owned(),
            Some(Err(error)) => error.to_string(),
            Some(Ok(listed)) => format!("{} functions", listed.len()),
        };
        let dumped = dump(&self.text).map_or("refused".to_owned(), |bytes| format!("{} bytes", bytes.len()));
        vec![("text", format!("{:?}", self.text)), ("listing", listed), ("dump", dumped)]
    }

    fn check(&self) {
        if let Some(Ok(listed)) = (self.listing)(&self.text) {
            // A bundle has a word of the text at least.
            let bundles: usize = listed
                .iter()
                .map(|it| {
                    let bundle = it.arch.map_or(Layout::Maxwell, Arch::layout).bundle_bytes();
                    assert!(!it.code.is_empty() && it.code.len().is_multiple_of(bundle));
                    it.code.len() / bundle
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
pub(super) struct InlineAsm {
    text: String,
    blocks: fn(&str) -> Vec<Result<Block, Problem>>,
}

impl Sample for InlineAsm {
    const NAME: &'static str = "inline_asm_is_read_or_refused_in_place";
    const STATEMENT: &'static str = "any text: reading asm statements never panics; every statement, error and PTX instruction of \
                                one has a place in the text, and an excerpt of an error shows no hidden character";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        Ok(Self { text: text(bytes)?, blocks })
    }

    fn describe(&self) -> Description {
        let mut description = vec![("text", format!("{:?}", self.text))];
        description.extend((self.blocks)(&self.text).into_iter().map(|block| match block {
            Ok(block) => ("PTX", format!("{:?}", block.ptx())),
            Err(problem) => ("refused", problem.message),
        }));
        description
    }

    fn check(&self) {
        let text = &self.text;
        for block in (self.blocks)(text) {
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
    check_shown(&excerpt.render(Level::ERROR, true));
}

fn check_shown(excerpt: &str) {
    let hidden = excerpt.chars().find(|it| *it != '\n' && !is_shown(*it));
    assert_eq!(hidden, None, "{excerpt:?}");
}

#[cfg(test)]
mod tests {
    use vmad_testing::panics;

    use super::*;
    use crate::is_violated;

    #[test]
    fn more_code_than_the_text_has_words_for_is_a_fault() {
        let sample = |bundles: usize| CodeAsText {
            text: "/* 0x001f8000fc0007e0 */".to_owned(),
            listing: match bundles {
                1 => |_| {
                    Some(Ok(vec![Listed { name: String::new(), arch: None, start: 0, code: vec![0; 32] }]))
                },
                _ => |_| {
                    Some(Ok(vec![Listed { name: String::new(), arch: None, start: 0, code: vec![0; 64] }]))
                },
            },
        };
        assert!(!is_violated(&sample(1)));
        assert!(is_violated(&sample(2)));
    }

    #[test]
    fn a_place_beyond_the_text_or_a_control_is_a_fault() {
        let (text, end) = ("vmad.u32 d, a\u{9b}31m;", |end| Span { start: 0, end });
        assert!(!panics(|| check_error(text, end(4), text)));
        assert!(panics(|| check_error(text, end(99), text)));
        assert!(panics(|| check_shown(text)));
    }

    #[test]
    fn a_statement_beyond_the_text_is_a_fault() {
        let behind = |text: &str| {
            let mut blocks = blocks(text);
            blocks.iter_mut().flatten().for_each(|block| block.span.end = text.len() + 1);
            blocks
        };
        let text = || "asm(\"\");".to_owned();
        assert!(!is_violated(&InlineAsm { text: text(), blocks }));
        assert!(is_violated(&InlineAsm { text: text(), blocks: behind }));
    }
}
