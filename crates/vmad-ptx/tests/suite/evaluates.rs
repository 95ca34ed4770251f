//! The dispatcher: parsed instructions of both kinds, with immediates, on both kinds of target.

use vmad_ptx::ast::Body;
use vmad_ptx::evaluate::{Setting, Trace, Value, evaluate, trace, width};
use vmad_ptx::legality::Target;
use vmad_ptx::reading::Reading;
use vmad_ptx::syntax::parse_one;

fn body(line: &str) -> Body {
    parse_one(line).unwrap_or_else(|error| panic!("{line}: {error}")).instruction.body
}

fn value(line: &str, inputs: [u64; 3]) -> Value {
    let body = body(line);
    let value = evaluate(&body, inputs, &Setting::default());
    let lines = trace(&body, inputs, &Setting::default()).lines();
    let (name, last) = lines.last().expect("a trace has lines");
    assert_eq!((*name, last.clone()), ("d", format!("0x{value}")), "a trace ends with the result");
    value
}

fn word(bits: u32) -> Value {
    Value { bits: bits.into(), width: 32 }
}

/// Immediates take the place of inputs; the lower 32 bits of a constant count.
#[test]
fn immediates() {
    assert_eq!(value("vadd.u32.u32.u32 d, a, 5;", [7, 99, 99]), word(12));
    assert_eq!(value("vadd.u32.u32.u32 d, 0x100000001, -1;", [9, 9, 9]), word(0));
    assert_eq!(value("vmad.u32.u32.u32.sat d, a, -1, c;", [2, 9, 3]), word(0xffff_ffff));
    assert_eq!(value("vmad.u32.s32.s32.sat d, a, -1, c;", [2, 9, 3]), word(1));
    assert_eq!(value("vadd.u32.u32.u32.add d, 1, 2, 4;", [9, 9, 9]), word(7));
    assert_eq!(value("vadd.u32.u32.u32 d.b3, 1, 2, WARP_SZ;", [9, 9, 9]), word(0x0300_0020));
}

#[test]
fn float_mad() {
    let (one, two, three) = (0x3f80_0000, 0x4000_0000, 0x4040_0000);
    assert_eq!(value("mad.rn.f32 d, a, b, c;", [two, one, one]), word(three as u32));
    assert_eq!(value("mad.rn.sat.f32 d, a, b, c;", [two, one, one]), word(one as u32));
    assert_eq!(value("mad.rn.f32 d, a, 0f40000000, 1.0;", [one, 0, 0]), word(three as u32));
    // A double constant is rounded to nearest: 1 + 2^-24 to even, a little more to 1 + 2^-23.
    assert_eq!(value("mad.rn.f32 d, 0d3ff0000010000000, b, 0.0;", [0, one, 0]), word(0x3f80_0000));
    assert_eq!(value("mad.rn.f32 d, 0d3ff0000010000001, b, 0.0;", [0, one, 0]), word(0x3f80_0001));
    assert_eq!(value("mad.rn.f32 d, 1e40, b, 0.0;", [0, one, 0]), word(0x7f80_0000));
    let wide = |bits: u64| bits << 32;
    assert_eq!(
        value("mad.rz.f64 d, a, b, 1.0;", [wide(0x4000_0000), wide(0x3ff0_0000), 0]),
        Value { bits: wide(0x4008_0000), width: 64 }
    );
    assert_eq!(width(&body("mad.rz.f64 d, a, b, c;")), 64);
    assert_eq!(width(&body("mad.f32 d, a, b, c;")), 32);
    assert_eq!(value("mad.rz.f64 d, a, b, c;", [0, 0, 0]).to_string(), "0000000000000000");
}

/// What `mad.f32` is depends on the target: `sm_1x` cuts the product, `sm_20` and later do not.
#[test]
fn the_target_decides_what_mad_f32_is() {
    let (a, minus_one) = (0x3f80_0003, 0xbf80_0000);
    let body = body("mad.f32 d, a, b, c;");
    let on = |number| Setting { target: Target::sm(number), ..Setting::default() };
    assert_eq!(evaluate(&body, [a, a, minus_one], &on(13)), word(0x3540_0000));
    assert_eq!(evaluate(&body, [a, a, minus_one], &on(20)), word(0x3540_0002));
    assert!(matches!(trace(&body, [a, a, minus_one], &on(10)), Trace::F32(trace) if trace.addend.is_some()));
}

/// The reading reaches the video instructions.
#[test]
fn the_reading_is_passed_on() {
    let body = body("vmad.u32.u32.u32.sat d, a, b, -c;");
    let literal = Setting { reading: Reading::LITERAL, ..Setting::default() };
    let inputs = [1, 1, 0x8000_0000];
    assert_eq!(evaluate(&body, inputs, &Setting::default()), word(0x8000_0001));
    assert_eq!(evaluate(&body, inputs, &literal), word(0x7fff_ffff));
}
