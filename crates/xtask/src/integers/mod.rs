//! `cargo xtask ptxas-integers`: the integer instructions of `vmad-ptx` against a live ptxas.

mod function;
mod lop3;

use std::{fmt::Write as _, fs};

use anyhow::{Context, Result};
use vmad_testing::{
    cases::{Numbers, digest},
    sass::Machine,
};

use crate::{
    compiler::{Compiler, CompilerArgs},
    groups::Groups,
    lower::functions_of,
    workspace,
};
use function::Form;

/// The target for which ptxas folds instructions with constant inputs.
const FOLDING: &str = "sm_61";

/// Targets that lack instructions, so that ptxas emits several: sm_70 those on 64-bit registers, sm_120 also `sad`.
const EMITTING: [&str; 2] = ["sm_70", "sm_120"];

/// The number of functions in a module.
const BATCH: usize = 1000;

/// Compares the integer instructions with ptxas: with its folded results, and with its code
///
/// ptxas compiles each form of integer-forms.txt with random constants for sm_61. If ptxas folds it to its result, that
/// is compared. If not, the interpreter of vmad-testing runs the code for sm_70 or sm_120. The tables of lop3 are those
/// that ptxas emits for and, or, xor and not.
#[derive(Debug, clap::Args)]
pub(crate) struct IntegersArgs {
    /// Number of cases of each form
    #[arg(long, default_value_t = 12, value_name = "N")]
    cases: usize,
    /// The seed of the cases
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the code, and digests of the folded results, for the tests of vmad-ptx
    #[arg(long)]
    record: bool,
    #[command(flatten)]
    compiler: CompilerArgs,
}

/// Runs the task; `true` if there is no difference.
pub(crate) fn run(args: IntegersArgs) -> Result<bool> {
    let compiler = args.compiler.open()?;
    let path = workspace::verdicts().join("integer-forms.txt");
    let text = fs::read_to_string(&path).with_context(|| workspace::shown(&path))?;
    let forms: Vec<&str> = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
    let forms: Vec<Form<'_>> = forms.into_iter().map(Form::new).collect::<Result<_>>()?;
    // A function returns 64 bits at most.
    let (forms, wide): (Vec<_>, Vec<_>) =
        forms.into_iter().partition(|form| form.result_registers().len() <= 2);
    for form in wide {
        println!("not compared, because it has four results: {}", form.text);
    }
    let ask = Ask { compiler: &compiler };
    let mut groups = Groups::default();
    let (mut folded, mut compared, mut unfolded) = (0, 0, Vec::new());
    let mut digests = String::new();
    for form in &forms {
        let Folded { compared: found, row } = ask.folded(form, args.cases, args.seed, &mut groups)?;
        compared += found;
        // Of other forms ptxas folds a few cases, such as a product with 0. Of fields in 64 bits, only those inside are
        // compared.
        if found * 2 > args.cases || is_any_field(form) {
            folded += 1;
            digests += &row;
        } else {
            unfolded.push(form);
        }
    }
    println!("{FOLDING}: ptxas folds {folded} of {} forms; {compared} results compared", forms.len());
    let mut rows = String::new();
    let mut emitted = 0;
    for form in &unfolded {
        match ask.emitted(form, args.cases.max(1000), args.seed, &mut groups)? {
            Some((target, code)) => {
                let registers = form.inputs().zip(form.input_registers());
                let inputs: Vec<String> =
                    registers.map(|(input, at)| format!("{}={at}", input.name)).collect();
                let results = form.result_registers().join(" ");
                writeln!(rows, "{}\t{target}\t{} -> {results}\t{code}", form.text, inputs.join(" "))?;
                emitted += 1;
            }
            None => println!("  native: {}", form.text),
        }
    }
    println!("the code of {emitted} other forms run, {} cases each", args.cases.max(1000));
    let tables = lop3::rows(&ask, &mut groups)?;
    println!("lop3: {} tables that ptxas emits", tables.lines().count());
    print!("{groups}");
    if args.record {
        let tool = format!("# {}", compiler.versions()?);
        let write = |name, head: &str, rows: &str| {
            workspace::write(&workspace::verdicts().join(name), &format!("{tool}: {head}\n{rows}"))
        };
        let head = format!(
            "instruction; of {} cases of seed {}: the number that ptxas folds correctly, a digest of the \
            results, and the others",
            args.cases, args.seed
        );
        write("ptxas-folded-digests.tsv", &head, &digests)?;
        let head = "instruction, target, registers of its inputs and of the words of its results, SASS of a function";
        write("ptxas-integer-code.tsv", head, &rows)?;
        write("ptxas-lop3.tsv", "code of a, b and c, the instruction that sm_70 has for it", &tables)?;
    }
    Ok(groups.differences() == 0)
}

struct Ask<'a> {
    compiler: &'a Compiler,
}

