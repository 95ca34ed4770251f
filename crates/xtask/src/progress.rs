//! A progress bar for tasks.

use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};

/// A bar on standard error, on a terminal only. It disappears when it is dropped. Several threads may advance it.
pub(crate) fn progress(total: usize, what: &'static str) -> ProgressBar {
    let bar = ProgressBar::new(total as u64).with_message(what).with_finish(ProgressFinish::AndClear);
    match ProgressStyle::with_template("{bar:30} {percent:>3} %  {human_pos} {msg}, {per_sec}, {eta} to go") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
