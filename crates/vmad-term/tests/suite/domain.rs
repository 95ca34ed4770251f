//! The semantics of `vmad-ptx` in the domain of terms, against the same functions on integers.

use fastrand::Rng;
use vmad_ptx::{
    ast::{Body, Operation},
    reading::Reading,
    syntax::parse,
    video::{trace, trace_in},
};
use vmad_term::{
    eval::Evaluator,
    term::{Extension, Terms},
};
use vmad_testing::rows;

/// The video instructions that ptxas accepts in two records: random scalar ones, and each mode of the SIMD ones.
fn operations() -> Vec<Operation> {
    let scalar = rows(include_str!("../../../vmad-ptx/tests/data/ptxas-random.tsv"));
    let scalar = scalar.filter_map(|[line, verdict, _]| (verdict == "ok").then_some(line));
    let simd = rows(include_str!("../../../vmad-ptxas/tests/data/ptxas-simd.tsv")).map(|[_, line, _]| line);
    let found = scalar.chain(simd).filter_map(|line| parse(line).ok()).flatten();
    let operations = found.filter_map(|found| match found.instruction.body {
        Body::Video(video) => Some(*video.operation()),
        Body::Mad(_) => None,
    });
    operations.collect()
}

fn reading(random: &mut Rng) -> Reading {
    let choices = Reading::choices();
    (0..random.usize(..4))
        .fold(Reading::DEFAULT, |reading, _| choices[random.usize(..choices.len())].apply(reading))
}

/// In random readings, on random inputs.
#[test]
fn terms_and_integers_are_equal() {
    const CORNERS: [u32; 8] = [0, 1, 33, 0x7f, 0x80, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];
    let random = &mut Rng::with_seed(20);
    let operations = operations();
    assert!(operations.len() > 3_000, "{}", operations.len());
    for operation in operations {
        for _ in 0..vmad_testing::cases(1, 20) {
            let reading = reading(random);
            let inputs =
                [(); 3].map(|()| if random.bool() { CORNERS[random.usize(..8)] } else { random.u32(..) });
            let terms = Terms::new();
            let ports = ["a", "b", "c"].map(|name| terms.number(name, 32, Extension::Zeros));
            let theirs = trace_in(&terms, &operation, ports, &reading);
            let [a, b, c] = inputs;
            let ours = trace(&operation, a, b, c, &reading);
            let root = theirs.number().into();
            let mut evaluator = Evaluator::new(&terms, &[root]);
            evaluator.run(|name| match name {
                "a" => a.into(),
                "b" => b.into(),
                _ => c.into(),
            });
            let found = evaluator.bits(root).cast_signed();
            assert_eq!(found, ours.number(), "{operation} {reading:?} on {inputs:x?}: {ours:?}");
        }
    }
}
