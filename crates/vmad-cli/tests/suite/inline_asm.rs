//! Inline PTX in CUDA source.

use std::{fs, process::Command};

use crate::common::{File, Ran, assert_refused, assert_snapshot, vmad, vmad_with};

const FILE: &str = "tests/data/inline.cu";

/// The line of the file that has a text.
fn line(part: &str) -> usize {
    let text = fs::read_to_string(FILE).unwrap();
    text.lines().position(|line| line.contains(part)).unwrap_or_else(|| panic!("no {part}")) + 1
}

/// The place of the statement that has a text.
fn place(part: &str) -> String {
    format!("{FILE}:{}", line(part))
}

fn equal(part: &str, other: &str, options: &[&str]) -> Ran {
    vmad(&[&["ptx", "equal", &place(part), other], options].concat())
}

#[track_caller]
fn assert_equal(part: &str, other: &str, options: &[&str], statement: &str) {
    let ran = equal(part, other, options);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    assert!(ran.stdout.starts_with(statement), "{}", ran.stdout);
}

#[test]
fn check_marks_the_place_in_the_source() {
    let ran = vmad(&["ptx", "check", "--target", "sm_61", FILE]);
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    assert_snapshot("inline_asm_check", &ran.stdout);
}

#[test]
fn check_names_what_it_does_not_cover() {
    let asm = |ptx: &str| format!("asm(\"{ptx}\" : \"=r\"(d) : \"r\"(a), \"r\"(b), \"r\"(c));\n");
    let dot = "dp4a.u32.u32 %0, %1, %2, %3;";
    let statements = [asm(dot), asm("vadd.u32.u32.u32.sat.sat %0, %1, %2;"), asm(dot)];
    let file = File::new("a.cu", format!("void f() {{\n{}}}\n", statements.concat()));
    vmad(&["ptx", "check", &file])
        .assert_says(0, &["'.sat' occurs twice", " 0 illegal, 1 warning; not covered: 2 dp4a\n"]);
}

#[test]
fn lower_names_the_line_of_each_instruction() {
    let text =
        fs::read_to_string(FILE).unwrap().replace(".shr8", ".shr7").replace("\" #op \"", "u32.u32.u32");
    let file = File::new("a.cuh", text);
    let ran = vmad(&["ptx", "lower", "--arch", "sm_61", &file]);
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert_snapshot("inline_asm_lower", &ran.stdout.replace(&*file, "a.cuh"));
}

#[test]
fn statements_are_proved_equal_by_the_names_of_their_expressions() {
    assert_equal(".reg .b32 t;\\n", "dp4a.s32.s32 d, a, b, c", &[], "equal: d for all values of a, b, c (");
    let dp2a = "prmt.b32 x, w, 0, 0x4140; dp2a.lo.s32.u32 acc, v$x, w, acc";
    assert_equal("%1.h0", dp2a, &[], "equal: acc for all values of v$x, w, acc (");
    let clamp = "vadd.u32.s32.s32.sat d.b2, t, 0, c";
    assert_equal("max.s32 t", clamp, &[], "equal: d for all values of t, c (");
    let sum = "cvt.u64.u32 x, a; cvt.u64.u32 y, b; add.u64 wide, x, y; shr.u64 wide, wide, 1";
    assert_equal(".reg .u64", sum, &[], "equal: wide for all values of a, b (");
}

#[test]
fn a_marked_output_is_another_register_than_the_input_of_its_variable() {
    // The second instruction reads the input and not the first one's result.
    assert_equal(
        "add.u32 %0, %1, 1;",
        "add.u32 d, a, a; add.u32 a, d, 1",
        &[],
        "equal: a for all values of a (",
    );
    let twice = "shl.b32 a, a, 1; add.u32 a, a, 1";
    assert_equal("add.u32 %0, %0, 1;", twice, &[], "equal: a for all values of a (");
    // Two tied operands swap their variables.
    let swap = "mov.b32 t, a; mov.b32 a, b; mov.b32 b, t";
    assert_equal("mov.b32 %0, %0;", swap, &["--out", "a,b"], "equal: a, b for all values of ");
    // The output has the value of a at first.
    assert_equal("sub.u32 %0", "sub.u32 b, a, b", &[], "equal: b for all values of a, b (");
}

