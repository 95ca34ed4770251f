//! PTX text, and PTX against SASS.

use arbitrary::{Result, Unstructured};
use vmad_ptx::{
    ast::{Body, Instruction, Operand, Operation, Video},
    module::scan,
    reading::Reading,
    syntax::{FoundInstruction, parse, parse_one},
    video::evaluate,
};
use vmad_sass::Arch;
use vmad_unit::{Register, State};

use super::Sample;
use crate::{
    generate,
    texts::{check_error, check_place},
};
use vmad_map::{
    case::Case,
    rows::{self, EMULATED_WORDS, STORE},
};
use vmad_ptxas::{
    lowering::{LowerError, Lowered, Registers, lower},
    miscompiles::witness,
};

/// Any video instruction on any architecture, and the values of its registers and guard.
#[derive(Debug)]
pub(super) struct Lowering {
    instruction: Instruction,
    arch: Arch,
    /// The values of d, a, b and c, if each has a register of its own.
    values: [u32; 4],
    predicate: bool,
}

impl Sample for Lowering {
    const NAME: &'static str = "ptx_is_the_lowered_sass";
    const STATEMENT: &'static str = "any video instruction on any architecture: what its lowering computes, from its words, \
                                     is what the PTX says, outside the rows of the divergence map that speak of it, and no \
                                     other operand changes; and a row without a witness gives what the PTX says, for GPUs of \
                                     any generation";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        let instruction = generate::video(bytes)?;
        let arch = *bytes.choose(&Arch::MAXWELL_AND_PASCAL)?;
        let mut values = [0; 4];
        for value in &mut values {
            *value = generate::value(bytes)?;
        }
        let predicate = bytes.arbitrary()?;
        let Body::Video(video) = &instruction.body else { return Err(arbitrary::Error::IncorrectFormat) };
        let constants: Vec<u32> =
            video.operands().into_iter().flatten().filter_map(Operand::constant).collect();
        for value in &mut values {
            if !constants.is_empty() && bytes.arbitrary()? {
                let constant = *bytes.choose(&constants)?;
                *value = generate::value_near(bytes, constant)?;
            }
        }
        Ok(Self { instruction, arch, values, predicate })
    }

    fn check(&self) {
        let text = format!("{} on {}, {:x?}", self.instruction, self.arch, self.values);
        let read = parse_one(&self.instruction.to_string()).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.instruction, self.instruction, "{text}");

        let Body::Video(video) = &read.instruction.body else { panic!("{text} is not a video instruction") };
        let inputs = self.inputs(video);
        let [a, b, c] = inputs;
        let expected = self.written(evaluate(video.operation(), a, b, c, &Reading::DEFAULT));
        let case = Case::of_video(video);
        for row in rows::miscompiles() {
            if let Some(case) = case.filter(|case| row.differs_in(case))
                && let Some(code) = row.prepare(&case)
                && witness(&case, row).is_none()
            {
                assert_eq!(code(inputs), case.prepare()(inputs), "{text}: {row}");
            }
        }
        let (result, row) = match lower(&read.instruction, self.arch, &Registers::default()) {
            Ok(lowered) => match self.execute(&lowered) {
                Some(result) => (result, lowered.miscompiled),
                None => return assert_eq!(lowered.miscompiled, Some(&STORE), "{text}: {lowered}"),
            },
            Err(error @ LowerError::NotVmad { .. }) => {
                let model = case.and_then(|case| EMULATED_WORDS.prepare(&case));
                let model = model.unwrap_or_else(|| panic!("{text}: {error}"));
                (self.written(model(inputs)), Some(&EMULATED_WORDS))
            }
            Err(LowerError::SimdSequence) if matches!(video.operation(), Operation::Simd4(_)) => return,
            Err(error) => panic!("{text}: {error}"),
        };
        let is_foreseen = row.zip(case).is_some_and(|(row, case)| row.can_differ_on(&case, inputs));
        if !is_foreseen {
            assert_eq!(result, expected, "{text}");
        }
    }
}

impl Lowering {
    /// The values of a, b and c that the instruction reads: a register has that of its first operand.
    fn inputs(&self, video: &Video) -> [u32; 3] {
        let d = Operand::Register(video.d().clone());
        let operands = [Some(&d), Some(video.a()), Some(video.b()), video.c()];
        [1, 2, 3].map(|index| {
            let first = operands.iter().position(|operand| *operand == operands[index]);
            let constant = operands[index].and_then(Operand::constant);
            constant.unwrap_or(self.values[first.unwrap_or(index)])
        })
    }

    /// The value of d after a write, which happens if the guard is true.
    fn written(&self, result: u32) -> u32 {
        let guard = self.instruction.guard.as_ref();
        if guard.is_none_or(|guard| self.predicate != guard.negated) { result } else { self.values[0] }
    }

    /// What the lowered instructions leave in d; [`None`] if one is not a video instruction. The registers of the other
    /// operands must not change.
    fn execute(&self, lowered: &Lowered) -> Option<u32> {
        let Registers { d, a, b, c, guard } = Registers::default();
        let operands = [d, a, b, c];
        let mut state = State::default();
        for (register, value) in operands.into_iter().zip(self.values) {
            state.registers.write(register, value);
        }
        // What the instruction is not given must not matter: the registers of constants hold something.
        for register in (5..9).map(Register::from_encoding) {
            state.registers.write(register, 0xdead_beef);
        }
        state.predicates.write(guard, self.predicate);
        lowered.execute(&mut state)?;
        let [result, others @ ..] = operands.map(|register| state.registers.read(register));
        assert_eq!(others, self.values[1..], "{} in {lowered}", self.instruction);
        Some(result)
    }
}

/// Any text.
#[derive(Debug)]
pub(super) struct PtxText {
    text: String,
}

impl Sample for PtxText {
    const NAME: &'static str = "ptx_text_is_read_or_refused_in_place";
    const STATEMENT: &'static str = "any text: reading PTX never panics; what is read prints and reads back, every span lies in \
                                the text, and an excerpt of an error shows no hidden character";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        Ok(Self { text: generate::ptx_text(bytes)? })
    }

    fn check(&self) {
        let Self { text } = self;
        match parse(text) {
            Ok(found) => found.iter().for_each(|found| reads_back(found, text)),
            Err(error) => check_error(text, error.span, &error.kind.to_string()),
        }
        let module = scan(text);
        for statement in module.statements {
            match statement {
                Ok(found) => reads_back(&found, text),
                Err(it) => {
                    check_place(text, it.opcode);
                    check_place(text, it.span);
                    check_error(text, it.error.span, &it.error.kind.to_string());
                }
            }
        }
        module.functions.iter().for_each(|function| check_place(text, function.body));
    }
}

fn reads_back(found: &FoundInstruction, text: &str) {
    check_place(text, found.span);
    found.ignored.iter().for_each(|ignored| check_place(text, ignored.span));
    let printed = found.instruction.to_string();
    let again = parse_one(&printed).unwrap_or_else(|error| panic!("{printed}: {error}"));
    assert_eq!(again.instruction, found.instruction, "{printed}");
    assert!(again.ignored.is_empty(), "{printed}");
}
