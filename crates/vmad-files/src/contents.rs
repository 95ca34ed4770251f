//! The parts of a cubin that a comparison with its PTX needs.

use std::io::{Read, Seek};

use vmad_sass::{Arch, isa::Layout, schedule::ControlField, stream::Slot};

use crate::{
    cubin::{Cubin, CubinError, DebugInfo, FunctionCode, Maker, functions},
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

/// The code of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// The function's name in PTX.
    pub function: String,
    /// The kernel of the code section. ptxas can put a function's code after that of a kernel.
    pub kernel: String,
    /// The instructions in the order of their addresses.
    pub slots: Vec<Slot>,
    /// The line of the PTX for each instruction, counted from 1; empty without a line table.
    pub lines: Vec<Option<u32>>,
    /// The places of the fields in the words.
    pub layout: Layout,
}

impl Code {
    /// The code of a kernel, without a line table. Address 0 has the control word of all words.
    pub fn of_words(kernel: &str, words: &[u64]) -> Self {
        let control = ControlField::IDLE.into();
        let slots = (1..).zip(words).map(|(at, &word)| Slot { address: 8 * at, word, control }).collect();
        Self {
            function: kernel.to_owned(),
            kernel: kernel.to_owned(),
            slots,
            lines: Vec::new(),
            layout: Layout::Maxwell,
        }
    }
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
        for FunctionCode { function, kernel, slots } in functions(&mut file, &cubin)? {
            let lines = match is_own(&kernel) {
                Some(true) => slots.iter().map(|slot: &Slot| debug.line(&kernel, slot.address)).collect(),
                Some(false) => {
                    of_other_ptx.push(function.clone());
                    Vec::new()
                }
                None => Vec::new(),
            };
            codes.push(Code { function, kernel, slots, lines, layout: cubin.arch.layout() });
        }
        if codes.iter().any(|code| !code.lines.is_empty()) {
            codes.retain(|code| is_own(&code.kernel) != Some(false));
        }
        Ok(Self { arch: cubin.arch, maker: cubin.maker, codes, of_other_ptx })
    }
}
