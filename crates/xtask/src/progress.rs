//! A progress bar on standard error, for chores that take more than a second. It shows on a terminal only.

use std::{fmt, time::Duration};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressState, ProgressStyle};

/// Shorter chores show no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// A bar that disappears when dropped. Several threads may advance it.
#[derive(Debug)]
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// A bar for a known total.
    pub(crate) fn new(total: usize, what: &str) -> Self {
        let template = format!("{{bar:30}} {{percent:>3}} %  {{human_pos}} {what}, {{speed}}, {{eta}} to go");
        let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style.with_key("speed", speed));
        }
        Self(bar.with_finish(ProgressFinish::AndClear))
    }

    /// Adds to the amount done.
    pub(crate) fn advance(&self, by: usize) {
        if self.0.is_hidden() && self.0.elapsed() >= PATIENCE {
            self.0.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.0.inc(by as u64);
    }
}

/// The rate, in whole numbers.
fn speed(state: &ProgressState, out: &mut dyn fmt::Write) {
    // Ignored: this is only the progress bar.
    let _ = write!(out, "{}/s", HumanCount(state.per_sec() as u64));
}
