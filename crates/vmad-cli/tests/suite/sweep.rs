//! `vmad sweep`.

use std::{fs, path::Path};

use crate::common::{Ran, assert_refused, assert_snapshot, vmad};
use serde_json::Value;
use tempfile::TempDir;
use vmad_ptx::reading::Reading;
use vmad_xcheck::sweep::{Part, Plan, Report, Shard, run};

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

fn write(folder: &TempDir, name: &str, ran: &Ran) -> String {
    let path = folder.path().join(name);
    fs::write(&path, &ran.stdout).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn equal_is_said_and_is_fine() {
    let ran = sample(&["--jobs", "2"]);
    // Progress is for terminals.
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    for words in [
        "shard 1/1\n",
        "a sample, 1 of 61 units, of corners of VMAD\n",
        "units        78 of 78\n",
        "  differences  0\n",
        "million a second a core",
    ] {
        assert!(ran.stdout.contains(words), "{}", ran.stdout);
    }
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
    // No two runs have the speed in common, no two versions the fingerprint.
    let lines = ran.stdout.lines().skip(1).filter(|line| !line.contains("million"));
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
fn shards_merge_to_the_whole() {
    let folder = TempDir::new().unwrap();
    let whole = report(&sample(&[&OTHER[..], &["--json"]].concat()));
    let shards = ["1/3", "2/3", "3/3"].map(|shard| {
        let ran = sample(&[&OTHER[..], &["--shard", shard, "--json"]].concat());
        write(&folder, &format!("{}.json", &shard[..1]), &ran)
    });
    let [first, second, third] = shards.each_ref().map(String::as_str);
    let merged = vmad(&["sweep", "--json", "--merge", third, first, second]);
    assert_eq!(merged.code, 1);
    assert!(merged.stderr.contains("not a complete sweep"), "{}", merged.stderr);
    let mut merged: Value = serde_json::from_str(&merged.stdout).unwrap();
    assert_eq!(merged["shards"], serde_json::json!(["1/3", "2/3", "3/3"]));
    // The digest is of the shards too.
    for field in ["shards", "digest", "core_seconds"] {
        merged[field] = whole[field].clone();
    }
    assert_eq!(merged, whole);

    assert_refused(&vmad(&["sweep", "--merge", first, second, first]), &[first, "unit 0 is done in both"]);
    let equal = sample(&["--shard", "3/3", "--json"]);
    let equal = write(&folder, "equal.json", &equal);
    assert_refused(&vmad(&["sweep", "--merge", first, &equal]), &["equal.json", "another plan"]);
    // Nothing was found in it, and a part is missing.
    let partial = vmad(&["sweep", "--merge", &equal]);
    assert_eq!(partial.code, 2);
    assert!(partial.stdout.contains("units        26 of 78\n"), "{}", partial.stdout);
    assert!(partial.stderr.contains("52 units missing"), "{}", partial.stderr);
}

/// A state as a run leaves it that was stopped after some units.
fn stopped(path: &Path, units: u32) {
    let plan = Plan::of(&[Part::Corners], 61, Reading::DEFAULT);
    let mut report = Report::new(&plan, Shard::WHOLE);
    let stop = |report: &Report| if report.units_done() < units { Ok(()) } else { Err(()) };
    assert_eq!(run(&plan, Shard::WHOLE, &mut report, 1, stop), Err(()));
    fs::write(path, serde_json::to_string(&report).unwrap()).unwrap();
}

#[test]
fn a_state_is_gone_on_from() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("state.json");
    let state = path.to_str().unwrap();
    let whole = report(&sample(&["--state", state, "--json"]));
    assert_eq!(report(&sample(&["--json"])), whole);
    // All is done: the same again.
    assert_eq!(report(&sample(&["--state", state, "--json"])), whole);
    stopped(&path, 40);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("[[0,39]]"), "{text}");
    assert_eq!(report(&sample(&["--state", state, "--json"])), whole);
    // A state that was edited is refused and kept.
    fs::write(&path, text.replace("[[0,39]]", "[[0,77]]")).unwrap();
    assert_refused(&sample(&["--state", state]), &["state.json", "it was changed"]);
    assert_refused(&vmad(&["sweep", "--merge", state]), &["state.json", "it was changed"]);
    fs::write(&path, text).unwrap();
    assert_eq!(sample(&["--state", state]).code, 0);
    let names: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["state.json"], "nothing is left beside it");
    // A state is a report; that of a sample is not called complete.
    let merged = vmad(&["sweep", "--merge", state]);
    assert_eq!(merged.code, 0);
    assert!(merged.stderr.contains("not a complete sweep"), "{}", merged.stderr);
}

