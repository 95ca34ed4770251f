//! Printing in SMT-LIB 2.6, logic QF_BV.

use std::{
    collections::HashMap,
    fmt::{self, Write},
};

use super::{
    operation::{Node, Operation, Sort},
    term::{Term, Terms, Truth},
};

/// A question to a solver: whether there are inputs for which `assumption` holds and `claim` does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// The declarations, definitions and assertions.
    body: String,
    /// The variables, in the order of their terms.
    pub variables: Vec<&'static str>,
}

impl Script {
    /// The claim follows from the assumption if the answer is `unsat`.
    pub fn new(terms: &Terms, assumption: Truth, claim: Truth) -> Self {
        let mut printer = Printer { body: String::new(), names: HashMap::new() };
        let nodes = terms.below(&[assumption.into(), claim.into()]);
        let mut variables = Vec::new();
        for (term, node) in &nodes {
            if let Operation::Variable(name) = node.operation {
                variables.push(name);
            }
            // Writing to a string cannot fail.
            let _ = printer.node(*term, node);
        }
        let (assumption, claim) = (printer.name(assumption.into()), printer.name(claim.into()));
        let asserted = format!("(assert {assumption})\n(assert (not {claim}))\n");
        Self { body: printer.body + &asserted, variables }
    }

    /// The question, for any solver.
    pub fn question(&self) -> String {
        format!("(set-logic QF_BV)\n{}(check-sat)\n", self.body)
    }

    /// The question and a request for the variables' values, for a solver that has answered `sat`.
    pub fn with_values(&self) -> String {
        let variables = self.variables.join(" ");
        format!(
            "(set-option :produce-models true)\n(set-logic QF_BV)\n{}(check-sat)\n(get-value ({variables}))\n",
            self.body
        )
    }
}

struct Printer {
    body: String,
    /// The name of each term printed so far.
    names: HashMap<Term, String>,
}

impl Printer {
    fn name(&self, term: Term) -> &str {
        self.names.get(&term).map_or("", String::as_str)
    }

    /// Variables are declared, constants are written in place, other terms get a name.
    fn node(&mut self, term: Term, node: &Node) -> fmt::Result {
        let name = match node.operation {
            Operation::Variable(name) => {
                writeln!(self.body, "(declare-const {name} {})", node.sort)?;
                name.to_owned()
            }
            Operation::Constant(_) => self.expression(&node.operation, node.sort),
            ref operation => {
                // Numbered within the script, so that it does not depend on other terms of the store.
                let name = format!("t{}", self.names.len());
                let expression = self.expression(operation, node.sort);
                writeln!(self.body, "(define-fun {name} () {} {expression})", node.sort)?;
                name
            }
        };
        self.names.insert(term, name);
        Ok(())
    }

    fn expression(&self, operation: &Operation, sort: Sort) -> String {
        let bits = sort.bits();
        let function = match *operation {
            Operation::Variable(name) => return name.to_owned(),
            Operation::Constant(value) => return format!("(_ bv{value} {bits})"),
            Operation::ShiftLeft(x, count) => {
                return format!("(bvshl {} (_ bv{count} {bits}))", self.name(x));
            }
            Operation::ShiftRightZero(x, count) => {
                return format!("(bvlshr {} (_ bv{count} {bits}))", self.name(x));
            }
            Operation::ShiftRightSign(x, count) => {
                return format!("(bvashr {} (_ bv{count} {bits}))", self.name(x));
            }
            Operation::Concat(low, high) => {
                return format!("(concat {} {})", self.name(high), self.name(low));
            }
            Operation::Field(_, low) => &format!("(_ extract {} {low})", low + bits - 1),
            Operation::ZeroExtend(_, by) => &format!("(_ zero_extend {by})"),
            Operation::SignExtend(_, by) => &format!("(_ sign_extend {by})"),
            Operation::Invert(_) => "bvnot",
            Operation::Negate(_) => "bvneg",
            Operation::Add(..) => "bvadd",
            Operation::Multiply(..) => "bvmul",
            Operation::ShiftLeftBy(..) => "bvshl",
            Operation::ShiftRightSignBy(..) => "bvashr",
            Operation::BitAnd(..) => "bvand",
            Operation::BitXor(..) => "bvxor",
            Operation::Less(..) => "bvslt",
            Operation::Equal(..) => "=",
            Operation::Not(_) => "not",
            Operation::And(..) => "and",
            Operation::Choose(..) => "ite",
        };
        let arguments = operation.arguments().into_iter().map(|argument| self.name(argument));
        format!("({function} {})", arguments.collect::<Vec<_>>().join(" "))
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
