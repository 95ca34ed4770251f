//! The PTX that a cubin embeds.

use std::fs;

use serde_json::Value;

use super::{EVERY, LINES, check, objects, pairs};
use crate::common::{assert_refused, vmad};

#[test]
fn a_cubin_alone_is_compared_with_its_own_ptx() {
    let ran = vmad(&["check", LINES[1], "--json"]);
    assert_eq!((ran.code, &pairs(&ran)), (0, &pairs(&check(LINES, &["--json"]))));
    assert_refused(&vmad(&["check", EVERY[1]]), &[EVERY[1], "it embeds no PTX", "-lineinfo"]);
    assert_refused(&vmad(&["check", "no-such-file"]), &["no-such-file"]);
}

/// A fat binary of two cubins, one of which embeds its PTX, and the PTX of the other.
#[test]
fn each_cubin_of_a_program_is_compared_with_its_ptx() {
    for name in ["plain", "all", "size"] {
        let file = format!("../vmad-files/tests/data/{name}.fatbin");
        let ran = vmad(&["check", &file, "--json"]);
        assert_eq!(ran.code, 1, "{}", ran.stderr);
        let objects = objects(&ran);
        let images: Vec<&str> = objects.iter().filter_map(|it| it["image"].as_str()).collect();
        assert_eq!(images.len(), 2);
        let sums: Vec<_> = objects.iter().filter(|it| !it["summary"].is_null()).collect();
        let counts = |it: &Value| {
            (it["arch"].clone(), it["summary"]["instructions"].clone(), it["summary"]["equal"].clone())
        };
        let expected = [("sm_50", 8, 8), ("sm_61", 26, 8)];
        for (sum, (arch, vmads, equal)) in sums.iter().zip(expected) {
            assert_eq!(counts(sum), (arch.into(), vmads.into(), equal.into()), "{name}");
        }
        // Given PTX is that of one of them.
        let ran = check([LINES[0], &file], &[]);
        assert_eq!(ran.code, 0, "{}", ran.stdout);
        assert!(ran.stdout.ends_with("not checked: 1 cubin without PTX\n"), "{}", ran.stdout);
        assert_refused(&check(["cubins/every-form.ptx", &file], &[]), &["none of its 2 cubins has PTX here"]);
    }
}

/// No cubin is counted as unchecked if each has PTX. JSON has no such line.
#[test]
fn only_cubins_without_ptx_are_counted() {
    let file = "../vmad-files/tests/data/plain.fatbin";
    let ran = vmad(&["check", file]);
    assert!(ran.stdout.contains(", image at ") && !ran.stdout.contains(" without PTX"), "{}", ran.stdout);
    let objects = objects(&check([LINES[0], file], &["--json"]));
    assert_eq!(objects.iter().filter(|it| it["image"].is_string()).count(), 1, "{objects:?}");
}

/// The kernels of an unsupported architecture are not read: such a cubin gets the only PTX of the program.
#[test]
fn a_cubin_of_another_architecture_has_the_only_ptx() {
    let mut bytes = fs::read(vmad_testing::root("crates/vmad-files/tests/data/plain.fatbin")).unwrap();
    let cubins: Vec<_> = (0..bytes.len()).filter(|at| bytes[*at..].starts_with(b"\x7fELF")).collect();
    // The architecture is in the header's flags.
    let arch = cubins[1] + 48;
    assert_eq!(bytes[arch], 61);
    bytes[arch] = 75;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("other.fatbin");
    fs::write(&path, bytes).unwrap();
    let ran = vmad(&["check", path.to_str().unwrap()]);
    assert!(
        ran.stdout.contains("\nsm_75: 26 video instructions, not compared"),
        "{} {}",
        ran.stdout,
        ran.stderr
    );
}
