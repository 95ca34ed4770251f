//! The VMADs of a cubin, by kernel and by form.

use std::io::Cursor;

use anyhow::{Result, ensure};
use vmad_files::cubin::{self, slots};
use vmad_sass::{Arch, Instruction, isa::VMAD, stream::Slot};
use vmad_unit::{Operand, Width};

use crate::{nvdisasm::Query, tools};

/// The six forms, as the SASS reference lists them ([`form`]).
pub(crate) const FORMS: [&str; 6] =
    ["32 x 32", "32 x 8/16", "8/16 x 32", "8/16 x 8/16", "32 x imm16", "8/16 x imm16"];

/// The form of a VMAD, by the widths of A and B.
fn form(vmad: &Instruction) -> String {
    let width = |operand: Operand| if operand.selector.width() == Width::Word { "32" } else { "8/16" };
    let widths = vmad.operation().and_then(|operation| operation.operands());
    let [a, b] = widths.map_or(["8/16"; 2], |operands| operands.map(width));
    format!("{a} x {}", if vmad.immediate().is_some() { "imm16" } else { b })
}

/// The data of a cubin for the tables.
#[derive(Debug)]
pub(crate) struct Cubin {
    /// The architecture of its code.
    pub arch: Arch,
    /// Its length in bytes.
    pub bytes: usize,
    /// Its SHA-256.
    pub sha256: String,
    /// The kernels.
    pub kernels: Vec<Kernel>,
}

/// A kernel.
#[derive(Debug)]
pub(crate) struct Kernel {
    /// Its name.
    pub name: String,
    /// The number of its instructions, with `NOP`s.
    pub instructions: usize,
    /// Its VMADs.
    pub vmads: Vec<(Query, Instruction)>,
}

impl Kernel {
    /// The number of its VMADs of a form.
    pub(crate) fn count(&self, form: &str) -> usize {
        self.vmads.iter().filter(|(_, vmad)| self::form(vmad) == form).count()
    }
}

impl Cubin {
    /// Reads a cubin: every code section is a kernel.
    pub(crate) fn read(arch: Arch, bytes: &[u8]) -> Result<Self> {
        let mut kernels = Vec::new();
        for section in cubin::Cubin::read(Cursor::new(bytes))?.code {
            kernels
                .push(Kernel::read(section.kernel(), &slots(Cursor::new(bytes), &section, arch.layout())?)?);
        }
        ensure!(!kernels.is_empty(), "no code sections");
        kernels.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(Self { arch, bytes: bytes.len(), sha256: tools::sha256(bytes), kernels })
    }

    /// All its VMADs, as questions to nvdisasm.
    pub(crate) fn queries(&self) -> Vec<Query> {
        self.kernels.iter().flat_map(|kernel| &kernel.vmads).map(|(query, _)| *query).collect()
    }
}

impl Kernel {
    fn read(name: &str, slots: &[Slot]) -> Result<Self> {
        let mut kernel = Self { name: name.to_owned(), instructions: slots.len(), vmads: Vec::new() };
        for &Slot { word, control, .. } in slots {
            if VMAD.is_of(word) {
                kernel.vmads.push((Query { word, control }, Instruction::decode(word)?));
            }
        }
        Ok(kernel)
    }
}

/// A cubin of the repository.
#[cfg(test)]
pub(crate) fn committed(arch: Arch) -> Cubin {
    let path = crate::workspace::cubins().join(super::file_name(super::SOURCE, arch));
    Cubin::read(arch, &std::fs::read(path).unwrap()).unwrap()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use vmad_sass::{Destination, dispatch::Dispatch, schedule::ReuseFlags};
    use vmad_unit::{Guard, Operation, Psign, Register, Saturate, Scale, vmad::Mode};

    use super::*;

    fn vmads(arch: Arch) -> Vec<(Query, Instruction)> {
        committed(arch).kernels.into_iter().flat_map(|kernel| kernel.vmads).collect()
    }

    fn mode(vmad: &Instruction) -> Mode {
        let Some(Operation::Vmad(mode)) = vmad.operation() else { panic!("{vmad}") };
        mode
    }

    #[test]
    fn on_sm_50_every_form_has_every_modifier_and_every_pair_of_formats() {
        let vmads: Vec<_> = vmads(Arch::Sm50).into_iter().map(|(_, vmad)| vmad).collect();
        for (form, pairs) in FORMS.into_iter().zip([4, 8, 8, 16, 4, 8]) {
            let modes: Vec<Mode> = vmads.iter().filter(|vmad| super::form(vmad) == form).map(mode).collect();
            let modifiers: BTreeSet<_> = modes.iter().map(|it| (it.psign, it.scale, it.saturate)).collect();
            assert_eq!(modifiers.len(), Psign::ALL.len() * Scale::ALL.len() * Saturate::ALL.len(), "{form}");
            let formats = modes.iter().map(|it| (it.a.format().name(), it.b.format().name()));
            assert_eq!(formats.collect::<BTreeSet<_>>().len(), pairs, "{form}");
        }
        for operand in Operand::all() {
            assert!(vmads.iter().any(|vmad| mode(vmad).a == operand), "{operand:?}");
            let at_b = |vmad: &Instruction| vmad.immediate().is_none() && mode(vmad).b == operand;
            assert!(vmads.iter().any(at_b), "{operand:?}");
        }
        let guards: BTreeSet<_> = vmads.iter().map(Instruction::guard).collect();
        assert!(guards.len() == 15 && !guards.contains(&Guard { negated: true, ..Guard::ALWAYS }));
        for port in 0..3 {
            assert!(vmads.iter().any(|vmad| vmad.registers()[port] == Some(Register::RZ)), "{port}");
        }
    }

    #[test]
    fn on_sm_61_only_the_coupled_register_form_is_left() {
        assert!(vmads(Arch::Sm61).iter().all(|(_, vmad)| form(vmad) == "8/16 x 8/16"));
    }

    /// The README lists the forms that ptxas never emits.
    #[test]
    fn what_ptxas_never_emits_is_not_there() {
        for (query, vmad) in [Arch::Sm50, Arch::Sm61].into_iter().flat_map(vmads) {
            let Destination::Register { register, cc } = vmad.destination() else { panic!("{vmad}") };
            assert!(!cc && register != Register::RZ, "{vmad}");
            let made = Instruction::from_parts(&vmad.parts().unwrap()).unwrap();
            assert_eq!(made, vmad, "bits 35:31 are zero");
            query.control.check(vmad.dispatch()).unwrap();
            assert_eq!(query.control.field().unwrap().read_barrier(), None, "{vmad}");
            if vmad.dispatch() == Dispatch::Decoupled {
                assert_eq!(query.control.reuse(), ReuseFlags::NONE, "{vmad}");
            }
        }
        let decoupled: Vec<_> = vmads(Arch::Sm50)
            .into_iter()
            .filter(|(_, vmad)| vmad.dispatch() == Dispatch::Decoupled)
            .collect();
        let with_barrier = decoupled
            .iter()
            .filter(|(query, _)| query.control.field().unwrap().write_barrier().is_some())
            .count();
        assert_eq!((decoupled.len(), with_barrier), (155, 152));
    }
}
