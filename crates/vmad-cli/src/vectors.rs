//! `vmad vectors`: golden vectors.

use std::{io::Write, num::NonZero};

use clap::ValueEnum;
use vmad_observe::vectors::{Count, Illegal, NoVectors, Registers, Stream, Table, Vector, Vectors, illegal};
use vmad_sass::{Arch, isa::Layout};
use vmad_unit::Kind;

use crate::{
    failure::{Exit, Failure},
    filters::{Filters, seed},
    inputs, json, number,
    output::Out,
    wide::narrow_arch,
};

/// Write golden vectors: instructions, inputs, results and wires
///
/// For tests of emulators and for hardware test benches. The vectors are of VMAD, or of another video instruction with
/// --instruction. The inputs favour corner cases and the ends of the clamp. They depend only on the seed, the mode and
/// its selectors, not on the platform or on the other modes.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    filters: Filters,

    /// The instruction: a mnemonic (VADD), all, or for vectors of one instruction its assembly text or word [default: VMAD]
    #[arg(long, value_name = "INSTRUCTION")]
    instruction: Option<String>,

    /// The architecture that gives the layout of the words
    #[arg(long, value_parser = narrow_arch, default_value = "sm_50")]
    arch: Arch,

    /// Number of vectors of each mode, one mode after the other
    #[arg(long, value_name = "N", default_value = "16", value_parser = number::at_least_one::<NonZero<u64>>)]
    per_mode: NonZero<u64>,

    /// Number of vectors in total, spread over the modes
    #[arg(long, value_name = "N", conflicts_with = "per_mode", value_parser = number::at_least_one::<NonZero<u64>>)]
    count: Option<NonZero<u64>>,

    /// Write words that must be refused, each with the reason
    #[arg(long, conflicts_with = "registers", hide_short_help = true)]
    illegal: bool,

    /// Write JSON lines with registers and predicates before and after: guards, RZ, operands that are one register
    #[arg(long, conflicts_with = "format", hide_short_help = true)]
    registers: bool,

    /// The seed of the inputs, decimal or hexadecimal with 0x
    #[arg(long, value_name = "NUMBER", default_value = "0", value_parser = seed, allow_hyphen_values = true)]
    seed: u64,

    /// The output format
    #[arg(long, default_value = "jsonl")]
    format: Notation,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Notation {
    /// One JSON object a line, with every wire
    Jsonl,
    /// Comma-separated values with a header
    Csv,
    /// Hexadecimal for Verilog's $readmemh
    Readmemh,
}

