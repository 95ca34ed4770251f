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
    files::{CodeOrigin, Sink},
    frame::Frame,
    render::{Renderer, Slot},
    tally::Tally,
    wide_word::WideRenderer,
};
use crate::{
    count::count,
    failure::{Exit, Failure},
    json::Counts,
    line_buffer::LineBuffer,
    output::{Out, Palette},
    printable::Printable,
    progress::Progress,
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
            is_of_nvdisasm: args.format == Format::Nvdisasm,
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
        self.out.plain(self.buffer.as_bytes())?;
        self.buffer.clear();
        Ok(())
    }

    fn wide<'n>(&self, arch: WideArch, place: Option<CodeOrigin<'n>>) -> WideRenderer<'n> {
        let Renderer { format, trace, all_words, .. } = self.renderer;
        WideRenderer { arch, format, trace, all_words, place }
    }

    /// Prints a word of 128 bits of an argument or a line.
    pub(super) fn wide_word(&mut self, word: u128) -> io::Result<()> {
        let AnyArch::Wide(arch) = self.default_arch else { return Ok(()) };
        self.wide(arch, None).word(None, word, self.out, &mut self.total)
    }

    /// Prints the words of a stream. `begin` is called before the first.
    fn words(
        &mut self,
        reader: impl Read,
        place: CodeOrigin<'_>,
        arch: Arch,
        begin: impl Fn(&mut Self) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let renderer = Renderer { place: Some(place), arch, ..self.renderer };
        let mut chunks = Chunks::new(reader, arch.layout()).at(place.address);
        if self.renderer.trace.is_some() {
            chunks = chunks.of_bundles(TRACED_BUNDLES);
        }
        let mut begun = false;
        let mut chunk = Chunk::default();
        let progress = Progress::endless("instructions").unless_seen();
        while chunks.read(&mut chunk).map_err(|error| place.refuse(&error))? {
            if !std::mem::replace(&mut begun, true) {
                begin(self)?;
            }
            self.total.add(renderer.chunk(&chunk, &mut self.buffer));
            progress.set(self.total.counts.words);
            self.out.plain(self.buffer.as_bytes())?;
            self.buffer.clear();
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
    fn end_section(&mut self, start: Counts) -> io::Result<()> {
        let Counts { foreign, .. } = self.total.counts;
        let found = |Counts { words, foreign, .. }: Counts| words - foreign;
        if self.renderer.format == Format::Text
            && found(self.total.counts) == found(start)
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

    /// Prints the words of 128 bits of a stream.
    fn wide_code(&mut self, reader: impl Read, place: CodeOrigin<'_>, arch: WideArch) -> Result<(), Failure> {
        match place.section {
            None => self.start_file(place)?,
            Some(section) => self.start_section(section)?,
        }
        let start = self.total.counts;
        self.wide(arch, Some(place)).code(reader, self.out, &mut self.total)?;
        if place.section.is_some() {
            self.end_section(start)?;
        }
        Ok(())
    }

    pub(super) fn note(&mut self, verdict: Exit) {
        self.total.note(verdict);
    }

    pub(super) fn finish(self) -> Result<Exit, Failure> {
        let Counts { words, video, illegal, foreign } = self.total.counts;
        match self.renderer.format {
            _ if self.keep_going => {}
            Format::Json => self.out.json(&BTreeMap::from([("summary", self.total.counts)]))?,
            Format::Text if foreign > 0 || words > 1 => writeln!(
                self.out,
                "\n{}: {}, {illegal} illegal, {}",
                count(words, "instruction"),
                count(video, "video instruction"),
                count(foreign, "other")
            )?,
            Format::Text | Format::Nvdisasm => {}
        }
        Ok(self.total.verdict)
    }
}

impl AsMut<Out> for Printer<'_> {
    fn as_mut(&mut self) -> &mut Out {
        self.out
    }
}

impl Sink for Printer<'_> {
    /// Prints the heading of a file.
    fn start_file(&mut self, place: CodeOrigin<'_>) -> io::Result<()> {
        if self.renderer.format == Format::Text {
            let Palette { heading, .. } = self.out.palette();
            let arch = place.arch.unwrap_or(self.default_arch);
            let maker = place.maker.map_or(String::new(), |maker| format!(", {maker}"));
            writeln!(self.out, "{heading}{}{heading:#}: {arch}{maker}", Printable(place.file))?;
        }
        Ok(())
    }

    fn code(&mut self, reader: impl Read, place: CodeOrigin<'_>) -> Result<(), Failure> {
        let arch = match place.arch.unwrap_or(self.default_arch) {
            AnyArch::Narrow(arch) => arch,
            AnyArch::Wide(arch) => return self.wide_code(reader, place, arch),
        };
        let Some(section) = place.section else {
            return self.words(reader, place, arch, |printer| printer.start_file(place));
        };
        self.start_section(section)?;
        let start = self.total.counts;
        self.words(reader, place, arch, |_| Ok(()))?;
        Ok(self.end_section(start)?)
    }
}
