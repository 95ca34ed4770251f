//! Renders any word, legal or not, of 64 or of 128 bits. This is not the path of most words.

use std::io::{self, Write as _};

use vmad_files::cubin::CodeSection;
use vmad_sass::{
    AnyArch, AnyInstruction, Instruction, NotKnown, Ports,
    schedule::Control,
    text::Piece,
    wide::{WideArch, WideError, WideInstruction},
};

use super::{
    Format,
    frame::{NOTE, columns},
    render::{Renderer, Slot},
    tally::Tally,
};
use crate::{
    failure::Exit,
    json::{self, hex},
    line_buffer::LineBuffer,
    output::Palette,
    trace::{write_trace, write_wires},
    wide::halves,
};

impl Renderer<'_> {
    /// Renders the word of another instruction, in a file.
    pub(super) fn other(&self, slot: Slot, control: Control, buffer: &mut LineBuffer) {
        match self.format {
            Format::Text => buffer.line(|line| {
                self.frame.print(slot.address, slot.word, line);
                line.push(&const { Piece::new(NOTE) });
                line.push(&self.frame.text_and_control);
                control.print(line);
                line.push(&self.frame.end);
            }),
            Format::Nvdisasm => {
                columns(slot.word, control, buffer, |line| line.push(&const { Piece::new(NOTE) }));
            }
            Format::Json => {
                let Slot { address, word, .. } = slot;
                let (word, arch) = (word.into(), AnyArch::Narrow(self.arch));
                let decoded = Err(NOTE.to_owned());
                let control = Some(control);
                self.found(&Found { address, word, arch, control, decoded, is_foreign: true }, buffer);
            }
        }
    }

    /// Renders any word as text or JSON, legal or not, with or without a trace.
    #[inline(never)]
    pub(super) fn any(
        &self,
        Slot { address, word, form, control }: Slot,
        buffer: &mut LineBuffer,
        tally: &mut Tally,
    ) {
        let decoded = Instruction::decode_in(self.arch.layout(), word)
            .map_err(|error| error.to_string())
            .and_then(|instruction| {
                let legal = control.map_or(Ok(()), |control| control.check(instruction.dispatch()));
                let mnemonic = instruction.mnemonic();
                legal
                    .map(|()| AnyInstruction::Narrow(instruction))
                    .map_err(|error| format!("{word:#018x} is an illegal {mnemonic}: {error}"))
            });
        let arch = AnyArch::Narrow(self.arch);
        let found = Found { address, word: word.into(), arch, control, decoded, is_foreign: form.is_none() };
        self.count(&found, tally);
        self.found(&found, buffer);
    }

    /// Renders a word of 128 bits: of code, another instruction is counted.
    pub(super) fn wide_word(
        &self,
        arch: WideArch,
        address: Option<u64>,
        word: u128,
        buffer: &mut LineBuffer,
        tally: &mut Tally,
    ) {
        let decoded = WideInstruction::decode(arch, word);
        let is_foreign = matches!(decoded, Err(WideError::Foreign { .. }));
        let control = decoded.as_ref().ok().map(|decoded| Control::Field(decoded.parts().control));
        let decoded = decoded.map(AnyInstruction::Wide).map_err(|error| match error {
            WideError::Foreign { .. } if address.is_some() => NOTE.to_owned(),
            error => error.to_string(),
        });
        let found = Found { address, word, arch: AnyArch::Wide(arch), control, decoded, is_foreign };
        tally.words += 1;
        self.count(&found, tally);
        if !is_foreign || address.is_none() || self.all_words {
            self.found(&found, buffer);
        }
    }

    fn count(&self, Found { address, decoded, is_foreign, .. }: &Found, tally: &mut Tally) {
        match (decoded, address) {
            (Ok(_), _) => tally.video += 1,
            (Err(_), _) if *is_foreign => {
                tally.foreign += 1;
                tally.note(if address.is_some() { Exit::Fine } else { Exit::BadInput });
            }
            (Err(_), _) => {
                tally.illegal += 1;
                tally.note(match (address, self.format) {
                    (Some(_), _) => Exit::Finding,
                    // nvdisasm's answer to a word of an argument is ILLEGAL.
                    (None, Format::Nvdisasm) => Exit::Fine,
                    (None, _) => Exit::BadInput,
                });
            }
        }
    }

    fn found(&self, found: &Found, buffer: &mut LineBuffer) {
        let written = match self.format {
            Format::Json => self.json(found, buffer),
            Format::Text => self.text(found, buffer),
            Format::Nvdisasm => {
                let text = match &found.decoded {
                    Ok(instruction) => instruction.to_string(),
                    Err(_) if found.is_foreign => NOTE.to_owned(),
                    Err(_) => "ILLEGAL".to_owned(),
                };
                writeln!(buffer, "{}\t{text}", found.words().replace(' ', "\t"))
            }
        };
        debug_assert!(written.is_ok(), "a buffer takes everything");
    }

    fn json(&self, found: &Found, buffer: &mut LineBuffer) -> io::Result<()> {
        let Found { address, word, arch, control, decoded, .. } = found;
        let place = self.place.zip(*address).map(|(place, address)| json::WordPlace {
            file: place.file,
            arch: json::Shown(*arch),
            maker: place.maker.map(json::Maker::from),
            kernel: place.section.map(CodeSection::kernel),
            section: place.section.map(|section| section.name.as_str()),
            address: hex(address),
        });
        let legal = decoded.as_ref().ok();
        let trace = legal.zip(self.trace).and_then(|(decoded, ports)| decoded.trace(decoded.bind(ports)));
        let digits = if matches!(arch, AnyArch::Wide(_)) { 32 } else { 1 };
        buffer.json(&json::Decoded {
            place,
            word: json::Hex { value: *word, digits },
            control: control.map(json::Control::from),
            instruction: legal.map(json::InstructionObject::from),
            error: decoded.as_ref().err().map(String::as_str),
            trace: trace.map(json::TraceObject::from),
        })
    }

    fn text(&self, found: &Found, buffer: &mut LineBuffer) -> io::Result<()> {
        let Found { address, control, decoded, .. } = found;
        let Palette { frame, wrong, .. } = self.palette;
        let place = address.map_or_else(String::new, |address| format!("  {frame}{address:04x}{frame:#}  "));
        write!(buffer, "{place}{frame}{}{frame:#}  ", found.words())?;
        let instruction = match decoded {
            Ok(instruction) => instruction,
            Err(note) if found.is_foreign && address.is_some() => return writeln!(buffer, "{note}"),
            Err(error) => return writeln!(buffer, "{wrong}error:{wrong:#} {error}"),
        };
        match instruction {
            AnyInstruction::Narrow(narrow) => {
                buffer.line(|line| self.text_and_control(narrow.form(), narrow.encode(), *control, line));
            }
            AnyInstruction::Wide(wide) => {
                writeln!(buffer, "{wide};  {frame}{}{frame:#}", wide.parts().control)?;
            }
        }
        let Some(ports) = self.trace else { return Ok(()) };
        let ports = instruction.bind(ports);
        writeln!(buffer)?;
        match (instruction, instruction.trace(ports)) {
            (_, None) => writeln!(buffer, "{NotKnown}")?,
            (AnyInstruction::Narrow(_), Some(trace)) => {
                write_trace(buffer, self.palette, instruction, ports, &trace)?;
            }
            (AnyInstruction::Wide(_), Some(trace)) => {
                let Ports { a, b, c } = ports;
                writeln!(buffer, "A = {a:#010x}, B = {b:#010x}, C = {c:#010x}")?;
                write_wires(buffer, self.palette, &trace)?;
            }
        }
        writeln!(buffer)
    }
}

/// A word, and what it is.
struct Found {
    address: Option<u64>,
    word: u128,
    arch: AnyArch,
    control: Option<Control>,
    /// The instruction, or the error.
    decoded: Result<AnyInstruction, String>,
    /// Whether it is an instruction of another family.
    is_foreign: bool,
}

impl Found {
    fn words(&self) -> String {
        match self.arch {
            AnyArch::Narrow(_) => format!("{:016x}", self.word),
            AnyArch::Wide(_) => halves(self.word),
        }
    }
}
