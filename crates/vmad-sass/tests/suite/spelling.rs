//! Every legal spelling of an instruction assembles to the same word. Oracle: the reference's forms and its notes on
//! negation, and the words that nvdisasm's own spelling assembles to.

use vmad_sass::assemble;

fn word(text: &str) -> u64 {
    assemble(text).unwrap_or_else(|error| panic!("{text}: {error}")).instruction.encode()
}

/// Signs of A, B and C, for each psign. "A negate of both Ra and Rb/#imm16 will have no effect."
const SIGNS: [(u64, &[[&str; 3]]); 3] = [
    (0, &[["", "", ""], ["-", "-", ""]]),
    (1, &[["", "", "-"], ["-", "-", "-"]]),
    (2, &[["-", "", ""], ["", "-", ""]]),
];

#[test]
fn every_way_to_negate_gives_its_psign() {
    for (psign, ways) in SIGNS {
        for [a, b, c] in ways {
            for (formats, b_operand) in [
                ("", "R2"),
                (".U8.S16", "R2.H1"),
                (".U32.U32", "R2"),
                ("", "0x7"),
                (".U8.U16", "7"),
                ("", "#7"),
            ] {
                let text = format!("VMAD{formats} R0, {a}R1, {b}{b_operand}, {c}R3");
                assert_eq!(word(&text) >> 53 & 3, psign, "{text}");
                let plain = word(&format!("VMAD{formats} R0, R1, {b_operand}, R3"));
                assert_eq!(word(&text) & !(3 << 53), plain, "{text}: nothing else changes");
            }
        }
    }
    assert_eq!(word("VMAD.PO R0, R1, R2, R3") >> 53 & 3, 3);
    assert_eq!(word("VMAD.PO R0, R1, R2, R3") & !(3 << 53), word("VMAD R0, R1, R2, R3"));
}

/// All texts that take one of each list.
fn texts(parts: &[&[&str]]) -> Vec<String> {
    let mut texts = vec![String::new()];
    for part in parts {
        texts = texts.iter().flat_map(|text| part.iter().map(move |way| format!("{text}{way}"))).collect();
    }
    texts
}

/// Each spelling assembles to the word of the first.
fn assert_alike(parts: &[&[&str]]) -> usize {
    let texts = texts(parts);
    let expected = word(&texts[0]);
    for text in &texts {
        assert_eq!(word(text), expected, "{text}");
    }
    texts.len()
}

const GUARDS: &[&str] = &["", "@PT ", " @PT/**/", "/*0008*/ @ PT\n"];
const COMMAS: &[&str] = &[", ", ",", " ,\t"];
const ENDS: &[&str] = &["", ";", " ; ", "; // end", " /* 0x5f */ ;\n"];

#[test]
fn defaults_may_be_left_out_or_written() {
    let registers: &[&[&str]] = &[
        GUARDS,
        &["VMAD"],
        &["", ".S32.S32"],
        &["", ".PASS"],
        &[" R0"],
        COMMAS,
        &["R1"],
        COMMAS,
        &["R2"],
        COMMAS,
        &["RZ"],
        ENDS,
    ];
    let immediate: &[&[&str]] = &[
        GUARDS,
        &["VMAD"],
        &["", ".S32.S16"],
        &["", ".PASS"],
        &[" R0, R1"],
        COMMAS,
        &["0xff", "255", "0XFF", "0x00ff", "#255", "# 0xff", "0000255"],
        COMMAS,
        &["R3"],
        ENDS,
    ];
    assert_eq!(assert_alike(registers), 4 * 2 * 2 * 27 * 5);
    assert_eq!(assert_alike(immediate), 4 * 2 * 2 * 9 * 7 * 5);
}

#[test]
fn the_first_selector_may_be_left_out_or_written() {
    let bytes: &[&[&str]] = &[&["VMAD.U8.S8 R0, R1"], &["", ".B0"], &[", R2"], &["", ".B0"], &[", R3"], ENDS];
    let halves: &[&[&str]] =
        &[&["VMAD.U16.S16 R0, R1"], &["", ".H0"], &[", R2"], &["", ".H0"], &[", R3"], ENDS];
    let mixed: &[&[&str]] =
        &[&["VMAD.S8.U16.PO.SAT R0, R1"], &["", ".B0", ". B0"], &[", R2"], &["", ".H0"], &[", R3"]];
    assert_eq!(assert_alike(bytes) + assert_alike(halves) + assert_alike(mixed), 20 + 20 + 6);
}

#[test]
fn blanks_and_comments_stand_between_any_two_tokens() {
    let tokens = [
        "@", "!", "P3", "VMAD", ".", "S16", ".", "U8", ".", "PO", ".", "SHR_7", ".", "SAT", " R0", ".", "CC",
        ",", "R1", ".", "H1", ".", "reuse", ",", "R2", ".", "B3", ",", "R4", "&", "req", "=", "{", "0", ",",
        "3", "}", "?", "stall", "=", "5", ";",
    ];
    let plain = assemble("@!P3 VMAD.S16.U8.PO.SHR_7.SAT R0.CC, R1.H1.reuse, R2.B3, R4 &req={0,3} ?stall=5;");
    for between in ["", " ", "\n\t", "/**/", "/* , */", " // ;\n", "/* a *//* b */ \u{a0}"] {
        // "P3VMAD" would be one name: two words need something between them.
        let text = tokens.join(between).replace("P3VMAD", "P3 VMAD");
        assert_eq!(assemble(&text), plain, "{text}");
    }
}
