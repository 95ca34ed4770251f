//! `VMAD`: `clamp(((A * B) + C) >> scale)`.

use alloc::{format, string::String, vec, vec::Vec};

use crate::{
    encoded::encoded,
    instructions::{
        about::{About, OPERANDS, Writes},
        by_operands,
    },
    logic::Logic,
    machine::Machine,
    operand::{A_WIRES, B_WIRES, Format, Operand, operand},
    record::{Nothing, Record, Stage},
    saturate::{Saturate, saturate},
    sign::Sign,
};

/// The 2-bit psign field: the negations of the product and of C, and plus-one, of which at most one applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Psign {
    /// `(A*B) + C`.
    Add = 0,
    /// `(A*B) - C`, as `(A*B) + ~C + 1`.
    SubtractC = 1,
    /// `-(A*B) + C`, as `~(A*B) + C + 1`.
    NegateProduct = 2,
    /// `.PO`: `(A*B) + C + 1`.
    PlusOne = 3,
}

encoded! { Psign: every Add SubtractC NegateProduct PlusOne }

impl Psign {
    /// The operation, as the psign table of the SASS reference text writes it.
    pub const fn operation(self) -> &'static str {
        match self {
            Self::Add => "(A*B) + C",
            Self::SubtractC => "(A*B) + ~C + 1",
            Self::NegateProduct => "~(A*B) + C + 1",
            Self::PlusOne => "(A*B) + C + 1",
        }
    }
}

/// The normalisation shift after the multiply/accumulate stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Scale {
    /// `.PASS`: no shift.
    #[cfg_attr(feature = "serde", serde(rename = "PASS"))]
    Pass = 0,
    /// `.SHR_7`.
    #[cfg_attr(feature = "serde", serde(rename = "SHR_7"))]
    Shr7 = 1,
    /// `.SHR_15`.
    #[cfg_attr(feature = "serde", serde(rename = "SHR_15"))]
    Shr15 = 2,
}

encoded! { Scale: some Pass "PASS" Shr7 "SHR_7" Shr15 "SHR_15" }

impl Scale {
    /// The shift count: 0, 7 or 15.
    pub const fn count(self) -> u32 {
        match self {
            Self::Pass => 0,
            Self::Shr7 => 7,
            Self::Shr15 => 15,
        }
    }
}

/// The mode of a `VMAD`: all its modifiers. An immediate B is the half-word [`Selector::H0`](crate::Selector::H0) of a
/// port that carries the imm16.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Mode {
    /// The A operand.
    pub a: Operand,
    /// The B operand.
    pub b: Operand,
    /// Negation and plus-one.
    pub psign: Psign,
    /// The normalisation shift.
    pub scale: Scale,
    /// The clamp.
    pub saturate: Saturate,
}

