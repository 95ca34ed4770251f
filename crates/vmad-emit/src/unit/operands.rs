//! The operands of a word: its ports, their selected parts and their signs.

use std::collections::HashMap;

use vmad_sass::isa::Form;
use vmad_term::{
    operation::{Operation as Op, Term},
    simplify::Simplified,
};
use vmad_unit::{
    Operand, Selector, Sign,
    vabsdiff4::{SelectA, SelectB},
};

use super::{Unit, bits_of};
use crate::datapath;

impl Unit {
    /// The value of a port: 0 if the word names RZ.
    pub(super) fn register(&mut self, form: &Form, name: &str, port: Term) -> Term {
        let Some(field) = form.field(name) else { return port };
        let number = self.field(field);
        let [rz, zero] = [255, 0].map(|number| self.graph.constant(32, number));
        let is_rz = self.graph.build(1, Op::Equal(number, rz));
        self.graph.build(32, Op::Choose(is_rz, zero, port))
    }

    /// Port C: a register, or the source predicate, of which PT is always set.
    pub(super) fn port_c(&mut self, form: &Form, port: Term) -> Term {
        let Some(predicate) = form.field("Ps") else { return self.register(form, "Rc", port) };
        let number = self.field(predicate);
        let [pt, one] = [7, 1].map(|number| self.graph.constant(32, number));
        let is_pt = self.graph.build(1, Op::Equal(number, pt));
        let bit = self.graph.build(32, Op::And(port, one));
        self.graph.build(32, Op::Choose(is_pt, one, bit))
    }

    /// The selected part of a port, extended to a word of the same sign.
    pub(super) fn extended(&mut self, form: &Form, select: &str, sign: &str, port: Term) -> Option<Term> {
        let select = form.field(select)?;
        let mut parts = HashMap::new();
        for selector in Selector::ALL {
            let operand = Operand { selector, sign: Sign::Unsigned };
            parts.insert(u64::from(selector.encoding()), self.extend_by_sign(form, sign, operand, port)?);
        }
        self.select_by_bits(&bits_of(select), 0, &mut |_, word| parts.get(&select.of(word)).copied())
    }

    pub(super) fn extend_by_sign(
        &mut self,
        form: &Form,
        sign: &str,
        operand: Operand,
        port: Term,
    ) -> Option<Term> {
        let extend = |graph: &mut Simplified, sign| {
            let wide = datapath::operand(graph, Operand { sign, ..operand }, port);
            Some(graph.build(32, Op::Field(wide, 0)))
        };
        match form.field(sign) {
            None => extend(&mut self.graph, Sign::Unsigned),
            Some(field) => self.select_by_bits(&bits_of(field), 0, &mut |graph, word| {
                extend(graph, if word == 0 { Sign::Unsigned } else { Sign::Signed })
            }),
        }
    }

    /// VABSDIFF4's bytes in the order of the lanes, and the selectors that keep this order.
    pub(super) fn bytes(&mut self, form: &Form, a: Term, b: Term) -> Option<(u64, Term, Term)> {
        let (a_field, b_field) = (form.field("A select")?, form.field("B select")?);
        let in_a = self.select_by_bits(&bits_of(a_field), 0, &mut |graph, word| {
            let select = SelectA::from_encoding(a_field.of(word) as u8)?;
            Some(lanes(graph, select.bytes(), [a, b]))
        })?;
        let in_b = self.select_by_bits(&bits_of(b_field), 0, &mut |graph, word| {
            let select = SelectB::from_encoding(b_field.of(word) as u8)?;
            Some(lanes(graph, select.bytes(), [a, b]))
        })?;
        let own =
            a_field.put(SelectA::L3210.encoding().into()) | b_field.put(SelectB::L7654.encoding().into());
        Some((own, in_a, in_b))
    }
}

/// Four of the eight bytes of two ports.
fn lanes(graph: &mut Simplified, bytes: [u8; 4], ports: [Term; 2]) -> Term {
    let mut word = graph.constant(32, 0);
    for (lane, byte) in (0..).zip(bytes) {
        let moved = graph.build(32, Op::ShiftRight(ports[usize::from(byte / 4)], 8 * u32::from(byte % 4)));
        let mask = graph.constant(32, 0xff);
        let part = graph.build(32, Op::And(moved, mask));
        let part = graph.build(32, Op::ShiftLeft(part, 8 * lane));
        word = graph.build(32, Op::Or(word, part));
    }
    word
}
