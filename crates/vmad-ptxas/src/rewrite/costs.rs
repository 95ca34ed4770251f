//! What ptxas's code for each kind of video instruction costs, and its code for the ordinary code.

use std::{array, collections::HashMap, fmt, sync::LazyLock};

use vmad_ptx::{
    ast::{
        Accumulate, Body, Factor, Instruction, LaneMask, LaneSelect, Operand, Operation, Register, Select,
        Simd, Source, Tail,
    },
    legality::Target,
    syntax::parse_one,
};

/// The architectures of the table.
pub const ARCHS: [u16; 4] = [75, 86, 90, 120];

/// The table: an instruction, and for each of [`ARCHS`] the [`Costs`] by ptxas 12.9, and after a comma those by ptxas 13.5
/// if they differ.
const TABLE: &str = include_str!("costs.tsv");

/// What code costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cost {
    /// The number of SASS instructions, without the return.
    pub instructions: u32,
    /// The sum of their stall counts: the cycles until the last one ends if no instruction waits for another resource.
    pub stalls: u32,
}

/// What ptxas's code for a video instruction costs, and its code for that of [`ordinary`](super::ordinary):
/// `7+24/3+12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// Of the video instruction.
    pub video: Cost,
    /// Of the ordinary code.
    pub ordinary: Cost,
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.instructions, self.stalls)
    }
}

impl fmt::Display for Costs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.video, self.ordinary)
    }
}

impl Costs {
    fn parse(text: &str) -> Option<Self> {
        let cost = |text: &str| {
            let (instructions, stalls) = text.split_once('+')?;
            Some(Cost { instructions: instructions.parse().ok()?, stalls: stalls.parse().ok()? })
        };
        let (video, ordinary) = text.split_once('/')?;
        Some(Self { video: cost(video)?, ordinary: cost(ordinary)? })
    }

    /// Whether the ordinary code has fewer instructions.
    pub const fn is_shorter(&self) -> bool {
        self.ordinary.instructions < self.video.instructions
    }
}

static COSTS: LazyLock<HashMap<&str, Vec<[Costs; 2]>>> = LazyLock::new(|| {
    let cell = |cell: &str| {
        let (old, new) = cell.split_once(',').unwrap_or((cell, cell));
        Some([Costs::parse(old)?, Costs::parse(new)?])
    };
    let row = |row: &'static str| {
        let (text, cells) = row.split_once('\t')?;
        Some((text, cells.split('\t').map(cell).collect::<Option<Vec<_>>>()?))
    };
    TABLE.lines().filter_map(row).collect()
});

/// The recorded costs of an instruction's [`kind`] by ptxas 12.9 and 13.5 for a target from sm_70 on; [`None`] for others.
pub fn costs(instruction: &Instruction, target: Target) -> Option<[Costs; 2]> {
    let column = match target.number {
        70..80 => 0,
        80..90 => 1,
        90..120 => 2,
        120.. => 3,
        _ => return None,
    };
    COSTS.get(kind(instruction)?.to_string().as_str())?.get(column).copied()
}

/// The instruction whose costs count for a video instruction: with registers, whole words, and the lowest byte or
/// half-word of a merge. Of SIMD with a mask or selectors, it is one with both.
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
        (Operation::Simd2(it), _) => *it = lanes(*it),
        (Operation::Simd4(it), _) => *it = lanes(*it),
        (it, Some(Tail::Unused)) => *it = it.with_tail(Tail::None),
        (it, Some(Tail::Merge(select))) => {
            let lowest = if select.width() == 8 { Select::B0 } else { Select::H0 };
            *it = it.with_tail(Tail::Merge(lowest));
        }
        _ => {}
    }
    Instruction::video(operation, [None; 3])
}

/// Whether the recorded costs of the [`kind`] are exactly those of an instruction: the same operation of different
/// registers, without a guard.
pub fn is_of_kind(instruction: &Instruction) -> bool {
    let (Body::Video(video), Some(Instruction { body: Body::Video(kind), .. })) =
        (&instruction.body, kind(instruction))
    else {
        return false;
    };
    let registers = video.operands().into_iter().flatten().filter_map(Operand::register);
    let names: Vec<&str> = registers.map(Register::name).collect();
    let is_different = |(at, name): (usize, &&str)| !names[..at].contains(name);
    instruction.guard.is_none()
        && video.operation() == kind.operation()
        && names.len() == kind.operands().into_iter().flatten().count()
        && names.iter().enumerate().all(is_different)
}

/// All lanes as they are, or all but the highest with the lanes of A reversed.
fn lanes<const LANES: usize>(simd: Simd<LANES>) -> Simd<LANES> {
    let whole = Simd { mask: LaneMask::ALL, asel: LaneSelect::A, bsel: LaneSelect::B, ..simd };
    let mask = LaneMask::new((1 << (LANES - 1)) - 1);
    let reversed = LaneSelect::new(array::from_fn(|lane| (LANES - 1 - lane) as u8));
    match (mask, reversed) {
        (Some(mask), Some(asel)) if simd != whole => Simd { mask, asel, ..whole },
        _ => whole,
    }
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
    for (lanes, operands) in
        [(2, "d, a, b, c"), (2, "d.h0, a.h01, b, c"), (4, "d, a, b, c"), (4, "d.b210, a.b0123, b, c")]
    {
        for tail in ["", ".sat", ".add"] {
            let ops = ["vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax"];
            let of = |types: &String| ops.map(|op| format!("{op}{lanes}.{types}{tail} {operands};"));
            texts.extend(types.iter().flat_map(of));
            let of = |types: &String| {
                comparisons.map(|cmp| format!("vset{lanes}.{types}.{cmp}{tail} {operands};"))
            };
            texts.extend(pairs.iter().flat_map(of));
        }
    }
    texts.iter().filter_map(|text| Some(parse_one(text).ok()?.instruction)).collect()
}
