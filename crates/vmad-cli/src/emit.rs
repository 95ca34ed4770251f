//! `vmad emit`: instructions as source code.

use std::{io::Write, path::PathBuf, time::Duration};

use clap::ValueEnum;
use vmad_emit::{Integers, Language, Options, proof::prove};
use vmad_sass::Instruction;
use vmad_unit::vmad::Mode;
use vmad_xcheck::{
    parallel,
    proof::solver::{Answer, Solver},
    spelling,
};

use crate::{
    failure::{Failure, Verdict},
    inputs::{instruction, not_known},
    interrupt,
    jobs::cores,
    output::Out,
};

/// Print an instruction as a function in another language
///
/// The code is made from the functions of the datapath, so it computes what exec computes. It needs no library, and is
/// free to paste.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  vmad emit --lang c 'VMAD.U8.U8 R0, R2, R3, R4'
  vmad emit --lang c --name scale 'VMAD.S16.U8.SHR_7.SAT R0, -R1, R2, R4'
  vmad emit --lang c --no-int64 'VMNMX.U8.S16.MX R0, R1.B2, -5, R3'
  vmad emit --lang systemverilog --all > unit.sv
  vmad emit --list

The function takes and returns 32-bit unsigned values: one parameter for each port (a, b, c) \
that names a register other than RZ, also when two ports name the same. An immediate is part of the \
function. For VSETP, c is the source predicate (bit 0), and bits 0 and 1 of the result are the \
destination predicates. The guard has no effect.

--all prints functions that take the word and the three ports: vmad_execute for VMAD, video_execute \
for any video instruction (in SystemVerilog the modules vmad_unit and video_unit). They return 0 for \
a word that vmad_is_legal or video_is_legal refuses. The ports are those of exec --batch: RZ reads 0, \
and an immediate form ignores b. GLSL, SPIR-V, LLVM IR and PTX take the word as two halves, the low \
one first.

--prove has an SMT solver prove that the function computes what the datapath computes, for all \
values of its parameters, and adds a comment that says so. The proof is of the expressions that are \
printed; their printing is tested. Without an instruction, --prove proves all 864 modes of VMAD in \
the four kinds of integers that the languages have. It takes minutes.")]
pub(crate) struct Args {
    /// The language
    #[arg(long, value_name = "LANGUAGE", required_unless_present_any = ["list", "prove"])]
    lang: Option<Lang>,

    /// The instruction: assembly text or a word
    #[arg(value_name = "INSTRUCTION", required_unless_present_any = ["all", "list", "prove"])]
    instruction: Option<String>,

    /// One file for every instruction and mode
    #[arg(long, conflicts_with_all = ["instruction", "name"])]
    all: bool,

    /// Prove the function, or without an instruction all modes of VMAD
    #[arg(long, conflicts_with_all = ["all", "list"])]
    prove: bool,

    /// The SMT solver: a name on the PATH, or a path [default: the first found of z3, cvc5 and bitwuzla]
    #[arg(long, value_name = "NAME|PATH", requires = "prove")]
    solver: Option<PathBuf>,

    /// List the languages, and what each gives
    #[arg(long, conflicts_with_all = ["lang", "instruction", "all", "name", "int64", "no_int64"])]
    list: bool,

    /// The function's name [default: made of the mnemonic and its suffixes]
    #[arg(long, value_name = "NAME", value_parser = identifier)]
    name: Option<String>,

    /// Use integers of 64 bits where they are shorter
    #[arg(long, overrides_with = "no_int64")]
    int64: bool,

    /// Use integers of 32 bits only
    #[arg(long, overrides_with = "int64")]
    no_int64: bool,
}

/// [`Language`] as the value of an option.
#[derive(Clone, Copy, Debug)]
struct Lang(Language);

