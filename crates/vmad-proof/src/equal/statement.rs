//! The statement that two sequences compute the same.

use std::{
    collections::{BTreeSet, HashMap},
    sync::LazyLock,
};

use vmad_ptx::{
    domain::{Domain, Integers},
    reading::Reading,
    sequence::{Register, Sequence, Step, Width},
};

use vmad_term::{
    operation::Term,
    solver::{Answer, Solver},
    term::Truth,
};

use super::{
    narrow::{MOST_LOADS, Narrow, Products},
    values::Values,
};

/// The sequences cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Incomparable {
    /// There is no register to compare.
    #[error("the codes write different registers last ({left} and {right}): {}", if both.is_empty() { "legal is one name in both, and they write no register of one name; rename one in a code" } else { "name those to compare" })]
    NoOutput {
        /// The registers that the left sequence writes last.
        left: String,
        /// The registers that the right sequence writes last.
        right: String,
        /// The registers that both sequences write.
        both: Vec<String>,
    },
    /// A register has two widths or is missing, an assumption is none, or there are too many inputs or instructions.
    #[error("{0}")]
    Refused(String),
}

impl Incomparable {
    fn widths(name: &str, one: Width, other: Width) -> Self {
        Self::Refused(format!(
            "the register '{name}' has {one} and {other}: legal is one width; declare it, as .reg .b32 {name};"
        ))
    }
}

/// The number of registers that an error names.
const NAMED: usize = 50;

/// The largest number of inputs.
pub const MOST_INPUTS: usize = 256;

/// The variables of the inputs.
static NAMES: LazyLock<Vec<String>> =
    LazyLock::new(|| (0..MOST_INPUTS).map(|index| format!("x{index}")).collect());

/// Two sequences, the registers to compare, and conditions on the inputs.
#[derive(Clone, Debug)]
pub struct Statement<'s> {
    left: &'s Sequence,
    right: &'s Sequence,
    assumptions: &'s [Sequence],
    reading: Reading,
    /// The inputs of all sequences, by name.
    inputs: Vec<Register>,
    outputs: Vec<String>,
}

/// The values of a sequence's outputs, and whether all conditions hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The left sequence's outputs.
    pub left: Vec<u64>,
    /// The right sequence's outputs.
    pub right: Vec<u64>,
    /// Whether every assumption holds.
    pub assumed: bool,
}

impl Outcome {
    /// Whether the inputs show that the sequences are not equal.
    pub fn refutes(&self) -> bool {
        self.assumed && self.left != self.right
    }
}

impl<'s> Statement<'s> {
    /// The statement that the registers `outputs` have the same values after both sequences. Without names: the
    /// registers that the last instruction of each writes.
    ///
    /// # Errors
    /// The sequences cannot be compared.
    pub fn new(
        left: &'s Sequence,
        right: &'s Sequence,
        assumptions: &'s [Sequence],
        outputs: &[String],
    ) -> Result<Self, Incomparable> {
        let mut inputs: Vec<Register> = Vec::new();
        let mut widths: HashMap<&str, Width> = HashMap::new();
        for register in [left, right].into_iter().chain(assumptions).flat_map(Sequence::inputs) {
            match widths.insert(&register.name, register.width) {
                Some(one) if one != register.width => {
                    return Err(Incomparable::widths(&register.name, one, register.width));
                }
                Some(_) => {}
                None => inputs.push(register.clone()),
            }
        }
        if inputs.len() > MOST_INPUTS {
            let message = format!("there are {} inputs: legal are at most {MOST_INPUTS}", inputs.len());
            return Err(Incomparable::Refused(message));
        }
        if assumptions.iter().any(|assumption| {
            assumption.last_written().filter(|register| register.width == Width::Predicate).count() != 1
        }) {
            let message = "an assumption must end with an instruction that writes one predicate, such as setp.lt.u32 p, a, 100";
            return Err(Incomparable::Refused(message.to_owned()));
        }
        let mut codes = [left, right].into_iter().chain(assumptions);
        let steps: usize = codes.clone().map(|code| code.steps().len()).sum();
        // Each sequence can run twice.
        if 2 * steps > MOST_LOADS && codes.any(|code| code.opaque().next().is_some()) {
            let steps = 2 * steps;
            return Err(Incomparable::Refused(format!(
                "there are {steps} instructions, some of them loads: legal are at most {MOST_LOADS}"
            )));
        }
        let outputs = if outputs.is_empty() { last_outputs(left, right)? } else { outputs.to_vec() };
        for name in &outputs {
            let mut widths = Vec::new();
            for (side, code) in [("left", left), ("right", right)] {
                let of_code = code.find(name).and_then(|index| code.registers().get(index));
                let Some(found) = of_code.or_else(|| inputs.iter().find(|input| input.name == *name)) else {
                    let names = left.registers().iter().map(|register| register.name.as_str());
                    let both = names.filter(|name| right.find(name).is_some()).take(NAMED);
                    let legal = both.collect::<Vec<_>>().join(", ");
                    let legal =
                        if legal.is_empty() { "none: no register is in both".to_owned() } else { legal };
                    return Err(Incomparable::Refused(format!(
                        "the {side} code has no register '{name}' to compare: legal are {legal}"
                    )));
                };
                widths.push(found.width);
            }
            if let [one, other] = widths[..]
                && one != other
            {
                return Err(Incomparable::widths(name, one, other));
            }
        }
        Ok(Self { left, right, assumptions, reading: Reading::DEFAULT, inputs, outputs })
    }

