//! Functions to emit: an instruction with its mode and immediate fixed.

mod any;
pub(crate) mod branches;

use std::fmt::Write as _;

use vmad_sass::{Instruction, KEPLER, isa::Layout};
use vmad_term::{eval::Evaluator, operation::Term, simplify::Simplified};
use vmad_unit::{
    Operation,
    record::{Nothing, Wire},
};

pub use any::{function_of, functions};
use branches::Branches;

use crate::lower::{Integers, Lowered, lower};

/// A parameter of 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parameter {
    /// The register of port A.
    A,
    /// The register of port B.
    B,
    /// The register of port C; for `VSETP` the source predicate, in bit 0.
    C,
    /// Bits 31:0 of the word.
    WordLow,
    /// Bits 63:32 of the word.
    WordHigh,
    /// The number before the clamp: signed, 34 bits.
    Tmp,
}

impl Parameter {
    /// The name: `a`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
            Self::C => "c",
            Self::WordLow => "word_low",
            Self::WordHigh => "word_high",
            Self::Tmp => "tmp",
        }
    }
}

/// A function of 32-bit values.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name, a C identifier.
    pub name: String,
    /// Its description, for a comment.
    pub comment: Vec<String>,
    /// Its parameters, in order; the two halves of the word are neighbours.
    pub parameters: Vec<Parameter>,
    /// Whether the result is one bit.
    pub is_flag: bool,
    /// The values of the ports A, B and C that are constant: an immediate, `RZ`, `PT`.
    pub constants: [Option<u32>; 3],
    /// The operation; [`None`] for a function that takes any word.
    pub(crate) operation: Option<Operation>,
    pub(crate) graph: Simplified,
    pub(crate) result: Term,
    /// The wires of the datapath, in its order; none for a function that takes any word.
    pub(crate) wires: Vec<Wire<Term>>,
    /// The same as a program with branches, for languages that have them.
    pub(crate) branches: Option<Branches>,
}

impl Function {
    /// The function with a prefix before every name that it defines.
    pub(crate) fn prefixed(&self, prefix: &str) -> Self {
        let branches = self.branches.as_ref().map(|branches| branches.prefixed(prefix));
        Self { name: format!("{prefix}{}", self.name), branches, ..self.clone() }
    }

    /// The values of the ports A, B and C.
    fn inputs(&self) -> [Term; 3] {
        inputs(&self.graph, self.constants)
    }

    /// The function in the integers of a language.
    pub fn lowered(&self, integers: Integers) -> Lowered {
        lower(&self.graph, self.result, integers)
    }

    /// The declarations of the parameters; `word` declares both halves of the word.
    pub(crate) fn declared(&self, word: &str, port: impl Fn(&str) -> String) -> Vec<String> {
        let declare = |parameter: &Parameter| match parameter {
            Parameter::WordLow => Some(word.to_owned()),
            Parameter::WordHigh => None,
            it => Some(port(it.name())),
        };
        self.parameters.iter().filter_map(declare).collect()
    }
}

impl Lowered {
    /// The result for the values of the parameters, by name.
    pub fn evaluate(&self, value_of: impl Fn(&str) -> u32) -> u32 {
        let mut evaluator = Evaluator::new(&self.graph, &[self.result]);
        evaluator.run(|name| value_of(name).into());
        evaluator.bits(self.result) as u32
    }
}

/// The function of an instruction, with a parameter for each port that names a register other than `RZ`; [`None`] for a
/// `VABSDIFF4` with an immediate: no source says what it computes.
///
/// `name` replaces the default name, which is made from the text.
pub fn instruction(instruction: &Instruction, name: Option<&str>) -> Option<Function> {
    let operation = instruction.operation()?;
    let comment = comment(instruction);
    let name = name.map_or_else(|| default_name(&instruction.to_string()), str::to_owned);
    let mut function = of_operation(operation, instruction.fixed(), name, comment);
    let inputs = function.inputs();
    if unclamped(instruction)
        .is_some_and(|branches| branches.compute(&function.graph, &mut Nothing, inputs) == function.result)
    {
        function
            .comment
            .push("Every value is in the range of the clamp: the code needs no clamp.".to_owned());
    }
    Some(function)
}

