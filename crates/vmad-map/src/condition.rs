//! The inputs on which a row about `vmad` differs.

use std::fmt;

/// The signed numbers of 64 bits.
pub(crate) const S64: [i128; 2] = [i64::MIN as i128, i64::MAX as i128];
pub(crate) const S32_MAX: i128 = i32::MAX as i128;

/// The inputs of a `VMAD` mode on which a row differs: those that satisfy all parts of the condition. Ranges include
/// both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    /// `c`, unsigned, is at least 2^31.
    pub c_high: bool,
    /// The exact tmp is outside this range.
    pub tmp_outside: Option<[i128; 2]>,
    /// The exact shr is outside this range.
    pub shr_outside: Option<[i128; 2]>,
}

impl Condition {
    /// All inputs.
    pub const ALWAYS: Self = Self { c_high: false, tmp_outside: None, shr_outside: None };

    /// The exact shr is outside a range.
    pub const fn shr_outside(range: [i128; 2]) -> Self {
        Self { shr_outside: Some(range), ..Self::ALWAYS }
    }

    /// Whether it holds for `c` and the exact tmp and shr.
    pub fn holds(&self, c: u32, tmp: i128, shr: i128) -> bool {
        let outside =
            |range: Option<[i128; 2]>, value| range.is_none_or(|[low, high]| value < low || high < value);
        (!self.c_high || c >= 1 << 31) && outside(self.tmp_outside, tmp) && outside(self.shr_outside, shr)
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if self.c_high {
            parts.push("c >= 2^31".to_owned());
        }
        for (name, range) in [("tmp", self.tmp_outside), ("shr", self.shr_outside)] {
            parts.extend(range.map(|[low, high]| match (low, high) {
                (i128::MIN, _) => format!("{name} > {high}"),
                (_, i128::MAX) => format!("{name} < {low}"),
                _ => format!("{name} < {low} or {name} > {high}"),
            }));
        }
        f.write_str(&if parts.is_empty() { "always".to_owned() } else { parts.join(" and ") })
    }
}
