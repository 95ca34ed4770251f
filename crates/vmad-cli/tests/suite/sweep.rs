//! `vmad sweep`.

use serde_json::Value;

use crate::common::{Ran, assert_snapshot, vmad};

/// A sample of the settings on corners: enough to see the command at work.
const SAMPLE: [&str; 5] = ["sweep", "--part", "corners", "--every", "61"];
/// A reading that differs from the unit in 45 modes.
const OTHER: [&str; 2] = ["--reading", "minus-c=sign-of-final"];

fn sample(arguments: &[&str]) -> Ran {
    vmad(&[&SAMPLE[..], arguments].concat())
}

/// A report, without what no two runs have in common.
fn report(ran: &Ran) -> Value {
    assert_eq!(ran.stderr, "");
    let mut report: Value = serde_json::from_str(&ran.stdout).unwrap();
    report["core_seconds"] = 0.into();
    report
}

#[test]
fn equal_is_said_and_is_fine() {
    let ran = sample(&["--jobs", "2"]);
    // Progress is for terminals.
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    ran.assert_says(
        0,
        &[
            "a sample, 1 of 61 units, of corners of VMAD\n",
            "units        78\n",
            "  differences  0\n",
            "million a second a core",
        ],
    );
    let bytes = vmad(&["sweep", "--part", "bytes,halves-of-a", "--every", "1600", "--json"]);
    let bytes = report(&bytes);
    assert_eq!([&bytes["units"], &bytes["differences"]], [2, 0]);
    // All pairs of bytes, and all half-words by 11 corners of a byte; each by 24 corners of C.
    assert_eq!(bytes["comparisons"], 65536 * (1 + 11) * 24);
}

#[test]
fn differences_are_grouped_shown_and_a_finding() {
    let ran = sample(&OTHER);
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    // No two runs have the speed in common.
    let lines = ran.stdout.lines().filter(|line| !line.contains("million"));
    assert_snapshot("check_differences", &lines.collect::<Vec<_>>().join("\n"));
    let json = sample(&[&OTHER[..], &["--json"]].concat());
    assert_eq!(json.code, 1);
    let json = report(&json);
    let groups = json["groups"].as_object().unwrap();
    assert!(!groups.is_empty() && groups.len() <= 20, "{}", groups.len());
    assert!(ran.stdout.contains(&format!("differences  {}, in {} modes", json["differences"], groups.len())));
    for (mode, group) in groups {
        assert!(ran.stdout.contains(&format!("{mode}: {}\n", group["count"])), "{mode}");
        let first = &group["first"];
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let [a, b, c] = [0, 1, 2].map(|index| text(&first["inputs"][index]));
        assert!(ran.stdout.contains(&format!("first on a = {a}, b = {b}, c = {c}\n")), "{mode}");
        assert!(ran.stdout.contains(&format!("  {}  {}\n", text(&first["ptx_result"]), text(&first["ptx"]))));
        // The example is true: the unit does say so.
        let sass = text(&first["sass"]);
        let ports = [format!("R2={a}"), format!("R3={b}"), format!("R4={c}")];
        let executed = vmad(&[&["exec", sass.as_str()], &ports.each_ref().map(String::as_str)[..]].concat());
        assert_eq!(executed.stdout, format!("R0 = {}\n", text(&first["sass_result"])));
        assert_ne!(first["sass_result"], first["ptx_result"]);
    }
}

#[test]
fn the_family_is_swept_by_name() {
    let family = |arguments: &[&str]| {
        vmad(&[&["sweep", "--part", "corners", "--every", "4001", "--instruction"], arguments].concat())
    };
    let ran = family(&["vshl,VSETP"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    ran.assert_says(
        0,
        &["a sample, 1 of 4001 units, of corners of VSETP, VSHL\n", "units        4\n", "differences  0\n"],
    );
    let ran = family(&["VSHL", "--reading", "shift-left=whole", "--json"]);
    assert!(ran.code <= 1);
    assert_eq!(report(&ran)["scope"]["reading"], "shift-left=whole");
}
