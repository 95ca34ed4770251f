//! The origins of the registers that video instructions read: loads, constants, other instructions.

use vmad_ptx::{
    ast::Register,
    module::{Writer, scan},
};

/// The instructions that a loaded value is followed through, and those that may make it a constant.
#[test]
fn a_loaded_value_is_followed_while_the_result_depends_on_it() {
    for (instruction, is_followed) in [
        ("mov.u32 %r1, %r0;", true),
        ("not.b32 %r1, %r0;", true),
        ("neg.s32 %r1, %r0;", true),
        ("cvt.s32.s8 %r1, %r0;", true),
        ("abs.s32 %r1, %r0;", false),
        ("add.u32 %r1, %r0, 0;", true),
        ("sub.u32 %r1, %r0, 1;", true),
        ("xor.b32 %r1, %r0, -1;", true),
        ("min.u32 %r1, %r0, 0;", false),
        ("and.b32 %r1, %r0, 1;", true),
        ("and.b32 %r1, %r0, 0;", false),
        ("mul.lo.u32 %r1, %r0, 3;", true),
        ("mul.lo.u32 %r1, %r0, 0;", false),
        ("mul.hi.u32 %r1, %r0, 3;", false),
        ("mul.hi.u32 %r1, %r0, 0;", false),
        ("or.b32 %r1, %r0, 1;", true),
        ("or.b32 %r1, %r0, -1;", false),
        ("or.b32 %r1, %r0, 0xffffffff;", false),
        ("shl.b32 %r1, %r0, 0;", true),
        ("shr.u32 %r1, %r0, 15;", true),
        ("shl.b32 %r1, %r0, 16;", false),
        ("bfe.u32 %r1, %r0, 15, 1;", true),
        ("bfe.u32 %r1, %r0, 0, 8;", true),
        ("bfe.u32 %r1, %r0, 16, 8;", false),
        ("bfe.u32 %r1, %r0, 0, 0;", false),
        ("bfe.u32 %r1, %r0, 16, 0;", false),
        ("mov.b32 {%h0, %h1}, %r0; cvt.u32.u16 %r1, %h0;", true),
        ("not.b32 %r1, {%r0};", false),
        ("mov.u32 %r1, %r0; mov.u32 %r1, 7; L:", false),
        ("mov.u32 %r1, %r0; mov.u32 %r2, %r0; setp.eq.u32 %p, %r2, 7;", false),
    ] {
        let text = format!(
            ".entry e(.param .u64 p) {{ .reg .b16 %h<2>; .reg .b32 %r<3>; .reg .b64 %q; ld.param.u64 %q, [p]; \
             ld.global.u32 %r0, [%q]; {instruction} vadd.u32.u32.u32 %r2, %r1, %r1; }}"
        );
        let module = scan(&text);
        let vadd = module.statements[0].as_ref().unwrap().span;
        let origin = module.functions[0].origin(vadd, &Register::new("%r1").unwrap());
        assert_eq!(origin.is_some_and(|origin| origin.is_loaded), is_followed, "{instruction}");
    }
}

/// A parameter is loaded in an entry without a call. In a function, a compiler may know it.
#[test]
fn a_parameter_is_loaded_in_an_entry_without_a_call() {
    for (kind, call, is_loaded) in [
        (".entry", "", true),
        (".entry", "call g;", false),
        (".func", "", false),
        (".func", "call g;", false),
    ] {
        let text = format!(
            ".func g() {{ ret; }} {kind} f(.param .u32 p) {{ .reg .b32 %r<3>; ld.param.u32 %r0, [p]; {call} \
             vadd.u32.u32.u32 %r1, %r0, %r0; }}"
        );
        let module = scan(&text);
        let vadd = module.statements[0].as_ref().unwrap().span;
        let function = &module.functions[1];
        let origin = function.origin(vadd, &Register::new("%r0").unwrap());
        assert_eq!(origin.is_some_and(|origin| origin.is_loaded), is_loaded, "{text}");
        assert_eq!(function.calls.contains("g"), !call.is_empty(), "{text}");
    }
}

const MODULE: &str = r"
.entry blocks(.param .u64 p)
{
    .reg .b32 %r<9>;
    .reg .pred %p;
    mov.u32 %r0, 7;
    vadd.u32.u32.u32 %r1, %r0, %r3;
    vadd.u32.u32.u32 %r2, %r1, %r0;
    @%p bra L;
    vadd.u32.u32.u32 %r4, %r2, %r2;
L:  vadd.u32.u32.u32 %r5, %r2, %r2;
    mov.b32 {%r6, %r7}, %r5;
    vadd.u32.u32.u32 %r8, %r6, %r5;
}
";

