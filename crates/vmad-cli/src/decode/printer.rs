//! Headings, summaries and counts.

use std::{
    collections::BTreeMap,
    io::{self, Read, Write},
};

use vmad_files::{
    chunks::{Chunk, Chunks},
    cubin::CodeSection,
};
use vmad_sass::{AnyArch, Arch, isa::Form, schedule::Control, wide::WideArch};

use super::{
    Args, Format,
    frame::Frame,
    origin::CodeOrigin,
    render::{Renderer, Slot},
    tally::Tally,
    wide_words::wide_words,
};
use crate::{
    count::count,
    failure::{Exit, Failure},
    line_buffer::LineBuffer,
    output::{Out, Palette},
    printable::Printable,
};

/// The number of bundles in a chunk that is traced: a trace is some thousand bytes.
const TRACED_BUNDLES: usize = 64;

pub(super) struct Printer<'o> {
    out: &'o mut Out,
    /// The renderer for words of arguments and lines.
    renderer: Renderer<'static>,
    /// The architecture of code that names none.
    default_arch: AnyArch,
    keep_going: bool,
    total: Tally,
    buffer: LineBuffer,
}

impl<'o> Printer<'o> {
    pub(super) fn new(args: &Args, out: &'o mut Out) -> Self {
        let palette = out.palette();
        let renderer = Renderer {
            format: if args.json { Format::Json } else { args.format },
            palette,
            arch: args.files.default_arch().narrow().unwrap_or(Arch::Sm50),
            trace: args.trace.then_some(args.ports),
            all_words: args.all_words,
            place: None,
            frame: Frame::new(palette),
        };
        Self {
            out,
            renderer,
            default_arch: args.files.default_arch(),
            keep_going: args.keep_going,
            total: Tally::default(),
            buffer: LineBuffer::default(),
        }
    }

    /// Prints a word of an argument or a line.
    pub(super) fn word(&mut self, word: u64, control: Option<Control>) -> io::Result<()> {
        let slot =
            Slot { address: None, word, form: Form::of_in(self.renderer.arch.layout(), word), control };
        self.renderer.word(slot, &mut self.buffer, &mut self.total);
        self.print()
    }

    /// Prints a word of 128 bits of an argument or a line.
    pub(super) fn wide_word(&mut self, word: u128) -> io::Result<()> {
        let AnyArch::Wide(arch) = self.default_arch else { return Ok(()) };
        self.renderer.wide_word(arch, None, word, &mut self.buffer, &mut self.total);
        self.print()
    }

    /// Prints what is rendered.
    fn print(&mut self) -> io::Result<()> {
        self.out.plain(self.buffer.as_bytes())?;
        self.buffer.clear();
        Ok(())
    }

    /// Prints the words of a section, or of a raw stream.
    pub(super) fn code(&mut self, reader: impl Read, place: CodeOrigin<'_>) -> Result<(), Failure> {
        if let Some(section) = place.section {
            self.start_section(section)?;
        }
        let start = self.total;
        match place.arch.unwrap_or(self.default_arch) {
            AnyArch::Narrow(arch) => self.words(reader, place, arch)?,
            AnyArch::Wide(arch) => self.wide_words(reader, place, arch)?,
        }
        if place.section.is_some() {
            self.end_section(start)?;
        }
        Ok(())
    }

    fn words(&mut self, reader: impl Read, place: CodeOrigin<'_>, arch: Arch) -> Result<(), Failure> {
        let renderer = Renderer { place: Some(place), arch, ..self.renderer };
        let mut chunks = Chunks::new(reader, arch.layout()).at(place.address);
        if self.renderer.trace.is_some() {
            chunks = chunks.of_bundles(TRACED_BUNDLES);
        }
        let mut begun = place.section.is_some();
        let mut chunk = Chunk::default();
        while chunks.read(&mut chunk).map_err(|error| place.refuse(&error))? {
            if !std::mem::replace(&mut begun, true) {
                self.start_file(place)?;
            }
            self.total.add(renderer.chunk(&chunk, &mut self.buffer));
            self.print()?;
        }
        Ok(())
    }

    fn wide_words(
        &mut self,
        reader: impl Read,
        place: CodeOrigin<'_>,
        arch: WideArch,
    ) -> Result<(), Failure> {
        let renderer = Renderer { place: Some(place), ..self.renderer };
        let mut begun = place.section.is_some();
        wide_words(place.file, reader, |address, word| {
            if !std::mem::replace(&mut begun, true) {
                self.start_file(place)?;
            }
            renderer.wide_word(arch, Some(address), word, &mut self.buffer, &mut self.total);
            self.print()
        })
    }

    /// Prints the heading of a file.
    pub(super) fn start_file(&mut self, place: CodeOrigin<'_>) -> io::Result<()> {
        if self.renderer.format == Format::Text {
            let Palette { heading, .. } = self.out.palette();
            let arch = place.arch.unwrap_or(self.default_arch);
            let maker = place.maker.map_or(String::new(), |maker| format!(", {maker}"));
            writeln!(self.out, "{heading}{}{heading:#}: {arch}{maker}", Printable(place.file))?;
        }
        Ok(())
    }

    /// Prints the heading of a code section.
    fn start_section(&mut self, section: &CodeSection) -> io::Result<()> {
        if self.renderer.format == Format::Text {
            let Palette { heading, frame, .. } = self.out.palette();
            let (kernel, name) = (Printable(section.kernel()), Printable(&section.name));
            writeln!(self.out, "\n{heading}{kernel}{heading:#}  {frame}{name}{frame:#}")?;
        }
        Ok(())
    }

    /// Prints the summary of a code section; `start` has the counts before it.
    fn end_section(&mut self, start: Tally) -> io::Result<()> {
        let Tally { foreign, .. } = self.total;
        let found = |Tally { words, foreign, .. }: Tally| words - foreign;
        if self.renderer.format == Format::Text
            && found(self.total) == found(start)
            && !self.renderer.all_words
        {
            writeln!(
                self.out,
                "  no video instruction in {}",
                count(foreign - start.foreign, "instruction")
            )?;
        }
        Ok(())
    }

    pub(super) fn note(&mut self, verdict: Exit) {
        self.total.note(verdict);
    }

    pub(super) fn finish(self) -> Result<Exit, Failure> {
        let Tally { words, video, illegal, foreign, verdict } = self.total;
        match self.renderer.format {
            _ if self.keep_going => {}
            Format::Json => self.out.json(&BTreeMap::from([("summary", self.total)]))?,
            Format::Text if foreign > 0 || words > 1 => writeln!(
                self.out,
                "\n{}: {}, {illegal} illegal, {}",
                count(words, "instruction"),
                count(video, "video instruction"),
                count(foreign, "other")
            )?,
            Format::Text | Format::Nvdisasm => {}
        }
        Ok(verdict)
    }
}

impl AsMut<Out> for Printer<'_> {
    fn as_mut(&mut self) -> &mut Out {
        self.out
    }
}
