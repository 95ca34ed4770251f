//! The functions that C calls. Each checks its pointers, and reports a panic as [`vmadlib_status::VMADLIB_ERROR_INTERNAL`].
//!
//! # Safety
//! The contract of every function is that of its comment in the header: a pointer that is not null points to as many
//! values as the comment says, which stay valid and are written by nobody else during the call.
#![allow(unsafe_code, reason = "the C interface")]
#![expect(clippy::missing_safety_doc, reason = "the module has the contract of all functions")]

use core::{
    ffi::{CStr, c_char},
    slice,
};
use std::panic::{AssertUnwindSafe, catch_unwind};

use vmad_batch::Port;

pub use crate::calls::vmadlib_operation;
use crate::{
    calls::{self, Names},
    failure::Failure,
    members,
    types::{
        vmadlib_effect, vmadlib_error, vmadlib_instruction, vmadlib_lowering, vmadlib_port,
        vmadlib_registers, vmadlib_state,
        vmadlib_status::{
            self, VMADLIB_ERROR_ARGUMENT, VMADLIB_ERROR_BUFFER, VMADLIB_ERROR_POINTER, VMADLIB_ERROR_TEXT,
            VMADLIB_OK,
        },
        vmadlib_wire,
    },
};

/// Runs a call; writes its failure to `error`.
fn call(error: *mut vmadlib_error, body: impl FnOnce() -> Result<(), Failure>) -> vmadlib_status {
    let result = catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|_| Err(Failure::internal()));
    let Err(failure) = result else { return VMADLIB_OK };
    if !error.is_null() && error.is_aligned() {
        // SAFETY: the caller's, see above.
        unsafe { error.write(failure.to_c()) };
    }
    failure.status()
}

/// A pointer that can be used.
fn usable<T>(pointer: *const T, name: &str) -> Result<*const T, Failure> {
    let fault = match (pointer.is_null(), pointer.is_aligned()) {
        (true, _) => "null",
        (false, false) => "misaligned",
        (false, true) => return Ok(pointer),
    };
    Err(Failure::new(VMADLIB_ERROR_POINTER, &format_args!("{name} is {fault}")))
}

fn output<T>(pointer: *mut T, name: &str) -> Result<*mut T, Failure> {
    usable(pointer, name).map(<*const T>::cast_mut)
}

/// A text of a length in bytes.
unsafe fn text<'a>(text: *const c_char, length: usize) -> Result<&'a str, Failure> {
    let bytes = usable(text, "text")?.cast();
    if isize::try_from(length).is_err() {
        return Err(Failure::new(
            VMADLIB_ERROR_ARGUMENT,
            &format_args!("the text has {length} bytes: too many"),
        ));
    }
    // SAFETY: the caller's.
    let bytes = unsafe { slice::from_raw_parts(bytes, length) };
    core::str::from_utf8(bytes).map_err(|error| {
        let start = error.valid_up_to();
        Failure::at(VMADLIB_ERROR_TEXT, start..start + 1, &"the text is not UTF-8")
    })
}

/// A name that ends with NUL; null is [`None`].
unsafe fn name<'a>(name: *const c_char) -> Result<Option<&'a str>, Failure> {
    if name.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller's.
    let name = unsafe { CStr::from_ptr(name) };
    name.to_str().map(Some).map_err(|error| Failure::new(VMADLIB_ERROR_ARGUMENT, &error))
}

/// Writes `items` to a buffer that has room for `capacity` of them, and their number without `uncounted` to `count`. The
/// number is written even if the buffer is too short.
unsafe fn fill<T>(
    items: &[T],
    uncounted: usize,
    (buffer, capacity): (*mut T, usize),
    count: *mut usize,
) -> Result<(), Failure> {
    let count = output(count, "the length output")?;
    // SAFETY: the caller's.
    unsafe { count.write(items.len() - uncounted) };
    if capacity < items.len() {
        let message = format_args!("the buffer has room for {capacity}: {} are needed", items.len());
        return Err(Failure::new(VMADLIB_ERROR_BUFFER, &message));
    }
    let buffer = output(buffer, "the buffer")?;
    // SAFETY: the caller's; `items` is in memory of its own.
    unsafe { items.as_ptr().copy_to_nonoverlapping(buffer, items.len()) };
    Ok(())
}

/// The version of the library: "0.1.0".
#[unsafe(no_mangle)]
pub extern "C" fn vmadlib_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Decodes a word.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vmadlib_decode(
    word: u64,
    instruction: *mut vmadlib_instruction,
    error: *mut vmadlib_error,
) -> vmadlib_status {
    call(error, || {
        let to = output(instruction, "instruction")?;
        let decoded = members::decode(&calls::decode(word)?);
        // SAFETY: the caller's.
        unsafe { to.write(decoded) };
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
        // SAFETY: the caller's.
        let instruction = unsafe { usable(instruction, "instruction")?.read() };
        let to = output(word, "word")?;
        let encoded = members::encode(&instruction)?;
        // SAFETY: the caller's.
        unsafe { to.write(encoded) };
        Ok(())
    })
}

