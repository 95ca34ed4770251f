//! `vmad ptx lower`.

use crate::common::{assert_refused, vmad, vmad_with};

fn lower(arguments: &[&str]) -> crate::common::Ran {
    vmad(&[&["ptx", "lower"], arguments].concat())
}

#[test]
fn a_line_is_lowered_with_the_registers_asked_for() {
    let line = "vmad.s32.s32.s32 d, a, b, c;";
    for arch in ["SM50", "50", "sm50"] {
        assert_eq!(lower(&["--arch", arch, line]).stdout, lower(&["--arch", "sm_50", line]).stdout, "{arch}");
    }
    let ran = lower(&["--arch", "sm_50", "vmad.s32.s32.s32 d, a, 32768, c;"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "MOV32I R5, 0x8000; VMAD R0, R2, R5, R4\n"));
    let ran = lower(&[
        "--arch",
        "sm_61",
        "--regs",
        "d=R254,a=R8,c=R5,p=P6",
        "@p vmad.s32.s32.u32 %r1, %r2.h1, %r3.b3, 7;",
    ]);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (0, "MOV32I R6, 0x7; @P6 VMAD.S16.U8 R254, R8.H1, R3.B3, R6\n")
    );
}

#[test]
fn a_miscompile_is_said() {
    let ran = lower(&["--arch", "sm_52", "vmad.s32.u32.u32 d, a, -1, c;"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "VMAD.U32.U16 R0, R2, 0xffff, R4\n"));
    assert!(ran.stderr.contains("D4"), "{}", ran.stderr);
    let ran = lower(&["--arch", "sm_53", "vmad.s32.u32.u32.sat d, 7, -b, c;"]);
    assert!(ran.stderr.contains("D6"), "{}", ran.stderr);
    let ran = lower(&["vmad.s32.s32.u32.sat d, 7, -b, c;"]);
    assert_eq!(ran.stderr, "");
    // The code that two versions emit, and the versions of each.
    for (version, sass, versions) in [
        ("12.4", "MOV32I R5, 0xffffffff; VMNMX.U32.U32 R0, R2, R5, RZ\n", "the code of ptxas 11.2 to 12.4"),
        ("12.5", "VMNMX.U32.U16 R0, R2, 0xffff, RZ\n", "D8, a miscompile of ptxas 12.5 to 12.9"),
    ] {
        let ran = lower(&["--ptxas", version, "vmin.s32.u32.u32 d, a, -1;"]);
        assert_eq!((ran.code, ran.stdout.as_str()), (0, sass));
        assert!(ran.stderr.contains(versions), "{}", ran.stderr);
    }
    assert_refused(&lower(&["--ptxas", "13.0", "vadd.s32.s32.s32 d, a, b;"]), &["ptxas 13.0 has no sm_50"]);
}

/// Oracle: ptxas 12.9, asked for sm_50 and sm_61; register numbers are this command's.
#[test]
fn the_family_is_lowered_with_loads_and_permutations() {
    for arch in ["sm_50", "sm_62"] {
        for (line, sass, miscompile) in [
            ("vset.s32.u32.ge.add d, a, b.h1, c;", "VSET.GE.S32.U16.ACC R0, R2, R3.H1, R4", ""),
            (
                "vadd.u32.s32.s32 d.b3, a, b, 7;",
                "MOV32I R5, 0x7; VADD.UD.MRG_8B0 R0, R2, R3, RZ; PRMT R0, R5, 0x4210, R0",
                "",
            ),
            ("vmin.s32.u32.u32.sat d, a, -1;", "VMNMX.U32.U16.SAT R0, R2, 0xffff, RZ", "D8"),
            ("vset.u32.s32.lt d, a, 5;", ".word 0xb47a7fe000570200", "D9"),
            ("vset.u32.u32.hs d, a, b;", "VSET.LT.U32.U32 R0, R2, R3, RZ", "P7"),
        ] {
            let ran = lower(&["--arch", arch, line]);
            assert_eq!((ran.code, ran.stdout), (0, format!("{sass}\n")), "{line}");
            assert_eq!(ran.stderr.is_empty(), miscompile.is_empty(), "{line}");
            assert!(ran.stderr.contains(miscompile), "{}", ran.stderr);
        }
    }
    let emulated = lower(&["vabsdiff4.u32.u32.u32.sat d, a, b, c;"]);
    assert_eq!((emulated.code, emulated.stdout.as_str()), (1, ""));
    assert!(emulated.stderr.contains("not a VABSDIFF4"), "{}", emulated.stderr);
    for (line, mnemonic) in [("vmax.s32.s32.s32 d, a, b;", "VMNMX"), ("vset.u32.u32.eq d, a, 5;", "VSET")] {
        let later = lower(&["--arch", "sm_75", line]);
        assert_eq!((later.code, later.stdout.as_str()), (1, ""));
        assert!(later.stderr.contains(&format!("no {mnemonic} on sm_75")), "{}", later.stderr);
    }
}

