//! The trace as it is printed. `formula.rs` of vmad-sass has an oracle of its numbers.

use vmad_unit::{Clamp, Operand, Operation, Psign, Saturate, Scale, Selector, Sign, vmad::Mode};

/// Inputs for every setting: the longest numbers first, then random ones.
fn inputs() -> impl Iterator<Item = (Mode, [u32; 3])> {
    let mut random = fastrand::Rng::with_seed(7);
    Mode::all().flat_map(move |mode| {
        let mut ports = vec![[0xffff_ffff; 3], [0x8000_0000; 3], [0x7fff_ffff, 0x8000_0000, 0xffff_ffff]];
        ports.extend((0..12).map(|_| [(); 3].map(|()| random.u32(..))));
        ports.into_iter().map(move |ports| (mode, ports))
    })
}

/// The wires between those of the formula, and the clamp.
#[test]
fn the_wires_of_a_vmad_follow_from_each_other() {
    for (mode, [a, b, c]) in inputs() {
        let trace = Operation::Vmad(mode).trace(a, b, c);
        let of = |name| trace.value(name).expect("a wire");
        let (product, c, shr) = (of("A extended") * of("B extended"), of("C extended"), of("shr"));
        let [of_product, of_c, carry] = match mode.psign {
            Psign::Add => [product, c, 0],
            Psign::SubtractC => [product, !c, 1],
            Psign::NegateProduct => [!product, c, 1],
            Psign::PlusOne => [product, c, 1],
        };
        let [min, max] = if of("final") == 1 { [-1 << 31, (1 << 31) - 1] } else { [0, (1 << 32) - 1] };
        let [below, above] = [shr < min, shr > max];
        let expected = [
            product,
            of_product,
            of_c,
            carry,
            of_product + of_c + carry,
            min,
            max,
            below.into(),
            above.into(),
        ];
        let wires = ["product", "product term", "C term", "carry in", "tmp", "min", "max", "below", "above"];
        assert_eq!(wires.map(of), expected, "{mode:?} {a:#x} {b:#x} {c:#x}");
        let clamp = [(below, Clamp::ToMin), (above, Clamp::ToMax), (true, Clamp::Inside)];
        let clamp = clamp.into_iter().find(|(is_so, _)| *is_so).filter(|_| mode.saturate == Saturate::On);
        assert_eq!(trace.clamp(), clamp.map_or(Clamp::Off, |(_, clamp)| clamp), "{mode:?}");
    }
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
