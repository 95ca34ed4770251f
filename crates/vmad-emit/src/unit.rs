//! The functions that take any word: the fields of the word are inputs, like the registers.
//!
//! The datapath is built for every value of the mode's fields. The graphs are merged in pairs, field bit by field bit:
//! an operation that both do is done once, on operands that the bit chooses.

mod branches;
mod operands;

use std::{cell::RefCell, collections::HashMap};

use vmad_sass::{
    Instruction,
    isa::{self, B, Field, Form, Group, Layout, Spelling},
};
use vmad_term::{
    operation::{Operation as Op, Term},
    simplify::Simplified,
};
use vmad_unit::{
    Kind, Selector,
    record::Nothing,
    vabsdiff4::{SelectA, SelectB},
};

use crate::function::{Function, Parameter, branches::Branches};

const PORTS: &str = "RZ reads 0, an immediate form ignores b, guard and CC have no effect.";
const PREDICATES: &str =
    "VSETP: bit 0 of c is the source predicate; bits 0 and 1 of the result are the predicates.";

/// The functions that take any word: `vmad_is_legal`, `vmad_execute`, `video_is_legal` and `video_execute`.
pub fn every_word() -> Vec<Function> {
    let zero = "The result is 0 for an illegal word, and for a VABSDIFF4 with an immediate.";
    let comment = "Whether a word is a legal video instruction, other than a VABSDIFF4 with an immediate.";
    let mut functions = words_of_kind(Kind::Vmad, "video");
    functions.push(legal("video_is_legal", comment, &isa::INSTRUCTIONS));
    let comment = ["The result of a word of the family.", PORTS, PREDICATES, zero];
    let execute = execute("video_execute", &comment, &isa::INSTRUCTIONS);
    functions.push(Function { branches: Some(Branches::of_all("video")), ..execute });
    functions
}

/// The functions that take any word of some instructions: `vmnmx_is_legal` and `vmnmx_execute`.
pub fn words_of(kinds: &[Kind]) -> Vec<Function> {
    let stem = kinds.first().map_or("video".to_owned(), |kind| kind.name().to_ascii_lowercase());
    kinds.iter().flat_map(|&kind| words_of_kind(kind, &stem)).collect()
}

/// The two functions of an instruction. `stem` starts the names of the stages that it shares with others.
fn words_of_kind(kind: Kind, stem: &str) -> Vec<Function> {
    let (mnemonic, lower) = (kind.name(), kind.name().to_ascii_lowercase());
    let title = format!("The result of a {mnemonic}{}.", known(kind));
    let mut comment = vec![title.as_str(), PORTS, "The result is 0 for any other word."];
    if kind == Kind::Vsetp {
        comment.insert(2, PREDICATES);
    }
    let execute = execute(&format!("{lower}_execute"), &comment, &[Layout::Maxwell.forms(kind)]);
    vec![legal_of(kind), Function { branches: Branches::of_kind(kind, stem), ..execute }]
}

fn legal_of(kind: Kind) -> Function {
    let comment = format!("Whether a word is a legal {}{}.", kind.name(), known(kind));
    legal(&format!("{}_is_legal", kind.name().to_ascii_lowercase()), &comment, &[Layout::Maxwell.forms(kind)])
}

/// Which words of an instruction have a known computation.
fn known(kind: Kind) -> &'static str {
    if kind == Kind::Vabsdiff4 { " with a register B" } else { "" }
}

const WORD: [Parameter; 2] = [Parameter::WordLow, Parameter::WordHigh];