/// Writes the text of a word, as nvdisasm does. `control` is the control field, 21 bits, `arch` the number of the
/// architecture: 50, 52, 53, 60, 61 or 62. `length` becomes the length of the text without its NUL, even if the buffer
/// is too short; then `text` can be null. 192 bytes are enough for every instruction.
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
        // SAFETY: the caller's.
        unsafe { fill(&chars, 1, (text, capacity), length) }
    })
}

/// Assembles a text. `control` becomes the control field, that of an idle slot if the text has none; it can be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vmadlib_assemble(
    text: *const c_char,
    length: usize,
    word: *mut u64,
    control: *mut u32,
    error: *mut vmadlib_error,
) -> vmadlib_status {
    call(error, || {
        let to = output(word, "word")?;
        // SAFETY: the caller's.
        let (encoded, field) = calls::assemble(unsafe { self::text(text, length)? })?;
        if !control.is_null() {
            // SAFETY: the caller's.
            unsafe { output(control, "control")?.write(field) };
        }
        // SAFETY: the caller's.
        unsafe { to.write(encoded) };
        Ok(())
    })
}

/// Executes a word on the values of its ports. `result` becomes the register's value, for VSETP the two predicates as
/// bits 0 and 1. The value of a port that is RZ, PT or an immediate is ignored; of VSETP's C, bit 0 is the source
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
        let to = output(result, "result")?;
        let value = vmadlib_operation::new(word)?.execute(a, b, c);
        // SAFETY: the caller's.
        unsafe { to.write(value) };
        Ok(())
    })
}

/// Executes a word on the registers and predicates of a thread. `effect` becomes what it wrote; it can be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vmadlib_step(
    word: u64,
    state: *mut vmadlib_state,
    effect: *mut vmadlib_effect,
    error: *mut vmadlib_error,
) -> vmadlib_status {
    call(error, || {
        let state = output(state, "state")?;
        if !effect.is_null() {
            output(effect, "effect")?;
        }
        // SAFETY: the caller's.
        let written = vmadlib_operation::new(word)?.step(unsafe { &mut *state });
        if !effect.is_null() {
            // SAFETY: the caller's.
            unsafe { effect.write(written) };
        }
        Ok(())
    })
}

/// Executes a word as vmadlib_execute does, and writes every wire, the result last. `count` becomes the number of wires,
/// even if there is room for fewer; then `wires` can be null.
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
        let trace = vmadlib_operation::new(word)?.trace(a, b, c);
        let found: Vec<_> = trace.iter().map(calls::wire).collect();
        // SAFETY: the caller's.
        unsafe { fill(&found, 0, (wires, capacity), count) }
    })
}

/// Makes a word ready for many executions. vmadlib_operation_free frees it. Threads can share it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vmadlib_operation_new(
    word: u64,
    operation: *mut *mut vmadlib_operation,
    error: *mut vmadlib_error,
) -> vmadlib_status {
    call(error, || {
        let to = output(operation, "operation")?;
        let made = Box::new(vmadlib_operation::new(word)?);
        // SAFETY: the caller's.
        unsafe { to.write(Box::into_raw(made)) };
        Ok(())
    })
}

/// Frees an operation. Null is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vmadlib_operation_free(operation: *mut vmadlib_operation) {
    if !operation.is_null() {
        // SAFETY: the caller's: vmadlib_operation_new made it.
        drop(unsafe { Box::from_raw(operation) });
    }
}

/// Executes an operation as vmadlib_execute executes its word.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vmadlib_operation_execute(
    operation: *const vmadlib_operation,
    a: u32,
    b: u32,
    c: u32,
    result: *mut u32,
    error: *mut vmadlib_error,
) -> vmadlib_status {
    call(error, || {
        // SAFETY: the caller's.
        let operation = unsafe { &*usable(operation, "operation")? };
        let to = output(result, "result")?;
        let value = operation.execute(a, b, c);
        // SAFETY: the caller's.
        unsafe { to.write(value) };
        Ok(())
    })
}