#[test]
fn a_state_of_something_else_is_refused_and_kept() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("state.json");
    let state = path.to_str().unwrap();
    assert_eq!(sample(&["--shard", "1/30", "--state", state]).code, 0);
    let written = fs::read(&path).unwrap();
    let refused = |arguments: &[&str], words: &[&str]| {
        assert_refused(&sample(&[arguments, &["--state", state]].concat()), words);
    };
    refused(&["--shard", "2/30"], &["state.json", "of shard 1/30, not 2/30", "take another file"]);
    refused(&[], &["of shard 1/30, not 1/1"]);
    refused(&["--shard", "1/30", "--reading", "literal"], &["another plan"]);
    assert_eq!(fs::read(&path).unwrap(), written);
    let old = String::from_utf8(written).unwrap().replace(r#""version":""#, r#""version":"0.0.0-"#);
    fs::write(&path, old).unwrap();
    refused(&["--shard", "1/30"], &["of version 0.0.0-"]);
    for bad in ["", "{}", "[1, 2]", "{\"kind\":", "\u{0}"] {
        fs::write(&path, bad).unwrap();
        refused(&["--shard", "1/30"], &["state.json", "not a report of an exhaustive sweep"]);
    }
}

#[test]
fn the_family_is_swept_by_name() {
    let family = |arguments: &[&str]| {
        vmad(&[&["sweep", "--part", "corners", "--every", "4001", "--instruction"], arguments].concat())
    };
    let ran = family(&["vshl,VSETP"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    for words in [
        "a sample, 1 of 4001 units, of corners of VSETP, VSHL\n",
        "units        4 of 4\n",
        "differences  0\n",
    ] {
        assert!(ran.stdout.contains(words), "{}", ran.stdout);
    }
    let ran = family(&["VSHL", "--reading", "shift-left=whole", "--json"]);
    assert!(ran.code <= 1);
    assert_eq!(report(&ran)["scope"]["reading"], "shift-left=whole");
    assert_refused(&family(&["VMUL"]), &["'VMUL'", "expected VMAD, VADD"]);
}

/// A sweep and a merge have their own options.
#[test]
fn a_merge_takes_no_option_of_a_sweep() {
    for option in [["--jobs", "2"], ["--shard", "1/2"], ["--every", "2"], ["--instruction", "VADD"]] {
        let ran = vmad(&[&["sweep"], &option[..], &["--merge", "a.json"]].concat());
        // The arguments are refused: the file is not read.
        assert_refused(&ran, &["--merge", "cannot be used with", "Usage: vmad sweep"]);
    }
}

/// Devices that have no end, or that keep nothing.
#[cfg(unix)]
#[test]
fn devices_are_no_reports() {
    assert_refused(&vmad(&["sweep", "--merge", "/dev/zero"]), &["/dev/zero", "longer than 67108864 bytes"]);
    for device in ["/dev/full", "/dev/zero", "/dev/null"] {
        assert_refused(&sample(&["--state", device]), &[device, "not a file"]);
    }
}

/// The state of a sweep that runs is refused to another; so no shard is lost.
#[cfg(unix)]
#[test]
fn a_state_file_has_one_sweep_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state.json");
    let state = path.to_str().unwrap();
    assert_eq!(sample(&["--state", state]).code, 0);
    let held = fs::File::open(&path).unwrap();
    held.lock().unwrap();
    assert_refused(&sample(&["--state", state]), &["state.json", "another sweep uses it"]);
    drop(held);
    assert_eq!(sample(&["--state", state]).code, 0);
}

/// The file is gone when the work is done: the result is printed all the same.
#[cfg(target_os = "linux")]
#[test]
fn a_last_save_that_fails_loses_no_result() {
    let folder = tempfile::tempdir().unwrap();
    // The first save fits into the limit of a file's size, the last one, with differences, does not.
    let script = format!(
        "ulimit -f 1; trap '' XFSZ; exec {} {} {} --state {}",
        env!("CARGO_BIN_EXE_vmad"),
        SAMPLE.join(" "),
        OTHER.join(" "),
        folder.path().join("state.json").display()
    );
    let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("state.json") && stdout.contains("differences"), "{stdout}{stderr}");
}
