//! The VMADs of a cubin, by kernel and by form.

use std::io::Cursor;

use anyhow::{Result, ensure};
use vmad_files::cubin::{self, slots};
use vmad_sass::{Arch, Vmad, isa::VMAD, stream::Slot};

use crate::{nvdisasm::Query, tools};

/// The six forms, as the SASS reference lists them ([`Vmad::form`]).
pub(crate) const FORMS: [&str; 6] =
    ["32 x 32", "32 x 8/16", "8/16 x 32", "8/16 x 8/16", "32 x imm16", "8/16 x imm16"];

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
    pub vmads: Vec<(Query, Vmad)>,
}

impl Kernel {
    /// The number of its VMADs of a form.
    pub(crate) fn count(&self, form: &str) -> usize {
        self.vmads.iter().filter(|(_, vmad)| vmad.form() == form).count()
    }
}

impl Cubin {
    /// Reads a cubin: every code section is a kernel.
    pub(crate) fn read(arch: Arch, bytes: &[u8]) -> Result<Self> {
        let mut kernels = Vec::new();
        for section in cubin::Cubin::read(Cursor::new(bytes))?.code {
            kernels.push(Kernel::read(section.kernel(), &slots(Cursor::new(bytes), &section)?)?);
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
                kernel.vmads.push((Query { word, control }, Vmad::decode(word)?));
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

    use vmad_sass::{
        dispatch::Dispatch,
        schedule::ReuseFlags,
        vmad::{IgnoredBits, SourceB},
    };
    use vmad_unit::{Guard, Operand, Psign, Register, Saturate, Scale};

    use super::*;

    fn vmads(arch: Arch) -> Vec<(Query, Vmad)> {
        committed(arch).kernels.into_iter().flat_map(|kernel| kernel.vmads).collect()
    }

    #[test]
    fn on_sm_50_every_form_has_every_modifier_and_every_pair_of_formats() {
        for (form, pairs) in FORMS.into_iter().zip([4, 8, 8, 16, 4, 8]) {
            let of_form =
                || vmads(Arch::Sm50).into_iter().map(|(_, vmad)| vmad).filter(|vmad| vmad.form() == form);
            let modifiers: BTreeSet<_> =
                of_form().map(|vmad| (vmad.psign as u8, vmad.scale as u8, vmad.saturate as u8)).collect();
            let all = Psign::ALL.len() * Scale::ALL.len() * Saturate::ALL.len();
            assert_eq!(modifiers.len(), all, "{form}");
            let formats: BTreeSet<_> = of_form()
                .map(|vmad| (vmad.a.operand.format().name(), vmad.b.operand().format().name()))
                .collect();
            assert_eq!(formats.len(), pairs, "{form}");
        }
    }

    #[test]
    fn on_sm_50_every_operand_stands_at_a_and_at_b() {
        let vmads = vmads(Arch::Sm50);
        for operand in Operand::all() {
            assert!(vmads.iter().any(|(_, vmad)| vmad.a.operand == operand), "{operand:?}");
            let at_b =
                |vmad: &Vmad| matches!(vmad.b, SourceB::Register { source, .. } if source.operand == operand);
            assert!(vmads.iter().any(|(_, vmad)| at_b(vmad)), "{operand:?}");
        }
    }

    #[test]
    fn on_sm_50_every_guard_but_not_true_occurs_and_rz_as_every_source() {
        let vmads = vmads(Arch::Sm50);
        let guards: BTreeSet<_> = vmads.iter().map(|(_, vmad)| vmad.guard).collect();
        assert_eq!(guards.len(), 15);
        assert!(!guards.contains(&Guard { negated: true, ..Guard::ALWAYS }));
        assert!(vmads.iter().any(|(_, vmad)| vmad.a.register.is_zero()));
        assert!(vmads.iter().any(|(_, vmad)| vmad.c.is_zero()));
        let zero_b =
            |vmad: &Vmad| matches!(vmad.b, SourceB::Register { source, .. } if source.register.is_zero());
        assert!(vmads.iter().any(|(_, vmad)| zero_b(vmad)));
    }

    #[test]
    fn on_sm_61_only_the_coupled_register_form_is_left() {
        assert!(vmads(Arch::Sm61).iter().all(|(_, vmad)| vmad.form() == "8/16 x 8/16"));
    }

    /// The README lists the forms that ptxas never emits.
    #[test]
    fn what_ptxas_never_emits_is_not_there() {
        for (query, vmad) in [Arch::Sm50, Arch::Sm61].into_iter().flat_map(vmads) {
            assert!(!vmad.cc && vmad.destination != Register::RZ, "{vmad}");
            if let SourceB::Register { ignored, .. } = vmad.b {
                assert_eq!(ignored, IgnoredBits::ZERO, "{vmad}");
            }
            query.control.check(vmad.dispatch()).unwrap();
            assert_eq!(query.control.read_barrier(), None, "{vmad}");
            if vmad.dispatch() == Dispatch::Decoupled {
                assert_eq!(query.control.reuse(), ReuseFlags::NONE, "{vmad}");
            }
        }
        let decoupled: Vec<_> = vmads(Arch::Sm50)
            .into_iter()
            .filter(|(_, vmad)| vmad.dispatch() == Dispatch::Decoupled)
            .collect();
        let with_barrier =
            decoupled.iter().filter(|(query, _)| query.control.write_barrier().is_some()).count();
        assert_eq!((decoupled.len(), with_barrier), (155, 152));
    }
}
