//! `vmad ptx equal` and `vmad ptx idioms`.

use std::fs;

use crate::common::{Ran, assert_refused, vmad};

const VMADS: &str = "vmad.s32.s32.s32 t, a.b0, b.b0, c; vmad.s32.s32.s32 t, a.b1, b.b1, t;
    vmad.s32.s32.s32 t, a.b2, b.b2, t; vmad.s32.s32.s32 d, a.b3, b.b3, t;";

/// The command's end; [`None`] without a solver.
fn equal(arguments: &[&str]) -> Option<Ran> {
    let ran = vmad(&[&["ptx", "equal"], arguments].concat());
    if ran.stderr.contains("no SMT solver") {
        vmad_testing::skip("vmad ptx equal", &ran.stderr);
        return None;
    }
    Some(ran)
}

#[test]
fn four_vmads_are_a_dp4a() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("vmads.ptx");
    fs::write(&path, format!("{{\n  .reg .b32 t;\n  {VMADS}\n}}\n")).unwrap();
    let path = path.to_str().unwrap();
    let Some(ran) = equal(&[path, "-e", "dp4a.s32.s32 d, a, b, c"]) else { return };
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout.starts_with("equal: d for all values of a, b, c ("), "{}", ran.stdout);
}

#[test]
fn a_counterexample_is_run_through_both() {
    let altered = VMADS.replace("a.b2", "a.b1");
    let Some(ran) = equal(&["-e", "dp4a.s32.s32 d, a, b, c;", "-e", &altered]) else { return };
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
        let Some(ran) = equal(&["-e", left, "-e", right]) else { return };
        assert_eq!(ran.code, i32::from(verdict != "equal"), "{left} {right} {}{}", ran.stdout, ran.stderr);
    }
}

#[test]
fn an_undecided_question_is_neither() {
    // Solvers have no fast answer about remainders of variables.
    let codes = ["-e", "rem.u32 d, a, b;", "-e", "rem.u32 t, a, b; rem.u32 d, t, b;"];
    let Some(ran) = equal(&[&codes[..], &["--time-limit", "1"]].concat()) else { return };
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

/// Every idiom is equal to its reference.
#[test]
fn every_idiom_is_proved() {
    let ran = vmad(&["ptx", "idioms", "--prove"]);
    if ran.stderr.contains("no SMT solver") {
        vmad_testing::skip("vmad ptx idioms --prove", &ran.stderr);
        return;
    }
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let names = names_of_idioms();
    let expected: String = names.iter().map(|name| format!("{name:<18}proved\n")).collect();
    assert_eq!(ran.stdout, expected);
    assert_eq!(names.len(), 32);
}

fn names_of_idioms() -> Vec<String> {
    let list = vmad(&["ptx", "idioms"]).stdout;
    let rows = list.lines().skip(1).filter(|line| !line.starts_with(' '));
    rows.map(|line| line.split_whitespace().next().unwrap().to_owned()).collect()
}

/// The instructions in the CUDA function are those of the PTX, with the operands of the constraints.
#[test]
fn every_idiom_has_a_cuda_function_and_counts() {
    for name in names_of_idioms() {
        let ran = vmad(&["ptx", "idioms", &name]);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
        let section = |title: &str| -> Vec<&str> {
            let lines = ran.stdout.lines().skip_while(|line| *line != title).skip(1);
            lines.take_while(|line| line.starts_with("  ")).map(str::trim).collect()
        };
        let cuda = section("CUDA");
        let strings: Vec<&str> = cuda.iter().filter_map(|line| line.split('"').nth(1)).collect();
        let last = cuda.iter().find(|line| line.starts_with(": ")).unwrap();
        let inputs: Vec<&str> =
            last.split("\"r\"(").skip(1).map(|it| it.split(')').next().unwrap()).collect();
        let instructions: Vec<String> = strings[1..strings.len() - 1]
            .iter()
            .map(|line| {
                let line = line.trim_end_matches('}').trim().replace("%0", "d");
                inputs
                    .iter()
                    .enumerate()
                    .fold(line, |line, (index, name)| line.replace(&format!("%{}", index + 1), name))
            })
            .collect();
        assert_eq!(instructions, section("PTX"), "{name}");
        let counts: Vec<&str> = ran.stdout.lines().filter(|line| line.starts_with("this")).collect();
        assert_eq!(counts[0].split_whitespace().count(), 5, "{name}");
    }
    let sass = vmad(&["ptx", "idioms", "dp4a-s32-s32", "--sass", "sm_50,sm_61"]).stdout;
    let first = "  VMAD.S8.S8 R6, R4, R5, R6       ";
    for part in [
        format!("\n  sm_50, this                      the other\n{first} no such instruction\n"),
        format!("\n  sm_61, this                      the other\n{first} IDP.4A.S8.S8 R4, R4, R5, R6\n"),
    ] {
        assert!(sass.contains(&part), "{part}: {sass}");
    }
    // The idioms whose code ptxas miscompiles for later targets say so.
    let warned = names_of_idioms().into_iter().filter(|name| {
        let text = vmad(&["ptx", "idioms", name]).stdout;
        text.split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .contains("Not for sm_70-72, ptxas 11.2 to 12.9; sm_75-121, ptxas 11.2 to 13.")
    });
    let warned: Vec<String> = warned.collect();
    assert_eq!(warned, ["add-sat-u32", "clamp-u8-merge", "add-sat-s16x2", "max-u16x2"]);
    let wrong = vmad(&["ptx", "idioms", "clamp", "--sass", "sm_90"]);
    assert_refused(&wrong, &["sm_90", "sm_50, sm_61, sm_70, sm_80"]);
}
