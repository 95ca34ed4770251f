//! Golden vectors as the library draws them.

use std::collections::{BTreeMap, BTreeSet};

use vmad_map::{corners, divergence::Differs, random::SplitMix64, rows};
use vmad_observe::vectors::{Count, Filter, NoVectors, Stream, Vector, Vectors};
use vmad_sass::{Ports, assemble, isa::B};
use vmad_unit::{Clamp, Format, Kind, Operand, Operation, Register, Saturate, Selector, Width, vmad::Mode};

fn vectors(filter: &Filter, seed: u64, count: Count) -> Vec<Vector> {
    Vectors::new(filter.modes().into_iter().map(|mode| Stream::of_mode(mode, seed)).collect(), count)
        .collect()
}

fn mode(vector: &Vector) -> Mode {
    let Some(Operation::Vmad(mode)) = vector.instruction.operation() else { panic!("{vector:?}") };
    mode
}

/// Oracle: the outputs of Vigna's splitmix64.c for this seed, as they are published for those who reimplement it.
#[test]
fn the_generator_is_splitmix64() {
    let mut rng = SplitMix64::new(1234567);
    let expected = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ];
    assert_eq!(expected.map(|_| rng.next()), expected);
}

/// What the corners reach, the vectors reach: each side of the clamp in each mode that has it.
#[test]
fn the_vectors_reach_what_the_clamp_can_do() {
    let filter = Filter::of(Kind::Vmad).with_form(B::Register).with("SAT", &[1]);
    let mut reached: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    let group = |mode: Mode| {
        let format = |operand: Operand| operand.format();
        (format(mode.a), format(mode.b), mode.psign, mode.scale)
    };
    for vector in vectors(&filter, 0, Count::Each(128)) {
        let clamp = vector.trace().clamp().name();
        reached.entry(group(mode(&vector))).or_default().insert(clamp);
    }
    for mode in Mode::modes().filter(|mode| mode.saturate == Saturate::On) {
        let corners = |operand: Operand| corners::of_width(operand.selector.width());
        for &a in corners(mode.a) {
            for &b in corners(mode.b) {
                for c in corners::WORDS {
                    let clamp = Operation::Vmad(mode).trace(a, b, c).clamp();
                    assert_ne!(clamp, Clamp::Off);
                    assert!(reached[&group(mode)].contains(clamp.name()), "{mode:?}: {clamp:?}");
                }
            }
        }
    }
}

#[test]
fn a_narrower_filter_gives_the_same_vectors_of_what_is_left() {
    let formats = [Format::S16, Format::U32];
    let narrow = Filter::of(Kind::Vmad).with_formats(0, &formats).with("psign", &[2]).with("scale", &[1]);
    let of_narrow = |vector: &Vector| {
        let mode = mode(vector);
        formats.contains(&mode.a.format()) && mode.psign.encoding() == 2 && mode.scale.encoding() == 1
    };
    let all = vectors(&Filter::of(Kind::Vmad), 5, Count::Each(4));
    let expected: Vec<_> = all.into_iter().filter(of_narrow).collect();
    assert_eq!(expected.len(), (2 * 6 + 2 * 2) * 2 * 4);
    assert_eq!(vectors(&narrow, 5, Count::Each(4)), expected);
    assert_ne!(vectors(&narrow, 6, Count::Each(4)), expected);
}

#[test]
fn a_total_takes_turns_and_ends() {
    let filter = Filter::of(Kind::Vmad).with_formats(0, &[Format::U8]).with_formats(1, &[Format::U16]);
    assert_eq!(filter.modes().len(), 48);
    let turns = vectors(&filter, 1, Count::Total(3 * 48));
    let each = vectors(&filter, 1, Count::Each(3));
    // The same vectors: in each third one of every mode.
    for (turn, vectors) in turns.chunks(48).enumerate() {
        let expected: Vec<_> = each.chunks(3).map(|of_mode| of_mode[turn]).collect();
        assert!(expected.iter().all(|vector| vectors.contains(vector)));
    }
    assert_eq!(vectors(&filter, 1, Count::Each(0)), []);
    assert_eq!(vectors(&filter.with_formats(0, &[]), 1, Count::Total(100)), []);
}

