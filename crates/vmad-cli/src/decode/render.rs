//! Renders words as lines; each thread does this.

use std::io::{self, IsTerminal as _, Write as _};

use vmad_files::{chunks::Chunk, cubin::CodeSection};
use vmad_sass::{
    AnyArch, Arch, Instruction, NotKnown, Ports, Style, Text,
    isa::{Form, Layout},
    schedule::{Control, ControlByte, ControlField},
    stream::{self, Bundle},
    text::{Line, Piece},
};

use super::{
    Format,
    files::CodeOrigin,
    frame::{Frame, NOTE, columns},
    tally::Tally,
};
use crate::{
    failure::Exit,
    json::{self, hex},
    line_buffer::LineBuffer,
    output::Palette,
    trace::write_trace,
    wrap::wrap,
};

#[derive(Clone, Copy)]
pub(super) struct Renderer<'n> {
    pub(super) format: Format,
    /// Whether the text of a JSON object is that of nvdisasm.
    pub(super) is_of_nvdisasm: bool,
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

/// The instruction, or the error.
type Decoded<'a> = Result<&'a Instruction, &'a str>;

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
        tally.counts.words += 1;
        tally.counts.foreign += 1;
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
                tally.counts.words += 3 * stretch.len() as u64;
                tally.counts.foreign += 3 * stretch.len() as u64;
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
                let written = self.json(slot, Err(NOTE), buffer);
                debug_assert!(written.is_ok(), "a buffer takes everything");
            }
        }
    }

    #[inline]
    pub(super) fn word(&self, slot: Slot, buffer: &mut LineBuffer, tally: &mut Tally) {
        let Slot { address, word, form, control } = slot;
        tally.counts.words += 1;
        match (self.format, self.trace) {
            (Format::Nvdisasm, _) => self.nvdisasm(slot, buffer, tally),
            (Format::Text, None) => {
                let is_legal = |form: &&Form| {
                    let dispatch = form.dispatch(word);
                    !form.refuses(word) && control.is_none_or(|control| control.check(dispatch).is_ok())
                };
                if let Some(form) = form.filter(is_legal) {
                    tally.counts.video += 1;
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
    fn any(&self, slot: Slot, buffer: &mut LineBuffer, tally: &mut Tally) {
        let Slot { address, word, form, control } = slot;
        let decoded = Instruction::decode_in(self.arch.layout(), word)
            .map_err(|error| error.to_string())
            .and_then(|instruction| {
                let legal = control.map_or(Ok(()), |control| control.check(instruction.dispatch()));
                let mnemonic = instruction.mnemonic();
                legal
                    .map(|()| instruction)
                    .map_err(|error| format!("{word:#018x} is an illegal {mnemonic}: {error}"))
            });
        match &decoded {
            Ok(_) => tally.counts.video += 1,
            Err(_) if form.is_some() => {
                tally.counts.illegal += 1;
                tally.note(if address.is_some() { Exit::Finding } else { Exit::BadInput });
            }
            Err(_) => {
                tally.counts.foreign += 1;
                tally.note(Exit::BadInput);
            }
        }
        let decoded = decoded.as_ref().map_err(String::as_str);
        let written = match self.format {
            Format::Json => self.json(slot, decoded, buffer),
            Format::Text | Format::Nvdisasm => self.text(slot, decoded, buffer),
        };
        debug_assert!(written.is_ok(), "a buffer takes everything");
    }

    fn json(&self, slot: Slot, decoded: Decoded<'_>, buffer: &mut LineBuffer) -> io::Result<()> {
        let Slot { address, word, control, .. } = slot;
        let place = self.place.zip(address).map(|(place, address)| json::WordPlace {
            file: place.file,
            arch: json::Shown(AnyArch::Narrow(self.arch)),
            maker: place.maker.map(json::Maker::from),
            kernel: place.section.map(CodeSection::kernel),
            section: place.section.map(|section| section.name.as_str()),
            address: hex(address),
        });
        let trace =
            decoded.ok().zip(self.trace).and_then(|(decoded, ports)| decoded.trace(decoded.bind(ports)));
        let instruction = decoded.ok().map(|instruction| {
            let mut object = json::Instruction::from(instruction);
            if self.is_of_nvdisasm {
                object.text = json::Shown(instruction.text(self.style(control)));
            }
            object
        });
        let decoded = json::Decoded {
            place,
            word: hex(word),
            control: control.map(json::Control::from),
            instruction,
            error: decoded.err(),
            trace: trace.map(json::TraceObject::from),
        };
        buffer.json(&decoded)
    }

    fn text(&self, slot: Slot, decoded: Decoded<'_>, buffer: &mut LineBuffer) -> io::Result<()> {
        let Slot { address, word, control, .. } = slot;
        buffer.line(|line| self.frame.print(address, word, line));
        match decoded {
            Ok(instruction) => {
                buffer.line(|line| self.text_and_control(instruction.form(), word, control, line));
            }
            Err(error) => {
                let wrong = self.palette.wrong;
                let error = format!("{wrong}error:{wrong:#} {error}");
                if !io::stdout().is_terminal() {
                    return writeln!(buffer, "{error}");
                }
                // Continuation lines align with the first.
                let address = address.map_or_else(String::new, |address| format!("  {address:04x}  "));
                let indent = " ".repeat(address.len() + "0123456789abcdef  ".len());
                writeln!(buffer, "{}", wrap(&error, &indent, &indent).trim_start())?;
            }
        }
        if let (Ok(instruction), Some(ports)) = (decoded, self.trace) {
            let ports = instruction.bind(ports);
            writeln!(buffer)?;
            match instruction.trace(ports) {
                Some(trace) => write_trace(buffer, self.palette, instruction, ports, &trace)?,
                None => writeln!(buffer, "{NotKnown}")?,
            }
            writeln!(buffer)?;
        }
        Ok(())
    }
}
