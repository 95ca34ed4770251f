//! SIMD video instructions: syntax and components of vectors against `ptxas`, values against a second implementation.

use crate::table::same_complaint;
use vmad_ptx::ast::{
    Comparison, LaneArithmetic, LaneMask, LaneOp, LaneSelect, LaneTail, Operation, Simd, Type,
};
use vmad_ptx::legality::{PtxVersion, Target, legality};
use vmad_ptx::reading::Reading;
use vmad_ptx::syntax::{parse, parse_one};
use vmad_ptx::video::evaluate;
use vmad_testing::rows;

/// Oracle: `ptxas` 12.9.86.
#[test]
fn accepted_as_by_ptxas() {
    let (mut different, mut count, mut accepted) = (Vec::new(), 0, 0);
    for [line, word, messages] in rows(include_str!("../data/ptxas-lanes.tsv")) {
        // Declarations are not known here: which registers are vectors, and the types.
        if [
            "video selector: '.x'",
            "'.y'",
            "vector selector",
            "unary minus",
            "Vector operand",
            "Unknown symbol",
        ]
        .iter()
        .any(|message| messages.contains(message))
            || line.contains("%VF") && line.starts_with('v')
            || line.starts_with("mad.rn.f32 %d, %V.x")
            || line.starts_with("@%V")
        {
            continue;
        }
        let ours = parse(line);
        let same = match &ours {
            Ok(_) => word == "ok",
            Err(error) => word == "error" && (messages.is_empty() || same_complaint(&error.kind, messages)),
        };
        if !same {
            different.push(format!("{line}\n    ptxas: {word} {messages}\n    ours:  {ours:?}"));
        }
        count += 1;
        accepted += usize::from(word == "ok");
    }
    assert!(different.is_empty(), "{} of {count} differ:\n{}", different.len(), different.join("\n"));
    assert!(count > 450 && accepted > 240, "{count} lines, {accepted} of them ok");
}

#[test]
fn legal_from_sm_30_and_ptx_3_0() {
    for line in ["vabsdiff4.u32.u32.u32 d, a, b, c;", "vset2.u32.s32.le d, a, b, c;"] {
        let found = parse_one(line).expect("legal");
        let judged = |number, major, minor| {
            legality(&found.instruction, Target::sm(number), PtxVersion::new(major, minor))
        };
        for (number, major, minor) in [(30, 3, 0), (35, 3, 1), (50, 8, 0), (90, 8, 0), (120, 8, 7)] {
            assert_eq!(judged(number, major, minor), Ok(Vec::new()));
        }
        for (number, major, minor) in [(20, 3, 0), (20, 8, 0), (21, 2, 3), (10, 3, 0)] {
            let illegal = judged(number, major, minor).expect_err("illegal");
            assert!(illegal.starts_with("SIMD video instructions are legal from PTX version 3.0 and sm_30"));
        }
    }
}

/// The manual's text in another way: lists of numbers, and case distinctions.
fn reference<const LANES: usize>(simd: &Simd<LANES>, a: u32, b: u32, c: u32) -> u32 {
    let size = 1_i64 << (32 / LANES);
    let part = |word: u32, index: usize| i64::from(word) / size.pow(index as u32) % size;
    let number = |index: u8, ty: Type| {
        let index = usize::from(index);
        let part = if index < LANES { part(a, index) } else { part(b, index - LANES) };
        if ty == Type::S32 && part >= size / 2 { part - size } else { part }
    };
    let lane = |left: i64, right: i64| match simd.op {
        LaneOp::Arithmetic { op, .. } => match op {
            LaneArithmetic::Add => left + right,
            LaneArithmetic::Sub => left - right,
            LaneArithmetic::Average if left + right < 0 => -((1 - left - right) / 2),
            LaneArithmetic::Average => (left + right + 1) / 2,
            LaneArithmetic::AbsDiff if left > right => left - right,
            LaneArithmetic::AbsDiff => right - left,
            LaneArithmetic::Min => [left, right].into_iter().min().unwrap_or(0),
            LaneArithmetic::Max => [left, right].into_iter().max().unwrap_or(0),
        },
        LaneOp::Set { cmp, .. } => i64::from(match cmp {
            Comparison::Eq => left == right,
            Comparison::Ne => left != right,
            Comparison::Lt => left < right,
            Comparison::Le => left <= right,
            Comparison::Gt => left > right,
            Comparison::Ge => left >= right,
            Comparison::Lo | Comparison::Ls | Comparison::Hi | Comparison::Hs => panic!("illegal"),
        }),
    };
    let mut word = i64::from(if simd.adds() { c } else { 0 });
    for index in 0..LANES {
        let t =
            lane(number(simd.asel.parts()[index], simd.atype), number(simd.bsel.parts()[index], simd.btype));
        let t = match simd.saturates_to() {
            None => t,
            Some(Type::U32) if t < 0 => 0,
            Some(Type::U32) => t.min(size - 1),
            Some(Type::S32) if t < -size / 2 => -size / 2,
            Some(Type::S32) => t.min(size / 2 - 1),
        };
        match (simd.adds(), simd.mask.has(index)) {
            (true, true) => word += t,
            (true, false) => {}
            (false, true) => word += t.rem_euclid(size) * size.pow(index as u32),
            (false, false) => word += part(c, index) * size.pow(index as u32),
        }
    }
    word.rem_euclid(1 << 32) as u32
}

