//! The parts of a cubin that a comparison with its PTX needs.

use std::io::{Read, Seek};

use vmad_sass::Arch;

use crate::cubin::{Cubin, CubinError, DebugInfo, FunctionCode, Maker, functions};

/// The code of a cubin, for the comparison with PTX.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents {
    /// The architecture.
    pub arch: Arch,
    /// The tool that wrote it, if the file names it.
    pub maker: Option<Maker>,
    /// The functions, with the lines of the PTX if the cubin has them.
    pub codes: Vec<FunctionCode>,
    /// The line tables, and the PTX that the cubin embeds.
    pub debug: DebugInfo,
}

impl Contents {
    /// Reads a cubin.
    ///
    /// # Errors
    /// The file is not a cubin, it is damaged, or reading failed.
    pub fn read(mut file: impl Read + Seek) -> Result<Self, CubinError> {
        let cubin = Cubin::read(&mut file)?;
        let debug = DebugInfo::read(&mut file)?;
        let mut codes = functions(&mut file, &cubin)?;
        for code in &mut codes {
            if debug.ptx_of(&code.kernel).is_some() {
                let line = debug.lines(&code.kernel);
                code.lines = code.slots.iter().map(|slot| line(slot.address)).collect();
            }
        }
        Ok(Self { arch: cubin.arch, maker: cubin.maker, codes, debug })
    }

    /// Leaves the functions that are compared with `ptx`: those with a table of its lines, and those without a table;
    /// all of them, without lines, if no table is of `ptx`. Returns the names of those with a table of other PTX.
    pub fn keep(&mut self, ptx: &str) -> Vec<String> {
        let Self { codes, debug, .. } = self;
        let own = debug.place_of(ptx);
        let table = |code: &FunctionCode| debug.ptx_of(&code.kernel);
        let is_other = |code: &FunctionCode| table(code).is_some_and(|place| Some(place) != own);
        let others = codes.iter().filter(|code| is_other(code)).map(|code| code.function.clone()).collect();
        if own.is_some() && codes.iter().any(|code| table(code) == own) {
            codes.retain(|code| !is_other(code));
        } else {
            for code in codes {
                code.lines.clear();
            }
        }
        others
    }

    /// The functions that are compared with each embedded text: see [`DebugInfo::by_ptx`].
    pub fn by_ptx(self, with_function: impl Fn(&str) -> Option<usize>) -> Vec<Vec<FunctionCode>> {
        self.debug.by_ptx(self.codes, |code| [&code.kernel, &code.function], with_function)
    }
}
