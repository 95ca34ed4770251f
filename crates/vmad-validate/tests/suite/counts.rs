//! The numbers of words of each form.

use vmad_validate::{Unpaired, Verdict};

use super::{changed::has_finding, words::straight};

/// Only a word with a constant where PTX has a register can be a copy of an instruction in which ptxas knows a value.
#[test]
fn a_constant_of_another_instruction_hides_no_changed_word() {
    let body = "vadd.u32.u32.u32 %c, %a.b0, 0; vadd.u32.u32.u32 %d, %a, %b; vadd.u32.u32.u32 %e, %b, %d;
                st.global.u32 [%q], %c; st.global.u32 [%q], %d; st.global.u32 [%q], %e;";
    let [first, second] = ["VADD.UD.U8.U32 R3, R1, RZ, RZ", "VADD.UD.U32.U32 R5, R1, R2, RZ"];
    assert!(!has_finding(&straight(body, &[first, second, "VADD.UD.U32.U32 R6, R2, R5, RZ"])));
    assert!(has_finding(&straight(body, &[first, second, "VADD.UD.U8.U32 R6, R2, R5, RZ"])));
}

/// No form distinguishes two loops with the same instructions: their words count together.
#[test]
fn a_changed_word_in_one_of_several_like_loops_is_found() {
    let names = ["", ".sat", ".shr7"];
    let in_loop = |number: usize| {
        let body =
            names.map(|name| format!("vmad.u32.u32.u32{name} %d, %a.b0, %b.b0, %c; st.global.u32 [%q], %d;"));
        let loads = "ld.global.u32 %a, [%q]; ld.global.u32 %b, [%q];";
        format!("L{number}: {loads} {} setp.lt.u32 %p, %a, %b; @%p bra L{number};\n", body.concat())
    };
    let body = [0, 1].map(in_loop).concat();
    let word = |name: &str| format!("VMAD.U8.U8{name} R5, R1, R2, R3");
    let has_finding = |names: &[&str]| {
        let words: Vec<String> = names.iter().copied().flat_map(|name| [word(name), store('5')]).collect();
        has_finding(&straight(&body, &words.iter().map(String::as_str).collect::<Vec<_>>()))
    };
    assert!(!has_finding(&["", ".SAT", ".SHR_7", "", ".SAT", ".SHR_7"]));
    assert!(has_finding(&["", ".SAT", ".SHR_7", "", ".SAT", ".SAT"]));
    // ptxas can merge equal instructions of the two.
    assert!(!has_finding(&["", ".SAT", ".SHR_7", "", ".SAT"]));
}

/// A loop of two turns and the loop of one turn for its rest: both have the forms in the same proportions. No word reads the
/// result of another, so only the numbers show a changed one.
#[test]
fn a_changed_word_in_an_unrolled_loop_or_its_rest_is_found() {
    let names = ["", ".sat", ".shr7", ".shr15"];
    let in_loop = |number: usize, turns: usize| {
        let turn = |(a, b): (&str, &str)| {
            names
                .map(|name| format!("vmad.u32.u32.u32{name} %d, {a}.b0, {b}.b0, %c; st.global.u32 [%q], %d;"))
        };
        let turns = [("%a", "%b"), ("%b", "%a")][..turns].iter().flat_map(|&registers| turn(registers));
        let loads = "ld.global.u32 %a, [%q]; ld.global.u32 %b, [%q];";
        let turns: String = turns.collect();
        format!("L{number}: {loads} {turns} setp.lt.u32 %p, %a, %b; @%p bra L{number};\n")
    };
    let has_finding = |body: &str, names: &[&str]| {
        let word = |name: &&str| [format!("VMAD.U8.U8{name} R5, R1, R2, R3"), store('5')];
        let words: Vec<String> = names.iter().flat_map(word).collect();
        has_finding(&straight(body, &words.iter().map(String::as_str).collect::<Vec<_>>()))
    };
    for turns in [[2, 1], [1, 2], [2, 2]] {
        let body = in_loop(0, turns[0]) + &in_loop(1, turns[1]);
        for copies in [1, 2] {
            let mut names = ["", ".SAT", ".SHR_7", ".SHR_15"].repeat((turns[0] + turns[1]) * copies);
            assert!(!has_finding(&body, &names), "{turns:?} {copies}");
            names[5] = ".SHR_7";
            assert!(has_finding(&body, &names), "{turns:?} {copies}");
        }
    }
}