impl Mode {
    /// All 4,704 settings (modes with two selectors): 14 A operands x 14 B operands x 4 psign x 3 scale x 2 saturate.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        Operand::all().flat_map(|a| Operand::all().flat_map(move |b| Self::all_of(a, b)))
    }

    /// The 864 modes: 36 format pairs x 4 psign x 3 scale x 2 saturate, each with the first selectors of its formats.
    pub fn modes() -> impl Iterator<Item = Self> + Clone {
        Format::ALL.into_iter().flat_map(|a| {
            Format::ALL.into_iter().flat_map(move |b| Self::all_of(Operand::first(a), Operand::first(b)))
        })
    }

    /// The same with the first selectors of its formats: one of [`Mode::modes`].
    #[must_use]
    pub const fn with_first_selectors(self) -> Self {
        Self { a: Operand::first(self.a.format()), b: Operand::first(self.b.format()), ..self }
    }

    /// The 24 modes of psign, scale and saturate for two operands.
    pub fn all_of(a: Operand, b: Operand) -> impl Iterator<Item = Self> + Clone {
        Psign::ALL.into_iter().flat_map(move |psign| {
            Scale::ALL.into_iter().flat_map(move |scale| {
                Saturate::ALL.into_iter().map(move |saturate| Self { a, b, psign, scale, saturate })
            })
        })
    }

    /// Every mode, in groups with the same operands.
    pub(super) fn groups() -> impl Iterator<Item = Vec<Self>> + Send {
        by_operands(|a, b| Self::all_of(a, b).collect())
    }

    /// The sign of the intermediate product, and of C.
    ///
    /// Unsigned if A and B are unsigned and the product is not negated; else signed. (The SASS text's table of operand
    /// combinations; its section "Sign" omits the condition on the product, PTX's description of `vmad` states it.)
    #[inline]
    pub const fn intermediate_sign(&self) -> Sign {
        match (self.a.sign, self.b.sign, self.psign) {
            (Sign::Unsigned, Sign::Unsigned, Psign::Add | Psign::SubtractC | Psign::PlusOne) => {
                Sign::Unsigned
            }
            _ => Sign::Signed,
        }
    }

    /// The sign of the final result, which the shift and the clamp follow.
    ///
    /// Unsigned if the intermediate is unsigned and C is not negated; else signed.
    #[inline]
    pub const fn final_sign(&self) -> Sign {
        match (self.intermediate_sign(), self.psign) {
            (Sign::Unsigned, Psign::Add | Psign::NegateProduct | Psign::PlusOne) => Sign::Unsigned,
            _ => Sign::Signed,
        }
    }

    /// The reason for the [intermediate sign](Self::intermediate_sign): `A is signed`.
    const fn why_intermediate(self) -> &'static str {
        match (self.intermediate_sign(), self.a.sign, self.b.sign) {
            (Sign::Unsigned, ..) => "A and B are unsigned, and the product is not negated",
            (Sign::Signed, Sign::Signed, Sign::Signed) => "A and B are signed",
            (Sign::Signed, Sign::Signed, Sign::Unsigned) => "A is signed",
            (Sign::Signed, Sign::Unsigned, Sign::Signed) => "B is signed",
            (Sign::Signed, Sign::Unsigned, Sign::Unsigned) => "the product is negated",
        }
    }

    /// The reason for the [final sign](Self::final_sign): `C is negated`.
    const fn why_final(self) -> &'static str {
        match (self.intermediate_sign(), self.final_sign()) {
            (_, Sign::Unsigned) => "the intermediate is unsigned, and C is not negated",
            (Sign::Signed, Sign::Signed) => "the intermediate is signed",
            (Sign::Unsigned, Sign::Signed) => "C is negated",
        }
    }

    /// A sentence each about the intermediate sign, the final sign and the carry.
    pub(super) fn notes(self) -> Vec<String> {
        let (intermediate, last) = (self.intermediate_sign(), self.final_sign());
        let moves = match (self.scale, last) {
            (Scale::Pass, _) => "no shift",
            (Scale::Shr7 | Scale::Shr15, Sign::Signed) => "the shift fills with the sign",
            (Scale::Shr7 | Scale::Shr15, Sign::Unsigned) => "the shift fills with zeros",
        };
        let ends = match self.saturate {
            Saturate::On => "the clamp has the range of this sign",
            Saturate::Off => "the low 32 bits are the result",
        };
        let carry = match self.psign {
            Psign::Add => "no carry-in",
            Psign::SubtractC | Psign::NegateProduct => "the one is the carry-in of the adder",
            Psign::PlusOne => "the one of .PO is the carry-in of the adder",
        };
        vec![
            format!(
                "intermediate {}: {}; C is extended by this sign",
                intermediate.name(),
                self.why_intermediate()
            ),
            format!("final {}: {}; {moves}; {ends}", last.name(), self.why_final()),
            format!("psign {}: {}; {carry}", self.psign.encoding(), self.psign.operation()),
        ]
    }
}

/// The 32-bit result of one execution.
///
/// `a`, `b` and `c` are the inputs: whole registers, or for `b` an imm16 with zeros above it.
/// The compiler removes the wires that the result does not need and, if the caller's mode is a constant, the choices.
#[inline(always)]
pub fn execute(mode: Mode, a: u32, b: u32, c: u32) -> u32 {
    compute(&Machine, &mut Nothing, mode, super::inputs(a, b, c)).unsigned() as u32
}

/// The datapath in any [`Logic`]: the only description of the arithmetic of `VMAD`.
///
/// | stage | function | section of the SASS text |
/// |---|---|---|
/// | select and extend | [`operand()`] | Basic math operation |
/// | multiply | here | Basic math operation |
/// | signs | [`Mode::intermediate_sign`], [`Mode::final_sign`] | Sign |
/// | psign adder | [`add_with_psign`] | the psign table |
/// | normalisation shift | [`normalise`] | Optional Shift Right |
/// | saturation | [`saturate()`] | Saturation |
#[inline(always)]
pub fn compute<L: Logic>(
    logic: &L,
    record: &mut impl Record<L::Any>,
    mode: Mode,
    [a, b, c]: [L::Bits<32>; 3],
) -> L::Bits<32> {
    let a = operand(logic, record, A_WIRES, mode.a, &a);
    let b = operand(logic, record, B_WIRES, mode.b, &b);
    record.wire(logic, (Stage::Select, "C port"), &c, mode.intermediate_sign(), "");
    // Exact: 66 bits hold every product of two 33-bit numbers.
    let product = logic.multiply(&a, &b);
    record.wire(logic, (Stage::Multiply, "product"), &product, Sign::Signed, "A*B");
    let tmp = add_with_psign(logic, record, mode, &product, &c);
    let shr = normalise(logic, record, mode, &tmp);
    saturate(logic, record, mode.saturate, mode.final_sign(), &shr)
}

