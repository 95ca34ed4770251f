//! The results of instructions, and the instructions that read them.

use vmad_ptx::module::scan;

/// A reused name, a way around a write, loops, and what only another turn of a loop reads.
const UNUSED: &str = r"
.entry unused(.param .u64 p)
{
    .reg .b32 %r<20>;
    .reg .pred %p, %q;
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
    vadd.u32.u32.u32 %r1, %r2, 3;      // dead: %p is true here
    @%p vadd.u32.u32.u32 %r1, %r2, 4;  // used
B:  vadd.u32.u32.u32 %r5, %r6, 1;      // used
    st.global.u32 [%r0], %r1;
    vadd.u32.u32.u32 %r6, %r2, 5;      // used by the next turn
    vadd.u32.u32.u32 %r7, %r5, %r7;    // used
    xor.b32 %r8, %r5, %r5;
    vadd.u32.u32.u32 %r9, %r8, 1;      // used after the last turn
    setp.ne.u32 %q, %r5, %r2;
    @%q bra B;
    st.global.u32 [%r0], %r7;
    st.global.u32 [%r0], %r9;
    ret;
}
";

/// Whether each result is used, and in each turn of its loop.
pub(crate) fn uses(text: &str) -> (String, String) {
    let module = scan(text);
    let [function] = &module.functions[..] else { panic!("{:?}", module.functions) };
    let spans: Vec<_> = module.statements.iter().flatten().map(|found| found.span).collect();
    let digit = |is: bool| if is { '1' } else { '0' };
    (
        spans.iter().map(|span| digit(function.uses(*span))).collect(),
        spans.iter().map(|span| digit(function.uses_in_each_turn(*span))).collect(),
    )
}

/// Turns of loops, and ways to a block on which a guard has one value, are distinguished.
const PASSES: &str = r"
.entry passes(.param .u64 p)
{
    .reg .b32 %a, %b, %c, %d, %e, %f, %g, %i, %n;
    .reg .pred %p, %q;
    ld.global.u32 %n, [p];
    setp.eq.u32 %p, %n, 5;
    vadd.u32.u32.u32 %a, %n, 1;    // dead: the first turn overwrites it
    vadd.u32.u32.u32 %b, %n, 2;    // used by the first turn
    vadd.u32.u32.u32 %c, %n, 3;    // dead: read by the first turn, whose result is overwritten
    mov.u32 %i, 0;
L:  setp.eq.u32 %q, %i, 1;
    @%q st.global.u32 [p], %a;
    setp.eq.u32 %q, %i, 0;
    @%q st.global.u32 [p], %b;
    vadd.u32.u32.u32 %a, %n, 4;    // used by the second turn
    vadd.u32.u32.u32 %b, %n, 5;    // dead: only the first turn reads it
    vadd.u32.u32.u32 %d, %c, 6;    // used in the last turn
    vadd.u32.u32.u32 %c, %n, 7;    // used
    add.u32 %i, %i, 1;
    setp.lt.u32 %q, %i, 3;
    @%q bra L;
    st.global.u32 [p], %d;
    vadd.u32.u32.u32 %e, %n, 8;    // dead: if %p is false, it is overwritten below
    @%p bra M;
    vadd.u32.u32.u32 %e, %n, 9;    // dead: it is overwritten below
M:  @%p bra N;
    vadd.u32.u32.u32 %e, %n, 10;   // used
    st.global.u32 [p], %e;
N:  @!%p bra O;
    @!%p vadd.u32.u32.u32 %f, %n, 11; // dead: %p is true
    vadd.u32.u32.u32 %g, %n, 12;   // used
    @%p st.global.u32 [p], %g;
O:  ret;
}
";

#[test]
fn passes_are_distinguished() {
    assert_eq!(uses(PASSES), ("010101100101".to_owned(), "010000000101".to_owned()));
    // The number of turns is not known: of the turns after many, any may be the first.
    let unknown = PASSES.replace("%q, %i, 3;", "%q, %i, %n;");
    assert_eq!(uses(&unknown).0, "011111100101");
}

/// A selection reads only one register if its predicate is known.
#[test]
fn a_known_selection_uses_one_operand() {
    for (known, expected) in [("mov.u32 %k, 1", "10"), ("mov.u32 %k, 2", "01"), ("mov.u32 %k, %n", "11")] {
        let select = format!("{known}; setp.eq.u32 %q, %k, 1; selp.b32 %c, %a, %b, %q;");
        let code = format!("vadd.u32.u32.u32 %a, %n, 1; vadd.u32.u32.u32 %b, %n, 2; {select}");
        let head = ".entry k(.param .u64 p) { .reg .b32 %a, %b, %c, %k, %n; .reg .pred %q;";
        let text = format!("{head} ld.global.u32 %n, [p]; {code} st.global.u32 [p], %c; }}");
        assert_eq!(uses(&text).0, expected, "{known}");
    }
}

