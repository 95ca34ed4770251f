//! The batch on every level that this processor has. Oracle: the datapath, one execution at a time.

use std::{
    ops::RangeInclusive,
    sync::atomic::{AtomicUsize, Ordering},
};

use vmad_batch::{Batch, LengthMismatch, Level, Port};
use vmad_unit::{Operand, Psign, Saturate, Selector, Sign, execute, vmad::Mode};

use corners::CORNERS;

mod family;

mod corners;

/// Ports and, on every call, the datapath's results.
struct Inputs {
    a: Vec<u32>,
    b: Vec<u32>,
    c: Vec<u32>,
}

impl Inputs {
    /// Every triple of corners; the short form takes every 13th corner of C.
    fn corners() -> Self {
        let step = vmad_testing::step(13);
        let mut inputs = Self { a: Vec::new(), b: Vec::new(), c: Vec::new() };
        for (index, a) in CORNERS.into_iter().enumerate() {
            for (other, b) in CORNERS.into_iter().enumerate() {
                for c in CORNERS.into_iter().skip((index + 3 * other) % step).step_by(step) {
                    inputs.a.push(a);
                    inputs.b.push(b);
                    inputs.c.push(c);
                }
            }
        }
        inputs
    }

    fn random(seed: u64, count: usize) -> Self {
        let mut random = fastrand::Rng::with_seed(seed);
        let [a, b, c] = [(); 3].map(|()| (0..count).map(|_| random.u32(..)).collect());
        Self { a, b, c }
    }

    /// Sums about the ends of the range that a setting clamps to, as far as its sources reach them.
    fn about_the_ends(mode: Mode, random: &mut fastrand::Rng, count: usize) -> Self {
        let mut inputs = Self { a: Vec::new(), b: Vec::new(), c: Vec::new() };
        for _ in 0..count {
            let b = field_value(mode.b, random);
            let end = [-1, 0, 1, 2][random.usize(0..4)] << (31 + mode.scale.count());
            let a_range = field_range(mode.a);
            let a =
                if b == 0 { 0 } else { end / b + random.i64(-1..=1) }.clamp(*a_range.start(), *a_range.end());
            let (product, sum) =
                (i128::from(a) * i128::from(b), i128::from(end) + i128::from(random.i64(-130..=130)));
            let c = match mode.psign {
                Psign::Add => sum - product,
                Psign::SubtractC => product - sum,
                Psign::NegateProduct => sum + product,
                Psign::PlusOne => sum - product - 1,
            };
            let reached = (i128::from(i32::MIN)..=i128::from(u32::MAX)).contains(&c);
            inputs.a.push(field_of(mode.a.selector, a as u32, random.u32(..)));
            inputs.b.push(field_of(mode.b.selector, b as u32, random.u32(..)));
            inputs.c.push(if reached { c as u32 } else { random.u32(..) });
        }
        inputs
    }

    fn results(&self, mode: Mode) -> Vec<u32> {
        let ports = self.a.iter().zip(&self.b).zip(&self.c);
        ports.map(|((&a, &b), &c)| execute(mode, a, b, c)).collect()
    }

    /// Fails at the first index at which the batch's result is not the datapath's.
    fn check(&self, level: Level, mode: Mode, expected: &[u32]) {
        let mut results = vec![0xdead_beef; expected.len()];
        Batch::on(level, mode).run(&self.a[..], &self.b[..], &self.c[..], &mut results).expect("one length");
        if let Some(i) = (0..expected.len()).find(|&i| results[i] != expected[i]) {
            let (a, b, c) = (self.a[i], self.b[i], self.c[i]);
            panic!(
                "{} {mode:?} a {a:#010x} b {b:#010x} c {c:#010x}: batch {:#x}, datapath {:#x}",
                level.name(),
                results[i],
                expected[i]
            );
        }
    }
}

