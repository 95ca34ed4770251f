//! Printing then parsing is the identity, for every instruction there can be.

use proptest::prelude::*;
use proptest::sample::select;
use vmad_ptx::ast::{
    Accumulate, Arithmetic, ArithmeticOp, Body, Comparison, Float, FloatMad, Guard, Instruction,
    LaneArithmetic, LaneMask, LaneOp, LaneSelect, LaneTail, Mad, MultiplyAdd, Operand, Operation, Register,
    Rounding, Scale, SecOp, Select, Set, Shift, ShiftMode, ShiftOp, Simd, Source, Tail, Type, Video,
};
use vmad_ptx::syntax::{parse, parse_one};

fn register() -> impl Strategy<Value = Register> {
    "[a-zA-Z][a-zA-Z0-9_$]{0,6}|[_$%][a-zA-Z0-9_$]{1,6}|%v[0-9]\\.[xyzwrgba]"
        .prop_filter_map("special registers are not operands", Register::new)
}

fn part() -> impl Strategy<Value = Option<Select>> {
    prop::option::of(select(&Select::ALL[..]))
}

fn source() -> impl Strategy<Value = Source> {
    (select(&Type::ALL[..]), part()).prop_map(|(ty, select)| Source { ty, select })
}

fn tail() -> impl Strategy<Value = Tail> {
    prop_oneof![
        Just(Tail::None),
        Just(Tail::Unused),
        select(&SecOp::ALL[..]).prop_map(Tail::Second),
        select(&Select::ALL[..]).prop_map(Tail::Merge),
    ]
}

fn lanes<const LANES: usize>() -> impl Strategy<Value = LaneSelect<LANES>> {
    let any = any::<[u8; LANES]>().prop_filter_map(".b1024 is a type", |parts| {
        LaneSelect::new(parts.map(|part| part % (2 * LANES as u8)))
    });
    prop_oneof![any, Just(LaneSelect::A), Just(LaneSelect::B)]
}

fn lane_tail() -> impl Strategy<Value = LaneTail> {
    prop_oneof![Just(LaneTail::Add), any::<bool>().prop_map(|sat| LaneTail::Merge { sat })]
}

fn lane_op(btype: Type) -> impl Strategy<Value = LaneOp> {
    prop_oneof![
        (select(&LaneArithmetic::ALL[..]), select(&Type::ALL[..]), lane_tail())
            .prop_map(|(op, dtype, tail)| LaneOp::Arithmetic { op, dtype, tail }),
        (select(comparison(btype)), any::<bool>()).prop_map(|(cmp, add)| LaneOp::Set { cmp, add }),
    ]
}

fn simd<const LANES: usize>() -> impl Strategy<Value = Simd<LANES>> {
    let ty = || select(&Type::ALL[..]);
    let mask = (1_u8..1 << LANES).prop_filter_map("a mask", LaneMask::new);
    (ty(), ty(), lanes(), lanes(), mask).prop_flat_map(|(atype, btype, asel, bsel, mask)| {
        lane_op(btype).prop_map(move |op| Simd { op, atype, btype, asel, bsel, mask })
    })
}

fn comparison(btype: Type) -> Vec<Comparison> {
    if btype.is_signed() { Comparison::MANUAL.to_vec() } else { Comparison::ALL.to_vec() }
}

fn operation() -> impl Strategy<Value = Operation> {
    let dtype = || select(&Type::ALL[..]);
    prop_oneof![
        (select(&ArithmeticOp::ALL[..]), dtype(), source(), source(), any::<bool>(), tail()).prop_map(
            |(op, dtype, a, b, sat, tail)| Operation::Arithmetic(Arithmetic { op, dtype, a, b, sat, tail })
        ),
        (
            select(&[ShiftOp::Left, ShiftOp::Right][..]),
            dtype(),
            source(),
            part(),
            any::<bool>(),
            select(&[ShiftMode::Clamp, ShiftMode::Wrap][..]),
            tail()
        )
            .prop_map(|(op, dtype, a, bsel, sat, mode, tail)| {
                Operation::Shift(Shift { op, dtype, a, bsel, sat, mode, tail })
            }),
        (source(), source(), tail()).prop_flat_map(|(a, b, tail)| {
            select(comparison(b.ty)).prop_map(move |cmp| Operation::Set(Set { a, b, cmp, tail }))
        }),
        (dtype(), source(), source(), any::<bool>(), select(&Scale::ALL[..]), select(&Accumulate::ALL[..]))
            .prop_map(|(dtype, a, b, sat, scale, accumulate)| {
                Operation::MultiplyAdd(MultiplyAdd { dtype, a, b, sat, scale, accumulate })
            }),
        simd().prop_map(Operation::Simd2),
        simd().prop_map(Operation::Simd4),
    ]
}

