//! How decoded words are printed, counted and judged.

use std::io::{self, Write};

use vmad_sass::{
    Arch, Refusal, Vmad, disassemble,
    schedule::ControlField,
    vmad::{Ports, Style, table::OPCODE},
};

use super::{Args, Format};
use crate::{
    cubin::CodeSection,
    failure::{Failure, Verdict},
    json::{Counts, Decoded, Place, Summary, hex},
    output::{Out, Palette, Printable},
    trace::write_trace,
};

/// Where a word stands.
#[derive(Clone, Copy)]
pub(super) enum Origin<'a> {
    /// By itself, as an argument or a line: it should be a `VMAD`.
    Given,
    /// In a file, among other instructions.
    File {
        /// The code section, in a cubin.
        section: Option<&'a CodeSection>,
        /// The address in the section or the raw file.
        address: u64,
    },
}

/// What is printed.
enum Mode {
    Text,
    Nvdisasm,
    Json,
}

/// Prints words and keeps count.
pub(super) struct Printer<'o> {
    out: &'o mut Out,
    palette: Palette,
    mode: Mode,
    arch: Arch,
    default_arch: Arch,
    /// The name of the file that is being read.
    file: String,
    trace: Option<Ports>,
    /// Of everything.
    total: Counts,
    /// When the section began.
    start: Counts,
    verdict: Verdict,
}

impl<'o> Printer<'o> {
    pub(super) fn new(args: &Args, out: &'o mut Out) -> Self {
        let mode = match args.format {
            _ if args.json => Mode::Json,
            Format::Text => Mode::Text,
            Format::Nvdisasm => Mode::Nvdisasm,
        };
        let default_arch = args.arch.unwrap_or(Arch::Sm50);
        Self {
            palette: out.palette(),
            out,
            mode,
            arch: default_arch,
            default_arch,
            file: String::new(),
            trace: args.trace.then_some(args.ports),
            total: Counts::default(),
            start: Counts::default(),
            verdict: Verdict::Fine,
        }
    }

    /// One word.
    pub(super) fn word(
        &mut self,
        origin: Origin<'_>,
        word: u64,
        control: Option<ControlField>,
    ) -> Result<(), Failure> {
        self.total.words += 1;
        let in_file = matches!(origin, Origin::File { .. });
        if in_file && word >> 56 != u64::from(OPCODE) {
            self.total.foreign += 1;
            return Ok(());
        }
        if matches!(self.mode, Mode::Nvdisasm) {
            return self.nvdisasm(in_file, word, control.unwrap_or(ControlField::IDLE));
        }
        let decoded = Vmad::decode(word).map_err(|error| error.to_string()).and_then(|vmad| {
            let legal = control.map_or(Ok(()), |control| control.check(vmad.dispatch()));
            legal.map(|()| vmad).map_err(|error| format!("{word:#018x} is an illegal VMAD: {error}"))
        });
        match &decoded {
            Ok(_) => self.total.vmad += 1,
            Err(_) if word >> 56 == u64::from(OPCODE) => {
                self.total.illegal += 1;
                self.note(if in_file { Verdict::Finding } else { Verdict::BadInput });
            }
            Err(_) => {
                self.total.foreign += 1;
                self.note(Verdict::BadInput);
            }
        }
        let decoded = decoded.as_ref().map_err(String::as_str);
        match self.mode {
            Mode::Json => self.json(origin, word, control, decoded)?,
            Mode::Text | Mode::Nvdisasm => self.text(origin, word, control, decoded)?,
        }
        Ok(())
    }

    fn note(&mut self, verdict: Verdict) {
        self.verdict = self.verdict.max(verdict);
    }

    /// `WORD<TAB>CONTROL<TAB>text`
    ///
    /// Of words by themselves it is asked what nvdisasm says, and `ILLEGAL` is an answer; in a file, an illegal word is
    /// a finding, as it is in every other format: one that nvdisasm prints with an invalid field too.
    fn nvdisasm(&mut self, in_file: bool, word: u64, control: ControlField) -> Result<(), Failure> {
        if in_file && Vmad::decode(word).is_err() {
            self.note(Verdict::Finding);
        }
        write!(self.out, "{word:016x}\t{:05x}\t", control.bits())?;
        match disassemble(word, control, self.arch) {
            Ok(text) => writeln!(self.out, "{text}")?,
            Err(Refusal::Illegal(_)) => {
                if in_file {
                    self.note(Verdict::Finding);
                }
                writeln!(self.out, "ILLEGAL")?;
            }
            Err(Refusal::Foreign(_)) => {
                self.note(Verdict::BadInput);
                writeln!(self.out, "NOT VMAD")?;
            }
        }
        Ok(())
    }