/// The numbers of a source.
fn field_range(operand: Operand) -> RangeInclusive<i64> {
    let bits = operand.selector.width().bits();
    match operand.sign {
        Sign::Unsigned => 0..=(1 << bits) - 1,
        Sign::Signed => -(1 << (bits - 1))..=(1 << (bits - 1)) - 1,
    }
}

/// One of a source's numbers: an end, or one of any size.
fn field_value(operand: Operand, random: &mut fastrand::Rng) -> i64 {
    let range = field_range(operand);
    match random.u32(0..4) {
        0 => *range.start(),
        1 => *range.end(),
        2 => random.i64(range),
        _ => random.i64(range) >> random.u32(0..operand.selector.width().bits()),
    }
}

/// A port whose field is `value`, among the bits of `around`.
fn field_of(selector: Selector, value: u32, around: u32) -> u32 {
    let ones = u32::MAX >> (32 - selector.width().bits()) << selector.low_bit();
    value << selector.low_bit() & ones | around & !ones
}

/// Runs `check` for every setting on all cores, and says how many there were.
fn every_setting(check: impl Fn(Mode) + Sync) -> usize {
    let settings: Vec<Mode> = Mode::all().collect();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for part in settings.chunks(settings.len().div_ceil(cores)) {
            scope.spawn(|| part.iter().for_each(|&mode| check(mode)));
        }
    });
    settings.len()
}

#[test]
fn every_setting_computes_what_the_datapath_computes_at_the_corners() {
    let inputs = Inputs::corners();
    let settings = every_setting(|mode| {
        let expected = inputs.results(mode);
        Level::all().for_each(|level| inputs.check(level, mode, &expected));
    });
    assert_eq!(settings, 4704);
}

#[test]
fn every_setting_computes_what_the_datapath_computes_at_random() {
    every_setting(|mode| {
        let inputs = Inputs::random(0xba7c, 400);
        let expected = inputs.results(mode);
        Level::all().for_each(|level| inputs.check(level, mode, &expected));
    });
}

#[test]
fn every_setting_computes_what_the_datapath_computes_about_the_ends_of_the_range() {
    const COUNT: usize = 400;
    let [clamped, beside] = [AtomicUsize::new(0), AtomicUsize::new(0)];
    every_setting(|mode| {
        let inputs = Inputs::about_the_ends(mode, &mut fastrand::Rng::with_seed(0xe2d5), COUNT);
        let expected = inputs.results(mode);
        let unclamped = inputs.results(Mode { saturate: Saturate::Off, ..mode });
        for (&result, unclamped) in expected.iter().zip(unclamped) {
            let from_an_end = result.wrapping_sub(1 << 31).wrapping_add(3);
            clamped.fetch_add(usize::from(result != unclamped), Ordering::Relaxed);
            beside.fetch_add(usize::from(result == unclamped && from_an_end < 6), Ordering::Relaxed);
        }
        Level::all().for_each(|level| inputs.check(level, mode, &expected));
    });
    // What is clamped, and what just is not. Half of the settings do not clamp, and few of the others' sources reach far.
    let (clamped, beside, all) = (clamped.into_inner(), beside.into_inner(), 4704 * COUNT);
    assert!(clamped > all / 50 && beside > all / 100, "{clamped} clamped, {beside} beside, of {all}");
}

/// Each slice begins at an alignment of its own.
#[test]
fn every_mode_is_right_at_every_alignment_and_length() {
    const OFFSETS: usize = 17;
    const LENGTHS: usize = 68;
    const GUARD: u32 = 0x5afe_5afe;
    let inputs = Inputs::random(7, 4 * OFFSETS + LENGTHS);
    let mut runs = 0;
    for mode in Mode::modes() {
        for offset in 0..OFFSETS {
            let starts = [offset, offset * 5 % OFFSETS, offset * 7 % OFFSETS];
            let [a, b, c] = [0, 1, 2].map(|port| &[&inputs.a, &inputs.b, &inputs.c][port][starts[port]..]);
            let expected: Vec<u32> = (0..LENGTHS).map(|i| execute(mode, a[i], b[i], c[i])).collect();
            for level in Level::all() {
                for length in 0..LENGTHS {
                    let mut memory = [GUARD; OFFSETS + LENGTHS + 1];
                    let start = offset * 11 % OFFSETS;
                    let d = &mut memory[start..start + length];
                    Batch::on(level, mode)
                        .run(&a[..length], &b[..length], &c[..length], d)
                        .expect("one length");
                    assert_eq!(*d, expected[..length], "{} {mode:?} {starts:?}", level.name());
                    let around = memory[..start].iter().chain(&memory[start + length..]);
                    assert!(around.copied().all(|word| word == GUARD), "{} {mode:?}", level.name());
                    runs += 1;
                }
            }
        }
    }
    assert_eq!(runs, 864 * OFFSETS * LENGTHS * Level::all().count());
}

