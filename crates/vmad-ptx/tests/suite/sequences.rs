//! The text of a sequence: braces, declarations, widths, loads, and what it leaves unspecified.

use vmad_ptx::{
    domain::Integers,
    reading::Reading,
    sequence::{Sequence, Width},
};

use vmad_testing::rows;

#[test]
fn braces_pair_between_instructions() {
    for (text, steps) in [
        ("", Some(0)),
        ("{ }", Some(0)),
        // The result is dropped.
        ("mov.b32 _, a;", Some(1)),
        ("{ mov.b32 a, b; { not.b32 c, a; } neg.s32 d, c; } add.u32 e, d, 1;", Some(4)),
        ("{ { } not.b32 c, a; }", Some(1)),
        ("}", None),
        ("{", None),
        ("{ } }", None),
        ("{ { }", None),
        ("{ { } not.b32 c, a;", None),
    ] {
        let found = Sequence::parse(text).ok().map(|code| code.steps().len());
        assert_eq!(found, steps, "{text}");
    }
}

#[test]
fn sequences_are_legal_or_refused() {
    for [legal, text] in rows(include_str!("../data/sequences.tsv")) {
        let found = Sequence::parse(text);
        assert_eq!(found.is_ok(), legal == "legal", "{text}: {found:?}");
    }
}

/// Oracle: the constants that ptxas 11.8, 12.9 and 13.5 store for `selp.b32 %d, 1, 0, %p;` behind each code.
#[test]
fn a_constant_but_zero_is_a_true_predicate() {
    for (text, is_true) in [
        ("mov.pred %p, 0;", false),
        ("mov.pred %p, 2;", true),
        ("mov.pred %p, -1;", true),
        ("mov.pred %p, 0x100000000;", true),
        ("mov.pred %p, WARP_SZ;", true),
        ("mov.pred %p, !2;", false),
        ("not.pred %p, 2;", false),
        ("and.pred %p, 2, 1;", true),
        ("xor.pred %p, 2, 1;", false),
        ("xor.pred %p, 1, !0;", false),
        ("setp.lt.and.u32 %p, 3, 5, 2;", true),
    ] {
        let code = Sequence::parse(&format!("{text} selp.b32 %d, 1, 0, %p;")).expect(text);
        assert_eq!(code.results(|_| 0), [u32::from(is_true)], "{text}");
    }
}

/// The error names the width of the register and the legal kinds of operands.
#[test]
fn an_operand_of_another_kind_is_refused() {
    for (text, expected) in [
        (
            "setp.eq.u32 %p, %a, %b; not.b32 %c, %p;",
            "'%p' holds a predicate: legal here is a register of 32 bits",
        ),
        (".reg .b64 %r; not.b32 %c, %r;", "'%r' holds 64 bits: legal here is a register of 32 bits"),
        (
            ".reg .b16 %h; cvt.u32.u32 %c, %h;",
            "'%h' holds 16 bits: legal here is a register of 32 bits or more",
        ),
        ("selp.b32 %d, %a, %b, _;", "the source does not fit: legal is a predicate"),
        ("not.b32 !%c, %a;", "the destination cannot be written: legal is a register of 32 bits"),
        ("not.b32 %c, !%a;", "a '!' on a source: legal is a register of 32 bits, without it"),
    ] {
        let error = Sequence::parse(text).expect_err(text).to_string();
        assert!(error.ends_with(expected), "{text}: {error}");
    }
}

/// The error shows all operands and the semicolon.
#[test]
fn operands_that_do_not_fit_are_shown() {
    let text = "add.u32 %d, %a; not.b32 %c, %d;";
    let error = Sequence::parse(text).expect_err(text);
    assert_eq!(error.span.of(text), "%d, %a;");
}

/// Memory and special registers that cannot change are named.
#[test]
fn only_what_nothing_changes_is_read() {
    let opaque = |text: &str| -> Vec<String> {
        let code = Sequence::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        code.opaque().map(str::to_owned).collect()
    };
    assert_eq!(opaque("mov.u32 d, %tid.x;"), ["%tid.x"]);
    assert_eq!(opaque("cvt.u64.u32 e, %laneid; mov.u32 d, %lanemask_lt;"), ["%laneid", "%lanemask_lt"]);
    assert_eq!(
        opaque("ld.param.s32 d, [k_param_0]; ld.const.u8 e, [k+4];"),
        ["ld.const.b8 [k+4]", "ld.param.b32 [k_param_0]"]
    );
    assert_eq!(opaque("ld.global.nc.u32 d, [p+4];"), ["ld.global.nc.b32"]);
}