#[test]
fn what_is_no_vmad_there_is_a_finding() {
    for row in include_str!("../data/not-lowered.tsv").lines().filter(|line| !line.starts_with('#')) {
        let [arch, line, words] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let ran = lower(&["--arch", arch, line]);
        assert_eq!((ran.code, ran.stdout.as_str()), (1, ""));
        assert!(ran.stderr.contains(words), "{}", ran.stderr);
    }
    for (arch, code) in
        [("sm_61", "XMAD.PSL.CBCC R4, R4.H1, R5.H1, R6\n"), ("sm_70", "IMAD R4, R4, R5, R6\n")]
    {
        let recorded = lower(&["--arch", arch, "vmad.s32.s32.s32 d, a, b, c;"]);
        assert_eq!(recorded.code, 1);
        assert!(recorded.stdout.ends_with(code) && recorded.stderr.contains(arch), "{}", recorded.stdout);
    }
    let input = b"vmad.s32.s32.s32 d, a, b, c;\nvmad.s32.s32.s32 d, a.b0, b.b0, c;\nvadd.s32.s32.s32 d, a, b;\nvmad\n";
    let ran = vmad_with(&["ptx", "lower", "--arch", "sm_60", "--lines"], input);
    let answers: Vec<_> = ran.stdout.lines().map(|line| line.split('\t').next().unwrap()).collect();
    assert_eq!(
        (ran.code, answers),
        (0, vec!["none", "VMAD.S8.S8 R0, R2, R3, R4", "VADD R0, R2, R3, RZ", "error"])
    );
}

/// Oracle: ptxas 12.9.86, for sm_50 and sm_61.
#[test]
fn ordinary_instructions_that_ptxas_fuses_are_lowered() {
    for (ptx, sass) in [
        ("min.s32 t, a, 255; max.s32 d, t, c;", "VMNMX.MAX R0, R2, 0xff, R4"),
        ("sad.u32 d, a, b, c;", "VABSDIFF.U32.U32.ACC R0, R2, R3, R4"),
    ] {
        for arch in ["sm_50", "sm_61"] {
            let ran = lower(&["--arch", arch, ptx]);
            assert_eq!((ran.code, ran.stdout), (0, format!("{sass}\n")), "{ptx}");
        }
        let explained = vmad(&["explain", sass]);
        assert!(explained.stdout.contains(ptx), "{}", explained.stdout);
    }
    for ptx in [
        "sad.u32 d, a, b, c; add.s32 e, a, b;",
        "sad.u32 d, a, b, c; sad.u32 e, a, b, c;",
        // Oracle: ptxas 12.9, which extends the operands.
        "sad.s16 d, a, b, c;",
    ] {
        assert_refused(&lower(&[ptx]), &["ptxas emits a video instruction for a part of this"]);
    }
    for ptx in ["add.s32 d, a, b;", "min.s32 t, a, 255; max.s32 d, t, 0;", "sad.s64 d, a, b, c;"] {
        let ran = lower(&[ptx]);
        assert_eq!((ran.code, ran.stdout.as_str()), (1, ""), "{ptx}");
        assert!(ran.stderr.contains("ptxas emits no video instruction for this"), "{}", ran.stderr);
    }
    assert_refused(&lower(&["// nothing"]), &["legal here is an instruction"]);
    assert_refused(
        &lower(&["sad.u32 d, a, b, c; vadd.u32.u32.u32 d, a, b;"]),
        &["'sad' is not an instruction of this model"],
    );
    assert_refused(&lower(&["min.s32 t, a;"]), &["is not an instruction of this model"]);
    assert_refused(&lower(&["vmad.u32.u32.u32"]), &["an instruction with its operands"]);
}

#[test]
fn a_file_is_lowered() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kernel.ptx");
    std::fs::write(&file, "vmad.s32.s32.s32 d, a, b, c;").unwrap();
    let ran = lower(&[file.to_str().unwrap()]);
    assert_eq!((ran.code, ran.stdout.ends_with("\n  VMAD R0, R2, R3, R4\n")), (0, true), "{ran:?}");
}
