//! Renders words as lines; each thread does this.

use std::io::{self, Write as _};

use vmad_files::{chunks::Chunk, cubin::CodeSection};
use vmad_sass::{
    AnyArch, Arch, Instruction, NotKnown, Ports, Style, Text,
    isa::{Form, Layout},
    schedule::{Control, ControlByte, ControlField},
    stream::{self, Bundle},
    text::{Line, Piece},
    wide::{WideArch, WideError, WideInstruction},
};

use super::{
    Format,
    frame::{Frame, NOTE, columns},
    origin::CodeOrigin,
    tally::Tally,
};
use crate::{
    failure::Exit,
    instruction::AnyInstruction,
    json::{self, hex},
    line_buffer::LineBuffer,
    output::Palette,
    trace::{write_trace, write_wires},
    wide::halves,
};

#[derive(Clone, Copy)]
pub(super) struct Renderer<'n> {
    pub(super) format: Format,
    pub(super) palette: Palette,
    pub(super) arch: Arch,
    /// The values of the ports, with `--trace`.
    pub(super) trace: Option<Ports>,
    /// Print the words of other instructions, too.
    pub(super) all_words: bool,
    /// The file or the code section; `None` for words of arguments and lines, which should be video instructions.
    pub(super) place: Option<CodeOrigin<'n>>,
    pub(super) frame: Frame,
}

/// A word, in a file or not.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    /// The address; `None` for a word of an argument or a line.
    pub(super) address: Option<u64>,
    pub(super) word: u64,
    /// [`None`] for a word of another instruction.
    pub(super) form: Option<&'static Form>,
    pub(super) control: Option<Control>,
}

impl Renderer<'_> {
    /// The control information of a word without any.
    fn idle(&self) -> Control {
        match self.arch.layout() {
            Layout::Maxwell => Control::Field(ControlField::IDLE),
            Layout::Kepler => Control::Byte(ControlByte::default()),
        }
    }

    /// Renders a chunk of code: prints each video instruction, and counts the other words.
    pub(super) fn chunk(&self, chunk: &Chunk, buffer: &mut LineBuffer) -> Tally {
        if self.arch.layout() == Layout::Maxwell {
            return self.bundles(chunk.address, chunk.bundles(), buffer);
        }
        let mut tally = Tally::default();
        self.arch.layout().slots(chunk.bytes(), chunk.address, |slot| self.slot(&slot, buffer, &mut tally));
        tally
    }

    /// Renders a word of code.
    #[inline]
    fn slot(
        &self,
        &stream::Slot { address, word, control }: &stream::Slot,
        buffer: &mut LineBuffer,
        tally: &mut Tally,
    ) {
        let form = Form::of_in(self.arch.layout(), word);
        let slot = Slot { address: Some(address), word, form, control: Some(control) };
        if form.is_some() {
            return self.word(slot, buffer, tally);
        }
        tally.words += 1;
        tally.foreign += 1;
        if self.all_words {
            self.other(slot, control, buffer);
        }
    }

    /// Renders code of Maxwell or Pascal that starts at an address.
    fn bundles(&self, address: u64, bundles: &[[u8; Bundle::BYTES]], buffer: &mut LineBuffer) -> Tally {
        /// The number of bundles in one search for a video instruction: one kilobyte of code.
        const STRETCH: usize = 32;
        let mut tally = Tally::default();
        for (stretch, address) in bundles.chunks(STRETCH).zip((address..).step_by(STRETCH * Bundle::BYTES)) {
            if !self.all_words && !Bundle::any_is_video(stretch) {
                tally.words += 3 * stretch.len() as u64;
                tally.foreign += 3 * stretch.len() as u64;
                continue;
            }
            for (bytes, address) in stretch.iter().zip((address..).step_by(Bundle::BYTES)) {
                for slot in Bundle::from_bytes(bytes).slots(address) {
                    self.slot(&slot, buffer, &mut tally);
                }
            }
        }
        tally
    }

    /// Renders the word of another instruction, in a file.
    fn other(&self, slot: Slot, control: Control, buffer: &mut LineBuffer) {
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

    #[inline]
    pub(super) fn word(&self, slot: Slot, buffer: &mut LineBuffer, tally: &mut Tally) {
        let Slot { address, word, form, control } = slot;
        tally.words += 1;
        match (self.format, self.trace) {
            (Format::Nvdisasm, _) => self.nvdisasm(slot, buffer, tally),
            (Format::Text, None) => {
                let is_legal = |form: &&Form| {
                    let dispatch = form.dispatch(word);
                    !form.refuses(word) && control.is_none_or(|control| control.check(dispatch).is_ok())
                };
                if let Some(form) = form.filter(is_legal) {
                    tally.video += 1;
                    buffer.line(|line| {
                        self.frame.print(address, word, line);
                        self.text_and_control(form, word, control, line);
                    });
                } else {
                    self.any(slot, buffer, tally);
                }
            }
            (Format::Text | Format::Json, _) => self.any(slot, buffer, tally),
        }
    }

    /// The style of a word with this control field.
    #[inline]
    fn style(&self, control: Option<Control>) -> Style {
        Style::of(self.arch).with_reuse(control.map(Control::reuse).unwrap_or_default())
    }

    /// The text, and the control field if there is one.
    #[inline]
    fn text_and_control(
        &self,
        form: &'static Form,
        word: u64,
        control: Option<Control>,
        line: &mut Line<'_>,
    ) {
        Text::new(word, form, self.style(control)).print(line);
        match control {
            Some(control) => {
                line.push(&self.frame.text_and_control);
                control.print(line);
                line.push(&self.frame.end);
            }
            None => line.push(&const { Piece::new(";\n") }),
        }
    }

    /// For a word of an argument or a line, `ILLEGAL` is a valid answer. In a file, an illegal word is a finding, also one
    /// that nvdisasm prints with an invalid field.
    #[inline]
    fn nvdisasm(
        &self,
        Slot { address, word, form, control }: Slot,
        buffer: &mut LineBuffer,
        tally: &mut Tally,
    ) {
        let control = control.unwrap_or_else(|| self.idle());
        columns(word, control, buffer, |line| {
            let Some(form) = form else {
                tally.note(Exit::BadInput);
                return line.push(&const { Piece::new(NOTE) });
            };
            let has_text = control.check(form.dispatch(word)).is_ok();
            if address.is_some() && (!has_text || form.refuses(word)) {
                tally.note(Exit::Finding);
            }
            if has_text {
                Text::new(word, form, self.style(Some(control))).print(line);
            } else {
                line.push(&const { Piece::new("ILLEGAL") });
            }
        });
    }

    /// Renders any word as text or JSON, legal or not, with or without a trace.
    #[inline(never)]
    fn any(&self, Slot { address, word, form, control }: Slot, buffer: &mut LineBuffer, tally: &mut Tally) {
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
            instruction: legal.map(json::AnyInstruction::from),
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
