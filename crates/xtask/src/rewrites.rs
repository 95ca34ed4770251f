//! `cargo xtask ptxas-rewrites`: how long ptxas's code for video instructions is, and for the ordinary code.

use std::fmt::Write as _;

use anyhow::{Context, Result};
use vmad_ptx::ast::Instruction;
use vmad_ptxas::rewrite::{
    costs::{ARCHS, kinds},
    ordinary,
};

use crate::{
    batches::in_batches,
    compiler::Compiler,
    tools::{NVDISASM, PTXAS},
    workspace,
};

/// Writes the table. `true` if it did not change.
pub(crate) fn run() -> Result<bool> {
    let compiler = Compiler::fetched(PTXAS, NVDISASM)?;
    let kinds = kinds();
    let lines: Vec<[String; 2]> = kinds
        .iter()
        .map(|kind| Some([kind.to_string(), ordinary(kind)?.join(" ")]))
        .collect::<Option<_>>()
        .context("a kind is a video instruction")?;
    let columns = ARCHS.iter().map(|arch| {
        in_batches(&lines, 400, |batch| {
            let codes = compiler.code_of(&format!("sm_{arch}"), &batch.concat())?;
            let length =
                |code: &String| code.split("; ").filter(|instruction| !instruction.is_empty()).count();
            Ok(codes.chunks(2).map(|pair| pair.iter().map(length).collect()).collect())
        })
    });
    let columns: Vec<Vec<Vec<usize>>> = columns.collect::<Result<_>>()?;
    let archs = ARCHS.map(|arch| format!("sm_{arch}")).join(", ");
    let mut text = format!(
        "# {}: instruction, then for {archs} the SASS instructions of its code and of the ordinary code, without the return\n",
        compiler.versions
    );
    for (index, kind) in kinds.iter().map(Instruction::to_string).enumerate() {
        let cells = columns.iter().map(|column| {
            let lengths: Vec<_> = column[index].iter().map(usize::to_string).collect();
            lengths.join("/")
        });
        writeln!(text, "{kind}\t{}", cells.collect::<Vec<_>>().join("\t"))?;
    }
    workspace::write(&workspace::at("crates/vmad-ptxas/src/rewrite/costs.tsv"), text)
}