impl ValueEnum for Lang {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: [Lang; Language::ALL.len()] = {
            let mut all = [Lang(Language::C); Language::ALL.len()];
            let mut index = 0;
            while index < all.len() {
                all[index] = Lang(Language::ALL[index]);
                index += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(clap::builder::PossibleValue::new(self.0.name()).help(self.0.describe()))
    }
}

/// An identifier of every language.
fn identifier(text: &str) -> Result<String, String> {
    let starts = text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    if starts && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        Ok(text.to_owned())
    } else {
        Err("expected a letter or _, then letters, digits and _".to_owned())
    }
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<Verdict, Failure> {
    if args.prove && args.instruction.is_none() {
        return prove_all(&args.solver()?, out);
    }
    let Some(Lang(language)) = args.lang else {
        if args.prove {
            return Err(Failure::input("--prove", "an instruction needs --lang"));
        }
        for language in Language::ALL {
            writeln!(out, "{:<14} {}", language.name(), language.describe())?;
        }
        return Ok(Verdict::Fine);
    };
    let longs = if args.no_int64 { Some(false) } else { args.int64.then_some(true) };
    let options = Options { longs };
    let functions = match &args.instruction {
        None => language.all(),
        Some(text) => {
            let instruction = instruction(|| "the instruction", text)?;
            let function = vmad_emit::instruction(&instruction, args.name.as_deref());
            let mut function = function.ok_or_else(|| not_known(&instruction))?;
            if args.prove {
                let solver = args.solver()?;
                match prove(&solver, &instruction, language.integers(options))
                    .map_err(|error| Failure::input("--prove", &error))?
                {
                    Answer::Holds => function.comment.push(format!(
                        "Proved by {}: these expressions have the datapath's result for all parameters.",
                        solver.version()
                    )),
                    answer => {
                        writeln!(out, "{}", not_proved(&instruction, &answer))?;
                        return Ok(verdict(&answer));
                    }
                }
            }
            vec![function]
        }
    };
    out.write_all(language.print(&functions, options).as_bytes())?;
    Ok(Verdict::Fine)
}

impl Args {
    fn solver(&self) -> Result<Solver, Failure> {
        /// For one question; after it the answer is unknown.
        const LIMIT: Duration = Duration::from_mins(2);
        interrupt::solver(self.solver.as_deref(), LIMIT).map_err(|error| Failure::input("--prove", &error))
    }
}

const fn verdict(answer: &Answer) -> Verdict {
    match answer {
        Answer::Holds => Verdict::Fine,
        Answer::Fails(_) => Verdict::Finding,
        Answer::Unknown(_) => Verdict::BadInput,
    }
}

fn not_proved(instruction: &Instruction, answer: &Answer) -> String {
    match answer {
        Answer::Holds => String::new(),
        Answer::Fails(values) => format!("{instruction}: refuted by {values:x?}"),
        Answer::Unknown(reason) => format!("{instruction}: not decided: {reason}"),
    }
}

/// Proves all modes of `VMAD`, each with the first selectors of its formats, in all integers.
fn prove_all(solver: &Solver, out: &mut Out) -> Result<Verdict, Failure> {
    let modes = Mode::modes().map(|mode| Instruction::from(spelling::instruction(mode)));
    let all: Vec<_> = modes.flat_map(|mode| Integers::ALL.map(|integers| (mode, integers))).collect();
    let (mut proved, mut worst) = (0, Verdict::Fine);
    let work = |(mode, integers): &(Instruction, Integers)| prove(solver, mode, *integers);
    parallel::each(cores(), &all, work, |(mode, integers), answer, _| {
        let answer = answer.map_err(|error| Failure::input("--prove", &error))?;
        worst = worst.max(verdict(&answer));
        if answer == Answer::Holds {
            proved += 1;
        } else {
            writeln!(out, "{integers:?}: {}", not_proved(mode, &answer))?;
        }
        Ok::<_, Failure>(())
    })?;
    let total = all.len();
    writeln!(out, "{proved} of {total} proved: 864 modes in 4 kinds of integers, with {}", solver.version())?;
    Ok(worst)
}
