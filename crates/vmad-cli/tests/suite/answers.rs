//! Commands and their answers.

use crate::common::{assert_refused, vmad_with};

/// A refusal names the place, and what is legal. The head of the table explains the columns.
#[test]
fn commands_have_their_answers() {
    for row in vmad_testing::lines(include_str!("../data/answers.tsv")) {
        let [code, command, parts @ ..] = &row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let (command, input) = command.split_once(" <<< ").unwrap_or((command, ""));
        let arguments = shlex::split(command).expect(row);
        let plain = |text: &str| text.replace("\\n", "\n").replace("\\t", "\t");
        let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
        let ran = vmad_with(&arguments, plain(input).as_bytes());
        let is_refused = *code == "refused";
        if is_refused {
            assert_refused(&ran, &[]);
        } else {
            assert_eq!(ran.code.to_string(), *code, "{row}: {ran:?}");
        }
        for part in parts.iter().map(|part| plain(part)) {
            let is_said = match part.strip_prefix('=') {
                Some(whole) => ran.stdout.strip_suffix('\n').unwrap_or_default() == whole,
                None if part == "!" => ran.stderr.is_empty(),
                None => ran.stderr.contains(&part) || !is_refused && ran.stdout.contains(&part),
            };
            assert!(is_said, "{part:?}, {row}: {ran:?}");
        }
    }
}
