//! The crates' values through serde: every one comes back as it was, under the names of the reference, and nothing that is
//! no value of a type becomes one.

use std::fmt::Debug;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, from_value, json, to_value};
use vmad_ptx::{
    ast::Instruction as Ptx,
    legality::{PtxVersion, Target},
    reading::Reading,
    syntax::parse_one,
};
use vmad_sass::{
    Arch, Instruction,
    dispatch::Dispatch,
    schedule::{ControlField, ControlWord},
};
use vmad_unit::{
    ConditionCode, Effect, Format, Guard, Operand, Predicate, Psign, Register, Saturate, Scale, Selector,
    Sign, Width, vmad::Mode,
};

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
fn control_signals_come_back() {
    let settings: Vec<Mode> = Mode::all().collect();
    assert_eq!(settings.len(), 4704);
    settings.iter().for_each(round_trip);
    for (value, name) in Selector::ALL.into_iter().zip(["B0", "B1", "B2", "B3", "H0", "H1", "W"]) {
        written(&value, &json!(name));
    }
    for scale in Scale::ALL {
        written(&scale, &json!(scale.name()));
    }
    for format in Format::ALL {
        written(&format, &json!(format.name()));
    }
    for (psign, name) in Psign::ALL.into_iter().zip(["add", "subtract_c", "negate_product", "plus_one"]) {
        written(&psign, &json!(name));
    }
    written(&Saturate::On, &json!("on"));
    written(&Width::Half, &json!("half"));
    written(
        &Operand { selector: Selector::B3, sign: Sign::Signed },
        &json!({"selector": "B3", "sign": "signed"}),
    );
    refused::<Selector>(&json!("B4"), "unknown variant `B4`");
    refused::<Selector>(&json!(7), "invalid type");
    refused::<Scale>(&json!("INVALIDVMADSCALE3"), "unknown variant");
    refused::<Format>(&json!("U24"), "expected U8, S8, U16, S16, U32 or S32");
    refused::<Operand>(&json!({"selector": "B3"}), "missing field `sign`");
    refused::<Operand>(&json!({"selector": "B3", "sign": "signed", "width": 8}), "unknown field `width`");
}

#[test]
fn registers_and_predicates_are_their_names() {
    for field in 0..=255 {
        let register = Register::from_encoding(field);
        written(&register, &json!(register.to_string()));
    }
    for field in 0..8 {
        let predicate = Predicate::from_encoding(field);
        written(&predicate, &json!(predicate.to_string()));
    }
    for name in ["R255", "R256", "r0", "R00", "R", "RX", "P0", "", "R+1", "R1 "] {
        refused::<Register>(&json!(name), "R0 to R254 or RZ");
    }
    for name in ["P7", "p0", "P", "P00", "R0", ""] {
        refused::<Predicate>(&json!(name), "P0 to P6 or PT");
    }
    refused::<Register>(&json!(5), "expected a string");
    written(
        &Guard { predicate: Predicate::from_encoding(3), negated: true },
        &json!({"predicate": "P3", "negated": true}),
    );
    round_trip(&Effect {
        register: Some((Register::from_encoding(9), 0xffff_ffff)),
        condition_code: true,
        predicates: [None; 2],
    });
    written(&ConditionCode::Unspecified, &json!("unspecified"));
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
fn fields_are_as_wide_as_they_are() {
    let mut random = fastrand::Rng::with_seed(2);
    for bits in (0..4096).map(|_| random.u32(..1 << 21)).chain([0, (1 << 21) - 1]) {
        written(&ControlField::new(bits).unwrap(), &json!(bits));
    }
    round_trip(&ControlWord::split(random.u64(..)));
    refused::<ControlField>(&json!(1 << 21), "0x200000 is not a control field: legal are 0 to 0x1fffff");
    refused::<ControlField>(&json!(-1), "invalid value");
    for arch in Arch::ALL {
        written(&arch, &json!(arch.to_string()));
    }
    refused::<Arch>(&json!("sm_70"), "unknown variant `sm_70`");
    for dispatch in [Dispatch::Coupled, Dispatch::Decoupled] {
        written(&dispatch, &json!(dispatch.name()));
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

#[test]
fn readings_have_the_names_of_their_choices() {
    for (reading, text) in [
        (Reading::DEFAULT, "default"),
        (Reading::PROSE, "intermediate=whole"),
        (Reading::LITERAL, "intermediate=s33,minus-c=sign-of-final,mask=by-final-sign,pass=like-the-others"),
    ] {
        written(&reading, &json!(text));
    }
    for choice in Reading::choices() {
        round_trip(&choice.apply(Reading::DEFAULT));
    }
    refused::<Reading>(&json!("mask=half"), "'mask=half' is not a reading");
}
