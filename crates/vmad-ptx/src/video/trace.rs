//! The variables of the pseudo-code, by the PTX ISA's names.
//!
//! `N` is the number of a [domain](crate::domain::Domain).

/// The intermediate values of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VideoTrace<N = i128> {
    /// One of the eight with saturation, second operation and merge.
    Stages(StageTrace<N>),
    /// `vmad`.
    Vmad(VmadTrace<N>),
    /// A SIMD instruction with two lanes.
    Halves(LaneTrace<2, N>),
    /// A SIMD instruction with four lanes.
    Bytes(LaneTrace<4, N>),
}

/// The intermediate values of `vadd vsub vabsdiff vmin vmax vshl vshr vset`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StageTrace<N = i128> {
    /// `a`, selected and extended: an `.s33` value.
    pub ta: N,
    /// `b`, selected and extended: an `.s33` value.
    pub tb: N,
    /// `tb` after `.clamp` or `.wrap`, for shifts: from 0 to 32.
    pub amount: Option<N>,
    /// The result of the primary operation: an `.s34` value; up to 65 bits for `vshl` in one reading.
    pub tmp: N,
    /// `optSaturate`'s result; `tmp` if there is no `.sat`.
    pub saturated: N,
    /// `saturated` as the input of the second operation.
    pub intermediate: N,
    /// `c`, extended, if there is a second operation.
    pub c: Option<N>,
    /// `optSecOp`'s result, if there is a second operation.
    pub second: Option<N>,
    /// `optMerge`'s result, if there is a `dsel`.
    pub merged: Option<N>,
    /// The value written: from 0 to 2^32 - 1.
    pub d: N,
}

/// The intermediate values of `vmad`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VmadTrace<N = i128> {
    /// `a`, selected and extended.
    pub ta: N,
    /// `b`, selected and extended.
    pub tb: N,
    /// Whether the intermediate result is signed, and `c` with it.
    pub signed_intermediate: bool,
    /// `signedFinal`
    pub signed_final: bool,
    /// Whether `CLAMP`'s range is the signed one.
    pub signed_range: bool,
    /// `tmp` of line 305: `ta * tb`.
    pub product: N,
    /// `tmp` of line 309: `product`, or its complement if the product is negated.
    pub product_or_not: N,
    /// `c128` of line 312: `c` or its complement, extended.
    pub c128: N,
    /// `lsb`: 1 for `.po` and for a negation, else 0.
    pub lsb: N,
    /// `tmp` of line 313.
    pub tmp: N,
    /// `result` of lines 314 to 317.
    pub result: N,
    /// `result` of lines 318 to 321, if there is a `.sat`.
    pub saturated: Option<N>,
    /// The value written: the lower 32 bits, from 0 to 2^32 - 1.
    pub d: N,
}

/// The intermediate values of a SIMD video instruction, lane 0 first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneTrace<const LANES: usize, N = i128> {
    /// `Va`: the selected parts, extended by `atype`.
    pub va: [N; LANES],
    /// `Vb`: the selected parts, extended by `btype`.
    pub vb: [N; LANES],
    /// `t`: the results of the operation, one bit wider than a lane and its sign.
    pub t: [N; LANES],
    /// `t` after `CLAMP`; `t` without `.sat`.
    pub saturated: [N; LANES],
    /// The value written: from 0 to 2^32 - 1.
    pub d: N,
}

impl<N: Copy> VideoTrace<N> {
    /// The value written to `d`, from 0 to 2^32 - 1.
    pub const fn number(&self) -> N {
        match self {
            Self::Stages(it) => it.d,
            Self::Vmad(it) => it.d,
            Self::Halves(it) => it.d,
            Self::Bytes(it) => it.d,
        }
    }
}

impl VideoTrace {
    /// The value written to `d`.
    pub const fn d(&self) -> u32 {
        self.number() as u32
    }

    /// The name and the value, decimal and hexadecimal, of each variable, in the order of the pseudo-code.
    pub fn lines(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Stages(it) => it.lines(),
            Self::Vmad(it) => it.lines(),
            Self::Halves(it) => it.lines(),
            Self::Bytes(it) => it.lines(),
        }
    }
}

fn number(value: i128) -> String {
    let sign = if value < 0 { "-" } else { "" };
    format!("{value} ({sign}0x{:x})", value.unsigned_abs())
}

fn word(value: i128) -> String {
    format!("0x{value:08x}")
}

impl StageTrace {
    fn lines(&self) -> Vec<(&'static str, String)> {
        let mut lines = vec![("ta", number(self.ta)), ("tb", number(self.tb))];
        lines.extend(self.amount.map(|amount| ("tb (shift)", amount.to_string())));
        lines.push(("tmp", number(self.tmp)));
        lines.push(("optSaturate", number(self.saturated)));
        if let (Some(c), Some(second)) = (self.c, self.second) {
            lines.push(("intermediate", number(self.intermediate)));
            lines.push(("c", number(c)));
            lines.push(("optSecOp", number(second)));
        }
        lines.extend(self.merged.map(|merged| ("optMerge", word(merged))));
        lines.push(("d", word(self.d)));
        lines
    }
}

impl VmadTrace {
    fn lines(&self) -> Vec<(&'static str, String)> {
        let mut lines = vec![
            ("ta", number(self.ta)),
            ("tb", number(self.tb)),
            ("signedFinal", self.signed_final.to_string()),
            ("ta * tb", number(self.product)),
            ("tmp or ~tmp", number(self.product_or_not)),
            ("c128", number(self.c128)),
            ("lsb", self.lsb.to_string()),
            ("tmp", number(self.tmp)),
            ("result", number(self.result)),
        ];
        lines.extend(self.saturated.map(|saturated| ("CLAMP", number(saturated))));
        lines.push(("d", word(self.d)));
        lines
    }
}

impl<const LANES: usize> LaneTrace<LANES> {
    /// The name and the value of each intermediate value, the highest lane first as in a register.
    fn lines(&self) -> Vec<(&'static str, String)> {
        let lanes =
            |values: [i128; LANES]| values.iter().rev().map(i128::to_string).collect::<Vec<_>>().join(" ");
        vec![
            ("Va", lanes(self.va)),
            ("Vb", lanes(self.vb)),
            ("t", lanes(self.t)),
            ("CLAMP", lanes(self.saturated)),
            ("d", word(self.d)),
        ]
    }
}
