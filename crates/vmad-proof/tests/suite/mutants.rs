//! The proof is not vacuous: a datapath with any one operation altered is refuted, in each stage, by inputs on which
//! its code and `vmad-ptx`'s code differ.

use std::cell::Cell;

use vmad_map::meaning::ptx;
use vmad_proof::{
    datapath::Datapath,
    prover::{Prover, Verdict},
};
use vmad_ptx::{reading::Reading, video::evaluate};
use vmad_unit::{
    Bits, Format, Logic, Machine, Operand, Operation, Psign, Saturate, Scale, Selector, Sign, Wire,
    vmad::Mode,
};

use crate::common;

/// How the operation is altered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fault {
    /// Its result has every bit inverted; a comparison has its sides swapped, a choice its outcomes.
    Inverted,
    /// Its result is one more; a comparison takes the equal for less.
    OneMore,
    /// Its result has its highest bit inverted; a comparison is always false.
    TopBit,
    /// It is the operation next to it: the other extension, the other shift, the field beside, the wrong operand.
    Neighbour,
}

impl Fault {
    pub(crate) const ALL: [Self; 4] = [Self::Inverted, Self::OneMore, Self::TopBit, Self::Neighbour];
}

/// The datapath with its `at`-th operation altered.
#[derive(Debug)]
pub(crate) struct Faulty {
    pub(crate) at: usize,
    pub(crate) fault: Fault,
}

impl Datapath for Faulty {
    fn compute<L: Logic>(
        &self,
        logic: &L,
        wires: &mut Vec<Wire<L::Any>>,
        operation: &Operation,
        inputs: [L::Bits<32>; 3],
    ) -> L::Bits<32> {
        let altered = Altered { logic, at: self.at, fault: self.fault, done: Cell::default() };
        operation.compute(&altered, wires, inputs)
    }
}

/// A logic that counts its operations and alters one.
#[derive(Debug)]
pub(crate) struct Altered<'l, L> {
    pub(crate) logic: &'l L,
    pub(crate) at: usize,
    pub(crate) fault: Fault,
    /// How many are done.
    pub(crate) done: Cell<usize>,
}

impl<L: Logic> Altered<'_, L> {
    /// Counts an operation; how it is to be altered if it is the one.
    fn fault(&self) -> Option<Fault> {
        let at = self.done.get();
        self.done.set(at + 1);
        (at == self.at).then_some(self.fault)
    }

    /// An operation whose result is a vector, and its neighbour.
    fn vector<const W: u32>(
        &self,
        right: impl Fn() -> L::Bits<W>,
        neighbour: impl Fn() -> L::Bits<W>,
    ) -> L::Bits<W> {
        let more = |by| self.logic.add(&right(), &self.logic.constant(by));
        match self.fault() {
            None => right(),
            Some(Fault::Inverted) => self.logic.invert(&right()),
            Some(Fault::OneMore) => more(1),
            Some(Fault::TopBit) => more(1 << (W - 1)),
            Some(Fault::Neighbour) => neighbour(),
        }
    }
}

impl<L: Logic> Logic for Altered<'_, L> {
    type Bits<const W: u32> = L::Bits<W>;
    type Flag = L::Flag;
    type Any = L::Any;

    fn any<const W: u32>(&self, x: &L::Bits<W>) -> L::Any {
        self.logic.any(x)
    }

    fn any_flag(&self, flag: &L::Flag) -> L::Any {
        self.logic.any_flag(flag)
    }

    fn known(&self, flag: &L::Flag) -> Option<bool> {
        self.logic.known(flag)
    }

    fn constant<const W: u32>(&self, value: i128) -> L::Bits<W> {
        let beside = if W == 1 { 1 } else { 2 };
        self.vector(|| self.logic.constant(value), || self.logic.constant(value ^ beside))
    }

    fn field<const W: u32, const N: u32>(&self, x: &L::Bits<W>, low: u32) -> L::Bits<N> {
        let beside = if low + N < W { low + 1 } else { low.saturating_sub(1) };
        self.vector(|| self.logic.field(x, low), || self.logic.field(x, beside))
    }

    fn zero_extend<const N: u32, const W: u32>(&self, x: &L::Bits<N>) -> L::Bits<W> {
        self.vector(|| self.logic.zero_extend(x), || self.logic.sign_extend(x))
    }

    fn sign_extend<const N: u32, const W: u32>(&self, x: &L::Bits<N>) -> L::Bits<W> {
        self.vector(|| self.logic.sign_extend(x), || self.logic.zero_extend(x))
    }

    fn invert<const W: u32>(&self, x: &L::Bits<W>) -> L::Bits<W> {
        self.vector(|| self.logic.invert(x), || x.clone())
    }

    fn add<const W: u32>(&self, x: &L::Bits<W>, y: &L::Bits<W>) -> L::Bits<W> {
        self.vector(|| self.logic.add(x, y), || x.clone())
    }

    fn multiply(&self, x: &L::Bits<33>, y: &L::Bits<33>) -> L::Bits<66> {
        self.vector(|| self.logic.multiply(x, y), || self.logic.multiply(x, x))
    }

    fn shift_left<const W: u32>(&self, x: &L::Bits<W>, count: u32) -> L::Bits<W> {
        self.vector(|| self.logic.shift_left(x, count), || x.clone())
    }

    fn shift_right_zero<const W: u32>(&self, x: &L::Bits<W>, count: u32) -> L::Bits<W> {
        let right = || self.logic.shift_right_zero(x, count);
        self.vector(right, || self.logic.shift_right_sign(x, count))
    }

    fn shift_right_sign<const W: u32>(&self, x: &L::Bits<W>, count: u32) -> L::Bits<W> {
        let right = || self.logic.shift_right_sign(x, count);
        self.vector(right, || self.logic.shift_right_zero(x, count))
    }

    fn less<const W: u32>(&self, x: &L::Bits<W>, y: &L::Bits<W>) -> L::Flag {
        let more = |x| self.logic.add(x, &self.logic.constant(1));
        match self.fault() {
            None => self.logic.less(x, y),
            Some(Fault::Inverted) => self.logic.less(y, x),
            Some(Fault::OneMore) => self.logic.less(x, &more(y)),
            Some(Fault::TopBit) => self.logic.less(x, x),
            Some(Fault::Neighbour) => self.logic.less(&more(x), y),
        }
    }

    fn choose<const W: u32>(&self, flag: &L::Flag, x: &L::Bits<W>, y: &L::Bits<W>) -> L::Bits<W> {
        match self.fault() {
            None => self.logic.choose(flag, x, y),
            Some(Fault::Inverted) => self.logic.choose(flag, y, x),
            Some(Fault::OneMore) => self.logic.add(&self.logic.choose(flag, x, y), &self.logic.constant(1)),
            Some(Fault::TopBit) => {
                self.logic.add(&self.logic.choose(flag, x, y), &self.logic.constant(1 << (W - 1)))
            }
            Some(Fault::Neighbour) => y.clone(),
        }
    }
}

