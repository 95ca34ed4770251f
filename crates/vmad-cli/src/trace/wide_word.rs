//! `vmad trace` of a word of 128 bits.

use std::io::Write;

use vmad_sass::wide::{WideArch, WideParts};

use super::write_wires;
use crate::{
    excerpt::Place,
    exec::wide_word::{Executed, execute},
    failure::{Exit, Failure},
    json,
    output::Out,
    wide,
};

pub(crate) fn trace(
    place: &Place,
    text: &str,
    arch: WideArch,
    assignments: &[String],
    is_json: bool,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let executed = execute(place, text, arch, assignments)?;
    let Executed { instruction, ports, .. } = &executed;
    let trace = instruction.operation().trace(ports.a, ports.b, ports.c);
    if is_json {
        out.json(&json::Execution::of_wide(instruction, executed.effect, Some(trace)))?;
        return Ok(executed.verdict());
    }
    let palette = out.palette();
    let (heading, frame) = (palette.heading, palette.frame);
    writeln!(out, "{heading}{instruction};{heading:#}")?;
    writeln!(out, "{frame}{}, {arch}{frame:#}", wide::halves(instruction.encode()))?;
    let WideParts { a, b, c, .. } = instruction.parts();
    writeln!(out, "A {a} = {:#010x}, B {b} = {:#010x}, C {c} = {:#010x}", ports.a, ports.b, ports.c)?;
    write_wires(out, palette, &trace)?;
    out.heading("write-back")?;
    for line in executed.written().lines() {
        writeln!(out, "  {line}")?;
    }
    Ok(executed.verdict())
}
