//! Pictures of random words. A picture that changes is to be looked at: `vmad trace --svg picture.svg WORD`.

use std::fmt::Write;

use vmad_picture::{datapath, word};
use vmad_sass::{
    Instruction, Ports,
    isa::{INSTRUCTIONS, Opcode},
};
use vmad_testing::cases::digest;

#[test]
fn the_same_word_is_the_same_picture() {
    let mut random = fastrand::Rng::with_seed(23);
    let mut digests = String::new();
    for forms in &INSTRUCTIONS {
        let mut pictures = [const { Vec::new() }; 2];
        for at in 0..WORDS {
            let (instruction, operation) = loop {
                let Opcode { mask, bits } = forms[random.usize(..forms.len())].opcode;
                let Ok(instruction) = Instruction::decode(random.u64(..) & !mask | bits) else { continue };
                let Some(operation) = instruction.operation() else { continue };
                break (instruction, operation);
            };
            // Small values too: their notes have room beside them.
            let mut value = || random.u32(..) >> random.u32(..32);
            let ports = instruction.bind(Ports { a: value(), b: value(), c: value() });
            let written = "R0 = 0x00000000".repeat(random.usize(1..4));
            let (encoded, title) = (instruction.encode(), instruction.to_string());
            let drawn = [
                datapath(&instruction, &operation, ports, &written),
                word(instruction.layout(), encoded, &title).unwrap(),
            ];
            if at < 4 {
                let each = drawn.each_ref().map(|picture| digest(picture.bytes().map(u32::from)));
                writeln!(digests, "{encoded:#018x} {each:016x?}").unwrap();
            }
            for (pictures, drawn) in pictures.iter_mut().zip(drawn) {
                pictures.extend(drawn.bytes().map(u32::from));
            }
        }
        let all = pictures.map(digest);
        writeln!(digests, "{:<10} {all:016x?}", forms[0].kind).unwrap();
    }
    vmad_testing::assert_snapshot("picture", "words", &digests);
}

/// For each instruction. The first four have lines of their own.
const WORDS: usize = 60;
