//! Control fields as text. Oracle: the field itself, through its 2^21 values; the grammar's own table for
//! what may be written otherwise.

use vmad_sass::{assemble, schedule::ControlField, text::notation::parse};

fn field(bits: u32) -> ControlField {
    ControlField::new(bits).unwrap()
}

/// The short form takes every 23rd: 23 shares no factor with the parts' sizes, so that every two parts meet in all their
/// values.
#[test]
fn fields_print_and_parse_back() {
    for bits in (0..1 << 21).step_by(vmad_testing::step(23)).chain([0x1f_ffff]) {
        let text = field(bits).to_string();
        assert_eq!(parse(&text), Ok(field(bits)), "{bits:#x}: {text}");
    }
}

#[test]
fn fields_print_as_the_table_says() {
    for (bits, text) in [
        (0x0007e0, "?stall=0"),
        (0x0007ff, "?stall=15 ?yield"),
        (0x000000, "&rd=0 &wr=0 ?stall=0"),
        (0x1fffff, "&req={0,1,2,3,4,5} &reuse={a,b,c,d} ?stall=15 ?yield"),
        (0x004a25, "&req={0,3} &rd=2 &wr=1 ?stall=5"),
        (0x0a07e1, "&reuse={a,c} ?stall=1"),
        (0x0006d0, "&rd=6 &wr=6 ?stall=0 ?yield"),
    ] {
        assert_eq!(field(bits).to_string(), text, "{bits:#x}");
    }
}

#[test]
fn parts_stand_in_any_order_with_blanks_or_none() {
    for text in [
        "&req={0,3} &rd=2 &wr=1 ?stall=5",
        "?stall=5&wr=1&rd=2&req={3,0}",
        "  ?stall = 5 /* so long */ & req = { 3 , 0 , 3 } & wr = 0x1 & rd = 02\n",
    ] {
        assert_eq!(parse(text), Ok(field(0x004a25)), "{text}");
    }
}

#[test]
fn what_is_left_out_is_idle() {
    assert_eq!(parse(""), Ok(ControlField::IDLE));
    assert_eq!(parse(" // nothing"), Ok(ControlField::IDLE));
    for (text, bits) in [
        ("&req={}", 0x7e0),
        ("&reuse={}", 0x7e0),
        ("?stall=0", 0x7e0),
        ("?yield", 0x7f0),
        ("&wr=5", 0x7a0),
        ("&rd=5", 0x5e0),
        ("&req={5}", 0x107e0),
        ("&reuse={d}", 0x1007e0),
    ] {
        assert_eq!(parse(text), Ok(field(bits)), "{text}");
    }
}

#[test]
fn an_instruction_has_a_control_field_where_a_part_of_it_is_written() {
    let control = |rest: &str| assemble(&format!("VMAD.U8.U8 R0, R1, R2, R3{rest}")).unwrap().control;
    assert_eq!(control(""), None);
    assert_eq!(control(";"), None);
    assert_eq!(control(" &req={}"), Some(ControlField::IDLE));
    assert_eq!(control(" ?stall=3;"), Some(field(0x7e3)));
    assert_eq!(control(".reuse ?stall=3"), Some(field(0x807e3)), "both ways to name a reuse flag add up");
    assert_eq!(control(".reuse &reuse={a}"), Some(field(0xa07e0)), "both ways to name a reuse flag add up");
}
