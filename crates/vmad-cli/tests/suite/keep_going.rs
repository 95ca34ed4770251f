//! `--keep-going`.

use crate::common::vmad_with;

/// With `--keep-going`, every line has one answer, also one that is not UTF-8, too long or blank.
#[test]
fn every_line_has_an_answer() {
    let long = vec![b'x'; 1 << 21];
    let csv = "word,a,b,c\n5f04020000370200,1,2,3";
    let json = r#"{"text": "VADD R0, R1, R2, R3", "a": "1", "b": "2", "c": "3"}"#;
    let (word, illegal) = ("5f04020000370200", "5f04020ff0370200");
    for (arguments, fine, error) in [
        (&["asm"][..], "VADD R0, R1, R2, R3", "error\t"),
        (&["asm", "--json"], "VADD R0, R1, R2, R3", "{\"error\":"),
        (&["decode"], word, "error\t"),
        (&["decode"], illegal, "error\t"),
        (&["decode", "--json"], word, "{\"error\":"),
        (&["decode", "--format", "nvdisasm"], word, "error\t"),
        (&["exec", "--lines"], "VADD R0, R1, R2, R3\t1\t2\t3", "error\t"),
        (&["exec", "--lines"], csv, "error\t"),
        (&["exec", "--lines"], json, "{\"error\":"),
        (&["ptx", "exec", "--lines"], "vmin.s32.s32.s32 d, a, b;\t1\t2", "error\t"),
    ] {
        let lines = [fine.as_bytes(), b"", b"zz, 1", b"\xff", &long, b" \t", fine.as_bytes()];
        let ran = vmad_with(&[arguments, &["--keep-going"]].concat(), &lines.join(&b'\n'));
        assert_eq!((ran.code, ran.stderr.as_str()), (2, ""), "{arguments:?}");
        let answers: Vec<_> = ran.stdout.lines().collect();
        let number = fine.lines().count();
        let (first, rest) = answers.split_at(number);
        assert!(
            first.iter().all(|answer| !answer.is_empty() && !answer.starts_with(error)),
            "{}",
            ran.stdout
        );
        assert_eq!((rest.len(), rest[0], rest[4]), (5 + number, "", ""), "{}", ran.stdout);
        assert!(rest[1..4].iter().all(|answer| answer.starts_with(error)), "{}", ran.stdout);
        if number == 1 {
            assert_eq!(rest[5..], *first);
        }
        let stopped = vmad_with(arguments, &lines.join(&b'\n'));
        assert_eq!(stopped.stdout.lines().collect::<Vec<_>>(), first, "{arguments:?}");
        assert_eq!(stopped.code, 2);
    }
}
