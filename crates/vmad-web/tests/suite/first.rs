//! The first state of the page.

use serde_json::{Value, json};

use super::{answer, with};

#[test]
fn the_first_state_is_the_answer_to_its_request() {
    let text = vmad_web::first();
    assert!(!text.contains("</"), "it would end the element");
    let first: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(first["answer"], answer(&first["request"]));
    assert_eq!(first["narrow"], answer(&with(first["request"].clone(), "narrow", json!(true))));
    for example in first["examples"].as_array().expect("examples") {
        let answer = answer(&json!({"text": example[1]}));
        assert!(answer["error"].is_null(), "{example}: {answer}");
    }
}
