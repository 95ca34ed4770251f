//! Printing then parsing is the identity, for every instruction there can be.

use fastrand::Rng;
use vmad_ptx::ast::{
    Accumulate, Arithmetic, ArithmeticOp, Body, Comparison, Float, FloatMad, Guard, Instruction,
    LaneArithmetic, LaneMask, LaneOp, LaneSelect, LaneTail, Mad, MultiplyAdd, Operand, Operation, Register,
    Rounding, Scale, SecOp, Select, Set, Shift, ShiftMode, ShiftOp, Simd, Source, Tail, Type, Video,
};
use vmad_ptx::syntax::{parse, parse_one};

fn select<T: Copy>(random: &mut Rng, all: &[T]) -> T {
    all[random.usize(..all.len())]
}

fn option<T>(random: &mut Rng, some: impl Fn(&mut Rng) -> T) -> Option<T> {
    random.bool().then(|| some(random))
}

/// A name; with a component of a vector, as `%v3.x`.
fn register(random: &mut Rng) -> Register {
    const LETTERS: &[u8] = b"abcxyzABCXYZ";
    const OTHERS: &[u8] = b"abzAZ0189_$";
    loop {
        let mut name = String::new();
        let mut put = |random: &mut Rng, all: &[u8]| name.push(select(random, all).into());
        match random.u8(..3) {
            0 => {
                put(random, LETTERS);
                (0..random.u8(..=6)).for_each(|_| put(random, OTHERS));
            }
            1 => {
                put(random, b"_$%");
                (0..random.u8(1..=6)).for_each(|_| put(random, OTHERS));
            }
            _ => [&b"%"[..], b"v", b"0123456789", b".", b"xyzwrgba"].iter().for_each(|all| put(random, all)),
        }
        // Special registers are not operands.
        if let Some(register) = Register::new(&name) {
            return register;
        }
    }
}

fn part(random: &mut Rng) -> Option<Select> {
    option(random, |random| select(random, &Select::ALL))
}

fn ty(random: &mut Rng) -> Type {
    select(random, &Type::ALL)
}

fn source(random: &mut Rng) -> Source {
    Source { ty: ty(random), select: part(random) }
}

fn tail(random: &mut Rng) -> Tail {
    match random.u8(..4) {
        0 => Tail::None,
        1 => Tail::Unused,
        2 => Tail::Second(select(random, &SecOp::ALL)),
        _ => Tail::Merge(select(random, &Select::ALL)),
    }
}

fn lanes<const LANES: usize>(random: &mut Rng) -> LaneSelect<LANES> {
    match random.u8(..3) {
        0 => LaneSelect::A,
        1 => LaneSelect::B,
        // `.b1024` is a type.
        _ => LaneSelect::new([(); LANES].map(|()| random.u8(..2 * LANES as u8))).unwrap_or(LaneSelect::A),
    }
}

fn simd<const LANES: usize>(random: &mut Rng) -> Simd<LANES> {
    let (atype, btype) = (ty(random), ty(random));
    let op = if random.bool() {
        let (op, dtype) = (select(random, &LaneArithmetic::ALL), ty(random));
        let tail = if random.bool() { LaneTail::Add } else { LaneTail::Merge { sat: random.bool() } };
        LaneOp::Arithmetic { op, dtype, tail }
    } else {
        LaneOp::Set { cmp: comparison(random, btype), add: random.bool() }
    };
    let mask = LaneMask::new(random.u8(1..1 << LANES)).expect("a mask");
    Simd { op, atype, btype, asel: lanes(random), bsel: lanes(random), mask }
}

fn comparison(random: &mut Rng, btype: Type) -> Comparison {
    let all: &[_] = if btype.is_signed() { &Comparison::MANUAL } else { &Comparison::ALL };
    select(random, all)
}

