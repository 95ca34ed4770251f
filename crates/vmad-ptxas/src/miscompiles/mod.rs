//! What ptxas compiles wrong: a table of [rows](crate::row). [`history`](crate::versions::history) has the versions.
//!
//! A constant c counts as a register: its value does not change whether the code is wrong.

mod code;
mod constants;
mod later;
mod rows;
mod vmad;

pub(crate) use constants::fits_imm16;
pub use constants::miscompiled_constants;
pub(crate) use later::exceeds;
pub use rows::{D3, D3P, D4, D6, D8, D8_VSET, D9, D10, D11, D12, D13, P7};
pub(crate) use vmad::{is_coupled, widths};

use vmad_ptx::ast::{Comparison, Operation};

use crate::{
    row::{Case, Row},
    versions::{Compiler, Generation},
};

/// All miscompiles. If several fit an instruction, the first applies.
pub const MISCOMPILES: [&Row; 12] = [&D3, &D3P, &D4, &D6, &D8, &D9, &P7, &D10, &D11, &D12, &D13, &D8_VSET];

/// The first miscompile of an instruction: its code computes something else for some values of its registers.
pub fn miscompile(compiler: Compiler<Generation>, case: &Case) -> Option<&'static Row> {
    let is_in = |row: &Row| {
        let versions = compiler.target.versions_of(row, case);
        versions.is_some_and(|it| it.contains(compiler.version))
    };
    MISCOMPILES.into_iter().find(|row| row.differs_in(case) && is_in(row))
}

/// The bits in which the opcodes of the store of [`D9`] and of `VSET` differ.
const OPCODES: u64 = (0x5a ^ 0x20) << 57;

/// The word that ptxas emits in place of a `VSET` with an immediate ([`D9`]): bits 63:57 are 0x5a, a store's opcode.
pub const fn store(vset: u64) -> u64 {
    vset ^ OPCODES
}

/// The `VSET` of a word of [`D9`].
pub const fn vset_of(store: u64) -> u64 {
    store ^ OPCODES
}

/// P7: whether `.LT` can give another result. For `lo`, it can only if a part of a can be negative.
fn unsigned_comparison(case: &Case) -> bool {
    let Some(Operation::Set(it)) = case.ptx else { return false };
    match it.cmp {
        Comparison::Lo => it.a.ty.is_signed(),
        cmp => cmp.needs_unsigned_btype(),
    }
}
