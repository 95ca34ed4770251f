//! `vmad ptx safe`.

use crate::common::{File, assert_refused, vmad};

#[test]
fn an_instruction_has_its_verdicts_and_what_to_write() {
    let ran = vmad(&["ptx", "safe", "vadd.u32.u32.u32 d.h1, a, b, c;"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    assert_eq!(ran.stdout, include_str!("../data/safe.txt"));
    for right in ["vmad.s32.s32.s32 d, a.b0, b.b0, c;", "vadd4.u32.u32.u32 d, a, b, c;"] {
        let ran = vmad(&["ptx", "safe", right]);
        assert_eq!((ran.code, ran.stdout.contains("wrong")), (0, false), "{}", ran.stdout);
    }
}

#[test]
fn the_table_has_every_instruction_and_a_name_its_rows() {
    let table = vmad(&["ptx", "safe"]).stdout;
    for name in ["vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr", "vset", "vmad"] {
        assert!(table.contains(name), "{name}");
        let rows = vmad(&["ptx", "safe", name]);
        assert_eq!((rows.code, rows.stderr.as_str()), (0, ""));
        assert!(
            rows.stdout.contains(&format!("\n{name}")) || rows.stdout.contains("\nvadd"),
            "{}",
            rows.stdout
        );
        assert!(rows.stdout.contains("    write "), "{name}: {}", rows.stdout);
    }
    for part in
        ["D3:", "D4 .u32: 11.2 to 12.9 (sm_35-53)", "D8 .s32: 12.5 to 12.9 (sm_50-62)", "I1: 11.2 to 12.9"]
    {
        assert!(table.contains(part), "{part}: {table}");
    }
}

#[test]
fn each_instruction_of_a_file_is_right_or_wrong() {
    let source = File::new(
        "kernel.cu",
        "__global__ void k(int *p, int a) {\n  int d;\n  asm(\"vset.s32.s32.lt %0, %1, 5;\" : \"=r\"(d) : \"r\"(a));\n  \
         asm(\"vadd.s32.s32.s32 %0, %1, %1;\" : \"=r\"(d) : \"r\"(a));\n}\n",
    );
    let pascal = vmad(&["ptx", "safe", "--arch", "sm_60", "--ptxas", "11.8", &source]);
    assert_eq!((pascal.code, pascal.stderr.as_str()), (1, ""));
    pascal.assert_says(
        1,
        &[
            ":3: wrong: vset",
            "D9, ",
            "write vset.s32.s32.gt",
            ":4: right: vadd",
            "2 video instructions: 1 right, 1 wrong",
        ],
    );
    vmad(&["ptx", "safe", "--arch", "sm_120", "--ptxas", "13.5", &source])
        .assert_says(0, &["2 right, 0 wrong"]);
    let macros =
        File::new("macro.cu", "void f(int a) { int d; asm(OPCODE \" %0, %1;\" : \"=r\"(d) : \"r\"(a)); }\n");
    vmad(&["ptx", "safe", &macros]).assert_says(2, &["1 not read"]);
    // ptxas refuses a register of another type.
    let ptx =
        ".version 7.0\n.target sm_50\n.func f() { .reg .b32 d, a; .reg .b16 h; vadd.u32.u32.u32 d, a, h; }\n";
    let ran = vmad(&["ptx", "safe", &File::new("types.ptx", ptx)]);
    let why = "not read: the register 'h' is declared .b16";
    ran.assert_says(2, &[why]);
}

/// ptxas makes immediates of the constants of registers (D9), and takes them whole (D7): asked of ptxas 11.8, 12.4 and 12.9.
#[test]
fn constants_in_registers_are_followed() {
    let text = "\
.version 7.0\n.target sm_60\n.address_size 64\n.visible .entry f(.param .u64 p) {\n.reg .b32 a, d, k, m; .reg .b64 q;
ld.param.u64 q, [p]; ld.global.u32 a, [q]; mov.b32 k, 4660; mov.b32 m, 5;\nvadd.u32.u32.u32 d, a, k.b1;
vset.s32.s32.lt a, d, m;\nvadd.u32.u32.u32 d, d, k.h0;\nadd.u32 d, d, a; st.global.u32 [q], d;\nret; }\n";
    let file = File::new("known.ptx", text);
    vmad(&["ptx", "safe", "--ptxas", "11.8", &file]).assert_says(
        1,
        &[":7: wrong: vadd", "  D7, ", ":8: wrong: vset", "  D9, ", ":9: right: vadd", "1 right, 2 wrong"],
    );
    vmad(&["ptx", "safe", "--arch", "sm_86", &file]).assert_says(0, &["3 right, 0 wrong"]);
}

/// Oracle: ptxas 12.9 for sm_50, at -O1 and -O3, emits a word for the first `vset` alone.
#[test]
fn what_ptxas_removes_is_not_wrong() {
    let text = "\
.version 7.0\n.target sm_50\n.address_size 64\n.visible .entry f(.param .u64 p) {\n.reg .b32 a, d; .reg .b64 q; .reg .pred n;
ld.param.u64 q, [p]; ld.global.u32 a, [q]; mov.pred n, 0;\nvset.u32.u32.lt d, a, 5; st.global.u32 [q], d;
vset.u32.u32.lt d, a, 6; mov.b32 d, 0;\n@n vset.u32.u32.lt d, a, 7;
st.global.u32 [q+4], d; bra E;\nvset.u32.u32.lt d, a, 8; st.global.u32 [q+8], d;\nE: ret; }\n";
    let file = File::new("removed.ptx", text);
    let ran = vmad(&["ptx", "safe", &file]);
    ran.assert_says(
        1,
        &[
            ":7: wrong: vset",
            ":8: removed: vset",
            ":9: removed: @n vset",
            ":11: removed: vset",
            "0 right, 1 wrong",
        ],
    );
    assert_eq!(ran.stdout.matches("  ptxas removes it: ").count(), 3, "{}", ran.stdout);
    let rewritten = vmad(&["ptx", "rewrite", "--only-wrong", "--prove", &file]);
    assert!(
        rewritten.stderr.contains("1 of 4 video instructions replaced, 1 proved equal; 0 not read"),
        "{}",
        rewritten.stderr
    );
    let kept = vmad(&["ptx", "safe", "--opt", "0", &file]);
    assert!(kept.stdout.contains("0 right, 4 wrong"), "{}", kept.stdout);
}

