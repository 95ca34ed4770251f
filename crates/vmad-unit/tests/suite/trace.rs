//! The trace. Oracle: the restatement in [`crate::model`], whose numbers every row must spell.

use std::collections::HashSet;

use vmad_unit::{Clamp, Operand, Operation, Psign, Saturate, Scale, Selector, Sign, Stage, vmad::Mode};

use crate::{
    corners::{CORNERS, WORD_CORNERS},
    model::Model,
};

/// A wire less its note: stage, name, width, the number that it shows.
type Shown = (Stage, &'static str, u32, i128);

fn shown(wire: &vmad_unit::Wire) -> Shown {
    (wire.stage, wire.name, wire.bits.width(), wire.value())
}

fn restated(mode: Mode, ports: [u32; 3]) -> [Shown; 21] {
    let [a, b, c] = ports;
    let model = Model::of(mode);
    let n = model.numbers(a, b, c);
    let product = n.a * n.b;
    let signed = |sign| i128::from(sign == Sign::Signed);
    let (product_term, c_term, carry) = match mode.psign {
        Psign::Add => (product, n.c, 0),
        Psign::SubtractC => (product, -n.c - 1, 1),
        Psign::NegateProduct => (-product - 1, n.c, 1),
        Psign::PlusOne => (product, n.c, 1),
    };
    let result = match model.final_sign {
        Sign::Unsigned => n.result.into(),
        Sign::Signed => (n.result as i32).into(),
    };
    let c_port = match model.c_sign {
        Sign::Unsigned => c.into(),
        Sign::Signed => (c as i32).into(),
    };
    [
        (Stage::Select, "A port", 32, a.into()),
        (Stage::Select, "A field", mode.a.selector.width().bits(), n.a),
        (Stage::Select, "A extended", 33, n.a),
        (Stage::Select, "B port", 32, b.into()),
        (Stage::Select, "B field", mode.b.selector.width().bits(), n.b),
        (Stage::Select, "B extended", 33, n.b),
        (Stage::Select, "C port", 32, c_port),
        (Stage::Multiply, "product", 66, product),
        (Stage::Add, "intermediate", 1, signed(model.c_sign)),
        (Stage::Add, "C extended", 66, n.c),
        (Stage::Add, "product term", 66, product_term),
        (Stage::Add, "C term", 66, c_term),
        (Stage::Add, "carry in", 1, carry),
        (Stage::Add, "tmp", 66, n.tmp),
        (Stage::Shift, "final", 1, signed(model.final_sign)),
        (Stage::Shift, "shr", 66, n.shr),
        (Stage::Saturate, "min", 66, model.min),
        (Stage::Saturate, "max", 66, model.max),
        (Stage::Saturate, "below", 1, i128::from(n.shr < model.min)),
        (Stage::Saturate, "above", 1, i128::from(n.shr > model.max)),
        (Stage::Saturate, "result", 32, result),
    ]
}

fn clamp(mode: Mode, [a, b, c]: [u32; 3]) -> Clamp {
    let model = Model::of(mode);
    let shr = model.numbers(a, b, c).shr;
    match mode.saturate {
        Saturate::Off => Clamp::Off,
        Saturate::On if shr < model.min => Clamp::ToMin,
        Saturate::On if shr > model.max => Clamp::ToMax,
        Saturate::On => Clamp::Inside,
    }
}

/// Inputs for every setting: corners first, then random ones.
fn inputs() -> impl Iterator<Item = (Mode, [u32; 3])> {
    let mut random = fastrand::Rng::with_seed(7);
    Mode::all().flat_map(move |mode| {
        let mut ports = vec![[0xffff_ffff; 3], [0x8000_0000; 3], [0x7fff_ffff, 0x8000_0000, 0xffff_ffff]];
        ports.extend((0..12).map(|_| {
            let a = random.choice(CORNERS).unwrap_or_default();
            [a, random.u32(..), random.choice(WORD_CORNERS).unwrap_or_default()]
        }));
        ports.into_iter().map(move |ports| (mode, ports))
    })
}

#[test]
fn every_row_shows_the_number_that_the_restatement_has_for_it() {
    let mut clamps = HashSet::new();
    for (mode, ports @ [a, b, c]) in inputs() {
        let trace = Operation::Vmad(mode).trace(a, b, c);
        assert_eq!(
            trace.wires.iter().map(shown).collect::<Vec<_>>(),
            restated(mode, ports),
            "{mode:?} {ports:#x?}"
        );
        assert_eq!(trace.clamp(), clamp(mode, ports), "{mode:?} {ports:#x?}");
        clamps.insert(trace.clamp());
    }
    assert_eq!(clamps.len(), 4, "every kind of clamp has been seen");
}

#[test]
fn no_line_is_longer_than_80_columns() {
    let mut longest = 0;
    for (mode, [a, b, c]) in inputs() {
        let text = Operation::Vmad(mode).trace(a, b, c).to_string();
        assert_eq!(text.lines().count(), 21 + 5, "a line a row, and one a stage");
        for line in text.lines() {
            assert!(line.len() <= 80, "{line}");
            longest = longest.max(line.len());
        }
    }
    assert!(longest > 75, "the inputs are too tame: {longest}");
}

fn setting(a: (Selector, Sign), b: (Selector, Sign), psign: Psign, scale: Scale) -> Mode {
    let operand = |(selector, sign)| Operand { selector, sign };
    Mode { a: operand(a), b: operand(b), psign, scale, saturate: Saturate::On }
}

#[test]
fn a_trace_prints_as_a_table() {
    let mode = setting(
        (Selector::B1, Sign::Signed),
        (Selector::Word, Sign::Unsigned),
        Psign::NegateProduct,
        Scale::Shr7,
    );
    let text = Operation::Vmad(mode).trace(0x8000, 0xffff_ffff, 0x8000_0001).to_string();
    assert_eq!(text, include_str!("../data/trace.txt"));
}

#[test]
fn the_notes_say_what_made_the_wire() {
    let byte = (Selector::B0, Sign::Unsigned);
    let notes = |mode, ports: [u32; 3]| {
        let rows = Operation::Vmad(mode).trace(ports[0], ports[1], ports[2]).wires;
        let note = |name| rows.iter().find(|row| row.name == name).map(|row| row.note).unwrap();
        ["C extended", "product term", "C term", "final", "result"].map(note)
    };
    let unsigned = setting(byte, byte, Psign::Add, Scale::Pass);
    assert_eq!(notes(unsigned, [0; 3]), ["zero-extended", "A*B", "C", "unsigned", "SAT: inside"]);
    let subtract = Mode { psign: Psign::SubtractC, ..unsigned };
    let to_min = [0, 0, 0xffff_ffff];
    assert_eq!(notes(subtract, to_min), ["zero-extended", "A*B", "~C", "signed", "SAT: to min"]);
    let wrap = Mode { saturate: Saturate::Off, ..subtract };
    assert_eq!(notes(wrap, to_min)[4], "shr[31:0]");
}
