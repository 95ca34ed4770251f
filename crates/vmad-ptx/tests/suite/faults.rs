//! Every fault: which bytes are at fault, marked here by « and », and what the message says of them.

use vmad_ptx::syntax::{Span, parse, parse_one};

use vmad_testing::rows;

const ROWS: &str = include_str!("../data/faults.tsv");

/// A row's text without its marks, and the bytes between them.
fn unmarked(marked: &str) -> (String, Span) {
    let (before, rest) = marked.split_once('«').expect("the first mark");
    let (at_fault, behind) = rest.split_once('»').expect("the second mark");
    let span = Span { start: before.len(), end: before.len() + at_fault.len() };
    (format!("{before}{at_fault}{behind}"), span)
}

#[test]
fn every_fault_names_its_place_and_what_is_legal() {
    for [marked, message] in rows(ROWS) {
        let (text, span) = unmarked(marked);
        let error = parse_one(&text).expect_err(&text);
        assert_eq!((error.span, error.kind.to_string().as_str()), (span, message), "{text}");
        assert_eq!(error.to_string(), format!("bytes {}..{}: {message}", span.start, span.end));
    }
}

/// The same in a text of several instructions: braces that do not pair.
#[test]
fn braces_pair() {
    let closed = "found '}': legal here is an instruction or the end of the text";
    let open = "found the end of the text: legal here is '}'";
    for (marked, message) in [
        ("«}»", closed),
        ("vadd.u32.u32.u32 d, a, b; «}» vadd.u32.u32.u32 d, a, b;", closed),
        ("{vadd.u32.u32.u32 d, a, b;}«}»", closed),
        ("{l: {vadd.u32.u32.u32 d, a, b;} «»", open),
    ] {
        let (text, span) = unmarked(marked);
        let error = parse(&text).expect_err(&text);
        assert_eq!((error.span, error.kind.to_string().as_str()), (span, message), "{text}");
    }
    let paired = "{l: {vadd.u32.u32.u32 d, a, b;} m: vadd.u32.u32.u32 d, a, b;}";
    assert_eq!(parse(paired).map(|found| found.len()), Ok(2));
}

/// Lines and columns are counted from 1, columns in characters; a span that does not lie in the text covers nothing.
#[test]
fn a_span_has_a_line_and_a_column() {
    let text = "// é\n\n  é é;\n";
    for (piece, start) in [("//", 0), ("é", 3), ("é;", 12), ("", 16)] {
        let span = Span { start, end: start + piece.len() };
        assert_eq!(span.of(text), piece);
    }
    for (start, end) in [(4, 5), (16, 17), (3, 2)] {
        assert_eq!(Span { start, end }.of(text), "");
    }
}

#[test]
fn a_fault_of_a_name_lists_the_legal_names() {
    let names = |text: &str| parse_one(text).unwrap_err().kind.legal_names();
    let opcodes = names("vfoo.u32 d;");
    assert!(opcodes.iter().any(|name| name == "vadd") && opcodes.iter().any(|name| name == "mad"));
    assert!(opcodes.iter().all(|name| !name.starts_with('.')));
    let added = [".sat", ".add", ".min", ".max", ".u32", ".s32"];
    assert_eq!(names("vadd.u32.u32.u32.po d, a, b;"), added);
    let double = [".rn", ".rz", ".rm", ".rp", ".f64", ".f32", ".f64"];
    assert_eq!(names("mad.rn.ftz.f64 d, a, b, c;"), double);
    let compared = names("vset.u32.s32.lo d, a, b;");
    let has = |name: &&str| compared.iter().any(|modifier| modifier == name);
    assert!(compared.len() >= 6 && [".eq", ".ge"].iter().all(has));
    let selectors = [".b0", ".b1", ".b2", ".b3", ".h0", ".h1"];
    assert_eq!(names("vadd.u32.u32.u32 d, a.b4, b;"), selectors);
    assert!(names("@ 5 vadd").is_empty());
}