/// A number as operand is a constant, whatever its constraint: the code of NVRTC 12.9 has it in a register of one value. A
/// variable can be one.
#[test]
fn constants_of_asm_operands_are_followed() {
    let line =
        |operand: &str| format!("asm(\"vset.u32.u32.ne %0, %1, %2;\" : \"=r\"(d) : \"r\"(a), {operand});\n");
    let own =
        "asm(\"{.reg .b32 k; mov.b32 k, 4660; vsub.u32.u32.u32 %0, %1, k.b1;}\" : \"=r\"(d) : \"r\"(a));\n";
    let lines = ["\"r\"((6))", "\"n\"(6)", "\"i\"(0x6u)", "\"r\"(six)", "\"r\"(N + 1)"].map(line).concat();
    let outputs = [("%0", "+", "a"), ("%2", "=", "d")].map(|(b, mark, input)| {
        format!("asm(\"vset.u32.u32.ne %0, %1, {b};\" : \"{mark}r\"(d) : \"r\"(a), \"r\"({input}));\n")
    });
    let file = File::new("known.cu", format!("{lines}{own}{}enum {{ N }};", outputs.concat()));
    let ran = vmad(&["ptx", "safe", "--arch", "sm_60", "--ptxas", "11.8", &file]);
    for (line, verdict) in [
        (1, "wrong"),
        (2, "wrong"),
        (3, "wrong"),
        (4, "not certain"),
        (5, "not certain"),
        (6, "wrong"),
        (7, "not certain"),
        (8, "not certain"),
    ] {
        assert!(ran.stdout.contains(&format!(":{line}: {verdict}: v")), "{}", ran.stdout);
    }
    assert_eq!((ran.stdout.matches("  D9, ").count(), ran.stdout.matches("  D7, ").count()), (3, 1));
    vmad(&["ptx", "safe", "--arch", "sm_86", &file]).assert_says(0, &["8 right, 0 wrong"]);
    let lowered = vmad(&["ptx", "lower", "--arch", "sm_60", "--ptxas", "11.8", &file]);
    for (line, is_wrong) in [(1, true), (2, true), (3, true), (4, false), (5, false)] {
        assert_eq!(lowered.stderr.contains(&format!(":{line}: D9, ")), is_wrong, "{}", lowered.stderr);
    }
    assert_eq!(lowered.code, 0);
    let replaced = vmad(&["ptx", "rewrite", "--arch", "sm_60", "--only-wrong", &file]);
    assert!(
        replaced.stderr.contains("2 of 8 video instructions replaced; 6 not read or not replaced"),
        "{}",
        replaced.stderr
    );
}