impl Ask<'_> {
    /// The SASS of functions f0, f1 and so on.
    fn code(&self, arch: &str, functions: &[String]) -> Result<Vec<String>> {
        let module = format!(".version 8.8\n.target {arch}\n.address_size 64\n{}", functions.concat());
        let compiled = self.compiler.ptxas.compile(arch, &["-c"], &module)?;
        let cubin = compiled.cubin.with_context(|| format!("ptxas refuses a form: {}", compiled.messages))?;
        functions_of(self.compiler, &cubin, functions.len())
    }

    /// Compares each case that ptxas folds.
    fn folded(&self, form: &Form<'_>, cases: usize, seed: u64, groups: &mut Groups) -> Result<Folded> {
        let mut numbers = Numbers::new(seed);
        let inputs: Vec<Vec<u64>> =
            (0..cases).map(|_| form.inputs().map(|it| numbers.number(it.width.bits())).collect()).collect();
        let (mut compared, mut equal, mut others) = (0, Vec::new(), Vec::new());
        for (start, batch) in (0..).step_by(BATCH).zip(inputs.chunks(BATCH)) {
            let functions = batch.iter().enumerate();
            let functions =
                functions.map(|(index, values)| form.function(&format!("f{index}"), Some(values)));
            let codes = self.code(FOLDING, &functions.collect::<Result<Vec<_>>>()?)?;
            for (at, (values, code)) in (start..).zip(batch.iter().zip(codes)) {
                if !is_constant(&code) || ends_beyond_bit_63(form, values) {
                    others.push(at.to_string());
                    continue;
                }
                compared += 1;
                match compare(form, values, &code, &[], groups)? {
                    Some(found) => equal.push(found),
                    None => others.push(format!("{at}!")),
                }
            }
        }
        let results = equal.iter().flatten().copied();
        let row = format!("{}\t{}\t{:016x}\t{}\n", form.text, equal.len(), digest(results), others.join(" "));
        Ok(Folded { compared, row })
    }

    /// Compares the code for the first target that lacks a form; returns the target and the code.
    fn emitted(
        &self,
        form: &Form<'_>,
        cases: usize,
        seed: u64,
        groups: &mut Groups,
    ) -> Result<Option<(&'static str, String)>> {
        for target in EMITTING {
            let code = self.code(target, &[form.function("f0", None)?])?.concat();
            let is_native = !code.contains("; ") || code.contains("IDP.") || code.contains("VABSDIFF");
            if is_native {
                continue;
            }
            let mut numbers = Numbers::new(seed);
            let registers = form.input_registers();
            for _ in 0..cases {
                let values: Vec<u64> = form.inputs().map(|it| numbers.number(it.width.bits())).collect();
                compare(form, &values, &code, &registers, groups)?;
            }
            return Ok(Some((target, code)));
        }
        Ok(None)
    }
}

/// Whether it is a field of 64 bits with its position in registers.
fn is_any_field(form: &Form<'_>) -> bool {
    ["bfe.u64", "bfe.s64", "bfi.b64"].iter().any(|name| form.text.starts_with(name))
        && form.text.ends_with(" b, c;")
}

/// Whether it is such a field and exceeds bit 63: there ptxas differs from the PTX ISA.
fn ends_beyond_bit_63(form: &Form<'_>, values: &[u64]) -> bool {
    let place = form.inputs().zip(values).filter(|(input, _)| matches!(input.name.as_str(), "b" | "c"));
    is_any_field(form) && place.map(|(_, value)| value).sum::<u64>() > 64
}

/// Whether the code only loads constants.
fn is_constant(code: &str) -> bool {
    code.split("; ").all(|it| it.starts_with("MOV32I ") || it.starts_with("MOV R") && it.ends_with(", RZ"))
}

/// The cases of a form that ptxas folds.
struct Folded {
    /// How many were compared.
    compared: usize,
    /// The record: the form, the number of equal results and their digest, and the other cases. `!` marks a case in
    /// which the results differ.
    row: String,
}

/// Runs the code on values in these registers. Returns the results if they are equal to the model's; [`None`] if they
/// differ, and counts the difference.
fn compare(
    form: &Form<'_>,
    values: &[u64],
    code: &str,
    registers: &[String],
    groups: &mut Groups,
) -> Result<Option<Vec<u32>>> {
    let found = executed(form, values, code, registers)
        .map_err(|error| anyhow::anyhow!("{}: {error}\n{code}", form.text))?;
    let expected = form.results(values);
    if found != expected {
        groups.add(form.text.to_owned(), || format!("{values:x?}: ptxas {found:x?}, vmad {expected:x?}"));
        return Ok(None);
    }
    Ok(Some(found))
}

fn executed(form: &Form<'_>, values: &[u64], code: &str, registers: &[String]) -> Result<Vec<u32>, String> {
    let mut machine = Machine::default();
    for (register, value) in registers.iter().zip(values) {
        machine.set_pair(register, *value)?;
    }
    machine.execute(code)?;
    form.result_registers().iter().map(|register| machine.register(register)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folded_code_is_told_from_other_code() {
        assert!(is_constant("MOV32I R4, 0x12; MOV R5, RZ"));
        assert!(!is_constant("MOV32I R4, 0x12; IADD R4, R4, R4"));
        let (form, mut groups) = (Form::new("add.u32 d, a, b;").unwrap(), Groups::default());
        assert_eq!(compare(&form, &[1, 2], "MOV32I R4, 0x3", &[], &mut groups).unwrap(), Some(vec![3]));
        assert_eq!(groups.differences(), 0);
        assert_eq!(compare(&form, &[1, 2], "MOV32I R4, 0x4", &[], &mut groups).unwrap(), None);
        assert_eq!(groups.differences(), 1);
    }
}
