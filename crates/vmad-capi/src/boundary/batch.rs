//! Executions on arrays.

use core::slice;

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
/// values. An array of values can be `results` itself, but must not overlap it otherwise. Ports that are RZ, PT or an
/// immediate are ignored. If `count` is 0, the arrays can be null.
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
        if count > isize::MAX as usize / size_of::<u32>() {
            return Err(Failure::new(VMADLIB_ERROR_ARGUMENT, &format_args!("count is {count}: too many")));
        }
        let (mut ports, mut in_place) = ([Array::All(0); 3], false);
        for ((to, port), (fixed, name)) in ports
            .iter_mut()
            .zip([a, b, c])
            .zip(executable.instruction.fixed().into_iter().zip(["a", "b", "c"]))
        {
            *to = match fixed {
                Some(value) => Array::All(value),
                None => Array::new(port, count, results, name)?,
            };
            in_place |= matches!(to, Array::Results);
        }
        // In place, each block of values is copied before it is overwritten.
        let block = if in_place { BLOCK } else { count };
        let batch = executable.batch();
        let mut copies = [[0; BLOCK]; 3];
        for start in (0..count).step_by(block) {
            let length = block.min(count - start);
            let mut copies = copies.iter_mut();
            // SAFETY: the caller's contract: the arrays have `count` values, and only those that are copied overlap
            // `results`.
            unsafe {
                let [a, b, c] = ports.map(|port| port.values(start, length, results, copies.next()));
                let results = slice::from_raw_parts_mut(results.add(start), length);
                batch.run(a, b, c, results).map_err(failure(VMADLIB_ERROR_ARGUMENT))?;
            }
        }
        Ok(())
    })
}

/// The number of values that are copied at a time: a few KiB.
const BLOCK: usize = 1024;

/// The values of a port.
#[derive(Clone, Copy)]
enum Array {
    /// An array that is not `results`.
    Each(*const u32),
    /// The array `results`.
    Results,
    /// One value for all executions.
    All(u32),
}

impl Array {
    fn new(port: vmadlib_port, count: usize, results: *const u32, name: &str) -> Result<Self, Failure> {
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
            // SAFETY: the caller's contract.
            (Self::Each(values), _) => {
                Port::Each(unsafe { slice::from_raw_parts(values.add(start), length) })
            }
            (Self::All(value), _) => Port::All(value),
            (Self::Results, Some(copy)) => {
                // SAFETY: the caller's contract; a block of copied values is no longer than the copy.
                unsafe { results.add(start).copy_to_nonoverlapping(copy.as_mut_ptr(), length) };
                Port::Each(&copy[..length])
            }
            (Self::Results, None) => Port::All(0),
        }
    }
}
