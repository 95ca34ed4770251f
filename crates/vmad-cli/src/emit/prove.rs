//! `vmad emit --prove`: the proof of many functions.

use std::io::Write;

use vmad_emit::{Function, Integers, Language, Options, builder::Builder, function_of, proof};
use vmad_proof::{equal::Proof, parallel};
use vmad_sass::{AnyInstruction, NotKnown, isa::Layout};
use vmad_term::solver::{Answer, Solver};
use vmad_unit::Kind;

use crate::{
    failure::{Exit, Failure},
    number::cores,
    output::Out,
    progress::Progress,
};

pub(super) const fn verdict(answer: &Answer) -> Exit {
    match answer {
        Answer::Holds => Exit::Fine,
        Answer::Fails(_) => Exit::Finding,
        Answer::Unknown(_) => Exit::BadInput,
    }
}

pub(super) fn not_proved(instruction: &AnyInstruction, answer: &Answer) -> String {
    match answer {
        Answer::Holds => String::new(),
        Answer::Fails(values) => format!("{instruction}: refuted by {values:x?}"),
        Answer::Unknown(reason) => format!("{instruction}: not decided: {reason}"),
    }
}

/// Proves the code of a function in a language, and what is proved.
pub(super) fn prove_code(
    solver: &Solver,
    function: &Function,
    language: Language,
    options: Options<'_>,
) -> (Answer, &'static str) {
    let integers = language.integers(options);
    let text = match language {
        Language::Ptx => proof::prove_ptx(solver, function, integers),
        _ => None,
    };
    match text {
        Some((answer, Some(Proof::Polynomials))) => {
            (answer, "by integer polynomials, which no checker reads, these instructions")
        }
        Some((answer, _)) => (answer, "these instructions"),
        None => (proof::prove(solver, function, integers), "these expressions"),
    }
}

/// Proves the functions of instructions in all integers: a line for each mnemonic, and for each function that is not
/// proved.
pub(super) fn prove_all(
    solver: &Solver,
    instructions: &[AnyInstruction],
    out: &mut Out,
) -> Result<Exit, Failure> {
    let (mut total, mut all_proved, mut worst) = (0, 0, Exit::Fine);
    let progress = Progress::new(instructions.len() as u64, "instructions");
    for group in instructions.chunk_by(|one, other| one.mnemonic() == other.mnemonic()) {
        let mut proved = 0;
        let work = |instruction: &AnyInstruction| match function_of(instruction, None) {
            Some(function) => proof::prove_all_integers(solver, &function),
            None => Integers::ALL.map(|_| Answer::Unknown(NotKnown.to_string())),
        };
        parallel::each(cores(), group, work, |instruction, answers, _| {
            for (answer, integers) in answers.iter().zip(Integers::ALL) {
                worst = worst.max(verdict(answer));
                if *answer == Answer::Holds {
                    proved += 1;
                } else {
                    writeln!(out, "{integers:?}: {}", not_proved(instruction, answer))?;
                }
            }
            progress.add(1);
            Ok::<_, Failure>(())
        })?;
        let functions = group.len() * Integers::ALL.len();
        let mnemonic = group.first().map_or("", AnyInstruction::mnemonic);
        progress.aside(|| {
            writeln!(out, "{mnemonic:<10} {proved} of {functions} proved")?;
            out.send()
        })?;
        total += functions;
        all_proved += proved;
    }
    writeln!(
        out,
        "{all_proved} of {total} proved: {} instructions in 4 kinds of integers",
        instructions.len(),
    )?;
    Ok(worst)
}

/// Proves what the builder makes of instructions: a line for each that is not proved.
pub(super) fn prove_builder(
    solver: &Solver,
    instructions: &[AnyInstruction],
    out: &mut Out,
) -> Result<Exit, Failure> {
    let (mut proved, mut worst) = (0, Exit::Fine);
    let progress = Progress::new(instructions.len() as u64, "instructions");
    let batches: Vec<_> = instructions.chunks(512).collect();
    let work = |batch: &&[AnyInstruction]| {
        let builder = Builder::new(&Kind::ALL);
        let built = |instruction: &AnyInstruction| match instruction {
            AnyInstruction::Narrow(narrow) => builder.built(narrow.to_layout(Layout::Maxwell).encode()),
            AnyInstruction::Wide(_) => None,
        };
        let prove = |instruction: &AnyInstruction| match (function_of(instruction, None), built(instruction))
        {
            (Some(function), Some(built)) => proof::prove_lowered(solver, &function, &built.lowered),
            _ => Answer::Unknown("the builder does not build it".to_owned()),
        };
        batch.iter().map(prove).collect::<Vec<_>>()
    };
    parallel::each(cores(), &batches, work, |batch, answers, _| {
        for (instruction, answer) in batch.iter().zip(&answers) {
            worst = worst.max(verdict(answer));
            if *answer == Answer::Holds {
                proved += 1;
            } else {
                writeln!(out, "{}", not_proved(instruction, answer))?;
            }
        }
        progress.add(batch.len() as u64);
        Ok::<_, Failure>(())
    })?;
    let all = instructions.len();
    writeln!(out, "{proved} of {all} proved: what the builder makes of {all} instructions")?;
    Ok(worst)
}

#[cfg(test)]
mod tests {
    use vmad_sass::Instruction;

    use super::*;

    /// The exit code and the text of each answer.
    #[test]
    fn what_is_not_proved_is_explained() {
        let word = Instruction::decode(0x5f04_0200_0037_0200).expect("a VMAD");
        let instruction = AnyInstruction::Narrow(word);
        let fails = Answer::Fails(vec![("a", 0x1f), ("b", 0)]);
        let unknown = Answer::Unknown("time limit".to_owned());
        assert_eq!(
            [&Answer::Holds, &fails, &unknown].map(verdict),
            [Exit::Fine, Exit::Finding, Exit::BadInput]
        );
        let text = "VMAD.U8.U8 R0, R2, R3, R4";
        let refuted = format!("{text}: refuted by [(\"a\", 1f), (\"b\", 0)]");
        assert_eq!(not_proved(&instruction, &fails), refuted);
        assert_eq!(not_proved(&instruction, &unknown), format!("{text}: not decided: time limit"));
    }
}
