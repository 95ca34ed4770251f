//! The first state of the page, and its examples.

use serde::Serialize;
use vmad_unit::Kind;

use crate::{answer::Answer, request::Request};

/// The state that the page shows before its library is ready.
#[derive(Serialize)]
struct First {
    request: Request,
    answer: Answer,
    /// The answer for a narrow screen.
    narrow: Answer,
    examples: &'static [[&'static str; 2]],
    /// An instruction of each mnemonic.
    instructions: [&'static str; Kind::ALL.len()],
}

/// A name for each example, and its text.
const EXAMPLES: &[[&str; 2]] = &[
    ["saturated multiply-add", "VMAD.S16.U8.SHR_7.SAT R0, -R2.H1, R3.B2, R4;"],
    ["integer clamp", "VMNMX.MX R0, R2, 0x7, R3;"],
    ["sum of differences", "VABSDIFF4.U8.U8.ACC R0, R2, R3, R4;"],
    ["predicate", "VSETP.LT.AND P0, P1, R2, R3, !P2;"],
    ["word and control field", "5f04020000370200 007e0"],
    ["line of nvdisasm", "/*0008*/ VADD R0, R2, R3, R4 ; /* 0x20ff020e60370200 */"],
    ["PTX", "vmad.s32.s32.u32.shr7 d, a.h1, 70000, -c;"],
    ["illegal word", "5f1c020000370200"],
];

/// The first state as JSON, for a `<script>` element.
pub fn first() -> String {
    let request = Request {
        text: "VMAD.S16.U8.SHR_7.SAT R0, -R2.H1, R3.B2, R4;".to_owned(),
        ports: [0x8000_0000, 0x00ff_0000, 0x7],
        ..Request::default()
    };
    let answer = Answer::new(&request);
    let narrow = Answer::new(&Request { narrow: true, ..request.clone() });
    let instructions = Kind::ALL.map(|kind| kind.about().example);
    let first = First { request, answer, narrow, examples: EXAMPLES, instructions };
    let json = serde_json::to_string(&first).unwrap_or_default();
    // `</script>` in a string would end the element.
    json.replace("</", "<\\/")
}
