//! The functions of a module, and the registers that hold a constant where they are read.

use vmad_ptx::module::{FunctionKind, scan};

const MODULE: &str = r"
.version 7.8
.target sm_50
.func (.reg .b32 %r) declared(.reg .b32 %x);
.func (.reg .b32 %r) helper(.reg .b32 %x, .param .b32 y) { mov.u32 %x, 5; mov.u32 %k, 6; ret; }
.visible .entry $kernel_1(.param .u64 p, .param .u32 n) .maxntid 32, 1, 1
{
    .reg .b32 %a, %b, %c<9>, %e, %twice;
    .reg .pred %p;
    .loc 1 5 0
    mov.u32 %a, 0x10 + 4;              // a comment; mov.u32 %b, 1;
    .loc 1 6 0, function_name $L_info, inlined_at 1 2 3
    mov.b32 %c1, -1;
    mov.s32 %c2, 7;
    @%p mov.u32 %c3, 1;
    mov.u32 %c4, %tid.x;
    mov.u64 %c5, 9;
L: mov.u32 %c6, 1;
    vadd.u32.u32.u32 %c6, %c6, %c1;
    mov.u32 %b, 3;
    ld.global.v2.u32 {%b, %e}, [%c2];
    vsub.u32.u32.u32 %e, %b, %c2;
    { .reg .b32 %twice; mov.u32 %twice, 8; }
    setp.lt.u32 %p|%c7, %a, %a;
    vset.u32.u32.lt %c7, %a, %a;
    mov.u32 %c7, 2;
    @!%p bra L;
    mov.u32 %c8, WARP_SZ;
}
.entry open(.param .u64 p) { mov.u32 %a, 1;
";

#[test]
fn functions_have_names_bodies_and_constants() {
    let found: Vec<_> = scan(MODULE)
        .functions
        .iter()
        .map(|function| {
            let body = function.body.of(MODULE);
            assert!(body.starts_with('{') && body.ends_with('}'), "{body}");
            let constants = function.constants.iter().map(|(at, read)| {
                let opcode = MODULE[*at..].split([' ', ';']).next().unwrap();
                let read: Vec<_> = read.iter().map(|(name, value)| format!("{name}={value}")).collect();
                format!("{opcode} {}", read.join(" "))
            });
            (function.name.clone(), function.kind, constants.collect::<Vec<_>>().join("; "))
        })
        .collect();
    assert_eq!(
        found,
        [
            ("helper".to_owned(), FunctionKind::Function, String::new()),
            // The first %c6 is still what the mov before it set.
            (
                "$kernel_1".to_owned(),
                FunctionKind::Entry,
                "vadd.u32.u32.u32 %c6=1 %c1=-1; vsub.u32.u32.u32 %c2=7; vset.u32.u32.lt %a=20 %a=20"
                    .to_owned(),
            ),
        ]
    );
}

#[test]
fn what_is_no_module_has_no_functions() {
    for text in [
        "",
        "}}}{{{",
        ".entry",
        ".entry {",
        ".func ( ( x ) ) ) f } {",
        "{}",
        "\"",
        ".loc",
        "/*",
        ".func f(); .global .u32 t[1] = {1};",
    ] {
        assert_eq!(scan(text).functions, [], "{text}");
    }
}

/// A constant is known up to a label or another write, or anywhere if the body declares the register and writes it once.
#[test]
fn a_constant_is_known_if_nothing_else_may_write_the_register() {
    for (code, expected) in [
        (".reg .b32 %n; mov.u32 %n, 5; L:", Some(5)),
        (".reg .b32 %n; mov.u32 %n, 4; mov.u32 %n, 5;", Some(5)),
        (".reg .b32 %n; mov.u32 %n, 4; mov.u32 %n, 5; L:", Some(5)),
        (".reg .b32 %n; mov.u32 %n, 4; @%p bra L; mov.u32 %n, 5; L:", None),
        (".reg .b32 %n; mov.u32 %n, 5; @%p bra L; mov.u32 %n, 5; L:", Some(5)),
        (".reg .b32 %n; mov.u32 %n, 4; L: add.u32 %n, %n, 1; @%p bra L;", None),
        // The loop has one turn; the next branch is not taken; the next guard is false.
        (
            ".reg .b32 %n; .reg .pred %q; mov.u32 %n, 4; L: add.u32 %n, %n, 1; setp.lt.u32 %q, %n, 5; @%q bra L;",
            Some(5),
        ),
        (
            ".reg .b32 %n; .reg .pred %q; mov.u32 %n, 4; setp.ne.u32 %q, %a, %a; @%q bra L; mov.u32 %n, 5; L:",
            Some(5),
        ),
        (".reg .b32 %n; .reg .pred %q; mov.u32 %n, 5; setp.gt.s32 %q, %n, 6; @%q mov.u32 %n, %a;", Some(5)),
        (".reg .b32 %n; .reg .pred %q; mov.u32 %n, 5; setp.gt.s32 %q, %n, %a; @%q mov.u32 %n, %a;", None),
        // Two turns.
        (
            ".reg .b32 %n; .reg .pred %q; mov.u32 %n, 4; L: add.u32 %n, %n, 1; setp.lt.u32 %q, %n, 6; @%q bra L;",
            None,
        ),
        (
            ".reg .b32 %n; .reg .pred %q; mov.u32 %n, 4; L: add.u32 %n, %n, 1; setp.lt.u32 %q, %n, %a; @%q bra L;",
            None,
        ),
        // Only the first turn reads it, but a compiler can copy the statement into each turn.
        (
            ".reg .b32 %n; .reg .pred %p, %q; mov.u32 %n, 4; L: setp.lt.u32 %p, %n, 5; add.u32 %n, %n, 1; \
             setp.lt.u32 %q, %n, 9; @%q bra L; setp.lt.u32 %q, %n, 9; @!%q bra M; vadd.u32.u32.u32 %d, %n, %a; M:",
            None,
        ),
        // Many turns.
        (
            ".reg .b32 %n; .reg .pred %q; mov.u32 %n, 4; L: add.u32 %n, %n, 1; setp.lt.u32 %q, %n, 600; @%q bra L;",
            None,
        ),
        // Any value of %a gives the same.
        (".reg .b32 %n, %a; or.b32 %n, %a, -1;", Some(-1)),
        (".reg .b32 %n, %a; mul.lo.u32 %n, %a, 0;", Some(0)),
        (".reg .b32 %n, %a; min.u32 %n, %a, 0;", Some(0)),
        (".reg .b32 %n, %a; and.b32 %n, %a, 1;", None),
        (
            ".reg .b32 %n, %a; .reg .pred %q; mov.u32 %n, 5; setp.lt.u32 %q, %a, 0; @%q mov.u32 %n, 6;",
            Some(5),
        ),
        (".reg .b32 %n, %a; .reg .pred %q; mov.u32 %n, 5; setp.lt.s32 %q, %a, 0; @%q mov.u32 %n, 6;", None),
        (".reg .b32 %n; not.b32 %n, 5;", Some(-6)),
        (".reg .b32 %n; .reg .b64 %w; mov.u32 %n, 4; cvt.u64.u32 %w, %n; cvt.u32.u64 %n, %w;", Some(4)),
        (
            ".reg .b32 %n; .reg .b64 %w; mov.u32 %n, -1; mul.wide.u32 %w, %n, %n; shr.u64 %w, %w, 40; cvt.u32.u64 %n, %w;",
            Some(0xff_ffff),
        ),
        (
            ".reg .b32 %n; .reg .pred %p, %q; mov.u32 %n, 5; setp.ne.u32 %q, 1, 1; setp.eq.and.u32 %p, 1, 1, !%q; \
             @!%p mov.u32 %n, 6;",
            Some(5),
        ),
        // No guard names a register here.
        (".reg .b32 %n; mov.u32 %n, 5; @0 mov.u32 %n, 6;", None),
        // The carry, another width, and a video instruction.
        (".reg .b32 %n; mov.u32 %n, 4; addc.u32 %n, %n, 1;", None),
        (".reg .b32 %n; mov.u32 %n, 0xff; cvt.s8.s32 %n, %n;", None),
        (".reg .b32 %n; mov.u32 %n, 4; vadd.u32.u32.u32 %n, 1, 1;", None),
        (".reg .b32 %n; mov.u32 %n, 4; brx.idx %a, T; L: mov.u32 %n, 5; M:", None),
        (".reg .b32 %n; mov.u32 %n, 5; .reg .b32 %n;", Some(5)),
        ("mov.u32 %n, 5;", None),
    ] {
        let module = scan(&format!(".func f(.reg .b32 %n) {{ {code} vadd.u32.u32.u32 %d, %n, %a; }}"));
        let known = module.functions[0].constants.values().flatten().map(|(_, value)| value.0);
        assert_eq!(known.collect::<Vec<_>>(), Vec::from_iter(expected), "{code}");
    }
}

/// `%r<3>` declares `%r0` to `%r2`.
#[test]
fn a_counted_declaration_ends_below_its_count() {
    for (register, is_declared) in [("%r0", true), ("%r2", true), ("%r3", false)] {
        let text = format!(
            ".func f() {{ .reg .b32 %r<3>; mov.u32 {register}, 5; vadd.u32.u32.u32 %d, {register}, %a; }}"
        );
        assert_eq!(!scan(&text).functions[0].constants.is_empty(), is_declared, "{register}");
    }
}

const BLOCKS: &str = r"
.entry blocks(.param .u64 p, .reg .b32 %x)
{
    .reg .b32 %r<9>, %n, %k;
    mov.u32 %k, 1;
    mov.u32 %n, %k;
    vmad.u32.u32.u32 %r1, %r8, %n, %x;
    { .reg .b32 %n; mov.u32 %n, 2; vmad.u32.u32.u32 %r2, %r8, %n, %r1; }
    { .reg .b32 %n<2>; vmad.u32.u32.u32 %r3, %r8, %n, %r2; }
    mov.u32 %r4, 3;
    vmad.u32.u32.u32 %r5, %r8, %r4, %r3;
    mov.u32 %r4, 4;
    vmad.u32.u32.u32 %r5, %r8, %r4, %r3;
    @%p mov.u32 %r4, 5;
    vmad.u32.u32.u32 %r6, %r8, %r4, %r5;
L:  vmad.u32.u32.u32 %r7, %r8, %r4, %r5;
    st.global.u32 [%r0], %r6;
    bra L;
}
";

#[test]
fn a_register_is_its_declaration_and_a_result_may_be_unused() {
    let module = scan(BLOCKS);
    let [function] = &module.functions[..] else { panic!("{:?}", module.functions) };
    assert!(!function.loops.is_empty());
    let vmads: Vec<_> = module.statements.iter().flatten().map(|found| found.span).collect();
    let said: Vec<_> = vmads
        .iter()
        .map(|span| {
            let read = function.constants.range(span.start..span.end).flat_map(|(_, read)| read);
            let read: Vec<_> = read.map(|(name, value)| format!("{name}={value}")).collect();
            (read.join(" "), function.uses(*span))
        })
        .collect();
    let said: Vec<_> = said.iter().map(|(read, used)| (read.as_str(), *used)).collect();
    // The first %r5 is overwritten, and nothing reads %r7.
    let expected = [
        ("%n=1", true),
        ("%n=2", true),
        ("%n=1", true),
        ("%r4=3", false),
        ("%r4=4", true),
        ("", true),
        ("", false),
    ];
    assert_eq!(said, expected);
}
