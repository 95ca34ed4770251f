//! `cargo xtask cubins`: the cubins of the tests, compiled by ptxas from the project's PTX.

use std::{
    io::Cursor,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use vmad_files::cubin::{Cubin, slots};
use vmad_sass::{
    Arch,
    isa::{Layout, VMAD},
};

use crate::{
    nvdisasm::{Nvdisasm, Query, Report, ours},
    ptxas::Ptxas,
    tools, workspace,
};

/// The architectures of the cubins: with all forms, and with the coupled form only.
const ARCHS: [Arch; 2] = [Arch::Sm50, Arch::Sm61];

/// The PTX of the cubins with every `VMAD` that ptxas emits.
const SOURCE: &str = "every-form.ptx";

/// The PTX of the cubins for `vmad check`.
const VALIDATION: &str = "validation.ptx";

/// The PTX of the harness, compiled for all architectures.
const HARNESS: &str = "vmad.ptx";

/// The name of the cubin of an architecture.
fn file_name(source: &str, arch: Arch) -> String {
    source.replace("ptx", &format!("{arch}.cubin"))
}

/// Runs the task; `true` if there is no difference and no cubin changed.
pub(crate) fn run() -> Result<bool> {
    let ptxas = Ptxas::fetched(tools::PTXAS)?;
    let nvdisasm = Nvdisasm::of(Layout::Maxwell)?;
    let folder = workspace::cubins();
    let (mut report, mut cubins) = (Report::default(), Vec::new());
    for (source, arch) in [SOURCE, VALIDATION].into_iter().flat_map(|source| ARCHS.map(|arch| (source, arch)))
    {
        let (path, bytes) = compile(&ptxas, source, arch, &folder)?;
        let queries = vmads(arch, &bytes)?;
        for (&query, theirs) in queries.iter().zip(nvdisasm.ask(arch, &queries)?) {
            report.compare(arch, query, &ours(query, arch), &theirs);
        }
        cubins.push((path, bytes));
    }
    for arch in Arch::MAXWELL_AND_PASCAL {
        cubins.push(compile(&ptxas, HARNESS, arch, &workspace::at("crates/vmad-cli/harness"))?);
    }
    println!("VMADs against nvdisasm: {}", report.figures());
    print!("{}", report.groups);
    let mut is_same = report.groups.differences() == 0;
    if is_same {
        for (path, bytes) in cubins {
            is_same &= workspace::write(&path, bytes)?;
        }
    }
    Ok(is_same)
}

/// The cubin of a PTX file, and its path beside it.
fn compile(ptxas: &Ptxas, source: &str, arch: Arch, folder: &Path) -> Result<(PathBuf, Vec<u8>)> {
    let compiled = ptxas.compile_file(&arch.to_string(), &[], folder, source)?;
    let cubin = compiled.cubin.with_context(|| format!("ptxas: {}", compiled.messages))?;
    Ok((folder.join(file_name(source, arch)), cubin))
}

/// The `VMAD`s of a cubin.
fn vmads(arch: Arch, bytes: &[u8]) -> Result<Vec<Query>> {
    let mut vmads = Vec::new();
    for section in Cubin::read(Cursor::new(bytes))?.code {
        let slots = slots(Cursor::new(bytes), &section, arch.layout())?.into_iter();
        let queries = slots.map(|slot| Query { word: slot.word, control: slot.control });
        vmads.extend(queries.filter(|query| VMAD.is_of(query.word)));
    }
    Ok(vmads)
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs};

    use vmad_sass::{Destination, Instruction, dispatch::Dispatch, schedule::ReuseFlags};
    use vmad_unit::{Guard, Operand, Operation, Psign, Register, Saturate, Scale, Width, vmad::Mode};

    use super::*;

    /// The six forms, as the SASS reference lists them.
    const FORMS: [&str; 6] =
        ["32 x 32", "32 x 8/16", "8/16 x 32", "8/16 x 8/16", "32 x imm16", "8/16 x imm16"];

    /// The form of a VMAD, by the widths of A and B.
    fn form_of(vmad: &Instruction) -> String {
        let Mode { a, b, .. } = mode(vmad);
        let [a, b] = [a, b].map(|it| if it.selector.width() == Width::Word { "32" } else { "8/16" });
        format!("{a} x {}", if vmad.immediate().is_some() { "imm16" } else { b })
    }

    fn vmads(arch: Arch) -> Vec<(Query, Instruction)> {
        let bytes = fs::read(workspace::cubins().join(file_name(SOURCE, arch))).unwrap();
        let queries = super::vmads(arch, &bytes).unwrap();
        queries.into_iter().map(|query| (query, Instruction::decode(query.word).unwrap())).collect()
    }

    fn mode(vmad: &Instruction) -> Mode {
        let Some(Operation::Vmad(mode)) = vmad.operation() else { panic!("{vmad}") };
        mode
    }

    #[test]
    fn on_sm_50_every_form_has_every_modifier_and_every_pair_of_formats() {
        let vmads: Vec<_> = vmads(Arch::Sm50).into_iter().map(|(_, vmad)| vmad).collect();
        for (form, pairs) in FORMS.into_iter().zip([4, 8, 8, 16, 4, 8]) {
            let modes: Vec<Mode> = vmads.iter().filter(|vmad| form_of(vmad) == form).map(mode).collect();
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
        assert!(vmads(Arch::Sm61).iter().all(|(_, vmad)| form_of(vmad) == "8/16 x 8/16"));
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
