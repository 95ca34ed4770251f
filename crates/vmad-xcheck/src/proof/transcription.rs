//! The terms held against the codes they stand for, by evaluation on many inputs.
//!
//! A proof about terms says something about code as far as the terms mean what the code does. So, for one setting, the
//! terms of the datapath are evaluated beside the unit's own run on machine integers, wire by wire; the manual's, in
//! the default and in every alternative reading, beside `vmad-ptx`'s trace, variable by variable; and the abstracted goal,
//! with the product put in for `p`, must hold.

use arbitrary::Unstructured;
use vmad_ptx::video::VmadTrace;
use vmad_unit::{Machine, Wires, vmad::Mode};

use super::{
    confirm,
    datapath::Unit,
    eval::Evaluator,
    goal::{Multiplication, Sides, alternative_goal},
    manual::Manual,
    semantics::Semantics,
    setting::Name,
    symbolic::Symbolic,
    term::{Term, Terms, Truth},
};
use crate::{generate, interpretation::ALTERNATIVES};

/// Terms and code differ.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} on {inputs:x?}: {what} is {code:#x} in the code and {terms:#x} in the terms", Name(*mode))]
pub struct Mismatch {
    /// The setting.
    pub mode: Mode,
    /// `a`, `b`, `c`.
    pub inputs: [u32; 3],
    /// Of which side, and what of it.
    pub what: String,
    /// The bits that the code computes.
    pub code: u128,
    /// The bits that the terms are worth.
    pub terms: u128,
}

/// Tries a setting on `cases` inputs, half of them corners, the same for the same seed.
///
/// # Errors
/// The first difference.
pub fn hold(mode: Mode, seed: u64, cases: u32) -> Result<(), Mismatch> {
    let mut held = Held::new(mode);
    let mut random = fastrand::Rng::with_seed(seed);
    for _ in 0..cases {
        let bytes: [u8; 32] = std::array::from_fn(|_| random.u8(..));
        let ports = generate::ports(&mut Unstructured::new(&bytes)).unwrap_or_default();
        held.hold([ports.a, ports.b, ports.c])?;
    }
    Ok(())
}