/// Immediates are ports that are the same for all; lengths around the block's end too.
#[test]
fn every_mode_takes_one_value_for_all_on_any_port() {
    let inputs = Inputs::random(8, 1030);
    let mut runs = 0;
    for (index, mode) in Mode::modes().enumerate() {
        let length = [0, 1, 17, 511, 512, 513, 1023, 1024, 1030][index % 9];
        for uniform in 1..8_u32 {
            // What the batch gets, and the same written out.
            let port = |port: u32, values: &[u32]| match uniform >> port & 1 {
                1 => vec![values[3]; length],
                _ => values[..length].to_vec(),
            };
            let written = Inputs { a: port(0, &inputs.a), b: port(1, &inputs.b), c: port(2, &inputs.c) };
            let expected = written.results(mode);
            for level in Level::all() {
                let port = |port: u32, values| match uniform >> port & 1 {
                    1 => Port::All(inputs_at_3(port, &inputs)),
                    _ => Port::Each(values),
                };
                let (a, b, c) = (port(0, &written.a), port(1, &written.b), port(2, &written.c));
                let mut d = vec![0; length];
                Batch::on(level, mode).run(a, b, c, &mut d).expect("one length");
                assert_eq!(d, expected, "{} {mode:?} {uniform:03b}", level.name());
                runs += 1;
            }
        }
    }
    assert_eq!(runs, 864 * 7 * Level::all().count());
}

fn inputs_at_3(port: u32, inputs: &Inputs) -> u32 {
    [&inputs.a, &inputs.b, &inputs.c][port as usize][3]
}

#[test]
fn slices_of_other_lengths_are_refused_and_nothing_is_written() {
    let mode = Mode::modes().next().expect("there are modes");
    let (two, three) = ([1; 2], [1; 3]);
    let mut d = [7; 3];
    let batch = Batch::new(mode);
    let refused = |port, length| Err(LengthMismatch { port, length, results: 3 });
    assert_eq!(batch.run(&two, &three, &three, &mut d), refused('A', 2));
    assert_eq!(batch.run(&three, &[0; 4], &three, &mut d), refused('B', 4));
    assert_eq!(batch.run(1, 1, &[], &mut d), refused('C', 0));
    assert_eq!(batch.run(1, &two, 1, &mut d), refused('B', 2));
    assert_eq!(d, [7; 3]);
    let message = LengthMismatch { port: 'B', length: 4, results: 3 }.to_string();
    assert_eq!(message, "port B has 4 values for 3 results: it needs as many, or one for all");
}

/// Without this a processor that lacks a level would let its kernels go unseen.
#[test]
fn the_levels_are_the_processors() {
    let names: Vec<&str> = Level::all().map(Level::name).collect();
    assert_eq!(names.last(), Some(&"plain"));
    assert_eq!(names.first(), Some(&Level::best().name()));
    #[cfg(target_arch = "x86_64")]
    {
        let has = |name| names.contains(&name);
        assert_eq!(has("AVX2"), is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"));
        let avx512 = is_x86_feature_detected!("avx512vbmi2") && is_x86_feature_detected!("gfni");
        assert_eq!(has("AVX-512"), avx512);
    }
}
