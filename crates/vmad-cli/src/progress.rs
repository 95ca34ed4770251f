//! Progress: on standard error, on a terminal only, of what takes longer than a second.

use std::{
    cell::Cell,
    fmt,
    io::{self, IsTerminal},
    time::{Duration, Instant},
};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// How far a command has come.
pub(crate) struct Progress {
    bar: ProgressBar,
    /// When the bar is first drawn; none once it is.
    due: Cell<Option<Instant>>,
}

impl Progress {
    /// What is done sooner needs no bar.
    const PATIENCE: Duration = Duration::from_secs(1);

    /// So much of something, `done` of it by an earlier run, which does not count for the speed.
    pub(crate) fn new(total: u64, done: u64, what: &str) -> Self {
        let template =
            format!("{{bar:30}} {{percent:>3}} %  {{human_pos}} {what}, {{speed}}, {{eta}} to go{{msg}}");
        Self::styled(
            ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden()),
            done,
            &template,
        )
    }

    /// As much as comes.
    pub(crate) fn endless(what: &str) -> Self {
        let template = format!("{{spinner}} {{human_pos}} {what}, {{speed}}");
        Self::styled(ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()), 0, &template)
    }

    /// A while of unknown length, of which one look at the end is all there is.
    pub(crate) fn busy(what: &str) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let progress = Self::styled(bar, 0, "{spinner} {msg}, {elapsed}");
        progress.say(what.to_owned());
        progress.bar.enable_steady_tick(Duration::from_millis(100));
        progress
    }

    fn styled(bar: ProgressBar, done: u64, template: &str) -> Self {
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.with_key("speed", speed));
        }
        bar.set_position(done);
        bar.reset_eta();
        Self { bar, due: Cell::new(Some(Instant::now() + Self::PATIENCE)) }
    }

    /// The same, but not where standard output is a terminal: what is printed there shows how far the command is.
    pub(crate) fn unless_seen(self) -> Self {
        if io::stdout().is_terminal() {
            self.due.set(None);
        }
        self
    }

    /// So much is done, of everything.
    pub(crate) fn set(&self, done: u64) {
        if self.due.get().is_some_and(|due| Instant::now() >= due) {
            self.due.set(None);
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_position(done);
    }

    /// What is worth knowing besides.
    pub(crate) fn say(&self, message: String) {
        self.bar.set_message(message);
    }

    /// Prints something without the bar in between.
    pub(crate) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }
}

/// So many a second, in whole numbers.
fn speed(state: &ProgressState, out: &mut dyn fmt::Write) {
    // A line of progress is no loss.
    let _ = write!(out, "{}/s", HumanCount(state.per_sec() as u64));
}

impl Drop for Progress {
    /// Done, or failed: the bar goes.
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
