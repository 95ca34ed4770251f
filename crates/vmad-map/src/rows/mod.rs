//! The rows of the map, one file each. A row needs its file and one line in the list.

mod comparing;
pub mod later;
mod second;
mod vmad;

use vmad_ptx::reading::Reading;
use vmad_unit::Kind;

use crate::divergence::{Divergence, Model};

macro_rules! rows {
    ($($file:ident $row:ident,)+) => {
        $(
            mod $file;
            pub use $file::$row;
        )+

        /// Every row. If several miscompiles fit an instruction, the first applies.
        pub static ROWS: &[&Divergence] = &[$(&$row),+];
    };
}

rows! {
    d1 D1,
    d2 D2,
    d2m D2M,
    d3 D3,
    d3p D3P,
    d4 D4,
    d5 D5,
    d6 D6,
    d7 D7,
    d8 D8,
    d8_vset D8_VSET,
    d9 D9,
    d10 D10,
    d11 D11,
    d12 D12,
    d13 D13,
    d14 D14,
    p1 P1,
    p2 P2,
    p3 P3,
    p4 P4,
    p5 P5,
    p6 P6,
    p7 P7,
    p8 P8,
    p10 P10,
    sign_of_a SIGN_OF_A,
    sign_of_b SIGN_OF_B,
    lane_bytes LANE_BYTES,
    i1 I1,
    i2 I2,
    i3 I3,
    i4 I4,
    i5 I5,
    i6 I6,
    i7 I7,
    i8 I8,
    i9 I9,
    i10 I10,
    i11 I11,
    i12 I12,
}

pub use d8::misread_constants;

// The rows that other crates name, by what they say.
pub use {
    d3p::D3P as EMULATED_WORDS, d7::D7 as LOST_SELECTOR, d9::D9 as STORE, d14::D14 as KNOWN_FROM_BRANCH,
};

/// The rows about the modes of an instruction.
pub fn about(kind: Kind) -> impl Iterator<Item = &'static Divergence> {
    ROWS.iter().copied().filter(move |row| row.is_about_modes() && row.is_about(kind))
}

/// The rows that a version of ptxas computes for video instructions. If several fit an instruction, the first applies.
pub fn miscompiles() -> impl Iterator<Item = &'static Divergence> {
    ROWS.iter().copied().filter(|row| row.is_miscompile())
}

/// The rows about ordinary code, I1 and its like.
pub fn ordinary() -> impl Iterator<Item = &'static Divergence> {
    ROWS.iter().copied().filter(|row| row.id.starts_with('I'))
}

/// The rows that the proof compares with the unit: readings and other datapaths, each for one dtype.
pub fn rivals() -> impl Iterator<Item = &'static Divergence> {
    by_dtype().filter(|row| matches!(row.model, Model::Reading(_) | Model::Datapath(_)))
}

/// The rows with which observed results are compared.
pub fn hypotheses() -> impl Iterator<Item = &'static Divergence> {
    by_dtype().filter(|row| row.is_hypothesis).chain([&LITERAL])
}

/// Every row, a row that depends on dtype once for each.
fn by_dtype() -> impl Iterator<Item = &'static Divergence> {
    ROWS.iter()
        .flat_map(|row| if row.by_dtype.is_empty() { std::slice::from_ref(row) } else { row.by_dtype })
        .copied()
}

/// Several rows at once.
static LITERAL: Divergence = Divergence {
    id: "literal",
    title: "the literal pseudo-code of PTX",
    meanings: ["", "the literal pseudo-code of PTX: D1 and D2m"],
    instructions: &[Kind::Vmad],
    cases: |case| D1.differs_in(case) || D2M.differs_in(case),
    model: Model::Reading(Reading::LITERAL),
    is_hypothesis: true,
    ..Divergence::EMPTY
};
