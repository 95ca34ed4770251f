//! `vmad emit`. What the functions compute is tested in `vmad-emit`.

use crate::common::{Ran, assert_refused, vmad};

fn emit(arguments: &[&str]) -> String {
    let Ran { code, stdout, stderr } = vmad(&[&["emit"], arguments].concat());
    assert_eq!((code, stderr.as_str()), (0, ""), "{arguments:?}");
    stdout
}

fn functions(arguments: &[&str]) -> usize {
    emit(&[&["--lang", "c"], arguments].concat()).matches("static inline").count()
}

#[test]
fn the_filters_select_modes() {
    assert_eq!(functions(&["VMAD.U8.U8 R0, R2, R3, R4"]), 1);
    assert_eq!(functions(&["vmad"]), 864);
    assert_eq!(functions(&["--a", "S16", "--b", "U8,S8", "--sat", "on"]), 24);
    assert_eq!(functions(&["--a", "S16", "--b", "U8", "--sat", "on", "--bsel", "B2,B3"]), 24);
    assert_eq!(functions(&["VMNMX", "--a", "U8", "--b", "U8", "--field", "secop=MIN,none"]), 16);
    // With a selector, that selector.
    let text =
        emit(&["--lang", "c", "--a", "U8", "--asel", "B2", "--b", "U32", "--psign", "3", "--scale", "SHR_7"]);
    assert_eq!(text.matches("U8(R2.B2)").count(), 2, "{text}");
}

#[test]
fn one_name_is_of_one_function() {
    for (language, name) in [("c++", "_sum"), ("cpp", "s_1"), ("c#", "_")] {
        let text = emit(&["--lang", language, "--name", name, "VADD R0, R1, R2, R3"]);
        assert!(text.contains(&format!(" {name}(")), "{text}");
    }
    let text = emit(&["--lang", "glsl", "--name", "sum", "VADD R0, R1, R2, R3"]);
    assert!(text.contains("uint sum(uint a, uint b, uint c)"), "{text}");
    assert_refused(&vmad(&["emit", "--lang", "c", "--name", "sum", "VADD"]), &["--name", "4608"]);
    assert_refused(
        &vmad(&["emit", "--lang", "c", "--name", "1st", "VADD R0, R1, R2, R3"]),
        &["a letter or _"],
    );
}

#[test]
fn stats_have_a_row_for_each_class() {
    let text = emit(&["--stats", "VMAD"]);
    let rows: Vec<_> = text.lines().filter(|line| line.starts_with("VMAD ")).collect();
    assert_eq!(rows.len(), 12, "{text}");
    // A part of a class has no recorded length.
    assert!(!rows[0].ends_with('-'), "{text}");
    let part = emit(&["--stats", "--a", "U8", "--b", "U8", "--sat", "off", "--scale", "PASS"]);
    assert!(part.lines().nth(2).is_some_and(|row| row.ends_with('-')), "{part}");
}

#[test]
fn every_file_says_version_and_licence() {
    let list = emit(&["--list"]);
    assert_eq!(list.lines().count(), 7, "{list}");
    for language in list.lines().filter_map(|line| line.split(' ').next()) {
        for arguments in [["VMAD R0, R1, R2, R3"], ["--all"]] {
            let text = emit(&[&["--lang", language], arguments.as_slice()].concat());
            let header = format!("vmad {}. MIT OR Apache-2.0. Free to paste.", env!("CARGO_PKG_VERSION"));
            assert!(
                text.lines().next().is_some_and(|line| line.ends_with(&header)),
                "{language}: {text:.200}"
            );
        }
    }
}

#[test]
fn functions_are_proved() {
    if vmad_term::solver::Solver::find(&[], std::time::Duration::from_mins(1)).is_err() {
        vmad_testing::skip("emit::functions_are_proved", "no SMT solver");
        return;
    }
    let text = emit(&["--prove", "--lang", "csharp", "VADD.U8.U8.SAT R0, R1, R2, R3"]);
    assert!(text.contains("// Proved by "), "{text}");
    let text = emit(&["--prove", "VSETP", "--a", "U8", "--b", "S16", "--field", "comparison=LT"]);
    assert!(
        text.starts_with("VSETP      24 of 24 proved\n24 of 24 proved: 6 instructions in 4 kinds"),
        "{text}"
    );
}

/// A reserved word of the language is refused; a language whose names have a mark takes it.
#[test]
fn a_function_has_no_reserved_name() {
    let emit =
        |lang: &str, name: &str| vmad(&["emit", "--lang", lang, "--name", name, "VMAD.U8.U8 R0, R2, R3, R4"]);
    for (lang, name) in [
        ("c", "int"),
        ("c", "class"),
        ("csharp", "ref"),
        ("glsl", "sampler2D"),
        ("glsl", "gl_x"),
        ("systemverilog", "endmodule"),
    ] {
        assert_refused(&emit(lang, name), &["--name", lang, name, "reserves"]);
    }
    for (lang, name) in
        [("llvm", "int"), ("spirv", "int"), ("systemverilog", "class_"), ("csharp", "register")]
    {
        assert_eq!(emit(lang, name).code, 0, "{lang}: {name}");
    }
}