/// The psign adder, `tmp = ±(A*B) ± C` or plus one.
///
/// | psign | operation | product | C | carry in |
/// |---|---|---|---|---|
/// | 0 | `(A*B) + C` | unchanged | unchanged | 0 |
/// | 1 | `(A*B) + ~C + 1` | unchanged | inverted | 1 |
/// | 2 | `~(A*B) + C + 1` | inverted | unchanged | 1 |
/// | 3 | `(A*B) + C + 1` | unchanged | unchanged | 1 |
///
/// "The sign of Rc is the same as the intermediate sign of the multiply. If Rc is signed it needs to be properly sign
/// extended to 64 bits before addition/subtraction to/from the product."
///
/// tmp has 64 bits and two guard bits: "the tmp variable will contain enough bits to represent all possible values".
/// The values are -(2^64 - 2^33 + 1) - 2^31 to 2^64 - 2^32 + 1, so the guard bits are always equal: each is tmp's sign.
#[inline(always)]
pub fn add_with_psign<L: Logic>(
    logic: &L,
    record: &mut impl Record<L::Any>,
    mode: Mode,
    product: &L::Bits<66>,
    c: &L::Bits<32>,
) -> L::Bits<66> {
    let Mode { psign, .. } = mode;
    record.sign(logic, (Stage::Add, "intermediate"), mode.intermediate_sign());
    let (c, extension) = match mode.intermediate_sign() {
        Sign::Unsigned => (logic.zero_extend(c), "zero-extended"),
        Sign::Signed => (logic.sign_extend(c), "sign-extended"),
    };
    record.wire(logic, (Stage::Add, "C extended"), &c, Sign::Signed, extension);
    let (product_term, product_note) = match psign {
        Psign::NegateProduct => (logic.invert(product), "~(A*B)"),
        Psign::Add | Psign::SubtractC | Psign::PlusOne => (product.clone(), "A*B"),
    };
    record.wire(logic, (Stage::Add, "product term"), &product_term, Sign::Signed, product_note);
    let (c_term, c_note) = match psign {
        Psign::SubtractC => (logic.invert(&c), "~C"),
        Psign::Add | Psign::NegateProduct | Psign::PlusOne => (c, "C"),
    };
    record.wire(logic, (Stage::Add, "C term"), &c_term, Sign::Signed, c_note);
    let carry_in = logic.constant::<1>(i128::from(!matches!(psign, Psign::Add)));
    record.wire(logic, (Stage::Add, "carry in"), &carry_in, Sign::Unsigned, "");
    let tmp = logic.add(&logic.add(&product_term, &c_term), &logic.zero_extend(&carry_in));
    record.wire(logic, (Stage::Add, "tmp"), &tmp, Sign::Signed, psign.operation());
    tmp
}

/// "shr = tmp >> 0, 7 or 15: sign extended if final result is signed, zero-extended otherwise."
///
/// An unsigned tmp is never negative, so the zeros shifted in are copies of a sign of 0: shr needs no more bits than
/// tmp.
#[inline(always)]
pub fn normalise<L: Logic>(
    logic: &L,
    record: &mut impl Record<L::Any>,
    mode: Mode,
    tmp: &L::Bits<66>,
) -> L::Bits<66> {
    let Mode { scale, .. } = mode;
    record.sign(logic, (Stage::Shift, "final"), mode.final_sign());
    let shr = match (scale, mode.final_sign()) {
        (Scale::Pass, _) => tmp.clone(),
        (Scale::Shr7 | Scale::Shr15, Sign::Signed) => logic.shift_right_sign(tmp, scale.count()),
        (Scale::Shr7 | Scale::Shr15, Sign::Unsigned) => logic.shift_right_zero(tmp, scale.count()),
    };
    record.wire(logic, (Stage::Shift, "shr"), &shr, Sign::Signed, scale.name());
    shr
}

pub(super) const ABOUT: About = About {
    writes: Writes::Register,
    shifts_by_b: false,
    summary: "The product of A and B plus C, shifted right; see [the datapath](../datapath.md).",
    computation: &[
        OPERANDS,
        "\
intermediate = signed if A is signed, or B is signed, or psign is -(A*B)+C; else unsigned
c = extend(Rc, intermediate)
tmp = a*b + c, a*b - c, -(a*b) + c, a*b + c + 1   # by psign; exact
final = signed if intermediate is signed, or psign is (A*B)-C; else unsigned
shr = tmp >> 0, 7, 15                             # by scale
Rd = SAT ? clamp(shr, range of final, 32 bits) : shr[31:0]
",
    ],
    example: "VMAD.S16.U8.SHR_7.SAT R0, -R1.H1, R2.B3, R4",
    inputs: [0x7fff_0000, 0xff00_0000, 5],
};
