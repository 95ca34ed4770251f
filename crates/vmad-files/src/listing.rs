//! Code as text: listings of nvdisasm and cuobjdump, and dumps in hexadecimal.

use vmad_sass::{Arch, arch::UnknownArch, isa::Layout};

/// The code of a function in a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The function; empty if the listing does not name it.
    pub name: String,
    /// The architecture, if the listing names it.
    pub arch: Option<Arch>,
    /// The address of the first bundle.
    pub start: u64,
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

/// Reads a listing of `nvdisasm -hex` or `cuobjdump -sass`: after each instruction with its address its word in a comment,
/// and on a line of its own the control word of the instructions that follow. A function of which bundles are left out is
/// several. It is of the architecture `asked`, or of the one that it names. [`None`] if the text has no such instruction.
///
/// # Errors
/// It is for an architecture that has no 64-bit words.
pub fn listing(text: &str, asked: Option<Arch>) -> Option<Result<Vec<Listed>, UnknownArch>> {
    let (mut functions, mut arch, mut control) = (Vec::<Listed>::new(), asked, None);
    for line in text.lines() {
        if let Some(number) = architecture(line) {
            match Arch::from_number(number) {
                Ok(found) => arch = asked.or(Some(found)),
                Err(error) => return Some(Err(error)),
            }
        }
        if let Some(name) = function(line) {
            functions.push(Listed::new(name, arch));
        }
        let Some(word) = comment(line) else { continue };
        let Some(address) = address(line) else {
            control = Some(word);
            continue;
        };
        // No instruction is between two words: the line is of another text.
        if !address.is_multiple_of(size_of::<u64>() as u64) {
            continue;
        }
        let name = match functions.last() {
            Some(function) if function.takes(address) => None,
            other => Some(other.map_or_else(String::new, |function| function.name.clone())),
        };
        functions.extend(name.map(|name| Listed::new(&name, arch)));
        if let Some(function) = functions.last_mut() {
            function.push(word, address, control.take());
        }
    }
    functions.retain(|function| !function.code.is_empty());
    functions.iter_mut().for_each(Listed::fill);
    (!functions.is_empty()).then_some(Ok(functions))
}

impl Listed {
    fn layout(&self) -> Layout {
        self.arch.map_or(Layout::Maxwell, Arch::layout)
    }

    fn new(name: &str, arch: Option<Arch>) -> Self {
        Self { name: name.to_owned(), arch, start: 0, code: Vec::new() }
    }

    /// The address behind the code so far.
    const fn end(&self) -> u64 {
        self.start + self.code.len() as u64
    }

    /// The address of the bundle of an instruction.
    fn bundle(&self, address: u64) -> u64 {
        address - address % self.layout().bundle_bytes() as u64
    }

    /// Whether an instruction is in the last bundle so far or the next one, behind the others.
    fn takes(&self, address: u64) -> bool {
        let next = self.end().next_multiple_of(self.layout().bundle_bytes() as u64);
        self.code.is_empty() || self.end() <= address && self.bundle(address) <= next
    }

    fn push(&mut self, word: u64, address: u64, control: Option<u64>) {
        let (layout, bundle) = (self.layout(), self.bundle(address));
        if self.code.is_empty() {
            self.start = bundle;
        }
        if self.end() <= bundle {
            self.fill();
            // A control word comes before the first instruction of its bundle.
            let control = control.filter(|_| address == bundle + size_of::<u64>() as u64);
            self.code.extend(control.unwrap_or(idle(layout)).to_le_bytes());
        }
        while self.end() < address {
            self.code.extend(nop(layout).to_le_bytes());
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

/// The address of an instruction at the start of its line: `/*0008*/`.
fn address(line: &str) -> Option<u64> {
    let (digits, _) = line.trim_start().strip_prefix("/*")?.split_once("*/")?;
    u32::from_str_radix(digits, 16).ok().map(u64::from)
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
            let digits = str::from_utf8(pair).ok().filter(|digits| digits.len() == 2)?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
        }
    }
    (!bytes.is_empty()).then_some(bytes)
}
