//! The functions of a module, the registers that hold a constant where they are read, and the results that are used.

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

/// A reused name, a way around a write, loops, and what only another turn of a loop reads.
const UNUSED: &str = r"
.entry unused(.param .u64 p)
{
    .reg .b32 %r<20>;
    .reg .pred %p;
    vadd.u32.u32.u32 %r1, %r2, 1;      // dead: %r1 is overwritten in each way
    vadd.u32.u32.u32 %r3, %r1, 1;      // dead: read by the next alone
    vadd.u32.u32.u32 %r1, %r3, 1;      // dead: overwritten
    vadd.u32.u32.u32 %r4, %r2, 1;      // dead: %r4 is overwritten if %p is false
    @%p bra A;
    @%p vadd.u32.u32.u32 %r4, %r2, 2;  // dead: %p is false here
    @!%p vadd.u32.u32.u32 %r4, %r2, 3; // used
    vadd.u32.u32.u32 %r1, %r4, 1;      // used
    bra B;
A:  vadd.u32.u32.u32 %r1, %r2, 2;      // dead: the next is not guarded
    vadd.u32.u32.u32 %r1, %r2, 3;      // used: the next is guarded
    @%p vadd.u32.u32.u32 %r1, %r2, 4;  // used
B:  vadd.u32.u32.u32 %r5, %r6, 1;      // used
    st.global.u32 [%r0], %r1;
    vadd.u32.u32.u32 %r6, %r2, 5;      // used by the next turn
    vadd.u32.u32.u32 %r7, %r5, %r7;    // used
    xor.b32 %r8, %r5, %r5;
    vadd.u32.u32.u32 %r9, %r8, 1;      // used after the last turn
    @%p bra B;
    st.global.u32 [%r0], %r7;
    st.global.u32 [%r0], %r9;
    ret;
}
";

#[test]
fn results_are_followed_to_their_readers() {
    let uses = |text: &str| -> (String, String) {
        let module = scan(text);
        let [function] = &module.functions[..] else { panic!("{:?}", module.functions) };
        let spans: Vec<_> = module.statements.iter().flatten().map(|found| found.span).collect();
        let digit = |is: bool| if is { '1' } else { '0' };
        (
            spans.iter().map(|span| digit(function.uses(*span))).collect(),
            spans.iter().map(|span| digit(function.uses_in_each_turn(*span))).collect(),
        )
    };
    assert_eq!(uses(UNUSED), ("00000110111111".to_owned(), "00000110111010".to_owned()));
    // Where a branch can have any target, a value at the end of a block reaches every block.
    let indirect = UNUSED.replace("    ret;", "    brx.idx %r9, T;");
    assert_eq!(uses(&indirect), ("11100110111111".to_owned(), "1".repeat(14)));
    // The last turn uses what is read after the loop.
    let after = UNUSED.replace("[%r0], %r9;", "[%r0], %r6;");
    assert_eq!(uses(&after), ("00000110111110".to_owned(), "00000110111110".to_owned()));
}

#[test]
fn loops_reach_from_a_label_to_the_last_branch_to_it() {
    let text = concat!(
        ".entry k() { vadd.u32.u32.u32 %a0, 0, 0; L: vadd.u32.u32.u32 %a1, 0, 0; M: vadd.u32.u32.u32 %a2, 0, 0; ",
        "@%p bra M; vadd.u32.u32.u32 %a3, 0, 0; @%p bra L; vadd.u32.u32.u32 %a4, 0, 0; bra N; ",
        "N: vadd.u32.u32.u32 %a5, 0, 0; O: vadd.u32.u32.u32 %a6, 0, 0; brx.idx %i, T; vadd.u32.u32.u32 %a7, 0, 0; }",
        ".entry m() { vadd.u32.u32.u32 %b0, 0, 0; L: vadd.u32.u32.u32 %b1, 0, 0; @%p bra L; vadd.u32.u32.u32 %b2, 0, 0; ",
        "M: vadd.u32.u32.u32 %b3, 0, 0; bra M; vadd.u32.u32.u32 %b4, 0, 0; }",
    );
    let module = scan(text);
    let in_loop = |function: usize| -> Vec<bool> {
        let function = &module.functions[function];
        let spans = module.statements.iter().flatten().map(|found| found.span);
        let inside = spans.filter(|span| function.body.start < span.start && span.end < function.body.end);
        inside.map(|span| function.in_loop(span)).collect()
    };
    // brx may jump to L.
    assert_eq!(in_loop(0), [false, true, true, true, true, true, true, false]);
    assert_eq!(in_loop(1), [false, true, false, true, false]);
}

