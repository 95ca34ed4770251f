//! The batch in every mode, beside the minimum work of such a loop: read three arrays and write one.

use std::{cell::RefCell, hint::black_box, rc::Rc};

use anyhow::Context;
use fearless_simd::Simd;
use vmad_batch::{Batch, Level};
use vmad_ptxas::spelling::instruction;
use vmad_unit::{Kind, Operand, Operation, Selector, Sign, vmad::Mode};

use crate::{Pair, Side};

/// Four arrays of this length fill 24 KiB.
const NEAR: usize = 1536;
/// Four arrays of this length fill 128 MiB.
const FAR: usize = 8 << 20;

pub(super) fn pairs() -> Vec<Pair> {
    let (best, plain) = (Some(Level::best()), Some(Level::PLAIN));
    let avx2 = Level::all().find(|level| level.name() == "AVX2");
    let modes: Vec<Operation> = Mode::modes().map(Operation::Vmad).collect();
    [
        // In arrays that stay in the cache nearest to the core.
        group("batch-near", NEAR, [best, best], &modes),
        // The same beside a loop that is compiled for the target, not for this processor.
        group("batch-near-plain-loop", NEAR, [best, plain], &modes),
        // As on a processor without AVX-512: both sides in AVX2.
        group("batch-avx2", NEAR, [avx2, avx2], &modes),
        // As on an unknown processor: both sides in the instructions of the target, SSE2 or NEON.
        group("batch-plain", NEAR, [plain, plain], &modes),
        // In arrays far larger than the caches.
        group("batch-far", FAR, [best, best], &modes),
        // The other instructions in such arrays.
        group("family-far", FAR, [best, best], &others()),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The step between the modes of a group: odd, so that every value of every modifier occurs.
const STEP: usize = 5;

/// Some operations of the other instructions.
fn others() -> Vec<Operation> {
    let others = Kind::ALL.into_iter().filter(|&kind| kind != Kind::Vmad);
    let groups = others.flat_map(|kind| kind.groups().filter(|group| is_measured(group[0])));
    groups.flat_map(|group| group.into_iter().step_by(STEP)).collect()
}

/// Whether a group is measured: the words, a byte and a half-word, or the first lanes.
fn is_measured(operation: Operation) -> bool {
    let is = |operand: Operand, selector, sign| operand == Operand { selector, sign };
    match operation.operands() {
        Some([a, b]) => {
            is(a, Selector::Word, Sign::Signed) && is(b, Selector::Word, Sign::Unsigned)
                || is(a, Selector::B1, Sign::Signed) && is(b, Selector::H1, Sign::Unsigned)
        }
        None => operation == operation.with_first_selectors(),
    }
}

/// Operations at a SIMD level beside the loop at another level. A pair has the text of an instruction in its name: a
/// `VABSDIFF4` without a lane is none.
fn group(
    group: &'static str,
    length: usize,
    [level, peer]: [Option<Level>; 2],
    operations: &[Operation],
) -> Vec<Pair> {
    let pair = |&operation: &Operation| {
        let name = format!("{group}/{}", instruction(operation).ok()?);
        Some(Pair::new(name, move || {
            let (level, peer) = level.zip(peer).context("this processor does not have the level")?;
            Ok(sides(Batch::on(level, operation), roofline(peer), length))
        }))
    };
    operations.iter().filter_map(pair).collect()
}

/// The work of a side, on the ports and the results.
type Run = Box<dyn Fn([&[u32]; 3], &mut [u32])>;

fn sides(batch: Batch, roofline: Run, length: usize) -> [Side; 2] {
    let arrays = Rc::new(RefCell::new(Arrays::new(length)));
    let side = |name, run: Run| {
        let arrays = Rc::clone(&arrays);
        Side::new(name, length, move || {
            let mut arrays = arrays.borrow_mut();
            let (ports, results) = arrays.each();
            run(black_box(ports), results);
            black_box(results);
        })
    };
    let subject: Run = Box::new(move |[a, b, c], d| {
        // Ignored: the lengths are equal.
        let _ = batch.run(a, b, c, d);
    });
    [side("Batch::run", subject), side("a ^ b ^ c", roofline)]
}

/// `d[i] = a[i] ^ b[i] ^ c[i]`, compiled for a level.
fn roofline(level: Level) -> Run {
    let processor = fearless_simd::Level::new();
    match (level.name(), processor.as_avx2()) {
        ("plain", _) => Box::new(exclusive_or),
        ("AVX2", Some(avx2)) => Box::new(move |ports, d| {
            avx2.vectorize(
                #[inline(always)]
                || exclusive_or(ports, d),
            );
        }),
        _ => Box::new(move |ports, d| fearless_simd::dispatch!(processor, _simd => exclusive_or(ports, d))),
    }
}

#[expect(clippy::inline_always, reason = "compiled for the level that it is inlined into")]
#[inline(always)]
fn exclusive_or([a, b, c]: [&[u32]; 3], d: &mut [u32]) {
    let count = d.len().min(a.len()).min(b.len()).min(c.len());
    let (a, b, c, d) = (&a[..count], &b[..count], &c[..count], &mut d[..count]);
    for i in 0..count {
        d[i] = a[i] ^ b[i] ^ c[i];
    }
}

/// Three arrays of random words and one of results. Each begins at a cache line, because the peer is fastest there.
struct Arrays {
    memory: Vec<u32>,
    length: usize,
}

impl Arrays {
    const LINE: usize = 64;

    fn new(length: usize) -> Self {
        let mut random = fastrand::Rng::with_seed(0xba7c);
        let memory = (0..4 * Self::stride(length) + Self::LINE).map(|_| random.u32(..));
        Self { memory: memory.collect(), length }
    }

    /// The distance of two arrays: no multiple of a page, so that they do not compete for the same lines of a cache.
    const fn stride(length: usize) -> usize {
        (length + 272).next_multiple_of(Self::LINE)
    }

    fn each(&mut self) -> ([&[u32]; 3], &mut [u32]) {
        let (start, stride) = (self.memory.as_ptr().align_offset(Self::LINE), Self::stride(self.length));
        let (ports, results) = self.memory[start..].split_at_mut(3 * stride);
        let port = |index: usize| &ports[index * stride..][..self.length];
        ([port(0), port(1), port(2)], &mut results[..self.length])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_work_on_the_same_arrays() {
        let mut arrays = Arrays::new(8);
        let (ports, results) = arrays.each();
        let [a, b, c] = ports.map(|port| port[3]);
        let mode = Operation::from(Mode::all().next().unwrap());
        let batch = Batch::on(Level::PLAIN, mode);
        batch.run(ports[0], ports[1], ports[2], results).unwrap();
        assert_eq!(results[3], mode.execute(a, b, c));
        roofline(Level::PLAIN)(ports, results);
        assert_eq!(results[3], a ^ b ^ c);
        let [mut subject, mut peer] = sides(batch, roofline(Level::PLAIN), 8);
        subject.run();
        peer.run();
        assert_eq!((subject.units, peer.units), (8, 8));
    }
}
