//! What rewritings are made of: names of registers, and the bits of a selector.

use vmad_ptx::ast::{Integer, Operand, Select, Video};

/// A name for a register that the instruction does not have.
pub(super) fn free(name: &str, video: &Video) -> String {
    let of = |operand: &Operand<Integer>| match operand {
        Operand::Register(register) => Some(register.name().to_owned()),
        Operand::Immediate(_) => None,
    };
    let operands = [Some(video.a()), Some(video.b()), video.c()].map(|it| it.and_then(of));
    let mut free = name.to_owned();
    while free == video.d().name() || operands.iter().flatten().any(|it| *it == free) {
        free.push('_');
    }
    free
}

/// Where a selector takes its bits.
pub(super) const fn bits_of(select: Select) -> [u32; 2] {
    [select.lsb(), select.width()]
}
