//! The proof is not vacuous: a datapath with any one operation altered is refuted, in each stage, by inputs on which
//! its code and `vmad-ptx`'s code differ.

use std::{cell::RefCell, collections::BTreeMap};

use vmad_proof::{
    datapath::Datapath,
    product::Product,
    prover::{Prover, Verdict},
};
use vmad_unit::{
    AnyBits, Bits, Format, Logic, Machine, Operand, Operation, Psign, Record, Saturate, Scale, Selector,
    Sign, Stage, Wire,
    saturate::Range,
    vmad::{self, Mode},
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
        let altered = Altered { logic, at: self.at, fault: self.fault, done: RefCell::default() };
        operation.compute(&altered, wires, inputs)
    }
}

/// A logic that counts its operations and alters one.
#[derive(Debug)]
pub(crate) struct Altered<'l, L> {
    pub(crate) logic: &'l L,
    pub(crate) at: usize,
    pub(crate) fault: Fault,
    /// What was done so far.
    pub(crate) done: RefCell<Vec<&'static str>>,
}

impl<L: Logic> Altered<'_, L> {
    /// Counts an operation; how it is to be altered if it is the one.
    fn fault(&self, name: &'static str) -> Option<Fault> {
        let mut done = self.done.borrow_mut();
        done.push(name);
        (done.len() - 1 == self.at).then_some(self.fault)
    }

    /// An operation whose result is a vector, and its neighbour.
    fn vector<const W: u32>(
        &self,
        name: &'static str,
        right: impl Fn() -> L::Bits<W>,
        neighbour: impl Fn() -> L::Bits<W>,
    ) -> L::Bits<W> {
        let more = |by| self.logic.add(&right(), &self.logic.constant(by));
        match self.fault(name) {
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
        self.vector("constant", || self.logic.constant(value), || self.logic.constant(value ^ beside))
    }

    fn field<const W: u32, const N: u32>(&self, x: &L::Bits<W>, low: u32) -> L::Bits<N> {
        let beside = if low + N < W { low + 1 } else { low.saturating_sub(1) };
        self.vector("field", || self.logic.field(x, low), || self.logic.field(x, beside))
    }

    fn zero_extend<const N: u32, const W: u32>(&self, x: &L::Bits<N>) -> L::Bits<W> {
        self.vector("zero_extend", || self.logic.zero_extend(x), || self.logic.sign_extend(x))
    }

    fn sign_extend<const N: u32, const W: u32>(&self, x: &L::Bits<N>) -> L::Bits<W> {
        self.vector("sign_extend", || self.logic.sign_extend(x), || self.logic.zero_extend(x))
    }

    fn invert<const W: u32>(&self, x: &L::Bits<W>) -> L::Bits<W> {
        self.vector("invert", || self.logic.invert(x), || x.clone())
    }

    fn add<const W: u32>(&self, x: &L::Bits<W>, y: &L::Bits<W>) -> L::Bits<W> {
        self.vector("add", || self.logic.add(x, y), || x.clone())
    }

    fn multiply(&self, x: &L::Bits<33>, y: &L::Bits<33>) -> L::Bits<66> {
        self.vector("multiply", || self.logic.multiply(x, y), || self.logic.multiply(x, x))
    }

    fn shift_left<const W: u32>(&self, x: &L::Bits<W>, count: u32) -> L::Bits<W> {
        self.vector("shift_left", || self.logic.shift_left(x, count), || x.clone())
    }

    fn shift_right_zero<const W: u32>(&self, x: &L::Bits<W>, count: u32) -> L::Bits<W> {
        let right = || self.logic.shift_right_zero(x, count);
        self.vector("shift_right_zero", right, || self.logic.shift_right_sign(x, count))
    }

    fn shift_right_sign<const W: u32>(&self, x: &L::Bits<W>, count: u32) -> L::Bits<W> {
        let right = || self.logic.shift_right_sign(x, count);
        self.vector("shift_right_sign", right, || self.logic.shift_right_zero(x, count))
    }

    fn less<const W: u32>(&self, x: &L::Bits<W>, y: &L::Bits<W>) -> L::Flag {
        let more = |x| self.logic.add(x, &self.logic.constant(1));
        match self.fault("less") {
            None => self.logic.less(x, y),
            Some(Fault::Inverted) => self.logic.less(y, x),
            Some(Fault::OneMore) => self.logic.less(x, &more(y)),
            Some(Fault::TopBit) => self.logic.less(x, x),
            Some(Fault::Neighbour) => self.logic.less(&more(x), y),
        }
    }

    fn choose<const W: u32>(&self, flag: &L::Flag, x: &L::Bits<W>, y: &L::Bits<W>) -> L::Bits<W> {
        match self.fault("choose") {
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

/// The operations of a setting in their order, each with its stage: that of the next wire that is recorded.
fn operations(mode: Mode) -> Vec<(Stage, &'static str)> {
    struct Stages<'l>(&'l Altered<'l, Machine>, Vec<(Stage, &'static str)>);
    impl Record<AnyBits> for Stages<'_> {
        fn put(&mut self, wire: Wire) {
            self.1.extend(self.0.done.take().into_iter().map(|operation| (wire.stage, operation)));
        }
    }
    let counting =
        Altered { logic: &Machine, at: usize::MAX, fault: Fault::Inverted, done: RefCell::default() };
    let mut stages = Stages(&counting, Vec::new());
    vmad::compute(&counting, &mut stages, mode, [Bits::wrap(0); 3]);
    stages.1
}

