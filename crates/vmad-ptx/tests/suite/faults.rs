//! Every fault: which bytes are at fault, marked here by « and », and what the message says of them.

use vmad_ptx::syntax::{Span, parse, parse_one};

#[rustfmt::skip]
const ROWS: &[(&str, &str)] = &[
    ("«»", "found the end of the text: legal here is an instruction"),
    ("  «+» d", "found '+': legal here is an instruction"),
    (" @p  «»", "found the end of the text: legal here is an instruction"),
    ("@ «5» vadd", "found '5': legal here is a predicate register"),
    ("@!p «vfoo».u32 d;", "'vfoo' is not an instruction of this model: known are vadd, vsub, vabsdiff, vmin, vmax, vshl, vshr, vmad, vset, mad, and with 2 or 4 lanes vadd, vsub, vavrg, vabsdiff, vmin, vmax and vset"),
    ("vadd. «u32» d;", "found 'u32': legal here is a name right behind the dot"),
    ("vadd.u32.u32.u32 d, a «b»;", "found 'b': legal here is ',' or ';'"),
    ("vadd.u32.u32.u32 d, a, b  «»", "found the end of the text: legal here is ',' or ';'"),
    ("vadd.u32.u32.u32 d, a, «é»;", "found 'é': legal here is a register or a constant"),
    ("vadd.u32.u32.u32 d, a, b; «vadd».u32", "found 'vadd': legal here is the end of the text"),
    ("vadd.u32.u32.u32 d, a, «/*» b;", "the comment that starts here is never closed: legal is '*/' after it"),
    ("mad«.lo».s32 d, a, b, c;", "'mad.lo' is PTX's integer mad, which is legal or not by rules that are not modelled here: modelled are mad.f32 and mad.f64"),
    ("vadd.u32.u32.u32«.po» d, a, b;", "modifier '.po' is not one of 'vadd': legal are .sat .add .min .max"),
    ("vadd.u32.u32.u32«.shr7» d, a, b;", "modifier '.shr7' is not one of 'vadd': legal are .sat .add .min .max"),
    ("vshr.u32.u32.u32.wrap«.shr7» d, a, b;", "modifier '.shr7' is not one of 'vshr': legal are .sat .clamp .wrap .add .min .max"),
    ("vmad.u32.u32.u32«.add» d, a, b, c;", "modifier '.add' is not one of 'vmad': legal are .sat .po .shr7 .shr15"),
    ("vset.u32.u32.eq«.sat» d, a, b;", "modifier '.sat' is not one of 'vset': legal are .eq .ne .lt .le .gt .ge .add .min .max"),
    ("mad.rn.f32«.clamp» d, a, b, c;", "modifier '.clamp' is not one of 'mad': legal are .rn .rz .rm .rp, and for .f32 .ftz .sat"),
    ("mad.rn«.ftz».f64 d, a, b, c;", "modifier '.ftz' is not one of 'mad': legal are .rn .rz .rm .rp for .f64"),
    ("mad.rn«.sat».f64 d, a, b, c;", "modifier '.sat' is not one of 'mad': legal are .rn .rz .rm .rp for .f64"),
    ("vshl.u32.u32.u32.clamp«.wrap» d, a, b;", "another shift mode, '.wrap': legal is one"),
    ("vmad.u32.u32.u32.shr7«.shr7» d, a, b, c;", "another scale, '.shr7': legal is one"),
    ("vmad.u32.u32.u32.po«.po» d, a, b, c;", "another plus-one modifier, '.po': legal is one"),
    ("mad.ftz«.ftz».f32 d, a, b, c;", "another flush modifier, '.ftz': legal is one"),
    ("mad.rn«.rz».f32 d, a, b, c;", "another rounding modifier, '.rz': legal is one"),
    ("vset.u32.u32.eq«.ne» d, a, b;", "another comparison, '.ne': legal is one"),
    ("vadd.u32.u32.u32.add«.min» d, a, b, c;", "another second operation, '.min': legal is one"),
    ("vadd.u32.u32.u32.normal«.finite» d, a, b;", "another testp operation, '.finite': legal is one"),
    ("vadd«.u32.u32» d, a, b;", "types '.u32.u32' do not fit 'vadd': legal is three types, each .u32 or .s32"),
    ("«vadd» d, a, b;", "there are no types on 'vadd': legal is three types, each .u32 or .s32"),
    ("vadd«.f32» d, a, b;", "types '.f32' do not fit 'vadd': legal is three types, each .u32 or .s32"),
    ("vset«.u32.u32.u32».eq d, a, b;", "types '.u32.u32.u32' do not fit 'vset': legal is two types, each .u32 or .s32"),
    ("mad.rn«.f16» d, a, b, c;", "types '.f16' do not fit 'mad': legal is one type, .f32 or .f64"),
    ("mad«.f32.f32» d, a, b, c;", "types '.f32.f32' do not fit 'mad': legal is one type, .f32 or .f64"),
    ("vadd«.u32.u32.u32.u32» d, a, b;", "types '.u32.u32.u32.u32' do not fit 'vadd': legal is three types, each .u32 or .s32"),
    ("vshl.u32.u32«.s32».clamp d, a, b;", "the shift amount's type is '.s32': legal is '.u32'"),
    ("«vshl».u32.u32.u32 d, a, b;", "'vshl' has no shift mode: legal is '.clamp' or '.wrap'"),
    ("«vset».u32.u32 d, a, b;", "'vset' has no comparison: legal is one of .eq .ne .lt .le .gt .ge"),
    ("vset.u32.s32«.lo» d, a, b;", "comparison '.lo' does not fit the types: legal are .eq .ne .lt .le .gt .ge, and with btype .u32 also .lo .ls .hi .hs"),
    ("vset.u32.u32«.ltu» d, a, b;", "comparison '.ltu' does not fit the types: legal are .eq .ne .lt .le .gt .ge, and with btype .u32 also .lo .ls .hi .hs"),
    ("vadd.u32.u32.u32.add d«.b0», a, b, c;", "a selector on the destination and the second operation '.add': legal is one of the two"),
    ("vadd.u32.u32.u32 d«.b0», a, b;", "a selector on the destination of 'vadd', which has no third source operand to merge into: legal are d, a, b and, with a selector on d, d, a, b, c"),
    ("vmad.u32.u32.u32 d«.b0», a, b, c;", "a selector on the destination of 'vmad', which merges into nothing: legal is a plain register"),
    ("mad.rn.f32 d«.b0», a, b, c;", "a selector on the destination of 'mad', which merges into nothing: legal is a plain register"),
    ("vadd.u32.u32.u32.add d, a, b, c«.b0»;", "a selector on c of 'vadd': legal is a plain register or a constant"),
    ("mad.rn.f32 d, a«.h0», b, c;", "a selector on a of 'mad': legal is a plain register or a constant"),
    ("mad.rn.f32 d, a, b, c«.h0»;", "a selector on c of 'mad': legal is a plain register or a constant"),
    ("vadd.u32.u32.u32 d, a«.b4», b;", "'.b4' is not a selector: legal are .b0 .b1 .b2 .b3 .h0 .h1"),
    ("vadd4.u32.u32.u32 d, a«.b1024», b, c;", "'.b1024' is not a selector of 'vadd4': legal are .b and four digits from 0 to 7, but not .b1024, which ptxas reads as a type"),
    ("vavrg2.u32.u32.u32 d, a«.b10», b, c;", "'.b10' is not a selector of 'vavrg2': legal are .h and two digits from 0 to 3"),
    ("vmin2.u32.u32.u32 d«.h01», a, b, c;", "'.h01' is not a mask of 'vmin2': legal are .h0 .h1 .h10"),
    ("vset4.u32.u32.eq d«.b00», a, b, c;", "'.b00' is not a mask of 'vset4': legal are .b and digits from 3 to 0 in falling order"),
    ("vset2.u32.u32.eq d, a, b, c«.h0»;", "a selector on c of 'vset2': legal is a plain register or a constant"),
    ("vsub2.u32.u32.u32 d, a, «5», c;", "'0x5' cannot be an operand of 'vsub2': legal is a register"),
    ("vmax4.u32.u32.u32«.max» d, a, b, c;", "modifier '.max' is not one of 'vmax4': legal are .sat .add"),
    ("vset4.u32.u32.eq«.sat» d, a, b, c;", "modifier '.sat' is not one of 'vset4': legal are .eq .ne .lt .le .gt .ge .add"),
    ("«vset2».u32.u32 d, a, b, c;", "'vset2' has no comparison: legal is one of .eq .ne .lt .le .gt .ge"),
    ("vset2.s32.s32«.hi» d, a, b, c;", "comparison '.hi' does not fit the types: legal are .eq .ne .lt .le .gt .ge, and with btype .u32 also .lo .ls .hi .hs"),
    ("«vadd2.u32.u32.u32.sat.add d, a, b, c;»", "'.sat' together with '.add': legal is one of the two"),
    ("«vadd2.u32.u32.u32 d, a, b;»", "the number of operands of 'vadd2' is 3: legal is d, a, b, c"),
    ("«@p vadd.u32.u32.u32 d, a ;»", "the number of operands of 'vadd' is 2: legal is d, a, b or d, a, b, c"),
    ("«vadd.u32.u32.u32 d;»", "the number of operands of 'vadd' is 1: legal is d, a, b or d, a, b, c"),
    ("«vadd.u32.u32.u32.add d, a, b;»", "the number of operands of 'vadd' is 3: legal is d, a, b, c"),
    ("«vmad.u32.u32.u32 d, a, b;»", "the number of operands of 'vmad' is 3: legal is d, a, b, c"),
    ("«mad.rn.f32 d, a, b;»", "the number of operands of 'mad' is 3: legal is d, a, b, c"),
    ("«vadd.u32.u32.u32 ;»", "the number of operands of 'vadd' is 0: legal is d, a, b or d, a, b, c"),
    ("«vadd.u32.u32.u32 d, a, b, c, e;»", "the number of operands of 'vadd' is 5: legal is d, a, b or d, a, b, c"),
    ("vadd.u32.u32.u32 d, «-a», b;", "a minus sign on a of 'vadd': legal only on the source operands of vmad"),
    ("vadd.u32.u32.u32 d, a, «- b»;", "a minus sign on b of 'vadd': legal only on the source operands of vmad"),
    ("vadd.u32.u32.u32 «-d», a, b;", "a minus sign on the destination of 'vadd': legal only on the source operands of vmad"),
    ("vadd.u32.u32.u32.add d, a, b, «-c»;", "a minus sign on c of 'vadd': legal only on the source operands of vmad"),
    ("mad.rn.f32 d, a, b, «-c»;", "a minus sign on c of 'mad': legal only on the source operands of vmad"),
    ("vmad.u32.u32.u32 d, «-a, b, -c»;", "both the product and c are negated: legal is one of the two (-a, -b cancel each other)"),
    ("vmad.u32.u32.u32.po d, a, «-b», c;", "'.po' with a negated operand: legal is no negation (ptxas also takes -a together with -b)"),
    ("vmad.u32.u32.u32.po d, «-a, -b, -c»;", "'.po' with a negated operand: legal is no negation (ptxas also takes -a together with -b)"),
    ("vadd.u32.u32.u32 «5», a, b;", "'0x5' cannot be the destination of 'vadd': legal is a register"),
    ("vadd.u32.u32.u32 d, «1.5», b;", "'0d3ff8000000000000' cannot be a source of 'vadd': legal is a register or an integer constant"),
    ("mad.rn.f32 d, a, «255», c;", "'0xff' cannot be a source of 'mad': legal is a register or a float constant (0f, 0d or decimal)"),
    ("vadd.u32.u32.u32 «_», a, b;", "'_' cannot be an operand here: legal is an ordinary register"),
    ("vadd.u32.u32.u32 d, «_», b;", "'_' cannot be an operand here: legal is an ordinary register"),
    ("vadd.u32.u32.u32 d, a, «[p+4]»;", "'[p+4]' is an address and cannot be an operand here: legal is an ordinary register"),
    ("vadd.u32.u32.u32 «[p», a, b", "'[p' is an address and cannot be an operand here: legal is an ordinary register"),
    ("vadd.u32.u32.u32 d, «%tid», b;", "'%tid' is a special register and cannot be an operand here: legal is an ordinary register"),
    ("@«%laneid» vadd.u32.u32.u32 d, a, b;", "'%laneid' is a special register and cannot be an operand here: legal is an ordinary register"),
    ("vadd.u32.u32.u32 «WARP_SZ», a, b;", "'0x20' cannot be the destination of 'vadd': legal is a register"),
    ("vadd.u32.u32.u32 d, a, «0xffffffffffffffff0»;", "constant '0xffffffffffffffff0' is out of range: legal are integers below 2^64 and floats in the range of double precision"),
    ("mad.rn.f32 d, a, «1e999», c;", "constant '1e999' is out of range: legal are integers below 2^64 and floats in the range of double precision"),
    ("vadd.u32.u32.u32 d, a, «1/0»;", "constant expression: division by zero: legal is any other divisor"),
    ("vadd.u32.u32.u32 d, a, 3+(«1 / 0»);", "constant expression: division by zero: legal is any other divisor"),
    ("vadd.u32.u32.u32 d, a, «(.s32)»5;", "constant expression: legal casts are (.s64) and (.u64)"),
    ("vadd.u32.u32.u32 d, a, «1+1.0»;", "constant expression: an integer and a float meet: legal are operands of one kind"),
    ("vadd.u32.u32.u32 d, a, «~1.0»;", "constant expression: a float where an integer is needed: legal on floats are + - * / and comparisons"),
    ("vadd.u32.u32.u32 d, a, «1.0 ? 2 : 3»;", "constant expression: a float where an integer is needed: legal on floats are + - * / and comparisons"),
    ("vadd.u32.u32.u32 d, a, 12«u»;", "found 'u': legal here is the end of the constant"),
    ("vadd.u32.u32.u32 d, a, (5«;»", "found ';': legal here is ')' or an operator"),
    ("vadd.u32.u32.u32 d, a, 5 ? 3«;»", "found ';': legal here is ':' and the other value of '?'"),
    ("vadd.u32.u32.u32 d, a, «1.0 && 1»;", "constant expression: a float where an integer is needed: legal on floats are + - * / and comparisons"),
];

