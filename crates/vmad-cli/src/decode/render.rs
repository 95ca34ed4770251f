//! Renders words as lines; each thread does this.

use vmad_files::chunks::Chunk;
use vmad_sass::{
    Arch, Ports, Style, Text,
    isa::{Form, Layout},
    schedule::{Control, ControlByte, ControlField},
    stream::{self, Bundle},
    text::{Line, Piece},
};

use super::{
    Format,
    frame::{Frame, NOTE, columns},
    origin::CodeOrigin,
    tally::Tally,
};
use crate::{failure::Exit, line_buffer::LineBuffer, output::Palette};

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
    pub(super) fn text_and_control(
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
}
