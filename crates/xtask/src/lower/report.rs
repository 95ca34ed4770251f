//! All differences between the lowering and ptxas, grouped by cause.

use anyhow::{Context, Result};
use vmad_ptx::syntax::parse_one;
use vmad_sass::{Arch, Mov32i, Vmad};
use vmad_xcheck::lowering::{Emitted, LowerError, Registers, lower};

use crate::groups::Groups;

/// The words of a record: each `MOV32I` and `VMAD` of a function that has a `VMAD`.
pub(super) fn recorded(words: &[u64]) -> impl Iterator<Item = u64> {
    let is_vmad = |word: &u64| Vmad::decode(*word).is_ok();
    let any = words.iter().any(is_vmad);
    words.iter().copied().filter(move |word| any && (is_vmad(word) || Mov32i::decode(*word).is_some()))
}

/// The differences found so far.
#[derive(Debug, Default)]
pub(super) struct Report {
    lines: usize,
    vmads: usize,
    miscompiled: usize,
    /// The differences by cause.
    pub groups: Groups,
}

impl Report {
    /// Compares the lowering of a line with the words of ptxas.
    pub(super) fn compare(&mut self, arch: Arch, line: &str, words: &[u64]) -> Result<()> {
        let instruction = parse_one(line).with_context(|| line.to_owned())?.instruction;
        let emitted = Emitted::of(recorded(words));
        self.lines += 1;
        self.vmads += usize::from(!emitted.vmads.is_empty());
        let (causes, ours) = match lower(&instruction, arch, &Registers::default()) {
            Ok(lowered) => {
                self.miscompiled += usize::from(lowered.miscompiled.is_some());
                let causes = emitted.differences(&lowered);
                let causes: Vec<_> = causes.into_iter().map(|cause| cause.to_string()).collect();
                (causes.join(" + "), lowered.to_string())
            }
            Err(LowerError::NotVmad { .. }) if emitted.vmads.is_empty() => (String::new(), String::new()),
            Err(error) => ("a VMAD where the lowering says none".to_owned(), error.to_string()),
        };
        if !causes.is_empty() {
            self.groups.add(causes, || {
                let loads = emitted.loads.iter().map(Mov32i::to_string);
                let theirs: Vec<_> = loads.chain(emitted.vmads.iter().map(Vmad::to_string)).collect();
                format!("{line}\n      ours   {ours}\n      ptxas  {}", theirs.join("; "))
            });
        }
        Ok(())
    }

    /// One line of figures.
    pub(super) fn figures(&self) -> String {
        let Self { lines, vmads, miscompiled, .. } = self;
        let differences = self.groups.differences();
        format!(
            "{lines} instructions, {vmads} VMADs, {miscompiled} of them miscompiled, {differences} differences"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "vmad.s32.s32.s32 d, a, 32768, c;";
    /// The words of ptxas for sm_50, and an EXIT.
    const WORDS: [u64; 3] = [0x0100_0008_0007_f006, 0x5f07_02e0_6067_0000, 0xe300_0000_0007_000f];

    /// The comparison can fail.
    #[test]
    fn differences_are_grouped_by_cause() {
        let mut report = Report::default();
        for line in [LINE, "vmad.s32.u32.s32 d, a, 32768, c;", "vmad.s32.s32.s32.sat d, a, 5, c;"] {
            report.compare(Arch::Sm50, line, &WORDS).unwrap();
        }
        report.compare(Arch::Sm61, LINE, &WORDS).unwrap();
        report.compare(Arch::Sm50, LINE, &[]).unwrap();
        assert_eq!(report.figures(), "5 instructions, 4 VMADs, 0 of them miscompiled, 4 differences");
        let text = report.groups.to_string();
        for cause in [
            "1 x A operand\n",
            "1 x B operand + .SAT + constants\n",
            "1 x a VMAD where the lowering says none\n",
            "1 x no VMAD\n",
        ] {
            assert!(text.contains(cause), "{text}");
        }
    }

    #[test]
    fn miscompiled_instructions_are_counted() {
        let mut report = Report::default();
        for line in [LINE, "vmad.s32.u32.u32 d, a, -1, c;", "vmad.u32.u32.u32.sat d, 1, -b, c;"] {
            report.compare(Arch::Sm50, line, &[]).unwrap();
        }
        assert_eq!(report.figures(), "3 instructions, 0 VMADs, 2 of them miscompiled, 3 differences");
    }

    #[test]
    fn a_function_without_a_vmad_has_no_words() {
        assert_eq!(recorded(&WORDS).count(), 2);
        assert_eq!(recorded(&[WORDS[0], WORDS[2]]).count(), 0);
    }
}
