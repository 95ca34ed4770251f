//! Lines of a PTX text.

use vmad_files::lines::{LineIndex, words};

#[test]
fn lines_count_from_one() {
    let index = LineIndex::new("a\n\nb");
    assert_eq!([0, 1, 2, 3].map(|offset| index.line(offset)), [1, 1, 2, 3]);
    assert_eq!([0, 1, 2, 3, 4].map(|line| index.start(line)), [0, 0, 2, 3, 0]);
}

#[test]
fn columns_count_characters() {
    let text = "aä\n\u{2192}b: c";
    let index = LineIndex::new(text);
    for (line, row) in (1..).zip(text.lines()) {
        for (column, (offset, _)) in (1..).zip(row.char_indices()) {
            assert_eq!(index.column(index.start(line) + offset), column);
        }
    }
}

#[test]
fn comments_and_blanks_make_no_difference_and_lines_do() {
    let text = "a b // c\n/* d\n */ e;\n\n";
    for same in ["a b\n\ne;", "ab\n\ne ;\n", text] {
        assert_eq!(words(text), words(same), "{same:?}");
    }
    for same in ["a b\n\t.loc 1 2\n\ne;", "/**/ .file 1\na b\n\n\ne;\n.b8 1,2", "a b\n\n.b16\ne;"] {
        let blank = same.replace("\t.loc 1 2", "").replace(".file 1", "").replace(".b16", "");
        assert_eq!(words(&blank.replace(".b8 1,2", "")), words(same), "{same:?}");
    }
    assert_ne!(words("a b\n\ne;"), words("a b .loc 1\n\ne;"));
    // A long word, which takes minutes in quadratic time.
    let long = "x".repeat(1_000_000);
    assert_eq!(words(&long), words(&format!(" {long}")));
    for other in ["a b\n.locals\ne;", "a b\ne;", "a b\n\nf;", "a b\n\ne", ""] {
        assert_ne!(words(text), words(other), "{other:?}");
    }
}