/// Every operation with each tail.
fn operations() -> Vec<LaneOp> {
    let tails = [LaneTail::Add, LaneTail::Merge { sat: false }, LaneTail::Merge { sat: true }];
    let arithmetic = LaneArithmetic::ALL.into_iter().flat_map(|op| {
        Type::ALL
            .into_iter()
            .flat_map(move |dtype| tails.map(move |tail| LaneOp::Arithmetic { op, dtype, tail }))
    });
    let sets =
        Comparison::MANUAL.into_iter().flat_map(|cmp| [false, true].map(|add| LaneOp::Set { cmp, add }));
    arithmetic.chain(sets).collect()
}

/// Every mask, operation, tail and pair of types, with selectors and registers of all kinds.
fn every_mode<const LANES: usize>(
    operation: impl Fn(Simd<LANES>) -> Operation,
    selects: &[[u8; LANES]],
) -> usize {
    let registers: [u32; 7] =
        [0, 0xffff_ffff, 0x8000_7f80, 0x7f80_ff00, 0x0102_0304, 0x9a5c_e137, 0x80ff_0180];
    let selects = selects.iter().map(|parts| LaneSelect::new(*parts).expect("parts in range"));
    let selects: Vec<_> = selects.collect();
    let (mut modes, step) = (0, vmad_testing::step(7));
    for mask in (1..1 << LANES).filter_map(LaneMask::new) {
        for (op, atype) in operations().into_iter().flat_map(|op| Type::ALL.map(|atype| (op, atype))) {
            for (btype, asel) in
                Type::ALL.into_iter().flat_map(|ty| selects.iter().map(move |select| (ty, *select)))
            {
                for &bsel in &selects {
                    let simd = Simd { op, atype, btype, asel, bsel, mask };
                    let pairs = registers.iter().flat_map(|a| registers.iter().map(move |b| (*a, *b)));
                    for (a, b) in pairs.skip(modes % step).step_by(step) {
                        let c = a.rotate_left(9) ^ b;
                        let ours = evaluate(&operation(simd), a, b, c, &Reading::DEFAULT);
                        assert_eq!(
                            ours,
                            reference(&simd, a, b, c),
                            "{simd} of {a:#x}, {b:#x}, {c:#x}: {simd:?}"
                        );
                    }
                    modes += 1;
                }
            }
        }
    }
    modes
}

#[test]
fn every_mode_of_bytes() {
    let selects = [[0, 1, 2, 3], [4, 5, 6, 7], [7, 0, 3, 4], [0, 0, 0, 0], [5, 5, 2, 1]];
    assert_eq!(every_mode(Operation::Simd4, &selects), 15 * 48 * 4 * 25);
}

#[test]
fn every_mode_of_half_words() {
    let selects: Vec<[u8; 2]> = (0..4).flat_map(|high| [0, 1, 2, 3].map(|low| [low, high])).collect();
    assert_eq!(every_mode(Operation::Simd2, &selects), 3 * 48 * 4 * 256);
}

/// Selectors and masks out of range, and their spelling: the highest lane first.
#[test]
fn selectors_and_masks() {
    assert_eq!((LaneSelect::new([0, 1, 2, 8]), LaneSelect::new([4, 2, 0, 1])), (None, None));
    assert_eq!((LaneMask::<4>::new(0), LaneMask::<4>::new(16)), (None, None));
    assert_eq!((LaneSelect::new([0, 4]), LaneMask::<2>::new(4)), (None, None));
    for line in [
        "vabsdiff4.s32.u32.s32.sat %d.b20, %a.b7531, %b.b0246, %c;",
        "vavrg2.s32.u32.s32.add %d.h1, %a.h31, %b.h02, %c;",
        "vset4.s32.u32.ge.add %d.b3, %a.b0000, %b, %c;",
    ] {
        assert_eq!(parse_one(line).expect("legal").instruction.to_string(), line);
    }
    let defaults = parse_one("vabsdiff4.s32.u32.s32.add d.b3210, a.b3210, b.b7654, c;").expect("legal");
    assert_eq!(defaults.instruction.to_string(), "vabsdiff4.s32.u32.s32.add d, a, b, c;");
    let defaults = parse_one("vset2.s32.u32.ne d.h10, a.h10, b.h32, c;").expect("legal");
    assert_eq!(defaults.instruction.to_string(), "vset2.s32.u32.ne d, a, b, c;");
}
