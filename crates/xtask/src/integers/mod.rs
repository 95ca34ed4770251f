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

/// Forms that are not compared: sm_61 lacks the instruction, or ptxas computes it with floats.
const NOT_COMPARED: [&str; 8] =
    ["div.", "rem.", "szext.", "bmsk.", "cvt.pack.", "lop3.and.", "lop3.or.", "16x2 "];

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
    let [forms, wide] = forms(&text)?;
    for form in wide {
        println!("not compared: {}", form.text);
    }
    let code = |arch: &str, functions: &[String]| code(&compiler, arch, functions);
    let ask = Ask { code: &code, cases: args.cases, seed: args.seed };
    let mut groups = Groups::default();
    let Folding { folded, compared, unfolded, digests } = ask.all_folded(&forms, &mut groups)?;
    println!("{FOLDING}: ptxas folds {folded} of {} forms; {compared} results compared", forms.len());
    let mut rows = String::new();
    for form in &unfolded {
        match ask.emitted(form, &mut groups)? {
            Some((target, code)) => writeln!(rows, "{}", row(form, target, &code))?,
            None => println!("  native: {}", form.text),
        }
    }
    println!("the code of {} other forms run, {} cases each", rows.lines().count(), ask.emitted_cases());
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

/// The forms of a list that are compared, which a function can return in 64 bits, and the others.
fn forms(list: &str) -> Result<[Vec<Form<'_>>; 2]> {
    let lines = list.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let forms: Vec<_> = lines.map(Form::new).collect::<Result<_>>()?;
    let is_compared = |form: &Form<'_>| {
        form.result_registers().len() <= 2 && !NOT_COMPARED.iter().any(|name| form.text.contains(name))
    };
    let (forms, wide) = forms.into_iter().partition(is_compared);
    Ok([forms, wide])
}

/// The record of a form whose code was run.
fn row(form: &Form<'_>, target: &str, code: &str) -> String {
    let registers = form.inputs().zip(form.input_registers());
    let inputs: Vec<String> = registers.map(|(input, at)| format!("{}={at}", input.name)).collect();
    let results = form.result_registers().join(" ");
    format!("{}\t{target}\t{} -> {results}\t{code}", form.text, inputs.join(" "))
}

/// The SASS of functions f0, f1 and so on.
fn code(compiler: &Compiler, arch: &str, functions: &[String]) -> Result<Vec<String>> {
    let module = format!(".version 8.8\n.target {arch}\n.address_size 64\n{}", functions.concat());
    let compiled = compiler.ptxas.compile(arch, &["-c"], &module)?;
    let cubin = compiled.cubin.with_context(|| format!("ptxas refuses a form: {}", compiled.messages))?;
    functions_of(compiler, &cubin, functions.len())
}

/// The SASS of functions for a target.
type Code<'a> = dyn Fn(&str, &[String]) -> Result<Vec<String>> + 'a;

/// What is asked of ptxas.
struct Ask<'a> {
    code: &'a Code<'a>,
    /// The number of cases of a form.
    cases: usize,
    seed: u64,
}

impl Ask<'_> {
    /// Random inputs of a form.
    fn inputs(&self, form: &Form<'_>, cases: usize) -> Vec<Vec<u64>> {
        let mut numbers = Numbers::new(self.seed);
        let one = |_| form.inputs().map(|it| numbers.number(it.width.bits())).collect();
        (0..cases).map(one).collect()
    }

    /// The number of cases of code that is run.
    fn emitted_cases(&self) -> usize {
        self.cases.max(1000)
    }

    /// Compares each case of all forms that ptxas folds.
    fn all_folded<'f, 't>(&self, forms: &'f [Form<'t>], groups: &mut Groups) -> Result<Folding<'f, 't>> {
        let mut all = Folding::default();
        for form in forms {
            let Folded { compared, row } = self.folded(form, groups)?;
            all.compared += compared;
            // Of other forms ptxas folds a few cases, such as a product with 0. Of fields in 64 bits, only those inside
            // are compared.
            if compared * 2 > self.cases || is_any_field(form) {
                all.folded += 1;
                all.digests += &row;
            } else {
                all.unfolded.push(form);
            }
        }
        Ok(all)
    }

    /// Compares each case that ptxas folds.
    fn folded(&self, form: &Form<'_>, groups: &mut Groups) -> Result<Folded> {
        let inputs = self.inputs(form, self.cases);
        let (mut compared, mut equal, mut others) = (0, Vec::new(), Vec::new());
        for (start, batch) in (0..).step_by(BATCH).zip(inputs.chunks(BATCH)) {
            let functions = batch.iter().enumerate();
            let functions =
                functions.map(|(index, values)| form.function(&format!("f{index}"), Some(values)));
            let codes = (self.code)(FOLDING, &functions.collect::<Result<Vec<_>>>()?)?;
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
    fn emitted(&self, form: &Form<'_>, groups: &mut Groups) -> Result<Option<(&'static str, String)>> {
        for target in EMITTING {
            let code = (self.code)(target, &[form.function("f0", None)?])?.concat();
            let is_native = !code.contains("; ") || code.contains("IDP.") || code.contains("VABSDIFF");
            if is_native {
                continue;
            }
            let registers = form.input_registers();
            for values in self.inputs(form, self.emitted_cases()) {
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

/// The forms that ptxas folds.
#[derive(Default)]
struct Folding<'f, 't> {
    /// How many.
    folded: usize,
    /// How many of their cases, and of others, were compared.
    compared: usize,
    /// The other forms.
    unfolded: Vec<&'f Form<'t>>,
    /// Their records.
    digests: String,
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
mod tests;
