//! The family but `VMAD`. Oracle: `vmad-ptx`, which executes the PTX instruction of each mode.

use vmad_map::{
    corners,
    meaning::{NotInPtx, groups, in_reading, ptx},
};
use vmad_ptx::{reading::Reading, video::evaluate};
use vmad_unit::{
    Comparison, Kind, Operand, Operation, Output, Saturate, SecondOp, Selector, Sign, Source, vabsdiff,
    vabsdiff4, vadd,
    vmnmx::{self, Extreme},
    vset, vshift,
};

/// All pairs of operands.
fn operands() -> impl Iterator<Item = (Operand, Operand)> {
    Operand::all().flat_map(|a| Operand::all().map(move |b| (a, b)))
}

/// Every mode of the eight scalar instructions but `VMAD`.
fn operations() -> Vec<Operation> {
    let mut all = Vec::new();
    for (a, b) in operands() {
        for output in Output::all() {
            let adds = vadd::Psign::ALL.map(|psign| Operation::Vadd(vadd::Mode { a, b, psign, output }));
            all.extend(adds);
            all.push(Operation::Vabsdiff(vabsdiff::Mode { a, b, output }));
            all.extend(Extreme::ALL.map(|extreme| Operation::Vmnmx(vmnmx::Mode { a, b, extreme, output })));
        }
        for second in SecondOp::ALL {
            let set = |comparison| Operation::Vset(vset::Mode { a, b, comparison, second });
            all.extend(Comparison::ALL.map(set));
        }
    }
    for a in Operand::all() {
        for (b, wrap) in Selector::ALL.into_iter().flat_map(|b| [(b, false), (b, true)]) {
            for output in Output::all() {
                let mode = vshift::Mode { a, b, wrap, output };
                all.extend([Operation::Vshl(mode), Operation::Vshr(mode)]);
            }
        }
    }
    all
}

/// A register: half of them have a corner in the selected field, of the other half some are small.
fn register(random: &mut fastrand::Rng, selector: Selector) -> u32 {
    let around = random.u32(..);
    match random.u8(..4) {
        0 => around,
        1 => around % 40,
        _ => corners::register(
            selector,
            random.choice(corners::of_width(selector.width())).copied().unwrap_or(0),
            around,
        ),
    }
}

fn selectors(operation: &Operation) -> [Selector; 2] {
    match operation {
        Operation::Vadd(mode) => [mode.a.selector, mode.b.selector],
        Operation::Vabsdiff(mode) => [mode.a.selector, mode.b.selector],
        Operation::Vmnmx(mode) => [mode.a.selector, mode.b.selector],
        Operation::Vset(mode) => [mode.a.selector, mode.b.selector],
        Operation::Vshl(mode) | Operation::Vshr(mode) => [mode.a.selector, mode.b],
        Operation::Vmad(_) | Operation::Vsetp(_) | Operation::Vabsdiff4(_) => [Selector::Word; 2],
    }
}

/// The source of a mode says what PTX lacks if and only if the mode has no PTX.
#[test]
fn a_mode_without_ptx_says_what_ptx_lacks() {
    for mode in Kind::ALL.into_iter().flat_map(Kind::modes) {
        let source = mode.source();
        let lacks = if let Source::NotInPtx { lacks, .. } = source { Some(lacks) } else { None };
        assert_eq!(ptx(&mode).err(), lacks.map(NotInPtx::Modifiers), "{mode:?}");
    }
}

#[test]
fn every_mode_that_ptx_has_computes_what_ptx_computes() {
    let mut random = fastrand::Rng::with_seed(0xfa);
    let cases = vmad_testing::cases(24, 400);
    let (mut compared, mut without_ptx) = (0, 0);
    for operation in operations() {
        let Ok(oracle) = ptx(&operation) else {
            without_ptx += 1;
            assert!(operation.source().is_inferred(), "{operation:?} has no PTX and is not inferred");
            continue;
        };
        let [a_selector, b_selector] = selectors(&operation);
        for _ in 0..cases {
            let a = register(&mut random, a_selector);
            let b = register(&mut random, b_selector);
            let c = register(&mut random, Selector::Word);
            let expected = evaluate(&oracle, a, b, c, &Reading::DEFAULT);
            let found = operation.execute(a, b, c);
            assert_eq!(found, expected, "{operation:?} {a:#010x} {b:#010x} {c:#010x}");
        }
        compared += 1;
    }
    // VADD and VSUB, VABSDIFF, minimum and maximum; VSET; shifts.
    let arithmetic = 14 * 14 * 32;
    assert_eq!(compared, 5 * arithmetic + 14 * 14 * 8 * 6 + 2 * 14 * 7 * 2 * 32);
    assert_eq!(without_ptx, 2 * arithmetic + 14 * 14 * 8 * 2);
}

