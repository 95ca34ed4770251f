//! Asm statements of CUDA source.

use vmad_files::inline_asm::{Cause, Problem, blocks, is_ptx, with_whole_words};
use vmad_ptx::syntax::Span;

/// The PTX of a source's one statement.
fn ptx(source: &str) -> String {
    let mut blocks = blocks(source);
    assert_eq!(blocks.len(), 1, "{source}");
    blocks.remove(0).unwrap().ptx().to_owned()
}

#[test]
fn an_expression_ends_at_its_own_parenthesis() {
    let ptx = ptx(r#"asm("mov.b32 %0, %2;" : "=r"((d)) : "r"(f(g(a), (b))), "r"(c));"#);
    assert!(ptx.ends_with("mov.b32 d, c;"), "{ptx}");
}

/// The declaration of `t<4>` covers `t3`, that of `t` only itself.
#[test]
fn a_register_of_the_template_can_have_the_name_of_an_operand() {
    let with = |declared: &str, operand: &str| {
        ptx(&format!(r#"asm(".reg .b32 {declared}; mov.b32 {operand}, %0;" :: "r"({operand}));"#))
    };
    for (declared, operand, is_renamed) in
        [("t", "t", true), ("t<4>", "t3", true), ("t", "t3", false), ("t<4>", "total", false)]
    {
        let ptx = with(declared, operand);
        assert_eq!(ptx.contains("local_"), is_renamed, "{ptx}");
    }
}

#[test]
fn a_line_continues_behind_a_backslash() {
    for end in ["\n", "\r\n", "\r"] {
        let ptx = ptx(&format!("asm(\"mov.b32 \\{end}%0, 1;\" : \"=r\"(d));"));
        assert!(ptx.ends_with("mov.b32 d, 1;"), "{end:?}: {ptx:?}");
    }
}

#[test]
fn a_word_is_whole_before_a_continued_line() {
    for (source, whole) in [
        ("a\\\ns\\\r\nm(\"\");", "asm\\\n\\\r\n(\"\");"),
        ("asm\\\n(\"mo\\\nv\\n\\\nx\");", "asm\\\n(\"mov\\\n\\nx\\\n\");"),
        ("x \\\n+ \\\\\n y\\", "x \\\n+ \\\\\n y\\"),
    ] {
        assert_eq!(with_whole_words(source), whole);
    }
}

/// NVRTC 12.9 reads all digits behind `\x`, of a character above 0xff the low byte; here it is refused.
#[test]
fn an_escape_is_one_character() {
    for dot in [r"\x2e", r"\56", r"\u002e", r"\U0000002e"] {
        let ptx = ptx(&format!(r#"asm("mov{dot}" "b32 %0, 1;" : "=r"(d));"#));
        assert!(ptx.ends_with("mov.b32 d, 1;"), "{ptx}");
    }
    let source = r#"asm("mov\x2eb32 %0, 1;" : "=r"(d));"#;
    assert_eq!(blocks(source).remove(0).unwrap_err().span.of(source), r"\x2eb32");
}

#[test]
fn ptx_starts_with_a_directive() {
    for (text, is) in [("// a\n/* b */ .version 8.0", true), ("\"a\"; .5f;", false), ("", false)] {
        assert_eq!(is_ptx(text), is, "{text}");
    }
}

/// A macro with a keyword of its own, or with a whole statement, hides nothing.
#[test]
fn a_part_of_a_statement_in_a_macro_is_not_read() {
    for (source, parts) in [
        ("#define A asm\nA(\"\");", &["asm"] as &[_]),
        ("#define A(x) \\\n __asm__ volatile x\nA((\"\"));", &["__asm__"]),
        ("#define V volatile\nasm V(\"\");", &["V"]),
        ("#define asm __asm__\nint asm_; x.asm;", &[]),
        ("#define A(x) asm(\"\" :: \"r\"(x))\n#include <asm/a.h>", &[]),
    ] {
        let problems: Vec<_> = blocks(source).into_iter().filter_map(Result::err).collect();
        assert_eq!(
            problems.iter().map(|problem| problem.span.of(source)).collect::<Vec<_>>(),
            parts,
            "{source}"
        );
        let names_option = |problem: &Problem| problem.message.contains("--preprocess");
        assert!(problems.iter().all(|problem| problem.cause == Cause::Unknown && names_option(problem)));
    }
}

/// ptxas knows the value of an input if the compiler moves a constant to its register: NVRTC 12.9 does so for a variable with
/// one value, and for a parameter of an inlined function. It knows none of an output without a first value.
#[test]
fn a_compiler_can_know_an_input() {
    for (operands, expected) in [
        (r#""=r"(d) : "r"(a)"#, "ld.global.b32 d, ld.local.b32 a,"),
        (r#""+r"(d) : "r"(N + 1)"#, "ld.local.b32 d, ld.local.b32 N$0x2b$1,"),
        (r#""=r"(d) : "0"(a)"#, "ld.local.b32 d, ld.local.b32 a,"),
        (r#""=l"(d) : "h"(a[1]), "n"(5)"#, "ld.global.b64 d, ld.local.b16 a$1,"),
        (r#""=r"(d) : "r"(-5), "r"((0x5u))"#, "ld.global.b32 d,"),
    ] {
        let block = blocks(&format!("asm(\"\" : {operands});")).remove(0).unwrap();
        let loads = |can_know_inputs: bool| {
            let text = block.loads(can_know_inputs);
            let words = text.split_whitespace().collect::<Vec<_>>();
            words
                .windows(2)
                .filter(|pair| pair[0].starts_with("ld."))
                .map(|pair| pair.join(" "))
                .collect::<Vec<_>>()
        };
        assert_eq!(loads(true).join(" "), expected, "{operands}");
        assert_eq!(loads(false).join(" "), expected.replace("local", "global"), "{operands}");
    }
}

/// A macro can hide a legal constraint.
#[test]
fn a_name_in_place_of_a_constraint_may_be_a_macro() {
    for (constraint, cause) in [("OUTPUT", Cause::Unknown), ("1", Cause::Illegal)] {
        let source = format!("asm(\"\" : {constraint}(d));");
        let problem = blocks(&source).remove(0).unwrap_err();
        assert_eq!((problem.cause, problem.span.of(&source)), (cause, constraint));
    }
}

#[test]
fn a_refused_part_is_shown_with_what_is_legal() {
    for (source, part, message) in [
        ("asm();", ")", "legal is a string literal"),
        (r#"asm("" : "=n"(d));"#, r#""=n""#, "is not one of CUDA"),
        (r#"asm("" : "=r"(d), "=0"(e));"#, r#""=0""#, "is not one of CUDA"),
    ] {
        let problem = blocks(source).remove(0).unwrap_err();
        assert_eq!(problem.span.of(source), part);
        assert!(problem.message.contains(message), "{source}: {}", problem.message);
    }
}

/// A call or an assignment can have another value the second time.
#[test]
fn an_operand_is_a_constant_or_a_register_of_its_expression() {
    for (operands, used) in [
        (r#""n"(8), "n"(0x10)"#, "8, 0x10"),
        (r#""r"(v[1]), "r"(v[1])"#, "v$1, v$1"),
        (r#""r"(1 + x), "r"(1)"#, "$$1$0x2b$x, $$1"),
        (r#""r"(f(i)), "r"(f(i))"#, "f$0x28$i$0x29$, f$0x28$i$0x29$$$1"),
        (r#""r"(i++), "r"(i++)"#, "i$0x2b$$0x2b$, i$0x2b$$0x2b$$$1"),
        (r#""r"(i--), "r"(i--)"#, "i$0x2d$$0x2d$, i$0x2d$$0x2d$$$1"),
        (r#""r"(i = j), "r"(i = j)"#, "i$0x3d$j, i$0x3d$j$$1"),
    ] {
        let ptx = ptx(&format!(r#"asm("st.v2.b32 [p], {{%0, %1}};" :: {operands});"#));
        assert!(ptx.ends_with(&format!("{{{used}}};")), "{ptx}");
    }
}

/// Two expressions have one register only if they are the same. None is a constant of PTX.
#[test]
fn other_expressions_have_other_registers() {
    let register = |expression: &str| {
        let ptx = ptx(&format!(r#"asm("st.b32 [p], %0;" :: "r"({expression}));"#));
        ptx.rsplit(' ').next().unwrap().trim_end_matches(';').to_owned()
    };
    let expressions = "a | a_b | a.b | a->b | a::b | a + b | a - b | a b | ~a | -a | !a | *a | &a | 'a' | a[1] | a[i] | \
                       a[i + 1] | a[i - 1] | a[0x1] | a.i | a << b | a >> b | (a) + (b) | __a | _a | _ | WARP_SZ | 8 + 8 | \
                       f(a) | f(a, b)";
    let expressions: Vec<_> = expressions.split(" | ").collect();
    let registers: Vec<_> = expressions.iter().copied().map(register).collect();
    let different: std::collections::BTreeSet<_> = registers.iter().collect();
    assert_eq!(different.len(), expressions.len(), "{registers:?}");
    assert_eq!(["a", "((a))", "( a )"].map(register), ["a"; 3]);
    assert_eq!(["__a", "_a"].map(register), ["__a", "_a"]);
    for name in registers {
        assert!(vmad_ptx::ast::Register::new(&name).is_some(), "{name}");
    }
    let long = ["+", "-"].map(|operator| register(&vec!["abcdefgh"; 40].join(operator)));
    assert!(long[0] != long[1] && long[0].len() < 128, "{long:?}");
}

#[test]
fn every_part_of_the_ptx_has_its_place_in_the_source() {
    for (asm, part, place) in [
        (r#"asm("mov.b32;")"#, "mov", "mov"),
        (r#"asm(u8"mov.b32;")"#, "mov", "mov"),
        (r#"asm(R"x(mov.b32;)x")"#, "mov", "mov"),
        (r#"asm("mov\56b32;")"#, ".", r"\56"),
        (r#"asm("mov\n.b32;")"#, "\n", r"\n"),
        (r#"asm(".reg .b32 tmp; mov.b32 tmp, %0;" :: "r"(tmp))"#, "mov.b32 local_tmp", "mov.b32 tmp"),
    ] {
        let source = format!("{asm};");
        let block = blocks(&source).remove(0).unwrap();
        assert_eq!(block.span.of(&source), asm);
        let start = block.ptx().find(part).unwrap();
        let found = block.place(Span { start, end: start + part.len() });
        assert_eq!(found.of(&source), place, "{asm}");
    }
}

/// The answers of NVRTC 12.9, with the operands d and a.
#[test]
fn a_percent_sign_is_read_as_nvrtc_reads_it() {
    for (template, text) in [
        ("%0 %1 %01", "d a a"),
        ("%% %t %tid.x %rd1 %r_1 %1x", "% %t %tid.x %rd1 %r_1 ax"),
        ("%-1 %_1 %$1 % 1 %(1", "1 1 1 1 1"),
    ] {
        let ptx = ptx(&format!(r#"asm("//{template}" : "=r"(d) : "r"(a));"#));
        assert!(ptx.ends_with(&format!("//{text}")), "{template}: {ptx}");
    }
    for template in ["%9", "%r1", "%Z0", "%", "%[x]", "%[", "\u{e9}", "%\u{e9}"] {
        assert!(blocks(&format!(r#"asm("//{template}" : "=r"(d));"#)).remove(0).is_err(), "{template}");
    }
    // Without operands, nothing is replaced.
    for sections in ["", ":", ":::", r#"::: "memory""#] {
        assert_eq!(ptx(&format!(r#"asm("//%0 %% %= %t %" {sections});"#)), "//%0 %% %= %t %");
    }
}

#[test]
fn a_number_is_the_same_in_a_statement_and_another_in_the_next() {
    let source = r#"asm("L%=: bra L%=;" :: "r"(a)); asm("L%=: bra L%=;" :: "r"(a));"#;
    let labels: Vec<String> = blocks(source)
        .into_iter()
        .map(|block| {
            let ptx = block.unwrap().ptx().to_owned();
            let (label, jump) = ptx.rsplit_once(": bra ").unwrap();
            let label = label.lines().last().unwrap();
            assert_eq!(format!("{label};"), jump);
            label.to_owned()
        })
        .collect();
    assert_ne!(labels[0], labels[1]);
}

#[test]
fn the_comma_between_operands_is_optional() {
    let ptx = ptx(r#"asm("shf.l.clamp.b32 %0, %2, %3, %4;" : "=r"(d) "=r"(e) : "r"(a) [b] "r"(b), "n"(3));"#);
    assert!(ptx.ends_with("shf.l.clamp.b32 d, a, b, 3;"), "{ptx}");
}

#[test]
fn a_constraint_can_be_in_pieces_and_can_have_128_bits() {
    let ptx = ptx(r#"asm("mov.b128 %0, {%1, %1};" : "=" "q"(d) : "l"(a));"#);
    assert!(ptx.starts_with(".reg .b128 d;"), "{ptx}");
}

#[test]
fn the_text_of_a_variable_is_not_known() {
    let problem = blocks(r#"asm("%0" :: "C"(text));"#).remove(0).unwrap_err();
    assert_eq!(problem.cause, Cause::Unknown);
}

#[test]
fn a_constant_is_a_number() {
    for constant in ["0x1'000", "1'000", "N", "0x", ""] {
        let source = format!(r#"asm("" :: "n"({constant}));"#);
        let block = blocks(&source).remove(0).unwrap();
        assert_eq!(block.gaps[0].span.of(&source), constant);
        assert!(block.gaps[0].message.contains("is not a number"));
    }
}

/// What depends on a macro, a condition or a constant is left out, and all else is read.
#[test]
fn instructions_without_a_gap_are_read() {
    for (statement, ptx, gap) in [
        (r#"asm("abs.s32 a, a; neg." TYPE " a, a; not.b32 a, a;")"#, "abs.s32 a, a; not.b32 a, a;", "TYPE"),
        (
            r#"asm("abs.s32 a, a;" F(x, (y)) "neg.s32 a, a; not.b32 a, a;")"#,
            "abs.s32 a, a; not.b32 a, a;",
            "F",
        ),
        (r#"asm("neg." #t " a, a;" "abs.s32 a, %0;" : : "r"(b))"#, "abs.s32 a, b;", "#t"),
        (r#"asm("%0" #i ", a; abs.s32 a, %0;" :: "r"(b))"#, "abs.s32 a, b;", "#i"),
        (r#"asm("abs.s32 a, a; %" T " a; not.b32 a, a;" :: "r"(b))"#, "abs.s32 a, a; not.b32 a, a;", "T"),
        (r#"asm("shl.b32 a, a, %0; not.b32 a, a;" :: "n"(N + 1))"#, "not.b32 a, a;", "N + 1"),
        (
            "asm(\"abs.s32 a, a;\\n\\t\"\n#if defined(X)\n\"neg.s32 a, a;\"\n# else // not X\n\"cnot.b32 a, a;\"\n#endif\n\"not.b32 a, a;\")",
            "abs.s32 a, a;\n\tnot.b32 a, a;",
            "#if defined(X)",
        ),
        (
            "asm(\"abs.s32 a, a; neg\"\n#ifdef X\n\".s32 a, a;\"\n#if Y\n\"bad;\"\n#endif\n#endif\n\"cnot.b32 a, a; not.b32 a, a;\")",
            "abs.s32 a, a; not.b32 a, a;",
            "#ifdef X",
        ),
    ] {
        let block = blocks(statement).remove(0).unwrap();
        let declared = block.ptx().rfind(".reg").map_or(0, |at| at + block.ptx()[at..].find('\n').unwrap());
        assert_eq!(block.ptx()[declared..].trim_start(), ptx, "{statement}");
        assert_eq!((block.gaps.len(), block.gaps[0].span.of(statement)), (1, gap));
    }
}

#[test]
fn a_statement_that_goes_on_behind_a_gap_is_not_an_error() {
    for (statement, gap) in [
        ("asm(WHOLE 12);", "WHOLE"),
        ("asm(\"a %9;\" M : \"=r\"(d));", "\"a %9;\""),
        ("asm(\n#ifdef X\n\"a\" : \"=r\"(d));\n#else\n\"b\");\n#endif\nint x;", "#ifdef X"),
        ("asm(\"a\" : \"=r\"(d)\n#if X > 1\n, \"=r\"(e)\n#endif\n);", "#if X > 1"),
        ("asm(\"a\"\n#else\n\"b\");", "#else"),
        ("asm(\"a\"\n#if 1\n\"b\");", "#if 1"),
    ] {
        let problem = blocks(statement).remove(0).unwrap_err();
        let found = problem.span.of(statement);
        assert_eq!(problem.cause, Cause::Unknown, "{statement}");
        assert!(found == gap || gap.contains(found), "{statement}: {found}");
    }
}

/// The compiler sees the number. A float is another constant than its number.
#[test]
fn a_number_in_a_register_is_no_input() {
    for (operands, head) in [
        (r#""=r"(d) : "r"(-3)"#, ".reg .b32 d;\n.reg .b32 $0x2d$3;\nmov.b32 $0x2d$3, -3;\n"),
        (r#""=l"(d) : "0"(0x7ull)"#, ".reg .b64 d;\n.reg .b64 $$0x7ull;\nmov.b64 $$0x7ull, 0x7;\n"),
        (r#""=r"(d) : "f"(2)"#, ".reg .b32 d;\n.reg .f32 $$2;\n%"),
    ] {
        let ptx = ptx(&format!(r#"asm("%%" : {operands});"#));
        assert!(ptx.starts_with(head), "{ptx}");
    }
}

/// NVRTC 12.9 replaces an operand by a register such as `%r1`, which ends the name before it. A constant does not.
#[test]
fn a_register_needs_no_blank_before_it() {
    let of = |template: &str| ptx(&format!(r#"asm({template} : "=r"(d) : "r"(a), [b] "r"(b), "n"(7));"#));
    let with_blanks = of(r#""vset4.s32.s32.eq %0, %1, %[b], %%r;""#);
    for template in [r#""vset4.s32.s32.eq" "%0, %1, %[b], %%r;""#, r#""vset4.s32.s32.eq%0, %1, %[b], %%r;""#]
    {
        assert_eq!(of(template), with_blanks);
    }
    assert!(of(r#""bra L%3;""#).ends_with("bra L7;"));
}

/// One pass, without recursion.
#[test]
fn an_expression_can_have_any_number_of_parentheses() {
    let of = |expression: &str| ptx(&format!(r#"asm("mov.b32 d, %0;" :: "r"({expression}));"#));
    assert_eq!(of("( ( (a) + (b) ) )"), of("(a) + (b)"));
    let many = 1 << 20;
    assert_eq!(of(&format!("{}a{}", "(".repeat(many), ")".repeat(many))), of("a"));
}
