//! The functions that take any word, as programs with branches: the word selects the operands, then a case.
//!
//! A language without branches on integers, or without 64 bits, has one expression of all cases instead.

use std::collections::HashMap;

use vmad_sass::{
    Instruction,
    isa::{Field, Form, Layout},
};
use vmad_term::operation::Term;
use vmad_unit::{
    Kind,
    record::{Nothing, Wire},
    second_op::finish,
};

use super::{Unit, WORD, bits_of, computes, mode, operands::selecting, selected};
use crate::function::{
    Parameter,
    branches::{Branches, Case, Routine},
};

/// The fields of the last stages, which instructions share.
const LAST: [&str; 3] = ["secop", "dtype", "SAT"];

/// The fields whose values one case computes together: as cases of their own they would be many.
const TOGETHER: [&str; 3] = ["lanes", "bool op", "Ps not"];

impl Branches {
    /// The result of a word of an instruction. `stem` starts the names of the stages that it shares with others.
    pub(super) fn of_kind(kind: Kind, stem: &str) -> Option<Self> {
        let forms = Layout::Maxwell.forms(kind);
        let form = forms.iter().find(|form| computes(form))?;
        let lower = kind.name().to_ascii_lowercase();
        let mut branches = Self::default();
        let mut variables = Vec::new();
        for (variable, operand) in VARIABLES.into_iter().zip(operands(kind, form)) {
            let unit = Unit::default();
            let Operand { port, name, ports, comment } = operand;
            let name = format!("{stem}_{name}");
            if port == Parameter::C {
                let result = unit.operand(forms, form, port)?;
                branches.functions.push(unit.function(&name, &[comment], ports, result));
            } else {
                let cases = unit.cases(&selecting(form, port), |unit, word| {
                    unit.selected_by(forms, form, port, word).map(Case::Result)
                });
                branches.routines.push(Routine {
                    name: name.clone(),
                    comment: comment.to_owned(),
                    parameters: [WORD.as_slice(), ports].concat(),
                    ..cases
                });
            }
            variables.push((variable, name, ports.to_vec()));
        }
        let finish = branches.finish(form, stem);
        let is_last = |field: &&Field| finish.is_some() && LAST.contains(&field.name());
        let (together, cases): (Vec<_>, Vec<_>) =
            mode(form).filter(|field| !is_last(field)).partition(|field| TOGETHER.contains(&field.name()));
        let [together, cases] =
            [together, cases].map(|fields| fields.into_iter().flat_map(bits_of).collect::<Vec<_>>());
        let unit = Unit::default();
        let ports = VARIABLES.map(|name| unit.graph.input(name));
        let base = form.opcode.bits | selected(form);
        let cases = unit.cases(&cases, |unit, bits| {
            let mut tmp = None;
            let result = unit.select_by_bits(&together, base | bits, &mut |word| {
                let operation = Instruction::decode(word).ok()?.operation()?;
                let mut wires: Vec<Wire<Term>> = Vec::new();
                let result = operation.compute(&unit.graph, &mut wires, ports);
                tmp = wires.iter().find(|wire| wire.name == "tmp").map(|wire| wire.bits);
                Some(result)
            })?;
            Some(match (&finish, tmp) {
                (Some(finish), Some(tmp)) => Case::Finish(tmp, finish.clone()),
                _ => Case::Result(result),
            })
        });
        branches.routines.push(Routine {
            name: format!("{lower}_execute"),
            comment: format!("The result of a {}.", kind.name()),
            parameters: EVERY_PORT.to_vec(),
            guard: Some(format!("{lower}_is_legal")),
            variables,
            ..cases
        });
        Some(branches)
    }

    /// The clamp and the second operation of a form, if it has them: the name of their routine.
    fn finish(&mut self, form: &'static Form, stem: &str) -> Option<String> {
        form.field("secop")?;
        let name = if form.field("SAT").is_some() { "finish" } else { "second_operation" };
        let name = format!("{stem}_{name}");
        let fields = LAST.into_iter().filter_map(|name| form.field(name));
        let bits: Vec<_> = fields.flat_map(bits_of).collect();
        let unit = Unit::default();
        let (tmp, c) = (unit.graph.wide_input("tmp", 34), unit.graph.input(Parameter::C.name()));
        let base = form.opcode.bits | selected(form);
        let cases = unit.cases(&bits, |unit, bits| {
            let output = Instruction::decode(base | bits).ok()?.operation()?.output()?;
            Some(Case::Result(finish(&unit.graph, &mut Nothing, output, &tmp, &c)))
        });
        self.routines.push(Routine {
            name: name.clone(),
            comment: "The clamp and the second operation, or the merge with C.".to_owned(),
            parameters: [WORD.as_slice(), &[Parameter::Tmp, Parameter::C]].concat(),
            ..cases
        });
        Some(name)
    }

