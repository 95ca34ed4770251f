//! The functions of a module, and the statements of one.

use vmad_ptx::module::{Body, FunctionKind, Name, scan};

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
fn functions_have_names_and_bodies() {
    let functions = scan(MODULE).functions;
    let found: Vec<_> = functions.iter().map(|function| (function.name.as_str(), function.kind)).collect();
    assert_eq!(found, [("helper", FunctionKind::Function), ("$kernel_1", FunctionKind::Entry)]);
    for function in &functions {
        let body = function.body.of(MODULE);
        assert!(body.starts_with('{') && body.ends_with('}'), "{body}");
    }
}

/// Each statement with the names that it writes and reads.
fn statements(text: &str) -> Vec<String> {
    let module = scan(text);
    let [function] = &module.functions[..] else { panic!("{:?}", module.functions) };
    let body = Body::of(text, function);
    let names = |registers: &[usize]| {
        let names = registers.iter().map(|index| format!("{}#{index}", body.names[*index].text));
        names.collect::<Vec<_>>().join(" ")
    };
    let row = |statement: &vmad_ptx::module::Statement<'_>| {
        assert_eq!(statement.span().of(text), statement.text);
        let partial = if statement.is_partial { "?" } else { "" };
        let (writes, reads) = (names(statement.writes()), names(statement.reads()));
        format!("{}: {writes}{partial} < {reads}", statement.opcode)
    };
    body.statements.iter().map(row).collect()
}

#[test]
fn statements_write_their_first_operand_and_read_the_others() {
    let text = ".entry k() { .reg .b32 %a<3>; mov.u32 %a0, 5; @!%p add.u32 %a1, %a0, %x; L: st.global.u32 [%q], %a1;
        ld.global.v2.u32 {%a0, %a2}, [%q]; vadd.u32.u32.u32 %a2.b1, %a0, %a1, %a2; vadd.u32.u32.u32 %a2, %a0, %a1; }";
    assert_eq!(
        statements(text),
        [
            "mov: %a0#0 < ",
            "add: %a1#1? < %p#2 %a0#0 %x#3",
            "st:  < %q#4 %a1#1",
            "ld: %a0#0 %a2#5 < %q#4",
            // A merge writes all of d: the rest comes from c.
            "vadd: %a2#5 < %a0#0 %a1#1 %a2#5",
            "vadd: %a2#5 < %a0#0 %a1#1",
        ]
    );
}

/// The innermost declaration counts; `%r<3>` declares `%r0` to `%r2`.
#[test]
fn a_register_is_its_declaration() {
    let text = ".entry k() { .reg .b32 %n; mov.u32 %n, 1; { .reg .b32 %n; mov.u32 %n, 2; } mov.u32 %n, 3; }";
    assert_eq!(statements(text), ["mov: %n#0 < ", "mov: %n#1 < ", "mov: %n#0 < "]);
    for (register, declared) in [("%r0", Some(".b32")), ("%r2", Some(".b32")), ("%r3", None)] {
        let text = format!(".func f() {{ .reg .b32 %r<3>; mov.u32 {register}, 5; }}");
        let body = Body::of(&text, &scan(&text).functions[0]).names;
        assert_eq!(body, [Name { text: register, declared }]);
    }
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
