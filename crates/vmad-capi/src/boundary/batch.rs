//! Executions on arrays.

use core::slice;
use std::borrow::Cow;

use vmad_batch::Port;

use super::{call, usable};
use crate::{
    calls::{Executable, failure},
    failure::Failure,
    types::{
        vmadlib_error, vmadlib_port,
        vmadlib_status::{self, VMADLIB_ERROR_ARGUMENT},
    },
};

/// Executes a word as vmadlib_execute does, `count` times and with SIMD: `results[i]` becomes the result of the ports' i-th
/// values. An array of values that overlaps `results` is copied first. Ports that are RZ, PT or an immediate are ignored.
/// If `count` is 0, the arrays can be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vmadlib_execute_batch(
    word: u64,
    a: vmadlib_port,
    b: vmadlib_port,
    c: vmadlib_port,
    count: usize,
    results: *mut u32,
    error: *mut vmadlib_error,
) -> vmadlib_status {
    call(error, || {
        let executable = Executable::new(word)?;
        if count == 0 {
            return Ok(());
        }
        let results = usable(results, "results")?.cast_mut();
        let bytes = count.checked_mul(size_of::<u32>()).filter(|bytes| isize::try_from(*bytes).is_ok());
        let too_many = || Failure::new(VMADLIB_ERROR_ARGUMENT, &format_args!("count is {count}: too many"));
        let bytes = bytes.ok_or_else(too_many)?;
        let array = |port: vmadlib_port, fixed: Option<u32>, name| {
            if fixed.is_some() || port.values.is_null() {
                return Ok(None);
            }
            let values = usable(port.values, name)?;
            // SAFETY: the caller's contract.
            let array = unsafe { slice::from_raw_parts(values, count) };
            let overlaps = values.addr().abs_diff(results.addr()) < bytes;
            Ok(Some(if overlaps { Cow::Owned(array.to_vec()) } else { Cow::Borrowed(array) }))
        };
        let fixed = executable.instruction.fixed();
        let arrays = [array(a, fixed[0], "a")?, array(b, fixed[1], "b")?, array(c, fixed[2], "c")?];
        let port = |index: usize, given: vmadlib_port| match &arrays[index] {
            Some(values) => Port::Each(values),
            None => Port::All(fixed[index].unwrap_or(given.all)),
        };
        // SAFETY: the caller's contract; no other array overlaps the results.
        let results = unsafe { slice::from_raw_parts_mut(results, count) };
        let batch = executable.batch();
        batch.run(port(0, a), port(1, b), port(2, c), results).map_err(failure(VMADLIB_ERROR_ARGUMENT))
    })
}
