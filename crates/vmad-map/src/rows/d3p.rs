use super::d3::{D3, takes_a_bit_for_a_sign};
use crate::{
    divergence::{Divergence, Miscompiled},
    domain::Domain,
};

/// The code of sm_60 to sm_62 for the decoupled forms of `vmad`.
pub static D3P: Divergence = Divergence {
    id: "D3p",
    title: "an unsigned word is taken as signed, where a factor has 32 bits",
    meanings: [
        "unsigned words and an unsigned c are unsigned",
        "as in D3: words are multiplied as signed, c is sign-extended, and the clamp takes the high word as signed; the coupled forms (two bytes or half-words of registers) are VMAD, and correct",
    ],
    domain: Domain::Decoupled,
    cases: |case| takes_a_bit_for_a_sign(case) && case.has_word_factors().contains(&true),
    cases_text: "a factor is an unsigned word (always so if both types are unsigned); and a shift or `.sat`",
    evidence: "the code that ptxas 12.9 emits for sm_60, sm_61 and sm_62: the XMADs of mul.hi.s32 (not those of \
               mul.hi.u32), SHR of c, ISET.GE of the high word",
    history: &[Miscompiled::always(60, 62)],
    is_hypothesis: false,
    ..D3
};
