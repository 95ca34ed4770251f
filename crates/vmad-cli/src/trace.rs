//! `vmad trace`: the wires of an execution.

use std::{
    ffi::OsString,
    io::{self, Write},
};

use vmad_sass::{AnyArch, AnyInstruction, Ports};
use vmad_unit::Trace;

use crate::{
    excerpt::Place,
    execution::{Executed, execute},
    failure::{Exit, Failure},
    inputs::{AnyArchOption, each_instruction},
    json,
    output::{Out, Palette},
    wide::halves,
    wrap::wrap,
};

/// Execute an instruction and print every wire, stage by stage
///
/// The instruction can be any video instruction. Each line is a wire: name, width, bits, value, and a note. The sum of
/// a VMAD has 66 bits and cannot overflow: two guard bits in binary, then 64 bits in hexadecimal.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  vmad trace 'VMAD.S16.U8.SHR_7.SAT R0, -R2.H1, R3.B2, R4' \\
      R2=0x80000000 R3=0xff0000 R4=7
  vmad trace 0x5f04020000370200 R2=1 R3=2 R4=3 --json
  vmad trace --arch sm_86 'VABSDIFF.U32 R0, R1, 0x7, R3' R1=4 R3=5
  vmad trace --svg datapath.svg 'VMAD.U8.U8 R0, R2, R3, R4' \\
      R2=0x12345688 R3=0x8a24c993 R4=0")]
pub(crate) struct Args {
    /// The instruction: assembly text ('VMAD.U8.U8 R0, R2, R3, R4;') or a word (16 hexadecimal digits, or 0x...); `-` is each line of standard input
    #[arg(value_name = "INSTRUCTION")]
    instruction: String,

    /// Initial values of registers and predicates, decimal or hexadecimal with 0x: R2=0x12345688, R3=-5, P0=true; each one that is read needs a value
    #[arg(value_name = "NAME=VALUE")]
    assignments: Vec<String>,

    #[command(flatten)]
    arch: AnyArchOption,

    /// Print one JSON object
    #[arg(long, conflicts_with = "svg")]
    json: bool,

    /// Draw the datapath with the values of its wires into this file (`-` is standard output), and print no text
    #[arg(long, value_name = "FILE")]
    svg: Option<OsString>,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<Exit, Failure> {
    if let (AnyArch::Wide(arch), Some(_)) = (args.arch.arch, &args.svg) {
        let message = format!("the words of {arch} have no picture: leave it out");
        return Err(Failure::input("--svg", &message));
    }
    if args.svg.is_some() && args.instruction == "-" {
        return Err(Failure::input("--svg", "a picture shows one instruction: expected text or a word"));
    }
    let mut is_first = true;
    each_instruction(&args.instruction, out, |out, place, text| {
        if !std::mem::take(&mut is_first) && !args.json {
            writeln!(out)?;
        }
        trace(args, place, text, out)
    })
}

fn trace(args: &Args, place: &Place, text: &str, out: &mut Out) -> Result<Exit, Failure> {
    let executed = execute(place, text, args.arch.arch, &args.assignments)?;
    let Executed { instruction, operation, ports, effect, .. } = &executed;
    if let (AnyInstruction::Narrow(narrow), Some(file)) = (instruction, &args.svg) {
        let cc = if effect.condition_code { ", and CC: unspecified" } else { "" };
        let writes = format!("{}{cc}", executed.written());
        let drawn = vmad_picture::datapath(narrow, operation, *ports, &writes);
        out.picture(file, &drawn)?;
        return Ok(Exit::Fine);
    }
    let trace = operation.trace(ports.a, ports.b, ports.c);
    if args.json {
        out.json(&json::Execution::new(&executed, Some(trace)))?;
    } else {
        write_trace(out, out.palette(), instruction, *ports, &trace)?;
        out.heading("write-back")?;
        executed.lines().iter().try_for_each(|line| writeln!(out, "  {line}"))?;
    }
    Ok(executed.verdict())
}

/// The instruction, its inputs and its wires.
pub(crate) fn write_trace(
    out: &mut impl Write,
    palette: Palette,
    instruction: &AnyInstruction,
    ports: Ports,
    trace: &Trace,
) -> io::Result<()> {
    let Palette { heading, frame, .. } = palette;
    writeln!(out, "{heading}{instruction};{heading:#}")?;
    let (word, issued, inferred) = match instruction {
        AnyInstruction::Narrow(narrow) => {
            let issued = narrow.dispatch().name().to_owned();
            (format!("{:#018x}", narrow.encode()), issued, narrow.inferred())
        }
        AnyInstruction::Wide(wide) => (halves(wide.encode()), wide.arch().to_string(), None),
    };
    writeln!(out, "{frame}{word}, {issued}{frame:#}")?;
    let [a, b, c] = instruction.operands();
    let Ports { a: a_value, b: b_value, c: c_value } = ports;
    writeln!(out, "A {a} = {a_value:#010x}, B {b} = {b_value:#010x}, C {c} = {c_value:#010x}")?;
    if let Some(reason) = inferred {
        let line = wrap(&format!("inferred: {reason}"), "", "  ");
        line.lines().try_for_each(|line| writeln!(out, "{frame}{line}{frame:#}"))?;
    }
    write_wires(out, palette, trace)
}

/// The wires, stage by stage.
pub(crate) fn write_wires(out: &mut impl Write, palette: Palette, trace: &Trace) -> io::Result<()> {
    let heading = palette.heading;
    let mut stage = None;
    for wire in &trace.wires {
        if stage != Some(wire.stage) {
            stage = Some(wire.stage);
            writeln!(out, "{heading}{}{heading:#}", wire.stage.name())?;
        }
        writeln!(out, "{wire}")?;
    }
    Ok(())
}
