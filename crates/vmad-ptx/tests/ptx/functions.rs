//! The functions of a module, and the registers that hold a constant.

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
    add.u32 %c6, %c6, %c1;
    mov.u32 %b, 3;
    ld.global.v2.u32 {%b, %e}, [%c2];
    { .reg .b32 %twice; mov.u32 %twice, 8; }
    setp.lt.u32 %p|%c7, %a, %a;
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
            // %x is a parameter.
            ("helper".to_owned(), FunctionKind::Function, "%k=6".to_owned()),
            // %b is also loaded, %c6 added to, %c7 compared into, %c3 guarded, %twice another one in its block.
            ("$kernel_1".to_owned(), FunctionKind::Entry, "%a=20 %c1=-1 %c2=7 %c8=32".to_owned()),
        ]
    );
}

#[test]
fn what_is_no_module_has_no_functions() {
    for text in ["", "}}}{{{", ".entry", ".entry {", ".func ( ( x ) ) ) f } {", "{}", "\"", ".loc", "/*"] {
        assert_eq!(scan(text).functions, [], "{text}");
    }
}