/// Executes an operation `count` times, with SIMD: `results[i]` becomes the result of the ports' i-th values. An array of
/// values can be `results` itself, but not overlap it otherwise. Ports that are RZ, PT or an immediate are ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vmadlib_operation_batch(
    operation: *const vmadlib_operation,
    a: vmadlib_port,
    b: vmadlib_port,
    c: vmadlib_port,
    count: usize,
    results: *mut u32,
    error: *mut vmadlib_error,
) -> vmadlib_status {
    call(error, || {
        // SAFETY: the caller's.
        let operation = unsafe { &*usable(operation, "operation")? };
        if count == 0 {
            return Ok(());
        }
        let results = output(results, "results")?;
        if count > isize::MAX as usize / size_of::<u32>() {
            return Err(Failure::new(VMADLIB_ERROR_ARGUMENT, &format_args!("count is {count}: too many")));
        }
        let (mut ports, mut in_place) = ([Array::All(0); 3], false);
        for ((to, port), (fixed, name)) in
            ports.iter_mut().zip([a, b, c]).zip(operation.fixed.into_iter().zip(["a", "b", "c"]))
        {
            *to = match fixed {
                Some(value) => Array::All(value),
                None => Array::of(port, count, results, name)?,
            };
            in_place |= matches!(to, Array::Results);
        }
        // A block at a time if values are overwritten: then they are copied first.
        let block = if in_place { BLOCK } else { count };
        let mut copies = [[0; BLOCK]; 3];
        for start in (0..count).step_by(block) {
            let length = block.min(count - start);
            let mut copies = copies.iter_mut();
            // SAFETY: the caller's: the arrays have `count` values, and only those that are copied overlap `results`.
            unsafe {
                let ports = ports.map(|port| port.values(start, length, results, copies.next()));
                operation.batch(ports, slice::from_raw_parts_mut(results.add(start), length))?;
            }
        }
        Ok(())
    })
}

/// The values that are copied at a time, in a few KiB.
const BLOCK: usize = 1024;

/// The values of a port.
#[derive(Clone, Copy)]
enum Array {
    /// In an array of its own.
    Each(*const u32),
    /// In the array of the results.
    Results,
    /// The same for all.
    All(u32),
}

impl Array {
    fn of(port: vmadlib_port, count: usize, results: *const u32, name: &str) -> Result<Self, Failure> {
        if port.values.is_null() {
            return Ok(Self::All(port.all));
        }
        let values = usable(port.values, name)?;
        let bytes = count * size_of::<u32>();
        if values == results {
            Ok(Self::Results)
        } else if values.addr().abs_diff(results.addr()) < bytes {
            let message = format_args!("{name} overlaps results: it must be the same array, or another one");
            Err(Failure::new(VMADLIB_ERROR_ARGUMENT, &message))
        } else {
            Ok(Self::Each(values))
        }
    }

    /// The values of a block.
    unsafe fn values(
        self,
        start: usize,
        length: usize,
        results: *const u32,
        copy: Option<&mut [u32; BLOCK]>,
    ) -> Port<'_> {
        match (self, copy) {
            // SAFETY: the caller's.
            (Self::Each(values), _) => {
                Port::Each(unsafe { slice::from_raw_parts(values.add(start), length) })
            }
            (Self::All(value), _) => Port::All(value),
            (Self::Results, Some(copy)) => {
                // SAFETY: the caller's; a block of copied values is no longer than the copy.
                unsafe { results.add(start).copy_to_nonoverlapping(copy.as_mut_ptr(), length) };
                Port::Each(&copy[..length])
            }
            (Self::Results, None) => Port::All(0),
        }
    }
}

/// Executes a PTX instruction on the bits of the registers a, b and c. `result` becomes the bits of d, `width` their
/// number, 32 or 64; it can be null. `target` (null: "sm_50") and `version` (null: "8.0") decide whether the instruction
/// is legal, `reading` (null: "default") how ambiguities of the PTX ISA are resolved. The guard is ignored.
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
        let to = output(result, "result")?;
        // SAFETY: the caller's.
        let (text, names) = unsafe {
            let names = Names { target: name(target)?, version: name(version)?, reading: name(reading)? };
            (self::text(text, length)?, names)
        };
        let (value, bits) = calls::ptx_execute(text, &names, [a, b, c])?;
        if !width.is_null() {
            // SAFETY: the caller's.
            unsafe { output(width, "width")?.write(bits) };
        }
        // SAFETY: the caller's.
        unsafe { to.write(value) };
        Ok(())
    })
}

/// Lowers a PTX instruction as ptxas 12.9 does for an architecture: 50, 52, 53, 60, 61 or 62. `registers` are the SASS
/// registers of its operands; if it is null, d is R0, a R2, b R3, c R4, and the guard P0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vmadlib_ptx_lower(
    text: *const c_char,
    length: usize,
    arch: u32,
    registers: *const vmadlib_registers,
    lowering: *mut vmadlib_lowering,
    error: *mut vmadlib_error,
) -> vmadlib_status {
    call(error, || {
        let to = output(lowering, "lowering")?;
        // SAFETY: the caller's.
        let (text, registers) = unsafe { (self::text(text, length)?, registers.as_ref().copied()) };
        let lowered = calls::ptx_lower(text, arch, registers)?;
        // SAFETY: the caller's.
        unsafe { to.write(lowered) };
        Ok(())
    })
}
