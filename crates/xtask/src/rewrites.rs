//! `cargo xtask ptxas-rewrites`: what ptxas's code for video instructions costs, and for the ordinary code.

use std::fmt::Write as _;

use anyhow::{Context, Result};
use vmad_ptx::{ast::Instruction, legality::Target};
use vmad_ptxas::rewrite::{
    costs::{ARCHS, Cost, Costs, kinds},
    ordinary,
};

use crate::{
    batches::in_batches,
    compiler::Compiler,
    tools::{NVDISASM_13, PTXAS, PTXAS_13},
    workspace,
};

/// Writes the table. `true` if it did not change.
pub(crate) fn run() -> Result<bool> {
    let compilers = [Compiler::fetched(PTXAS, NVDISASM_13)?, Compiler::fetched(PTXAS_13, NVDISASM_13)?];
    let kinds = kinds();
    let columns: Vec<Vec<String>> =
        ARCHS.iter().map(|arch| column(&compilers, &kinds, *arch)).collect::<Result<_>>()?;
    let archs = ARCHS.map(|arch| format!("sm_{arch}")).join(", ");
    let [old, new] = compilers.map(|compiler| compiler.versions);
    let mut text = format!(
        "# {old}, and after a comma {new} where it differs: instruction, then for {archs} the SASS instructions + their stall \
         counts of its code and of the ordinary code, without the return\n",
    );
    for (index, kind) in kinds.iter().map(Instruction::to_string).enumerate() {
        let cells: Vec<_> = columns.iter().map(|column| column[index].as_str()).collect();
        writeln!(text, "{kind}\t{}", cells.join("\t"))?;
    }
    workspace::write(&workspace::at("crates/vmad-ptxas/src/rewrite/costs.tsv"), text)
}

/// The cells of the kinds for an architecture.
fn column(compilers: &[Compiler; 2], kinds: &[Instruction], arch: u16) -> Result<Vec<String>> {
    let target = Target::sm(arch);
    let lines: Vec<[String; 2]> = kinds
        .iter()
        .map(|kind| Some([kind.to_string(), ordinary(kind, target)?.join(" ")]))
        .collect::<Option<_>>()
        .context("a kind is a video instruction")?;
    in_batches(&lines, 400, |batch| {
        let of = |compiler: &Compiler| compiler.costs_of(&target.to_string(), &batch.concat());
        let [old, new] = [of(&compilers[0])?, of(&compilers[1])?];
        let costs = |pair: &[Cost]| Costs { video: pair[0], ordinary: pair[1] }.to_string();
        let cells = old
            .chunks(2)
            .zip(new.chunks(2))
            .map(|(old, new)| if old == new { costs(old) } else { format!("{},{}", costs(old), costs(new)) });
        Ok(cells.collect())
    })
}
