//! The parts of a cubin that a validation needs.

use std::io::{Read, Seek};

use vmad_sass::{Arch, stream::Slot};

use crate::{
    cubin::{Cubin, CubinError, DebugInfo, FunctionCode, functions},
    lines::same_lines,
    stream::{Code, Stream},
};

/// The code of a cubin, for the comparison with a PTX text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents {
    /// The architecture.
    pub arch: Arch,
    /// The functions, with the lines of the PTX if the cubin has them.
    pub codes: Vec<Code>,
    /// Whether the cubin embeds another PTX than the text. Then its line table is not used.
    pub other_ptx: bool,
}

impl Contents {
    /// Reads a cubin for the comparison with `ptx`.
    ///
    /// # Errors
    /// The file is not a cubin, it has no code, it is damaged, or reading failed.
    pub fn read(mut file: impl Read + Seek, ptx: &str) -> Result<Self, CubinError> {
        let cubin = Cubin::read(&mut file)?;
        if cubin.code.is_empty() {
            return Err(CubinError::NoCode);
        }
        let debug = DebugInfo::read(&mut file)?;
        let other_ptx = debug.ptx().is_some_and(|embedded| !same_lines(ptx, embedded));
        let has_lines = debug.has_lines() && !other_ptx;
        let codes =
            functions(&mut file, &cubin)?.into_iter().map(|FunctionCode { function, kernel, slots }| {
                let line = |slot: &Slot| debug.line(&kernel, slot.address);
                let lines = if has_lines { slots.iter().map(line).collect() } else { Vec::new() };
                Code { function, kernel, stream: Stream::new(slots), lines }
            });
        Ok(Self { arch: cubin.arch, codes: codes.collect(), other_ptx })
    }
}
