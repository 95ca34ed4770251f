//! Printing in SMT-LIB 2.6, logic QF_BV.

use std::{
    collections::HashMap,
    fmt::{self, Write},
};

use crate::{
    operation::{Node, Operation, Sort, Term},
    term::{Terms, Truth},
};

/// A question to a solver: whether there are inputs for which `assumption` holds and `claim` does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// The declarations and definitions, and the assertion of the assumption.
    body: String,
    claim: String,
    /// The variables, in the order of their terms.
    pub variables: Vec<&'static str>,
}

impl Script {
    /// The claim follows from the assumption if the answer is `unsat`.
    pub fn new(terms: &Terms, assumption: Truth, claim: Truth) -> Self {
        let mut printer = Printer { body: String::new(), names: HashMap::new() };
        let mut variables = Vec::new();
        for (term, node) in terms.below(&[assumption.into(), claim.into()]) {
            if let Operation::Variable(name) = node.operation {
                variables.push(name);
            }
            // Writing to a string cannot fail.
            let _ = printer.node(term, node);
        }
        let claim = printer.name(claim.into()).to_owned();
        let assumed = format!("(assert {})\n", printer.name(assumption.into()));
        Self { body: printer.body + &assumed, claim, variables }
    }

    /// The question, for any solver.
    pub fn question(&self) -> String {
        format!("(set-logic QF_BV)\n{}(assert (not {}))\n(check-sat)\n", self.body, self.claim)
    }
}

struct Printer {
    body: String,
    /// The name and the sort of each term printed so far.
    names: HashMap<Term, (String, Sort)>,
}

impl Printer {
    fn name(&self, term: Term) -> &str {
        self.names.get(&term).map_or("", |(name, _)| name)
    }

    fn bits(&self, term: Term) -> u32 {
        self.names.get(&term).map_or(1, |(_, sort)| sort.bits())
    }

    /// Variables are declared, constants are written in place, other terms get a name.
    fn node(&mut self, term: Term, Node { sort, operation }: Node) -> fmt::Result {
        let name = match operation {
            Operation::Variable(name) => {
                writeln!(self.body, "(declare-const {name} {sort})")?;
                name.to_owned()
            }
            Operation::Constant(value) => constant(sort, value),
            operation => {
                // Numbered within the script, so that it does not depend on other terms of the store.
                let name = format!("t{}", self.names.len());
                let expression = self.expression(operation, sort);
                writeln!(self.body, "(define-fun {name} () {sort} {expression})")?;
                name
            }
        };
        self.names.insert(term, (name, sort));
        Ok(())
    }

    fn expression(&self, operation: Operation, sort: Sort) -> String {
        let bits = sort.bits();
        let is_truth = sort == Sort::Truth;
        let logic = |of_truths, of_bits| if is_truth { of_truths } else { of_bits };
        let name = |term| self.name(term);
        let counted = |function, x, count: u32| format!("({function} {} (_ bv{count} {bits}))", name(x));
        let by = |function, x, amount| {
            format!("({function} {} {})", name(x), self.extended("zero_extend", amount, bits))
        };
        let upper_half = |extend, x, y| {
            let [x, y] = [x, y].map(|factor| self.extended(extend, factor, 2 * bits));
            format!("((_ extract {} {bits}) (bvmul {x} {y}))", 2 * bits - 1)
        };
        let function = match operation {
            Operation::Variable(name) => return name.to_owned(),
            Operation::Constant(value) => return constant(sort, value),
            Operation::Field(x, low) if is_truth => {
                return format!("(= ((_ extract {low} {low}) {}) (_ bv1 1))", name(x));
            }
            Operation::Field(x, low) => {
                return format!("((_ extract {} {low}) {})", low + bits - 1, name(x));
            }
            Operation::ZeroExtend(x) => return self.extended("zero_extend", x, bits),
            Operation::SignExtend(x) => return self.extended("sign_extend", x, bits),
            Operation::MultiplyHigh(x, y) => return upper_half("zero_extend", x, y),
            Operation::MultiplyHighSigned(x, y) => return upper_half("sign_extend", x, y),
            Operation::ShiftLeft(x, count) => return counted("bvshl", x, count),
            Operation::ShiftRight(x, count) => return counted("bvlshr", x, count),
            Operation::ShiftRightSigned(x, count) => return counted("bvashr", x, count),
            Operation::ShiftLeftBy(x, amount) => return by("bvshl", x, amount),
            Operation::ShiftRightBy(x, amount) => return by("bvlshr", x, amount),
            Operation::ShiftRightSignedBy(x, amount) => return by("bvashr", x, amount),
            Operation::Invert(_) => logic("not", "bvnot"),
            Operation::And(..) => logic("and", "bvand"),
            Operation::Or(..) => logic("or", "bvor"),
            Operation::Xor(..) => logic("xor", "bvxor"),
            Operation::Negate(_) => "bvneg",
            Operation::Add(..) => "bvadd",
            Operation::Subtract(..) => "bvsub",
            Operation::Multiply(..) => "bvmul",
            Operation::Divide(..) => "bvudiv",
            Operation::Less(..) => "bvult",
            Operation::LessSigned(..) => "bvslt",
            Operation::Equal(..) => "=",
            Operation::Choose(..) => "ite",
        };
        let arguments = operation.arguments().into_iter().map(name);
        format!("({function} {})", arguments.collect::<Vec<_>>().join(" "))
    }

    /// A term in as many bits or more.
    fn extended(&self, extend: &str, term: Term, bits: u32) -> String {
        match bits.saturating_sub(self.bits(term)) {
            0 => self.name(term).to_owned(),
            by => format!("((_ {extend} {by}) {})", self.name(term)),
        }
    }
}

fn constant(sort: Sort, value: u128) -> String {
    match sort {
        Sort::Truth if value == 1 => "true".to_owned(),
        Sort::Truth => "false".to_owned(),
        Sort::Bits(bits) => format!("(_ bv{value} {bits})"),
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truth => f.write_str("Bool"),
            Self::Bits(bits) => write!(f, "(_ BitVec {bits})"),
        }
    }
}
