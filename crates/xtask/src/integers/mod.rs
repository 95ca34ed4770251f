//! `cargo xtask ptxas-integers`: the integer instructions of `vmad-ptx` against a live ptxas.

mod form;
mod lop3;

use std::{fmt::Write as _, fs};

use anyhow::{Context, Result, anyhow};
use vmad_testing::{
    cases::{Numbers, digest},
    sass::Machine,
};

use crate::{
    compiler::Compiler,
    groups::Groups,
    tools::{NVDISASM, PTXAS},
    workspace,
};
use form::Form;

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
}

/// Runs the task; `true` if there is no difference.
pub(crate) fn run(args: &IntegersArgs) -> Result<bool> {
    let &IntegersArgs { cases, seed, record } = args;
    let compiler = Compiler::fetched(PTXAS, NVDISASM)?;
    let path = workspace::verdicts().join("integer-forms.txt");
    let text = fs::read_to_string(&path).with_context(|| workspace::shown(&path))?;
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    // A function can return 64 bits.
    let (forms, others): (Vec<Form<'_>>, Vec<_>) =
        lines.map(Form::new).collect::<Result<Vec<_>>>()?.into_iter().partition(|form| {
            form.result_registers().len() <= 2 && !NOT_COMPARED.iter().any(|name| form.text.contains(name))
        });
    for form in others {
        println!("not compared: {}", form.text);
    }
    let mut groups = Groups::default();
    let (mut digests, mut compared, mut unfolded) = (String::new(), 0, Vec::new());
    for form in &forms {
        let (count, row) = folded(&compiler, form, &inputs(form, cases, seed), &mut groups)?;
        compared += count;
        // Of other forms ptxas folds a few cases, such as a product with 0. Of fields in 64 bits, only those inside are
        // compared.
        if count * 2 > cases || form.is_any_field() {
            digests += &row;
        } else {
            unfolded.push(form);
        }
    }
    let count = digests.lines().count();
    println!("{FOLDING}: ptxas folds {count} of {} forms; {compared} results compared", forms.len());
    let mut rows = String::new();
    let emitted_cases = cases.max(1000);
    for form in unfolded {
        let Some((target, code)) = emitted(&compiler, form)? else {
            println!("  native: {}", form.text);
            continue;
        };
        let registers = form.input_registers();
        for values in inputs(form, emitted_cases, seed) {
            compare(form, &values, &code, &registers, &mut groups)?;
        }
        let inputs = form.inputs().zip(registers).map(|(input, at)| format!("{}={at}", input.name));
        let [inputs, results] = [inputs.collect(), form.result_registers()].map(|it: Vec<_>| it.join(" "));
        writeln!(rows, "{}\t{target}\t{inputs} -> {results}\t{code}", form.text)?;
    }
    println!("the code of {} other forms run, {emitted_cases} cases each", rows.lines().count());
    let tables = lop3::rows(&compiler, &mut groups)?;
    println!("lop3: {} tables that ptxas emits", tables.lines().count());
    print!("{groups}");
    if record {
        let tool = format!("# {}", compiler.versions);
        let write = |name, head: &str, rows: &str| {
            workspace::write(&workspace::verdicts().join(name), format!("{tool}: {head}\n{rows}"))
        };
        let head = format!(
            "instruction; of {cases} cases of seed {seed}: the number that ptxas folds correctly, a digest of the \
            results, and the others"
        );
        write("ptxas-folded-digests.tsv", &head, &digests)?;
        let head = "instruction, target, registers of its inputs and of the words of its results, SASS of a function";
        write("ptxas-integer-code.tsv", head, &rows)?;
        write("ptxas-lop3.tsv", "code of a, b and c, the instruction that sm_70 has for it", &tables)?;
    }
    Ok(groups.differences() == 0)
}

/// Random inputs of a form.
fn inputs(form: &Form<'_>, cases: usize, seed: u64) -> Vec<Vec<u64>> {
    let mut numbers = Numbers::new(seed);
    let one = |_| form.inputs().map(|it| numbers.number(it.width.bits())).collect();
    (0..cases).map(one).collect()
}

/// Compares each case that ptxas folds. Returns how many, and the record: the form, the number of equal results and
/// their digest, and the other cases. `!` marks a case in which the results differ.
fn folded(
    compiler: &Compiler,
    form: &Form<'_>,
    inputs: &[Vec<u64>],
    groups: &mut Groups,
) -> Result<(usize, String)> {
    let (mut compared, mut equal, mut others) = (0, Vec::new(), Vec::new());
    for (start, batch) in (0..).step_by(BATCH).zip(inputs.chunks(BATCH)) {
        let functions = batch.iter().enumerate();
        let functions = functions.map(|(index, values)| form.function(index, Some(values)));
        let codes = compiler.code(FOLDING, &functions.collect::<Result<Vec<_>>>()?)?;
        for (at, (values, code)) in (start..).zip(batch.iter().zip(codes)) {
            if !is_constant(&code) || form.ends_beyond_bit_63(values) {
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
    let digest = digest(equal.iter().flatten().copied());
    Ok((compared, format!("{}\t{}\t{digest:016x}\t{}\n", form.text, equal.len(), others.join(" "))))
}

/// Whether the code only loads constants.
fn is_constant(code: &str) -> bool {
    code.split("; ").all(|it| it.starts_with("MOV32I ") || it.starts_with("MOV R") && it.ends_with(", RZ"))
}

/// The first target that lacks a form, and its code.
fn emitted(compiler: &Compiler, form: &Form<'_>) -> Result<Option<(&'static str, String)>> {
    for target in EMITTING {
        let code = compiler.code(target, &[form.function(0, None)?])?.concat();
        let is_native = !code.contains("; ") || code.contains("IDP.") || code.contains("VABSDIFF");
        if !is_native {
            return Ok(Some((target, code)));
        }
    }
    Ok(None)
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
    let run = || -> Result<Vec<u32>, String> {
        let mut machine = Machine::default();
        for (register, value) in registers.iter().zip(values) {
            machine.set_pair(register, *value)?;
        }
        machine.execute(code)?;
        form.result_registers().iter().map(|register| machine.register(register)).collect()
    };
    let found = run().map_err(|error| anyhow!("{}: {error}\n{code}", form.text))?;
    let expected = form.results(values);
    if found != expected {
        groups.add(form.text.to_owned(), || format!("{values:x?}: ptxas {found:x?}, vmad {expected:x?}"));
        return Ok(None);
    }
    Ok(Some(found))
}
