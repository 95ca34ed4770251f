//! Words, text, and structures of their fields.

use core::ffi::c_char;

use super::{Output, call, fill, text, usable};
use crate::{
    calls, members,
    types::{vmadlib_error, vmadlib_instruction, vmadlib_status},
};

/// The version of the library: "0.1.0".
#[unsafe(no_mangle)]
pub extern "C" fn vmadlib_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Decodes a word of an architecture, 50 for sm_50. VMADLIB_ERROR_FOREIGN: it is not a video instruction. Of a word of
/// Kepler (35 and 37), the members are those of the Maxwell instruction that computes the same. No member has its flag .S
/// (join): no source says that the value depends on it. vmadlib_encode makes the Maxwell word, which the other functions
/// take.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vmadlib_decode(
    word: u64,
    arch: u32,
    instruction: *mut vmadlib_instruction,
    error: *mut vmadlib_error,
) -> vmadlib_status {
    call(error, || {
        // SAFETY: the caller's contract.
        let to = unsafe { Output::new(instruction, "instruction")? };
        to.write(members::decode(&calls::decode(word, arch)?));
        Ok(())
    })
}

/// Encodes an instruction. Members of other instructions must be VMADLIB_NONE; bits without meaning become 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vmadlib_encode(
    instruction: *const vmadlib_instruction,
    word: *mut u64,
    error: *mut vmadlib_error,
) -> vmadlib_status {
    call(error, || {
        // SAFETY: the caller's contract.
        let (instruction, to) =
            unsafe { (usable(instruction, "instruction")?.read(), Output::new(word, "word")?) };
        to.write(members::encode(&instruction)?);
        Ok(())
    })
}

/// Writes the text of a legal word, as nvdisasm does; a word with an illegal field is VMADLIB_ERROR_WORD. `control` is
/// the control field of the word in its bundle, 21 bits; it must be legal for the instruction. For a word alone, pass
/// 0x7e0: no barrier, no wait, no reuse. (0 sets write barrier 0, which is illegal for a VMAD.) `arch` is the number of
/// the architecture: 50, 52, 53, 60, 61 or 62. `length` becomes the length of the text without its NUL, also if the
/// buffer is too short. Then nothing is written to `text`, and `text` can be null. 192 bytes are enough for every
/// instruction.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vmadlib_disassemble(
    word: u64,
    control: u32,
    arch: u32,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
    error: *mut vmadlib_error,
) -> vmadlib_status {
    call(error, || {
        let printed = calls::text_of(word, control, arch)?;
        let chars: Vec<c_char> = printed.bytes().chain([0]).map(|byte| byte as c_char).collect();
        // SAFETY: the caller's contract.
        unsafe { fill(&chars, 1, text, capacity, length) }
    })
}

/// Assembles a text. `control` becomes the control field, or that of an idle slot if the text has none; it can be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vmadlib_assemble(
    text: *const c_char,
    length: usize,
    word: *mut u64,
    control: *mut u32,
    error: *mut vmadlib_error,
) -> vmadlib_status {
    call(error, || {
        // SAFETY: the caller's contract.
        let (text, to, control) = unsafe {
            (self::text(text, length)?, Output::new(word, "word")?, Output::optional(control, "control")?)
        };
        let (encoded, field) = calls::assemble(text)?;
        to.write(encoded);
        control.write(field);
        Ok(())
    })
}
