//! Instructions through serde: each comes back as it was, and nothing that is no instruction becomes one.

use std::fmt::Debug;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, from_value, json, to_value};
use vmad_ptx::{
    ast::Instruction as Ptx,
    legality::{PtxVersion, Target},
    syntax::parse_one,
};
use vmad_sass::Instruction;

/// Goes out and comes back, through values and through text.
fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let stored = to_value(value).unwrap();
    assert_eq!(from_value::<T>(stored.clone()).unwrap(), *value, "{stored}");
    let text = serde_json::to_string(value).unwrap();
    assert_eq!(serde_json::from_str::<T>(&text).unwrap(), *value, "{text}");
}

/// Is written so, and comes back.
fn written<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, stored: &Value) {
    assert_eq!(to_value(value).unwrap(), *stored);
    round_trip(value);
}

/// Is no value, and the error says why.
fn refused<T: DeserializeOwned + Debug>(stored: &Value, why: &str) {
    let error = T::deserialize(stored).expect_err(&stored.to_string()).to_string();
    assert!(error.contains(why), "{stored}: {error}");
}

#[test]
fn instructions_come_back() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut legal = 0;
    while legal < 20_000 {
        let word = 0x5f << 56 | random.u64(..1 << 56);
        if let Ok(instruction) = Instruction::decode(word) {
            round_trip(&instruction);
            legal += 1;
        }
    }
    written(&Instruction::decode(0x5f04020000370200).unwrap(), &json!("0x5f04020000370200"));
    for (stored, why) in [
        (json!("5f04020000370200"), "a word: 0x and 16 hexadecimal digits"),
        (json!(5), "expected a string"),
        (json!("0x5f04020000370"), "a word: 0x and 16 hexadecimal digits"),
        (json!("0x5f1c020000370200"), "scale (bits 52:51) is 3"),
    ] {
        refused::<Instruction>(&stored, why);
    }
}

#[test]
fn ptx_instructions_come_back() {
    for text in [
        "vmad.s32.s32.u32.po.sat.shr7 %d, a.h1, -5, c;",
        "@!p vadd.u32.s32.u32.sat.max d, a.b3, 7, c;",
        "vsub.s32.s32.s32 d.b2, a, b, c;",
        "vabsdiff.u32.u32.u32 d, a, b;",
        "vshl.u32.u32.u32.clamp.add d, a, b.h0, c;",
        "vset.s32.u32.lo d, a, b;",
        "mad.rz.ftz.sat.f32 d, a, 0f3f800000, c;",
        "@p mad.rn.f64 d, a, b, 0d3ff8000000000000;",
    ] {
        written(&parse_one(text).unwrap().instruction, &json!(text));
    }
    refused::<Ptx>(
        &json!("vadd.u32.u32.u32 d, 5.b1, b;"),
        "found 'b1': legal here is the end of the constant",
    );
    refused::<Ptx>(&json!("vadd.u32.u32.u32 %tid, a, b;"), "'%tid' is a special register");
    written(&Target::sm(50), &json!("sm_50"));
    written(&PtxVersion::new(8, 0), &json!("8.0"));
    refused::<Target>(&json!("50"), "'50' is not a target");
    refused::<PtxVersion>(&json!("8"), "'8' is not a PTX version");
}
