//! The semantics of `vmad-ptx` in the domain of terms, against the same functions on integers.

use vmad_ptx::{
    ast::{
        Accumulate, Arithmetic, ArithmeticOp, Comparison, LaneArithmetic, LaneMask, LaneOp, LaneSelect,
        LaneTail, MultiplyAdd, Operation, Scale, SecOp, Select, Set, Shift, ShiftMode, ShiftOp, Simd, Source,
        Tail, Type,
    },
    reading::Reading,
    video::{trace, trace_in},
};
use vmad_term::{
    eval::Evaluator,
    term::{Extension, Terms},
};

/// One of each list in turn.
struct Picker(fastrand::Rng);

impl Picker {
    fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.0.usize(..list.len())]
    }

    fn source(&mut self) -> Source {
        Source { ty: self.one_of(&Type::ALL), select: self.select() }
    }

    fn select(&mut self) -> Option<Select> {
        self.0.bool().then(|| self.one_of(&Select::ALL))
    }

    fn tail(&mut self) -> Tail {
        match self.0.u8(..3) {
            0 => Tail::None,
            1 => Tail::Second(self.one_of(&SecOp::ALL)),
            _ => Tail::Merge(self.one_of(&Select::ALL)),
        }
    }

    fn lanes<const LANES: usize>(&mut self) -> LaneSelect<LANES> {
        LaneSelect::new([(); LANES].map(|()| self.0.u8(..2 * LANES as u8))).unwrap_or(LaneSelect::A)
    }

    fn simd<const LANES: usize>(&mut self) -> Simd<LANES> {
        let tail = if self.0.bool() { LaneTail::Add } else { LaneTail::Merge { sat: self.0.bool() } };
        let op = if self.0.u8(..4) == 0 {
            LaneOp::Set { cmp: self.one_of(&Comparison::ALL), add: self.0.bool() }
        } else {
            LaneOp::Arithmetic { op: self.one_of(&LaneArithmetic::ALL), dtype: self.one_of(&Type::ALL), tail }
        };
        Simd {
            op,
            atype: self.one_of(&Type::ALL),
            btype: self.one_of(&Type::ALL),
            asel: self.lanes(),
            bsel: self.lanes(),
            mask: LaneMask::new(self.0.u8(1..1 << LANES)).unwrap(),
        }
    }

    fn operation(&mut self) -> Operation {
        let (dtype, sat) = (self.one_of(&Type::ALL), self.0.bool());
        let (a, b, tail) = (self.source(), self.source(), self.tail());
        match self.0.u8(..6) {
            0 => Operation::Arithmetic(Arithmetic {
                op: self.one_of(&ArithmeticOp::ALL),
                dtype,
                a,
                b,
                sat,
                tail,
            }),
            1 => {
                let (op, mode, bsel) =
                    (self.one_of(&ShiftOp::ALL), self.one_of(&ShiftMode::ALL), self.select());
                Operation::Shift(Shift { op, dtype, a, bsel, sat, mode, tail })
            }
            2 => Operation::Set(Set { a, b, cmp: self.one_of(&Comparison::ALL), tail }),
            3 => {
                let (scale, accumulate) = (self.one_of(&Scale::ALL), self.one_of(&Accumulate::ALL));
                Operation::MultiplyAdd(MultiplyAdd { dtype, a, b, sat, scale, accumulate })
            }
            4 => Operation::Simd2(self.simd()),
            _ => Operation::Simd4(self.simd()),
        }
    }

    fn reading(&mut self) -> Reading {
        let choices = Reading::choices();
        let changes = self.0.usize(..4);
        (0..changes).fold(Reading::DEFAULT, |reading, _| self.one_of(choices).apply(reading))
    }

    fn input(&mut self) -> u32 {
        const CORNERS: [u32; 8] = [0, 1, 33, 0x7f, 0x80, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];
        if self.0.bool() { self.one_of(&CORNERS) } else { self.0.u32(..) }
    }
}

/// Random instructions of each kind in random readings, on random inputs.
#[test]
fn terms_and_integers_are_equal() {
    let mut picker = Picker(fastrand::Rng::with_seed(20));
    for _ in 0..vmad_testing::cases(2_000, 40_000) {
        let (operation, reading) = (picker.operation(), picker.reading());
        let inputs = [picker.input(), picker.input(), picker.input()];
        let terms = Terms::new();
        let ports = ["a", "b", "c"].map(|name| terms.number(name, 32, Extension::Zeros));
        let theirs = trace_in(&terms, &operation, ports, &reading);
        let [a, b, c] = inputs;
        let ours = trace(&operation, a, b, c, &reading);
        let root = theirs.number().into();
        let mut evaluator = Evaluator::new(&terms, &[root]);
        evaluator.run(|name| match name {
            "a" => a.into(),
            "b" => b.into(),
            _ => c.into(),
        });
        let found = evaluator.bits(root).cast_signed();
        assert_eq!(found, ours.number(), "{operation} {reading:?} on {inputs:x?}: {ours:?}");
    }
}
