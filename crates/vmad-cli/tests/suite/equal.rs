//! `vmad ptx equal`.

use std::fs;

use crate::common::{Ran, assert_refused, vmad};

const VMADS: &str = "vmad.s32.s32.s32 t, a.b0, b.b0, c; vmad.s32.s32.s32 t, a.b1, b.b1, t;
    vmad.s32.s32.s32 t, a.b2, b.b2, t; vmad.s32.s32.s32 d, a.b3, b.b3, t;";

fn equal(arguments: &[&str]) -> Ran {
    vmad(&[&["ptx", "equal"], arguments].concat())
}

#[test]
fn four_vmads_are_a_dp4a() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("vmads.ptx");
    fs::write(&path, format!("{{\n  .reg .b32 t;\n  {VMADS}\n}}\n")).unwrap();
    let path = path.to_str().unwrap();
    let ran = equal(&[path, "-e", "dp4a.s32.s32 d, a, b, c"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout.starts_with("equal: d for all values of a, b, c ("), "{}", ran.stdout);
}

#[test]
fn a_counterexample_is_run_through_both() {
    let altered = VMADS.replace("a.b2", "a.b1");
    let ran = equal(&["-e", "dp4a.s32.s32 d, a, b, c;", "-e", &altered]);
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    let value = |name: &str| {
        let line = ran.stdout.lines().find_map(|line| line.trim().strip_prefix(&format!("{name} = 0x")));
        u32::from_str_radix(line.unwrap_or_else(|| panic!("{}", ran.stdout)), 16).unwrap()
    };
    let [a, b, c] = ["a", "b", "c"].map(value);
    let sum = |bytes: [usize; 4]| {
        let (a, b) = (a.to_le_bytes(), b.to_le_bytes());
        let products = (0..4).map(|index| i32::from(a[bytes[index]] as i8) * i32::from(b[index] as i8));
        products.fold(c as i32, i32::wrapping_add)
    };
    let (left, right) = (sum([0, 1, 2, 3]), sum([0, 1, 1, 3]));
    assert_ne!(left, right);
    let first = format!("different: d is 0x{left:08x} and 0x{right:08x}");
    assert_eq!(ran.stdout.lines().next(), Some(first.as_str()));
    let last = format!("vmad.s32.s32.s32 d, a.b3, b.b3, t;  d = 0x{right:08x}");
    assert_eq!(ran.stdout.lines().last().map(str::trim), Some(last.as_str()));
}

/// The PTX ISA bounds some special registers, and relates them.
#[test]
fn special_registers_have_the_values_that_they_can_have() {
    for row in include_str!("../data/special-registers.tsv").lines().filter(|line| !line.starts_with('#')) {
        let [left, right, verdict] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let ran = equal(&["-e", left, "-e", right]);
        assert_eq!(ran.code, i32::from(verdict != "equal"), "{left} {right} {}{}", ran.stdout, ran.stderr);
    }
}

#[test]
fn an_undecided_question_is_neither() {
    // Solvers have no fast answer about remainders of variables.
    let codes = ["-e", "rem.u32 d, a, b;", "-e", "rem.u32 t, a, b; rem.u32 d, t, b;"];
    let ran = equal(&[&codes[..], &["--time-limit", "1"]].concat());
    assert_refused(&ran, &["vmad ptx equal: not decided: ", "the codes agree on all "]);
}

/// Only in the name of a source file is a number after a colon a line.
#[test]
fn a_file_can_have_a_colon_in_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("code:3");
    fs::write(&path, "add.u32 e, a, b;").unwrap();
    let arguments = ["ptx", "equal", path.to_str().unwrap(), "-e", "add.u32 d, a, b"];
    assert_refused(&vmad(&arguments), &["(e and d)"]);
}
