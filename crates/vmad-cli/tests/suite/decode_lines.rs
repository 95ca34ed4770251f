//! The lines of `vmad decode`: what `vmad asm` makes of them, and the last one.

use crate::common::{assert_refused, vmad_with};

/// Oracle: the words and the control fields that went in.
#[test]
fn what_is_printed_for_an_instruction_is_what_asm_takes() {
    let mut random = fastrand::Rng::with_seed(0xa5);
    let words: Vec<String> = std::iter::repeat_with(|| {
        let (word, control) = (random.u64(..) >> 8 | 0x5f << 56, random.u32(..1 << 21));
        // Text does not show the bits that have no meaning, and assembly writes zeros.
        let word = if word >> 50 & 1 == 1 { word & !(0x1f << 31) } else { word };
        (word, vmad_sass::schedule::ControlField::new(control).unwrap())
    })
    .filter(|&(word, control)| {
        vmad_sass::Instruction::decode(word).is_ok_and(|it| control.check(it.dispatch()).is_ok())
    })
    .map(|(word, control)| format!("{word:016x}\t{:05x}", control.bits()))
    .take(2000)
    .collect();
    for arch in ["sm_50", "sm_61"] {
        let decoded = vmad_with(&["decode", "--arch", arch], words.join("\n").as_bytes());
        let texts: Vec<&str> = decoded.stdout.lines().filter_map(|line| line.get(18..)).collect();
        let assembled = vmad_with(&["asm"], texts[..words.len()].join("\n").as_bytes());
        assert_eq!(assembled.code, 0, "{assembled:?}");
        assert!(assembled.stdout.lines().eq(&words), "{arch}");
    }
}

#[test]
fn only_halves_are_told_to_be_halves() {
    for (control, is_half) in [("00370200", true), ("zzzzzzzz", false), ("0370200", false)] {
        let ran = vmad_with(&["decode"], format!("5f04020000370200 {control}\n").as_bytes());
        assert_refused(&ran, &["standard input:1:18", "is not a control field"]);
        assert_eq!(ran.stderr.contains("the halves of a word"), is_half, "{}", ran.stderr);
    }
}