#[test]
fn a_register_is_looked_up_where_an_instruction_reads_it() {
    let module = scan(MODULE);
    let function = &module.functions[0];
    let spans: Vec<_> = module.statements.iter().flatten().map(|found| found.span).collect();
    let register = |name: &str| Register::new(name).unwrap();
    let constant = |at: usize, name: &str| Some(function.constant(spans[at], &register(name))?.to_string());
    assert_eq!(constant(0, "%r0").as_deref(), Some("7"));
    assert_eq!(constant(0, "%r3"), None);
    assert_eq!(constant(1, "%r1"), None);
    assert_eq!(constant(2, "%r0"), None);
    let writers = |at: usize, name: &str| function.origin(spans[at], &register(name))?.written_by.clone();
    let place = |text: &str| MODULE.find(text).unwrap();
    assert_eq!(writers(0, "%r0"), Some(vec![(place("mov.u32 %r0"), Writer::Constant)]));
    assert_eq!(writers(0, "%r3"), None);
    assert_eq!(writers(1, "%r1"), Some(vec![(spans[0].start, Writer::Video)]));
    assert_eq!(writers(4, "%r5"), Some(vec![(spans[3].start, Writer::Video)]));
    assert_eq!(writers(4, "%r6"), Some(vec![(place("mov.b32 {%r6"), Writer::Other)]));
    let blocks: Vec<_> = spans.iter().map(|span| function.block(*span) - function.block(spans[0])).collect();
    assert_eq!(blocks, [0, 0, 1, 2, 2]);
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
    st.shared::cta.u32 [%r4], %r0;
    ld.global.u32 %r5, [%q+8];
    setp.eq.u32 %p, %r5, 7;
    setp.eq.u32 %p, %r0, %r1;
    mov.u32 %r6, %r5;
    mov.u32 %r7, 0;
    mov.u32 %r16, %tid.x; @%p mov.u32 %r16, 5;
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

/// The lines of the statements that write what each instruction reads.
#[test]
fn values_are_followed_to_loads_and_instructions() {
    let module = scan(ORIGINS);
    let [function] = &module.functions[..] else { panic!("{:?}", module.functions) };
    let spans: Vec<_> = module.statements.iter().flatten().map(|found| found.span).collect();
    let line = |at: usize| ORIGINS[..at].lines().count();
    let said: Vec<_> = spans
        .iter()
        .map(|span| {
            let read = function.origins.range(span.start..span.end).flat_map(|(_, read)| read);
            let read: Vec<_> = read
                .map(|(name, origin)| {
                    let writers = origin.written_by.iter().flatten();
                    let writers: Vec<_> =
                        writers.map(|(at, writer)| format!("{} {writer:?}", line(*at))).collect();
                    let loaded = if origin.is_loaded { " loaded" } else { "" };
                    format!("{name} [{}]{loaded}", writers.join(", "))
                })
                .collect();
            read.join(", ")
        })
        .collect();
    assert_eq!(
        said,
        [
            "%r0 [8 Load] loaded, %r2 [9 Function] loaded, %r7 [17 Constant, 23 Video, 25 Video]",
            // The shared memory and a constant mask are not followed. A store writes no register.
            "%r3 [10 Other], %r4 [11 Other], %r8 [19 Video]",
            // A comparison with a constant may tell the value of %r6.
            "%r6 [13 Load], %r11 [22 Other], %r10 [20 Video]",
            "%p [14 Other, 15 Other], %r16 [18 Other, 18 Constant], %r1 [8 Load] loaded, %r12 [23 Video]",
            // A register that nothing writes.
            "%p [14 Other, 15 Other], %r1 [8 Load] loaded, %r13 [24 Video]",
            "%r7 [17 Constant, 23 Video, 25 Video], %r12 [23 Video, 25 Video]",
        ]
    );
}

/// Copies of copies are followed beyond a label, in whatever order they copy.
#[test]
fn copies_of_copies_are_followed() {
    for [one, two, three] in [["%r0", "%r1", "%r2"], ["%r2", "%r1", "%r0"]] {
        let text = format!(
            ".entry e(.param .u64 p) {{ .reg .b32 %r0, %r1, %r2, %r3; .reg .b64 %q; ld.param.u64 %q, [p]; \
             ld.global.u32 {one}, [%q]; mov.u32 {two}, {one}; mov.u32 {three}, {two}; \
             L: vadd.u32.u32.u32 %r3, {three}, {three}; }}"
        );
        let module = scan(&text);
        let vadd = module.statements[0].as_ref().unwrap().span;
        let origin = module.functions[0].origin(vadd, &Register::new(three).unwrap());
        let load = vec![(text.find("ld.global").unwrap(), Writer::Load)];
        assert_eq!(origin.and_then(|origin| origin.written_by.clone()), Some(load), "{text}");
    }
}

const INVARIANT: &str = r"
.entry invariant(.param .u64 p)
{
    .reg .b32 %r<20>;
    .reg .pred %p;
    ld.global.u32 %r0, [%r1];
    vmad.u32.u32.u32 %r0, %r1, %r2, %r3;
L:  ld.global.u32 %r9, [%r1];
    mov.u32 %r4, 7;
    vmad.u32.u32.u32 %r5, %r0, %r1, %r4;
    vmad.u32.u32.u32 %r6, %r5, %r1, %r7;
    vmad.u32.u32.u32 %r7, %r5, %r1, %r2;
    @%p vmad.u32.u32.u32 %r8, %r1, %r2, %r3;
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