/// Chains, copies, blocks and names in numbers that a slow method would need minutes for.
#[test]
fn time_is_linear() {
    let repeat = |line: &dyn Fn(usize) -> String| (0..50_000).map(line).collect::<String>();
    let body = [
        repeat(&|n| format!("add.u32 %r{n}, %r{}, %r{};", n + 1, n + 1)),
        repeat(&|n| format!("mov.u32 %s{n}, %s{};", n + 1)),
        repeat(&|n| format!("L{n}: vmad.u32.u32.u32 %t{n}, %s{n}, 2, 3; bra L{};", n / 2)),
        repeat(&|n| format!("vmad.u32.u32.u32 %t{n}, 1, 2, 3;")),
        repeat(&|n| format!("{{ .reg .b32 %t{n}, %u<{n}>; mov.u32 %t{n}, %u{n}; }}")),
        "{".repeat(50_000),
    ];
    for body in body {
        let module = scan(&format!(".entry k() {{ .reg .b32 %r<60000>, %s<60000>, %t<60000>; {body} }}"));
        assert!(module.errors.is_empty());
        assert_eq!(module.functions.len(), usize::from(!body.ends_with('{')));
    }
}

const ORDINARY: &str = r"
.version 7.8
.target sm_50
.visible .entry k(.param .u64 p)
{
    .reg .b32 %a, %b, %c, %t<9>, %d<9>;
    .reg .b64 %x;
    .reg .pred %p;
    mov.u32 %c, 7;
    min.s32 %t0, %a, /* the limit */ %c;
    max.s32 %d0, %t0, %b;
    @!%p max.u32 %t1, %a, 0xffffffff;
    min.u32 %d1, %b, %t1;
    add.u32 %d2, %t1, 1;
    min.s64 %x, %x, %x;
    min.s32 %t2, %a, %b;
    { .reg .b32 %t2; max.s32 %t2, %t2, 5; }
    sad.u32 %d3, %a, %b, %d0;
L:  min.s32 %t3, %t4, %b;
    max.s32 %t4, %t3, %a;
    bra L;
    @%p min.u32 %t5, %a, 3;
}
.entry rewritten(.param .u64 p)
{
    .reg .b32 %a, %b, %r, %s, %t, %u, %v;
    .reg .pred %p;
    max.s32 %r, %a, 0;
    min.s32 %r, %r, 255;
    add.u32 %s, %r, 1;
    min.s32 %t, %a, 7;
    @%p mov.u32 %t, %b;
    max.s32 %a, %t, 1;
    add.u32 %u, %a, 1;
    min.u32 %u, %u, 9;
    max.u32 %b, %u, %b;
    min.u32 %v, %b, 9;
    bra M;
M:  max.u32 %b, %v, %b;
    min.u32 %v, %a, 9;
    bra M;
}
";

/// A register that is written again holds another result: one that its block reads once has a reader.
#[test]
fn results_in_one_register_have_readers_of_their_own() {
    let module = scan(ORDINARY);
    let readers: Vec<_> = module.functions[1].ordinary.iter().map(|it| it.reader).collect();
    let expected = [Some(1), None, None, None, Some(5), None, None, None, None];
    assert_eq!(readers, expected);
}

/// What reads the result is known by the declarations, and a register that is read twice has no reader.
#[test]
fn ordinary_instructions_have_operands_and_readers() {
    let module = scan(ORDINARY);
    let found: Vec<_> = module.functions[0]
        .ordinary
        .iter()
        .map(|it| {
            let sources: Vec<_> = it.sources.iter().map(|operand| format!("{operand:?}")).collect();
            let sources = sources.join(" ").replace("Register(Register(\"%", "").replace("\"))", "");
            let guard = it.guard.as_ref().map(|guard| (guard.negated, guard.predicate.name()));
            (it.span.of(ORDINARY).split_once(' ').unwrap().0, it.d.name(), sources, guard, it.reader)
        })
        .collect();
    let expected = [
        ("min.s32", "%t0", "a Immediate(Integer(7))", None, Some(1)),
        ("max.s32", "%d0", "t0 b", None, Some(6)),
        ("max.u32", "%t1", "a Immediate(Integer(4294967295))", Some((true, "%p")), None),
        ("min.u32", "%d1", "b t1", None, None),
        ("min.s32", "%t2", "a b", None, None),
        ("max.s32", "%t2", "t2 Immediate(Integer(5))", None, None),
        ("sad.u32", "%d3", "a b d0", None, None),
        ("min.s32", "%t3", "t4 b", None, Some(8)),
        ("max.s32", "%t4", "t3 a", None, None),
        ("min.u32", "%t5", "a Immediate(Integer(3))", Some((false, "%p")), None),
    ];
    let expected = expected.map(|(op, d, sources, guard, reader)| (op, d, sources.to_owned(), guard, reader));
    assert_eq!(found, expected);
}

