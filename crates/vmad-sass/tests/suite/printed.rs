//! The text of every value of every field. Oracle: the snapshot, read by a person (nvdisasm's recorded answers hold
//! the same code to nvdisasm's words).

use std::fmt::Write;

use vmad_sass::{
    Arch, Instruction, disassemble,
    isa::{B, Field, Form, Spelling},
    schedule::{ControlField, ReuseFlags},
    text::{Line, Piece},
};

use crate::{snapshots::assert_snapshot, words::all_modifiers};

/// `VMAD.U8.S16 R0, R1, R2.H1, R3`, and the same with the immediate 0x7.
const PLAIN: [u64; 2] = [0x5f06_0180_5027_0100, 0x5f02_0180_0077_0100];

fn text(word: u64, arch: Arch) -> String {
    match disassemble(word, ControlField::IDLE, arch) {
        Ok(text) => text.to_string(),
        Err(refusal) => format!("refused: {refusal}"),
    }
}

/// The values to show: all of a narrow field, some of imm16 and the opcode.
fn values(field: &Field) -> Vec<u64> {
    match field.name() {
        "imm16" => vec![0, 1, 9, 10, 0xff, 0x7fff, 0x8000, 0xffff],
        "opcode" => vec![0x00, 0x5e, 0x5f, 0xff],
        _ => (0..=field.mask()).collect(),
    }
}

/// A register field: sixteen of its names a line.
fn show_registers(shown: &mut String, word: u64, field: &Field) {
    let place = ["Rd", "Ra", "Rb", "Rc"].into_iter().position(|name| name == field.name()).unwrap();
    for row in 0..16 {
        write!(shown, "{:>5}:", row * 16).unwrap();
        for value in row * 16..(row + 1) * 16 {
            let text = text(field.with(word, value), Arch::Sm50);
            let operand = text.split(' ').nth(1 + place).unwrap().trim_end_matches(',');
            write!(shown, " {operand}").unwrap();
        }
        shown.push('\n');
    }
}

#[test]
fn every_value_of_every_field_prints_as_it_did() {
    let mut shown = String::new();
    for word in PLAIN {
        let form = Form::of(word).unwrap();
        writeln!(shown, "# {:?} form: {}\n", form.b, text(word, Arch::Sm50)).unwrap();
        for field in form.fields {
            writeln!(shown, "{} ({}): {}", field.name(), field.place(), field.meaning()).unwrap();
            if field.spelling() == Spelling::Register {
                show_registers(&mut shown, word, field);
                continue;
            }
            for value in values(field) {
                writeln!(shown, "{value:>5}: {}", text(field.with(word, value), Arch::Sm50)).unwrap();
            }
        }
        shown.push('\n');
    }
    assert_snapshot("text", "printed-fields", &shown);
}

#[test]
fn formats_and_selectors_print_as_they_did_in_both_styles() {
    let mut shown = String::new();
    let signs_and_selectors = (0..4).flat_map(|signs| (0..8).map(move |select| signs << 48 | select << 36));
    for bits in signs_and_selectors {
        for (b, word) in [(B::Register, 0x5f04_0180_0027_0100), (B::Immediate, 0x5f00_0180_0077_0100)] {
            for b_select in if b == B::Register { 0..8 } else { 0..1 } {
                let word = word | bits | b_select << 28;
                let (maxwell, pascal) = (text(word, Arch::Sm50), text(word, Arch::Sm60));
                let pascal = if pascal == maxwell { String::new() } else { format!("  (sm_60: {pascal})") };
                writeln!(shown, "{maxwell}{pascal}").unwrap();
            }
        }
    }
    assert_snapshot("text", "printed-formats", &shown);
}

#[test]
fn every_immediate_prints_in_hexadecimal() {
    for imm16 in 0..=0xffff {
        let vmad = Instruction::decode(PLAIN[1] & !(0xffff << 20) | imm16 << 20).unwrap();
        assert_eq!(vmad.to_string(), format!("VMAD.U8.S16 R0, R1, {imm16:#x}, R3"));
    }
}

