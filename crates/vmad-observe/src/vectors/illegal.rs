//! Words that a program must refuse.

use serde::Serialize;
use vmad_map::random::SplitMix64;
use vmad_sass::{Instruction, isa::Spelling};
use vmad_unit::Kind;

use super::Filter;

/// An illegal word. The ports have no effect.
#[derive(Clone, Debug, Serialize)]
pub struct Illegal {
    /// The word, 16 digits.
    pub word: String,
    a: &'static str,
    b: &'static str,
    c: &'static str,
    /// `refused`.
    pub result: &'static str,
    /// The illegal field.
    pub reason: String,
}

impl Illegal {
    /// The header of the lines.
    pub const HEADER: &'static str = "word,a,b,c,result,reason\n";

    /// `word,a,b,c,result,reason` with a line end.
    pub fn line(&self) -> String {
        let Self { word, a, b, c, result, reason } = self;
        format!("{word},{a},{b},{c},{result},\"{}\"\n", reason.replace('"', "\"\""))
    }
}

/// Illegal words of an instruction: each illegal value of each field, in words of `count` modes.
pub fn illegal(kind: Kind, seed: u64, count: usize) -> Vec<Illegal> {
    let modes = Filter::of(kind).modes();
    let mut rng = SplitMix64::new(seed);
    let mut words = Vec::new();
    for form in vmad_sass::isa::forms(kind) {
        let modes: Vec<_> = modes.iter().filter(|mode| mode.form == form).collect();
        let fields = form.fields.iter();
        for field in fields.filter(|field| field.spelling() == Spelling::Listed && field.fixed().is_none()) {
            for value in (0..=field.mask()).filter(|&value| field.is_illegal(value)) {
                let drawn = (0..count.min(modes.len())).filter_map(|_| rng.choose(&modes));
                words.extend(drawn.map(|mode| field.with(mode.number(), value)));
            }
        }
    }
    let refused = |word: u64| {
        let reason = Instruction::decode(word).err()?.to_string();
        let word = format!("{word:#018x}");
        Some(Illegal { word, a: "0x00000000", b: "0x00000000", c: "0x00000000", result: "refused", reason })
    };
    words.into_iter().filter_map(refused).collect()
}
