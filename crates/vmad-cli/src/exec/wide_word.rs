//! `vmad exec` of a word of 128 bits.

use std::{cell::Cell, io::Write};

use vmad_ptx::sequence::Width;
use vmad_sass::{
    Ports,
    wide::{WideArch, WideInstruction, WideParts, WideSource},
};
use vmad_unit::{Effect, Predicate, Register, State};

use crate::{
    excerpt::Place,
    failure::{Exit, Failure},
    inputs::{check_inputs, given},
    json,
    output::Out,
    source::hexadecimal,
    stderr::say,
    stdin_lines::{answer_each_line, place},
    wide,
};

/// An instruction that was executed.
pub(crate) struct Executed {
    pub(crate) instruction: WideInstruction,
    pub(crate) ports: Ports,
    is_active: bool,
    pub(crate) effect: Effect,
}

/// Executes an instruction on initial values, named as the operands are: `R2=5`, `UR4=5`, `c[0x0][0x160]=5`.
pub(crate) fn execute(
    place: &Place,
    text: &str,
    arch: WideArch,
    assignments: &[String],
) -> Result<Executed, Failure> {
    // The high half of a word can be the next argument.
    let (text, assignments) = match assignments.split_first() {
        Some((high, rest)) if !high.contains('=') => (format!("{text} {high}"), rest),
        _ => (text.to_owned(), assignments),
    };
    let instruction = wide::instruction(|| place.clone(), &text, arch)?;
    let WideParts { guard, destination, predicate, a, b, c, .. } = instruction.parts();
    let operands = [WideSource::Register(a), b, c];
    let read = || operands.iter().filter(|operand| operand.fixed().is_none()).map(ToString::to_string);
    let (given, others) = given(assignments, "R2=0x12345688 or P0=true", |name| {
        let register = Register::from_name(name).filter(|register| !register.is_zero());
        let predicate = Predicate::from_name(name).filter(|predicate| *predicate != Predicate::PT);
        let is_word = register.is_some() || read().any(|operand| operand == name);
        let width = is_word.then_some(Width::Bits(32)).or(predicate.map(|_| Width::Predicate));
        Some((name.to_owned(), width?))
    })?;
    if let Some(name) = others.first() {
        let operands = read().collect::<Vec<_>>().join(", ");
        let message = format!(
            "not a register, a predicate or an operand: expected R0 to R254, P0 to P6, or of {operands}"
        );
        return Err(Failure::input(format!("{name:?}"), &message));
    }
    let value = |name: &str| given.iter().find(|(given, _)| given == name).map(|(_, value)| *value);
    let port = |source: WideSource| {
        source.fixed().unwrap_or_else(|| value(&source.to_string()).unwrap_or_default() as u32)
    };
    let ports = Ports { a: port(operands[0]), b: port(b), c: port(c) };
    let mut state = State::default();
    let guarding = (guard.predicate != Predicate::PT).then(|| guard.predicate.to_string());
    if let Some(value) = guarding.as_ref().and_then(|name| value(name)) {
        state.predicates.write(guard.predicate, value == 1);
    }
    let reads: Vec<String> = read().chain(guarding).collect();
    let written = [destination.to_string(), predicate.to_string()];
    let is_used = |name: &String| reads.contains(name) || written.contains(name);
    let unused: Vec<String> =
        given.iter().map(|(name, _)| name.clone()).filter(|name| !is_used(name)).collect();
    check_inputs(place.clone(), reads.iter().filter(|name| value(name).is_none()).cloned(), &unused)?;
    let is_active = state.predicates.passes(guard);
    let result = instruction.operation().execute(ports.a, ports.b, ports.c);
    let effect = state.write_back(guard, destination, false, result);
    for unknown in instruction.unknown() {
        say(format_args!("note: {unknown}"));
    }
    Ok(Executed { instruction, ports, is_active, effect })
}

impl Executed {
    /// A predicate result is not computed.
    pub(crate) fn verdict(&self) -> Exit {
        let predicate = self.instruction.parts().predicate;
        if self.is_active && predicate != Predicate::PT { Exit::BadInput } else { Exit::Fine }
    }

    pub(crate) fn written(&self) -> String {
        let WideParts { guard, predicate, .. } = self.instruction.parts();
        let register = match self.effect.register {
            _ if !self.is_active => return format!("nothing changes: the guard {guard} is false"),
            Some((register, value)) => format!("{register} = {value:#010x}"),
            None => "no register changes: the destination is RZ".to_owned(),
        };
        if predicate == Predicate::PT { register } else { format!("{register}\n{predicate} = unknown") }
    }
}

pub(crate) fn exec(
    place: &Place,
    text: &str,
    arch: WideArch,
    assignments: &[String],
    is_json: bool,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let executed = execute(place, text, arch, assignments)?;
    if is_json {
        out.json(&json::Execution::of_wide(&executed.instruction, executed.effect, None))?;
    } else {
        writeln!(out, "{}", executed.written())?;
    }
    Ok(executed.verdict())
}

/// `--lines`: lines `INSTRUCTION<TAB>A<TAB>B<TAB>C`. The answer has the result in a fifth column.
pub(crate) fn lines(arch: WideArch, keep_going: bool, out: &mut Out) -> Result<Exit, Failure> {
    let mut worst = Exit::Fine;
    let verdict = answer_each_line(out, keep_going, &Cell::new(false), |out, line, number| {
        if line.trim_ascii().is_empty() {
            return Ok(false);
        }
        let columns: Vec<&str> = line.split('\t').collect();
        let [text, a, b, c] = columns[..] else {
            return Err(Failure::piece(
                place(number),
                line,
                0..line.len(),
                "expected INSTRUCTION<TAB>A<TAB>B<TAB>C",
            ));
        };
        let instruction = wide::instruction(|| place(number), text, arch)?;
        let WideParts { predicate, a: ra, b: source_b, c: source_c, .. } = instruction.parts();
        let port = |source: WideSource, text: &str| match source.fixed() {
            Some(value) => Ok(value),
            None => hexadecimal(text).and_then(|value| u32::try_from(value).ok()).ok_or_else(|| {
                let message =
                    format!("the value of {source} is {text:?}: expected up to 8 hexadecimal digits");
                Failure::input(place(number), &message)
            }),
        };
        let ports = [port(WideSource::Register(ra), a)?, port(source_b, b)?, port(source_c, c)?];
        let result = instruction.operation().execute(ports[0], ports[1], ports[2]);
        if predicate != Predicate::PT {
            say(format_args!("{}: note: {predicate} is not computed", place(number)));
            worst = Exit::BadInput;
        }
        writeln!(out, "{text}\t{a}\t{b}\t{c}\t{result:08x}")?;
        Ok(true)
    })?;
    Ok(verdict.max(worst))
}
