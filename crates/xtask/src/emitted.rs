//! `cargo xtask ptxas-code`: the code that `ptxas` emits in place of video instructions, and of the idioms.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
};

use anyhow::{Context, Result, bail, ensure};
use vmad_map::{case::Case, domain::Domain, meaning::spelling::multiply_adds};
use vmad_ptx::{
    ast::{Instruction, Operation},
    legality::Target,
    sequence::{Register, Sequence},
};
use vmad_ptxas::{
    idioms::{IDIOMS, IdiomCode, TARGETS},
    lowering::emulation,
};
use vmad_unit::vmad::Mode;

use crate::{
    batches::{Answers, add_answer, in_batches, rows},
    compiler::Compiler,
    ptxas::declarations,
    tools::{NVDISASM, PTXAS},
    workspace,
};

/// The code of `vmad` without a `VMAD`, of the SIMD video instructions, and of scalar ones from sm_70 on: architectures,
/// instruction, SASS.
const TABLES: [&str; 3] = [
    "crates/vmad-ptxas/tests/data/ptxas-vmad.tsv",
    "crates/vmad-ptxas/tests/data/ptxas-simd.tsv",
    "crates/vmad-ptxas/tests/data/ptxas-later.tsv",
];

/// Writes the tables; then compares the code of every `vmad` of registers. `true` if no table changed.
pub(crate) fn run() -> Result<bool> {
    let compiler = Compiler::fetched(PTXAS, NVDISASM)?;
    let mut is_same = true;
    for table in TABLES {
        let path = workspace::at(table);
        let text = fs::read_to_string(&path).context(table)?;
        is_same &= workspace::write(&path, again(&compiler, &text).context(table)?)?;
    }
    let recorded = fs::read_to_string(workspace::at(TABLES[0]))?;
    let path = workspace::at("crates/vmad-ptxas/src/lowering/emulation.tsv");
    is_same &= workspace::write(&path, classes(&recorded)?)?;
    let path = workspace::at("crates/vmad-ptxas/src/idioms/emitted.tsv");
    is_same &= workspace::write(&path, idioms(&compiler)?)?;
    every_selector(&compiler, "sm_61", Domain::Decoupled)?;
    every_selector(&compiler, "sm_70", Domain::Modes)?;
    Ok(is_same)
}

/// A table with the code that this ptxas emits for the instructions of its rows.
fn again(compiler: &Compiler, text: &str) -> Result<String> {
    let (_, text) = text.split_once(": ").context("no head")?;
    let (head, text) = text.split_once('\n').context("no rows")?;
    // An instruction has a row for each of its codes.
    let (mut lines, mut targets): (Vec<String>, Vec<BTreeSet<Target>>) = Default::default();
    for row in text.lines() {
        let [archs, line, _] = row.split('\t').collect::<Vec<_>>()[..] else { bail!("{row:?}") };
        if lines.last().is_none_or(|last| last != line) {
            lines.push(line.to_owned());
            targets.push(BTreeSet::new());
        }
        let archs = archs.split(',').map(str::parse).collect::<Result<Vec<Target>, _>>()?;
        targets.last_mut().context("no instruction")?.extend(archs);
    }
    let mut answers: Vec<Answers<Target>> = vec![Vec::new(); lines.len()];
    for target in targets.iter().flatten().copied().collect::<BTreeSet<_>>() {
        let asked: Vec<usize> = (0..lines.len()).filter(|index| targets[*index].contains(&target)).collect();
        let codes = in_batches(&asked, 500, |batch| {
            let lines: Vec<String> = batch.iter().map(|index| lines[*index].clone()).collect();
            compiler.code_of(&target.to_string(), &lines)
        })?;
        for (index, code) in asked.into_iter().zip(codes) {
            add_answer(&mut answers[index], code, target);
        }
    }
    Ok(format!("# {}: {head}\n{}", compiler.versions, rows(&lines, &answers, &[])))
}

/// The bytes that the first `PRMT` of an operand selects, for the first selector of each format.
const FIRST_BYTES: [&str; 5] = ["0x3210", "0x7650", "0x7770", "0x7610", "0x7710"];

