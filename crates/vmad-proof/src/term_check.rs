//! The terms compared with the code that they represent, by evaluation on many inputs.
//!
//! A proof about terms is a proof about code only if both compute the same. So, in one mode, the terms of the datapath
//! are compared with the unit's own run on machine integers, wire by wire; those of PTX with `vmad-ptx`'s result, and
//! for `VMAD` variable by variable; and the claim must hold, with the cuts and with their values for the variables.

use vmad_term::{
    eval::Evaluator,
    operation::Term,
    term::{Terms, Truth},
};
use vmad_unit::Operation;

use crate::{confirm, datapath::Datapath, goal::Goal, specification::Specification};
use vmad_map::corners::WORDS;

/// Terms and code differ.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{operation:?} on {inputs:x?}: {what} is {code:#x} in the code and {terms:#x} in the terms")]
pub struct Mismatch {
    /// The mode.
    pub operation: Operation,
    /// `a`, `b`, `c`.
    pub inputs: [u32; 3],
    /// The variable, and its side.
    pub what: String,
    /// The bits that the code computes.
    pub code: u128,
    /// The value of the terms.
    pub terms: u128,
}

/// Inputs, half of whose values are corners; they depend only on the seed.
pub(crate) fn inputs(seed: u64, cases: u32) -> impl Iterator<Item = [u32; 3]> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut value = move || if random.bool() { random.u32(..) } else { WORDS[random.usize(..WORDS.len())] };
    (0..cases).map(move |_| [value(), value(), value()])
}

/// Checks a mode on `cases` inputs. A mode that nothing specifies has no terms.
///
/// # Errors
/// The first difference.
pub fn check(datapath: &impl Datapath, mode: &Operation, seed: u64, cases: u32) -> Result<(), Mismatch> {
    let terms = Terms::new();
    let (Some(goal), Some(specification)) = (Goal::new(&terms, datapath, mode), Specification::of(mode))
    else {
        return Ok(());
    };
    let numbers = goal.wires.iter().filter_map(|wire| Some((wire.name, goal.manual?.on(wire.name)?)));
    let numbers: Vec<(&str, Term)> = numbers.map(|(name, term)| (name, term.into())).collect();
    let whole = goal.whole(&terms);
    let [unit, manual] = goal.results.map(Term::from);
    let roots = goal.wires.iter().map(|wire| wire.bits).chain(numbers.iter().map(|(_, term)| *term));
    let cuts = goal.cuts.iter().map(|cut| cut.sides[0]);
    let roots: Vec<_> = roots.chain(cuts).chain([unit, manual, whole.into()]).collect();
    let mut evaluator = Evaluator::new(&terms, &roots);
    let abstracted: [Truth; 2] = [goal.assumption(&terms), goal.abstracted(&terms, whole)];
    let mut of_variables = Evaluator::new(&terms, &abstracted.map(Term::from));
    for inputs in inputs(seed, cases) {
        let port = |name: &str| confirm::port(name, inputs).map(u128::from);
        evaluator.run(|name| port(name).unwrap_or(0));
        of_variables.run(|name| {
            let cut = goal.cuts.iter().find(|cut| cut.name == name);
            port(name).or(cut.map(|cut| evaluator.bits(cut.sides[0]))).unwrap_or(0)
        });
        let (wires, result) = confirm::run(datapath, mode, inputs);
        let of_manual = confirm::manual(&specification, inputs);
        let of_wires =
            goal.wires.iter().zip(&wires).map(|(wire, code)| {
                ("the unit's ", wire.name, code.bits.pattern(), evaluator.bits(wire.bits))
            });
        let of_numbers = numbers.iter().filter_map(|(name, term)| {
            let code = of_manual?.on(name)?;
            Some(("the manual's ", *name, code as u128, evaluator.bits(*term)))
        });
        let results = [
            ("the unit's ", "result", result.into(), evaluator.bits(unit)),
            ("the manual's ", "result", specification.evaluate(inputs).into(), evaluator.bits(manual)),
        ];
        let truths = abstracted.map(|truth| of_variables.truth(truth)).into_iter();
        let truths = truths.chain([evaluator.truth(whole)]);
        let truths = truths.map(|truth| ("the claim: ", "the truth", 1, truth.into()));
        let mut all = of_wires.chain(of_numbers).chain(results).chain(truths);
        if let Some((side, name, code, terms)) = all.find(|(_, _, code, terms)| code != terms) {
            let what = format!("{side}{name}");
            return Err(Mismatch { operation: *mode, inputs, what, code, terms });
        }
    }
    Ok(())
}
