//! The kernel around a program.

/// A program as ptxas got it.
pub(crate) fn module(headers: &str, code: &str) -> String {
    let (before, after) = headers.split_once('|').unwrap_or((headers, ""));
    format!(
        ".version 7.0\n.target sm_50\n.address_size 64\n{before} .visible .entry k(.param .u64 p, .param .u32 x, \
         .param .u32 y) {after} {{ .reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<30>; .reg .b32 %a; .reg .b32 %k; \
         .reg .b32 %d; .reg .b64 %q<9>; .reg .f32 %f<9>; ld.param.u64 %q0, [p]; cvta.to.global.u64 %q1, %q0; \
         ld.global.u32 %a, [%q1]; {code} st.global.u32 [%q1], %d; ret; }}\n"
    )
}
