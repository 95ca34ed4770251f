//! Sums of `VMAD` at the edges of the clamp.

use vmad_sass::Ports;
use vmad_unit::{Psign, Sign, saturate::Range, vmad::Mode};

use super::SplitMix64;
use vmad_proof::corners;

/// A target for tmp: the first or the last value whose shr is an end of the clamp's range, or the value beyond it.
pub(super) struct Edge(i128);

impl Edge {
    pub(super) fn draw(rng: &mut SplitMix64, mode: Mode) -> Self {
        let range = Range::of(mode.final_sign(), 32);
        let shr = if rng.once_in(2) { range.min } else { range.max + 1 };
        let below = i128::from(rng.once_in(2));
        Self((shr << mode.scale.count()) - below)
    }

    /// The ports changed as little as needed to bring tmp to the edge: C, then the A field, then the B field, which
    /// becomes an end of its range. If the edge is out of reach, the ports do not change.
    ///
    /// The search for inputs computes no results: a miss is a vector like any other.
    pub(super) fn aim(&self, mode: Mode, ports: Ports) -> Ports {
        let (a, b) = (mode.a.value(ports.a).into(), mode.b.value(ports.b).into());
        let [low, high] = corners::range(mode.b.format());
        let shots = [b, low, high].map(|b| [Some((a, b)), self.solve(mode, b).map(|a| (a, b))]);
        let hit = shots.into_iter().flatten().flatten().find_map(|(a, b)| Some((a, b, self.c(mode, a, b)?)));
        let Some((a, b, c)) = hit else { return ports };
        Ports {
            a: corners::register(mode.a.selector, a as u32, ports.a),
            b: corners::register(mode.b.selector, b as u32, ports.b),
            c,
        }
    }

    /// The A field whose product with `b` is nearest to the edge.
    fn solve(&self, mode: Mode, b: i128) -> Option<i128> {
        let [low, high] = corners::range(mode.a.format());
        let product = if mode.psign == Psign::NegateProduct { -self.0 } else { self.0 };
        product.checked_div(b).map(|a| a.clamp(low, high))
    }

    /// The C that brings tmp to the edge.
    fn c(&self, mode: Mode, a: i128, b: i128) -> Option<u32> {
        let c = match mode.psign {
            Psign::Add => self.0 - a * b,
            Psign::PlusOne => self.0 - a * b - 1,
            Psign::SubtractC => a * b - self.0,
            Psign::NegateProduct => self.0 + a * b,
        };
        match mode.intermediate_sign() {
            Sign::Unsigned => u32::try_from(c).ok(),
            Sign::Signed => i32::try_from(c).ok().map(i32::cast_unsigned),
        }
    }
}
