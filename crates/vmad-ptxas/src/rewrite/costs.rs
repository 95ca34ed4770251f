//! How many SASS instructions ptxas makes of each kind of video instruction, and of the ordinary code for it.

use std::{collections::HashMap, sync::LazyLock};

use vmad_ptx::{
    ast::{
        Accumulate, Body, Factor, Instruction, LaneMask, LaneSelect, Operation, Select, Simd, Source, Tail,
    },
    legality::Target,
    syntax::parse_one,
};

/// The architectures of the table.
pub const ARCHS: [u16; 4] = [75, 86, 90, 120];

/// The table: an instruction, and for each of [`ARCHS`] the instructions of ptxas's code for it and for the ordinary code.
const TABLE: &str = include_str!("costs.tsv");

/// The number of SASS instructions that ptxas makes of a video instruction, and of the code of
/// [`ordinary`](super::ordinary).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// Of the video instruction.
    pub video: u32,
    /// Of the ordinary code.
    pub ordinary: u32,
}

static LENGTHS: LazyLock<HashMap<&str, Vec<Lengths>>> = LazyLock::new(|| {
    let lengths = |cell: &str| {
        let (video, ordinary) = cell.split_once('/')?;
        Some(Lengths { video: video.parse().ok()?, ordinary: ordinary.parse().ok()? })
    };
    let row = |row: &'static str| {
        let (text, cells) = row.split_once('\t')?;
        Some((text, cells.split('\t').map(lengths).collect::<Option<Vec<_>>>()?))
    };
    TABLE.lines().filter_map(row).collect()
});

/// The recorded lengths of an instruction's [`kind`] for a target from sm_70 on; [`None`] for others.
pub fn lengths(instruction: &Instruction, target: Target) -> Option<Lengths> {
    let column = match target.number {
        70..80 => 0,
        80..90 => 1,
        90..120 => 2,
        120.. => 3,
        _ => return None,
    };
    LENGTHS.get(kind(instruction)?.to_string().as_str())?.get(column).copied()
}

/// The instruction whose lengths count for a video instruction: with registers, whole words, the lowest byte or
/// half-word of a merge, and all lanes.
pub fn kind(instruction: &Instruction) -> Option<Instruction> {
    let Body::Video(video) = &instruction.body else { return None };
    let mut operation = *video.operation();
    if let Some(sources) = operation.sources() {
        operation = operation.with_sources(sources.map(|source| Source { select: None, ..source }));
    }
    match (&mut operation, video.operation().tail()) {
        (Operation::MultiplyAdd(it), _) => {
            it.accumulate = match it.accumulate {
                Accumulate::Sum { .. } => Accumulate::Sum { cancelled: false },
                Accumulate::PlusOne { .. } => Accumulate::PlusOne { cancelled: false },
                Accumulate::MinusC { .. } => Accumulate::MinusC { cancelled: false },
                Accumulate::MinusProduct { .. } => Accumulate::MinusProduct { by: Factor::A },
            };
        }
        (Operation::Simd2(it), _) => *it = of_all_lanes(*it),
        (Operation::Simd4(it), _) => *it = of_all_lanes(*it),
        (it, Some(Tail::Unused)) => *it = it.with_tail(Tail::None),
        (it, Some(Tail::Merge(select))) => {
            let lowest = if select.width() == 8 { Select::B0 } else { Select::H0 };
            *it = it.with_tail(Tail::Merge(lowest));
        }
        _ => {}
    }
    Instruction::video(operation, [None; 3])
}

const fn of_all_lanes<const LANES: usize>(simd: Simd<LANES>) -> Simd<LANES> {
    Simd { mask: LaneMask::ALL, asel: LaneSelect::A, bsel: LaneSelect::B, ..simd }
}

/// Every kind that is legal from sm_70 on.
pub fn kinds() -> Vec<Instruction> {
    let signs = ["u32", "s32"];
    let pairs: Vec<_> = signs.iter().flat_map(|a| signs.map(|b| format!("{a}.{b}"))).collect();
    let types: Vec<_> =
        signs.iter().flat_map(|d| pairs.iter().map(move |pair| format!("{d}.{pair}"))).collect();
    let mut heads = Vec::new();
    for types in &types {
        for sat in ["", ".sat"] {
            heads.extend(["vadd", "vsub", "vabsdiff", "vmin", "vmax"].map(|op| format!("{op}.{types}{sat}")));
            for op in ["vshl", "vshr"] {
                heads.extend(["clamp", "wrap"].map(|mode| format!("{op}.{types}{sat}.{mode}")));
            }
        }
    }
    let comparisons = ["eq", "ne", "lt", "le", "gt", "ge"];
    heads.extend(pairs.iter().flat_map(|pair| comparisons.map(|cmp| format!("vset.{pair}.{cmp}"))));
    let mut texts = Vec::new();
    for head in heads {
        texts.push(format!("{head} d, a, b;"));
        texts.extend(["add", "min", "max"].map(|second| format!("{head}.{second} d, a, b, c;")));
        texts.extend(["b0", "h0"].map(|part| format!("{head} d.{part}, a, b, c;")));
    }
    for types in &types {
        for modifiers in ["", ".sat", ".shr7", ".sat.shr7", ".shr15", ".sat.shr15"] {
            for operands in ["a, b, c", "a, b, -c", "-a, b, c"] {
                texts.push(format!("vmad.{types}{modifiers} d, {operands};"));
            }
            texts.push(format!("vmad.{types}.po{modifiers} d, a, b, c;"));
        }
    }
    for lanes in [2, 4] {
        for tail in ["", ".sat", ".add"] {
            let ops = ["vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax"];
            let of = |types: &String| ops.map(|op| format!("{op}{lanes}.{types}{tail} d, a, b, c;"));
            texts.extend(types.iter().flat_map(of));
            let of = |types: &String| {
                comparisons.map(|cmp| format!("vset{lanes}.{types}.{cmp}{tail} d, a, b, c;"))
            };
            texts.extend(pairs.iter().flat_map(of));
        }
    }
    texts.iter().filter_map(|text| Some(parse_one(text).ok()?.instruction)).collect()
}