/// Without a second operation and a merge, `c` has no effect.
#[test]
fn an_operand_without_effect_uses_nothing() {
    for (reader, expected) in [
        ("vadd.u32.u32.u32 %b, %n, %n, %a", "0"),
        ("vadd.u32.u32.u32 %b, %n.b1, %n, %a", "0"),
        ("vadd.u32.u32.u32 %b, %n, %a, %n", "1"),
        ("vadd.u32.u32.u32.max %b, %n, %n, %a", "1"),
        ("vadd.u32.u32.u32 %b.h0, %n, %n, %a", "1"),
        ("vabsdiff4.u32.u32.u32 %b, %n, %n, %a", "0"),
        ("vabsdiff4.u32.u32.u32.add %b, %n, %n, %a", "1"),
        ("vmad.u32.u32.u32 %b, %n, %n, %a", "1"),
    ] {
        let code = format!("vsub.u32.u32.u32 %a, %n, 1; {reader}; st.global.u32 [p], %b;");
        let text = format!(".entry k(.param .u64 p) {{ .reg .b32 %a, %b, %n; {code} }}");
        assert_eq!(uses(&text).0, format!("{expected}1"), "{reader}");
    }
}

#[test]
fn results_are_followed_to_their_readers() {
    assert_eq!(uses(UNUSED), ("00000110011111".to_owned(), "00000110011010".to_owned()));
    // Where a branch can have any target, a value at the end of a block reaches every block, and %p may be false at A.
    let indirect = UNUSED.replace("    ret;", "    brx.idx %r9, T;");
    assert_eq!(uses(&indirect), ("11100110111111".to_owned(), "1".repeat(14)));
    // The last turn uses what is read after the loop.
    let after = UNUSED.replace("[%r0], %r9;", "[%r0], %r6;");
    assert_eq!(uses(&after), ("00000110011110".to_owned(), "00000110011110".to_owned()));
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
    let fewer = |line: &dyn Fn(usize) -> String| (0..4_000).map(line).collect::<String>();
    let body = [
        // Each block may be skipped later.
        fewer(&|n| format!("mov.u32 %r{n}, {n};"))
            + &fewer(&|n| format!("L{n}: @%p{n} bra L{}; vmad.u32.u32.u32 %t0, %r{n}, 2, %t0;", n + 1))
            + &fewer(&|n| format!("setp.eq.u32 %p{n}, %r{n}, 5;"))
            + "@%p7 bra L0;",
        repeat(&|n| format!("add.u32 %r{n}, %r{}, %r{};", n + 1, n + 1)),
        repeat(&|n| format!("mov.u32 %s{n}, %s{};", n + 1)),
        repeat(&|n| format!("L{n}: vmad.u32.u32.u32 %t{n}, %s{n}, 2, 3; bra L{};", n / 2)),
        repeat(&|n| format!("vmad.u32.u32.u32 %t{n}, 1, 2, 3;")),
        repeat(&|n| format!("{{ .reg .b32 %t{n}, %u<{n}>; mov.u32 %t{n}, %u{n}; }}")),
        fewer(&|n| {
            format!("L{n}: vadd.u32.u32.u32 %t{n}, %s0, 1; mov.u32 %s{}, {n}; brx.idx %r0, T;", n % 99)
        }),
        "{".repeat(50_000),
    ];
    for body in body {
        let module = scan(&format!(
            ".entry k() {{ .reg .b32 %r<60000>, %s<60000>, %t<60000>; .reg .pred %p<4000>; {body} }}"
        ));
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
.entry passed(.param .u64 p)
{
    .reg .b32 %a, %b, %r, %s, %t;
    min.u32 %r, %a, 9;
    max.u32 %b, %r, 1;
    mov.u32 %r, 0;
    min.u32 %s, %a, 9;
    min.u32 %t, %a, 9;
L:  max.u32 %b, %s, %r;
    max.u32 %b, %t, 1;
    mov.u32 %t, 0;
    bra L;
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

/// A result that another block reads has a reader if nothing else writes or reads the register.
#[test]
fn results_are_followed_into_the_next_block() {
    let module = scan(ORDINARY);
    let readers: Vec<_> = module.functions[2].ordinary.iter().map(|it| it.reader).collect();
    assert_eq!(readers, [Some(1), None, Some(4), None, None, None]);
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
