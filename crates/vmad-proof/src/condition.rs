//! The inputs on which a rival of `vmad` differs.

use std::fmt;

use vmad_term::term::{Terms, Truth, Vector};

/// The inputs of a `VMAD` mode on which a rival differs: those that satisfy all parts of the condition. Ranges include
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

    /// The exact tmp is outside a range.
    pub const fn tmp_outside(range: [i128; 2]) -> Self {
        Self { tmp_outside: Some(range), ..Self::ALWAYS }
    }

    /// The exact shr is outside a range.
    pub const fn shr_outside(range: [i128; 2]) -> Self {
        Self { shr_outside: Some(range), ..Self::ALWAYS }
    }

    /// Whether it holds for `c` and the exact tmp and shr.
    pub fn holds(&self, c: u32, tmp: i128, shr: i128) -> bool {
        let outside = |range: Option<[i128; 2]>, it| range.is_none_or(|[low, high]| it < low || high < it);
        (!self.c_high || c >= 1 << 31) && outside(self.tmp_outside, tmp) && outside(self.shr_outside, shr)
    }

    /// [`Condition::holds`] as a term.
    pub(crate) fn term(&self, terms: &Terms, c: Vector<32>, tmp: Vector<128>, shr: Vector<128>) -> Truth {
        let outside = |range: Option<[i128; 2]>, it| range.map(|range| terms.not(terms.within(it, range)));
        let c_high = self.c_high.then(|| terms.less(c, terms.constant(0)));
        let parts = [c_high, outside(self.tmp_outside, tmp), outside(self.shr_outside, shr)];
        terms.all(parts.into_iter().flatten())
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