/// Settings in which every operation of every stage is done, with every sign.
fn settings() -> Vec<Mode> {
    let operand = |selector, sign| Operand { selector, sign };
    let setting = |a, b, psign, scale, saturate| Mode { a, b, psign, scale, saturate };
    let (word, signed_word) = (Operand::first(Format::U32), Operand::first(Format::S32));
    vec![
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

/// The smallest and the largest shr: the product and C are independent, and the shift keeps their order.
fn shr(mode: Mode) -> [i128; 2] {
    let product = Product::of(mode.a.format(), mode.b.format());
    let [low, high] = match mode.intermediate_sign() {
        Sign::Unsigned => [0, u32::MAX.into()],
        Sign::Signed => [i32::MIN.into(), i32::MAX.into()],
    };
    let [min, max] = match mode.psign {
        Psign::Add => [product.low + low, product.high + high],
        Psign::SubtractC => [product.low - high, product.high - low],
        Psign::NegateProduct => [low - product.high, high - product.low],
        Psign::PlusOne => [product.low + low + 1, product.high + high + 1],
    };
    [min, max].map(|tmp| tmp >> mode.scale.count())
}

/// Whether an alteration leaves every wire as it was for all inputs, so that there is nothing to refute. `nth` counts
/// the operations of that name in the stage.
fn is_no_fault(mode: Mode, (stage, operation, nth): (Stage, &str, usize), fault: Fault) -> bool {
    let [min, max] = shr(mode);
    let Range { min: range_min, max: range_max } = Range::of(mode.final_sign(), 32);
    let unsigned = mode.intermediate_sign() == Sign::Unsigned;
    match (stage, operation, fault) {
        // A carry of 0 has a sign of 0. (An unsigned C is zero-extended before it.)
        (Stage::Add, "zero_extend", Fault::Neighbour) => {
            nth == usize::from(unsigned) && mode.psign == Psign::Add
        }
        // The second sum adds the carry, which is 0.
        (Stage::Add, "add", Fault::Neighbour) => nth == 1 && mode.psign == Psign::Add,
        // No shr of this setting is on the range's lower or upper end,
        (Stage::Saturate, "less", Fault::OneMore) => {
            if nth == 0 {
                min > range_min
            } else {
                max < range_max
            }
        }
        // or beyond it. The choice for what is above is made first.
        (Stage::Saturate, "less", Fault::TopBit | Fault::Neighbour) => {
            if nth == 0 {
                min >= range_min
            } else {
                max <= range_max
            }
        }
        (Stage::Saturate, "choose", Fault::Neighbour) => {
            if nth == 0 {
                max <= range_max
            } else {
                min >= range_min
            }
        }
        // An unsigned tmp has a sign of 0; what is chosen loses its top bit with all others above bit 31.
        (Stage::Shift, "shift_right_zero", Fault::Neighbour) | (Stage::Saturate, "choose", Fault::TopBit) => {
            true
        }
        _ => false,
    }
}

/// The short form takes every fifth.
#[test]
fn every_altered_operation_is_refuted() {
    let solver = common::solver();
    let mut refuted = BTreeMap::<Stage, usize>::new();
    let mut wrong = Vec::new();
    let (mut count, step) = (0, vmad_testing::step(13));
    for mode in settings() {
        let operations = operations(mode);
        for (at, (stage, operation)) in operations.iter().copied().enumerate() {
            let nth = operations[..at].iter().filter(|it| **it == (stage, operation)).count();
            for fault in Fault::ALL {
                count += 1;
                if count % step != 0 {
                    continue;
                }
                let faulty = Faulty { at, fault };
                let verdict = Prover { solver: &solver, datapath: &faulty }.mode(&mode.into());
                let place = format!("{mode:?}: {stage:?}, operation {at} {operation}, {fault:?}");
                match (verdict, is_no_fault(mode, (stage, operation, nth), fault)) {
                    (Verdict::Refuted(_), false) => *refuted.entry(stage).or_default() += 1,
                    (Verdict::Proved, true) => {}
                    (verdict, _) => wrong.push(format!("{place}: {verdict:x?}")),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let stages: Vec<_> = refuted.keys().copied().collect();
    assert_eq!(stages, [Stage::Select, Stage::Multiply, Stage::Add, Stage::Shift, Stage::Saturate]);
    assert!(refuted.values().sum::<usize>() > 150 / step, "{refuted:?}");
}