/// A row's text without its marks, and the bytes between them.
fn unmarked(marked: &str) -> (String, Span) {
    let (before, rest) = marked.split_once('«').expect("the first mark");
    let (at_fault, behind) = rest.split_once('»').expect("the second mark");
    let span = Span { start: before.len(), end: before.len() + at_fault.len() };
    (format!("{before}{at_fault}{behind}"), span)
}

#[test]
fn every_fault_names_its_place_and_what_is_legal() {
    for (marked, message) in ROWS {
        let (text, span) = unmarked(marked);
        let error = parse_one(&text).expect_err(&text);
        assert_eq!((error.span, error.kind.to_string().as_str()), (span, *message), "{text}");
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
    for (piece, start, place) in [("//", 0, (1, 1)), ("é", 3, (1, 4)), ("é;", 12, (3, 5)), ("", 16, (4, 1))]
    {
        let span = Span { start, end: start + piece.len() };
        assert_eq!((span.of(text), span.line_and_column(text)), (piece, place));
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
    assert!(compared.len() >= 6 && [".eq", ".ge"].iter().all(|name| compared.iter().any(|it| it == name)));
    let selectors = [".b0", ".b1", ".b2", ".b3", ".h0", ".h1"];
    assert_eq!(names("vadd.u32.u32.u32 d, a.b4, b;"), selectors);
    assert!(names("@ 5 vadd").is_empty());
}
