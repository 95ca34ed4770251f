//! The text of a sequence: braces and declarations.

use vmad_ptx::sequence::Sequence;

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

/// A counted declaration declares its prefix with each number below the count, without leading zeros.
#[test]
fn a_declaration_names_its_registers() {
    for (text, is_legal) in [
        (".reg .b64 %r<3>; not.b64 %r2, %r0;", true),
        (".reg .b64 %r<3>; not.b32 %r2, %a;", false),
        (".reg .b64 %r<3>; not.b32 %r0, %a;", false),
        (".reg .b64 %r<3>; not.b32 %r3, %r02;", true),
        (".reg .b64 %r<3>; not.b32 %r, %s1;", true),
        (".reg .b64 %r; not.b32 %r, %a;", false),
        (".reg .b64 %r; not.b32 %r1, %a;", true),
        (".reg .b64 %w; mul.wide.u32 %w, %a, %b;", true),
        (".reg .b32 %w; mul.wide.u16 %w, %a, %b;", true),
        (".reg .b32 %a; .reg .b32 %b;", true),
        (".reg .b32 %a; .reg .b32 %a;", false),
        (".reg .b32 %r<3>; .reg .b32 %r2;", false),
        (".reg .b32 %r<3>; .reg .b32 %r3;", true),
        ("not.b32 %a, %b; .reg .b32 %c;", true),
        ("not.b32 %a, %b; .reg .b32 %a;", false),
    ] {
        let found = Sequence::parse(text);
        assert_eq!(found.is_ok(), is_legal, "{text}: {found:?}");
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
        ("selp.b32 %d, %a, %b, 5;", "legal is a predicate"),
        ("not.b32 !%c, %a;", "the destination cannot be written: legal is a register of 32 bits"),
        ("not.b32 %c, !%a;", "a '!' on a source: legal is a register of 32 bits, without it"),
    ] {
        let error = Sequence::parse(text).expect_err(text).to_string();
        assert!(error.ends_with(expected), "{text}: {error}");
    }
}

/// The carry comes from an instruction of the same kind, without a guard.
#[test]
fn a_carry_is_written_before_it_is_read() {
    for (text, is_legal) in [
        ("addc.u32 %d, %a, %b;", false),
        ("add.cc.u32 %d, %a, %b; addc.u32 %e, %a, %b;", true),
        ("add.cc.u32 %d, %a, %b; subc.u32 %e, %a, %b;", false),
        ("sub.cc.u32 %d, %a, %b; subc.u32 %e, %a, %b;", true),
        ("setp.eq.u32 %p, %a, %b; @%p add.cc.u32 %d, %a, %b;", false),
    ] {
        let found = Sequence::parse(text);
        assert_eq!(found.is_ok(), is_legal, "{text}: {found:?}");
    }
}

/// The error shows all operands and the semicolon.
#[test]
fn operands_that_do_not_fit_are_shown() {
    let text = "add.u32 %d, %a; not.b32 %c, %d;";
    let error = Sequence::parse(text).expect_err(text);
    assert_eq!(error.span.of(text), "%d, %a;");
}
