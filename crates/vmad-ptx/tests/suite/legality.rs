//! Legality by target and PTX version: `ptxas` 12.9.86's verdicts on every form of `mad` and on each video instruction,
//! for every target and every version.

use crate::table::{codes, expand};
use vmad_ptx::legality::{PtxVersion, Target, legality, module};
use vmad_ptx::syntax::parse_one;
use vmad_testing::rows;

const TABLE: &str = include_str!("../data/ptxas-legality.tsv");

/// The versions in the table's head.
fn versions() -> Vec<PtxVersion> {
    let line = TABLE.lines().find(|line| line.starts_with("# 1.0 ")).expect("the list of versions");
    line[2..].split(' ').map(|version| version.parse().expect("a version")).collect()
}

/// A piece of our message, and one of `ptxas`'s for the same rule. Of several that fit, the first counts.
const COMPLAINTS: [(&str, &str); 9] = [
    ("does not have target", "does not support .target"),
    ("SIMD video instructions", ".target sm_30 or higher | Feature '3.0' requires PTX ISA .version 3.0"),
    ("video instructions are legal from PTX", "Feature '2.0' requires PTX ISA .version 2.0"),
    ("video instructions are legal from sm_20", "requires .target sm_20 or higher"),
    (".f32 is legal from sm_20", "'vop.rnd.f32' requires .target sm_20 or higher"),
    ("needs a rounding modifier", "Rounding modifier required"),
    ("mad.ftz.f32", "Feature '.ftz' requires PTX ISA .version 1.4"),
    (DOUBLE, "Illegal rounding modifier"),
    (".lt .le .gt .ge", "Mismatch between instruction type and comparison qualifier"),
];

const DOUBLE: &str = "mad.f64 is legal from sm_13";

/// Whether a message of `ptxas` names the rule that ours names.
fn same_complaint(ours: &str, target: Target, message: &str) -> bool {
    let (_, theirs) =
        COMPLAINTS.iter().find(|(piece, _)| ours.contains(piece)).unwrap_or(&("", "no message"));
    // A SIMD instruction needs two things.
    let (of_target, of_version) = theirs.split_once(" | ").unwrap_or((theirs, theirs));
    message.contains(if target.number < 30 { of_target } else { of_version })
}

fn needs(target: Target, version: PtxVersion, first: PtxVersion) -> Result<Vec<String>, String> {
    Err(format!("PTX version {version} does not have target {target}: legal from {first}"))
}

#[test]
fn every_target_and_version() {
    let (codes, versions) = (codes(TABLE), versions());
    let (mut count, mut excepted) = (0, 0);
    for [target_text, line, runs] in rows(TABLE) {
        let target: Target = target_text.parse().expect("a target");
        let verdicts = expand(runs);
        assert_eq!(verdicts.len(), versions.len(), "{target} {line}");
        for (version, verdict) in versions.iter().zip(verdicts) {
            let message = codes[verdict];
            let about = format!("{line} for {target} in PTX {version}; ptxas: {message}");
            count += 1;
            let found = match parse_one(line) {
                Ok(found) => found,
                Err(error) => {
                    // .ftz and .sat on doubles are errors of syntax here: no version or target has them.
                    let named =
                        message.contains("Illegal modifier") || message.contains("does not support .target");
                    assert!(named, "{about}; ours: {error}");
                    continue;
                }
            };
            match legality(&found.instruction, target, *version) {
                Ok(warnings) => {
                    assert!(!message.contains("error"), "{about}; ours: legal");
                    let warned = warnings
                        .iter()
                        .any(|warning| warning.starts_with("mad.f32 without a rounding modifier"));
                    assert_eq!(warned, message.contains("warning: Rounding modifier required"), "{about}");
                    assert_eq!(warnings.len(), usize::from(warned), "{about}: nothing else to warn about");
                }
                // The one rule that ptxas does not enforce: it compiled this for sm_50, which has doubles.
                Err(illegal) if illegal.contains(DOUBLE) && message == "ok" => {
                    assert!(target.number < 13 && line.contains(".f64"), "{about}");
                    assert!(!line.contains(".rm") && !line.contains(".rp"), "{about}");
                    excepted += 1;
                }
                Err(illegal) if illegal.contains(DOUBLE) => {
                    assert!(
                        message.contains("Rounding modifier required")
                            || message.contains("Illegal rounding"),
                        "{about}"
                    );
                }
                Err(illegal) => {
                    assert!(same_complaint(&illegal, target, message), "{about}; ours: {illegal}");
                }
            }
        }
    }
    assert_eq!(count, 22 * 63 * 43, "the table is whole");
    // sm_10 and sm_11 in 43 versions, sm_12 in 41: .rn and .rz in each, none of both in the four or two before 1.4.
    assert_eq!(excepted, 2 * (43 * 2 + 4) + (41 * 2 + 2));
}

