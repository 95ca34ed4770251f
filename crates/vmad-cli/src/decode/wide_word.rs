//! `vmad decode` of words of 128 bits.

use std::io::{self, Read, Write};

use vmad_files::cubin::CodeSection;
use vmad_sass::{
    AnyArch, Ports,
    schedule::Control,
    wide::{WideArch, WideError, WideInstruction, WideParts},
};

use super::{Format, files::CodeOrigin, tally::Tally};
use crate::{
    failure::{Exit, Failure},
    json::{self, hex},
    output::Out,
    trace::write_wires,
    wide,
};

/// The length of an instruction in bytes.
const BYTES: usize = 16;

/// How words are printed.
#[derive(Clone, Copy)]
pub(super) struct WideRenderer<'n> {
    pub(super) arch: WideArch,
    pub(super) format: Format,
    /// The values of the ports, with `--trace`.
    pub(super) trace: Option<Ports>,
    /// Print the words of other instructions, too.
    pub(super) all_words: bool,
    /// The file; [`None`] for words of arguments and lines, which should be video instructions.
    pub(super) place: Option<CodeOrigin<'n>>,
}

impl WideRenderer<'_> {
    /// Prints the video instructions of code, and counts the other words.
    pub(super) fn code(&self, reader: impl Read, out: &mut Out, tally: &mut Tally) -> Result<(), Failure> {
        let file = self.place.map_or("", |place| place.file);
        words(file, reader, |address, word| self.word(Some(address), word, out, tally))
    }

    /// Prints a word.
    pub(super) fn word(
        &self,
        address: Option<u64>,
        word: u128,
        out: &mut Out,
        tally: &mut Tally,
    ) -> io::Result<()> {
        tally.counts.words += 1;
        let decoded = WideInstruction::decode(self.arch, word);
        let is_foreign = matches!(decoded, Err(WideError::Foreign { .. }));
        match &decoded {
            Ok(_) => tally.counts.video += 1,
            Err(_) if is_foreign => {
                tally.counts.foreign += 1;
                if address.is_none() {
                    tally.note(Exit::BadInput);
                }
            }
            Err(_) => {
                tally.counts.illegal += 1;
                // nvdisasm's answer to a word of an argument is ILLEGAL.
                match (address, self.format) {
                    (Some(_), _) => tally.note(Exit::Finding),
                    (None, Format::Nvdisasm) => {}
                    (None, _) => tally.note(Exit::BadInput),
                }
            }
        }
        if is_foreign && address.is_some() && !self.all_words {
            return Ok(());
        }
        match self.format {
            Format::Nvdisasm => {
                let text = match &decoded {
                    Ok(instruction) => instruction.to_string(),
                    Err(WideError::Foreign { .. }) => "not a video instruction".to_owned(),
                    Err(_) => "ILLEGAL".to_owned(),
                };
                writeln!(out, "{}\t{text}", wide::halves(word).replace(' ', "\t"))
            }
            Format::Json => self.json(address, word, &decoded, out),
            Format::Text => self.text(address, word, &decoded, out),
        }
    }

    fn text(
        &self,
        address: Option<u64>,
        word: u128,
        decoded: &Result<WideInstruction, WideError>,
        out: &mut Out,
    ) -> io::Result<()> {
        let palette = out.palette();
        let (frame, wrong) = (palette.frame, palette.wrong);
        if let Some(address) = address {
            write!(out, "  {frame}{address:04x}{frame:#}  ")?;
        }
        write!(out, "{frame}{}{frame:#}  ", wide::halves(word))?;
        let instruction = match decoded {
            Ok(instruction) => instruction,
            Err(WideError::Foreign { .. }) if address.is_some() => {
                return writeln!(out, "not a video instruction");
            }
            Err(error) => return writeln!(out, "{wrong}error:{wrong:#} {error}"),
        };
        writeln!(out, "{instruction};  {frame}{}{frame:#}", instruction.parts().control)?;
        let Some(ports) = self.trace else { return Ok(()) };
        let Ports { a, b, c } = bind(instruction, ports);
        writeln!(out, "\nA = {a:#010x}, B = {b:#010x}, C = {c:#010x}")?;
        write_wires(out, palette, &instruction.operation().trace(a, b, c))?;
        writeln!(out)
    }

    fn json(
        &self,
        address: Option<u64>,
        word: u128,
        decoded: &Result<WideInstruction, WideError>,
        out: &mut Out,
    ) -> io::Result<()> {
        let place = self.place.zip(address).map(|(place, address)| json::WordPlace {
            file: place.file,
            arch: json::Shown(AnyArch::Wide(self.arch)),
            maker: place.maker.map(json::Maker::from),
            kernel: place.section.map(CodeSection::kernel),
            section: place.section.map(|section| section.name.as_str()),
            address: hex(address),
        });
        let trace = decoded.as_ref().ok().zip(self.trace).map(|(instruction, ports)| {
            let Ports { a, b, c } = bind(instruction, ports);
            instruction.operation().trace(a, b, c)
        });
        let error = decoded.as_ref().err().map(|error| match error {
            WideError::Foreign { .. } if address.is_some() => "not a video instruction".to_owned(),
            error => error.to_string(),
        });
        out.json(&json::Decoded {
            place,
            word: json::Hex { value: word, digits: 32 },
            control: decoded.as_ref().ok().map(|legal| Control::from(legal.parts().control).into()),
            instruction: decoded.as_ref().ok().map(json::WideInstruction::from),
            error: error.as_deref(),
            trace: trace.map(json::TraceObject::from),
        })
    }
}

/// Calls `each` with the address and the word of each instruction of code.
pub(super) fn words(
    file: &str,
    reader: impl Read,
    mut each: impl FnMut(u64, u128) -> io::Result<()>,
) -> Result<(), Failure> {
    let mut reader = io::BufReader::new(reader);
    for address in (0_u64..).step_by(BYTES) {
        let mut bytes = Vec::with_capacity(BYTES);
        let read = reader.by_ref().take(BYTES as u64).read_to_end(&mut bytes);
        read.map_err(|error| Failure::input(file, &error))?;
        match <[u8; BYTES]>::try_from(&*bytes) {
            Ok(word) => each(address, u128::from_le_bytes(word))?,
            Err(_) if bytes.is_empty() && address > 0 => break,
            Err(_) if bytes.is_empty() => {
                return Err(Failure::input(file, "it is empty: expected instructions of 16 bytes"));
            }
            Err(_) => {
                let length = address + bytes.len() as u64;
                let message = format!(
                    "its length, {length} bytes, is not a multiple of 16, the length of an instruction"
                );
                return Err(Failure::input(file, &message));
            }
        }
    }
    Ok(())
}

/// The ports with the given values; RZ, URZ and an immediate keep their own.
fn bind(instruction: &WideInstruction, given: Ports) -> Ports {
    let WideParts { a, b, c, .. } = instruction.parts();
    let a = if a.is_zero() { 0 } else { given.a };
    Ports { a, b: b.fixed().unwrap_or(given.b), c: c.fixed().unwrap_or(given.c) }
}
