//! Finding instructions in whole modules.

use vmad_ptx::legality::{PtxVersion, Target};
use vmad_ptx::module::{Body, WrongType, scan, wrong_types_in, wrong_types_of_statements};
use vmad_ptx::syntax::{Fault, Span};

const MODULE: &str = include_str!("../data/module.ptx");

/// The registers with a wrong type in the functions of a text.
fn wrong_types(text: &str) -> Vec<WrongType> {
    let functions = scan(text).functions;
    functions.iter().flat_map(|function| wrong_types_in(text, &Body::of(text, function))).collect()
}

#[test]
fn instructions_of_a_module() {
    let line = |span: Span| MODULE[..span.start].matches('\n').count() + 1;
    let module = scan(MODULE);
    assert_eq!(module.version, Some(PtxVersion::new(7, 8)));
    assert_eq!(module.target, Some(Target::sm(61)));
    let found: Vec<_> = module
        .statements
        .iter()
        .map(|statement| match statement {
            Ok(found) => (line(found.span), found.instruction.to_string()),
            Err(refused) => (line(refused.error.span), format!("{:?}", refused.error.kind)),
        })
        .collect();
    let unexpected = Fault::Unexpected { found: "}".to_owned(), expected: "',' or ';'" };
    let sat = Fault::IllegalModifier {
        modifier: "sat".to_owned(),
        instruction: "vset",
        legal: ".eq .ne .lt .le .gt .ge .add .min .max",
    };
    assert_eq!(
        found,
        [
            (12, "vadd.u32.u32.u32 %d0, %a, %b;".to_owned()),
            (12, "vsub.s32.s32.s32.sat %d1, %a.b0, %b.h1, %c;".to_owned()),
            (13, "@!vmad vmad.u32.u32.u32.shr15 %d2, %a.h0, %b.h0, -%c;".to_owned()),
            (17, "mad.rn.ftz.f32 %f, %f, 0f3f800000, %f;".to_owned()),
            (20, format!("{sat:?}")),
            (21, format!("{:?}", Fault::MissingShiftMode("vshl"))),
            (24, format!("{unexpected:?}")),
        ]
    );
    let spans = module.statements[1].as_ref().expect("vsub");
    assert_eq!(spans.span.of(MODULE), "vsub.s32.s32.s32.sat.sat %d1, %a.b0, %b.h1, %c;");
    assert_eq!(spans.ignored[0].span.of(MODULE), ".sat");
}

#[test]
fn texts_that_are_no_modules() {
    for text in
        ["", "\"", "/*", ".", "@", "vadd", "vadd.", "\u{fe}\u{e9}", ".version", ".target sm_50 .version x"]
    {
        let module = scan(text);
        assert_eq!(module.version, None, "{text:?}");
        assert!(module.statements.iter().all(Result::is_err), "{text:?}");
    }
}

/// Without a blank between them: strings, directives and statements end where they end, the first `.version` and
/// `.target` count, a guard belongs to the statement that it stands before, and what comes behind an error is read.
#[test]
fn pieces_that_stand_close_together() {
    let text = concat!(
        ".version 3.0//\n.version 4.0\n.target sm_35,debug.target sm_20\n",
        "\"vadd.u32.u32.u32 d, a, b;\"vsub.u32.u32.u32 d, a, b;\"open vadd.u32.u32.u32 d, a, b;\n",
        ".loc 1 2\n@p bra L;vmin.u32.u32.u32 d, a, b;{@!p/**/vadd.u32.u32.u32 d, a, b;}",
        "@p{vadd.u32 d, a, b}vshl.u32.u32.u32.wrap d, a, b;vadd.u32 {vabsdiff.u32.u32.u32.sat.sat d, a, b;",
        "mov.b64 {d, a}}vmax.u32.u32.u32 d, a, b;mad.lo.s32 d, a{mad.f32 d, a, b, c;é vadd /**/ .u32.u32.u32 d, a, b;vadd"
    );
    let module = scan(text);
    assert_eq!(module.version, Some(PtxVersion::new(3, 0)));
    assert_eq!(module.target, Some(Target::sm(35)));
    let found = module.statements.iter().map(|statement| match statement {
        Ok(found) => found.span.of(text).to_owned(),
        Err(refused) => format!("error at {}", refused.error.span.of(text)),
    });
    assert_eq!(
        found.collect::<Vec<_>>(),
        [
            "vsub.u32.u32.u32 d, a, b;",
            "vmin.u32.u32.u32 d, a, b;",
            "@!p/**/vadd.u32.u32.u32 d, a, b;",
            "error at }",
            "vshl.u32.u32.u32.wrap d, a, b;",
            "error at {",
            "vabsdiff.u32.u32.u32.sat.sat d, a, b;",
            "vmax.u32.u32.u32 d, a, b;",
            "mad.f32 d, a, b, c;",
            "vadd /**/ .u32.u32.u32 d, a, b;",
            "error at ",
        ]
    );
    let ignored = module.statements[6].as_ref().map(|found| found.ignored[0].span);
    assert_eq!(
        ignored.map(|span| (span.of(text), span.start)),
        Ok((".sat", text.rfind(".sat d").expect("it")))
    );
}

