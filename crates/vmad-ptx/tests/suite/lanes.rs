//! `vabsdiff4`: syntax and components of vectors against `ptxas`, values against a second implementation.

use crate::table::{rows, same_complaint};
use vmad_ptx::ast::{AbsDiff4, LaneMask, LaneSelect, LaneTail, Operation, Type};
use vmad_ptx::legality::{Illegal, PtxVersion, Target, legality};
use vmad_ptx::reading::Reading;
use vmad_ptx::syntax::{parse, parse_one};
use vmad_ptx::video::evaluate;

/// Oracle: `ptxas` 12.9.86.
#[test]
fn accepted_as_by_ptxas() {
    let (mut different, mut count, mut accepted) = (Vec::new(), 0, 0);
    for row in rows(include_str!("../data/ptxas-lanes.tsv")) {
        let [line, word, messages] = row[..] else { panic!("three columns: {row:?}") };
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
            || line.starts_with("vadd4")
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
    let found = parse_one("vabsdiff4.u32.u32.u32 d, a, b, c;").expect("legal");
    let judged = |number, major, minor| {
        legality(&found.instruction, Target::sm(number), PtxVersion::new(major, minor))
    };
    for (number, major, minor) in [(30, 3, 0), (35, 3, 1), (50, 8, 0), (90, 8, 0), (120, 8, 7)] {
        assert_eq!(judged(number, major, minor), Ok(Vec::new()));
    }
    for (number, major, minor) in [(20, 3, 0), (20, 8, 0), (21, 2, 3), (10, 3, 0)] {
        assert!(matches!(judged(number, major, minor), Err(Illegal::SimdNeedsTarget { .. })));
    }
}

/// The manual's text in another way: lists of numbers, and a case distinction in the place of an absolute value.
fn reference(it: &AbsDiff4, a: u32, b: u32, c: u32) -> u32 {
    let pool: Vec<u8> = [a.to_le_bytes(), b.to_le_bytes()].concat();
    let number = |byte: u8, ty: Type| match ty {
        Type::S32 if byte > 127 => i64::from(byte) - 256,
        Type::S32 | Type::U32 => i64::from(byte),
    };
    let mut lanes = Vec::new();
    for (left, right) in it.asel.bytes().into_iter().zip(it.bsel.bytes()) {
        let left = number(pool[usize::from(left)], it.atype);
        let right = number(pool[usize::from(right)], it.btype);
        lanes.push(if left > right { left - right } else { right - left });
    }
    let most = if it.dtype == Type::S32 { 127 } else { 255 };
    match it.tail {
        LaneTail::Add => {
            let sum: i64 = (0..4).filter(|lane| it.mask.has(*lane)).map(|lane| lanes[lane]).sum();
            (i64::from(c) + sum).rem_euclid(1 << 32) as u32
        }
        LaneTail::Merge { sat } => (0..4).fold(0, |word, lane| {
            let old = i64::from(c) / (1 << (8 * lane)) % 256;
            let new = if sat && lanes[lane] > most { most } else { lanes[lane] % 256 };
            word + ((if it.mask.has(lane) { new } else { old }) << (8 * lane)) as u32
        }),
    }
}

/// Every mask, tail and combination of types, with selectors and registers of all kinds.
#[test]
fn every_mode() {
    let selects = [[0, 1, 2, 3], [4, 5, 6, 7], [7, 0, 3, 4], [0, 0, 0, 0], [5, 5, 2, 1]];
    let selects = selects.map(|bytes| LaneSelect::new(bytes).expect("bytes below 8"));
    let registers: [u32; 7] =
        [0, 0xffff_ffff, 0x8000_7f80, 0x7f80_ff00, 0x0102_0304, 0x9a5c_e137, 0x80ff_0180];
    let tails = [LaneTail::Add, LaneTail::Merge { sat: false }, LaneTail::Merge { sat: true }];
    let types = |n: usize| [0, 1, 2].map(|bit| Type::ALL[n >> bit & 1]);
    for (mask, tail) in (1..16).flat_map(|mask| tails.map(|tail| (mask, tail))) {
        let mask = LaneMask::new(mask).expect("a mask");
        for ([dtype, atype, btype], asel) in (0..8).flat_map(|n| selects.map(|asel| (types(n), asel))) {
            for bsel in selects {
                let it = AbsDiff4 { dtype, atype, btype, asel, bsel, mask, tail };
                for (a, b) in registers.iter().flat_map(|a| registers.iter().map(move |b| (*a, *b))) {
                    let c = a.rotate_left(9) ^ b;
                    let ours = evaluate(&Operation::AbsDiff4(it), a, b, c, &Reading::DEFAULT);
                    assert_eq!(ours, reference(&it, a, b, c), "{it:?} of {a:#x}, {b:#x}, {c:#x}");
                }
            }
        }
    }
}

/// Selectors and masks out of range, and their spelling: lane 3 first.
#[test]
fn selectors_and_masks() {
    assert_eq!(LaneSelect::new([0, 1, 2, 8]), None);
    assert_eq!((LaneMask::new(0), LaneMask::new(16)), (None, None));
    let line = "vabsdiff4.s32.u32.s32.sat %d.b20, %a.b7531, %b.b0246, %c;";
    let found = parse_one(line).expect("legal").instruction;
    assert_eq!(found.to_string(), line);
    let defaults = parse_one("vabsdiff4.s32.u32.s32.add d.b3210, a.b3210, b.b7654, c;").expect("legal");
    assert_eq!(defaults.instruction.to_string(), "vabsdiff4.s32.u32.s32.add d, a, b, c;");
}