/// `STG.E [R4], R5`, or of another register.
fn store(register: char) -> String {
    format!("0xeedc20000007040{register}")
}

/// An instruction and its word. `0` is a word of `k` in a turn in which ptxas knows that `%i` is 0.
fn instruction(letter: char) -> (&'static str, &'static str) {
    match letter {
        'p' => ("vmad.u32.u32.u32 %d, %a.b0, %b.b0, %c", "VMAD.U8.U8 R5, R1, R2, R3"),
        's' => ("vmad.u32.u32.u32.sat %d, %a.b0, %b.b0, %c", "VMAD.U8.U8.SAT R5, R1, R2, R3"),
        'h' => ("vmad.u32.u32.u32.shr7 %d, %a.b0, %b.b0, %c", "VMAD.U8.U8.SHR_7 R5, R1, R2, R3"),
        'i' => ("vmad.u32.u32.u32.shr15 %e, %b.b0, %b.b0, %c", "VMAD.U8.U8.SHR_15 R6, R2, R2, R3"),
        'c' => ("vmad.u32.u32.u32.shr15 %c, %a.b1, %b.b1, %c", "VMAD.U8.U8.SHR_15 R3, R1.B1, R2.B1, R3"),
        'k' => ("vmad.u32.u32.u32.shr15 %e, %a.b0, %i.b0, %c", "VMAD.U8.U8.SHR_15 R6, R1, R7, R3"),
        '0' => ("", "VMAD.U8.U8.SHR_15 R6, R1, RZ, R3"),
        _ => panic!("{letter}"),
    }
}

/// Each instruction of a loop has as many words as ptxas made copies of the loop.
#[test]
fn the_copies_of_a_loop_show_which_words_are_too_few() {
    for (in_loop, after, words, expected) in [
        // One form cannot have words of another.
        ("p", "", "p", "!"),
        ("ps", "", "pspsps", "!!"),
        // Without a second form that agrees, the number of copies is not sure. One word can stand before the loop.
        ("ps", "", "pss", "=="),
        ("ps", "", "pspspp", "=x"),
        // Most forms decide; of several numbers, the largest.
        ("psh", "", "pshpshs", "!!!"),
        ("psh", "", "pshshs", "==x"),
        // The words of the code after the loop have the same form.
        ("ps", "pp", "pspspspp", "!!!!"),
        // ptxas can move what does not change out of some copies, and not what changes.
        ("is", "", "isisss", "=="),
        ("ccs", "", "ccsccscss", "xx="),
        ("ks", "", "ks0sks", "=="),
    ] {
        let statement = |letter: char| {
            let (text, _) = instruction(letter);
            let register = text.split([' ', ',']).nth(1).unwrap();
            format!("{text}; st.global.u32 [%q], {register};")
        };
        let [turn, rest] = [in_loop, after].map(|letters| letters.chars().map(statement).collect::<String>());
        let body = format!(
            "L: ld.global.u32 %a, [%q]; add.u32 %i, %i, 1; {turn} setp.lt.u32 %p, %a, %b; @%p bra L; {rest}"
        );
        let words = words.chars().map(|letter| instruction(letter).1).flat_map(|word| {
            let register = word.split([' ', ',']).nth(1).and_then(|it| it.chars().nth(1)).unwrap();
            [word.to_owned(), store(register)]
        });
        // LDG.E R7, [R4].
        let words: Vec<String> = std::iter::once("0xeed4200000070407".to_owned()).chain(words).collect();
        let report = straight(&body, &words.iter().map(String::as_str).collect::<Vec<_>>());
        let found = report.lines.iter().map(|line| match &line.verdict {
            Verdict::Equal { is_exact: true, .. } => '!',
            Verdict::Equal { .. } => '=',
            Verdict::Unpaired(Unpaired::TooFew) => 'x',
            other => panic!("{in_loop} {words:?}: {other:?}"),
        });
        assert_eq!(found.collect::<String>(), expected, "{in_loop} {after}: {words:?}");
    }
}
