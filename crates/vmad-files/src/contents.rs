//! The parts of a cubin that a comparison with its PTX needs.

use std::io::{Read, Seek};

use vmad_sass::{Arch, stream::Slot};

use crate::{
    cubin::{Code, Cubin, CubinError, DebugInfo, Maker, functions},
    lines::same_lines,
};

/// The code of a cubin, for the comparison with a PTX text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents {
    /// The architecture.
    pub arch: Arch,
    /// The tool that wrote it, if the file names it.
    pub maker: Option<Maker>,
    /// The functions, with the lines of the PTX if the cubin has them.
    pub codes: Vec<Code>,
    /// The kernels and functions with a line table of other PTX than the text. They are in `codes`, without lines, if
    /// no table is one of the text.
    pub of_other_ptx: Vec<String>,
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
        // Whether each embedded PTX is the text. Most files embed one.
        let is_own: Vec<(&str, bool)> = debug.ptx().map(|text| (text, same_lines(ptx, text))).collect();
        let is_own = |kernel: &str| {
            let text = debug.ptx_of(kernel)?;
            is_own.iter().find(|(own, _)| std::ptr::eq(*own, text)).map(|(_, is_own)| *is_own)
        };
        let (mut codes, mut of_other_ptx) = (Vec::new(), Vec::new());
        for mut code in functions(&mut file, &cubin)? {
            match is_own(&code.kernel) {
                Some(true) => {
                    let line = |slot: &Slot| debug.line(&code.kernel, slot.address);
                    code.lines = code.slots.iter().map(line).collect();
                }
                Some(false) => of_other_ptx.push(code.function.clone()),
                None => {}
            }
            codes.push(code);
        }
        if codes.iter().any(|code| !code.lines.is_empty()) {
            codes.retain(|code| is_own(&code.kernel) != Some(false));
        }
        Ok(Self { arch: cubin.arch, maker: cubin.maker, codes, of_other_ptx })
    }
}
