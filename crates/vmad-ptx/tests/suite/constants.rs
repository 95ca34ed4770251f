//! Constant expressions: their values, read off the code that `ptxas` 12.9.86 makes of them.

use vmad_ptx::ast::{Body, Float, Operand};
use vmad_ptx::evaluate::{Setting, Trace, trace};
use vmad_ptx::syntax::{Fault, parse_one};
use vmad_testing::rows;

/// The constant as the second operand of a `vadd`.
fn integer(text: &str) -> Result<i64, Fault> {
    let found = parse_one(&format!("vadd.u32.u32.u32 d, a, {text};")).map_err(|error| error.kind)?;
    let Body::Video(video) = found.instruction.body else { panic!("vadd is a video instruction") };
    let Operand::Immediate(value) = video.b() else { panic!("{text} is a constant") };
    Ok(*value)
}

fn float(text: &str) -> Result<Float, Fault> {
    let found = parse_one(&format!("mad.rn.f32 d, a, {text}, c;")).map_err(|error| error.kind)?;
    let Body::Mad(mad) = found.instruction.body else { panic!("mad is a mad") };
    let Operand::Immediate(value) = mad.b else { panic!("{text} is a constant") };
    Ok(value)
}

/// What `mov.u64 %x, EXPRESSION;` puts into the register; every operator on equal and unequal, signed and unsigned
/// operands, in both orders.
#[test]
fn integer_expressions() {
    let tables =
        [include_str!("../data/ptxas-constants.tsv"), include_str!("../data/ptxas-integer-expressions.tsv")];
    let counts = tables.map(|table| {
        rows(table)
            .map(|[text, expected]| match u64::from_str_radix(expected, 16) {
                Ok(bits) => assert_eq!(integer(text), Ok(bits as i64), "{text}"),
                Err(_) => assert!(integer(text).is_err(), "{text}: ptxas says {expected}"),
            })
            .count()
    });
    assert!(counts[0] > 100 && counts[1] == 18 * 4 * 4, "{counts:?}");
}

/// What `mad.rn.f64` and `mad.rn.f32` are given for a constant c. A `0f` constant is its 32 bits to an expression and to
/// `mad.f64`, and its value to `mad.f32` alone.
#[test]
fn float_expressions() {
    let (mut values, mut errors) = (0, 0);
    for [text, double, single] in rows(include_str!("../data/ptxas-float-constants.tsv")) {
        for (ty, expected) in [("f64", double), ("f32", single)] {
            let found = parse_one(&format!("mad.rn.{ty} d, a, b, {text};"));
            if expected.starts_with("ERR") {
                assert!(found.is_err(), "{text}: ptxas says {expected}, ours is {found:?}");
                errors += 1;
                continue;
            }
            let body = found.unwrap_or_else(|error| panic!("{text}: {error}")).instruction.body;
            let c = match trace(&body, [0; 3], &Setting::default()) {
                Trace::F64(trace) => format!("{:016x}", trace.c),
                Trace::F32(trace) => format!("{:08x}", trace.c),
                Trace::Video(trace) => panic!("{trace:?}"),
            };
            assert_eq!(c, expected, "{text} for .{ty}");
            values += 1;
        }
    }
    assert_eq!((values, errors), (24 * 2, 13 * 2));
}

/// Comparisons of floats are integers: the initial values that `ptxas` 12.9.86 gives to a `.global .u64`.
#[test]
fn comparisons_of_floats() {
    for (left, right, [equal, less]) in
        [("1.0", "1.0", [1, 0]), ("1.0", "2.0", [0, 1]), ("2.0", "1.0", [0, 0]), ("-0.0", "0.0", [1, 0])]
    {
        for (operator, expected) in [
            ("==", equal),
            ("!=", 1 - equal),
            ("<", less),
            ("<=", less | equal),
            (">", 1 - (less | equal)),
            (">=", 1 - less),
        ] {
            let text = format!("{left}{operator}{right}");
            assert_eq!(integer(&text), Ok(expected), "{text}");
        }
    }
}

