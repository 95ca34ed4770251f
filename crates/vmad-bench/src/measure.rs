//! The measurement: subject, peer, subject, peer, and the ratio of each two neighbours.

use std::time::{Duration, Instant};

use crate::{Pair, Side, Target};

/// How long to measure.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The number of turns of each side, and of ratios.
    pub rounds: u32,
    /// The minimum time of a turn: short work is repeated.
    pub turn: Duration,
}

/// The measurement of a pair.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The pair's group.
    pub group: &'static str,
    /// The name in the group.
    pub name: String,
    /// The unit of work.
    pub unit: &'static str,
    /// The subject.
    pub subject: Rates,
    /// The peer.
    pub peer: Rates,
    /// The median of the rounds' ratios: the subject's rate to the peer's.
    pub ratio: f64,
    /// The ratio of the best rates.
    pub ratio_of_best: f64,
    /// The target of the subject.
    pub target: Target,
}

/// A side's rates.
#[derive(Clone, Debug)]
pub struct Rates {
    /// The name of the work.
    pub name: &'static str,
    /// The median, in units a second.
    pub median: f64,
    /// The best.
    pub best: f64,
}

impl Measured {
    /// Whether the median ratio, or the subject's best rate, reaches the target. The best rate excludes interrupted turns.
    pub fn reaches_target(&self) -> bool {
        match self.target {
            Target::Ratio(least) => self.ratio >= least,
            Target::Rate(least) => self.subject.best >= least,
        }
    }
}

/// Measures a pair.
///
/// # Errors
/// The pair could not be built.
pub fn measure(pair: &Pair, effort: Effort) -> anyhow::Result<Measured> {
    let mut sides = pair.build()?;
    let runs = sides.each_mut().map(|side| runs_in(side, effort.turn));
    let mut of_sides = [Vec::new(), Vec::new()];
    for _ in 0..effort.rounds.max(1) {
        for ((side, runs), rates) in sides.iter_mut().zip(runs).zip(&mut of_sides) {
            rates.push(rate(side, runs));
        }
    }
    let [subject, peer] = &of_sides;
    let ratios = subject.iter().zip(peer).map(|(subject, peer)| subject / peer).collect();
    let [subject, peer] = of_sides;
    let (subject, peer) = (rates(sides[0].name, subject), rates(sides[1].name, peer));
    Ok(Measured {
        group: pair.group,
        name: pair.name.clone(),
        unit: pair.unit,
        ratio: median(ratios),
        ratio_of_best: subject.best / peer.best,
        target: pair.target,
        subject,
        peer,
    })
}

/// The number of runs that fill a turn. Measuring it also warms the side up.
fn runs_in(side: &mut Side, turn: Duration) -> u32 {
    let mut runs = 1;
    loop {
        let time = time(side, runs);
        if time >= turn || runs >= 1 << 28 {
            return runs;
        }
        let wanted = turn.as_secs_f64() / time.as_secs_f64().max(1e-9) * 1.1;
        runs = (f64::from(runs) * wanted.clamp(1.5, 100.0)).ceil() as u32;
    }
}

fn time(side: &mut Side, runs: u32) -> Duration {
    let start = Instant::now();
    (0..runs).for_each(|_| side.run());
    start.elapsed()
}

/// Units a second.
fn rate(side: &mut Side, runs: u32) -> f64 {
    f64::from(side.units) * f64::from(runs) / time(side, runs).as_secs_f64().max(1e-9)
}

fn rates(name: &'static str, rates: Vec<f64>) -> Rates {
    let best = rates.iter().copied().fold(0.0, f64::max);
    Rates { name, median: median(rates), best }
}

/// The median; of two middle numbers, the higher one.
fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(f64::NAN)
}
