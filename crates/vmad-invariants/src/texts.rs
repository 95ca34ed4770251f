//! The readers of code as text and of CUDA source.

use std::fmt::Write as _;

use crate::{Description, Sample, generate};
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
    assemble,
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
            block.gaps.iter().for_each(|gap| lies_in_text(gap.span));
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

/// Characters that a terminal obeys or does not show.
const HIDDEN: [char; 12] = [
    '\x1b',
    '\x07',
    '\u{9b}',
    '\u{9d}',
    '\u{ad}',
    '\u{61c}',
    '\u{180e}',
    '\u{200b}',
    '\u{2028}',
    '\u{202e}',
    '\u{feff}',
    '\u{e0041}',
];

/// A renderer of an excerpt: a text, the place and the message of an error.
type Render = fn(&str, Span, &str) -> String;

/// Any text with hidden characters: PTX, SASS or CUDA source.
pub(super) struct Excerpts {
    text: String,
    render: Render,
}

fn render(text: &str, span: Span, message: &str) -> String {
    let place = Place::line(text, 1);
    Excerpt::new(place, text, span.start..span.end, message).render(Level::ERROR, true)
}

impl Excerpts {
    /// The places and the messages of all errors: of PTX, of SASS, and of `asm` statements.
    fn errors(&self) -> Vec<(Span, String)> {
        let mut errors = Vec::new();
        for item in Items::new(&self.text) {
            match item {
                Item::Error(error) | Item::Instruction(Err(Unreadable { error, .. })) => {
                    errors.push((error.span, error.kind.to_string()));
                }
                _ => {}
            }
        }
        if let Err(error) = assemble(&self.text) {
            errors.push((Span { start: error.span.start, end: error.span.end }, error.kind.to_string()));
        }
        errors.extend(blocks(&self.text).into_iter().filter_map(Result::err).map(|it| (it.span, it.message)));
        errors
    }
}

impl Sample for Excerpts {
    const NAME: &'static str = "no_excerpt_has_a_hidden_character";
    const STATEMENT: &'static str = "any text with controls, marks of direction and characters without a width: the excerpt of each \
                                error in it, with the text as its file name, shows none of them";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        let mut text = generate::ptx_text(bytes)?;
        if bytes.ratio(1, 4)? {
            text = format!("asm(\"{text}\" : \"=v\"({text}))");
        }
        for _ in 0..bytes.int_in_range(1..=4)? {
            let at = text.floor_char_boundary(bytes.int_in_range(0..=text.len())?);
            text.insert(at, *bytes.choose(&HIDDEN)?);
        }
        Ok(Self { text, render })
    }

    fn describe(&self) -> Description {
        let errors =
            self.errors().into_iter().map(|(span, message)| (self.render)(&self.text, span, &message));
        [("text", format!("{:?}", self.text))].into_iter().chain(errors.map(|it| ("excerpt", it))).collect()
    }

    fn check(&self) {
        for (span, message) in self.errors() {
            let excerpt = (self.render)(&self.text, span, &message);
            let hidden = excerpt.chars().find(|it| *it != '\n' && !is_shown(*it));
            assert_eq!(hidden, None, "{excerpt:?} of {:?}", self.text);
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
    fn an_excerpt_with_a_control_is_a_fault() {
        let text = || "vmad.u32 d, a\u{9b}31m;".to_owned();
        assert!(!is_violated(&Excerpts { text: text(), render }));
        assert!(is_violated(&Excerpts {
            text: text(),
            render: |text, _, message| format!("{message}: {text}")
        }));
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
