//! Instruction -> parts and text -> instruction, for any instruction that can be built.
//!
//! Oracle: the instruction itself.

use fastrand::Rng;
use vmad_sass::{
    Instruction, Style, assemble_in,
    isa::{Field, Spelling},
    schedule::ReuseFlags,
};

use crate::words::forms_of_all_layouts;

/// Any instruction, without bits that have no meaning, which text does not show.
fn instruction(random: &mut Rng) -> Instruction {
    let form = random.choice(forms_of_all_layouts().collect::<Vec<_>>()).expect("a form");
    let mut value = |field: &'static Field| match field.spelling() {
        Spelling::Listed => {
            let legal = (0..=field.mask().min(15)).filter(|&value| !field.is_illegal(value));
            random.choice(legal.collect::<Vec<_>>()).expect("a legal value")
        }
        _ => random.u64(..) & field.mask(),
    };
    let fields: Vec<_> = form.free_fields().map(|field| (field.name(), value(field))).collect();
    Instruction::from_fields(form, fields).expect("legal fields")
}

#[test]
fn any_instruction_comes_back_from_its_word_its_parts_and_its_text() {
    let mut random = Rng::with_seed(1);
    for _ in 0..vmad_testing::cases(4_000, 400_000) {
        let instruction = instruction(&mut random);
        assert_eq!(Instruction::decode_in(instruction.layout(), instruction.encode()), Ok(instruction));
        if let Some(parts) = instruction.parts() {
            let made = Instruction::from_parts(&parts).unwrap().to_layout(instruction.layout());
            let join = instruction.form().field("join").copied();
            let joins = join.map_or(0, |join| join.put(instruction.joins().into()));
            assert_eq!(made.encode() | joins, instruction.encode());
        }
        let style = Style { hide_default_formats: random.bool(), reuse: ReuseFlags::NONE };
        for text in [instruction.to_string(), instruction.text(style).to_string()] {
            let assembly = assemble_in(instruction.layout(), &text).unwrap();
            assert_eq!(assembly.instruction, instruction, "{text}");
        }
    }
}
