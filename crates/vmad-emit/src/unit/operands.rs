//! The operands of a word: its ports, their selected parts and their signs.

use vmad_sass::isa::{B, Form};
use vmad_term::{
    operation::{Operation as Op, Term},
    simplify::Simplified,
};
use vmad_unit::{
    Kind, Operand, Selector, Sign,
    operand::A_WIRES,
    record::Nothing,
    vabsdiff4::{SelectA, SelectB},
};

use super::{Unit, bits_of, computes};
use crate::function::Parameter;

impl Unit {
    /// The value of a port: 0 if the word names RZ.
    fn register(&self, form: &Form, port: Parameter) -> Term {
        let name = match port {
            Parameter::A => "Ra",
            Parameter::B => "Rb",
            _ => "Rc",
        };
        let port = self.graph.input(port.name());
        let Some(field) = form.field(name) else { return port };
        let number = self.field(field);
        let [rz, zero] = [255, 0].map(|number| self.graph.constant(32, number));
        let is_rz = self.graph.build(1, Op::Equal(number, rz));
        self.graph.build(32, Op::Choose(is_rz, zero, port))
    }

    /// Operand A, B or C.
    pub(super) fn operand(&self, forms: &[Form], form: &Form, port: Parameter) -> Option<Term> {
        if port == Parameter::C {
            return Some(self.port_c(form));
        }
        self.select_by_bits(&selecting(form, port), 0, &mut |word| self.selected_by(forms, form, port, word))
    }

    /// Operand A or B of a word with these [bits](selecting). Of a VABSDIFF4: its bytes in the order of the lanes. Of the
    /// others: the selected part of the port or an immediate, extended to a word of the same sign.
    pub(super) fn selected_by(
        &self,
        forms: &[Form],
        form: &Form,
        port: Parameter,
        word: u64,
    ) -> Option<Term> {
        let [select, sign] = names(port);
        let encoding = form.field(select)?.of(word) as u8;
        if form.kind == Kind::Vabsdiff4 {
            let bytes = if port == Parameter::A {
                SelectA::from_encoding(encoding)?.bytes()
            } else {
                SelectB::from_encoding(encoding)?.bytes()
            };
            let ports = [Parameter::A, Parameter::B].map(|port| self.register(form, port));
            return Some(lanes(&self.graph, bytes, ports));
        }
        let immediate = forms.iter().find(|form| form.b == B::Immediate && computes(form));
        let is_immediate = port == Parameter::B && form.field("B kind")?.of(word) == 0;
        let (selector, value) = if let Some(immediate) = immediate.filter(|_| is_immediate) {
            (Selector::H0, self.field(immediate.field("imm16")?))
        } else {
            (Selector::from_encoding(encoding)?, self.register(form, port))
        };
        let is_signed = form.field(sign).is_some_and(|field| field.of(word) == 1);
        let operand = Operand { selector, sign: if is_signed { Sign::Signed } else { Sign::Unsigned } };
        let wide = vmad_unit::operand::operand(&self.graph, &mut Nothing, A_WIRES, operand, &value);
        Some(self.graph.build(32, Op::Field(wide, 0)))
    }

    /// Port C: a register, or the source predicate, of which PT is always set.
    pub(super) fn port_c(&self, form: &Form) -> Term {
        let Some(predicate) = form.field("Ps") else { return self.register(form, Parameter::C) };
        let port = self.graph.input(Parameter::C.name());
        let number = self.field(predicate);
        let [pt, one] = [7, 1].map(|number| self.graph.constant(32, number));
        let is_pt = self.graph.build(1, Op::Equal(number, pt));
        let bit = self.graph.build(32, Op::And(port, one));
        self.graph.build(32, Op::Choose(is_pt, one, bit))
    }
}

/// The fields that select and extend a port.
const fn names(port: Parameter) -> [&'static str; 2] {
    if matches!(port, Parameter::A) { ["A select", "A signed"] } else { ["B select", "B signed"] }
}

/// The bits of the word that select operand A or B.
pub(super) fn selecting(form: &Form, port: Parameter) -> Vec<u32> {
    let [select, sign] = names(port);
    let fields = match (form.kind, port) {
        (Kind::Vabsdiff4, _) => vec![select],
        (_, Parameter::A) => vec![select, sign],
        _ => vec!["B kind", select, sign],
    };
    fields.into_iter().filter_map(|name| form.field(name)).flat_map(bits_of).collect()
}

/// Four of the eight bytes of two ports.
fn lanes(graph: &Simplified, bytes: [u8; 4], ports: [Term; 2]) -> Term {
    let mut word = graph.constant(32, 0);
    for (lane, byte) in (0..).zip(bytes) {
        let moved = graph.build(32, Op::ShiftRight(ports[usize::from(byte / 4)], 8 * u32::from(byte % 4)));
        let part = graph.build(32, Op::And(moved, graph.constant(32, 0xff)));
        let part = graph.build(32, Op::ShiftLeft(part, 8 * lane));
        word = graph.build(32, Op::Or(word, part));
    }
    word
}
