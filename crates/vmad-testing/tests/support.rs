//! The numbers, lists and comparisons that other tests use.

use std::{
    collections::HashSet,
    env,
    process::{Command, Output},
};

use vmad_testing::{
    assert_chapter, assert_snapshot,
    cases::{Numbers, digest},
    panics, root, shapes, skip, step,
};

/// The generator must not change: recorded digests are those of its numbers.
#[test]
fn the_numbers_of_a_seed_are_known() {
    let mut numbers = Numbers::new(3);
    let found = [(); 4].map(|()| numbers.number(64));
    assert_eq!(
        found,
        [0x80, 4_402_181_658_423_684_967, 12_799_999_497_491_551_068, 18_369_223_263_892_142_245]
    );
    let mut numbers = Numbers::new(1);
    let words: Vec<u32> = (0..1000).map(|index| numbers.number(1 + index % 32) as u32).collect();
    assert_eq!(digest(words), 0x35e6_148c_6f35_73e3);
    let short = (0..1000).filter(|_| numbers.number(64) < 1 << 32).count();
    assert!((200..450).contains(&short), "{short}");
}

/// FNV-1a: the second value is from its authors' test vectors.
#[test]
fn a_digest_is_fnv() {
    assert_eq!(digest([]), 0xcbf2_9ce4_8422_2325);
    assert_eq!(digest([u32::from_le_bytes(*b"foob")]), 0xdd12_0e79_0c25_12af);
}

#[test]
fn shapes_are_in_the_order_of_the_record() {
    for (name, count, at, shape) in [
        ("vmad", 784, 98, "%d, %a, -%b, %c"),
        ("lanes2", 24, 1, "%d, %a, %b.h02, %c"),
        ("lanes4", 24, 7, "%d.b31, %a.b7310, %b.b0246, %c"),
        ("mask", 1560, 6, "%d.b01, %a, %b, %c"),
        ("asel2", 81, 10, "%d, %a.h11, %b, %c"),
        ("bsel2", 81, 80, "%d, %a, %b.h88, %c"),
        ("asel4", 6561, 6560, "%d, %a.b8888, %b, %c"),
        ("bsel4", 6561, 1234, "%d, %a, %b.b1621, %c"),
    ] {
        let found = shapes(name);
        assert_eq!((found.len(), found[at].as_str()), (count, shape), "{name}");
        assert_eq!(found.iter().collect::<HashSet<_>>().len(), count, "{name}");
    }
    assert_eq!((shapes("tail").len(), shapes("tail")[765].as_str()), (766, "%d, -%a.h1, -%b.h1"));
    assert!(panics(|| drop(shapes("lanes3"))));
}

#[test]
fn paths_begin_at_the_root() {
    assert!(std::fs::exists(root("docs/src/SUMMARY.md")).unwrap());
}

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
