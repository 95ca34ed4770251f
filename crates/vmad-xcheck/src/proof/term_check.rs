//! The terms compared with the code that they represent, by evaluation on many inputs.
//!
//! A proof about terms is a proof about code only if both compute the same. So, in one mode, the terms of the datapath
//! are compared with the unit's own run on machine integers, wire by wire; the manual's, in the default and in every
//! alternative reading, with `vmad-ptx`'s trace, variable by variable; and the abstracted goal, with the product for
//! `p`, must hold.

use arbitrary::Unstructured;
use vmad_unit::{Wire, vmad::Mode};

use super::{
    confirm,
    datapath::Datapath,
    eval::Evaluator,
    goal::{Multiplication, Sides, alternative_goal},
    name::Name,
    numbers::Manual,
    semantics::Semantics,
    term::{Term, Terms, Truth},
};
use crate::{generate, map::ALTERNATIVES};

/// Terms and code differ.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} on {inputs:x?}: {what} is {code:#x} in the code and {terms:#x} in the terms", Name(*mode))]
pub struct Mismatch {
    /// The mode.
    pub mode: Mode,
    /// `a`, `b`, `c`.
    pub inputs: [u32; 3],
    /// The variable, and its side.
    pub what: String,
    /// The bits that the code computes.
    pub code: u128,
    /// The value of the terms.
    pub terms: u128,
}

/// Checks a mode on `cases` inputs, half of them corners; they depend only on the seed.
///
/// # Errors
/// The first difference.
pub fn check(datapath: &impl Datapath, mode: Mode, seed: u64, cases: u32) -> Result<(), Mismatch> {
    let mut terms = ModeTerms::new(datapath, mode);
    let mut random = fastrand::Rng::with_seed(seed);
    for _ in 0..cases {
        let bytes: [u8; 32] = std::array::from_fn(|_| random.u8(..));
        let ports = generate::ports(&mut Unstructured::new(&bytes)).unwrap_or_default();
        terms.check(datapath, [ports.a, ports.b, ports.c])?;
    }
    Ok(())
}

/// The terms of one mode, ready for evaluation.
struct ModeTerms {
    mode: Mode,
    evaluator: Evaluator,
    wires: Vec<Wire<Term>>,
    /// The default reading and every alternative.
    readings: Vec<ReadingTerms>,
    /// True for all inputs when `p` is the product.
    truths: Vec<(&'static str, Truth)>,
}

struct ReadingTerms {
    name: &'static str,
    semantics: Semantics,
    manual: Manual,
}

impl ModeTerms {
    fn new(datapath: &impl Datapath, mode: Mode) -> Self {
        let terms = Terms::new();
        let sides = |semantics| Sides::new(&terms, datapath, mode, semantics, Multiplication::Exact);
        let wires = sides(Semantics::DEFAULT).wires;
        let readings = [("default", Semantics::DEFAULT)];
        let readings = readings.into_iter().chain(ALTERNATIVES.iter().map(|it| (it.id, Semantics::of(it))));
        let readings: Vec<_> = readings
            .map(|(name, semantics)| ReadingTerms { name, semantics, manual: sides(semantics).manual })
            .collect();

        let mut goals = Vec::new();
        for multiplication in [Multiplication::Abstract, Multiplication::Exact] {
            let sides = Sides::new(&terms, datapath, mode, Semantics::DEFAULT, multiplication);
            goals.push(("the goal", sides.goal(&terms)));
            let alternatives = ALTERNATIVES.iter();
            goals.extend(
                alternatives.map(|it| (it.id, alternative_goal(&terms, datapath, mode, it, multiplication))),
            );
        }
        let truths: Vec<_> = goals
            .into_iter()
            .flat_map(|(name, goal)| [(name, goal.assumption), (name, goal.conclusion(&terms))])
            .collect();

        let bits = wires.iter().map(|wire| wire.bits);
        let numbers = readings
            .iter()
            .flat_map(|reading| wires.iter().filter_map(|wire| reading.manual.on(wire.name)))
            .map(Term::from);
        let truth_terms = truths.iter().map(|(_, truth)| (*truth).into());
        let roots: Vec<_> = bits.chain(numbers).chain(truth_terms).collect();
        Self { mode, evaluator: Evaluator::new(&terms, &roots), wires, readings, truths }
    }

    fn check(&mut self, datapath: &impl Datapath, inputs: [u32; 3]) -> Result<(), Mismatch> {
        let Self { mode, evaluator, wires, readings, truths } = self;
        let mode = *mode;
        let mismatch = |what: String, code, terms| Mismatch { mode, inputs, what, code, terms };

        let (code, _) = confirm::run(datapath, mode, inputs);
        let product = code.iter().find(|wire| wire.name == "product").map_or(0, Wire::value);
        let [a, b, c] = inputs.map(u128::from);
        evaluator.run(|name| match name {
            "a" => a,
            "b" => b,
            "c" => c,
            _ => product as u128,
        });
        for (wire, code) in wires.iter().zip(&code) {
            let (terms, code) = (evaluator.bits(wire.bits), code.bits.pattern());
            if terms != code {
                return Err(mismatch(format!("the unit's {}", wire.name), code, terms));
            }
        }
        for ReadingTerms { name: reading, semantics, manual } in readings {
            let code = semantics.numbers(mode, inputs);
            for Wire { name, .. } in wires.iter() {
                let (Some(term), Some(code)) = (manual.on(name), code.on(name)) else { continue };
                let terms = evaluator.bits(term.into());
                if terms != code as u128 {
                    return Err(mismatch(format!("{reading}: the manual's {name}"), code as u128, terms));
                }
            }
        }
        match truths.iter().find(|(_, truth)| !evaluator.truth(*truth)) {
            Some((name, _)) => Err(mismatch(format!("{name}: the truth"), 1, 0)),
            None => Ok(()),
        }
    }
}
