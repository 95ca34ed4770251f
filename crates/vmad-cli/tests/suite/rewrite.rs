//! `vmad ptx rewrite`.

use std::fs;

use crate::common::vmad;

#[test]
fn an_instruction_is_replaced_or_printed_as_it_is() {
    let ran = vmad(&["ptx", "rewrite", "--prove", "@p vadd.u32.u32.u32.sat d, a, t0;"]);
    let block = "// sm_86: ptxas is wrong: D12 (11.2 to 13.5); about 7 SASS instructions, ordinary code \
                 about 3: those of vadd.u32.u32.u32.sat d, a, b; proved equal\n{\n  .reg .b32 t1, t2;\n  not.b32 t1, t0;\n  \
                 min.u32 t2, a, t1;\n  @p add.s32 d, t2, t0;\n}\n";
    assert_eq!((ran.code, ran.stdout.as_str()), (0, block), "{}", ran.stderr);
    let kept = vmad(&["ptx", "rewrite", "--arch", "sm_86", "vabsdiff4.u32.u32.u32.add d, a, b, c;"]);
    assert_eq!(kept.code, 0);
    assert!(kept.stdout.ends_with("\nvabsdiff4.u32.u32.u32.add d, a, b, c;\n"), "{}", kept.stdout);
    let right = ["ptx", "rewrite", "--only-wrong", "vavrg4.u32.u32.u32 d, a, b, c;"];
    assert!(vmad(&right).stdout.ends_with("\nvavrg4.u32.u32.u32 d, a, b, c;\n"));
    let maxwell = vmad(&["ptx", "rewrite", "--arch", "sm_50", "vset.u32.s32.lt d, a, 5;"]);
    assert!(maxwell.stdout.ends_with("\nvset.s32.u32.gt d, 5, a;\n"), "{}", maxwell.stdout);
    assert_eq!(vmad(&["ptx", "rewrite", "mad.rn.f32 d, a, b, c;"]).code, 2);
    assert_eq!(vmad(&["ptx", "rewrite", "vadd d;"]).code, 2);
}

#[test]
fn nothing_in_a_rewritten_file_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rewritten.ptx").display().to_string();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/family/later.ptx");
    let ran = vmad(&["ptx", "rewrite", "--prove", file, "-o", &path]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{}", ran.stderr);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("/* vsub.u32.u32.u32.sat %c.b0, %a, %b, %d; */\n"), "{text}");
    let checked = vmad(&["ptx", "safe", &path]);
    assert_eq!(checked.code, 0, "{}\n{text}", checked.stdout);
}

#[test]
fn a_source_keeps_its_operands() {
    let folder = tempfile::tempdir().unwrap();
    let [path, output] = ["k.cu", "new.cu"].map(|name| folder.path().join(name).display().to_string());
    let statement = |text: &str| format!("asm({text} : \"=r\"(d) : \"r\"(x << 7), \"r\"(b));\n");
    let source = statement("\"vadd.u32.u32.u32.sat %0, %1, %2;\"")
        + &statement("\"vadd.u32.u32.u32\" \".sat %0, %1, %2;\"");
    fs::write(&path, &source).unwrap();
    let block = "\"{ .reg .b32 t0, t1; not.b32 t0, %2; min.u32 t1, %1, t0; add.s32 %0, t1, %2; }\"";
    let ran = vmad(&["ptx", "rewrite", &path]);
    assert_eq!((ran.code, ran.stdout), (2, format!("// {path}:1\n{}", statement(block))), "{}", ran.stderr);
    assert!(ran.stderr.contains("k.cu:2: not edited"), "{}", ran.stderr);
    assert_eq!(vmad(&["ptx", "rewrite", &path, "-o", &output]).code, 2);
    let written = fs::read_to_string(&output).unwrap();
    assert_eq!(written, statement(block) + source.lines().nth(1).unwrap() + "\n");
    // Of a proof that no checker reads, only those of replaced instructions are counted.
    for (text, told) in [
        (
            "\"vmad.s32.u32.u32 %0, %1, -1, %2;\"",
            "1 proved equal (1 of them by integer polynomials, not checked)",
        ),
        ("\"vmad.s32.u32.u32\" \" %0, %1, -1, %2;\"", "0 proved equal; 1 not read"),
    ] {
        fs::write(&path, statement(text)).unwrap();
        let ran = vmad(&["ptx", "rewrite", "--prove", &path]);
        assert!(ran.stderr.contains(told), "{}", ran.stderr);
    }
}