/// Every target that `ptxas` knows, with each letter, in every version: the first that has it, and those without one.
#[test]
fn every_target_has_its_first_version() {
    let mut targets = 0;
    for [text, first] in rows(include_str!("../data/ptxas-targets.tsv")) {
        let target: Target = text.parse().expect("a target");
        let first: Option<PtxVersion> = first.parse().ok();
        for version in versions() {
            let expected = match first {
                Some(first) if version < first => needs(target, version, first),
                Some(_) => Ok(vec![]),
                None => Err(format!("there is no target {target}")),
            };
            assert_eq!(module(target, version), expected, "{text} in {version}; ptxas: {first:?}");
        }
        targets += 1;
    }
    assert_eq!(targets, 29 * 3);
}

/// The same for the targets that `ptxas` 13.5 knows, of which 12.9 knew some.
#[test]
fn every_target_of_ptxas_13_has_its_first_version() {
    let mut targets = 0;
    for [text, first] in rows(include_str!("../data/ptxas-targets-13.tsv")) {
        // The older ptxas knew sm_101.
        let Ok(first) = first.parse::<PtxVersion>() else { continue };
        let target: Target = text.parse().expect("a target");
        for minor in 0..=5 {
            let version = PtxVersion::new(9, minor);
            let expected = if version < first { needs(target, version, first) } else { Ok(vec![]) };
            assert_eq!(module(target, version), expected, "{text}");
        }
        targets += 1;
    }
    assert_eq!(targets, 8 + 6 * 3);
}

/// What `ptxas` 13.5 says in modules of 9.0 to 9.5.
#[test]
fn the_instructions_of_9_5_are_those_of_ptxas_13() {
    let mut figures = [0, 0];
    for row @ [version, target, line, word, message] in rows(include_str!("../data/ptxas-code-13.tsv")) {
        match judge(line, target, version) {
            Ok(warnings) => assert_eq!((word, warnings), ("ok", Vec::new()), "{row:?}"),
            Err(illegal) => {
                assert!(
                    word == "error" && same_complaint(&illegal, target.parse().expect("a target"), message),
                    "{row:?} {illegal}"
                );
            }
        }
        figures[usize::from(word == "error")] += 1;
    }
    assert!(figures[0] > 500 && figures[1] > 50, "{figures:?}");
}

/// What `ptxas` finds only when it makes code: for every target that it makes code for.
#[test]
fn every_target_to_the_end() {
    let mut refused = 0;
    for [target, line, word, message] in rows(include_str!("../data/ptxas-code.tsv")) {
        match judge(line, target, "8.8") {
            Ok(_) => assert_eq!(word, "ok", "{line} for {target}: {message}"),
            Err(illegal) => {
                assert_eq!(word, "error", "{line} for {target}; ours: {illegal}");
                assert!(
                    same_complaint(&illegal, target.parse().expect("a target"), message),
                    "{line} for {target}: {message}; ours: {illegal}"
                );
                refused += 1;
            }
        }
    }
    // Four comparisons with two types of a: of vset on the eight targets of the table from sm_70, of vset2 and vset4 on all
    // twelve.
    assert_eq!(refused, 4 * 2 * 8 + 2 * 4 * 2 * 12);
}

fn judge(line: &str, target: &str, version: &str) -> Result<Vec<String>, String> {
    let found = parse_one(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    legality(&found.instruction, target.parse().expect("a target"), version.parse().expect("a version"))
}

#[test]
fn targets_and_versions_off_the_record() {
    let newer = PtxVersion::new(9, 6);
    let newer_version = Ok(vec![
        "PTX version 9.6 is newer than 9.5, the newest on record: judged by the rules of 9.5".to_owned(),
    ]);
    assert_eq!(module(Target::sm(50), newer), newer_version);
    assert_eq!(module(Target::sm(130), newer).map(|warnings| warnings.len()), Ok(2));
    assert_eq!(module(Target::sm(33), newer), Err("there is no target sm_33".to_owned()));
    for (major, minor) in [(0, 9), (1, 6), (2, 4), (3, 3), (4, 4), (5, 2), (6, 6), (7, 9), (8, 9)] {
        let version = PtxVersion::new(major, minor);
        assert_eq!(module(Target::sm(10), version), Err(format!("there is no PTX version {version}")));
    }
    for text in ["sm_", "sm_5x", "50", "sm_90b", "sm_999999", ""] {
        assert!(text.parse::<Target>().is_err(), "{text}");
    }
    for text in ["8", "8.", ".0", "8.0.1", "-1.0", "8.0 ", "300.0"] {
        assert!(text.parse::<PtxVersion>().is_err(), "{text}");
    }
    for text in ["8.0", "1.5", "12.10"] {
        assert_eq!(text.parse::<PtxVersion>().map(|version| version.to_string()), Ok(text.to_owned()));
    }
    for text in ["sm_50", "sm_90a", "sm_100f"] {
        assert_eq!(text.parse::<Target>().map(|target| target.to_string()), Ok(text.to_owned()));
    }
}