/// Each output without `&` is compared in the register of each input that is read after the output is written.
#[test]
fn an_output_that_is_written_before_an_input_is_read_needs_a_mark() {
    const AB: &str = r#""r"(a), "r"(b)"#;
    let assert_judged = |template: &str, outputs: &str, inputs: &str, code: i32, message: &str| {
        let file = File::new("a.cu", format!("asm(\"{template}\" : {outputs} : {inputs});\n"));
        let [check, safe] =
            ["check", "safe"].map(|command| vmad(&["ptx", command, "--arch", "sm_86", &file]));
        assert_eq!((check.code, safe.code), (code, code), "{template} {outputs} {inputs}: {check:?}");
        let text = safe.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(message), "{message:?}: {text}");
    };
    // In a loop, NVRTC 12.9 gives x and the output one register.
    let bytes = "vadd.s32.s32.s32 %0, %1.b0, %2.b0; vadd.s32.s32.s32 %0.b1, %1.b1, %2.b1, %0;";
    let xy = r#""r"(x), "r"(y)"#;
    let first = r#"%0 is written before %1 is read: legal is "=&r"; in one register, x is 0x"#;
    assert_judged(bytes, r#""=r"(x)"#, xy, 1, first);
    assert_judged(bytes, r#""=&r"(x)"#, xy, 0, "");
    assert_judged(bytes, r#""=r"(x)"#, r#""0"(x), "r"(y)"#, 1, "%0 is written before %2 is read");
    let difference = "vmin.s32.s32.s32 %0, %1, %2; sub.s32 %0, %0, %1;";
    assert_judged(difference, r#""+r"(d)"#, AB, 1, r#"legal is "+&r"; in one register for equal values, "#);
    assert_judged(difference, r#""+&r"(d)"#, AB, 0, "");
    assert_judged(difference, r#""=r"(d)"#, r#""r"(5), "r"(b)"#, 1, "%0 is written before %1 is read");
    assert_judged(difference, r#""=r"(d)"#, r#""n"(5), "r"(b)"#, 0, "");
    // Another class; the same results; no read behind the first instruction that writes; a tied input.
    let wide = "vmin.s32.s32.s32 t, %1, %2; cvt.s64.s32 %0, t; cvt.s64.s32 u, %1; add.s64 %0, %0, u;";
    assert_judged(&format!(".reg .b32 t; .reg .b64 u; {wide}"), r#""=l"(d)"#, AB, 0, "");
    assert_judged("vmin.s32.s32.s32 %0, %1, %2; min.s32 %0, %0, %1;", r#""=r"(d)"#, AB, 0, "");
    assert_judged("vmin.s32.s32.s32 %0, %1, %2; sub.s32 %0, %0, 1;", r#""=r"(d)"#, AB, 0, "");
    assert_judged(
        "vmin.s32.s32.s32 %0, %0, %1; sub.s32 %0, 1, %0;",
        r#""=r"(d)"#,
        r#""r"(a), "0"(b)"#,
        0,
        "",
    );
    let two = "vmin.s32.s32.s32 %0, %2, %3; vmax.s32.s32.s32 %1, %2, %3;";
    assert_judged(two, r#""=r"(d), "=r"(e)"#, AB, 1, ", e is 0x");
    assert_judged(two, r#""=&r"(d), "=r"(e)"#, AB, 0, "");
    // The result differs only if both outputs have the register of an input.
    let masked = ".reg .b32 s, t; mov.b32 s, %2; mov.b32 t, %3; not.b32 %0, s; not.b32 %1, t; xor.b32 s, s, %2; \
                  xor.b32 t, t, %3; and.b32 %0, s, t; vmax.s32.s32.s32 %1, %0, %0;";
    let both =
        r#"%0 is written before %3 is read, %1 is written before %2 is read: legal is "=&r" and "=&r";"#;
    assert_judged(masked, r#""=r"(d), "=r"(e)"#, AB, 1, both);
    assert_judged(masked, r#""=r"(d), "=&r"(e)"#, AB, 0, "");
    let undecided = "not decided whether %0 is written before %1 is read";
    let loads = "vmin.s32.s32.s32 %0, %1, %2; ld.global.s32 %0, [%3]; sub.s32 %0, %0, %1;";
    assert_judged(loads, r#""=r"(d)"#, r#""r"(a), "r"(b), "l"(p)"#, 2, undecided);
    assert_judged("L: vmin.s32.s32.s32 %0, %1, %2; bra L;", r#""=r"(d)"#, AB, 2, undecided);
}

#[test]
fn equal_says_which_registers_it_takes_for_two() {
    for (constraint, code, verdict) in
        [("=r", 2, "equal only if each output without &"), ("=&r", 0, "equal: d ")]
    {
        let template = "vmin.s32.s32.s32 %0, %1, %2; sub.s32 %0, %0, %1;";
        let text = format!("asm(\"{template}\" : \"{constraint}\"(d) : \"r\"(a), \"r\"(b));\n");
        let file = File::new("a.cu", text);
        let ran = vmad(&["ptx", "equal", &file, "min.s32 t, a, b; sub.s32 d, t, a;"]);
        assert_eq!(ran.code, code, "{ran:?}");
        assert!(ran.stdout.starts_with(verdict), "{}", ran.stdout);
    }
}

#[test]
fn a_counterexample_names_the_statement() {
    equal("%1.h0", "dp2a.hi.s32.u32 acc, v$x, w, acc", &[])
        .assert_says(1, &[&place("asm volatile(\"vmad.s32.s32.u32 %0")]);
}

#[test]
fn errors_name_the_line_and_what_is_legal() {
    let fine = "add.u32 d, a, b";
    for row in vmad_testing::lines(include_str!("../data/bad-asm.tsv")) {
        let mut columns = row.split('\t');
        let text = columns.next().unwrap_or_default().replace("\\N", "\n");
        let file = File::new("bad.cu", format!("int x;\n  {text}\n"));
        let ran = vmad(&["ptx", "equal", &file, fine]);
        assert_refused(&ran, &columns.collect::<Vec<_>>());
    }
    assert_refused(&vmad(&["ptx", "equal", &format!("{FILE}:1"), fine]), &["0 asm statements in line 1"]);
}

/// Host code is counted. It is an error where the template is one of a video instruction.
#[test]
fn host_code_is_not_ptx() {
    let host = [
        "asm volatile(\"rdpmc\" : \"=a\"(l), \"=d\"(h) : \"c\"(i));",
        "asm(\"lock; incl %0\" : \"+m\"(*p) :: \"memory\");",
        "asm(\"cpuid\" ::: \"memory\", \"cc\");",
        "asm(\"rev %w0, %w1\" : \"=r\"(a) : \"r\"(b));",
        "asm(\"vmax.s32 q0, q0, q1\" : \"=w\"(a) : \"0\"(b));",
    ];
    let file = File::new("host.h", host.join("\n"));
    vmad(&["ptx", "check", &file]).assert_says(0, &["5 asm statements (5 not PTX), no video instruction"]);
    for command in ["lower", "safe"] {
        let ran = vmad(&["ptx", command, &file]);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    }
    file.write("asm(\"vmax.s32.s32.s32 %0, %1, 0;\" : \"=R\"(d) : \"r\"(a));");
    vmad(&["ptx", "check", &file]).assert_says(1, &["\"=R\""]);
}

/// The instructions of a template that do not depend on its gaps are read; only a comparison needs all.
#[test]
fn a_part_of_a_statement_is_read() {
    let text = "asm(\"vmin.u32.u32.u32 %0, %0, %1;\"\n#ifdef FAST\n\"vmax.u32.u32.u32 %0, %0, 1;\"\n#endif\n\
                \"vmad.u32.u32.u32.shr8 %0, %0, %1, %0;\" : \"+r\"(d) : \"r\"(a));\n";
    let file = File::new("part.cu", text);
    let path: &str = &file;
    let parts = ["'#ifdef FAST' is not evaluated", "part.cu:2:1", "'.shr8'", "part.cu:5:18"];
    vmad(&["ptx", "check", path]).assert_says(1, &[&parts[..], &["(1 not read in full), 2 "]].concat());
    let lower = vmad(&["ptx", "lower", path]);
    assert_eq!((lower.code, lower.stdout.matches("\n  VMNMX").count()), (2, 1), "{}", lower.stdout);
    let safe = vmad(&["ptx", "safe", path]);
    assert!(safe.stdout.contains("part.cu:2: not read: '#ifdef FAST'"), "{}", safe.stdout);
    assert!(safe.stdout.contains("part.cu:1: right: vmin"), "{}", safe.stdout);
    assert_refused(&vmad(&["ptx", "equal", path, "mov.b32 d, a"]), &["'#ifdef FAST'", "part.cu:2:1"]);
}

/// A file with statements that macros make, of which several stand in one line.
fn with_macros() -> File {
    let text = "#define ADD(part) asm(\"vadd.u32.u32.u32 %0, %1.\" #part \", %2;\" : \"=r\"(d) : \"r\"(a), \"n\"(N))\n\
                #define N 7\n\
                void f(unsigned a) { unsigned d;\n\
                  ADD(b0); ADD(h1);\n\
                  ADD(\n\n\n\n\n\n\n\n\n\n b9);\n\
                  ADD(b3);\n\
                }\n";
    File::new("macros.cu", text)
}

/// Oracle: the lines of the file.
#[test]
fn statements_of_macros_are_read_behind_a_preprocessor() {
    let file = with_macros();
    let path: &str = &file;
    let Ok(output) = Command::new("cc").args(["-E", "-x", "c++", path]).output() else {
        vmad_testing::skip("ptx check --preprocess", "there is no cc");
        return;
    };
    let plain = vmad(&["ptx", "check", path]);
    assert!(plain.stdout.contains("1 asm statement (1 not read in full), no video"), "{}", plain.stdout);
    assert_eq!([plain.code, vmad(&["ptx", "lower", path]).code], [2, 2]);
    let saved = File::new("macros.ii", &output.stdout);
    let text = fs::read(path).unwrap();
    for ran in [
        vmad(&["ptx", "check", "--preprocess", path]),
        vmad(&["ptx", "check", "--cpp", "cc -E -x c++ -DX", path]),
        vmad(&["ptx", "check", &saved]),
        vmad_with(&["ptx", "check", "--source", "-"], &output.stdout),
        vmad_with(&["ptx", "check", "--preprocess", "-"], &text),
    ] {
        ran.assert_says(1, &["4 asm statements, 4 instructions"]);
        assert!(
            ran.stdout.contains("macros.cu:5:") || ran.stdout.contains("standard input:5:"),
            "{}",
            ran.stdout
        );
    }
    let safe = vmad(&["ptx", "safe", "--preprocess", "--arch", "sm_61", path]);
    assert!(safe.stdout.contains("macros.cu:5: not read: '.b9'"), "{}", safe.stdout);
    assert!(safe.stdout.contains("macros.cu:16: right: vadd.u32.u32.u32 d, a.b3, 7;"), "{}", safe.stdout);
}

#[test]
fn a_preprocessor_that_fails_is_named() {
    let file = with_macros();
    for (command, part) in [
        ("no-such-program -E", "\"no-such-program\": cannot be run"),
        ("false", "\"false\" did not preprocess it (exit status: 1)"),
        // It writes the name of the file.
        ("echo int x;", "\"echo int x;\" wrote no line of it: legal is output with a line marker"),
        // It writes the text of another file.
        ("echo # 1 \"other.cu\"", "wrote no line of it"),
    ] {
        assert_refused(&vmad(&["ptx", "check", "--cpp", command, &file]), &[part]);
    }
}

/// The columns are those of the statements in the line.
#[test]
fn one_of_several_statements_in_a_line_is_selected() {
    let one = |part: &str| format!("asm(\"vmax.s32.s32.s32 %0, %1.{part}, 0;\" : \"=r\"(d) : \"r\"(a));");
    let line = format!("/* \u{e9} */ {} {}", one("b0"), one("b1"));
    let file = File::new("line.cu", format!("\n{line}\n{}\n", one("h1")));
    let path: &str = &file;
    let column = |part: &str| {
        line.chars().take(line[..line.find(part).unwrap()].rfind("asm").unwrap() - 1).count() + 1
    };
    let places = [("b0", format!("{path}:2:{}", column("b0"))), ("b1", format!("{path}:2:{}", column("b1")))];
    let all = vmad(&["ptx", "lower", path]);
    for (part, place) in &places {
        assert!(all.stdout.contains(&format!("{place}: vmax.s32.s32.s32 d, a.{part}, 0;")), "{}", all.stdout);
        let ran = vmad(&["ptx", "lower", place]);
        assert_eq!((ran.code, ran.stdout.lines().count()), (0, 2), "{ran:?}");
        assert!(all.stdout.contains(&ran.stdout), "{}", ran.stdout);
    }
    assert!(all.stdout.contains(&format!("{path}:3: vmax")), "{}", all.stdout);
    let ran = vmad(&["ptx", "lower", &format!("{path}:2")]);
    assert_refused(&ran, &["2 asm statements in line 2", &places[0].1[path.len() + 1..], ", 3"]);
    assert_refused(&vmad(&["ptx", "lower", &format!("{path}:2:1")]), &["0 asm statements in line 2:1"]);
}

/// An error stops neither the statements before it nor those behind it.
#[test]
fn lower_goes_on_behind_an_error() {
    let text = "asm(\"vmin.u32.u32.u32 %0, %0, %4;\" : \"+r\"(d));\n\
                asm(\"vmin.u32.u32 %0, %0, 7; vmax.u32.u32.u32 %0, %0, 7;\" : \"+r\"(d));\n\
                asm(\"vsub.u32.u32.u32 %0, %0, 7;\" : \"+r\"(d));\n";
    let file = File::new("some.cu", text);
    let ran = vmad(&["ptx", "lower", &file]);
    assert_eq!(ran.code, 2);
    let lowered = ran.stdout.lines().filter(|line| line.starts_with("  V")).count();
    assert_eq!(lowered, 2, "{}", ran.stdout);
    assert!(ran.stderr.contains("some.cu:1:31") && ran.stderr.contains("some.cu:2:"), "{}", ran.stderr);
}

/// A macro is a warning, and what is no statement an error.
#[test]
fn a_statement_that_is_no_text_is_an_error() {
    let file = File::new("bad.cu", "asm(12);\n");
    assert_refused(&vmad(&["ptx", "lower", &file]), &["'12' in an asm statement", "bad.cu:1:5"]);
    vmad(&["ptx", "check", &file]).assert_says(1, &["1 asm statement, ", "1 illegal"]);
}
