//! The video instructions other than `VMAD`.

use super::{check, findings, objects};

/// A minimal file for each miscompile of a constant or a comparison.
#[test]
fn miscompiles_of_the_family_are_found() {
    for (name, row, verdict) in [("d8", "D8", "differs"), ("d9", "D9", "differs"), ("p7", "P7", "differs")] {
        let files =
            [format!("tests/data/family/{name}.ptx"), format!("tests/data/family/{name}.sm_50.cubin")];
        let files = [files[0].as_str(), files[1].as_str()];
        let ran = check(files, &["--json"]);
        assert_eq!(findings(&ran), [(13, verdict.to_owned(), row.to_owned())]);
        assert_eq!((ran.code, check(files, &["--allow", row]).code), (1, 0));
        assert_eq!(check(files, &["--allow", "D4"]).code, 1);
    }
    let ran = check(["tests/data/family/d9.ptx", "tests/data/family/d9.sm_50.cubin"], &[]);
    assert!(ran.stdout.contains("0030: .word 0xb47a7fe000570000\n"), "{}", ran.stdout);
    check(["tests/data/family/emulated.ptx", "tests/data/family/emulated.sm_50.cubin"], &[])
        .assert_says(0, &[", 1 vabsdiff4\n"]);
}

/// `VADD` to `VABSDIFF4`: compared, and proved but for the merges by `PRMT`.
#[test]
fn the_family_is_compared() {
    const FAMILY: [&str; 2] =
        ["../vmad-validate/tests/data/family.ptx", "../vmad-validate/tests/data/family-table.sm_50.cubin"];
    check(FAMILY, &[]).assert_says(
        0,
        &[
            "sm_50, made by ptxas 12.9: 29 video instructions: 29 equal, ",
            "the operands of 2\n  words of min, max and sad\n",
        ],
    );
    if !vmad_testing::long() {
        return vmad_testing::skip("the proof of the family's words", "it is of the long form");
    }
    let solver = ["--prove", "--json", "--cases", "8"];
    let ran = check(FAMILY, &solver);
    assert_eq!(objects(&ran).last().unwrap()["summary"]["proved"], 26, "{}", ran.stderr);
    assert_eq!(ran.code, 2);
}