    fn json(
        &mut self,
        origin: Origin<'_>,
        word: u64,
        control: Option<ControlField>,
        decoded: Result<&Vmad, &str>,
    ) -> io::Result<()> {
        let place = match origin {
            Origin::Given => None,
            Origin::File { section, address } => Some(Place {
                file: &self.file,
                arch: self.arch.to_string(),
                kernel: section.map(CodeSection::kernel),
                section: section.map(|section| section.name.as_str()),
                address: hex(address),
            }),
        };
        let trace = decoded.ok().zip(self.trace).map(|(vmad, ports)| vmad.trace(vmad.feed(ports)));
        self.out.json(&Decoded::new(place, word, control, decoded, trace.as_ref()))
    }

    fn text(
        &mut self,
        origin: Origin<'_>,
        word: u64,
        control: Option<ControlField>,
        decoded: Result<&Vmad, &str>,
    ) -> Result<(), Failure> {
        let Palette { frame, wrong, .. } = self.palette;
        if let Origin::File { address, .. } = origin {
            write!(self.out, "  {frame}{address:04x}{frame:#}  ")?;
        }
        write!(self.out, "{frame}{word:016x}{frame:#}  ")?;
        match decoded {
            Ok(vmad) => {
                let style =
                    Style::of(self.arch).with_reuse(control.map(ControlField::reuse).unwrap_or_default());
                write!(self.out, "{};", vmad.text(style))?;
                if let Some(control) = control {
                    write!(self.out, "  {frame}{control}{frame:#}")?;
                }
                writeln!(self.out)?;
            }
            Err(error) => writeln!(self.out, "{wrong}error:{wrong:#} {error}")?,
        }
        if let (Ok(vmad), Some(ports)) = (decoded, self.trace) {
            let ports = vmad.feed(ports);
            writeln!(self.out)?;
            write_trace(self.out, vmad, ports, &vmad.trace(ports))?;
            writeln!(self.out)?;
        }
        Ok(())
    }

    /// A file begins.
    pub(super) fn start_file(&mut self, name: &str, arch: Option<Arch>) -> io::Result<()> {
        self.arch = arch.unwrap_or(self.default_arch);
        name.clone_into(&mut self.file);
        if matches!(self.mode, Mode::Text) {
            let Palette { heading, .. } = self.palette;
            writeln!(self.out, "{heading}{}{heading:#}: {}", Printable(name), self.arch)?;
        }
        Ok(())
    }

    /// A file ends.
    pub(super) const fn end_file(&mut self) {
        self.arch = self.default_arch;
    }

    /// A code section begins.
    pub(super) fn start_section(&mut self, section: &CodeSection) -> io::Result<()> {
        self.start = self.total;
        if matches!(self.mode, Mode::Text) {
            let Palette { heading, frame, .. } = self.palette;
            writeln!(
                self.out,
                "\n{heading}{}{heading:#}  {frame}{}{frame:#}",
                Printable(section.kernel()),
                Printable(&section.name)
            )?;
        }
        Ok(())
    }

    /// A code section ends.
    pub(super) fn end_section(&mut self) -> io::Result<()> {
        let found = self.total.vmad + self.total.illegal - self.start.vmad - self.start.illegal;
        if matches!(self.mode, Mode::Text) && found == 0 {
            let words = self.total.words - self.start.words;
            writeln!(self.out, "  no VMAD in {words} instructions")?;
        }
        Ok(())
    }

    /// What has been printed goes out.
    pub(super) fn send(&mut self) -> Result<(), Failure> {
        self.out.send()
    }

    /// Everything has been read.
    pub(super) fn finish(self) -> Result<Verdict, Failure> {
        let Counts { words, vmad, illegal, foreign } = self.total;
        match self.mode {
            Mode::Json => self.out.json(&Summary { summary: self.total })?,
            Mode::Text if words > vmad + illegal || words > 1 => writeln!(
                self.out,
                "\n{words} instructions: {vmad} VMAD, {illegal} illegal VMAD, {foreign} others"
            )?,
            Mode::Text | Mode::Nvdisasm => {}
        }
        Ok(self.verdict)
    }
}