/// The terms of one setting, ready to be evaluated.
struct Held {
    mode: Mode,
    evaluator: Evaluator,
    unit: Vec<(&'static str, Term)>,
    /// The default reading and every alternative.
    readings: Vec<ReadingTerms>,
    /// What must be true of all inputs when `p` is the product.
    truths: Vec<(&'static str, Truth)>,
}

struct ReadingTerms {
    name: &'static str,
    semantics: Semantics,
    /// The manual's variables, by name.
    variables: Vec<(&'static str, Term)>,
}

impl Held {
    fn new(mode: Mode) -> Self {
        let terms = Terms::new();
        let sides = |semantics| Sides::new(&terms, &Unit, mode, semantics, Multiplication::Exact);
        let unit = wires(&sides(Semantics::DEFAULT).unit).to_vec();
        let readings = [("default", Semantics::DEFAULT)];
        let readings = readings.into_iter().chain(ALTERNATIVES.iter().map(|it| (it.name, Semantics::of(it))));
        let readings: Vec<_> = readings
            .map(|(name, semantics)| ReadingTerms {
                name,
                semantics,
                variables: variables(&sides(semantics).manual).to_vec(),
            })
            .collect();

        let mut goals = Vec::new();
        for multiplication in [Multiplication::Abstract, Multiplication::Exact] {
            let sides = Sides::new(&terms, &Unit, mode, Semantics::DEFAULT, multiplication);
            goals.push(("the goal", sides.goal(&terms)));
            let alternatives = ALTERNATIVES.iter();
            goals.extend(
                alternatives.map(|it| (it.name, alternative_goal(&terms, &Unit, mode, it, multiplication))),
            );
        }
        let truths: Vec<_> = goals
            .into_iter()
            .flat_map(|(name, goal)| [(name, goal.assumption), (name, goal.conclusion(&terms))])
            .collect();

        let manuals = readings.iter().flat_map(|reading| &reading.variables);
        let numbers = unit.iter().chain(manuals).map(|(_, term)| *term);
        let roots: Vec<_> = numbers.chain(truths.iter().map(|(_, truth)| (*truth).into())).collect();
        Self { mode, evaluator: Evaluator::new(&terms, &roots), unit, readings, truths }
    }

    fn hold(&mut self, inputs: [u32; 3]) -> Result<(), Mismatch> {
        let Self { mode, evaluator, unit, readings, truths } = self;
        let mode = *mode;
        let mismatch = |what: String, code, terms| Mismatch { mode, inputs, what, code, terms };

        let code = confirm::wires(&Unit, mode, inputs);
        let [a, b, c] = inputs.map(u128::from);
        evaluator.run(|name| match name {
            "a" => a,
            "b" => b,
            "c" => c,
            _ => code.product.signed() as u128,
        });
        for ((name, term), code) in unit.iter().zip(patterns(&code)) {
            if evaluator.bits(*term) != code {
                return Err(mismatch(format!("the unit's {name}"), code, evaluator.bits(*term)));
            }
        }
        for ReadingTerms { name: reading, semantics, variables } in readings {
            let Some(trace) = semantics.trace(mode, inputs) else { continue };
            for ((name, term), code) in variables.iter().zip(values(&trace)) {
                if evaluator.bits(*term) != code {
                    return Err(mismatch(
                        format!("{reading}: the manual's {name}"),
                        code,
                        evaluator.bits(*term),
                    ));
                }
            }
        }
        match truths.iter().find(|(_, truth)| !evaluator.truth(*truth)) {
            Some((name, _)) => Err(mismatch(format!("{name}: the truth"), 1, 0)),
            None => Ok(()),
        }
    }
}

/// The datapath's wires as terms, in the order of [`patterns`].
fn wires(unit: &Wires<Symbolic<'_>>) -> [(&'static str, Term); 16] {
    [
        ("a.field", unit.a.field.into()),
        ("b.field", unit.b.field.into()),
        ("a.extended", unit.a.extended.into()),
        ("b.extended", unit.b.extended.into()),
        ("product", unit.product.into()),
        ("c extended", unit.adder.c_extended.into()),
        ("product term", unit.adder.product_term.into()),
        ("c term", unit.adder.c_term.into()),
        ("carry in", unit.adder.carry_in.into()),
        ("tmp", unit.adder.tmp.into()),
        ("shr", unit.shr.into()),
        ("min", unit.saturate.min.into()),
        ("max", unit.saturate.max.into()),
        ("below", unit.saturate.below.into()),
        ("above", unit.saturate.above.into()),
        ("result", unit.saturate.result.into()),
    ]
}

/// The bits of the same wires.
fn patterns(unit: &Wires<Machine>) -> [u128; 16] {
    [
        unit.a.field.unsigned(),
        unit.b.field.unsigned(),
        unit.a.extended.unsigned(),
        unit.b.extended.unsigned(),
        unit.product.unsigned(),
        unit.adder.c_extended.unsigned(),
        unit.adder.product_term.unsigned(),
        unit.adder.c_term.unsigned(),
        unit.adder.carry_in.unsigned(),
        unit.adder.tmp.unsigned(),
        unit.shr.unsigned(),
        unit.saturate.min.unsigned(),
        unit.saturate.max.unsigned(),
        unit.saturate.below.into(),
        unit.saturate.above.into(),
        unit.saturate.result.unsigned(),
    ]
}

/// The manual's variables as terms, in the order of [`values`].
fn variables(manual: &Manual) -> [(&'static str, Term); 9] {
    [
        ("ta", manual.ta.into()),
        ("tb", manual.tb.into()),
        ("ta * tb", manual.product.into()),
        ("ta * tb or its complement", manual.product_or_not.into()),
        ("c128", manual.c128.into()),
        ("lsb", manual.lsb.into()),
        ("tmp", manual.tmp.into()),
        ("result", manual.result.into()),
        ("d", manual.d.into()),
    ]
}

/// The 128 bits of the same variables in `vmad-ptx`'s trace, and the 32 of `d`.
fn values(trace: &VmadTrace) -> [u128; 9] {
    let wide = [
        trace.ta.into(),
        trace.tb.into(),
        trace.product,
        trace.product_or_not,
        trace.c128,
        trace.lsb,
        trace.tmp,
        trace.result,
    ];
    let [ta, tb, product, product_or_not, c128, lsb, tmp, result] = wide.map(|it: i128| it as u128);
    [ta, tb, product, product_or_not, c128, lsb, tmp, result, trace.d.into()]
}
