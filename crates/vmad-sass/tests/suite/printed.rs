//! The parts of printed text: lines with room, numbers, padding. nvdisasm's recorded answers show what is printed.

use vmad_sass::{
    Arch, Instruction, disassemble,
    isa::Form,
    schedule::{ControlField, ReuseFlags},
    text::{Line, Piece},
};
use vmad_unit::Kind;

use crate::words::family;

/// A line drops what does not fit: nothing may come near its end.
#[test]
fn the_longest_texts_fit_in_a_line() {
    let mut longest = String::new();
    let reuse = ControlField::IDLE.with_reuse(ReuseFlags::new(7));
    let is_vmad = |form: &Form| form.kind == Kind::Vmad;
    for word in family().filter(|&word| Form::of(word).is_some_and(is_vmad)) {
        // @!P0, and R254 as each operand.
        let word = word & !(0xff | 0xff << 8 | 0xff << 20 | 0xff << 39 | 0xf << 16) | 8 << 16;
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