fn operation(random: &mut Rng) -> Operation {
    let (dtype, a, b, sat, tail) = (ty(random), source(random), source(random), random.bool(), tail(random));
    match random.u8(..6) {
        0 => {
            let op = select(random, &ArithmeticOp::ALL);
            Operation::Arithmetic(Arithmetic { op, dtype, a, b, sat, tail })
        }
        1 => {
            let op = select(random, &[ShiftOp::Left, ShiftOp::Right]);
            let mode = select(random, &[ShiftMode::Clamp, ShiftMode::Wrap]);
            Operation::Shift(Shift { op, dtype, a, bsel: b.select, sat, mode, tail })
        }
        2 => Operation::Set(Set { a, b, cmp: comparison(random, b.ty), tail }),
        3 => {
            let (scale, accumulate) = (select(random, &Scale::ALL), select(random, &Accumulate::ALL));
            Operation::MultiplyAdd(MultiplyAdd { dtype, a, b, sat, scale, accumulate })
        }
        4 => Operation::Simd2(simd(random)),
        _ => Operation::Simd4(simd(random)),
    }
}

fn integer_operand(random: &mut Rng) -> Operand<i64> {
    match random.u8(..5) {
        0 => Operand::Immediate(random.i64(..)),
        1 => Operand::Immediate(select(random, &[0, -1, i64::MIN, i64::MAX, 0x8000_0000])),
        _ => Operand::Register(register(random)),
    }
}

fn float_operand(random: &mut Rng) -> Operand<Float> {
    match random.u8(..3) {
        0 => Operand::Immediate(Float::Single(random.u32(..))),
        1 => Operand::Immediate(Float::Double(random.u64(..))),
        _ => Operand::Register(register(random)),
    }
}

fn body(random: &mut Rng) -> Body {
    if random.u8(..5) == 0 {
        let rnd = option(random, |random| select(random, &Rounding::ALL));
        let operation = if random.bool() {
            FloatMad::F32 { rnd, ftz: random.bool(), sat: random.bool() }
        } else {
            FloatMad::F64 { rnd }
        };
        let [a, b, c] = [(); 3].map(|()| float_operand(random));
        return Body::Mad(Mad { operation, d: register(random), a, b, c });
    }
    loop {
        let operation = operation(random);
        let [a, b, c] = [(); 3].map(|()| integer_operand(random));
        let c = operation.has_c().then_some(c);
        if let Some(video) = Video::new(operation, register(random), a, b, c) {
            return Body::Video(video);
        }
    }
}

fn instruction(random: &mut Rng) -> Instruction {
    let guard = option(random, |random| Guard { negated: random.bool(), predicate: register(random) });
    // A predicate is no component.
    let guard = guard.filter(|guard| !guard.predicate.is_component());
    Instruction { guard, body: body(random) }
}

#[test]
fn print_then_parse() {
    let mut random = Rng::with_seed(1);
    for _ in 0..vmad_testing::cases(300, 20_000) {
        let instruction = instruction(&mut random);
        let text = instruction.to_string();
        let found = parse_one(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(found.instruction, instruction, "{text}");
        assert_eq!(found.span.of(&text), text);
        assert!(found.ignored.is_empty(), "nothing is printed in vain: {text}");
    }
}

/// Several instructions with comments and white space between all their words read as the same instructions.
#[test]
fn spaced_and_commented() {
    let mut random = Rng::with_seed(2);
    for _ in 0..vmad_testing::cases(80, 4_000) {
        let gap = select(&mut random, &[" ", "\n", "\t// a, b;\n", "/* ; */", " /**/ "]);
        let instructions: Vec<_> = (0..random.u8(1..4)).map(|_| instruction(&mut random)).collect();
        let words = |instruction: &Instruction| {
            let text = instruction.to_string();
            let spaced = text.chars().map(|character| match character {
                ',' => format!("{gap},{gap}"),
                ';' => format!("{gap};"),
                '@' => format!("@{gap}"),
                other => other.to_string(),
            });
            spaced.collect::<String>()
        };
        let text = instructions.iter().map(words).collect::<Vec<_>>().join(gap);
        let found = parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let found: Vec<_> = found.into_iter().map(|found| found.instruction).collect();
        assert_eq!(found, instructions, "{text}");
    }
}
