//! What a function says about the registers that its video instructions read.

use vmad_ptx::{ast::Register, module::scan};

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
    let writers = |at: usize, name: &str| Some(&function.origin(spans[at], &register(name))?.written_by[..]);
    let first = spans[0].start;
    assert_eq!(writers(0, "%r0"), Some(&[][..]));
    assert_eq!(writers(0, "%r3"), None);
    assert_eq!(writers(1, "%r1"), Some(&[first][..]));
    assert_eq!(writers(4, "%r5"), Some(&[spans[3].start][..]));
    assert_eq!(writers(4, "%r6"), None);
    let blocks: Vec<_> = spans.iter().map(|span| function.block(*span) - function.block(spans[0])).collect();
    assert_eq!(blocks, [0, 0, 1, 2, 2]);
}
