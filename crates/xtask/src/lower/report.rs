//! The differences between the lowering and a live ptxas.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use vmad_ptx::syntax::parse_one;
use vmad_ptxas::lowering::{LowerError, Registers, Shape, lower};
use vmad_sass::{Arch, Permute, isa::Layout};
use vmad_unit::Register;

use super::words::hex;
use crate::groups::Groups;

/// The code without register numbers: ptxas passes a, b and c in R4, R5 and R6.
fn shape(layout: Layout, words: &[u64]) -> Option<Shape> {
    Shape::new(layout, words.iter().copied(), [4, 5, 6].map(Register::from_encoding))
}

/// The words as text; `-` if the code has other instructions than the lowering's.
pub(super) fn recorded(layout: Layout, words: &[u64]) -> String {
    if shape(layout, words).is_some() { hex(words) } else { "-".to_owned() }
}

/// Other selectors than a `VABSDIFF4` of Kepler has are applied before it.
fn begins_with_permute(layout: Layout, words: &[u64]) -> bool {
    words.first().is_some_and(|&word| Permute::decode_in(layout, word).is_some())
}

/// The differences found so far.
#[derive(Debug, Default)]
pub(super) struct Report {
    lines: usize,
    emitted: usize,
    miscompiled: BTreeMap<&'static str, usize>,
    /// The differences by cause.
    pub groups: Groups,
}

impl Report {
    /// Compares the lowering of a line with the words of ptxas.
    pub(super) fn compare(&mut self, arch: Arch, line: &str, words: &[u64]) -> Result<()> {
        let instruction = parse_one(line).with_context(|| line.to_owned())?.instruction;
        let theirs = shape(arch.layout(), words);
        self.lines += 1;
        self.emitted += usize::from(theirs.is_some());
        let registers = Registers::default();
        let (cause, ours) = match lower(&instruction, arch, &registers) {
            Ok(lowered) => {
                if let Some(miscompile) = lowered.miscompiled {
                    *self.miscompiled.entry(miscompile.id).or_default() += 1;
                }
                let ours = lowered.shape([registers.a, registers.b, registers.c]);
                let cause = if theirs.is_none() { "other instructions" } else { "other words" };
                (if theirs.is_some() && ours == theirs { "" } else { cause }, lowered.to_string())
            }
            Err(LowerError::SimdSequence | LowerError::NotVmad { .. })
                if theirs.is_none() || begins_with_permute(arch.layout(), words) =>
            {
                ("", String::new())
            }
            Err(error) => ("words where the lowering has none", error.to_string()),
        };
        if !cause.is_empty() {
            let example = format!("{line}\n      ours   {ours}\n      ptxas  {}", hex(words));
            self.groups.add(cause.to_owned(), example);
        }
        Ok(())
    }

    /// One line of figures.
    pub(super) fn figures(&self) -> String {
        let Self { lines, emitted, miscompiled, .. } = self;
        let differences = self.groups.differences();
        let miscompiled: Vec<_> = miscompiled.iter().map(|(name, count)| format!("{count} {name}")).collect();
        let miscompiled = miscompiled.join(", ");
        format!(
            "{lines} instructions, {emitted} in the family, miscompiled: {miscompiled}; {differences} differences"
        )
    }
}