#[test]
fn every_value_of_every_part_of_a_control_field_prints_as_it_did() {
    let mut shown = String::new();
    let parts = [
        ("stall", 0, 4),
        ("yield flag", 4, 1),
        ("write barrier", 5, 3),
        ("read barrier", 8, 3),
        ("wait mask", 11, 6),
        ("reuse", 17, 4),
    ];
    for (name, low, width) in parts {
        writeln!(shown, "{name} ({}:{low})", low + width - 1).unwrap();
        let mask = (1 << width) - 1;
        for value in 0..=mask {
            let field = ControlField::new(ControlField::IDLE.bits() & !(mask << low) | value << low).unwrap();
            writeln!(shown, "{value:>5}: {field}").unwrap();
        }
    }
    assert_snapshot("text", "printed-control-fields", &shown);
}

/// A line drops what does not fit: nothing may come near its end.
#[test]
fn the_longest_texts_fit_in_a_line() {
    let mut longest = String::new();
    let reuse = ControlField::IDLE.with_reuse(ReuseFlags::new(7));
    for word in all_modifiers() {
        let word = word | 0xfe | 0xfe << 8 | 0xfe << 20 | 0xfe << 39;
        let text = disassemble(word, reuse, Arch::Sm61).unwrap();
        let mut room = [0; Line::ROOM];
        let mut line = Line::on(&mut room);
        text.print(&mut line);
        assert!(line.as_str().ends_with("R254") || line.as_str().ends_with("R254.reuse"), "{text}");
        assert_eq!((line.as_str(), line.as_bytes()), (&*text.to_string(), text.to_string().as_bytes()));
        if line.as_str().len() > longest.len() {
            longest = text.to_string();
        }
    }
    assert_eq!(
        longest,
        "@!P0 VMAD.U16.U16.PO.INVALIDVMADSCALE3.SAT R254.CC, R254.H1.reuse, R254.H1.reuse, R254.reuse"
    );
    assert!(longest.len() + 300 <= Line::LONGEST, "{}", longest.len());
}

#[test]
fn a_text_is_padded_as_it_is_asked_to_be() {
    let vmad: Instruction = "VMAD.U8.U8 R0, R1, R2, R3".parse().unwrap();
    assert_eq!(format!("[{vmad:28}]"), "[VMAD.U8.U8 R0, R1, R2, R3   ]");
    assert_eq!(format!("[{vmad:>28}]"), "[   VMAD.U8.U8 R0, R1, R2, R3]");
}

/// Oracle: the standard library's own formatting.
#[test]
fn numbers_have_the_digits_that_they_should() {
    let mut random = fastrand::Rng::with_seed(16);
    for shift in 0..64 {
        for least in [0, 1, 4, 5, 15, 16, 17] {
            for number in [random.u64(..) >> shift, u64::MAX >> shift, 1 << shift, 0] {
                let mut room = [0; Line::ROOM];
                let mut line = Line::on(&mut room);
                line.push(&const { Piece::new("0x") });
                line.push_hexadecimal(number, least);
                line.push(&const { Piece::new(";") });
                let width = least.clamp(1, 16) as usize;
                assert_eq!(line.as_str(), format!("0x{number:0width$x};"));
            }
        }
    }
}

/// A piece may be as long as a piece can be, and stands after what was there. Behind the longest line there is room for
/// one.
#[test]
fn pieces_stand_one_after_the_other() {
    const LONGEST: Piece = Piece::new("0123456789abcdef0123456789ABCDEF");
    const ALL_BUT_ONE: Piece = Piece::new("0123456789abcdef0123456789ABCDE");
    let mut room = [0; Line::ROOM];
    let mut line = Line::on(&mut room);
    assert_eq!(line.as_str(), "");
    for length in 1..=Line::LONGEST / Piece::LONGEST {
        line.push(&LONGEST);
        assert_eq!(line.as_str(), "0123456789abcdef0123456789ABCDEF".repeat(length));
    }
    line.push(&Piece::new(""));
    assert_eq!(line.as_bytes().len(), Line::LONGEST / Piece::LONGEST * Piece::LONGEST);
    line.push(&ALL_BUT_ONE);
    assert_eq!(line.as_bytes().len(), Line::LONGEST);
    line.push(&LONGEST);
    assert_eq!(line.as_bytes().len(), Line::ROOM);
}
