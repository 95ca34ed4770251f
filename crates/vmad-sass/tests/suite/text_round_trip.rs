//! Word -> text -> word, over every combination of the modifier bits, in every style. Oracle: the word itself.

use vmad_sass::{
    Arch, Assembly, Instruction, Refusal, Style, assemble, disassemble,
    dispatch::Dispatch,
    isa::B,
    schedule::{ControlField, Reuse, ReuseFlags},
};

use crate::words::{family, vmads};

#[test]
fn architectures_of_a_family_print_alike() {
    for vmad in vmads().step_by(5) {
        let text = |arch| disassemble(vmad.encode(), ControlField::IDLE, arch).unwrap().to_string();
        let [sm50, sm52, sm53, sm60, sm61, sm62] = Arch::MAXWELL_AND_PASCAL.map(text);
        assert!(sm50 == sm52 && sm52 == sm53, "{sm50}");
        assert!(sm60 == sm61 && sm61 == sm62, "{sm60}");
        let default = if is_register_form(vmad) { "VMAD.S32.S32" } else { "VMAD.S32.S16" };
        assert_eq!(sm50, sm60.replace(default, "VMAD"), "Maxwell leaves out both defaults and nothing else");
    }
}

fn is_register_form(vmad: Instruction) -> bool {
    vmad.form().b == B::Register
}

/// The reuse flags that a coupled instruction's text shows: an immediate has none.
fn shown(vmad: Instruction, flags: u8) -> u8 {
    if is_register_form(vmad) { flags } else { flags & !(1 << Reuse::B as u8) }
}

#[test]
fn reuse_flags_print_on_coupled_forms_and_come_back() {
    for vmad in vmads().step_by(3 * vmad_testing::step(11)) {
        for flags in 0..8 {
            let control = ControlField::IDLE.with_reuse(ReuseFlags::new(flags));
            let text = disassemble(vmad.encode(), control, Arch::Sm50).unwrap().to_string();
            let assembly = assemble(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(assembly.instruction, vmad, "{text}");
            let shown = match assembly.instruction.dispatch() {
                Dispatch::Coupled => shown(vmad, flags),
                Dispatch::Decoupled | Dispatch::Unknown => 0,
            };
            let field = ControlField::IDLE.with_reuse(ReuseFlags::new(shown));
            assert_eq!(assembly.control, (shown != 0).then_some(field), "{text}");
            assert_eq!(text.matches(".reuse").count(), shown.count_ones() as usize, "{text}");
        }
    }
}

/// Before the `;`, and after it, which is how `vmad decode` prints an instruction.
#[test]
fn a_control_field_in_the_notation_comes_back_beside_the_instruction() {
    let mut random = fastrand::Rng::with_seed(21);
    for (index, instruction) in vmads().enumerate().step_by(vmad_testing::step(11)) {
        let control = ControlField::new(random.u32(..1 << 21)).unwrap();
        let style = Style::of(Arch::ALL[index % Arch::ALL.len()]);
        let printed = instruction.text(style.with_reuse(control.reuse()));
        for text in [format!("{instruction} {control};"), format!("{printed};  {control}")] {
            match control.check(instruction.dispatch()) {
                Ok(()) => {
                    let assembly = assemble(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
                    assert_eq!(assembly, Assembly { instruction, control: Some(control) }, "{text}");
                }
                Err(error) => {
                    let refused = assemble(&text).unwrap_err();
                    assert_eq!(refused.to_string(), error.to_string());
                    let place = &text[refused.span.start..refused.span.end];
                    assert!(place == control.to_string() || place == ".reuse", "{place} of {text}");
                    assert_eq!(
                        disassemble(instruction.encode(), control, Arch::Sm50),
                        Err(Refusal::Illegal(error))
                    );
                }
            }
        }
    }
}

/// Each legal word of the family: decode, print, assemble. The short form takes every third.
#[test]
fn every_mode_of_the_family_comes_back_from_its_word_and_its_text() {
    let mut legal = std::collections::BTreeSet::new();
    for word in family().step_by(vmad_testing::step(3)) {
        let Ok(instruction) = Instruction::decode(word) else { continue };
        assert_eq!(instruction.encode(), word);
        legal.insert(instruction.mnemonic());
        let text = instruction.to_string();
        let assembly = assemble(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(assembly, Assembly { instruction, control: None }, "{text}");
        // nvdisasm prints the same, but for default formats of VMAD.
        let printed = disassemble(word, ControlField::IDLE, Arch::Sm61).map(|text| text.to_string());
        assert_eq!(printed, Ok(text));
    }
    assert_eq!(legal.len(), 9);
}

/// Any spelling of a default: nvdisasm leaves it out.
#[test]
fn suffixes_that_nvdisasm_leaves_out_are_legal() {
    for (written, printed) in [
        ("VADD.SD.S32.S32 R0, R1, R2, R3", "VADD R0, R1, R2, R3"),
        ("VMNMX.SD.U8.U8.MN R0, R1.B0, R2.B0, R3", "VMNMX.U8.U8 R0, R1, R2, R3"),
        ("VMNMX.S16.S16 R0, R1, -5, R3", "VMNMX.S16.S16 R0, R1, -0x5, R3"),
        ("VABSDIFF.UD R0, R1, 0xfffb, R3", "VABSDIFF R0, R1, -0x5, R3"),
        ("VABSDIFF4.UD.S8.S8.XYZW R0, R1.3210, R2.7654, R3", "VABSDIFF4 R0, R1, R2, R3"),
        ("VABSDIFF4.U8.S8 R0, R1, 255, R3", "VABSDIFF4.U8.S8 R0, R1, -0x1, R3"),
        ("VSHL.S32.U32 R0, R1, R2, R3", "VSHL R0, R1, R2, R3"),
        ("VSETP.LT.AND P0, PT, R1, -1, !P3", "VSETP.LT.S32.S16.AND P0, PT, R1, -0x1, !P3"),
    ] {
        let assembly = assemble(written).unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!(assembly.instruction.text(Style::of(Arch::Sm50)).to_string(), printed);
    }
}
