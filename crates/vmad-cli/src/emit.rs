//! `vmad emit`: instructions as source code.

mod modes;
mod prove;

use std::io::Write;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use vmad_emit::{Language, builder::Builder};
use vmad_sass::{AnyArch, AnyInstruction, Arch, NotKnown, isa::Layout};
use vmad_term::solver::Answer;
use vmad_unit::Kind;

use crate::{
    excerpt::Place,
    failure::{Exit, Failure},
    inputs::{self, any_instruction},
    output::Out,
    solving::SolverOptions,
    stdin_lines,
    wide::any_arch,
};
use modes::every_mode;
use prove::{not_proved, prove_all, prove_builder, prove_code, verdict};

/// Print an instruction as a function in another language
///
/// The code is made from the functions of the datapath, so it computes what exec computes. It needs no library, and is
/// free to paste.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "\
vmad emit --lang <LANGUAGE> <INSTRUCTION>...
       vmad emit --lang <LANGUAGE> --all [MNEMONIC]...
       vmad emit --builder --lang <LANGUAGE> --all [MNEMONIC]...
       vmad emit --prove [--builder] [INSTRUCTION]...",
    mut_group("solver_options", |solver| solver.requires("prove")),
    mut_arg("certificate", |option| option.hide_short_help(true)),
    mut_arg("script", |option| option.hide_short_help(true)),
)]
#[command(after_help = "\
Examples:
  vmad emit --lang c 'VMAD.U8.U8 R0, R2, R3, R4'
  vmad emit --lang c --name scale 'VMAD.S16.U8.SHR_7.SAT R0, -R1, R2, R4'
  vmad emit --lang c --no-int64 'VMNMX.U8.S16.MX R0, R1.B2, -5, R3'
  vmad emit --lang csharp VMAD > every_mode.cs
  vmad emit --lang c --prefix nv_ 5f04020000370200 'VADD R0, R1, R2, R3'
  vmad decode --raw --format nvdisasm code.bin | cut -f 1 | \\
      vmad emit --lang glsl -
  vmad emit --lang c --arch sm_86 'VABSDIFF4.U8.ACC R0, R1, R2, R3'
  vmad emit --lang systemverilog --all > unit.sv
  vmad emit --builder --lang cpp --all > video.hpp
  vmad emit --prove VMNMX

Instructions that differ only in registers, guard or destination share one function.

The function takes and returns 32-bit unsigned values: one parameter for each port (a, b, c) \
that names a register other than RZ, also when two ports name the same. An immediate is part of the \
function. For VSETP, c is the source predicate (bit 0), and bits 0 and 1 of the result are the \
destination predicates. The guard has no effect.

--all prints functions that take the word and the three ports: vmad_execute for VMAD, video_execute \
for any video instruction; --all VMNMX prints vmnmx_execute. They return 0 for a word that \
vmad_is_legal or video_is_legal refuses. The ports are those of exec --lines: RZ reads 0, \
and an immediate form ignores b. GLSL, HLSL, WGSL, SPIR-V, LLVM IR and PTX take the word as two \
halves, the low one first.

--builder prints code for a recompiler, which sees a word at run time: build(ops, word, a, b, c) calls operations of \
the IR that the caller defines. The file describes each.

--prove proves that the function and the datapath have the same result, for all \
values of the parameters, and adds a comment to the function. The proof is of the printed expressions; \
their text in the language is tested only. PTX of a mode that PTX has is the code of vmad ptx rewrite, and its printed \
text is proved: by a checked proof, or, as the comment then says, by integer polynomials. Without --lang, --prove prints no function: it proves each \
in the four kinds of integers that the languages have.

With a mnemonic, there is a function for each mode: with a register B, and with the first selectors of its formats.")]
pub(crate) struct Args {
    /// The language
    #[arg(long, value_name = "LANGUAGE", value_parser = languages(), required_unless_present = "prove")]
    lang: Option<Language>,

    /// The instructions: assembly text or words; `-` for those of standard input; or mnemonics (VADD), for all modes
    #[arg(value_name = "INSTRUCTION")]
    instructions: Vec<String>,

    /// The architecture that gives the layout of the words, sm_35 to sm_62, and from sm_70 on for words of 128 bits
    #[arg(long, value_parser = any_arch, default_value_t = AnyArch::Narrow(Arch::Sm50))]
    arch: AnyArch,

    /// Functions of any word: of every instruction and mode, or of some mnemonics
    #[arg(long, conflicts_with = "name")]
    all: bool,

