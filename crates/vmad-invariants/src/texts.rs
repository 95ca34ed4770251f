//! The readers of code as text and of CUDA source.

use std::fmt::Write as _;

use crate::{Description, Sample};
use arbitrary::{Result, Unstructured};
use vmad_ptx::{
    module::{Item, Items},
    syntax::Span,
};
use vmad_sass::{arch::UnknownArch, stream::Bundle};

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
        Ok(Self { text: text(bytes)?, listing })
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
            let bundles: usize = listed.iter().map(|it| it.code.len() / Bundle::BYTES).sum();
            assert!(listed.iter().all(|it| !it.code.is_empty() && it.code.len() % Bundle::BYTES == 0));
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
                                one has a place in the text";

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
        let lies_in_text = |span: Span| {
            assert!(self.text.get(span.start..span.end).is_some(), "{:?} has no place {span:?}", self.text);
        };
        for block in (self.blocks)(&self.text) {
            let block = match block {
                Ok(block) => block,
                Err(problem) => {
                    lies_in_text(problem.span);
                    continue;
                }
            };
            lies_in_text(block.span);
            for item in Items::new(block.ptx()) {
                match item {
                    Item::Instruction(Ok(found)) => lies_in_text(block.place(found.span)),
                    Item::Instruction(Err(unreadable)) => lies_in_text(block.place(unreadable.error.span)),
                    Item::Error(error) => lies_in_text(block.place(error.span)),
                    Item::NotCovered(opcode) => lies_in_text(block.place(opcode)),
                    Item::Version(_) | Item::Target(_) => {}
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::is_violated;

    #[test]
    fn more_code_than_the_text_has_words_for_is_a_fault() {
        let sample = |bundles: usize| CodeAsText {
            text: "/* 0x001f8000fc0007e0 */".to_owned(),
            listing: match bundles {
                1 => |_| Some(Ok(vec![Listed { name: String::new(), arch: None, code: vec![0; 32] }])),
                _ => |_| Some(Ok(vec![Listed { name: String::new(), arch: None, code: vec![0; 64] }])),
            },
        };
        assert!(!is_violated(&sample(1)));
        assert!(is_violated(&sample(2)));
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
