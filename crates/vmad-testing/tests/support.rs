//! The numbers, lists and comparisons that other tests use.

use std::{
    env,
    process::{Command, Output},
};

use vmad_testing::{assert_chapter, assert_snapshot, skip, step};

/// What a test does in a process with other variables: see [`child`].
#[test]
#[ignore = "the other tests run it"]
fn in_a_child() {
    match env::var("VMAD_TESTING_CHILD").as_deref() {
        Ok("lengths") => {
            println!("lengths {} {} {}.", vmad_testing::long(), vmad_testing::cases(3, 50), step(7));
        }
        Ok("skip") => skip("a test", "no reason"),
        Ok("chapter") => assert_chapter("SUMMARY.md", "another text"),
        Ok("snapshot") => assert_snapshot("fuzz", "cases", "another text"),
        _ => {}
    }
}

fn child(what: &str, long: Option<&str>) -> Output {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "in_a_child", "--ignored", "--nocapture"]);
    command.env("VMAD_TESTING_CHILD", what).env("INSTA_UPDATE", "no");
    command.env_remove("UPDATE_DOCS").env_remove("VMAD_LONG").env_remove("INSTA_FORCE_PASS");
    if let Some(long) = long {
        command.env("VMAD_LONG", long);
    }
    command.output().unwrap()
}

#[test]
fn a_variable_lengthens_the_sweeps() {
    for (long, lengths, note) in [
        (None, "lengths false 3 7.", "*** short sweeps; VMAD_LONG=1 runs the long ones ***"),
        (Some("0"), "lengths false 3 7.", "*** short sweeps"),
        (Some("1"), "lengths true 50 1.", "*** long sweeps, VMAD_LONG=1 ***"),
        (Some("3"), "lengths true 150 1.", "*** long sweeps, VMAD_LONG=3 ***"),
    ] {
        let output = child("lengths", long);
        assert!(String::from_utf8_lossy(&output.stdout).contains(lengths), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(note), "{output:?}");
    }
    assert!(!child("lengths", Some("many")).status.success());
}

#[test]
fn a_skipped_test_is_named() {
    let output = child("skip", None);
    assert!(String::from_utf8_lossy(&output.stderr).contains("*** SKIPPED: a test: no reason ***"));
}

/// A comparison with a file can fail.
#[test]
fn another_text_is_a_failure() {
    for what in ["chapter", "snapshot"] {
        assert!(!child(what, None).status.success(), "{what}");
    }
    assert!(child("nothing", None).status.success());
}
