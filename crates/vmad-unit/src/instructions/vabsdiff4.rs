//! `VABSDIFF4`: `|A - B|` of four pairs of bytes.

use alloc::vec::Vec;

use crate::{
    encoded::encoded,
    instructions::about::{About, Writes},
    logic::Logic,
    record::{Record, Stage},
    saturate::{Range, Saturate},
    sign::Sign,
    source::Source,
};

/// Declares the byte selectors of an operand: name as nvdisasm prints it, in the order of their encoding from 0.
macro_rules! byte_selectors {
    ($(#[$doc:meta])* $type:ident: $($variant:ident $name:literal)*) => {
        $(#[$doc])*
        ///
        /// The digits of a name are the bytes of the lanes 3, 2, 1, 0: 0 to 3 are those of A, 4 to 7 those of B.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub enum $type {
            $(
                #[doc = concat!("`.", $name, "`")]
                #[cfg_attr(feature = "serde", serde(rename = $name))]
                $variant,
            )*
        }

        encoded! { $type: some $($variant $name)* }

        impl $type {
            /// The byte of each lane, lane 0 first: 0 to 3 are those of A, 4 to 7 those of B.
            pub const fn bytes(self) -> [u8; 4] {
                let &[l3, l2, l1, l0] = self.name().as_bytes() else { return [0; 4] };
                [l0 - b'0', l1 - b'0', l2 - b'0', l3 - b'0']
            }
        }
    };
}

byte_selectors! {
    /// The bytes of A's lanes. `.3210`, which nvdisasm does not print, selects A's own bytes in their places.
    SelectA: L0000 "0000" L1111 "1111" L2222 "2222" L3333 "3333" L3210 "3210" L4321 "4321" L5432 "5432"
        L6543 "6543" L3201 "3201" L3012 "3012" L0213 "0213" L3120 "3120" L1230 "1230" L2310 "2310"
}

byte_selectors! {
    /// The bytes of B's lanes. `.7654`, which nvdisasm does not print, selects B's own bytes in their places.
    SelectB: L4444 "4444" L5555 "5555" L6666 "6666" L7777 "7777" L7654 "7654" L6543 "6543" L5432 "5432"
        L4321 "4321" L4567 "4567" L6745 "6745" L5476 "5476"
}

/// The mode of a `VABSDIFF4`: all its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Mode {
    /// The bytes of A.
    pub a: SelectA,
    /// Their sign.
    pub a_sign: Sign,
    /// The bytes of B.
    pub b: SelectB,
    /// Their sign.
    pub b_sign: Sign,
    /// The lanes that are written or added, lane 0 first: `.X`, `.Y`, `.Z`, `.W`.
    pub lanes: [bool; 4],
    /// The sign of the result, which the clamp follows: `.SD` or `.UD`.
    pub sign: Sign,
    /// The clamp of each lane to 8 bits.
    pub saturate: Saturate,
    /// `.ACC`: the lanes are added to C. Otherwise they replace bytes of C.
    pub accumulate: bool,
}

impl Mode {
    /// Every mode, in groups with the same operands.
    pub(super) fn groups() -> impl Iterator<Item = Vec<Self>> + Send {
        // Each bit of a number is a modifier.
        let of_selectors = |a, b| {
            let of_number = move |number: usize| {
                let bit = |index: usize| number >> index & 1;
                Self {
                    a,
                    a_sign: Sign::ALL[bit(0)],
                    b,
                    b_sign: Sign::ALL[bit(1)],
                    lanes: [2, 3, 4, 5].map(|lane| bit(lane) == 1),
                    sign: Sign::ALL[bit(6)],
                    saturate: Saturate::ALL[bit(7)],
                    accumulate: bit(8) == 1,
                }
            };
            (0..512).map(of_number).collect()
        };
        SelectA::ALL.into_iter().flat_map(move |a| SelectB::ALL.map(|b| of_selectors(a, b)))
    }

    /// Whether ptxas emits it for Maxwell and Pascal.
    const fn is_emitted(self) -> bool {
        matches!((self.a, self.b, self.lanes), (SelectA::L3210, SelectB::L7654, [true, true, true, true]))
            && matches!((self.sign, self.saturate), (Sign::Unsigned, Saturate::Off))
    }

    /// Who specifies the computation.
    pub(super) const fn source(self) -> Source {
        if matches!(self.saturate, Saturate::On) && self.accumulate {
            Source::NotInPtx {
                lacks: "PTX's vabsdiff4 has .sat or .add, never both",
                computed: "each lane is clamped, then added to C",
            }
        } else if matches!(self.lanes, [false, false, false, false]) {
            Source::NotInPtx {
                lacks: "the mask of PTX's vabsdiff4 has at least one lane",
                computed: "C is the result",
            }
        } else if self.is_emitted() {
            Source::Ptx
        } else {
            Source::Inferred(
                "ptxas emits selectors, lanes, SAT and SD for Kepler only: computed as vabsdiff4 of the PTX ISA",
            )
        }
    }
}

/// The names of the wires of a lane.
const NAMES: [[&str; 4]; 4] = [
    ["A lane 0", "B lane 0", "tmp 0", "lane 0"],
    ["A lane 1", "B lane 1", "tmp 1", "lane 1"],
    ["A lane 2", "B lane 2", "tmp 2", "lane 2"],
    ["A lane 3", "B lane 3", "tmp 3", "lane 3"],
];

