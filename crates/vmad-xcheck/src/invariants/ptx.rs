//! PTX text, and PTX against SASS.

use arbitrary::{Result, Unstructured};
use vmad_ptx::{
    module::scan,
    reading::Reading,
    syntax::{Found, Span, parse, parse_one},
};
use vmad_sass::Arch;
use vmad_unit::{Register, State};

use crate::{
    divergence::{Case, Id, Model},
    generate,
    lowering::{LowerError, Lowered, Registers, lower},
};

/// Any `vmad` on any architecture: what its lowering computes, from its words, is what the PTX says, outside the rows
/// of the divergence map that speak of it.
///
/// # Errors
/// The bytes have run out.
///
/// # Panics
/// The invariant does not hold.
pub fn ptx_is_the_lowered_sass(bytes: &mut Unstructured<'_>) -> Result<()> {
    let case = generate::case(bytes)?;
    let arch = *bytes.choose(&Arch::ALL)?;
    let inputs = [generate::value(bytes)?, generate::value(bytes)?, generate::value(bytes)?];
    let Some(instruction) = case.instruction() else { return Err(arbitrary::Error::IncorrectFormat) };
    let text = instruction.to_string();
    let read = parse_one(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(read.instruction, instruction, "{text}");

    let Some(ptx) = Model::Ptx(Reading::DEFAULT).prepare(case) else { panic!("{text} is not computed") };
    let expected = ptx(inputs);
    let (result, row) = match lower(&read.instruction, arch, &Registers::default()) {
        Ok(lowered) => (execute(&lowered, inputs), lowered.miscompiled),
        Err(error @ LowerError::NotVmad { .. }) => {
            let Some(emulation) = Model::Emulation.prepare(case) else { panic!("{text} is not emulated") };
            (emulation(inputs), error.divergence())
        }
        Err(error) => panic!("{text} on {arch}: {error}"),
    };
    let foreseen = |id: Id| id.divergence().parts(&case) && (id.divergence().inputs)(&case, inputs);
    if !row.is_some_and(foreseen) {
        assert_eq!(result, expected, "{text} on {arch}, {inputs:x?}");
    }
    Ok(())
}

/// What the lowered instructions leave in `d`.
fn execute(lowered: &Lowered, inputs: [u32; 3]) -> u32 {
    let Registers { d, a, b, c, .. } = Registers::default();
    let mut state = State::default();
    for (register, value) in [a, b, c].into_iter().zip(inputs) {
        state.registers.write(register, value);
    }
    // What the instruction is not given must not matter: d and the constants' registers hold something.
    for register in [0, 5, 6, 7].map(Register::from_encoding) {
        state.registers.write(register, 0xdead_beef);
    }
    lowered.execute(&mut state);
    state.registers.read(d)
}

/// Any text: reading PTX never panics; what is read prints and reads back, and every span lies in the text.
///
/// # Errors
/// The bytes have run out.
///
/// # Panics
/// The invariant does not hold.
pub fn ptx_text_is_read_or_refused_in_place(bytes: &mut Unstructured<'_>) -> Result<()> {
    let text = generate::ptx_text(bytes)?;
    let lies_in_text = |span: Span| {
        assert!(text.get(span.start..span.end).is_some(), "{text:?} has no place {span:?}");
    };
    match parse(&text) {
        Ok(found) => found.iter().for_each(|found| reads_back(found, &lies_in_text)),
        Err(error) => {
            lies_in_text(error.span);
            assert!(!error.to_string().is_empty());
        }
    }
    for statement in scan(&text).statements {
        match statement {
            Ok(found) => reads_back(&found, &lies_in_text),
            Err(error) => lies_in_text(error.span),
        }
    }
    Ok(())
}

fn reads_back(found: &Found, lies_in_text: &impl Fn(Span)) {
    lies_in_text(found.span);
    found.ignored.iter().for_each(|ignored| lies_in_text(ignored.span));
    let printed = found.instruction.to_string();
    let again = parse_one(&printed).unwrap_or_else(|error| panic!("{printed}: {error}"));
    assert_eq!(again.instruction, found.instruction, "{printed}");
    assert!(again.ignored.is_empty(), "{printed}");
}

/// Any mode on any inputs: the unit computes what the default reading of PTX says.
///
/// # Errors
/// The bytes have run out.
///
/// # Panics
/// The invariant does not hold.
pub fn unit_is_the_default_reading(bytes: &mut Unstructured<'_>) -> Result<()> {
    let case = Case { constants: [None; 3], ..generate::case(bytes)? };
    let inputs = [generate::value(bytes)?, generate::value(bytes)?, generate::value(bytes)?];
    let models = [Model::Ptx(Reading::DEFAULT), Model::Unit].map(|model| model.prepare(case));
    let results = models.map(|model| model.map(|model| model(inputs)));
    assert!(results[0].is_some() && results[0] == results[1], "{case:?} on {inputs:x?}: {results:x?}");
    Ok(())
}
