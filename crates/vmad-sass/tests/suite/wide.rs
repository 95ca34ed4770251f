//! The words of 128 bits. Oracle: nvdisasm 13.5.37, and 12.8.55 for sm_70, sm_72 and sm_101.

use std::{collections::BTreeSet, fmt::Write};

use vmad_sass::{
    Instruction,
    wide::{FORMS, Uniform, WideArch, WideError, WideInstruction, WideKind, WideMode, WideParts, WideSource},
};
use vmad_unit::{Operation, Source};

/// An architecture, a word, and nvdisasm's text or `ILLEGAL`.
struct Row(WideArch, u128, &'static str);

fn rows() -> impl Iterator<Item = Row> {
    let data = include_str!("../data/nvdisasm-vabsdiff-128.tsv");
    vmad_testing::rows(data).map(|[arch, low, high, text]| {
        let half = |text| u128::from(u64::from_str_radix(text, 16).unwrap());
        Row(arch_of(arch), half(high) << 64 | half(low), text)
    })
}

pub(crate) fn arch_of(name: &str) -> WideArch {
    WideArch::from_number(name.strip_prefix("sm_").unwrap().parse().unwrap()).unwrap()
}

/// The text, or `ILLEGAL`.
fn text(arch: WideArch, word: u128) -> String {
    WideInstruction::decode(arch, word).map_or_else(|_| "ILLEGAL".to_owned(), |legal| legal.to_string())
}

#[test]
fn every_recorded_word_prints_as_nvdisasm_printed_it() {
    let (mut differences, mut count, mut illegal) = (String::new(), 0, 0);
    for Row(arch, word, theirs) in rows() {
        let ours = text(arch, word);
        if ours != theirs {
            writeln!(differences, "{arch} {word:032x}\n\ttheirs: {theirs}\n\tours:   {ours}").unwrap();
        }
        count += 1;
        illegal += usize::from(theirs == "ILLEGAL");
    }
    assert_eq!((count, illegal), (5500, 1776), "the recorded answers are incomplete");
    assert!(differences.is_empty(), "{differences}");
}

/// An answer says nothing about an architecture or a form that was not asked.
#[test]
fn the_recorded_words_have_every_architecture_and_form() {
    let mut seen = BTreeSet::new();
    for Row(arch, word, _) in rows().filter(|Row(.., theirs)| *theirs != "ILLEGAL") {
        let legal = WideInstruction::decode(arch, word).unwrap();
        seen.extend([(arch, format!("{:?}", legal.mode())), (arch, format!("{:?}", legal.form()))]);
    }
    for arch in WideArch::ALL.into_iter().filter(|arch| arch.has_video()) {
        let count = seen.iter().filter(|(seen, _)| *seen == arch).count();
        assert_eq!(count, WideMode::ALL.len() + arch.forms().len(), "{arch}");
    }
}

#[test]
fn every_recorded_text_assembles_to_a_word_with_the_same_text_and_parts() {
    for Row(arch, word, theirs) in rows().filter(|Row(.., theirs)| *theirs != "ILLEGAL") {
        let assembled =
            WideInstruction::assemble(arch, theirs).unwrap_or_else(|error| panic!("{theirs}: {error}"));
        assert_eq!(assembled.to_string(), theirs);
        let (parts, decoded) = (assembled.parts(), WideInstruction::decode(arch, word).unwrap().parts());
        assert_eq!(WideParts { control: decoded.control, ..parts }, decoded, "{theirs}");
        let with_control = format!("{theirs} {}", decoded.control);
        let assembled = WideInstruction::assemble(arch, &with_control);
        assert_eq!(assembled.map(|assembly| assembly.parts()), Ok(decoded), "{with_control}");
    }
}

/// Each bit of the fields changes the text, the control field, or the legality; each other bit changes nothing.
#[test]
fn each_bit_is_that_of_a_field_or_ignored() {
    for arch in WideArch::ALL.into_iter().filter(|arch| arch.has_video()) {
        for form in FORMS.iter().filter(|form| arch.forms().contains(&form.encoding)) {
            let base = 0x15 | u128::from(form.encoding & 7) << 9 | u128::from(form.encoding >> 3) << 91;
            let base = WideInstruction::decode(arch, base).unwrap();
            let fields: u128 =
                base.fields().map(|field| ((1 << field.bits.width) - 1) << field.bits.low).sum();
            for bit in 0..128 {
                let same = WideInstruction::decode(arch, base.encode() ^ 1 << bit)
                    .is_ok_and(|other| other.parts() == base.parts() && other.form() == base.form());
                assert_eq!(same, fields >> bit & 1 == 0, "bit {bit}, {arch} {form:?}");
            }
        }
    }
}

/// The operation is that of Maxwell's word for the same PTX.
#[test]
fn the_operations_are_those_of_maxwells_words() {
    let maxwell = [
        "VABSDIFF.U32.U32.ACC R0, R1, R2, R3",
        "VABSDIFF.SD.ACC R0, R1, R2, R3",
        "VABSDIFF4.U8.U8 R0, R1, R2, R3",
        "VABSDIFF4.U8.U8.ACC R0, R1, R2, R3",
        "VABSDIFF4 R0, R1, R2, R3",
        "VABSDIFF4.ACC R0, R1, R2, R3",
    ];
    for (mode, text) in WideMode::ALL.into_iter().zip(maxwell) {
        let word: Instruction = text.parse().unwrap();
        assert_eq!(word.operation(), Some(mode.operation()), "{text}");
        assert_eq!(WideMode::of(&mode.operation()), Some(mode));
        assert_eq!(mode.operation().source(), Source::Ptx);
    }
    let other: Operation = "VABSDIFF.MAX R0, R1, R2, R3".parse::<Instruction>().unwrap().operation().unwrap();
    assert_eq!(WideMode::of(&other), None);
}

#[test]
fn errors_name_the_value_and_the_legal_ones() {
    let decode = |arch, word| WideInstruction::decode(arch_of(arch), word).unwrap_err().to_string();
    assert_eq!(
        decode("sm_86", 0x1234),
        "0x00000000000000000000000000001234 is not a video instruction: bits 8:0 are 0x034, legal are 0x014 (VABSDIFF) \
         and 0x015 (VABSDIFF4)"
    );
    assert!(
        decode("sm_100", 0x615)
            .contains("illegal on sm_100: its form (bit 91 and bits 11:9) is 3: legal are 1")
    );
    assert!(decode("sm_120", 0x215).contains("sm_120 has neither VABSDIFF nor VABSDIFF4"));
    assert!(decode("sm_86", 0x215 | 1 << 109).contains("the stall count is 0 with the yield flag"));
    assert!(
        decode("sm_86", 0x215 | 1 << 122)
            .contains("the reuse flags (bits 124:122) are 1 without the yield flag")
    );
    assert!(decode("sm_86", 0x815 | 0x11 << 105 | 2 << 122).contains("the reuse flags (bits 124:122) are 2"));
}

/// What no source says is said.
#[test]
fn what_is_unknown_is_named() {
    let unknown = |text| WideInstruction::assemble(arch_of("sm_86"), text).unwrap().unknown().join("; ");
    assert_eq!(unknown("VABSDIFF R0, R1, R2, R3"), "");
    assert!(unknown("VABSDIFF R0, P1, R1, R2, R3").starts_with("P1: no source says"));
    assert!(unknown("VABSDIFF4.U8 R0, R1, R2, R3").starts_with("R3, C of a VABSDIFF4 without ACC"));
    assert!(unknown("VABSDIFF R0, R1, R2, cx[UR4][0x8]").starts_with("cx[UR4][0x8]: no source says"));
}

/// A test of the types that other crates read.
#[test]
fn sources_know_their_fixed_values() {
    let fixed = |text| {
        let parts = WideInstruction::assemble(arch_of("sm_86"), text).unwrap().parts();
        [parts.b.fixed(), parts.c.fixed()]
    };
    assert_eq!(fixed("VABSDIFF R0, R1, -5, RZ"), [Some(0xffff_fffb), Some(0)]);
    assert_eq!(fixed("VABSDIFF R0, R1, R2, URZ"), [None, Some(0)]);
    assert_eq!(fixed("VABSDIFF R0, R1, c[0x0][0x4], R3"), [None, None]);
    assert_eq!(WideSource::Uniform(Uniform::new(3)).kind(), WideKind::Uniform);
    let error = WideInstruction::decode(arch_of("sm_75"), 0).unwrap_err();
    assert_eq!(error, WideError::Foreign { word: 0 });
}
