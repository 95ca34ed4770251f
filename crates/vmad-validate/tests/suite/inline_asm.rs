//! Asm statements of CUDA source.

use vmad_validate::inline_asm::blocks;

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
fn an_escape_of_two_hexadecimal_digits_is_one_character() {
    let ptx = ptx(r#"asm("mov\x2eb32 %0, 1;" : "=r"(d));"#);
    assert!(ptx.ends_with("mov.b32 d, 1;"), "{ptx}");
}

/// A macro can hide a legal constraint.
#[test]
fn a_name_in_place_of_a_constraint_may_be_a_macro() {
    for (constraint, is_macro) in [("OUTPUT", true), ("1", false)] {
        let source = format!("asm(\"\" : {constraint}(d));");
        let problem = blocks(&source).remove(0).unwrap_err();
        assert_eq!((problem.is_macro, problem.span.of(&source)), (is_macro, constraint));
    }
}