/// The sum to which the lanes are added: C, or 0 where the lanes are bytes of the result.
#[inline(always)]
pub fn start<L: Logic>(logic: &L, mode: Mode, c: &L::Bits<32>) -> L::Bits<32> {
    if mode.accumulate { c.clone() } else { logic.constant(0) }
}

/// `|A - B|` of the two bytes of a lane, and its clamp. The names are those of the two wires.
#[inline(always)]
pub fn difference<L: Logic>(
    logic: &L,
    record: &mut impl Record<L::Any>,
    mode: Mode,
    [a, b]: [&L::Bits<10>; 2],
    [tmp_name, lane_name]: [&'static str; 2],
) -> L::Bits<10> {
    let minus = |one, other| logic.add(&logic.add(one, &logic.invert(other)), &logic.constant(1));
    let tmp = logic.choose(&logic.less(a, b), &minus(b, a), &minus(a, b));
    record.wire(logic, (Stage::Difference, tmp_name), &tmp, Sign::Signed, "|A - B|");
    let max = logic.constant(Range::of(mode.sign, 8).max);
    // An absolute difference is not below the range.
    let value = match mode.saturate {
        Saturate::Off => tmp,
        Saturate::On => logic.choose(&logic.less(&max, &tmp), &max, &tmp),
    };
    let note = if mode.saturate == Saturate::On { "SAT" } else { "" };
    record.wire(logic, (Stage::Saturate, lane_name), &value, Sign::Signed, note);
    value
}

/// The 32-bit addend of a lane (0 to 3) in the result. For an active lane it is the value with `.ACC`, else the low
/// byte of the value in the place of the lane. For an inactive lane it is 0 with `.ACC`, else the byte of C in that
/// place.
#[inline(always)]
pub fn part<L: Logic>(
    logic: &L,
    mode: Mode,
    lane: usize,
    is_active: bool,
    value: &L::Bits<10>,
    c: &L::Bits<32>,
) -> L::Bits<32> {
    let low = 8 * lane as u32;
    match (mode.accumulate, is_active) {
        (true, true) => logic.zero_extend(value),
        (true, false) => logic.constant(0),
        (false, true) => logic.shift_left(&logic.zero_extend(&logic.field::<10, 8>(value, 0)), low),
        (false, false) => logic.shift_left(&logic.zero_extend(&logic.field::<32, 8>(c, low)), low),
    }
}

/// One of the eight bytes of A and B, extended by its sign.
#[inline(always)]
fn select<L: Logic>(
    logic: &L,
    record: &mut impl Record<L::Any>,
    [a, b]: [&L::Bits<32>; 2],
    byte: u8,
    sign: Sign,
    name: &'static str,
) -> L::Bits<10> {
    let field = logic.field::<32, 8>(if byte < 4 { a } else { b }, 8 * u32::from(byte % 4));
    record.wire(logic, (Stage::Select, name), &field, sign, "");
    match sign {
        Sign::Unsigned => logic.zero_extend(&field),
        Sign::Signed => logic.sign_extend(&field),
    }
}

pub(super) const ABOUT: About = About {
    writes: Writes::Register,
    shifts_by_b: false,
    summary: "The absolute differences of four pairs of bytes.",
    computation: &["\
for each lane of the mask:
    a = extend(byte by A select, A signed)        # a byte of Ra or Rb
    b = extend(byte by B select, B signed)        # likewise
    lane = SAT ? clamp(|a - b|, range of the result sign, 8 bits) : |a - b|
Rd = ACC ? Rc + the sum of the lanes : Rc with lane[7:0] in place of its bytes
"],
    example: "VABSDIFF4.U8.U8.ACC R0, R1, R2, R3",
    inputs: [0x0102_0304, 0x1020_3040, 5],
};

/// The computation in any [`Logic`].
#[inline(always)]
pub fn compute<L: Logic>(
    logic: &L,
    record: &mut impl Record<L::Any>,
    mode: Mode,
    [a, b, c]: [L::Bits<32>; 3],
) -> L::Bits<32> {
    record.wire(logic, (Stage::Select, "A port"), &a, Sign::Unsigned, "");
    record.wire(logic, (Stage::Select, "B port"), &b, Sign::Unsigned, "");
    record.wire(logic, (Stage::Select, "C port"), &c, Sign::Unsigned, "");
    let mut result = start(logic, mode, &c);
    let (a_bytes, b_bytes) = (mode.a.bytes(), mode.b.bytes());
    for (lane, [a_name, b_name, tmp_name, lane_name]) in NAMES.into_iter().enumerate() {
        let in_a = select(logic, record, [&a, &b], a_bytes[lane], mode.a_sign, a_name);
        let in_b = select(logic, record, [&a, &b], b_bytes[lane], mode.b_sign, b_name);
        let value = difference(logic, record, mode, [&in_a, &in_b], [tmp_name, lane_name]);
        result = logic.add(&result, &part(logic, mode, lane, mode.lanes[lane], &value, &c));
    }
    let note = if mode.accumulate { "C + lanes" } else { "lanes in C" };
    record.wire(logic, (Stage::SecondOp, "result"), &result, mode.sign, note);
    result
}