    /// The result of a word of any instruction.
    pub(super) fn of_all(stem: &str) -> Self {
        let mut all = Self::default();
        for kind in Kind::ALL {
            let of_kind = Self::of_kind(kind, stem).unwrap_or_default();
            all.functions.extend(of_kind.functions);
            all.functions.push(super::legal_of(kind));
            all.routines.extend(of_kind.routines);
        }
        // These bits tell the instructions apart: VABSDIFF4 and VSETP differ only in bit 55 of them.
        let bits: Vec<u32> = (55..64).collect();
        let cases = Unit::default().cases(&bits, |_, bits| {
            let is_of = |kind: &Kind| {
                let mut forms = Layout::Maxwell.forms(*kind).iter().filter(|form| computes(form));
                forms.any(|form| (bits ^ form.opcode.bits) & form.opcode.mask >> 55 << 55 == 0)
            };
            let kind = Kind::ALL.into_iter().find(is_of);
            Some(Case::Call(kind.map(|kind| format!("{}_execute", kind.name().to_ascii_lowercase()))))
        });
        all.routines.push(Routine {
            name: format!("{stem}_execute"),
            comment: "The result of a word of the family.".to_owned(),
            parameters: EVERY_PORT.to_vec(),
            ..cases
        });
        all
    }
}

/// The variables of the operands A, B and C.
const VARIABLES: [&str; 3] = ["x", "y", "z"];

/// The function of an operand.
struct Operand {
    port: Parameter,
    name: &'static str,
    ports: &'static [Parameter],
    comment: &'static str,
}

/// The functions of the three operands.
fn operands(kind: Kind, form: &Form) -> [Operand; 3] {
    use Parameter::{A, B, C};
    let operand = |port, name, ports, comment| Operand { port, name, ports, comment };
    let c = if kind == Kind::Vsetp {
        operand(C, "predicate_c", &[C], "The source predicate.")
    } else {
        operand(C, "register_c", &[C], "Register C.")
    };
    if kind == Kind::Vabsdiff4 {
        let comment = "The bytes of an operand, in the order of the lanes.";
        return [operand(A, "lanes_a", &[A, B], comment), operand(B, "lanes_b", &[A, B], comment), c];
    }
    let a = operand(A, "operand_a", &[A], "The selected part of port A, extended to 32 bits.");
    let b = if form.field("B signed").is_some() {
        operand(B, "operand_b", &[B], "The selected part of port B, extended to 32 bits; or the immediate.")
    } else {
        operand(B, "unsigned_b", &[B], "The selected part of port B, extended with zeros; or the immediate.")
    };
    [a, b, c]
}

const EVERY_PORT: [Parameter; 5] =
    [Parameter::WordLow, Parameter::WordHigh, Parameter::A, Parameter::B, Parameter::C];

impl Unit {
    /// A routine without a name, with the cases of the values of some bits of the word. A value for which `make` returns
    /// [`None`] is in any case.
    fn cases(self, bits: &[u32], mut make: impl FnMut(&Self, u64) -> Option<Case>) -> Routine {
        let mut cases: Vec<(Vec<u64>, Case)> = Vec::new();
        let mut places: HashMap<Case, usize> = HashMap::new();
        for value in 0..1_u64 << bits.len() {
            let word =
                bits.iter().enumerate().fold(0, |word, (index, bit)| word | (value >> index & 1) << bit);
            let Some(case) = make(&self, word) else { continue };
            let place = *places.entry(case.clone()).or_insert_with(|| {
                cases.push((Vec::new(), case));
                cases.len() - 1
            });
            cases[place].0.push(value);
        }
        let most = (0..cases.len()).max_by_key(|&index| cases[index].0.len());
        if let Some(most) = most {
            let case = cases.remove(most);
            cases.push(case);
        }
        let selector = self.number(bits);
        Routine {
            name: String::new(),
            comment: String::new(),
            parameters: Vec::new(),
            guard: None,
            variables: Vec::new(),
            graph: self.graph,
            selector,
            cases,
        }
    }
}
