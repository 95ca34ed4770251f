//! Progress of a chore: on standard error, on a terminal only, once it has taken a second.

use std::{fmt, time::Duration};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressState, ProgressStyle};

/// What is done sooner needs no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// A bar that goes when it is dropped. Several threads may advance it.
#[derive(Debug)]
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// So much of something.
    pub(crate) fn new(total: usize, what: &str) -> Self {
        let template = format!("{{bar:30}} {{percent:>3}} %  {{human_pos}} {what}, {{speed}}, {{eta}} to go");
        let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style.with_key("speed", speed));
        }
        Self(bar.with_finish(ProgressFinish::AndClear))
    }

    /// So much more is done.
    pub(crate) fn advance(&self, by: usize) {
        if self.0.is_hidden() && self.0.elapsed() >= PATIENCE {
            self.0.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.0.inc(by as u64);
    }
}

/// So many a second, in whole numbers.
fn speed(state: &ProgressState, out: &mut dyn fmt::Write) {
    // A line of progress is no loss.
    let _ = write!(out, "{}/s", HumanCount(state.per_sec() as u64));
}
