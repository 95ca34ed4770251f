//! The objects of `--json`; `docs/src/command.md` has the schema.
//!
//! Words, control fields and bits are hexadecimal strings with `0x`. Numbers that may need more than 53 bits are decimal
//! strings, so that no JSON reader rounds them.

mod computed;
mod fields;

pub(crate) use computed::{Execution, TraceObject, Vector};
pub(crate) use fields::{Control, Hex, Instruction, InstructionObject, Shown, hex};

use serde::Serialize;
use vmad_files::cubin;
use vmad_sass::AnyArch;

/// A line of `vmad decode --json`.
#[derive(Serialize)]
pub(crate) struct Decoded<'a> {
    #[serde(flatten)]
    pub(crate) place: Option<WordPlace<'a>>,
    pub(crate) word: Hex,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) control: Option<Control>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) instruction: Option<InstructionObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) trace: Option<TraceObject>,
}

/// The tool that wrote a cubin.
#[derive(Serialize)]
pub(crate) struct Maker<'a> {
    tool: &'static str,
    version: &'a str,
}

impl<'a> From<&'a cubin::Maker> for Maker<'a> {
    fn from(maker: &'a cubin::Maker) -> Self {
        Self { tool: if maker.is_linked { "nvlink" } else { "ptxas" }, version: &maker.version }
    }
}

/// The place of a word in a file.
#[derive(Serialize)]
pub(crate) struct WordPlace<'a> {
    pub(crate) file: &'a str,
    pub(crate) arch: Shown<AnyArch>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) maker: Option<Maker<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) kernel: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) section: Option<&'a str>,
    pub(crate) address: Hex,
}

/// A line of `vmad asm --json`.
#[derive(Serialize)]
pub(crate) struct Assembled {
    pub(crate) instruction: InstructionObject,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) control: Option<Control>,
}
