//! `vmad ptx equal`.

use crate::common::{File, Ran, assert_refused, vmad};

const VMADS: &str = "vmad.s32.s32.s32 t, a.b0, b.b0, c; vmad.s32.s32.s32 t, a.b1, b.b1, t;
    vmad.s32.s32.s32 t, a.b2, b.b2, t; vmad.s32.s32.s32 d, a.b3, b.b3, t;";

fn equal(arguments: &[&str]) -> Ran {
    vmad(&[&["ptx", "equal"], arguments].concat())
}

#[test]
fn four_vmads_are_a_dp4a() {
    let file = File::new("vmads.ptx", format!("{{\n  .reg .b32 t;\n  {VMADS}\n}}\n"));
    let ran = equal(&[&file, "dp4a.s32.s32 d, a, b, c"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout.starts_with("equal: d for all values of a, b, c ("), "{}", ran.stdout);
}

#[test]
fn a_counterexample_is_run_through_both() {
    let altered = VMADS.replace("a.b2", "a.b1");
    let ran = equal(&["dp4a.s32.s32 d, a, b, c;", &altered]);
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

/// Only in the name of a source file is a number after a colon a line.
#[test]
fn a_file_can_have_a_colon_in_its_name() {
    let file = File::new("code:3", "add.u32 e, a, b;");
    assert_refused(&equal(&[&file, "add.u32 d, a, b"]), &["(e and d)"]);
}

/// Equal under an assumption is not equal.
#[test]
fn an_assumption_is_not_decided() {
    // What the user assumes is asked for.
    let codes = ["mul24.lo.u32 d, a, 3;", "mul.lo.u32 d, a, 3;"];
    let ran = equal(&[&codes[..], &["--assume", "setp.lt.u32 p, a, 4096"]].concat());
    assert_eq!(ran.code, 0, "{} {}", ran.stdout, ran.stderr);
    let divided = ["div.u32 d, a, b;", "div.u32 d, a, b; add.u32 d, d, 0;"];
    let odd = "or.b32 b, b, 1; div.u32 d, a, b;";
    for (codes, assumption, expected) in [
        (divided, "setp.ne.u32 p, b, 0", 0),
        (divided, "setp.lt.u32 p, 7, b", 0),
        (divided, "setp.ne.u32 p, b, 1", 2),
        ([odd, odd], "setp.lt.u32 p, b, 100", 0),
    ] {
        let ran = equal(&[&codes[..], &["--assume", assumption]].concat());
        assert_eq!(ran.code, expected, "{assumption} {} {}", ran.stdout, ran.stderr);
        let text = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains("that satisfy the assumptions"), "{text}");
        assert_eq!(text.contains("assuming that b is"), expected == 2, "{text}");
    }
}

#[test]
fn an_answer_by_polynomials_is_not_called_checked() {
    let codes =
        ["and.b32 x, a, 3; mad.lo.u32 d, x, b, x;", "and.b32 x, a, 3; add.u32 s, b, 1; mul.lo.u32 d, x, s;"];
    for (option, proof) in
        [(None, "by integer polynomials, not checked"), (Some("--checked"), "the proof checked")]
    {
        let ran = vmad(&[&["ptx", "equal"][..], &codes, option.as_slice()].concat());
        let text = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(text.contains(proof), "{text}");
    }
}
