//! Pairing by the line table.

use std::fs;

use super::{LINES, VALIDATION, altered_of, check, objects, pairs};

#[test]
fn the_line_table_pairs() {
    let ran = check(LINES, &["--json"]);
    assert_eq!(ran.code, 0);
    // The last statement starts in one line and ends in the next, which the line table names.
    let lines =
        [(19, "0x38"), (20, "0x48"), (21, "0x50"), (22, "0x58"), (23, "0x68"), (23, "0x70"), (24, "0x78")];
    let expected = lines.into_iter().chain([(24, "0x88")]);
    let expected: Vec<_> =
        expected.map(|(line, at)| (line, "equal".to_owned(), vec![at.to_owned()])).collect();
    assert_eq!(pairs(&ran), expected);
    assert!(check(LINES, &[]).stdout.ends_with("\npaired by the line table\n"));
    assert!(check(VALIDATION, &[]).stdout.ends_with("`ptxas -lineinfo` writes a line table\n"));
}

/// Each selector of B made each other: alone in its line, and with another in it.
#[test]
fn a_changed_selector_is_found_by_its_line() {
    let words = objects(&check(LINES, &["--json"]));
    for (at, line) in [(1, 20), (2, 21), (4, 23), (6, 24)] {
        let word = words[at]["sass"][0]["word"].as_str().unwrap();
        let word = u64::from_str_radix(word.trim_start_matches("0x"), 16).unwrap();
        for selector in (0..4).filter(|selector| *selector != word >> 28 & 7) {
            let (_folder, cubin) =
                altered_of(LINES[1], |it| (it == word).then_some(word & !(7 << 28) | selector << 28));
            let ran = check([LINES[0], &cubin], &["--json"]);
            let differing: Vec<_> =
                pairs(&ran).into_iter().filter(|(_, verdict, _)| verdict != "equal").collect();
            assert_eq!((ran.code, differing.len()), (1, 1), "{differing:?}");
            assert_eq!((differing[0].0, differing[0].1.as_str()), (line, "differs"), "{differing:?}");
        }
    }
}

/// The lines of other PTX mean nothing: they are not used, and the report says so.
#[test]
fn the_cubin_of_other_ptx_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("other.ptx");
    let text = fs::read_to_string(LINES[0]).unwrap();
    let with = |text: &str| {
        fs::write(&path, text).unwrap();
        check([path.to_str().unwrap(), LINES[1]], &[])
    };
    let warning = "warning: the cubin was compiled from other PTX than this file\n";
    let ran = with(&text.replace("// Two dot", "// Three dot").replace(", %b.b2", ",  %b.b2"));
    assert!(!ran.stdout.contains(warning), "{}", ran.stdout);
    let ran = with(&text.replace("%a.b0, %b.b0", "%a.b0, %b.b1"));
    assert!(ran.stdout.contains(warning) && ran.stdout.contains("paired by form"), "{}", ran.stdout);
    let ran = with(&format!("\n{text}"));
    assert!(ran.stdout.contains(warning) && ran.stdout.contains("8 equal"), "{}", ran.stdout);
}
