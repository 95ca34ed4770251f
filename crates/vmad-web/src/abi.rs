//! The functions that the page calls: it writes a request into a buffer, and reads the answer from it.

#![expect(unsafe_code, reason = "a name that is exported can collide with another")]

use std::sync::{Mutex, MutexGuard, PoisonError};

/// The request, then the answer.
static TEXT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn text() -> MutexGuard<'static, Vec<u8>> {
    TEXT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes room for a request of `length` bytes, and returns its address.
#[unsafe(no_mangle)]
extern "C" fn vmad_request(length: usize) -> *mut u8 {
    let mut text = text();
    text.resize(length, 0);
    text.as_mut_ptr()
}

/// Replaces the request by its answer, and returns the answer's address.
#[unsafe(no_mangle)]
extern "C" fn vmad_answer() -> *const u8 {
    let mut text = text();
    *text = crate::answer(&String::from_utf8_lossy(&text)).into_bytes();
    text.as_ptr()
}

/// The length of the answer in bytes.
#[unsafe(no_mangle)]
extern "C" fn vmad_length() -> usize {
    text().len()
}