    /// The same statement in another reading of the PTX ISA.
    #[must_use]
    pub fn in_reading(self, reading: Reading) -> Self {
        Self { reading, ..self }
    }

    /// The inputs of all sequences.
    pub fn inputs(&self) -> &[Register] {
        &self.inputs
    }

    /// The registers that are compared.
    pub fn outputs(&self) -> &[String] {
        &self.outputs
    }

    /// Whether a result of a sequence can be unspecified. Inputs for which it is are excluded.
    pub fn excludes_unspecified(&self) -> bool {
        self.codes().any(Sequence::can_be_unspecified)
    }

    /// Whether the results of both sequences are specified for all inputs that satisfy the assumptions.
    pub fn is_specified(&self, solver: &Solver) -> bool {
        let domain = Narrow::new(Products::Named);
        let variables: Vec<Term> = self.variables().map(|(name, bits)| domain.variable(name, bits)).collect();
        let specified = self.specified(&domain, &variables).into_iter().map(|bit| domain.terms.as_truth(bit));
        let claim = domain.terms.all(specified);
        let assumed = self.assumed(&domain, &variables).into_iter().map(|bit| domain.terms.as_truth(bit));
        let assumption = domain.terms.all(assumed.chain(domain.facts()));
        solver.ask(&domain.terms, assumption, claim) == Answer::Holds
    }

    pub(super) fn multiplies(&self) -> bool {
        let mut steps = [self.left, self.right].into_iter().flat_map(Sequence::steps);
        steps.any(|step| step.operation.multiplies())
    }

    /// The special registers and the memory that are taken for unchanged.
    pub fn opaque(&self) -> BTreeSet<&str> {
        [self.left, self.right].into_iter().flat_map(Sequence::opaque).collect()
    }