/// A source in which nothing is read is not right: also `true` and `false` of the shell.
#[test]
fn a_source_without_text_or_with_other_text_is_refused() {
    let ptx =
        "// a\n.version 8.0\n.target sm_50\n.func f() { .reg .u32 %r<3>; vset.u32.u32.lt %r0, %r1, 5; }\n";
    let files = [("empty.cu", "\n"), ("ptx.cu", ptx), ("none.cu", "int x;\n")];
    let [empty, ptx, none] = files.map(|(name, text)| File::new(name, text));
    for command in ["safe", "check", "lower", "rewrite"] {
        let run = |rest: &[&str]| vmad(&[&["ptx", command], rest].concat());
        assert_refused(&run(&[&empty]), &["empty.cu", "it is empty: nothing is read"]);
        assert_refused(&run(&[&ptx]), &["ptx.cu", "this is PTX, not C++ source"]);
        assert_refused(&run(&["--cpp", "true", &none]), &["\"true\" wrote no text: nothing is read"]);
        let ran = run(&[&none]);
        assert_eq!(ran.code, 0);
        let is_told = [&ran.stdout, &ran.stderr].iter().any(|text| text.contains("no video instruction"));
        assert!(is_told || command == "lower", "{command}: {}{}", ran.stdout, ran.stderr);
    }
    let hidden =
        File::new("hidden.cu", "#define VIDEO asm\nvoid f() { VIDEO(\"vadd.u32.u32.u32 d, a, b;\"); }\n");
    vmad(&["ptx", "safe", &hidden])
        .assert_says(2, &["hidden.cu:1: not read: a part of an asm statement in the macro 'VIDEO'"]);
    let continued =
        File::new("continued.cu", "void f() { as\\\nm(\"va\\\ndd.u32.u32.u32 %0, 1, 2;\" : \"=r\"(d)); }\n");
    vmad(&["ptx", "safe", "--arch", "sm_50", &continued]).assert_says(0, &["continued.cu:2: right: vadd"]);
}

/// Oracle: ptxas 12.9 for sm_50, asked about programs of this kind (vmad-flow's `constants.tsv`).
#[test]
fn a_value_that_ptxas_may_know_is_not_certain() {
    let program = |code: &str| {
        format!(
            ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry f(.param .u64 p, .param .u32 x) {{\n.reg .pred q; \
             .reg .b32 a, d, k, t; .reg .b64 g;\nld.param.u64 g, [p]; ld.global.u32 a, [g]; ld.param.u32 t, [x];\n{code}\n\
             vset.u32.u32.lt d, a, k;\nEND: st.global.u32 [g], d;\nret; }}\n"
        )
    };
    for (code, expected, exit) in [
        ("mov.u32 k, 0; mov.u32 k, 5;", "wrong", 1),
        ("mov.u32 k, 3; shl.b32 k, k, 4;", "wrong", 1),
        ("mov.u32 k, 0x12345; prmt.b32 k, k, 0, 0x4442;", "right", 0),
        ("add.u32 k, t, 5;", "right", 0),
        ("xor.b32 k, t, t; add.u32 k, k, 5;", "not certain", 2),
        ("ld.global.u32 k, [g+4]; setp.ne.u32 q, k, 4; @q bra END;", "not certain", 2),
        ("mov.u32 k, 5; vset.u32.u32.lt a, t, k; xor.b32 k, t, t; add.u32 k, k, 5;", "not certain", 1),
    ] {
        let file = File::new("k.ptx", program(code));
        let ran = vmad(&["ptx", "safe", &file]);
        ran.assert_says(exit, &[&format!(":8: {expected}: vset")]);
        let is_advised = ran.stdout.contains("`vmad check ");
        assert_eq!(is_advised, expected == "not certain", "{}", ran.stdout);
        let plain = vmad(&["ptx", "safe", "--opt", "0", &file]);
        assert_eq!(plain.code, 0, "{code}: {}", plain.stdout);
    }
}