    /// Print code that builds the IR of a word, for a recompiler, in place of code that computes: cpp, csharp, rust; with
    /// --prove, prove what it builds
    #[arg(long, conflicts_with_all = ["int64", "no_int64", "package"])]
    builder: bool,

    /// Prove that the functions compute what the datapath computes; without INSTRUCTION, for all modes of all
    /// instructions
    #[arg(long, conflicts_with = "all")]
    prove: bool,

    #[command(flatten)]
    solver: SolverOptions,

    /// The name of the function [default: the mnemonic and its suffixes]
    #[arg(long, value_name = "NAME", value_parser = identifier)]
    name: Option<String>,

    /// The start of every name that the output defines
    #[arg(long, value_name = "NAME", value_parser = identifier)]
    prefix: Option<String>,

    /// Print SystemVerilog functions, in a package of this name, in place of modules
    #[arg(long, value_name = "NAME", value_parser = identifier, hide_short_help = true)]
    package: Option<String>,

    /// Add every wire of the datapath to the outputs of a SystemVerilog module
    #[arg(long, requires = "lang", conflicts_with_all = ["all", "package"], hide_short_help = true)]
    wires: bool,

    /// Use integers of 64 bits where they are shorter
    #[arg(long, overrides_with = "no_int64", hide_short_help = true)]
    int64: bool,

    /// Use integers of 32 bits only
    #[arg(long, overrides_with = "int64", hide_short_help = true)]
    no_int64: bool,
}

