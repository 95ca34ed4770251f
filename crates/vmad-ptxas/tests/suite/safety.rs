//! The rewritings of instructions that ptxas miscompiles: they are equal, and compiled correctly.

use crate::common::{assert_proved, assert_same, instruction, solver};
use vmad_map::rows::{D3, D3P};
use vmad_ptx::{
    ast::Instruction,
    syntax::{parse, parse_one},
};
use vmad_ptxas::{
    safety::{self, KINDS, Safety, verdict},
    versions::{Generation, Versions},
};
use vmad_testing::rows;

/// For the newest version that has the generation.
fn rewriting(instruction: &Instruction, generation: Generation) -> Option<Vec<String>> {
    let version = generation.versions().last;
    safety::rewriting(instruction, generation, Versions { first: version, last: version })
}

/// The scalar instructions of the records, each once.
fn recorded() -> Vec<String> {
    let records = [
        include_str!("../data/ptxas-family.tsv"),
        include_str!("../data/ptxas-lower.tsv"),
        include_str!("../data/ptxas-later.tsv"),
    ];
    let mut found: Vec<_> = records.into_iter().flat_map(rows).map(|[_, text, _]| text.to_owned()).collect();
    found.retain(|text| verdict(&instruction(text), Generation::Later).is_some());
    found.sort_unstable();
    found.dedup();
    found
}

/// The instructions that need a rewriting, with it.
fn rewritten(texts: impl Iterator<Item = String>) -> Vec<(String, Vec<String>)> {
    let mut all = Vec::new();
    for text in texts {
        let instruction = instruction(&text);
        for generation in Generation::ALL {
            let Some(verdict) = verdict(&instruction, generation) else { continue };
            let lines = rewriting(&instruction, generation);
            assert_eq!(lines.is_some(), verdict != Safety::Right, "{text} on {}", generation.targets());
            let Some(lines) = lines else { continue };
            for line in lines.iter().filter(|line| line.starts_with('v')) {
                let found = parse(line).unwrap().remove(0).instruction;
                let verdict = self::verdict(&found, generation);
                assert_eq!(
                    verdict,
                    Some(Safety::Right),
                    "{line} in place of {text} on {}",
                    generation.targets()
                );
            }
            all.push((text.clone(), lines));
        }
    }
    all.sort();
    all.dedup();
    all
}

/// Each row's example, and of the recorded instructions some.
#[test]
fn rewritings_are_proved_equal() {
    let solver = solver();
    let examples = rewritten(KINDS.iter().map(|row| row.example.to_owned()));
    assert!(examples.len() >= 13, "{}", examples.len());
    for (text, lines) in &examples {
        assert_proved(&solver, text, lines);
    }
    let recorded = rewritten(recorded().into_iter());
    for (text, lines) in recorded.iter().step_by(vmad_testing::step(97)) {
        assert_proved(&solver, text, lines);
    }
}

#[test]
fn rewritings_compute_the_same_on_random_inputs() {
    let all = rewritten(recorded().into_iter());
    assert!(all.len() > 500, "{}", all.len());
    for (text, lines) in &all {
        assert_same(text, lines, 300);
    }
}

#[test]
fn a_guard_is_kept_and_names_stay_apart() {
    let lines = |text: &str, generation| rewriting(&instruction(text), generation).unwrap();
    assert_eq!(
        lines("@!p vadd.u32.u32.u32 result.h1, a, b, x;", Generation::Volta),
        ["{", ".reg .b32 t0;", "add.s32 t0, a, b;", "@!p prmt.b32 result, x, t0, 0x5410;", "}"]
    );
    assert_eq!(lines("vset.u32.s32.lt d, a, 5;", Generation::Pascal), ["vset.s32.u32.gt d, 5, a;"]);
    assert_eq!(rewriting(&instruction("vadd.u32.u32.u32 d, a, b;"), Generation::Later), None);
    assert_eq!(
        verdict(&instruction("vadd4.u32.u32.u32 d, a, b, c;"), Generation::Later),
        Some(Safety::Right)
    );
    assert_eq!(verdict(&instruction("mad.rn.f32 d, a, b, c;"), Generation::Later), None);
}

/// On Pascal a product of two halves is still one instruction.
#[test]
fn pascal_computes_narrow_factors_in_the_unit() {
    let of = |text, generation| verdict(&instruction(text), generation).unwrap();
    let wrong = Safety::Wrong;
    let (narrow, word) = ("vmad.u32.u32.u32.sat d, a.h0, b.h0, c;", "vmad.u32.u32.u32.sat d, a, b, c;");
    assert_eq!(of(narrow, Generation::Pascal), Safety::Right);
    assert_eq!(of(narrow, Generation::Later), wrong(&D3));
    assert_eq!(of(word, Generation::Pascal), wrong(&D3P));
}

#[test]
fn two_constants_keep_their_order() {
    let lines = rewriting(&instruction("vmad.s32.u32.u32 d, 3, -5, c;"), Generation::Maxwell).unwrap();
    assert!(lines.len() == 1 && lines[0].starts_with("vmad.u32.u32.u32 d, 3, "), "{lines:?}");
}

/// D4 and D6 of one instruction: the constant is a, and b has the minus sign.
#[test]
fn both_faults_of_a_constant_are_avoided() {
    let constants = ["3", "0x7fff", "0x8000", "0xffff", "0x10000", "-1", "-0x8000", "-0x8001"];
    let mut texts = Vec::new();
    for types in ["u32.u32", "u32.s32", "s32.u32", "s32.s32"] {
        for a in constants {
            for modifiers in [".sat", ".shr7", ".sat.shr15"] {
                let of = |dtype| format!("vmad.{dtype}.{types}{modifiers} d, {a}, -b, c;");
                texts.extend(["u32", "s32"].map(of));
            }
        }
    }
    let legal = texts.into_iter().filter(|text| parse_one(text).is_ok());
    let all = rewritten(legal);
    assert!(all.len() > 20, "{}", all.len());
    for (text, lines) in &all {
        assert_same(text, lines, 300);
    }
}