/// Oracle: ptxas, whose code for each example is recorded (vmad-ptxas' `ptxas-versions.tsv`).
#[test]
fn ordinary_code_of_a_row_is_found() {
    let program = |code: &str| {
        format!(
            ".version 7.8\n.target sm_90\n.address_size 64\n.visible .entry f(.param .u64 p) {{\n.reg .b32 x, y, z, t, u, v; .reg \
             .b16 h, i; .reg .b64 g;\nld.param.u64 g, [p]; ld.global.v2.u32 {{x, y}}, [g];\n{code}\nst.global.u32 [g], z;\nret; }}\n"
        )
    };
    for (code, version, expected) in [
        ("neg.s32 t, x;\nmax.s32 u, x, t;\nmax.s32 z, y, u;", "12.6", "I4, "),
        ("neg.s32 t, x;\nmax.s32 u, x, t;\nmax.s32 z, y, u;", "13.4", ""),
        ("neg.s32 t, x;\nmax.s32 u, x, t;\nmax.s32 z, u, t;", "12.6", ""),
        ("neg.s32 t, x;\nmax.s32 u, t, x;\nmax.s32 z, u, y;", "12.9", ""),
        ("neg.s32 t, x;\nmin.s32 u, x, t;\nmax.s32 z, y, u;", "12.6", ""),
        ("neg.s32 t, x;\nmin.s32 u, y, t;\nmin.s32 z, u, v;", "12.9", "I4, "),
        ("neg.s32 t, x;\nadd.sat.s32 z, y, t;", "12.9", "I5, "),
        ("neg.s32 t, x;\nadd.sat.s32 z, t, t;", "12.9", "I6, "),
        ("add.s32 t, x, 5;\nadd.sat.s32 z, 7, t;", "12.9", "I7, "),
        ("add.s32 t, x, 5;\nadd.sat.s32 z, t, -5;", "12.9", ""),
        ("cvt.u16.u32 h, x;\nshl.b16 i, h, 65540;\ncvt.s32.s16 z, i;", "13.5", "I8, "),
        ("cvt.u16.u32 h, x;\nshr.u16 i, h, 65537;\ncvt.s32.s16 z, i;", "13.5", "I8, "),
        ("cvt.u16.u32 h, x;\nshl.b16 i, h, 65552;\ncvt.s32.s16 z, i;", "13.5", ""),
        ("neg.s32 t, x;\ncvt.sat.u8.s32 z, t;", "13.5", "I10, "),
        ("neg.s32 t, x;\nsub.sat.s32 z, t, y;", "12.9", "I5, "),
        ("neg.s32 t, x;\nsub.sat.s32 z, y, t;", "12.9", ""),
        ("sub.sat.s32 z, x, 0x80000000;", "12.9", "I1, "),
        ("sub.sat.s32 z, x, 0x80000001;", "12.9", ""),
        ("abs.s32 t, x;\ncvt.sat.s8.s32 z, t;", "13.5", "I11, "),
        ("cvt.u16.u32 h, x;\nneg.s16 i, h;\ncvt.s32.s16 z, i;", "13.2", "I2, "),
    ] {
        let file = File::new("k.ptx", program(code));
        let ran = vmad(&["ptx", "safe", "--ptxas", version, &file]);
        let line = 6 + code.lines().count();
        let is_found = ran.stdout.contains(&format!(":{line}: wrong: ")) && ran.stdout.contains(expected);
        let count = ran.stdout.matches("wrong: ").count();
        assert_eq!(
            (is_found, count),
            (!expected.is_empty(), usize::from(!expected.is_empty())),
            "{}",
            ran.stdout
        );
        assert_eq!(ran.code, i32::from(!expected.is_empty()), "{}", ran.stdout);
        let rewritten = vmad(&["ptx", "rewrite", "--ptxas", version, &file]);
        assert_eq!(rewritten.code, if expected.is_empty() { 0 } else { 2 }, "{}", rewritten.stderr);
        let is_named = rewritten.stderr.contains(&format!(":{line}: not replaced: wrong: "));
        assert_eq!(is_named, !expected.is_empty(), "{}", rewritten.stderr);
    }
}

/// Oracle: ptxas 11.7.99 to 13.5.37, asked about the first of these programs.
#[test]
fn a_difference_of_bytes_known_from_a_branch_is_not_certain() {
    let program = |code: &str| {
        format!(
            ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry f(.param .u64 p) {{\n.reg .b32 z, f, t, d; .reg .pred q; \
             .reg .b64 g;\nld.param.u64 g, [p]; mov.u32 z, 0; mov.u32 f, 4; mov.u32 t, %tid.x; mov.u32 d, 0;\n{code}\n\
             END: st.global.u32 [g], d;\nret; }}\n"
        )
    };
    let branch = "setp.ne.u32 q, f, t; @q bra END; ";
    for (code, version, exit) in [
        (format!("{branch}vsub4.u32.u32.u32 d, z, t, f;"), "13.3", 2),
        (format!("{branch}vsub4.u32.u32.u32 d, z, t, f;"), "13.4", 0),
        (format!("{branch}vadd4.u32.u32.u32 d, z, t, f;"), "13.3", 0),
        (format!("{branch}vsub4.u32.u32.u32.add d, z, t, f;"), "13.3", 0),
        ("vsub4.u32.u32.u32 d, z, t, f;".to_owned(), "13.3", 0),
        ("vsub4.u32.u32.u32 d, z, f, f;".to_owned(), "13.3", 0),
    ] {
        let file = File::new("k.ptx", program(&code));
        let ran = vmad(&["ptx", "safe", "--ptxas", version, &file]);
        assert_eq!(ran.code, exit, "{code} {}", ran.stdout);
        let is_named = ran.stdout.contains("ptxas knows b = 0x4 from a branch (D14");
        assert_eq!(is_named, exit == 2, "{}", ran.stdout);
    }
}
