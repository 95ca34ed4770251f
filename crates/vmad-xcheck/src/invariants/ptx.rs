//! PTX text, and PTX against SASS.

use arbitrary::{Result, Unstructured};
use vmad_ptx::{
    ast::Instruction,
    module::{Items, scan},
    reading::Reading,
    syntax::{Found, Span, parse, parse_one},
};
use vmad_sass::Arch;
use vmad_unit::{Register, State};

use super::{Description, Sample, sources};
use crate::{
    generate,
    interpretation::{Case, Id, Model},
    lowering::{LowerError, Lowered, Registers, lower},
};

/// Any `vmad` on any architecture and inputs.
pub(super) struct Lowering {
    case: Case,
    instruction: Instruction,
    arch: Arch,
    inputs: [u32; 3],
}

impl Sample for Lowering {
    const NAME: &'static str = "ptx_is_the_lowered_sass";
    const STATEMENT: &'static str = "any vmad on any architecture: what its lowering computes, from its words, is what the PTX \
                                says, outside the rows of the divergence map that speak of it";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        let case = generate::case(bytes)?;
        let arch = *bytes.choose(&Arch::ALL)?;
        let inputs = [generate::value(bytes)?, generate::value(bytes)?, generate::value(bytes)?];
        let instruction = case.instruction().ok_or(arbitrary::Error::IncorrectFormat)?;
        Ok(Self { case, instruction, arch, inputs })
    }

    fn describe(&self) -> Description {
        let lowered = match lower(&self.instruction, self.arch, &Registers::default()) {
            Ok(lowered) => lowered.to_string(),
            Err(error) => error.to_string(),
        };
        let mut description = vec![("PTX", self.instruction.to_string())];
        description.extend(sources(self.case.fill(self.inputs)));
        description.extend([("architecture", self.arch.to_string()), ("lowered", lowered)]);
        description
    }

    fn check(&self) {
        let Self { case, instruction, arch, inputs } = self;
        let (case, arch, inputs) = (*case, *arch, *inputs);
        let text = instruction.to_string();
        let read = parse_one(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.instruction, *instruction, "{text}");

        let Some(ptx) = Model::Ptx(Reading::DEFAULT).prepare(case) else { panic!("{text} is not computed") };
        let expected = ptx(inputs);
        let (result, row) = match lower(&read.instruction, arch, &Registers::default()) {
            Ok(lowered) => (execute(&lowered, inputs), lowered.miscompiled),
            Err(error @ LowerError::NotVmad { .. }) => {
                let Some(emulation) = Model::Emulation.prepare(case) else {
                    panic!("{text} is not emulated")
                };
                (emulation(inputs), error.divergence())
            }
            Err(error) => panic!("{text} on {arch}: {error}"),
        };
        let foreseen = |id: Id| id.interpretation().can_differ_on(&case, inputs);
        if !row.is_some_and(foreseen) {
            assert_eq!(result, expected, "{text} on {arch}, {inputs:x?}");
        }
    }
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

/// Any text.
pub(super) struct PtxText {
    text: String,
}

impl Sample for PtxText {
    const NAME: &'static str = "ptx_text_is_read_or_refused_in_place";
    const STATEMENT: &'static str = "any text: reading PTX never panics; what is read prints and reads back, and every span \
                                lies in the text";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        Ok(Self { text: generate::ptx_text(bytes)? })
    }

    fn describe(&self) -> Description {
        vec![("text", format!("{:?}", self.text))]
    }

    fn check(&self) {
        let text = &self.text;
        let lies_in_text = |span: Span| {
            assert!(text.get(span.start..span.end).is_some(), "{text:?} has no place {span:?}");
        };
        match parse(text) {
            Ok(found) => found.iter().for_each(|found| reads_back(found, &lies_in_text)),
            Err(error) => {
                lies_in_text(error.span);
                assert!(!error.to_string().is_empty());
            }
        }
        let module = scan(text);
        for statement in module.statements {
            match statement {
                Ok(found) => reads_back(&found, &lies_in_text),
                Err(it) => [it.opcode, it.span, it.error.span].into_iter().for_each(lies_in_text),
            }
        }
        module.functions.iter().for_each(|function| lies_in_text(function.body));
        // A text that is read in two pieces has the items of the whole.
        let mut start = Items::of_piece(&text[..text.floor_char_boundary(text.len() / 2)], 0, true);
        let mut items: Vec<_> = start.by_ref().collect();
        items.extend(Items::of_piece(text, start.read(), false));
        assert_eq!(items, Items::new(text).collect::<Vec<_>>(), "{text:?}");
    }
}

fn reads_back(found: &Found, lies_in_text: &impl Fn(Span)) {
    lies_in_text(found.span);
    found.ignored.iter().for_each(|ignored| lies_in_text(ignored.span));
    let printed = found.instruction.to_string();
    let again = parse_one(&printed).unwrap_or_else(|error| panic!("{printed}: {error}"));
    assert_eq!(again.instruction, found.instruction, "{printed}");
    assert!(again.ignored.is_empty(), "{printed}");
}

/// Any mode on any inputs.
pub(super) struct AnyMode {
    case: Case,
    inputs: [u32; 3],
}

impl Sample for AnyMode {
    const NAME: &'static str = "unit_is_the_default_reading";
    const STATEMENT: &'static str =
        "any mode on any inputs: the unit computes what the default reading of PTX says";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        let case = Case { constants: [None; 3], ..generate::case(bytes)? };
        let inputs = [generate::value(bytes)?, generate::value(bytes)?, generate::value(bytes)?];
        Ok(Self { case, inputs })
    }

    fn describe(&self) -> Description {
        let ptx = self.case.instruction().map_or_else(String::new, |it| it.to_string());
        [("PTX", ptx)].into_iter().chain(sources(self.inputs)).collect()
    }

    fn check(&self) {
        let Self { case, inputs } = *self;
        let models = [Model::Ptx(Reading::DEFAULT), Model::Unit].map(|model| model.prepare(case));
        let results = models.map(|model| model.map(|model| model(inputs)));
        assert!(results[0].is_some() && results[0] == results[1], "{case:?} on {inputs:x?}: {results:x?}");
    }
}
