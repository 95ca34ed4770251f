//! The VMADs of a cubin, by kernel and by form.

use std::io::Cursor;

use anyhow::{Result, ensure};
use vmad_sass::{
    Arch, Vmad,
    stream::Slot,
    vmad::{SourceB, table::OPCODE},
};
use vmad_unit::Width;
use vmad_validate::cubin::{self, slots};

use crate::{nvdisasm::Query, tools};

/// A form of the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// `.safmt32.sbfmt32`
    WordWord,
    /// `.safmt32.sbfmt8_16`
    WordPart,
    /// `.safmt8_16.sbfmt32`
    PartWord,
    /// `.safmt8_16.sbfmt8_16`
    PartPart,
    /// `.safmt32.ifmt`
    WordImmediate,
    /// `.safmt8_16.ifmt`
    PartImmediate,
}

impl Form {
    /// All six, as the reference lists them.
    pub(crate) const ALL: [(Self, &str); 6] = [
        (Self::WordWord, "32x32"),
        (Self::WordPart, "32x8/16"),
        (Self::PartWord, "8/16x32"),
        (Self::PartPart, "8/16x8/16"),
        (Self::WordImmediate, "32ximm"),
        (Self::PartImmediate, "8/16ximm"),
    ];

    fn of(vmad: &Vmad) -> Self {
        let is_word = |width| width == Width::Word;
        let a = is_word(vmad.a.operand.selector.width());
        match (a, vmad.b) {
            (true, SourceB::Immediate { .. }) => Self::WordImmediate,
            (false, SourceB::Immediate { .. }) => Self::PartImmediate,
            (a, SourceB::Register { source, .. }) => match (a, is_word(source.operand.selector.width())) {
                (true, true) => Self::WordWord,
                (true, false) => Self::WordPart,
                (false, true) => Self::PartWord,
                (false, false) => Self::PartPart,
            },
        }
    }
}

/// A cubin, and what of it the tables tell.
#[derive(Debug)]
pub(crate) struct Cubin {
    /// Whose code it holds.
    pub arch: Arch,
    /// Its length.
    pub bytes: usize,
    /// Its SHA-256.
    pub sha256: String,
    /// The kernels, by their names.
    pub kernels: Vec<Kernel>,
}

/// A kernel.
#[derive(Debug)]
pub(crate) struct Kernel {
    /// Its name.
    pub name: String,
    /// How many instructions it has, `NOP`s included.
    pub instructions: usize,
    /// Its VMADs.
    pub vmads: Vec<(Query, Vmad)>,
}

impl Kernel {
    /// How many of its VMADs are of a form.
    pub(crate) fn count(&self, form: Form) -> usize {
        self.vmads.iter().filter(|(_, vmad)| Form::of(vmad) == form).count()
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
            if word >> 56 == u64::from(OPCODE) {
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

    use vmad_sass::{dispatch::Dispatch, schedule::ReuseFlags, vmad::IgnoredBits};
    use vmad_unit::{Guard, Operand, Psign, Register, Saturate, Scale};

    use super::*;

    fn vmads(arch: Arch) -> Vec<(Query, Vmad)> {
        committed(arch).kernels.into_iter().flat_map(|kernel| kernel.vmads).collect()
    }

    #[test]
    fn on_sm_50_every_form_has_every_modifier_and_every_pair_of_formats() {
        for ((form, name), pairs) in Form::ALL.into_iter().zip([4, 8, 8, 16, 4, 8]) {
            let of_form =
                || vmads(Arch::Sm50).into_iter().map(|(_, vmad)| vmad).filter(|vmad| Form::of(vmad) == form);
            let modifiers: BTreeSet<_> =
                of_form().map(|vmad| (vmad.psign as u8, vmad.scale as u8, vmad.saturate as u8)).collect();
            let all = Psign::ALL.len() * Scale::ALL.len() * Saturate::ALL.len();
            assert_eq!(modifiers.len(), all, "{name}");
            let formats: BTreeSet<_> = of_form()
                .map(|vmad| (vmad.a.operand.format().name(), vmad.b.operand().format().name()))
                .collect();
            assert_eq!(formats.len(), pairs, "{name}");
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
        assert!(vmads(Arch::Sm61).iter().all(|(_, vmad)| Form::of(vmad) == Form::PartPart));
    }

    /// What the README says that ptxas never emits.
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
