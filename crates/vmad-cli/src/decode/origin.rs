//! The origin of code.

use vmad_files::{
    chunks::StreamError,
    cubin::{CodeSection, Maker},
};
use vmad_sass::AnyArch;

use crate::failure::Failure;

/// The origin of code.
#[derive(Clone, Copy)]
pub(super) struct CodeOrigin<'n> {
    pub(super) file: &'n str,
    /// The architecture of a cubin.
    pub(super) arch: Option<AnyArch>,
    pub(super) maker: Option<&'n Maker>,
    pub(super) section: Option<&'n CodeSection>,
    /// The address of the first bundle.
    pub(super) address: u64,
}

impl CodeOrigin<'_> {
    /// An error of the code.
    pub(super) fn refuse(&self, error: &StreamError) -> Failure {
        match self.section {
            Some(section) => Failure::input(self.file, &section.stream_error(error)),
            None => Failure::input(self.file, error),
        }
    }
}
