//! The answers of the library, without a browser. `cargo insta review` shows an answer that changes.

mod abi;
mod first;

use std::fmt::Write;

use serde_json::{Value, json};
use vmad_emit::{Language, Options};
use vmad_sass::Instruction;
use vmad_testing::cases::digest;

/// Every answer of one snapshot, under a line with its name.
#[test]
fn answers_are_as_before() {
    let parts = [
        ("architectures", architectures()),
        ("changes", changes()),
        ("executions", executions()),
        ("instructions", instructions()),
        ("kepler", kepler()),
        ("ptx", lowered()),
        ("texts", texts()),
    ];
    let text = parts.map(|(name, part)| format!("== {name}\n{part}")).concat();
    vmad_testing::assert_snapshot("web", "answers", &text);
}

fn answers(requests: &[Value]) -> String {
    requests.iter().map(|request| format!("{request}\n{}\n", printed(&answer(request)))).collect()
}

fn answer(request: &Value) -> Value {
    serde_json::from_str(&vmad_web::answer(&request.to_string())).expect("the answer is JSON")
}

/// A text with the values of the ports that the page shows first.
fn of(text: &str) -> Value {
    json!({"text": text, "ports": [0x8000_0000_u32, 0x00ff_0000, 0x7]})
}

/// `request` with another value of a key.
fn with(mut request: Value, key: &str, value: Value) -> Value {
    request[key] = value;
    request
}

/// An answer with a line for each value that is not an object. Of a picture, its digest. The source code and its
/// languages are left out: `the_language_selects_the_source` checks them.
fn printed(answer: &Value) -> String {
    let mut text = String::new();
    print(&mut text, answer, 1);
    text
}

fn print(text: &mut String, value: &Value, depth: usize) {
    let indent = "  ".repeat(depth);
    let is_inner = |value: &Value| matches!(value, Value::Array(all) if all.iter().any(Value::is_object));
    let Value::Object(members) = value else {
        writeln!(text, "{indent}{value}").expect("a string");
        return;
    };
    for (key, value) in members {
        match value {
            _ if ["source", "languages"].contains(&key.as_str()) => {}
            Value::String(picture) if key == "picture" => {
                writeln!(text, "{indent}picture: {:016x}", digest(picture.bytes().map(u32::from)))
                    .expect("a string");
            }
            Value::Object(_) => {
                writeln!(text, "{indent}{key}:").expect("a string");
                print(text, value, depth + 1);
            }
            Value::Array(elements) if is_inner(value) => {
                writeln!(text, "{indent}{key}:").expect("a string");
                for element in elements {
                    writeln!(text, "{indent}  {element}").expect("a string");
                }
            }
            _ => writeln!(text, "{indent}{key}: {value}").expect("a string"),
        }
    }
}

/// Words and texts of sm_35; another opcode keeps the other fields; a word of Maxwell is named as one.
fn kepler() -> String {
    let kepler = |text: &str| with(of(text), "arch", json!(35));
    let text = kepler("VADD.U8.S16.SAT.S R0, R1.B2, R2.H1, R3");
    let to_vabsdiff = json!({"field": "opcode", "value": 2});
    let requests = [
        text.clone(),
        kepler("f9681683031c001a"),
        with(text, "change", to_vabsdiff),
        kepler("0x5f007f8800070200"),
        kepler("f9681683031c001a 7e0"),
    ];
    answers(&requests)
}

/// Everything about an instruction of each mnemonic, wide and narrow.
fn instructions() -> String {
    let first: Value = serde_json::from_str(&vmad_web::first()).expect("JSON");
    let instructions = first["instructions"].as_array().expect("instructions");
    let requests: Vec<Value> = instructions.iter().map(|text| of(text.as_str().expect("a text"))).collect();
    let wide = answers(&requests);
    let narrow: Vec<Value> =
        requests.into_iter().map(|request| with(request, "narrow", json!(true))).collect();
    for request in &narrow {
        let word = &answer(request)["word"];
        let bands = word["ruler"].as_array().expect("bands");
        assert_eq!(bands.len(), 8, "8 bits a band");
    }
    wide + &answers(&narrow[..2])
}

/// The kind of a text, the word, its control field, or the error and its place.
fn texts() -> String {
    let mut text = String::new();
    for asked in ["", " \n"].into_iter().chain(include_str!("../data/texts.txt").lines()) {
        let answer = answer(&of(asked));
        let word = &answer["word"];
        writeln!(text, "{asked:?}: {}", answer["kind"]).expect("a string");
        for shown in [&answer["error"], &word["word"], &word["text"], &word["errors"], &word["control"]] {
            if !shown.is_null() {
                writeln!(text, "  {shown}").expect("a string");
            }
        }
    }
    text
}

/// A PTX instruction on two architectures: its code, and the word of the code.
fn lowered() -> String {
    let texts: Vec<_> = include_str!("../data/lowered.txt").lines().collect();
    let mut text = String::new();
    for arch in [50, 61] {
        for asked in &texts {
            let answer = answer(&with(of(asked), "arch", json!(arch)));
            let shown =
                json!({"error": answer["error"], "ptx": answer["ptx"], "word": answer["word"]["text"]});
            write!(text, "sm_{arch} {asked}\n{}", printed(&shown)).expect("a string");
        }
    }
    text
}

