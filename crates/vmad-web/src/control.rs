//! The control field of the word.

use serde::Serialize;
use vmad_sass::{dispatch::Dispatch, schedule::ControlField};

/// A control field.
#[derive(Serialize)]
pub(crate) struct ControlView {
    bits: String,
    text: String,
    error: Option<String>,
    /// The bits, the name and the value of each part.
    parts: [(&'static str, &'static str, String); 6],
}

impl ControlView {
    pub(crate) fn new(control: ControlField, dispatch: Option<Dispatch>) -> Self {
        let barrier = |barrier: Option<vmad_sass::schedule::Barrier>| {
            barrier.map_or_else(|| "none".to_owned(), |barrier| barrier.number().to_string())
        };
        let set = |bits: u8| {
            let numbers: Vec<_> =
                (0..8).filter(|bit| bits >> bit & 1 == 1).map(|bit| bit.to_string()).collect();
            if numbers.is_empty() { "none".to_owned() } else { numbers.join(", ") }
        };
        Self {
            bits: format!("{:#07x}", control.bits()),
            text: control.to_string(),
            error: dispatch.and_then(|dispatch| control.check(dispatch).err()).map(|error| error.to_string()),
            parts: [
                ("20:17", "reuse flags", set(control.reuse().bits())),
                ("16:11", "waits for barriers", set(control.wait_mask())),
                ("10:8", "sets read barrier", barrier(control.read_barrier())),
                ("7:5", "sets write barrier", barrier(control.write_barrier())),
                ("4", "yield flag", u8::from(control.yield_flag()).to_string()),
                ("3:0", "stall count", control.stall().to_string()),
            ],
        }
    }
}
