//! The selection of modes.

use super::vectors;
use crate::common::{assert_refused, vmad};

#[test]
fn filters_are_honoured() {
    let csv = vectors(&[
        "--a",
        "u8,S32",
        "--asel",
        "B2,W",
        "--b",
        "S16",
        "--bsel",
        "h1",
        "--psign",
        "3",
        "--scale",
        "SHR_15,PASS",
        "--sat",
        "on",
        "--per-mode",
        "8",
        "--format",
        "csv",
    ]);
    let rows: Vec<Vec<_>> = csv.lines().skip(1).map(|line| line.split(',').collect()).collect();
    // 2 formats of A, register and immediate, 2 scales.
    assert_eq!(rows.len(), 2 * 2 * 2 * 8);
    for row in &rows {
        assert!([["U8", "B2"], ["S32", "W"]].contains(&[row[2], row[3]]), "{row:?}");
        let bsel = if row[1] == "register" { "H1" } else { "H0" };
        assert_eq!([row[4], row[5], row[6], row[8]], ["S16", bsel, "3", "1"], "{row:?}");
        assert!(["SHR_15", "PASS"].contains(&row[7]), "{row:?}");
    }
    for (form, count) in [("register", 864), ("immediate", 288), ("both", 1152)] {
        let csv = vectors(&["--form", form, "--per-mode", "1", "--format", "csv"]);
        assert_eq!(csv.lines().count(), count + 1);
        let others = ["register", "immediate"].into_iter().filter(|&other| form != "both" && form != other);
        for other in others {
            assert!(!csv.contains(other));
        }
    }
    let off = vectors(&["--sat", "off", "--per-mode", "1", "--format", "csv"]);
    assert!(off.lines().skip(1).all(|line| line.ends_with(",off")));
    for option in ["--count", "--per-mode"] {
        assert_refused(
            &vmad(&["vectors", option, "0"]),
            &[option, "a number from 1, decimal, or hexadecimal with 0x"],
        );
    }
}

#[test]
fn bad_filters_are_refused_in_words() {
    let long: &[(&[&str], &[&str])] = &[
        (&["--a", "U9"], &["'U9'", "--a", "expected U8, S8, U16, S16, U32, S32"]),
        (&["--b", "U8,,S8"], &["''", "--b", "expected U8"]),
        (&["--asel", "B4"], &["'B4'", "expected B0, B1, B2, B3, H0, H1, W"]),
        (&["--psign", "4"], &["'4'", "expected 0, 1, 2, 3"]),
        (&["--scale", "SHR_8"], &["'SHR_8'", "expected PASS, SHR_7, SHR_15"]),
        (&["--sat", "yes"], &["'yes'", "on, off"]),
        (&["--form", "imm"], &["'imm'", "register, immediate, both"]),
        (&["--seed", "0x+1"], &["'0x+1'", "hexadecimal digits"]),
        (&["--seed", "-1"], &["-1"]),
        (&["--seed", "18446744073709551616"], &["expected 0 to 18446744073709551615"]),
        (&["--count", "1", "--per-mode", "1"], &["--count", "--per-mode", "cannot be used with"]),
        (&["--format", "xml"], &["'xml'", "jsonl, csv, readmemh"]),
        (&["--instruction", "VMAD.U9.U8 R0, R2, R3, R4"], &["U9"]),
        (&["--instruction", "0x5f1c020070370200"], &["--instruction", "B select"]),
        (&["--instruction", "VMAD.U8.U8 R1, R2, R2, R2"], &["--instruction", "R2 occurs twice"]),
        (&["--instruction", "VMAD.U8.U8 R1, RZ, R2, R2"], &["--instruction", "R2 occurs twice"]),
        (&["--seed", "-1"], &["--seed", "expected 0 to 18446744073709551615"]),
        (&["--instruction", "VMAD R0, R2, R3, R4", "--sat", "on"], &["--sat", "cannot be used with"]),
        (&["--instruction", "VMNX"], &["--instruction", "VMNX"]),
        (
            &["--instruction", "VADD", "--scale", "SHR_7"],
            &["--scale", "VADD has no field", "psign, SAT, secop"],
        ),
        (
            &["--instruction", "VSET", "--field", "secop=ACD"],
            &["secop=ACD", "not a value of secop", "did you mean ACC?"],
        ),
        (&["--instruction", "VSET", "--field", "secop"], &["--field", "expected FIELD=VALUES"]),
        (&["--instruction", "VABSDIFF4", "--asel", "B0"], &["--asel", "A select=3210"]),
        (&["--instruction", "VABSDIFF4 R0, R1, 0x5, R2"], &["no source says"]),
        (&["--instruction", "VSHL", "--b", "S8"], &["the filters", "B of a shift is unsigned"]),
        (&["--a", "U16,U8", "--asel", "B1"], &["--asel", "no selector fits --a U16", "H0 and H1"]),
        (&["--b", "U32", "--bsel", "H1", "--form", "register"], &["--bsel", "no selector fits --b U32"]),
        (&["--b", "U8", "--form", "immediate"], &["the filters", "no mode matches", "U16 or S16"]),
    ];
    for (arguments, words) in long {
        let ran = vmad(&[&["vectors"], *arguments].concat());
        assert_eq!(ran.stdout, "", "{arguments:?}");
        assert_refused(&ran, words);
    }
}

/// A value is its name in the tables, its suffix in assembly text or its number.
#[test]
fn values_of_fields_have_several_names() {
    for (mnemonic, same) in [
        ("VADD", &["psign=3", "PSIGN=PO", "psign=po"][..]),
        ("VADD", &["SAT=1", "sat=SAT"]),
        ("VSET", &["secop=MRG_16L", "secop=1"]),
    ] {
        let of = |field| vectors(&["--instruction", mnemonic, "--count", "8", "--field", field]);
        let first = of(same[0]);
        assert_eq!(first.lines().count(), 8);
        assert!(same.iter().all(|field| of(field) == first), "{same:?}");
    }
}
