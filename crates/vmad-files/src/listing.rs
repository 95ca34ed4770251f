//! Code as text: listings of nvdisasm and cuobjdump, and dumps in hexadecimal.

use vmad_sass::{Arch, arch::UnknownArch, isa::Layout};

/// The code of a function in a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The function; empty if the listing does not name it.
    pub name: String,
    /// The architecture, if the listing names it.
    pub arch: Option<Arch>,
    /// Whole bundles.
    pub code: Vec<u8>,
}

/// `NOP`, which fills the last bundle.
const fn nop(layout: Layout) -> u64 {
    match layout {
        Layout::Maxwell => 0x50b0_0000_0007_0f00,
        Layout::Kepler => 0x8580_0000_001c_3c02,
    }
}

/// An idle control word: each field is `0x7e0`, each byte of Kepler is 0.
const fn idle(layout: Layout) -> u64 {
    match layout {
        Layout::Maxwell => 0x001f_8000_fc00_07e0,
        Layout::Kepler => 0x0800_0000_0000_0000,
    }
}

/// Reads a listing of `nvdisasm -hex` or `cuobjdump -sass`: after each instruction its word in a comment, and on a line
/// of its own the control word of the instructions that follow. [`None`] if the text has no such comment.
///
/// # Errors
/// It is for an architecture that has no 64-bit words.
pub fn listing(text: &str) -> Option<Result<Vec<Listed>, UnknownArch>> {
    let (mut functions, mut arch) = (Vec::<Listed>::new(), None);
    for line in text.lines() {
        if let Some(number) = architecture(line) {
            match Arch::from_number(number) {
                Ok(found) => arch = Some(found),
                Err(error) => return Some(Err(error)),
            }
        }
        let (name, word) = (function(line), comment(line));
        if name.is_some() || word.is_some() && functions.is_empty() {
            let name = name.unwrap_or_default().to_owned();
            functions.push(Listed { name, arch, code: Vec::new() });
        }
        if let (Some(word), Some(function)) = (word, functions.last_mut()) {
            function.push(word, is_instruction(line));
        }
    }
    functions.retain(|it| !it.code.is_empty());
    functions.iter_mut().for_each(Listed::fill);
    (!functions.is_empty()).then_some(Ok(functions))
}

impl Listed {
    fn layout(&self) -> Layout {
        self.arch.map_or(Layout::Maxwell, Arch::layout)
    }

    fn push(&mut self, word: u64, is_instruction: bool) {
        let layout = self.layout();
        if !is_instruction {
            self.fill();
        } else if self.code.len().is_multiple_of(layout.bundle_bytes()) {
            self.code.extend(idle(layout).to_le_bytes());
        }
        self.code.extend(word.to_le_bytes());
    }

    /// Completes the last bundle.
    fn fill(&mut self) {
        let layout = self.layout();
        while !self.code.len().is_multiple_of(layout.bundle_bytes()) {
            self.code.extend(nop(layout).to_le_bytes());
        }
    }
}

/// The last 64-bit word of a line in a comment: `/* 0x001f8000fc0007e0 */`.
fn comment(line: &str) -> Option<u64> {
    let (_, behind) = line.rsplit_once("/* 0x")?;
    let (digits, _) = behind.split_once(" */")?;
    (digits.len() == 16).then(|| u64::from_str_radix(digits, 16).ok())?
}

/// Whether the line has the address of an instruction at its start: `/*0008*/`.
fn is_instruction(line: &str) -> bool {
    let address = line.trim_start().strip_prefix("/*").and_then(|rest| rest.split_once("*/"));
    address.is_some_and(|(digits, _)| u64::from_str_radix(digits, 16).is_ok())
}

/// The function that starts: `Function : NAME` or `.text.NAME:`.
fn function(line: &str) -> Option<&str> {
    let line = line.trim();
    if let Some(name) = line.strip_prefix("Function :") {
        return Some(name.trim());
    }
    line.strip_prefix(".text.")?.split_once(':').map(|(name, _)| name)
}

/// The architecture of a line such as `code for sm_50`, or `EF_CUDA_SM50`.
fn architecture(line: &str) -> Option<u32> {
    let digits = match line.trim().strip_prefix("code for sm_") {
        Some(digits) => digits,
        None => line.rsplit_once("EF_CUDA_SM").map(|(_, digits)| digits)?,
    };
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().ok()
}

/// Reads a dump of `xxd` or `hexdump -C`. [`None`] if a line is of no such dump, or lines are left out (`*`).
pub fn dump(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let (offset, data) = line.trim_end().split_once([':', ' ']).unwrap_or((line.trim_end(), ""));
        if usize::from_str_radix(offset, 16).ok()? != bytes.len() || offset.len() < 7 {
            return None;
        }
        let data = if let Some((_, data)) = line.split_once(": ") {
            // xxd: two spaces before the characters.
            data.split_once("  ").map_or(data, |(data, _)| data)
        } else {
            let data = data.split_once('|').map_or(data, |(data, _)| data);
            // `hexdump` without `-C` prints numbers of 16 bits, in the byte order of its machine.
            if data.split_ascii_whitespace().any(|group| group.len() != 2) {
                return None;
            }
            data
        };
        let digits: String = data.split_ascii_whitespace().collect();
        for pair in digits.as_bytes().chunks(2) {
            bytes.push(u8::from_str_radix(str::from_utf8(pair).ok().filter(|it| it.len() == 2)?, 16).ok()?);
        }
    }
    (!bytes.is_empty()).then_some(bytes)
}