pub(crate) fn legal(name: &str, comment: &str, instructions: &[&'static [Form]]) -> Function {
    let unit = Unit::default();
    let mut result = unit.graph.constant(1, 0);
    for forms in instructions {
        result = unit.graph.build(1, Op::Or(result, unit.is_legal(forms)));
    }
    unit.function(name, &[comment], &[], result)
}

fn execute(name: &str, comment: &[&str], instructions: &[&'static [Form]]) -> Function {
    let unit = Unit::default();
    let mut result = unit.graph.constant(32, 0);
    for forms in instructions {
        let legal = unit.is_legal(forms);
        if let Some(value) = unit.result(forms) {
            result = unit.graph.build(32, Op::Choose(legal, value, result));
        }
    }
    unit.function(name, comment, &[Parameter::A, Parameter::B, Parameter::C], result)
}

#[derive(Default)]
pub(crate) struct Unit {
    pub(crate) graph: Simplified,
    merged: RefCell<HashMap<[Term; 3], Term>>,
}

impl Unit {
    /// The function of a result, with the word and some ports as parameters.
    fn function(self, name: &str, comment: &[&str], ports: &[Parameter], result: Term) -> Function {
        Function {
            name: name.to_owned(),
            comment: comment.iter().map(|&line| line.to_owned()).collect(),
            parameters: [WORD.as_slice(), ports].concat(),
            is_flag: self.graph.bits(result) == 1,
            constants: [None; 3],
            operation: None,
            graph: self.graph,
            result,
            wires: Vec::new(),
            branches: None,
        }
    }

    /// A field of the word, as a number of 32 bits.
    pub(crate) fn field(&self, field: &Field) -> Term {
        self.number(&bits_of(field))
    }

    /// Some bits of the word, the low ones first, as a number of 32 bits.
    pub(crate) fn number(&self, bits: &[u32]) -> Term {
        let mut value = self.graph.constant(32, 0);
        let mut filled = 0;
        for run in bits.chunk_by(|bit, next| bit + 1 == *next && next % 32 != 0) {
            let input = self.graph.input(WORD[(run[0] / 32) as usize].name());
            let moved = self.graph.build(32, Op::ShiftRight(input, run[0] % 32));
            let part = self.graph.build(32, Op::And(moved, self.graph.constant(32, (1 << run.len()) - 1)));
            let part = self.graph.build(32, Op::ShiftLeft(part, filled));
            value = self.graph.build(32, Op::Or(value, part));
            filled += run.len() as u32;
        }
        value
    }

    /// One bit of the word.
    fn bit(&self, bit: u32) -> Term {
        let half = self.graph.input(WORD[(bit / 32) as usize].name());
        let moved = self.graph.build(32, Op::ShiftRight(half, bit % 32));
        self.graph.build(1, Op::Field(moved, 0))
    }

    /// The result of `make` for the values of some bits of the word. If `make` returns [`None`], the result is
    /// arbitrary.
    fn select_by_bits(
        &self,
        bits: &[u32],
        word: u64,
        make: &mut impl FnMut(u64) -> Option<Term>,
    ) -> Option<Term> {
        let Some((&bit, rest)) = bits.split_first() else { return make(word) };
        let clear = self.select_by_bits(rest, word, make);
        let set = self.select_by_bits(rest, word | 1 << bit, make);
        match (set, clear) {
            (Some(set), Some(clear)) => Some(self.merge(self.bit(bit), set, clear)),
            (one, other) => one.or(other),
        }
    }

    /// `if flag { x } else { y }`; an operation that both do is done once.
    fn merge(&self, flag: Term, x: Term, y: Term) -> Term {
        if let Some(&done) = self.merged.borrow().get(&[flag, x, y]) {
            return done;
        }
        let (one, other) = (self.graph.node(x), self.graph.node(y));
        let bits = one.sort.bits();
        let operands: Vec<_> =
            one.operation.arguments().into_iter().zip(other.operation.arguments()).collect();
        let is_leaf = matches!(one.operation, Op::Variable(_) | Op::Constant(_));
        let first: Vec<_> = operands.iter().map(|(x, _)| *x).collect();
        let alike = x != y
            && !is_leaf
            && one.sort == other.sort
            && other.operation.on(&first) == one.operation
            && operands.iter().all(|&(x, y)| self.graph.bits(x) == self.graph.bits(y));
        let made = if alike {
            let operands: Vec<_> = operands.into_iter().map(|(x, y)| self.merge(flag, x, y)).collect();
            self.graph.build(bits, one.operation.on(&operands))
        } else {
            self.graph.build(bits, Op::Choose(flag, x, y))
        };
        self.merged.borrow_mut().insert([flag, x, y], made);
        made
    }

    /// Whether the word is legal, and an instruction with a known computation.
    fn is_legal(&self, forms: &'static [Form]) -> Term {
        let mut any = self.graph.constant(1, 0);
        for form in forms.iter().filter(|form| computes(form)) {
            let mut legal = self.graph.constant(1, 1);
            for half in [0, 1] {
                let input = self.graph.input(WORD[half].name());
                let [mask, bits] = [form.opcode.mask, form.opcode.bits]
                    .map(|bits| self.graph.constant(32, i128::from((bits >> (32 * half)) as u32)));
                let masked = self.graph.build(32, Op::And(input, mask));
                let same = self.graph.build(1, Op::Equal(masked, bits));
                legal = self.graph.build(1, Op::And(legal, same));
            }
            for field in form
                .fields
                .iter()
                .filter(|field| field.spelling() == Spelling::Listed && field.fixed().is_none())
            {
                let is_legal = self.select_by_bits(&bits_of(field), 0, &mut |word| {
                    Some(self.graph.constant(1, i128::from(!field.is_illegal(field.of(word)))))
                });
                if let Some(is_legal) = is_legal {
                    legal = self.graph.build(1, Op::And(legal, is_legal));
                }
            }
            any = self.graph.build(1, Op::Or(any, legal));
        }
        any
    }

    /// The result of a legal word of an instruction.
    fn result(&self, forms: &'static [Form]) -> Option<Term> {
        let form = forms.iter().find(|form| form.b == B::Register)?;
        let [a, b, c] =
            [Parameter::A, Parameter::B, Parameter::C].map(|port| self.operand(forms, form, port));
        let ports = [a?, b?, c?];
        let mode: Vec<_> = mode(form).flat_map(bits_of).collect();
        self.select_by_bits(&mode, form.opcode.bits | selected(form), &mut |word| {
            let operation = Instruction::decode(word).ok()?.operation()?;
            Some(operation.compute(&self.graph, &mut Nothing, ports))
        })
    }
}

/// The fields that select the arithmetic of a word.
pub(crate) fn mode(form: &'static Form) -> impl Iterator<Item = &'static Field> {
    form.fields.iter().filter(|field| {
        let is_mode = field.group() == Group::Mode && field.fixed().is_none();
        is_mode || ["A signed", "B signed", "Ps not"].contains(&field.name())
    })
}

/// The selectors that change no operand, as bits of the word.
pub(crate) fn selected(form: &Form) -> u64 {
    let own = if form.kind == Kind::Vabsdiff4 {
        [SelectA::L3210.encoding(), SelectB::L7654.encoding()]
    } else {
        [Selector::Word.encoding(); 2]
    };
    let fields = ["A select", "B select"].map(|name| form.field(name));
    fields.into_iter().flatten().zip(own).fold(0, |word, (field, value)| word | field.put(value.into()))
}

/// Whether the computation of a form is known: that of a VABSDIFF4 with an immediate is not.
pub(crate) fn computes(form: &Form) -> bool {
    form.b == B::Register || form.field("imm16").is_some()
}

/// The bits of a field, the low ones first.
pub(crate) fn bits_of(field: &Field) -> Vec<u32> {
    field.parts().flat_map(|bits| bits.low..bits.low + bits.width).collect()
}