fn integer_operand() -> impl Strategy<Value = Operand<i64>> {
    prop_oneof![
        3 => register().prop_map(Operand::Register),
        1 => any::<i64>().prop_map(Operand::Immediate),
        1 => select(&[0, -1, i64::MIN, i64::MAX, 0x8000_0000][..]).prop_map(Operand::Immediate),
    ]
}

fn float_operand() -> impl Strategy<Value = Operand<Float>> {
    prop_oneof![
        register().prop_map(Operand::Register),
        any::<u32>().prop_map(|bits| Operand::Immediate(Float::Single(bits))),
        any::<u64>().prop_map(|bits| Operand::Immediate(Float::Double(bits))),
    ]
}

fn body() -> impl Strategy<Value = Body> {
    let video = (operation(), register(), integer_operand(), integer_operand(), integer_operand())
        .prop_filter_map("operands that the operation takes", |(operation, d, a, b, c)| {
            let c = operation.has_c().then_some(c);
            Video::new(operation, d, a, b, c).map(Body::Video)
        });
    let rnd = || prop::option::of(select(&Rounding::ALL[..]));
    let float = prop_oneof![
        (rnd(), any::<bool>(), any::<bool>()).prop_map(|(rnd, ftz, sat)| FloatMad::F32 { rnd, ftz, sat }),
        rnd().prop_map(|rnd| FloatMad::F64 { rnd }),
    ];
    let mad = (float, register(), float_operand(), float_operand(), float_operand())
        .prop_map(|(operation, d, a, b, c)| Body::Mad(Mad { operation, d, a, b, c }));
    prop_oneof![4 => video, 1 => mad]
}

fn instruction() -> impl Strategy<Value = Instruction> {
    let predicate = register().prop_filter("a predicate is no component", |name| !name.is_component());
    let guard = (any::<bool>(), predicate).prop_map(|(negated, predicate)| Guard { negated, predicate });
    (prop::option::of(guard), body()).prop_map(|(guard, body)| Instruction { guard, body })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: vmad_testing::cases(300, 20_000) as u32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn print_then_parse(instruction in instruction()) {
        let text = instruction.to_string();
        let found = parse_one(&text).map_err(|error| TestCaseError::fail(format!("{text}: {error}")))?;
        prop_assert_eq!(&found.instruction, &instruction, "{}", text);
        prop_assert_eq!(found.span.of(&text), &text);
        prop_assert!(found.ignored.is_empty(), "nothing is printed in vain: {}", text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: vmad_testing::cases(80, 4_000) as u32, failure_persistence: None, ..ProptestConfig::default() })]

    /// Several instructions with comments and white space between all their words read as the same instructions.
    #[test]
    fn spaced_and_commented(
        instructions in prop::collection::vec(instruction(), 1..4),
        gap in select(&[" ", "\n", "\t// a, b;\n", "/* ; */", " /**/ "][..]),
    ) {
        let words = |instruction: &Instruction| {
            let text = instruction.to_string();
            let mut spaced = String::new();
            for character in text.chars() {
                match character {
                    ',' => spaced.extend([gap, ",", gap]),
                    ';' => spaced.extend([gap, ";"]),
                    '@' => spaced.extend(["@", gap]),
                    other => spaced.push(other),
                }
            }
            spaced
        };
        let text = instructions.iter().map(words).collect::<Vec<_>>().join(gap);
        let found = parse(&text).map_err(|error| TestCaseError::fail(format!("{text}: {error}")))?;
        let found: Vec<_> = found.into_iter().map(|found| found.instruction).collect();
        prop_assert_eq!(found, instructions);
    }

    /// No text makes the parser panic, and every error points into the text.
    #[test]
    fn any_text(text in "\\PC{0,60}|(v(add|mad|set|shl|avrg)[24]?[.a-z0-9]{0,20}[ ,;%a-d0-9.()~!@+*/<>=?:-]{0,40})") {
        if let Err(error) = parse(&text) {
            prop_assert!(error.span.start <= error.span.end && error.span.end <= text.len(), "{:?}", error);
            prop_assert!(text.is_char_boundary(error.span.start) && text.is_char_boundary(error.span.end));
            prop_assert!(error.to_string().contains("legal") || error.to_string().contains("known"), "{}", error);
        }
    }
}
