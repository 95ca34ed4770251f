//! Outputs to which a compiler can give the register of an input, because they have no `&`.

use std::{collections::HashMap, fmt};

use vmad_ptx::syntax::Span;

use super::{
    Block,
    operand::{Known, bits, register_type},
    template::Use,
};

/// An output and an input of an asm statement to which a compiler can give one register, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sharing {
    /// The output, which has no `&`.
    pub output: usize,
    /// The input, which is of the same class and not tied to the output. It is the first one of its variable.
    pub input: usize,
    /// Whether a compiler does so only where both have the same value: the output has a first one.
    pub is_of_equal_values: bool,
}

impl fmt::Display for Sharing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%{} and %{}", self.output, self.input)
    }
}

impl Block {
    /// The outputs and inputs that can have one register, and of which the template names the input behind the first
    /// instruction with the output. In all others, each read of the input comes before the output is written. A
    /// statement with gaps has none.
    pub fn sharings(&self) -> impl Iterator<Item = Sharing> {
        let order = if self.gaps.is_empty() { self.order() } else { HashMap::new() };
        let mut is_first = HashMap::new();
        for (index, operand) in self.operands.iter().enumerate() {
            is_first.entry(operand.text.as_str()).or_insert(index);
        }
        let inputs: Vec<(usize, usize)> = self
            .operands
            .iter()
            .enumerate()
            .filter(|(_, it)| !it.is_output && !it.register.is_empty())
            .filter(|(index, it)| is_first.get(it.text.as_str()) == Some(index))
            .filter_map(|(index, it)| Some((index, order.get(it.text.as_str())?.1)))
            .collect();
        let outputs = self.operands.iter().enumerate().filter(|(_, it)| it.is_output && !it.is_early);
        let outputs: Vec<(usize, usize)> =
            outputs.filter_map(|(index, it)| Some((index, order.get(it.text.as_str())?.0))).collect();
        outputs.into_iter().flat_map(move |(output, first)| {
            let Known { letter, is_read: is_of_equal_values, .. } = self.operands[output];
            let read_later = inputs.clone().into_iter().filter(move |(_, last)| *last > first);
            let of_class = read_later.filter(move |(input, _)| self.operands[*input].letter == letter);
            of_class.map(move |(input, _)| Sharing { output, input, is_of_equal_values })
        })
    }

    /// The place of an operand's constraint in the source.
    pub fn constraint(&self, operand: usize) -> Span {
        self.operands.get(operand).map_or(self.span, |operand| operand.constraint)
    }

    /// The registers of the outputs.
    pub fn outputs(&self) -> impl Iterator<Item = &str> {
        self.operands.iter().filter(|operand| operand.is_output).map(|operand| operand.text.as_str())
    }

    /// The PTX with two registers for each output and input, and with one. In both, the output has the input's value at
    /// first: a compiler shares a register whose first value is read only with an input of the same value.
    pub fn apart_and_shared(&self, sharings: &[Sharing]) -> [String; 2] {
        let (head, body) = self.ptx.text.split_at(self.head);
        let text = |operand: usize| self.operands.get(operand).map_or("", |operand| operand.text.as_str());
        let copies = sharings.iter().map(|sharing| {
            let output = self.operands.get(sharing.output);
            let ty = output.and_then(|operand| register_type(operand.letter)).unwrap_or_default();
            format!("mov.{} {}, {};\n", bits(ty), text(sharing.output), text(sharing.input))
        });
        let start = head.to_owned() + &copies.collect::<String>();
        let mut shared = start.clone();
        let mut from = 0;
        for Use { at, operand } in &self.uses {
            let name = text(*operand);
            let Some(Sharing { output, .. }) = sharings.iter().find(|pair| text(pair.input) == name) else {
                continue;
            };
            shared.push_str(&body[from..*at]);
            shared.push_str(text(*output));
            from = at + name.len();
        }
        shared.push_str(&body[from..]);
        [start + body, shared]
    }

    /// The first and the last instruction that names each register. With labels, which instructions can repeat, each is
    /// in all.
    fn order(&self) -> HashMap<&str, (usize, usize)> {
        let body = &self.ptx.text[self.head..];
        let has_labels = body.replace("::", "").contains(':');
        let mut order = HashMap::new();
        let (mut instruction, mut from) = (0, 0);
        for Use { at, operand } in &self.uses {
            instruction += body[from..*at].matches(';').count();
            from = *at;
            let Some(Known { text, .. }) = self.operands.get(*operand) else { continue };
            let first = if has_labels { (0, usize::MAX) } else { (instruction, instruction) };
            let (_, last) = order.entry(text.as_str()).or_insert(first);
            *last = instruction.max(*last);
        }
        order
    }
}
