//! Instruction -> word -> instruction, and -> text -> instruction, for any instruction that can be built.
//!
//! Oracle: the instruction itself. Each run draws others (arbtest prints the seed of a failure).

use arbtest::arbitrary::{Result, Unstructured};
use vmad_sass::{
    Arch, Style, Vmad, assemble,
    schedule::ReuseFlags,
    vmad::{IgnoredBits, RegisterSource, SourceB},
};
use vmad_unit::{Guard, Operand, Predicate, Psign, Register, Saturate, Scale, Selector, Sign};

fn register(u: &mut Unstructured<'_>) -> Result<Register> {
    Ok(Register::from_encoding(u.arbitrary()?))
}

fn source(u: &mut Unstructured<'_>) -> Result<RegisterSource> {
    let operand = Operand { selector: *u.choose(&Selector::ALL)?, sign: *u.choose(&Sign::ALL)? };
    Ok(RegisterSource { register: register(u)?, operand })
}

fn vmad(u: &mut Unstructured<'_>) -> Result<Vmad> {
    let b = if u.arbitrary()? {
        SourceB::Register { source: source(u)?, ignored: IgnoredBits::new(u.arbitrary()?) }
    } else {
        SourceB::Immediate { value: u.arbitrary()?, sign: *u.choose(&Sign::ALL)? }
    };
    Ok(Vmad {
        guard: Guard { predicate: Predicate::from_encoding(u.arbitrary()?), negated: u.arbitrary()? },
        destination: register(u)?,
        cc: u.arbitrary()?,
        a: source(u)?,
        b,
        c: register(u)?,
        psign: *u.choose(&Psign::ALL)?,
        scale: *u.choose(&Scale::ALL)?,
        saturate: *u.choose(&Saturate::ALL)?,
    })
}

/// The instruction as text gives it back: without the ignored bits.
fn without_ignored(vmad: Vmad) -> Vmad {
    match vmad.b {
        SourceB::Register { source, .. } => Vmad { b: SourceB::register(source), ..vmad },
        SourceB::Immediate { .. } => vmad,
    }
}

#[test]
fn any_instruction_comes_back_from_its_word() {
    arbtest::arbtest(|u| {
        let vmad = vmad(u)?;
        assert_eq!(Vmad::decode(vmad.encode()), Ok(vmad));
        Ok(())
    })
    .budget_ms(500);
}

#[test]
fn any_instruction_comes_back_from_its_text() {
    arbtest::arbtest(|u| {
        let vmad = vmad(u)?;
        let style = Style { hide_default_formats: u.arbitrary()?, reuse: ReuseFlags::NONE };
        for text in [vmad.to_string(), vmad.text(style).to_string()] {
            assert_eq!(text.parse(), Ok(without_ignored(vmad)), "{text}");
        }
        Ok(())
    })
    .budget_ms(500);
}

/// The word says which architectures leave default formats out; whichever it is, text reads back.
#[test]
fn the_default_text_of_an_instruction_is_that_of_pascal() {
    arbtest::arbtest(|u| {
        let vmad = vmad(u)?;
        assert_eq!(vmad.to_string(), vmad.text(Style::of(Arch::Sm60)).to_string());
        let assembly = assemble(&vmad.to_string()).unwrap();
        assert_eq!(assembly.control, None, "text without a control field has none");
        Ok(())
    })
    .budget_ms(200);
}