/// What one execution reads and writes.
fn executions() -> String {
    let texts: Vec<_> = include_str!("../data/executions.txt").lines().collect();
    let mut text = String::new();
    for asked in texts {
        for (guard, ports) in
            [(true, [0x8000_0000_u32, 0x00ff_0000, 7]), (false, [1, 2, 2]), (true, [3, 4, 1])]
        {
            let answer = answer(&json!({"text": asked, "ports": ports, "guard": guard}));
            let mut shown = answer["word"]["execution"].clone();
            if let Some(members) = shown.as_object_mut() {
                members.remove("stages");
            }
            let shown = json!({
                "error": answer["error"], "execution": shown,
                "interpretations": answer["word"]["interpretations"], "agreement": answer["word"]["agreement"],
            });
            write!(text, "{asked} guard {guard}, ports {ports:x?}\n{}", printed(&shown)).expect("a string");
        }
    }
    text
}

/// The architecture selects the style of the text; sm_50 stands in for an unknown one.
fn architectures() -> String {
    let mut text = String::new();
    for arch in [50, 52, 53, 61, 70, 0] {
        let answer = answer(&with(of("@P0 VMAD.U8.U8 R0, R2, R3, R4;"), "arch", json!(arch)));
        writeln!(text, "{arch}: {} {}", answer["word"]["text"], answer["word"]["meaning"]["ptx_note"])
            .expect("a string");
    }
    text
}

/// The source code is that of `vmad emit`; C if there is no such language.
#[test]
fn the_language_selects_the_source() {
    let word = 0x5f04_0200_0037_0200;
    let function = vmad_emit::instruction(&Instruction::decode(word).expect("a legal word"), None);
    let functions = [function.expect("a VMAD")];
    let source = |language: Language| language.print(&functions, Options::default());
    let answer = |language: &str| {
        let answer = answer(&with(of(&format!("{word:x}")), "language", json!(language)));
        answer["word"]["meaning"].clone()
    };
    for language in Language::ALL {
        assert_eq!(answer(language.name())["source"], source(language));
    }
    assert_eq!(answer("none")["source"], source(Language::C));
    let languages = Language::ALL.map(|language| [language.name(), language.describe()]);
    assert_eq!(answer("")["languages"], json!(languages));
}

/// A change of a field changes only the field; a change of the opcode keeps the kind of operand B.
fn changes() -> String {
    let mut text = String::new();
    for asked in ["VMAD.U8.U8 R0, R2, R3, R4;", "VADD R0, R2, 0x7, R4;", "0"] {
        let opcodes = (0..10).map(|value| ("opcode", value));
        let others = [("Ra", 5), ("Rd", 255), ("Rd", 256), ("none", 1), ("opcode", u64::MAX)];
        for (field, value) in opcodes.chain(others) {
            let answer = answer(&with(of(asked), "change", json!({"field": field, "value": value})));
            writeln!(text, "{asked} {field} {value}: {} {}", answer["word"]["word"], answer["word"]["text"])
                .expect("a string");
        }
    }
    text
}

#[test]
fn a_request_that_is_not_json_is_an_error() {
    let answer: Value = serde_json::from_str(&vmad_web::answer("{")).expect("JSON");
    let message = answer["error"]["message"].as_str().expect("a message");
    assert!(message.starts_with("the request is not legal JSON: EOF"), "{message}");
    assert_eq!(answer["error"]["span"], json!([0, 0]));
}

/// The guard is true and the architecture sm_50 if the request does not say.
#[test]
fn a_request_needs_only_a_text() {
    let text = "@P0 VMAD.U8.U8 R0, R2, R3, R4;";
    let whole = json!({"text": text, "arch": 50, "ports": [0, 0, 0], "guard": true, "language": "c"});
    assert_eq!(answer(&json!({"text": text})), answer(&whole));
}

/// Equal by a checked proof, different with values, or not comparable; nothing else is answered.
#[test]
fn sequences_are_compared() {
    let compare = |one: &str, other: &str| answer(&json!({"compare": [one, other]}));
    let product = "vmad.u32.u32.u32 d, a.b0, b.b0, c;";
    let equal = compare(product, "and.b32 s, a, 255; and.b32 t, b, 255; mad.lo.u32 d, s, t, c;");
    assert_eq!(equal["comparison"]["verdict"], "equal", "{equal}");
    assert!(
        equal["comparison"]["about"].as_str().is_some_and(|about| about.starts_with("d for all inputs: "))
    );
    assert!(equal["word"].is_null() && equal["error"].is_null());
    let different = compare(product, "and.b32 s, a, 127; and.b32 t, b, 255; mad.lo.u32 d, s, t, c;");
    assert_eq!(different["comparison"]["verdict"], "different");
    let number = |value: &Value| {
        let digits = value.as_str().and_then(|text| text.strip_prefix("0x")).expect("a hexadecimal number");
        u32::from_str_radix(digits, 16).expect("32 bits")
    };
    let inputs = different["comparison"]["inputs"].as_array().expect("inputs");
    let input = |name: &str| {
        inputs.iter().find(|input| input[0] == name).map(|input| number(&input[1])).expect("an input")
    };
    let [a, b, c] = ["a", "b", "c"].map(input);
    let result = &different["comparison"]["results"][0];
    assert_eq!(number(&result[1]), ((a & 255) * (b & 255)).wrapping_add(c));
    assert_eq!(number(&result[2]), ((a & 127) * (b & 255)).wrapping_add(c));
    let error = compare(product, "no PTX");
    assert!(
        error["error"]["message"].as_str().is_some_and(|text| text.starts_with("sequence 2: ")),
        "{error}"
    );
}
