//! The instructions of a mnemonic.

use vmad_observe::vectors::Filter;
use vmad_sass::{
    AnyArch, AnyInstruction, Instruction,
    isa::B,
    schedule::ControlField,
    wide::{WideInstruction, WideMode, WideParts, WideSource},
};
use vmad_unit::{Guard, Kind, Predicate, Register};

/// An instruction with registers for each mode, with the first selectors of its formats.
pub(super) fn every_mode(kind: Kind, arch: AnyArch) -> Vec<AnyInstruction> {
    match arch {
        AnyArch::Narrow(_) => {
            let modes = Filter::of(kind).with_form(B::Register).modes().into_iter();
            let words = modes.filter_map(|mode| Instruction::decode(mode.number()).ok());
            words.map(AnyInstruction::Narrow).collect()
        }
        AnyArch::Wide(arch) => {
            let [r0, r1, r2, r3] = [0, 1, 2, 3].map(Register::from_encoding);
            let parts = |mode| WideParts {
                guard: Guard::ALWAYS,
                mode,
                destination: r0,
                predicate: Predicate::PT,
                a: r1,
                b: WideSource::Register(r2),
                c: WideSource::Register(r3),
                control: ControlField::IDLE,
            };
            let modes = WideMode::ALL.into_iter().filter(|mode| mode.kind() == kind);
            let words = modes.filter_map(|mode| WideInstruction::from_parts(arch, &parts(mode)).ok());
            words.map(AnyInstruction::Wide).collect()
        }
    }
}