/// Settings in which every operation of every stage is done, with every sign.
fn settings() -> [Mode; 5] {
    let operand = |selector, sign| Operand { selector, sign };
    let setting = |a, b, psign, scale, saturate| Mode { a, b, psign, scale, saturate };
    let (word, signed_word) = (Operand::first(Format::U32), Operand::first(Format::S32));
    [
        setting(word, word, Psign::Add, Scale::Shr7, Saturate::On),
        setting(word, word, Psign::SubtractC, Scale::Shr15, Saturate::On),
        setting(signed_word, word, Psign::NegateProduct, Scale::Pass, Saturate::On),
        setting(
            operand(Selector::B3, Sign::Signed),
            operand(Selector::H1, Sign::Unsigned),
            Psign::PlusOne,
            Scale::Shr7,
            Saturate::Off,
        ),
        setting(
            operand(Selector::B0, Sign::Unsigned),
            operand(Selector::H0, Sign::Signed),
            Psign::SubtractC,
            Scale::Pass,
            Saturate::On,
        ),
    ]
}

/// How many operations a mode has.
pub(crate) fn length(mode: &Operation) -> usize {
    let counting = Altered { logic: &Machine, at: usize::MAX, fault: Fault::Inverted, done: Cell::default() };
    mode.compute(&counting, &mut Vec::new(), [Bits::wrap(0); 3]);
    counting.done.take()
}

/// Whether the altered mode differs from the PTX on one of many random inputs.
pub(crate) fn differs(faulty: &Faulty, mode: &Operation) -> bool {
    let oracle = ptx(mode).expect("the mode has PTX");
    let mut random = fastrand::Rng::with_seed(0x5eed);
    (0..3000).any(|round| {
        let inputs = [(); 3].map(|()| random.u32(..) >> (round % 3 * random.u32(..11)));
        let [a, b, c] = inputs;
        let ports = inputs.map(|input| Bits::wrap(input.into()));
        let found = faulty.compute(&Machine, &mut Vec::new(), mode, ports).unsigned() as u32;
        found != evaluate(&oracle, a, b, c, &Reading::DEFAULT)
    })
}

/// An altered operation that changes a result is refuted. The short form takes every 13th.
#[test]
fn every_altered_operation_is_refuted() {
    let solver = common::solver();
    let (mut refuted, mut count, step) = (0, 0, vmad_testing::step(13));
    for mode in settings().map(Operation::Vmad) {
        for at in 0..length(&mode) {
            for fault in Fault::ALL {
                count += 1;
                if count % step != 0 {
                    continue;
                }
                let faulty = Faulty { at, fault };
                match (Prover { solver: &solver, datapath: &faulty }.mode(&mode), differs(&faulty, &mode)) {
                    (Verdict::Refuted(_), _) => refuted += 1,
                    (Verdict::Proved, false) => {}
                    (verdict, _) => panic!("{mode:?}: operation {at}, {fault:?}: {verdict:x?}"),
                }
            }
        }
    }
    assert!(refuted > 150 / step, "{refuted}");
}
