//! Coupled and decoupled, the architectures, and the names of both. Oracle: the reference's note on source formats.

use vmad_sass::{Arch, arch::UnknownArch, dispatch::Dispatch, isa::Form};
use vmad_unit::{Selector, Width};

use crate::words::{forms, vmads};

#[test]
fn a_32_bit_source_makes_the_instruction_decoupled() {
    let widths = [Width::Byte, Width::Half, Width::Word];
    for (a, b) in widths.into_iter().flat_map(|a| widths.map(|b| (a, b))) {
        let both_short = a.bits() < 32 && b.bits() < 32;
        assert_eq!(Dispatch::of(a, b) == Dispatch::Coupled, both_short, "{a:?} {b:?}");
    }
}

#[test]
fn selector_fields_decide_as_their_widths_do_and_7_as_the_word() {
    let width = |select: u64| Selector::ALL.get(select as usize).map_or(Width::Word, |s| s.width());
    for (a, b) in (0..8).flat_map(|a| (0..8).map(move |b| (a, b))) {
        let word = 0x5f04 << 48 | a << 36 | b << 28;
        assert_eq!(Form::of(word).unwrap().dispatch(word), Dispatch::of(width(a), width(b)), "{a} {b}");
    }
}

#[test]
fn a_word_and_its_instruction_are_dispatched_alike() {
    for vmad in vmads() {
        assert_eq!(vmad.form().dispatch(vmad.encode()), vmad.dispatch(), "{vmad}");
    }
}

#[test]
fn every_other_instruction_is_coupled() {
    for form in forms().filter(|form| form.kind.name() != "VMAD") {
        for rest in [0, u64::MAX, 0x0123_4567_89ab_cdef] {
            let word = rest & !form.opcode.mask | form.opcode.bits;
            assert_eq!(form.dispatch(word), Dispatch::Coupled, "{word:#x}");
        }
    }
}

#[test]
fn the_eight_architectures_are_known_by_their_numbers() {
    let numbers = [35, 37, 50, 52, 53, 60, 61, 62];
    assert_eq!(Arch::ALL.map(Arch::number), numbers);
    for number in 0..=300 {
        match Arch::from_number(number) {
            Ok(arch) => assert_eq!(arch.to_string(), format!("sm_{number}")),
            Err(error) => {
                assert_eq!(error, UnknownArch(number));
                assert!(!numbers.contains(&number));
            }
        }
    }
    assert_eq!(
        UnknownArch(70).to_string(),
        "sm_70 has VABSDIFF and VABSDIFF4 in words of 128 bits, and no words of 64 bits: \
         legal are sm_35, sm_37, sm_50, sm_52, sm_53, sm_60, sm_61 and sm_62"
    );
}