/// The languages by their names. C++ has the functions of C.
fn languages() -> impl TypedValueParser<Value = Language> {
    let named = |language: Language| PossibleValue::new(language.name()).help(language.describe());
    let mut values: Vec<_> = Language::ALL.into_iter().map(named).collect();
    values.insert(1, PossibleValue::new("cpp").help("C++: the functions of c; with --builder, templates"));
    PossibleValuesParser::new(values)
        .map(|name| Language::ALL.into_iter().find(|language| language.name() == name).unwrap_or(Language::C))
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

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<Exit, Failure> {
    if args.builder && args.all == args.prove {
        return Err(Failure::input("--builder", "expected --all with --lang, or --prove"));
    }
    args.refuse_architecture()?;
    let Some(language) = args.lang else {
        let instructions = args.instructions()?;
        let asked = args.solver.solver()?;
        let prove = if args.builder { prove_builder } else { prove_all };
        let proved = prove(&asked.solver, &instructions, out)?;
        asked.finish()?;
        return Ok(proved);
    };
    if args.builder && args.prove {
        return Err(Failure::input("--lang", "the proof of --builder prints no code: leave it out"));
    }
    if args.int64 && !language.has_longs() {
        let message = format!("{} has integers of 32 bits only: leave it out", language.name());
        return Err(Failure::input("--int64", &message));
    }
    if args.package.is_some() && language != Language::SystemVerilog {
        return Err(Failure::input("--package", "only systemverilog has one: leave it out"));
    }
    if args.wires && language != Language::SystemVerilog {
        return Err(Failure::input("--wires", "only the modules of systemverilog have them: leave it out"));
    }
    let names = [("--name", &args.name), ("--package", &args.package)];
    for (option, name) in names {
        if let Some(name) = name.as_deref().filter(|name| language.is_reserved(name)) {
            let message = format!("{} reserves {name:?}: expected another name", language.name());
            return Err(Failure::input(option, &message));
        }
    }
    let longs = if args.no_int64 { Some(false) } else { args.int64.then_some(true) };
    let prefix = args.prefix.as_deref().unwrap_or_default();
    let options = vmad_emit::Options { longs, prefix, package: args.package.as_deref(), wires: args.wires };
    if args.all {
        let kinds = args.kinds()?;
        if args.builder {
            let kinds = if kinds.is_empty() { &Kind::ALL[..] } else { &kinds };
            let text = language.print_builder(&Builder::new(kinds), options);
            let text =
                text.ok_or_else(|| Failure::input("--builder", "expected --lang cpp, csharp or rust"))?;
            out.write_all(text.as_bytes())?;
            return Ok(Exit::Fine);
        }
        let functions = if kinds.is_empty() { vmad_emit::every_word() } else { vmad_emit::words_of(&kinds) };
        out.write_all(language.print(&functions, options).as_bytes())?;
        return Ok(Exit::Fine);
    }
    let instructions = args.instructions()?;
    let mut functions = vmad_emit::functions(&instructions, args.name.as_deref())
        .map_err(|it| Failure::input(it.to_string(), &NotKnown))?;
    let count = functions.len();
    if count > 1 && args.name.is_some() {
        let message = format!("it names one function, and {count} are selected: take --prefix");
        return Err(Failure::input("--name", &message));
    }
    if args.prove {
        let asked = args.solver.solver()?;
        for (instruction, function) in &mut functions {
            match prove_code(&asked.solver, function, language, options) {
                (Answer::Holds, what) => function
                    .comment
                    .push(format!("Proved: {what} have the datapath's result for all parameters.")),
                (answer, _) => {
                    writeln!(out, "{}", not_proved(instruction, &answer))?;
                    return Ok(verdict(&answer));
                }
            }
        }
        asked.finish()?;
    }
    let functions: Vec<_> = functions.into_iter().map(|(_, function)| function).collect();
    out.write_all(language.print(&functions, options).as_bytes())?;
    Ok(Exit::Fine)
}

impl Args {
    /// The instructions of `--all`.
    fn kinds(&self) -> Result<Vec<Kind>, Failure> {
        let legal = Kind::NAMES.join(", ");
        let kind = |text: &String| {
            let message = || format!("it takes mnemonics, and {text:?} is none: expected {legal}");
            inputs::kind(text).ok_or_else(|| Failure::input("--all", &message()))
        };
        self.instructions.iter().map(kind).collect()
    }

    /// The texts of the arguments, each with its place; lines of standard input in place of `-`.
    fn texts(&self) -> Result<Vec<(Place, String)>, Failure> {
        let mut texts = Vec::new();
        for (index, text) in self.instructions.iter().enumerate() {
            let name = match self.instructions.len() {
                1 => "the instruction".to_owned(),
                _ => format!("instruction {}", index + 1),
            };
            match text.as_str() {
                "-" => texts.extend(stdin_lines::filled()?),
                _ => texts.push((name.into(), text.clone())),
            }
        }
        Ok(texts)
    }

    /// Refuses the architectures whose words the functions of any word, and the builder, do not take.
    fn refuse_architecture(&self) -> Result<(), Failure> {
        let option = if self.builder { "--builder" } else { "--all" };
        match self.arch {
            AnyArch::Narrow(arch) if arch.layout() == Layout::Maxwell => Ok(()),
            AnyArch::Narrow(_) if self.builder && self.prove => Ok(()),
            arch if self.builder || self.all => {
                let message = format!(
                    "its code takes words of sm_50 to sm_62, and not those of {arch}: leave --arch out, or name \
                     instructions without {option}"
                );
                Err(Failure::input(option, &message))
            }
            _ => Ok(()),
        }
    }

    /// The instructions that the arguments name.
    fn instructions(&self) -> Result<Vec<AnyInstruction>, Failure> {
        let mut instructions = Vec::new();
        for (place, text) in self.texts()? {
            match (self.arch, inputs::kind(&text)) {
                (arch, Some(kind)) => {
                    let modes = every_mode(kind, arch);
                    if modes.is_empty() {
                        let message = format!("{arch} has no {}", kind.name());
                        return Err(Failure::piece(place, &text, 0..text.len(), &message));
                    }
                    instructions.extend(modes);
                }
                (arch, None) => instructions.push(any_instruction(&place, &text, arch)?),
            }
        }
        if self.instructions.is_empty() && self.prove {
            instructions.extend(Kind::ALL.into_iter().flat_map(|kind| every_mode(kind, self.arch)));
            if instructions.is_empty() {
                let message =
                    format!("{} has no video instruction: expected another architecture", self.arch);
                return Err(Failure::input("--arch", &message));
            }
        }
        if instructions.is_empty() {
            let message = "it is missing: expected text, a word, a mnemonic, or --all";
            return Err(Failure::input("the instruction", message));
        }
        Ok(instructions)
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::{Cli, Command};

    /// The number of instructions that these arguments select.
    fn selected(arguments: &[&str]) -> Option<usize> {
        let cli = Cli::try_parse_from([&["vmad", "emit"], arguments].concat());
        let Ok(Cli { command: Command::Emit(args), .. }) = cli else { panic!("{arguments:?}: {cli:?}") };
        args.instructions().ok().map(|instructions| instructions.len())
    }

    #[test]
    fn proofs_are_of_all_instructions_by_default() {
        let each = Kind::NAMES.into_iter().map(|mnemonic| selected(&["--prove", mnemonic]));
        let sum = each.sum::<Option<usize>>();
        assert!(sum.is_some());
        assert_eq!(selected(&["--prove"]), sum);
        assert_eq!(selected(&["--lang", "c"]), None);
    }
}