/// A vector is its parts. Cache operators and levels change no value.
#[test]
fn loads_of_vectors_are_those_of_their_parts() {
    for (one, other) in [
        ("ld.global.nc.v2.u32 {d, e}, [p+8];", "ld.global.nc.u32 d, [p+8]; ld.global.nc.u32 e, [p+12];"),
        (
            "ld.global.nc.v4.u8 {d, e, f, g}, [p];",
            "ld.global.nc.u8 d, [p]; ld.global.nc.u8 e, [p+1]; ld.global.nc.u8 f, [p+2]; ld.global.nc.u8 g, [p+3];",
        ),
        ("ld.const.v2.b16 {h, i}, [k];", "ld.const.b16 h, [k]; ld.const.b16 i, [k+2];"),
        ("ld.global.ca.nc.L1::no_allocate.L2::128B.u32 d, [p];", "ld.global.nc.u32 d, [p];"),
    ] {
        let steps = |text: &str| {
            let code = Sequence::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let steps = code.steps().iter();
            let steps: Vec<_> = steps
                .map(|step| (step.operation.clone(), step.destinations.clone(), step.sources.clone()))
                .collect();
            (steps, code.registers().to_vec(), code.opaque().map(str::to_owned).collect::<Vec<_>>())
        };
        assert_eq!(steps(one), steps(other));
    }
}

/// `.relu`: a negative result is 0. A register with two halves is no constant, as in ptxas 12.9.
#[test]
fn minima_and_maxima_have_relu_and_halves() {
    let results = |text: &str, a: u32, b: u32| {
        let mut values = [a, b].into_iter();
        Sequence::parse(text).unwrap().results(|_| values.next().unwrap().into())
    };
    let values = [0, 1, 2, 0x7fff, 0x8000, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x8001_7ffe];
    for (a, b) in values.into_iter().flat_map(|a| values.map(|b| (a, b))) {
        let [x, y] = [a, b].map(u32::cast_signed);
        assert_eq!(results("min.relu.s32 d, a, b;", a, b), [x.min(y).max(0).cast_unsigned()]);
        assert_eq!(results("max.relu.s32 d, a, b;", a, b), [x.max(y).max(0).cast_unsigned()]);
        let halves = |of: fn(i16, i16) -> i16| {
            let half =
                |at: u32| u32::from(of((a >> at) as i16, (b >> at) as i16).max(0).cast_unsigned()) << at;
            half(0) | half(16)
        };
        assert_eq!(results("min.relu.s16x2 d, a, b;", a, b), [halves(i16::min)]);
        assert_eq!(results("max.relu.s16x2 d, a, b;", a, b), [halves(i16::max)]);
    }
}

/// A register that only `cvt` reads takes the width of another use, or of the other code.
#[test]
fn widths_come_from_use() {
    let width = |code: &Sequence, name: &str| code.registers()[code.find(name).unwrap()].width;
    let code = Sequence::parse("cvt.s32.s16 d, a; add.u32 d, d, a;").unwrap();
    assert_eq!(width(&code, "a"), Width::Bits(32));
    let mut left = Sequence::parse("cvt.s32.s16 d, a;").unwrap();
    assert_eq!(width(&left, "a"), Width::Bits(16));
    left.take_widths(&Sequence::parse("bfe.s32 d, a, 0, 16;").unwrap());
    assert_eq!(width(&left, "a"), Width::Bits(32));
    assert_eq!(left.results(|_| 0x1234_8001), [0xffff_8001]);
    // A result is extended to the width that a later use gives.
    let code = Sequence::parse("cvt.s16.s32 h, a; add.u32 d, h, 0;").unwrap();
    assert_eq!(code.results(|_| 0x8001), [0xffff_8001]);
    // `add.u16` does not take a wider register.
    let mut other = Sequence::parse("add.u16 h, a, a;").unwrap();
    other.take_widths(&code);
    assert_eq!(width(&other, "a"), Width::Bits(16));
}

/// Divisors of 0 and bases of `fns` above 31 are excluded: only where the instruction runs.
#[test]
fn results_that_are_not_specified_are_known() {
    let specified = |text: &str, inputs: &[(&str, u64)]| {
        let code = Sequence::parse(text).unwrap();
        let of = |name: &str| inputs.iter().find(|(other, _)| *other == name).unwrap().1;
        code.specified(&Integers, &Reading::DEFAULT, |register| of(&register.name).into()).unwrap()
    };
    assert!(specified("div.u32 d, a, b;", &[("a", 5), ("b", 1)]));
    assert!(!specified("div.u32 d, a, b;", &[("a", 5), ("b", 0)]));
    assert!(!specified("rem.s64 b, a, b; mov.u64 b, 1;", &[("a", 5), ("b", 0)]));
    assert!(specified("@p rem.u32 d, a, b;", &[("p", 0), ("a", 5), ("b", 0), ("d", 0)]));
    assert!(!specified("@p rem.u32 d, a, b;", &[("p", 1), ("a", 5), ("b", 0), ("d", 0)]));
    assert!(!specified("fns.b32 d, a, b, 1; div.u32 d, a, c;", &[("a", 5), ("b", 32), ("c", 1)]));
    assert!(!Sequence::parse("div.u32 d, a, 3; add.u32 d, d, a;").unwrap().can_be_unspecified());
    assert!(Sequence::parse("div.u32 d, a, 0;").is_err());
}
