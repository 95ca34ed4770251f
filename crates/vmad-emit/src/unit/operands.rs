//! The operands of a word: its ports, their selected parts and their signs.

use std::collections::HashMap;

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
    fn register(&self, form: &Form, port: Parameter, name: &str) -> Term {
        let port = self.graph.input(port.name());
        let Some(field) = form.field(name) else { return port };
        let number = self.field(field);
        let [rz, zero] = [255, 0].map(|number| self.graph.constant(32, number));
        let is_rz = self.graph.build(1, Op::Equal(number, rz));
        self.graph.build(32, Op::Choose(is_rz, zero, port))
    }

    /// Operand A of a VABSDIFF4: its bytes in the order of the lanes. Of the others: the selected part of port A,
    /// extended to a word of the same sign.
    pub(super) fn port_a(&self, form: &Form) -> Option<Term> {
        if form.kind == Kind::Vabsdiff4 {
            return self.bytes(form, "A select");
        }
        let port = self.register(form, Parameter::A, "Ra");
        self.extended(form, "A select", "A signed", port)
    }

    /// Operand B: likewise, or an immediate.
    pub(super) fn port_b(&self, forms: &[Form], form: &Form) -> Option<Term> {
        if form.kind == Kind::Vabsdiff4 {
            return self.bytes(form, "B select");
        }
        let port = self.register(form, Parameter::B, "Rb");
        let register = self.extended(form, "B select", "B signed", port)?;
        let Some(immediate) = forms.iter().find(|it| it.b == B::Immediate && computes(it)) else {
            return Some(register);
        };
        let port = self.field(immediate.field("imm16")?);
        let half = Operand { selector: Selector::H0, sign: Sign::Unsigned };
        let value = self.extend_by_sign(immediate, "B signed", half, port)?;
        let is_register = self.bit(form.field("B kind")?.put(1).trailing_zeros());
        Some(self.merge(is_register, register, value))
    }

    /// Port C: a register, or the source predicate, of which PT is always set.
    pub(super) fn port_c(&self, form: &Form) -> Term {
        let Some(predicate) = form.field("Ps") else { return self.register(form, Parameter::C, "Rc") };
        let port = self.graph.input(Parameter::C.name());
        let number = self.field(predicate);
        let [pt, one] = [7, 1].map(|number| self.graph.constant(32, number));
        let is_pt = self.graph.build(1, Op::Equal(number, pt));
        let bit = self.graph.build(32, Op::And(port, one));
        self.graph.build(32, Op::Choose(is_pt, one, bit))
    }

    /// The selected part of a port, extended to a word of the same sign.
    fn extended(&self, form: &Form, select: &str, sign: &str, port: Term) -> Option<Term> {
        let select = form.field(select)?;
        let mut parts = HashMap::new();
        for selector in Selector::ALL {
            let operand = Operand { selector, sign: Sign::Unsigned };
            parts.insert(u64::from(selector.encoding()), self.extend_by_sign(form, sign, operand, port)?);
        }
        self.select_by_bits(&bits_of(select), 0, &mut |word| parts.get(&select.of(word)).copied())
    }

    fn extend_by_sign(&self, form: &Form, sign: &str, operand: Operand, port: Term) -> Option<Term> {
        let extend = |sign| {
            let operand = Operand { sign, ..operand };
            let wide = vmad_unit::operand::operand(&self.graph, &mut Nothing, A_WIRES, operand, &port);
            Some(self.graph.build(32, Op::Field(wide, 0)))
        };
        match form.field(sign) {
            None => extend(Sign::Unsigned),
            Some(field) => self.select_by_bits(&bits_of(field), 0, &mut |word| {
                extend(if word == 0 { Sign::Unsigned } else { Sign::Signed })
            }),
        }
    }

    /// Four bytes of the two ports, as a selector orders them.
    fn bytes(&self, form: &Form, select: &str) -> Option<Term> {
        let ports = self.registers(form);
        self.select_by_bits(&bits_of(form.field(select)?), 0, &mut |word| {
            ordered(&self.graph, form, select, word, ports)
        })
    }

    /// The registers A and B.
    pub(super) fn registers(&self, form: &Form) -> [Term; 2] {
        [(Parameter::A, "Ra"), (Parameter::B, "Rb")].map(|(port, name)| self.register(form, port, name))
    }
}

/// The bytes of a VABSDIFF4's operand, as the selector of a word orders them.
pub(super) fn ordered(
    graph: &Simplified,
    form: &Form,
    select: &str,
    word: u64,
    ports: [Term; 2],
) -> Option<Term> {
    let value = form.field(select)?.of(word) as u8;
    let bytes = if select == "A select" {
        SelectA::from_encoding(value)?.bytes()
    } else {
        SelectB::from_encoding(value)?.bytes()
    };
    Some(lanes(graph, bytes, ports))
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