#[test]
fn float_constants() {
    let double = |bits| Ok(Float::Double(bits));
    for (text, expected) in [
        ("0f3F800000", Ok(Float::Single(0x3f80_0000))),
        ("0F00000001", Ok(Float::Single(1))),
        ("0d3ff0000000000001", double(0x3ff0_0000_0000_0001)),
        ("1.5", double(0x3ff8_0000_0000_0000)),
        ("1.", double(0x3ff0_0000_0000_0000)),
        (".5", double(0x3fe0_0000_0000_0000)),
        ("5e-1", double(0x3fe0_0000_0000_0000)),
        ("0.1", double(0x3fb9_9999_9999_999a)),
        ("-1.5", double(0xbff8_0000_0000_0000)),
        ("-0d3ff0000000000000", double(0xbff0_0000_0000_0000)),
        ("1.5*2.0 + 1.0", double(0x4010_0000_0000_0000)),
        ("1.7976931348623158e308", double(0x7fef_ffff_ffff_ffff)),
        ("1e308*10.0", double(0x7ff0_0000_0000_0000)),
    ] {
        assert_eq!(float(text), expected, "{text}");
    }
    for text in ["1.7976931348623159e308", "1e309", "1e-310", "1e-400"] {
        assert!(matches!(float(text), Err(Fault::ConstantOverflow(_))), "{text}");
    }
    for text in ["1.0/0.0", "1.5*2", "!1.0", "~1.0", "1.0&&2.0", "1.0?2:3"] {
        assert!(matches!(float(text), Err(Fault::ConstantExpression { .. })), "{text}");
    }
    for text in
        ["-0f3f800000", "0f3f80000", "0f3f8000000", "0d3ff", "1.5f", "1e", "1e+", ".", "0f3f800000+1.0"]
    {
        assert!(matches!(float(text), Err(Fault::Unexpected { .. })), "{text}: {:?}", float(text));
    }
    assert!(matches!(float("1"), Err(Fault::OperandKind { .. })));
    assert!(matches!(integer("1.0"), Err(Fault::OperandKind { .. })));
}

/// Any number of digits, in linear time: the digits behind the 800th count as one.
#[test]
fn long_floats_are_rounded_as_their_values() {
    let (zeros, ones) = ("0".repeat(500_000), "1".repeat(500_000));
    // Half of the last place above 1.
    let half = "1.00000000000000011102230246251565404236316680908203125";
    for (text, expected) in [
        (format!("{half}{zeros}"), 0x3ff0_0000_0000_0000),
        (format!("{half}{zeros}1"), 0x3ff0_0000_0000_0001),
        (format!("000{zeros}1.5"), 0x3ff8_0000_0000_0000),
        (format!("1{zeros}.0e-500000"), 0x3ff0_0000_0000_0000),
        (format!("0.{zeros}1e500001"), 0x3ff0_0000_0000_0000),
        (format!("1.{ones}"), 0x3ff1_c71c_71c7_1c72),
        (format!("0.{zeros}e99999999999999999999"), 0),
    ] {
        assert_eq!(float(&text), Ok(Float::Double(expected)), "{} digits", text.len());
    }
    for text in [format!("1{zeros}.0"), format!("0.{zeros}1"), "1e99999999999999999999".to_owned()] {
        assert!(matches!(float(&text), Err(Fault::ConstantOverflow(_))), "{} digits", text.len());
    }
}

/// No nesting overflows the stack: 64 levels are read, more are an error.
#[test]
fn nesting_has_a_limit() {
    let nested = |depth: usize| integer(&format!("{}7{}", "(".repeat(depth), ")".repeat(depth)));
    assert_eq!(nested(30), Ok(7));
    assert!(matches!(nested(100_000), Err(Fault::Unexpected { .. })));
    assert!(matches!(integer(&"-".repeat(100_000)), Err(Fault::Unexpected { .. })));
    assert!(matches!(integer(&format!("{}1", "(.u64)".repeat(100_000))), Err(Fault::Unexpected { .. })));
    assert!(matches!(integer(&"1?".repeat(100_000)), Err(Fault::Unexpected { .. })));
    assert!(matches!(integer(&format!("{}1", "1?1:".repeat(100_000))), Err(Fault::Unexpected { .. })));
    assert!(integer(&format!("{}1", "1+".repeat(100_000))).is_ok());
}
