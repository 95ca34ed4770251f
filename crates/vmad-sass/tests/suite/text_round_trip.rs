//! Word -> text -> word, over every combination of the modifier bits, in every style. Oracle: the word itself.

use vmad_sass::{
    Arch, Assembly, Vmad, assemble, disassemble,
    dispatch::Dispatch,
    schedule::{ControlField, Reuse, ReuseFlags},
    vmad::{Refusal, Style},
};

use crate::words::{all_modifiers, is_legal, is_register_form, with_operands};

fn legal_words() -> impl Iterator<Item = u64> {
    let words = all_modifiers().filter(|&word| is_legal(word)).enumerate();
    words.map(|(index, word)| with_operands(word, index))
}

#[test]
fn what_is_printed_assembles_to_the_same_word() {
    for (index, word) in legal_words().enumerate() {
        // One architecture of each style here, in turn; that the others are the same is below.
        let arch = if index % 2 == 0 { Arch::Sm50 } else { Arch::Sm61 };
        for arch in [arch, Arch::Sm52] {
            let text = disassemble(word, ControlField::IDLE, arch).unwrap().to_string();
            let assembly = assemble(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(assembly.instruction.encode(), word, "{text}");
            assert_eq!(assembly.control, None, "{text}");
        }
    }
}

#[test]
fn architectures_of_a_family_print_alike() {
    for word in legal_words().step_by(5) {
        let text = |arch| disassemble(word, ControlField::IDLE, arch).unwrap().to_string();
        let [sm50, sm52, sm53, sm60, sm61, sm62] = Arch::ALL.map(text);
        assert!(sm50 == sm52 && sm52 == sm53, "{sm50}");
        assert!(sm60 == sm61 && sm61 == sm62, "{sm60}");
        let default = if is_register_form(word) { "VMAD.S32.S32" } else { "VMAD.S32.S16" };
        assert_eq!(sm50, sm60.replace(default, "VMAD"), "Maxwell leaves out both defaults and nothing else");
    }
}

/// The reuse flags that a coupled instruction's text shows: an immediate has none.
fn shown(word: u64, flags: u8) -> u8 {
    if is_register_form(word) { flags } else { flags & !(1 << Reuse::B as u8) }
}

#[test]
fn reuse_flags_print_on_coupled_forms_and_come_back() {
    for word in legal_words().step_by(3) {
        for flags in 0..8 {
            let control = ControlField::IDLE.with_reuse(ReuseFlags::new(flags));
            let text = disassemble(word, control, Arch::Sm50).unwrap().to_string();
            let assembly = assemble(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(assembly.instruction.encode(), word, "{text}");
            let shown = match assembly.instruction.dispatch() {
                Dispatch::Coupled => shown(word, flags),
                Dispatch::Decoupled => 0,
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
    for (index, word) in legal_words().enumerate() {
        let control = ControlField::new(random.u32(..1 << 21)).unwrap();
        let instruction = Vmad::decode(word).unwrap();
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
                    assert_eq!(disassemble(word, control, Arch::Sm50), Err(Refusal::Illegal(error)));
                }
            }
        }
    }
}