/// The modes of `vmad` by their code, with `{a}` and `{b}` in place of those bytes.
fn classes(recorded: &str) -> Result<String> {
    let mut classes: BTreeMap<(&str, String), Vec<&str>> = BTreeMap::new();
    for row in recorded.lines().skip(1) {
        let [arch, line, code] = row.split('\t').collect::<Vec<_>>()[..] else { bail!("{row:?}") };
        let code: Vec<String> = code.split("; ").map(without_bytes).collect();
        classes.entry((arch, code.join("; "))).or_default().push(line);
    }
    let mut text =
        "# Made of tests/data/ptxas-vmad.tsv: architecture, SASS, instructions that become it\n".to_owned();
    for ((arch, code), lines) in classes {
        writeln!(text, "{arch}\t{code}\t{}", lines.join("\t"))?;
    }
    Ok(text)
}

fn without_bytes(instruction: &str) -> String {
    match instruction.split(", ").collect::<Vec<_>>()[..] {
        [destination, source @ ("R4" | "R5"), bytes, rest]
            if destination.starts_with("PRMT ") && FIRST_BYTES.contains(&bytes) =>
        {
            let name = if source == "R4" { "{a}" } else { "{b}" };
            format!("{destination}, {source}, {name}, {rest}")
        }
        _ => instruction.to_owned(),
    }
}

/// The table of the code for the idioms, and for the code that they replace.
fn idioms(compiler: &Compiler) -> Result<String> {
    let mut text = format!(
        "# {}: name, code, target, SASS of a function of a = R4, b = R5, c = R6, d = R4; - if the target has no such instruction\n",
        compiler.versions
    );
    for idiom in IDIOMS.iter() {
        for code in IdiomCode::ALL {
            let line = body(code.of(idiom)).with_context(|| idiom.name)?;
            for target in TARGETS {
                let found = match compiler.code_of(target, std::slice::from_ref(&line)) {
                    Ok(found) => found.concat(),
                    Err(error) if error.to_string().contains("requires .target") => "-".to_owned(),
                    Err(error) => return Err(error.context(format!("{} on {target}", idiom.name))),
                };
                writeln!(text, "{}\t{}\t{target}\t{found}", idiom.name, code.name())?;
            }
        }
    }
    Ok(text)
}

/// Code as the body of a function, with declarations of the registers that are neither a parameter nor the result.
fn body(code: &[&str]) -> Result<String> {
    let text = code.join(" ");
    let sequence = Sequence::parse(&text)?;
    let is_local = |register: &&Register| !["a", "b", "c", "d"].contains(&register.name.as_str());
    let local = sequence.registers().iter().filter(is_local);
    Ok(declarations(local) + &text)
}

/// Compares the code of `lowering::emulation` for every setting with that of ptxas. The settings use the spellings
/// (`.dtype`, and the place of a minus sign) in turn.
fn every_selector(compiler: &Compiler, arch: &str, domain: Domain) -> Result<()> {
    let has_code = |mode: Mode| domain.cases(&mode.into()).iter().any(|case| case.vmad().is_some());
    let settings = Mode::all().filter(|setting| has_code(setting.with_first_selectors()));
    let instruction = |(index, setting)| {
        let ptx = Operation::MultiplyAdd(multiply_adds(setting)[index % 4]);
        Case::of_operation(ptx, [None; 3])?.instruction()
    };
    let instructions: Option<Vec<Instruction>> = settings.enumerate().map(instruction).collect();
    let instructions = instructions.context("a setting is an instruction")?;
    let answers = in_batches(&instructions, 400, |batch| {
        let lines: Vec<String> = batch.iter().map(Instruction::to_string).collect();
        compiler.code_of(arch, &lines)
    })?;
    for (instruction, answer) in instructions.iter().zip(answers) {
        let known = emulation(instruction, arch);
        ensure!(known.as_deref() == Some(&answer), "{arch}: {instruction} becomes {answer}, not {known:?}");
    }
    println!("{arch}: {} instructions have the recorded code", instructions.len());
    Ok(())
}