#[test]
fn selectors_are_drawn_from_those_asked_for() {
    let encodings = |selectors: [Selector; 2]| selectors.map(|selector| u64::from(selector.encoding()));
    let filter = Filter::of(Kind::Vmad)
        .with_form(B::Register)
        .with("A select", &encodings([Selector::B1, Selector::B3]))
        .with("B select", &encodings([Selector::H1, Selector::Word]));
    // 2 formats of bytes; 2 of half-words and 2 of words; 24.
    assert_eq!(filter.modes().len(), 2 * 4 * 24);
    let seen: BTreeSet<_> = vectors(&filter, 0, Count::Each(16))
        .iter()
        .map(mode)
        .map(|mode| (mode.a.selector, mode.b.selector))
        .collect();
    let expected = [Selector::B1, Selector::B3]
        .into_iter()
        .flat_map(|a| [Selector::H1, Selector::Word].into_iter().map(move |b| (a, b)));
    assert_eq!(seen, expected.collect());
}

#[test]
fn a_register_holds_its_field_and_nothing_else_changes() {
    for selector in Selector::ALL {
        let bits = selector.width().bits();
        for field in [0x12345678, 0xffffffff, 0] {
            let register = corners::register(selector, field, 0xa5c3e187);
            let low = u64::from(register) >> selector.low_bit() & ((1 << bits) - 1);
            assert_eq!(low, u64::from(field) & ((1 << bits) - 1));
            let outside = !(((1_u64 << bits) - 1) << selector.low_bit()) as u32;
            assert_eq!(register & outside, 0xa5c3e187 & outside);
        }
    }
    for width in [Width::Byte, Width::Half, Width::Word] {
        let corners = corners::of_width(width);
        assert!(corners.is_sorted_by(|x, y| x < y), "{width:?}");
        assert!(corners.iter().all(|&corner| u64::from(corner) < 1 << width.bits()), "{width:?}");
    }
}

/// Whether the hardware compares with the sign of one operand alone, no published value tells: the vectors do.
#[test]
fn vectors_tell_the_exact_comparison_from_the_sign_of_one_operand() {
    for kind in [Kind::Vmnmx, Kind::Vset, Kind::Vsetp] {
        let mut told = BTreeMap::<&str, usize>::new();
        let modes = Filter::of(kind).modes();
        for mode in modes.into_iter().step_by(vmad_testing::cases(97, 11)) {
            let vectors: Vec<_> = Vectors::new(vec![Stream::of_mode(mode, 1)], Count::Each(256)).collect();
            let operation = vectors[0].operation;
            let rivals = rows::about(kind).filter(|row| row.id.starts_with("sign-of-"));
            for rival in rivals.filter(|row| row.differs_in_mode(&operation) != Differs::Never) {
                let tells = |vector: &Vector| {
                    let Ports { a, b, c } = vector.ports;
                    rival.evaluate(&operation, [a, b, c]) != Some(operation.execute(a, b, c))
                };
                *told.entry(rival.id).or_default() += usize::from(vectors.iter().any(tells));
            }
        }
        assert!(told.len() == 2 && told.values().all(|modes| *modes > 0), "{kind}: {told:?}");
    }
}

#[test]
fn ports_of_one_register_have_no_vectors() {
    let of = |text: &str| Stream::of_instruction(assemble(text).unwrap().instruction, 1);
    for (text, register) in [
        ("VMAD.U32.U32 R0, R1, R1, R3", Some(1)),
        ("VMAD.U32.U32 R0, R1, R2, R1", Some(1)),
        ("VMAD.U32.U32 R0, R1, R2, R2", Some(2)),
        ("VMAD.U32.U32 R1, R1, R2, R3", None),
        ("VMAD.U32.U32 R0, RZ, RZ, RZ", None),
    ] {
        let twice = register.map(|number| NoVectors::Twice(Register::from_encoding(number)));
        assert_eq!(
            of(text).err().map(|error| error.to_string()),
            twice.map(|error| error.to_string()),
            "{text}"
        );
    }
}
