//! Instruction -> parts and text -> instruction, for any instruction that can be built.
//!
//! Oracle: the instruction itself. Each run draws others (arbtest prints the seed of a failure).

use arbtest::arbitrary::{Result, Unstructured};
use vmad_sass::{
    Instruction, Style, assemble_in,
    isa::{Field, Spelling},
    schedule::ReuseFlags,
};

use crate::words::forms_of_all_layouts;

/// Any instruction, without bits that have no meaning, which text does not show.
fn instruction(u: &mut Unstructured<'_>) -> Result<Instruction> {
    let forms: Vec<_> = forms_of_all_layouts().collect();
    let form = *u.choose(&forms)?;
    let mut value = |field: &'static Field| {
        let legal: Vec<u64> = (0..=field.mask().min(15)).filter(|&value| !field.is_illegal(value)).collect();
        Ok(match field.spelling() {
            Spelling::Listed => *u.choose(&legal)?,
            _ => u.arbitrary::<u64>()? & field.mask(),
        })
    };
    let fields = form.free_fields().map(|field| Ok((field.name(), value(field)?)));
    Ok(Instruction::from_fields(form, fields.collect::<Result<Vec<_>>>()?).expect("legal fields"))
}

#[test]
fn any_instruction_comes_back_from_its_word_and_its_parts() {
    arbtest::arbtest(|u| {
        let instruction = instruction(u)?;
        assert_eq!(Instruction::decode_in(instruction.layout(), instruction.encode()), Ok(instruction));
        if let Some(parts) = instruction.parts() {
            let made = Instruction::from_parts(&parts).unwrap().to_layout(instruction.layout());
            let join = instruction.form().field("join").copied();
            let joins = join.map_or(0, |join| join.put(instruction.joins().into()));
            assert_eq!(made.encode() | joins, instruction.encode());
        }
        Ok(())
    })
    .budget_ms(500);
}

#[test]
fn any_instruction_comes_back_from_its_text() {
    arbtest::arbtest(|u| {
        let instruction = instruction(u)?;
        let style = Style { hide_default_formats: u.arbitrary()?, reuse: ReuseFlags::NONE };
        for text in [instruction.to_string(), instruction.text(style).to_string()] {
            let assembly = assemble_in(instruction.layout(), &text).unwrap();
            assert_eq!(assembly.instruction, instruction, "{text}");
        }
        Ok(())
    })
    .budget_ms(500);
}
