//! The instructions of a file.

use std::{collections::HashSet, ffi::OsStr, io::Read};

use vmad_files::chunks::{Chunk, Chunks};
use vmad_sass::{
    AnyArch, Instruction,
    isa::{Form, Layout},
    schedule::ControlField,
    wide::{WideError, WideInstruction, WideParts},
};

use crate::{
    count::count,
    decode::{
        files::{self, Options, Place, Sink},
        wide_word,
    },
    excerpt::Place as LinePlace,
    failure::{Failure, Verdict},
    inputs,
    printable::Printable,
    source::{hexadecimal, word_and_control},
    stderr::say,
    stdin_lines, wide,
};

/// The distinct video instructions of a file, in the order of their first words.
struct Found {
    default_arch: AnyArch,
    instructions: Vec<Instruction>,
    wide: Vec<WideInstruction>,
    seen: HashSet<(Layout, u64)>,
    /// The number of distinct words without a function: illegal, or with an unknown computation.
    without: u64,
}

/// The instructions to emit.
pub(super) struct Selected {
    pub(super) narrow: Vec<Instruction>,
    /// Those in words of 128 bits.
    pub(super) wide: Vec<WideInstruction>,
    /// Whether a file has others, without a function.
    pub(super) verdict: Verdict,
}

/// The instructions of a file, or of standard input (`-`). Words of code without a function are counted in a note.
pub(super) fn read(file: &OsStr, options: &Options) -> Result<Selected, Failure> {
    let mut found = Found {
        default_arch: options.default_arch(),
        instructions: Vec::new(),
        wide: Vec::new(),
        seen: HashSet::new(),
        without: 0,
    };
    let is_standard_input = file == "-";
    match (is_standard_input, options.is_raw()) {
        (true, true) => files::raw_standard_input(&mut found, options)?,
        (true, false) => {
            let mut lines = stdin_lines::lines()?;
            loop {
                let number = lines.number() + 1;
                let place = || stdin_lines::place(number);
                match lines.read() {
                    Ok(Some(line)) => found.line(place, line)?,
                    Ok(None) => break,
                    Err(error) => return Err(Failure::input(place(), &error)),
                }
            }
        }
        (false, _) => files::read(&mut found, file, options)?,
    }
    let name = if is_standard_input { "standard input".into() } else { file.to_string_lossy() };
    if found.instructions.is_empty() && found.wide.is_empty() {
        return Err(Failure::input(&*name, "it has no video instruction with a function"));
    }
    if found.without == 0 {
        return Ok(Selected { narrow: found.instructions, wide: found.wide, verdict: Verdict::Fine });
    }
    let words = count(found.without, "video instruction");
    say(format_args!(
        "note: no function for {words} of {}: illegal, or a VABSDIFF4 with an immediate",
        Printable(&name)
    ));
    Ok(Selected { narrow: found.instructions, wide: found.wide, verdict: Verdict::BadInput })
}

impl Found {
    fn put(&mut self, layout: Layout, word: u64) {
        if Form::of_in(layout, word).is_some() && self.seen.insert((layout, word)) {
            match Instruction::decode_in(layout, word).ok().filter(|it| it.operation().is_some()) {
                Some(instruction) => self.instructions.push(instruction),
                None => self.without += 1,
            }
        }
    }

    /// Instructions that differ in control bits are one.
    fn put_wide(&mut self, instruction: WideInstruction) {
        let parts = |word: &WideInstruction| WideParts { control: ControlField::IDLE, ..word.parts() };
        if !self.wide.iter().any(|other| parts(other) == parts(&instruction)) {
            self.wide.push(instruction);
        }
    }

    /// A line: `WORD [CONTROL]`, or assembly text.
    fn line(&mut self, place: impl Fn() -> LinePlace, line: &str) -> Result<(), Failure> {
        let Some(first) = line.split_whitespace().next() else { return Ok(()) };
        let layout = match self.default_arch {
            AnyArch::Narrow(arch) => arch.layout(),
            AnyArch::Wide(arch) => {
                let instruction = wide::instruction(&place, line, arch)?;
                self.put_wide(instruction);
                return Ok(());
            }
        };
        let instruction = match hexadecimal(first) {
            Some(word) => {
                word_and_control(line, layout).map_err(|error| Failure::input(place(), &error))?;
                Instruction::decode_in(layout, word).map_err(|error| Failure::input(place(), &error))?
            }
            None => inputs::instruction(&place, line, layout)?,
        };
        if instruction.operation().is_none() {
            return Err(Failure::input(place(), &vmad_sass::NotKnown));
        }
        if self.seen.insert((instruction.layout(), instruction.encode())) {
            self.instructions.push(instruction);
        }
        Ok(())
    }
}

impl Sink for Found {
    fn code(&mut self, reader: impl Read, place: Place<'_>) -> Result<(), Failure> {
        let layout = match place.arch.unwrap_or(self.default_arch) {
            AnyArch::Narrow(arch) => arch.layout(),
            AnyArch::Wide(arch) => {
                return wide_word::words(place.file, reader, |_, word| {
                    match WideInstruction::decode(arch, word) {
                        Ok(instruction) => self.put_wide(instruction),
                        Err(WideError::Foreign { .. }) => {}
                        Err(_) => self.without += 1,
                    }
                    Ok(())
                });
            }
        };
        let mut chunks = Chunks::new(reader, layout);
        let mut chunk = Chunk::default();
        while chunks.read(&mut chunk).map_err(|error| place.refuse(error))? {
            layout.slots(chunk.bytes(), chunk.address, |slot| self.put(layout, slot.word));
        }
        Ok(())
    }

    fn lines(&mut self, text: &str, path: &str) -> Result<(), Failure> {
        (1..)
            .zip(text.lines())
            .try_for_each(|(number, line)| self.line(|| LinePlace::line(path, number), line))
    }
}