/// A `.version` or `.target` that cannot be read, a comment without an end, an instruction without types, and the
/// instructions that are not covered.
#[test]
fn faults_of_modules_and_what_is_not_covered() {
    let text = concat!(
        ".version 8.x\n.target banana, debug\n.version 7.8\n.target sm_61\n",
        ".global .u32 vmad[2] = {vadd, 2};\n.entry k() {\n",
        "dp2a.lo.u32.u32.bogus d, a, b, c;\n@p dp4a.u32.u32 d, a, b, c;\nmov.b64 {vmad, b}, vmad;\n",
        "vmad d, a, b, c;\nvmad: bra vmad;\n}\n/* vadd.u32.u32.u32 d, a, b;\n"
    );
    let module = scan(text);
    assert_eq!((module.version, module.target), (Some(PtxVersion::new(7, 8)), Some(Target::sm(61))));
    let unreadable: Vec<_> =
        module.statements.iter().filter_map(|statement| statement.as_ref().err()).collect();
    let places: Vec<_> =
        unreadable.iter().map(|statement| (statement.opcode.of(text), statement.span.of(text))).collect();
    assert_eq!(places, [("vmad", "vmad d, a, b, c;")]);
    let not_covered: Vec<_> = module.not_covered.iter().map(|opcode| opcode.of(text)).collect();
    assert_eq!(not_covered, ["dp2a", "dp4a"]);
    let errors = module.errors.iter().chain(unreadable.iter().map(|statement| &statement.error));
    let said: Vec<_> = errors.map(|error| format!("{}: {}", error.span.of(text), error.kind)).collect();
    assert_eq!(
        said,
        [
            "8.x: '8.x' is not a PTX version: legal is a form such as 8.0",
            "banana: 'banana' is not a target: legal is a form such as sm_50 or sm_90a",
            "/*: the comment that starts here is never closed: legal is '*/' after it",
            "vmad: there are no types on 'vmad': legal is three types, each .u32 or .s32",
        ]
    );
}

/// ptxas 12.9 was asked about each type in each operand, with and without a second operation, a merge, or lanes.
#[test]
fn registers_have_the_types_that_ptxas_takes() {
    const TYPES: [&str; 18] = [
        "pred", "b8", "u8", "s8", "b16", "u16", "s16", "f16", "f16x2", "b32", "u32", "s32", "f32", "b64",
        "u64", "s64", "f64", "b128",
    ];
    const ACCEPTED: [(&str, &[&str]); 9] = [
        ("vadd.s32.u32.s32 d, a, b;", &["b32", "u32", "s32"]),
        ("vadd.s32.u32.s32.add d, a, b, c;", &["b32", "u32", "s32"]),
        ("vadd.s32.u32.s32 d.b1, a.b0, b.h1, c;", &["b32", "u32", "s32"]),
        ("vmad.s32.s32.s32 d, a, b, c;", &["b32", "u32", "s32"]),
        ("vset.u32.u32.lt d, a, b;", &["b32", "u32", "s32"]),
        ("vshl.u32.u32.u32.wrap d, a, b;", &["b32", "u32", "s32"]),
        ("vadd2.s32.s32.s32 d, a, b, a;", &["b32", "u32", "s32"]),
        ("vabsdiff4.u32.u32.u32.add d, a, b, c;", &["b32", "u32", "s32"]),
        ("mad.rn.f32 d, a, b, c;", &["b32", "f32"]),
    ];
    for (instruction, accepted) in ACCEPTED {
        for name in ["d", "a", "b", "c"].into_iter().filter(|name| instruction.contains(&format!(" {name}")))
        {
            for ty in TYPES {
                let others: Vec<_> =
                    ["d", "a", "b", "c"].into_iter().filter(|other| *other != name).collect();
                let others = others.join(", ");
                let declared = format!(".reg .b32 {others}; .reg .pred p; .reg .{ty} {name};");
                // In another block, the name is another register.
                let code = format!("{{ .reg .b64 {others}; .reg .b128 {name}; }} @p {instruction}");
                let text = format!(".entry k() {{ {declared} {code} ret; }}");
                for wrong in [wrong_types(&text), wrong_types_of_statements(&format!("{declared} {code}"))] {
                    assert!(wrong.iter().all(|wrong_type| wrong_type.register == name), "{text}: {wrong:?}");
                    assert_eq!(wrong.is_empty(), accepted.contains(&ty), "{text}: {wrong:?}");
                }
                for wrong in wrong_types(&text) {
                    assert_eq!(wrong.span.of(&text), name);
                    assert!(wrong.span.start > text.find(instruction).unwrap(), "{text}");
                }
            }
        }
    }
    assert_eq!(
        wrong_types(
            ".func f(.reg .b64 a) { .reg .b64 w; mad.wide.u32 w, 1, 2, w; vadd.u32.u32.u32 a, a, 1; }"
        ),
        []
    );
}
