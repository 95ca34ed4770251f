//! The functions that C calls. Each checks its pointers, and reports a panic as [`vmadlib_status::VMADLIB_ERROR_INTERNAL`].
//!
//! # Safety
//! The contract of every function is its comment in the header: a pointer that is not null points to as many
//! values as the comment says. These stay valid during the call, and no other thread writes them.
#![allow(unsafe_code, reason = "the C interface")]
#![expect(clippy::missing_safety_doc, reason = "the module has the contract of all functions")]

pub mod batch;
pub mod execution;
pub mod ptx;
pub mod words;

use core::{
    ffi::{CStr, c_char},
    slice,
};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{
    failure::Failure,
    types::{
        vmadlib_error,
        vmadlib_status::{
            self, VMADLIB_ERROR_ARGUMENT, VMADLIB_ERROR_BUFFER, VMADLIB_ERROR_INTERNAL,
            VMADLIB_ERROR_POINTER, VMADLIB_ERROR_TEXT, VMADLIB_OK,
        },
    },
};

/// Runs a call; writes its failure to `error`.
fn call(error: *mut vmadlib_error, body: impl FnOnce() -> Result<(), Failure>) -> vmadlib_status {
    let internal = || Failure::new(VMADLIB_ERROR_INTERNAL, &"a defect of vmad: please report the inputs");
    let result = catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|_| Err(internal()));
    let Err(failure) = result else { return VMADLIB_OK };
    // SAFETY: the caller's contract.
    if let Ok(error) = unsafe { Output::new(error, "error") } {
        error.write(failure.to_c());
    }
    failure.status
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

/// The place of an output; null if nothing is to be written.
struct Output<T>(*mut T);

impl<T> Output<T> {
    unsafe fn new(pointer: *mut T, name: &str) -> Result<Self, Failure> {
        usable(pointer, name).map(|pointer| Self(pointer.cast_mut()))
    }

    /// An output that can be null.
    unsafe fn optional(pointer: *mut T, name: &str) -> Result<Self, Failure> {
        // SAFETY: the caller's contract.
        if pointer.is_null() { Ok(Self(pointer)) } else { unsafe { Self::new(pointer, name) } }
    }

    fn write(self, value: T) {
        if !self.0.is_null() {
            // SAFETY: the promise of `new`.
            unsafe { self.0.write(value) };
        }
    }
}

/// A text, given its length in bytes.
unsafe fn text<'a>(text: *const c_char, length: usize) -> Result<&'a str, Failure> {
    let bytes = usable(text, "text")?.cast();
    if isize::try_from(length).is_err() {
        return Err(Failure::new(
            VMADLIB_ERROR_ARGUMENT,
            &format_args!("the text has {length} bytes: too many"),
        ));
    }
    // SAFETY: the caller's contract.
    let bytes = unsafe { slice::from_raw_parts(bytes, length) };
    core::str::from_utf8(bytes).map_err(|error| {
        let start = error.valid_up_to();
        Failure::at(VMADLIB_ERROR_TEXT, start..start + 1, &"the text is not UTF-8")
    })
}

/// A name that ends with NUL; null is [`None`].
unsafe fn name<'a>(pointer: *const c_char, name: &str) -> Result<Option<&'a str>, Failure> {
    if pointer.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller's contract.
    let found = unsafe { CStr::from_ptr(pointer) };
    let wrong = |_| Failure::new(VMADLIB_ERROR_ARGUMENT, &format_args!("{name} is not UTF-8"));
    found.to_str().map(Some).map_err(wrong)
}

/// Writes `items` to a buffer that has room for `capacity` of them, and their number without `uncounted` to `count`. The
/// number is written even if the buffer is too short.
unsafe fn fill<T>(
    items: &[T],
    uncounted: usize,
    buffer: *mut T,
    capacity: usize,
    count: *mut usize,
) -> Result<(), Failure> {
    // SAFETY: the caller's contract.
    unsafe { Output::new(count, "the length output")? }.write(items.len() - uncounted);
    if capacity < items.len() {
        let message = format_args!("the buffer has room for {capacity}: {} are needed", items.len());
        return Err(Failure::new(VMADLIB_ERROR_BUFFER, &message));
    }
    let buffer = usable(buffer, "the buffer")?.cast_mut();
    // SAFETY: the caller's contract; `items` is in memory of its own.
    unsafe { items.as_ptr().copy_to_nonoverlapping(buffer, items.len()) };
    Ok(())
}
