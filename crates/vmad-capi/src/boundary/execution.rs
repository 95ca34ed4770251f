//! Single executions.

use super::{Output, call, fill, usable};
use crate::{
    calls::{self, Executable},
    types::{vmadlib_effect, vmadlib_error, vmadlib_state, vmadlib_status, vmadlib_wire},
};

/// The file that `vmad emit --lang rust --all` prints.
#[allow(dead_code, unreachable_pub, reason = "the file is for any program")]
mod emitted {
    include!(concat!(env!("OUT_DIR"), "/emitted.rs"));
}

/// Executes a word on the values of its ports. `result` becomes the register's value, for VSETP the two predicates as
/// bits 0 and 1. The value of a port that is RZ, PT or an immediate is ignored. Bit 0 of VSETP's C is the source
/// predicate. The guard is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vmadlib_execute(
    word: u64,
    a: u32,
    b: u32,
    c: u32,
    result: *mut u32,
    error: *mut vmadlib_error,
) -> vmadlib_status {
    call(error, || {
        // SAFETY: the caller's contract.
        let to = unsafe { Output::new(result, "result")? };
        // This code is emitted from the datapath. It is about four times as fast as decoding a word for one execution.
        let result = if emitted::video_is_legal(word) {
            emitted::video_execute(word, a, b, c)
        } else {
            Executable::new(word)?.execute(a, b, c)
        };
        to.write(result);
        Ok(())
    })
}

/// Executes a word on the registers and predicates of a thread. `effect` becomes the values that it wrote; it can be
/// null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vmadlib_step(
    word: u64,
    state: *mut vmadlib_state,
    effect: *mut vmadlib_effect,
    error: *mut vmadlib_error,
) -> vmadlib_status {
    call(error, || {
        // SAFETY: the caller's contract.
        let (state, effect) =
            unsafe { (&mut *usable(state, "state")?.cast_mut(), Output::optional(effect, "effect")?) };
        effect.write(Executable::new(word)?.step(state));
        Ok(())
    })
}

/// Executes a word as vmadlib_execute does, and writes every wire, the result last. `count` becomes the number of
/// wires, also if there is room for fewer. Then nothing is written to `wires`, and `wires` can be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vmadlib_trace(
    word: u64,
    a: u32,
    b: u32,
    c: u32,
    wires: *mut vmadlib_wire,
    capacity: usize,
    count: *mut usize,
    error: *mut vmadlib_error,
) -> vmadlib_status {
    call(error, || {
        let trace = Executable::new(word)?.trace(a, b, c);
        let found: Vec<_> = trace.iter().map(calls::wire).collect();
        // SAFETY: the caller's contract.
        unsafe { fill(&found, 0, wires, capacity, count) }
    })
}
