//! Asm statements of CUDA source.

use std::fmt::Write;

use vmad_files::inline_asm::{Problem, blocks, is_ptx, with_whole_words};
use vmad_ptx::syntax::Span;

/// The PTX of a source's one statement.
fn ptx(source: &str) -> String {
    let mut blocks = blocks(source);
    assert_eq!(blocks.len(), 1, "{source}");
    blocks.remove(0).unwrap().ptx().to_owned()
}

/// The text of each statement, its gaps, and what is refused. Oracle: the snapshot, read by a person; of some, NVRTC 12.9.
#[test]
fn statements_have_their_text_and_their_gaps() {
    let mut shown = String::new();
    for source in include_str!("../data/asm-statements.cu").split("\n\n") {
        writeln!(shown, "{source}").unwrap();
        for found in blocks(source) {
            let problems = match &found {
                Ok(block) => {
                    block.ptx().lines().for_each(|line| writeln!(shown, "    {line}").unwrap());
                    &block.gaps[..]
                }
                Err(problem) => std::slice::from_ref(problem),
            };
            for Problem { cause, span, message } in problems {
                writeln!(shown, "  {cause:?} {:?}: {message}", span.of(source)).unwrap();
            }
        }
        shown.push('\n');
    }
    vmad_testing::assert_snapshot("files", "asm_statements", &shown);
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

#[test]
fn ptx_starts_with_a_directive() {
    for (text, is) in [("// a\n/* b */ .version 8.0", true), ("\"a\"; .5f;", false), ("", false)] {
        assert_eq!(is_ptx(text), is, "{text}");
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

/// One pass, without recursion.
#[test]
fn an_expression_can_have_any_number_of_parentheses() {
    let of = |expression: &str| ptx(&format!(r#"asm("mov.b32 d, %0;" :: "r"({expression}));"#));
    assert_eq!(of("( ( (a) + (b) ) )"), of("(a) + (b)"));
    let many = 1 << 20;
    assert_eq!(of(&format!("{}a{}", "(".repeat(many), ")".repeat(many))), of("a"));
}
