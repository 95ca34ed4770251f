//! The measurement: subject, peer, subject, peer, and the ratio of each two neighbours.

use std::time::{Duration, Instant};

use crate::Side;

/// The number of turns of each side, and of ratios.
const ROUNDS: usize = 15;

/// The minimum time of a turn: short work is repeated.
const TURN: Duration = Duration::from_millis(2);

/// Measures the two sides of a pair: the best rate of each in units a second, which excludes interrupted turns, and the
/// median of the rounds' ratios, of the subject's rate to the peer's.
pub fn measure(mut sides: [Side; 2]) -> ([f64; 2], f64) {
    let runs = sides.each_mut().map(runs_in_turn);
    let mut best = [0.0_f64; 2];
    let mut ratios = Vec::new();
    for _ in 0..ROUNDS {
        let [subject, peer] = [0, 1].map(|side| rate(&mut sides[side], runs[side]));
        ratios.push(subject / peer);
        best = [best[0].max(subject), best[1].max(peer)];
    }
    ratios.sort_by(f64::total_cmp);
    (best, ratios[ROUNDS / 2])
}

/// Units a second.
fn rate(side: &mut Side, runs: u32) -> f64 {
    f64::from(side.units) * f64::from(runs) / time(side, runs).as_secs_f64().max(1e-9)
}

/// The number of runs that fill a turn. Measuring it also warms the side up.
fn runs_in_turn(side: &mut Side) -> u32 {
    let mut runs = 1;
    loop {
        let time = time(side, runs);
        if time >= TURN || runs >= 1 << 28 {
            return runs;
        }
        let wanted = TURN.as_secs_f64() / time.as_secs_f64().max(1e-9) * 1.1;
        runs = (f64::from(runs) * wanted.clamp(1.5, 100.0)).ceil() as u32;
    }
}

fn time(side: &mut Side, runs: u32) -> Duration {
    let start = Instant::now();
    (0..runs).for_each(|_| side.run());
    start.elapsed()
}
