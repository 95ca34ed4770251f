//! The issue and reuse bits that nvdisasm takes.

use super::{WideArch, WideForm, WideInstruction, WideKind};
use crate::schedule::ControlField;

/// Issue and reuse bits that are illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IssueError {
    /// A stall count and a yield flag that no instruction has.
    #[error(
        "the stall count is {} with the yield flag (bits 109:105): legal are 1 to 11, and without the flag 0 to 15", .0.stall()
    )]
    Issue(ControlField),
    /// Reuse flags without the yield flag.
    #[error(
        "the reuse flags (bits 124:122) are {} without the yield flag: legal are 0, and 1 to 5 with a stall count above 0; an operand is reused with the yield flag only", reuse(*.0)
    )]
    WithoutYield(ControlField),
    /// A reuse flag of an operand that is no register.
    #[error(
        "the reuse flags (bits 124:122) are {}: legal are those of the registers, A = 1, B = 2, C = 4; on sm_70, 1 is A and either 2 or 4 the other register", reuse(*.0)
    )]
    NoRegister(ControlField),
}

/// The three reuse flags. nvdisasm ignores the fourth.
fn reuse(control: ControlField) -> u8 {
    control.reuse().bits() & 7
}

/// Whether A, B and C are reused: each prints as `.reuse`. The issue bits are legal.
pub(super) fn reused(instruction: &WideInstruction) -> [bool; 3] {
    let control = instruction.parts().control;
    operands(instruction.arch(), instruction.form(), control).unwrap_or_default()
}

/// The operands that a legal control field reuses.
///
/// # Errors
/// nvdisasm refuses the field.
pub(crate) fn operands(
    arch: WideArch,
    form: WideForm,
    control: ControlField,
) -> Result<[bool; 3], IssueError> {
    let flags = reuse(control);
    match (control.yield_flag(), control.stall()) {
        (true, 1..=11) => flagged(arch, form, flags).ok_or(IssueError::NoRegister(control)),
        (true, _) => Err(IssueError::Issue(control)),
        (false, stall) => {
            let most = if stall == 0 { 0 } else { 5 };
            if flags <= most { Ok([false; 3]) } else { Err(IssueError::WithoutYield(control)) }
        }
    }
}

/// The operands of reuse flags; [`None`] if one is no register. On sm_70, two registers share the flags.
fn flagged(arch: WideArch, form: WideForm, flags: u8) -> Option<[bool; 3]> {
    let is = |flag: u8| flags & flag != 0;
    let own = form.kind == WideKind::Register;
    let registers = [true, own || form.is_c, own || !form.is_c];
    if arch.shares_reuse_bits() && !own {
        let other = is(2) || is(4);
        return (flags < 6).then_some([is(1), other && registers[1], other && registers[2]]);
    }
    let reused = [is(1), is(2), is(4)];
    (0..3).all(|index| registers[index] || !reused[index]).then_some(reused)
}

/// Refuses what nvdisasm refuses.
pub(super) fn check(instruction: &WideInstruction) -> Result<(), IssueError> {
    operands(instruction.arch(), instruction.form(), instruction.parts().control).map(|_| ())
}
