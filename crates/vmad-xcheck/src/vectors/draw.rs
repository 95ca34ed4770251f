//! The inputs: random registers, corners of the selected fields, and sums at the edges of the clamp.

use vmad_sass::{
    Vmad,
    vmad::{Ports, SourceB},
};
use vmad_unit::{Format, Operand, Psign, Sign, saturate::range, vmad::Mode};

use super::{FormMode, SplitMix64, Vector, rng};
use crate::corners;

/// The endless stream of vectors of one mode or one instruction, from a seed.
#[derive(Clone, Debug)]
pub struct Stream {
    subject: Subject,
    rng: SplitMix64,
}

#[derive(Clone, Debug)]
enum Subject {
    Mode(FormMode),
    Instruction(Vmad),
}

impl Stream {
    /// A mode's vectors. They depend only on the seed, the mode and its selectors.
    pub fn of_mode(mode: FormMode, seed: u64) -> Self {
        let rng = SplitMix64::new(seed ^ rng::mix(mode.number()));
        Self { subject: Subject::Mode(mode), rng }
    }

    /// One instruction's vectors, with its own selectors, registers and immediate.
    pub fn of_instruction(instruction: Vmad, seed: u64) -> Self {
        let rng = SplitMix64::new(seed ^ rng::mix(instruction.encode()));
        Self { subject: Subject::Instruction(instruction), rng }
    }

    /// The next vector.
    pub fn draw(&mut self) -> Vector {
        let rng = &mut self.rng;
        let instruction = match &self.subject {
            Subject::Instruction(instruction) => *instruction,
            Subject::Mode(mode) => {
                let whole = Operand::first(Format::U32);
                let a = rng.choose(&mode.a).unwrap_or(whole);
                let b = rng.choose(&mode.b).unwrap_or(whole);
                let immediate = field(rng, b);
                mode.instruction(a, b, immediate as u16)
            }
        };
        let mode = instruction.mode();
        let a = port(rng, mode.a);
        let b = port(rng, mode.b);
        let c = if rng.once_in(2) { corner(rng, &corners::WORDS) } else { rng.word() };
        let mut ports = instruction.feed(Ports { a, b, c });
        // Every third: the sum at an edge of the clamp.
        if rng.once_in(3) {
            let edge = Edge::draw(rng, mode);
            ports = instruction.feed(edge.aim(mode, ports));
        }
        Vector { instruction, ports }
    }
}

/// A random register, every second time with a corner in the selected field.
fn port(rng: &mut SplitMix64, operand: Operand) -> u32 {
    let field = field(rng, operand);
    corners::register(operand.selector, field, rng.word())
}

/// A field, every second time a corner of its width.
fn field(rng: &mut SplitMix64, operand: Operand) -> u32 {
    if rng.once_in(2) { corner(rng, corners::of(operand.selector.width())) } else { rng.word() }
}

fn corner(rng: &mut SplitMix64, corners: &[u32]) -> u32 {
    rng.choose(corners).unwrap_or_default()
}

/// A target for tmp: the first or the last value whose shr is an end of the clamp's range, or the value beyond it.
struct Edge(i128);

impl Edge {
    fn draw(rng: &mut SplitMix64, mode: Mode) -> Self {
        let range = range(mode.final_sign());
        let shr = if rng.once_in(2) { range.min } else { range.max + 1 };
        let below = i128::from(rng.once_in(2));
        Self((shr << mode.scale.count()) - below)
    }

    /// The ports changed as little as needed to bring tmp to the edge: C, then the A field, then the B field, which
    /// becomes an end of its range. If the edge is out of reach, the ports do not change.
    ///
    /// The search for inputs computes no results: a miss is a vector like any other.
    fn aim(&self, mode: Mode, ports: Ports) -> Ports {
        let (a, b) = (number(mode.a, ports.a), number(mode.b, ports.b));
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

/// The number in an operand's field.
const fn number(operand: Operand, port: u32) -> i128 {
    let bits = operand.selector.width().bits();
    let left = 32 - operand.selector.low_bit() - bits;
    let top = port << left;
    match operand.sign {
        Sign::Unsigned => (top >> (32 - bits)) as i128,
        Sign::Signed => (top as i32 >> (32 - bits)) as i128,
    }
}

/// The form of an instruction's B source.
pub(super) const fn form(instruction: &Vmad) -> super::Form {
    match instruction.b {
        SourceB::Register { .. } => super::Form::Register,
        SourceB::Immediate { .. } => super::Form::Immediate,
    }
}