const ORIGINS: &str = r"
.entry origins(.param .u64 p)
{
    .reg .b32 %r<30>;
    .reg .b64 %q;
    .reg .pred %p;
    ld.param.u64 %q, [p];
    ld.global.v2.u32 {%r0, %r1}, [%q];
    and.b32 %r2, %r0, 0xff;
    and.b32 %r3, %r0, 0;
    ld.shared.u32 %r4, [%r0];
    ld.global.u32 %r5, [%q+8];
    setp.eq.u32 %p, %r5, 7;
    setp.eq.u32 %p, %r0, %r1;
    mov.u32 %r6, %r5;
    mov.u32 %r7, 0;
    mov.u32 %r16, %tid.x;
L:  vmad.u32.u32.u32 %r8, %r0, %r2, %r7;        // 0
    vmad.u32.u32.u32 %r9, %r3, %r4, %r8;        // 1
    mov.u32 %r10, %r9;
    xor.b32 %r11, %r9, 1;
    vmad.u32.u32.u32 %r12, %r6, %r11, %r10;     // 2
    @%p vmad.u32.u32.u32 %r13, %r16, %r1, %r12; // 3
    @%p vmad.u32.u32.u32 %r12, %r14, %r1, %r13; // 4
    mov.u32 %r7, %r12;
    @%p bra L;
    vadd.u32.u32.u32 %r15, %r7, %r12;           // 5
}
";

/// The registers of each instruction whose values come from loads, from constants, and from which instructions.
#[test]
fn values_are_followed_to_loads_and_instructions() {
    let module = scan(ORIGINS);
    let [function] = &module.functions[..] else { panic!("{:?}", module.functions) };
    let spans: Vec<_> = module.statements.iter().flatten().map(|found| found.span).collect();
    let number = |at: &usize| spans.iter().position(|span| span.start <= *at && *at < span.end).unwrap();
    let said: Vec<_> = spans
        .iter()
        .map(|span| {
            let read = function.origins.range(span.start..span.end).flat_map(|(_, read)| read);
            let read: Vec<_> = read
                .map(|(name, origin)| {
                    let writers: Vec<_> = origin.written_by.iter().map(number).collect();
                    format!("{name} {writers:?}{}", if origin.is_loaded { " loaded" } else { "" })
                })
                .collect();
            read.join(", ")
        })
        .collect();
    assert_eq!(
        said,
        [
            "%r0 [] loaded, %r2 [] loaded, %r7 [2, 4]",
            // The shared memory and a constant mask are not followed.
            "%r8 [0]",
            // A comparison with a constant may tell the value of %r6.
            "%r6 [], %r10 [1]",
            "%r1 [] loaded, %r12 [2]",
            // The guard of the writer, and a register that nothing writes.
            "%r1 [] loaded, %r13 [3]",
            "%r7 [2, 4], %r12 [2, 4]",
        ]
    );
}

const INVARIANT: &str = r"
.entry invariant(.param .u64 p)
{
    .reg .b32 %r<20>;
    .reg .pred %p;
    vmad.u32.u32.u32 %r0, %r1, %r2, %r3;
L:  mov.u32 %r4, 7;
    vmad.u32.u32.u32 %r5, %r0, %r1, %r4;
    vmad.u32.u32.u32 %r6, %r5, %r1, %r7;
    vmad.u32.u32.u32 %r7, %r5, %r1, %r2;
    @%p vmad.u32.u32.u32 %r8, %r1, %r2, %r3;
    ld.global.u32 %r9, [%r1];
    vmad.u32.u32.u32 %r10, %r9, %r2, %r3;
    vmad.u32.u32.u32 %r11, %r1, %r2, %r3;
    vmad.u32.u32.u32 %r11, %r11, %r2, %r3;
    @%p bra L;
}
";

/// A loop-carried register, a guard, a load and a register that is written twice change in a loop.
#[test]
fn instructions_that_compute_the_same_in_each_turn() {
    let module = scan(INVARIANT);
    let [function] = &module.functions[..] else { panic!("{:?}", module.functions) };
    let spans = module.statements.iter().flatten().map(|found| found.span);
    let said: Vec<_> = spans.map(|span| function.is_invariant(span)).collect();
    assert_eq!(said, [false, true, false, true, false, false, true, false]);
}
