//! Immediates and their signs. Oracle: the mathematical reading of the number, computed on 128-bit integers.

use vmad_sass::{Instruction, Ports, SourceB, assemble};
use vmad_unit::Psign;

use crate::words::mode;

fn vmad(text: &str) -> Instruction {
    assemble(text).unwrap_or_else(|error| panic!("{text}: {error}")).instruction
}

/// The imm16 and the psign of a text with the given immediate.
fn parts(formats: &str, immediate: &str) -> (u16, Psign) {
    let vmad = vmad(&format!("VMAD{formats} R0, R1, {immediate}, R3"));
    let SourceB::Immediate(value) = vmad.b() else { panic!("{immediate}: {vmad:?}") };
    (value, mode(&vmad).psign)
}

#[test]
fn a_number_without_a_minus_writes_the_sixteen_bits() {
    for value in (0..=0xffff_u16).step_by(vmad_testing::step(7)) {
        for formats in [".S32.S16", ".U8.U16"] {
            for text in
                [format!("{value}"), format!("{value:#x}"), format!("#{value}"), format!("#{value:#x}")]
            {
                assert_eq!(parts(formats, &text), (value, Psign::Add), "{formats} {text}");
            }
        }
    }
}

#[test]
fn the_minus_of_a_decimal_s16_is_the_numbers_own() {
    for value in (0..=0x8000_u16).step_by(vmad_testing::step(7)) {
        for text in [format!("-{value}"), format!("- {value}"), format!("#-{value}"), format!("#-{value:#x}")]
        {
            let expected = (value.wrapping_neg(), Psign::Add);
            assert_eq!(parts(".S32.S16", &text), expected, "{text}");
        }
    }
}

#[test]
fn the_minus_before_a_hash_a_pattern_or_a_u16_negates_the_product() {
    for value in (0..=0xffff_u16).step_by(3 * vmad_testing::step(7)).chain([0x7fff, 0x8000, 0x8001, 0xffff]) {
        for (formats, text) in [
            (".S32.S16", format!("-{value:#x}")),
            (".S32.S16", format!("-#{value}")),
            (".S32.S16", format!("-#{value:#x}")),
            (".U8.U16", format!("-{value}")),
            (".U8.U16", format!("-{value:#x}")),
            (".U32.U16", format!("-#{value}")),
        ] {
            assert_eq!(parts(formats, &text), (value, Psign::NegateProduct), "{formats} {text}");
        }
    }
    // Both at once: -(A * -5).
    assert_eq!(parts("", "-#-5"), (0xfffb, Psign::NegateProduct));
    assert_eq!(parts("", "-#-0x8000"), (0x8000, Psign::NegateProduct));
}

/// A*n + C for the number n that the text spells, cut or clamped to 32 bits, signed.
fn mathematical(a: u32, n: i128, c: u32, saturate: bool) -> u32 {
    let value = i128::from(a as i32) * n + i128::from(c as i32);
    let (min, max) = (i128::from(i32::MIN), i128::from(i32::MAX));
    (if saturate { value.clamp(min, max) } else { value }) as u32
}

#[test]
fn both_readings_of_a_minus_compute_the_mathematical_one() {
    let mut random = fastrand::Rng::with_seed(16);
    for value in (0..=0x8000_i128).step_by(61).chain([1, 0x7fff, 0x8000]) {
        for (sat, saturate) in [("", false), (".SAT", true)] {
            let compute = |immediate: &str, Ports { a, b, c }: Ports| {
                let vmad = vmad(&format!("VMAD.S32.S16{sat} R0, R1, {immediate}, R3"));
                vmad.compute(vmad.bind(Ports { a, b, c })).unwrap()
            };
            for _ in 0..4 {
                let ports = Ports { a: random.u32(..), b: 0, c: random.u32(..) };
                let expected = mathematical(ports.a, -value, ports.c, saturate);
                assert_eq!(compute(&format!("-{value}"), ports), expected, "-{value}");
                assert_eq!(compute(&format!("#-{value:#x}"), ports), expected, "#-{value:#x}");
                // As a negation of the product: the same for every number but 0x8000, which is -32768 itself.
                let negation = if value == 0x8000 { value } else { -value };
                let expected = mathematical(ports.a, negation, ports.c, saturate);
                assert_eq!(compute(&format!("-{value:#x}"), ports), expected, "-{value:#x}");
                assert_eq!(compute(&format!("-#{value}"), ports), expected, "-#{value}");
            }
        }
    }
}

#[test]
fn a_sign_of_the_number_leaves_the_negations_free() {
    let psign = |text| mode(&vmad(text)).psign;
    assert_eq!(psign("VMAD.S32.S16.PO R0, R1, -5, R3"), Psign::PlusOne);
    assert_eq!(psign("VMAD.S32.S16 R0, R1, -5, -R3"), Psign::SubtractC);
    assert_eq!(psign("VMAD.S32.S16 R0, -R1, -5, R3"), Psign::NegateProduct);
    assert_eq!(psign("VMAD.S32.S16 R0, -R1, -0x5, R3"), Psign::Add, "these two cancel");
}

#[test]
fn numbers_that_the_bits_do_not_hold_are_refused() {
    for (formats, immediate) in [
        (".S32.S16", "65536"),
        (".S32.S16", "0x10000"),
        (".S32.S16", "-32769"),
        (".S32.S16", "#-32769"),
        (".S32.S16", "#-0x8001"),
        (".S32.S16", "-0x10000"),
        (".S32.S16", "-#65536"),
        (".S32.U16", "65536"),
        (".S32.U16", "#-1"),
        (".S32.U16", "#-0"),
        (".S32.U16", "-65536"),
        (".S32.U16", "4294967296"),
        (".S32.U16", "99999999999999999999999"),
    ] {
        let text = format!("VMAD{formats} R0, R1, {immediate}, R3");
        let error = assemble(&text).unwrap_err();
        assert!(error.to_string().contains("does not fit the imm16"), "{text}: {error}");
    }
}
