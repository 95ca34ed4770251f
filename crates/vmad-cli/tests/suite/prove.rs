//! `vmad prove` as a user runs it.

use serde_json::{Value, json};
use vmad_proof::lemma::Lemma;

use crate::common::vmad;

/// The proof covers every mode that PTX or `setp` specifies, for all inputs.
#[test]
fn the_whole_proof_has_every_line() {
    if !vmad_testing::long() {
        vmad_testing::skip("the whole proof", "it is of the long form");
        return;
    }
    let ran = vmad(&["prove", "--json"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let lines: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let verdicts = lines.iter().filter(|line| line["verdict"].is_string()).count();
    assert_eq!(verdicts, 1 + 56 + 44 + 1526 + vmad_map::rows::rivals().count());
    let mut subjects = lines.iter().filter_map(|line| line["subject"].as_str());
    assert!(subjects.any(|subject| subject.starts_with("terms compared with the code, 1596 modes, ")));
    let summary = &lines.last().unwrap()["summary"];
    let lemmas = Lemma::all().count();
    assert_eq!(summary["lemmas"], json!({ "proved": lemmas, "of": lemmas }));
    let modes = summary["modes"].as_array().unwrap();
    let sum = |key: &str| modes.iter().map(|row| row[key].as_u64().unwrap()).sum::<u64>();
    assert_eq!((sum("proved"), sum("of")), (120_512, 120_512));
    assert_eq!((&summary["refuted"], &summary["unknown"]), (&json!(0), &json!(0)));
}
