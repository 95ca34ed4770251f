//! `vmad ptx safe`.

use crate::common::vmad;

#[test]
fn an_instruction_has_its_verdicts_and_what_to_write() {
    let ran = vmad(&["ptx", "safe", "vadd.u32.u32.u32 d.h1, a, b, c;"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    let expected = "sm_50-53    right\nsm_60-62    right\nsm_70-120   wrong: D10\n  on sm_70-120, write\n    \
                    .reg .b32 result;\n    vadd.u32.u32.u32 result, a, b;\n    bfi.b32 d, result, c, 16, 16;\n";
    assert_eq!(ran.stdout, expected);
    let ran = vmad(&["ptx", "safe", "vset.u32.u32.hs d, a, b;"]);
    assert_eq!(ran.code, 1);
    for part in [
        "wrong: P7",
        "sm_70-120   illegal",
        "sm_50-53 and sm_60-62 and sm_70-120",
        "vset.u32.u32.ge d, a, b;",
    ] {
        assert!(ran.stdout.contains(part), "{part}: {}", ran.stdout);
    }
    let ran = vmad(&["ptx", "safe", "vmad.s32.s32.s32 d, a.b0, b.b0, c;"]);
    assert_eq!((ran.code, ran.stdout.matches("right").count(), ran.stdout.lines().count()), (0, 3, 3));
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
        assert!(rows.stdout.contains("  on sm_"), "{name}: {}", rows.stdout);
    }
    for miscompile in ["D3", "D3p", "D4", "D6", "D8", "D9", "D10", "D11", "D12", "D13", "P7"] {
        assert!(table.contains(&format!("wrong: {miscompile}")), "{miscompile}");
    }
}