    /// Whether one sequence reads memory that the other does not: both can be parts of the same memory.
    pub(super) fn reads_other_memory(&self) -> bool {
        let memory = |code: &'s Sequence| -> BTreeSet<&str> {
            code.opaque().filter(|name| name.starts_with("ld.")).collect()
        };
        memory(self.left) != memory(self.right)
    }

    fn codes(&self) -> impl Iterator<Item = &'s Sequence> {
        [self.left, self.right].into_iter().chain(self.assumptions)
    }

    /// The conditions on the inputs: each assumption, and that the results of each sequence are specified.
    fn conditions<D: Domain>(&self, domain: &D, inputs: &[D::Number]) -> Vec<D::Truth> {
        [self.assumed(domain, inputs), self.specified(domain, inputs)].concat()
    }

    fn assumed<D: Domain>(&self, domain: &D, inputs: &[D::Number]) -> Vec<D::Truth> {
        let assumed = self.assumptions.iter().map(|code| {
            let registers = code.run(domain, &self.reading, self.input(domain, inputs));
            let value = predicate(code).and_then(|index| registers.get(index).copied());
            domain.equal(value.unwrap_or_else(|| domain.constant(0)), domain.constant(1))
        });
        assumed.collect()
    }

    fn specified<D: Domain>(&self, domain: &D, inputs: &[D::Number]) -> Vec<D::Truth> {
        let specified = |code: &Sequence| code.specified(domain, &self.reading, self.input(domain, inputs));
        self.codes().filter_map(specified).collect()
    }

    /// Runs both sequences and the assumptions on values of the inputs.
    pub fn run(&self, values: &[u64]) -> Outcome {
        let inputs: Vec<i128> = values.iter().map(|value| i128::from(*value)).collect();
        let outputs = self.outputs_in(&Integers, &inputs);
        let [left, right] = outputs.map(|numbers| numbers.into_iter().map(|number| number as u64).collect());
        let assumed = self.conditions(&Integers, &inputs).into_iter().all(|holds| holds);
        Outcome { left, right, assumed }
    }

    /// The terms of both sequences.
    pub fn goal(&self, form: Products) -> Goal {
        let domain = Narrow::new(form);
        let variables: Vec<Term> = self.variables().map(|(name, bits)| domain.variable(name, bits)).collect();
        let [left, right] = self.outputs_in(&domain, &variables);
        let equal = left.iter().zip(&right).map(|(x, y)| domain.equal(*x, *y));
        let claim = equal.reduce(|x, y| domain.both(x, y)).unwrap_or_else(|| domain.terms.constant(1, 0));
        let conditions =
            self.conditions(&domain, &variables).into_iter().map(|bit| domain.terms.as_truth(bit));
        let assumption = domain.terms.all(conditions.chain(domain.facts()));
        Goal { claim: domain.terms.as_truth(claim), assumption, outputs: [left, right], domain }
    }

    /// The value of an input.
    fn input<D: Domain>(&self, domain: &D, inputs: &[D::Number]) -> impl Fn(&Register) -> D::Number {
        move |register| {
            let found = self.inputs.iter().zip(inputs).find(|(it, _)| it.name == register.name);
            found.map_or_else(|| domain.constant(0), |(_, number)| *number)
        }
    }

    /// The outputs of both sequences.
    pub(super) fn outputs_in<D: Domain>(&self, domain: &D, inputs: &[D::Number]) -> [Vec<D::Number>; 2] {
        [self.left, self.right].map(|code| {
            let registers = code.run(domain, &self.reading, self.input(domain, inputs));
            let of = |name: &String| {
                let written = code.find(name).and_then(|index| registers.get(index).copied());
                let input = || self.inputs.iter().zip(inputs).find(|(it, _)| it.name == *name);
                written.unwrap_or_else(|| input().map_or_else(|| domain.constant(0), |(_, number)| *number))
            };
            self.outputs.iter().map(of).collect()
        })
    }

    /// The variables of the inputs and their widths.
    pub(super) fn variables(&self) -> impl Iterator<Item = (&'static str, u32)> {
        NAMES.iter().zip(&self.inputs).map(|(name, input)| (name.as_str(), input.width.bits()))
    }
}

/// The index of the predicate that an assumption writes last.
fn predicate(code: &Sequence) -> Option<usize> {
    code.last_written().next().and_then(|register| code.find(&register.name))
}

/// The registers that the last instruction of each sequence writes, if they are the same.
fn last_outputs(left: &Sequence, right: &Sequence) -> Result<Vec<String>, Incomparable> {
    let names =
        |code: &Sequence| code.last_written().map(|register| register.name.clone()).collect::<Vec<_>>();
    let (of_left, of_right) = (names(left), names(right));
    if of_left.is_empty() || of_left != of_right {
        let or_none =
            |names: Vec<String>| if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        let is_written = |code: &Sequence, name: &str| {
            let index = code.find(name);
            code.steps().iter().flat_map(Step::writes).any(|written| Some(written) == index)
        };
        let both = left.registers().iter().map(|register| register.name.clone());
        let both = both.filter(|name| is_written(left, name) && is_written(right, name)).collect();
        return Err(Incomparable::NoOutput { left: or_none(of_left), right: or_none(of_right), both });
    }
    Ok(of_left)
}

/// A statement as terms.
pub struct Goal {
    /// The store of the terms, and the products that have names.
    pub domain: Narrow,
    /// The outputs are equal.
    pub claim: Truth,
    /// The assumptions, and the facts about products and memory.
    pub assumption: Truth,
    outputs: [Vec<Term>; 2],
}

impl Goal {
    /// Whether products have names.
    pub fn is_abstract(&self) -> bool {
        !self.domain.products.borrow().is_empty()
    }

    /// The first of the inputs on which the terms have other values than the sequences.
    pub fn mismatch<'v>(&self, statement: &Statement<'_>, inputs: &'v [Vec<u64>]) -> Option<&'v Vec<u64>> {
        let mut values = Values::new(&self.domain, &self.outputs.concat(), &[self.claim, self.assumption]);
        inputs.iter().find(|inputs| {
            let outcome = statement.run(inputs);
            let known: HashMap<&str, u64> =
                statement.variables().zip(*inputs).map(|((name, _), value)| (name, *value)).collect();
            let found = values.run(|name| known.get(name).copied().unwrap_or(0).into());
            let outputs = outcome.left.iter().chain(&outcome.right).map(|value| i128::from(*value));
            let truths = [outcome.left == outcome.right, outcome.assumed];
            found != outputs.collect::<Vec<_>>() || values.truths() != truths
        })
    }
}