/// A mode without PTX differs from one with PTX in the primary operation alone.
#[test]
fn modes_without_ptx_compute_in_the_default_reading_what_the_unit_computes() {
    let mut random = fastrand::Rng::with_seed(0xfd);
    let mut compared = 0;
    for operation in operations().into_iter().filter(|operation| ptx(operation).is_err()) {
        let [a_selector, b_selector] = selectors(&operation);
        let [a, b, c] =
            [a_selector, b_selector, Selector::Word].map(|selector| register(&mut random, selector));
        let Some(found) = in_reading(&operation, [a, b, c], &Reading::DEFAULT) else { continue };
        assert_eq!(found, operation.execute(a, b, c), "{operation:?} {a:#010x} {b:#010x} {c:#010x}");
        compared += 1;
    }
    assert!(compared > 1000, "{compared}");
}

/// Every mode of `VABSDIFF4`.
fn quads() -> impl Iterator<Item = vabsdiff4::Mode> {
    let signs = (0..8_u8).map(|bits| [0, 1, 2].map(|bit| Sign::ALL[usize::from(bits >> bit & 1)]));
    let selectors = vabsdiff4::SelectA::ALL.into_iter().flat_map(|a| vabsdiff4::SelectB::ALL.map(|b| (a, b)));
    selectors.flat_map(move |(a, b)| {
        signs.clone().flat_map(move |[a_sign, b_sign, sign]| {
            (0..64_u8).map(move |bits| vabsdiff4::Mode {
                a,
                a_sign,
                b,
                b_sign,
                lanes: [0, 1, 2, 3].map(|lane| bits >> lane & 1 == 1),
                sign,
                saturate: Saturate::ALL[usize::from(bits >> 4 & 1)],
                accumulate: bits >> 5 & 1 == 1,
            })
        })
    })
}

#[test]
fn every_mode_of_vabsdiff4_computes_what_ptx_computes() {
    let mut random = fastrand::Rng::with_seed(0x4);
    let cases = vmad_testing::cases(8, 200);
    let (mut compared, mut without_ptx) = (0, 0);
    for mode in quads() {
        let operation = Operation::Vabsdiff4(mode);
        let Ok(oracle) = ptx(&operation) else {
            without_ptx += 1;
            assert!(operation.source().is_inferred(), "{mode:?}");
            continue;
        };
        for _ in 0..cases {
            let [a, b, c] = [(); 3].map(|()| {
                let corners = [0x0080_7fff, 0xff00_0180, 0x7f80_ff00, 0x8080_8080, u32::MAX, 0];
                if random.bool() { random.u32(..) } else { random.choice(corners).unwrap_or(0) }
            });
            let expected = evaluate(&oracle, a, b, c, &Reading::DEFAULT);
            assert_eq!(operation.execute(a, b, c), expected, "{mode:?} {a:#010x} {b:#010x} {c:#010x}");
        }
        compared += 1;
    }
    // Lanes and none of them, with a merge and with an addition; no PTX saturates and adds, or has no lane.
    let selectors = 14 * 11 * 8;
    assert_eq!((compared, without_ptx), (selectors * 15 * 3, selectors * (3 + 16)));
}

#[test]
fn a_trace_ends_in_the_result_and_names_each_wire_once() {
    let mut random = fastrand::Rng::with_seed(0xfb);
    let quads = quads().step_by(97).map(Operation::Vabsdiff4);
    for operation in operations().into_iter().step_by(7).chain(quads) {
        let [a, b, c] = [(); 3].map(|()| random.u32(..));
        let trace = operation.trace(a, b, c);
        assert_eq!(trace.result(), operation.execute(a, b, c), "{operation:?}");
        let mut names: Vec<_> = trace.wires.iter().map(|wire| wire.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), trace.wires.len(), "{operation:?}");
        assert!(trace.to_string().lines().all(|line| line.len() <= 80), "{trace}");
    }
}

#[test]
fn the_first_selectors_are_those_of_one_group_of_a_format() {
    let first =
        groups().find(|group| group.kind == Kind::Vabsdiff4 && group.operands == "3210 7654").unwrap();
    for group in groups().filter(|group| group.kind == Kind::Vabsdiff4) {
        assert!(group.modes.iter().map(|mode| mode.with_first_selectors()).eq(first.modes.iter().copied()));
    }
}