/// The text after the options, which takes longer than most commands.
pub(crate) fn help() -> String {
    let columns = Table::csv(Some(Kind::Vmad)).columns;
    let columns: String =
        columns.iter().map(|column| format!("  {:<8} {}\n", column.name, column.meaning)).collect();
    let lines = Table::readmemh(Kind::Vmad);
    let layout: String = lines.layout().lines().map(|line| format!("  {line}\n")).collect();
    format!(
        "Examples:\n  \
         vmad vectors --a U8,S8 --b U8,S8 --form register --per-mode 1000 \\\n      --seed 1 --format csv\n  \
         vmad vectors --field psign=1,2 --field scale=SHR_7 --field SAT=1 \\\n      --count 1000000 --format readmemh > vectors.hex\n  \
         vmad vectors --instruction VMNMX --field secop=MIN,none --count 1000\n  \
         vmad vectors --instruction 'VMAD.S16.U8.SAT R0, -R2.H1, R3.B2, R4' \\\n      --count 10\n\n\
         With filters, the instruction is VMAD R0, R2, R3, R4, or has an immediate in place of R3; a VSETP is \
         VSETP P0, P1, R2, R3, P2.\n\n\
         The columns of csv, for VMAD (the header names those of the other instructions):\n{columns}\n\
         The fields of a readmemh line, for VMAD (comments describe those of the other instructions), a vector \
         v[{}:0] of {} digits with underscores between the fields:\n{layout}",
        lines.bits() - 1,
        lines.bits() / 4,
    )
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<Exit, Failure> {
    let (kind, groups) = args.groups()?;
    if args.illegal {
        return args.write_illegal(kind, out);
    }
    let count = args.count.map_or(Count::Each(args.per_mode.get()), |count| Count::Total(count.get()));
    let vectors = Vectors::of_groups(groups, count);
    let total = vectors.total();
    let layout = args.arch.layout();
    let vectors =
        vectors.map(|vector| Vector { instruction: vector.instruction.to_layout(layout), ..vector });
    if args.registers {
        for registers in vectors.enumerate().filter_map(|(index, vector)| Registers::new(&vector, index)) {
            out.json(&registers)?;
        }
        return Ok(Exit::Fine);
    }
    let table = match (args.format, kind) {
        (Notation::Jsonl, _) => {
            for vector in vectors {
                out.json(&json::Vector::from(&vector))?;
            }
            return Ok(Exit::Fine);
        }
        (Notation::Csv, kind) => Table::csv(kind),
        (Notation::Readmemh, Some(kind)) => Table::readmemh(kind),
        (Notation::Readmemh, None) => {
            let message = "each instruction has a layout of its own: expected one instruction";
            return Err(Failure::input("--format readmemh", message));
        }
    };
    out.write_all(table.header(total).as_bytes())?;
    // One buffer for all lines.
    let mut line = Vec::new();
    for vector in vectors {
        line.clear();
        table.push_line(&mut line, &vector);
        out.write_all(&line)?;
    }
    Ok(Exit::Fine)
}

impl Args {
    /// The instruction, if it is one, and the streams of each.
    fn groups(&self) -> Result<(Option<Kind>, Vec<Vec<Stream>>), Failure> {
        let text = self.instruction.as_deref().unwrap_or("VMAD");
        let of = |kind: Kind| {
            let modes = self.filters.modes(kind)?;
            Ok(modes.into_iter().map(|mode| Stream::of_mode(mode, self.seed)).collect())
        };
        if text.eq_ignore_ascii_case("all") {
            let groups: Result<Vec<_>, Failure> = Kind::ALL.into_iter().map(of).collect();
            return Ok((None, groups?));
        }
        match inputs::kind(text) {
            Some(kind) => Ok((Some(kind), vec![of(kind)?])),
            None => self.stream_of(text),
        }
    }

    /// Illegal words of the instruction, or of all: `--per-mode` of each illegal value.
    fn write_illegal(&self, kind: Option<Kind>, out: &mut Out) -> Result<Exit, Failure> {
        if self.arch.layout() != Layout::Maxwell {
            return Err(Failure::input(
                "--illegal",
                "it writes words of Maxwell and Pascal: leave out --arch",
            ));
        }
        let kinds = Kind::ALL.into_iter().filter(|each| kind.is_none_or(|kind| kind == *each));
        let per_value = usize::try_from(self.per_mode.get()).unwrap_or(usize::MAX);
        let rows = kinds.flat_map(|kind| illegal(kind, self.seed, per_value));
        let rows =
            rows.take(self.count.and_then(|count| usize::try_from(count.get()).ok()).unwrap_or(usize::MAX));
        if matches!(self.format, Notation::Csv) {
            out.write_all(Illegal::HEADER.as_bytes())?;
        }
        for row in rows {
            match self.format {
                Notation::Csv => out.write_all(row.line().as_bytes())?,
                _ => out.json(&row)?,
            }
        }
        Ok(Exit::Fine)
    }

    /// The stream of one instruction.
    fn stream_of(&self, text: &str) -> Result<(Option<Kind>, Vec<Vec<Stream>>), Failure> {
        self.filters.refuse_beside(text)?;
        let instruction = inputs::instruction(|| "--instruction", text, self.arch.layout())?;
        let stream = Stream::of_instruction(instruction, self.seed).map_err(|error| match error {
            NoVectors::NotKnown(error) => Failure::input(instruction.to_string(), &error),
            NoVectors::Twice(_) => Failure::input("--instruction", &error),
        })?;
        Ok((Some(instruction.form().kind), vec![vec![stream]]))
    }
}
