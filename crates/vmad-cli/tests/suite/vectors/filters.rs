//! The selection of modes.

use super::vectors;
use crate::common::{assert_refused, vmad};

#[test]
fn filters_are_honoured() {
    let filters =
        "--a u8,S32 --asel B2,W --b S16 --bsel h1 --psign 3 --scale SHR_15,PASS --sat on --per-mode 8";
    let filters: Vec<_> = filters.split(' ').chain(["--format", "csv"]).collect();
    let csv = vectors(&filters);
    let rows: Vec<Vec<_>> = csv.lines().skip(1).map(|line| line.split(',').collect()).collect();
    // 2 formats of A, register and immediate, 2 scales.
    assert_eq!(rows.len(), 2 * 2 * 2 * 8);
    for row in &rows {
        assert!([["U8", "B2"], ["S32", "W"]].contains(&[row[6], row[7]]), "{row:?}");
        let bsel = if row[5] == "register" { "H1" } else { "H0" };
        assert_eq!([row[8], row[9], row[10], row[12]], ["S16", bsel, "3", "1"], "{row:?}");
        assert!(["SHR_15", "PASS"].contains(&row[11]), "{row:?}");
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