/// The function of an operation. The ports with a constant are no parameters.
fn of_operation(
    operation: Operation,
    constants: [Option<u32>; 3],
    name: String,
    comment: Vec<String>,
) -> Function {
    let graph = Simplified::default();
    let mut wires = Vec::new();
    let inputs = inputs(&graph, constants);
    let is_parameter = |(_, constant): &(Parameter, Option<u32>)| constant.is_none();
    let parameters = PORTS.into_iter().zip(constants).filter(is_parameter).map(|(port, _)| port).collect();
    let result = operation.compute(&graph, &mut wires, inputs);
    Function {
        name,
        comment,
        parameters,
        is_flag: false,
        constants,
        operation: Some(operation),
        graph,
        result,
        wires,
        branches: None,
    }
}

pub(crate) const PORTS: [Parameter; 3] = [Parameter::A, Parameter::B, Parameter::C];

/// The values of the ports: constants, or parameters.
fn inputs(graph: &Simplified, constants: [Option<u32>; 3]) -> [Term; 3] {
    [0, 1, 2].map(|port| match constants[port] {
        Some(value) => graph.constant(32, value.into()),
        None => graph.input(PORTS[port].name()),
    })
}

/// `vmad_s16_u8_sat_a_h1_minus_c`: the mnemonic and its suffixes, then the selectors and minus signs of the operands.
fn default_name(text: &str) -> String {
    let text =
        text.split_once(' ').filter(|(first, _)| first.starts_with('@')).map_or(text, |(_, rest)| rest);
    let (mnemonic, operands) = text.split_once(' ').unwrap_or((text, ""));
    let mut name = mnemonic.to_ascii_lowercase().replace('.', "_");
    let names = if mnemonic.starts_with("VSETP") { ["", "", "a", "b", "c"] } else { ["", "a", "b", "c", ""] };
    for (operand, port) in operands.split(", ").zip(names).filter(|(_, port)| !port.is_empty()) {
        let (minus, operand) = operand.strip_prefix(['-', '!']).map_or((false, operand), |rest| (true, rest));
        if minus {
            let _ = write!(name, "_minus_{port}");
        }
        match operand.split_once('.') {
            Some((_, selector)) => {
                let _ = write!(name, "_{port}_{}", selector.to_ascii_lowercase().replace('.', "_"));
            }
            None if !operand.starts_with(['R', 'P']) || matches!(operand, "RZ" | "PT") => {
                let operand = operand.trim_start_matches("0x").to_ascii_lowercase();
                let _ = write!(name, "_{port}_{operand}");
            }
            None => {}
        }
    }
    name
}

/// The operation of the instruction without `.SAT`; [`None`] if it has none.
fn unclamped(instruction: &Instruction) -> Option<Operation> {
    let field = instruction.form().field("SAT").filter(|_| instruction.field("SAT") == Some(1))?;
    Instruction::decode_in(instruction.layout(), field.with(instruction.encode(), 0)).ok()?.operation()
}

/// The text and the word, and what the function leaves out.
fn title(instruction: &Instruction) -> String {
    let cc = if instruction.cc() { "; CC is not computed: no source specifies its flags" } else { "" };
    format!("{instruction} (0x{:016x}){cc}", instruction.encode())
}

/// The text, the formula, and why the computation is inferred.
fn comment(instruction: &Instruction) -> Vec<String> {
    let mut comment = vec![title(instruction)];
    comment.extend(instruction.formula().unwrap_or_default());
    let source = instruction.source();
    comment.extend(source.is_inferred().then(|| format!("Inferred: {source}.")));
    if instruction.layout() == Layout::Kepler {
        comment.push(format!("{KEPLER}."));
    }
    comment
}
