//! PTX.

use core::ffi::c_char;

use super::{Output, call, name, text};
use crate::{
    calls,
    types::{vmadlib_error, vmadlib_status},
};

/// Executes one PTX instruction, a video instruction or a mad, on the bits of the registers a, b and c. `result`
/// becomes the bits of d, and `width` their number, 32 or 64; `width` can be null. The names end with a NUL. `target`
/// (null: "sm_50"; as in PTX: "sm_61") and `version` (null: "8.0") decide whether the instruction is legal. `reading`
/// selects the readings of ambiguous sentences of the PTX ISA: "default" (as null), "prose", "literal", or single
/// choices as in `vmad ptx exec --reading`. The guard is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vmadlib_ptx_execute(
    text: *const c_char,
    length: usize,
    target: *const c_char,
    version: *const c_char,
    reading: *const c_char,
    a: u64,
    b: u64,
    c: u64,
    result: *mut u64,
    width: *mut u32,
    error: *mut vmadlib_error,
) -> vmadlib_status {
    call(error, || {
        // SAFETY: the caller's contract.
        let (text, names, to, width) = unsafe {
            (
                self::text(text, length)?,
                [name(target, "target")?, name(version, "version")?, name(reading, "reading")?],
                Output::new(result, "result")?,
                Output::optional(width, "width")?,
            )
        };
        let (value, bits) = calls::ptx_execute(text, names, [a, b, c])?;
        to.write(value);
        width.write(bits);
        Ok(())
    })
}
