//! A progress bar on standard error, for work that takes more than a second. It shows on a terminal only.

use std::{
    cell::Cell,
    fmt,
    io::{self, IsTerminal},
    thread,
    time::{Duration, Instant},
};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// A progress bar; dropping it removes the bar.
pub(crate) struct Progress {
    bar: ProgressBar,
    /// The time of the first drawing; none after it.
    due: Cell<Option<Instant>>,
}

impl Progress {
    /// Shorter work shows no bar.
    const PATIENCE: Duration = Duration::from_secs(1);

    /// A bar for a known total.
    pub(crate) fn new(total: u64, what: &str) -> Self {
        let template =
            format!("{{bar:30}} {{percent:>3}} %  {{human_pos}} {what}, {{speed}}, {{eta}} to go{{msg}}");
        Self::styled(ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden()), &template)
    }

    /// A counter without a total.
    pub(crate) fn endless(what: &str) -> Self {
        let template = format!("{{spinner}} {{human_pos}} {what}, {{speed}}");
        Self::styled(ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()), &template)
    }

    /// A spinner for one long step.
    pub(crate) fn busy(what: &str) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let progress = Self::styled(bar, "{spinner} {msg}, {elapsed}");
        progress.say(what.to_owned());
        let bar = progress.bar.downgrade();
        let turn = move || {
            while let Some(bar) = bar.upgrade().filter(|bar| !bar.is_finished()) {
                bar.tick();
                drop(bar);
                thread::sleep(Duration::from_millis(100));
            }
        };
        // Ignored: without a thread the spinner stands still. The thread of `enable_steady_tick` would panic.
        let _ = thread::Builder::new().spawn(turn);
        progress
    }

    fn styled(bar: ProgressBar, template: &str) -> Self {
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.with_key("speed", speed));
        }
        Self { bar, due: Cell::new(Some(Instant::now() + Self::PATIENCE)) }
    }

    /// The same, but hidden if standard output is a terminal: the output itself shows the progress.
    pub(crate) fn unless_seen(self) -> Self {
        if io::stdout().is_terminal() {
            self.due.set(None);
        }
        self
    }

    pub(crate) fn set(&self, done: u64) {
        self.show_if_due();
        self.bar.set_position(done);
    }

    pub(crate) fn add(&self, done: u64) {
        self.show_if_due();
        self.bar.inc(done);
    }

    fn show_if_due(&self) {
        if self.due.get().is_some_and(|due| Instant::now() >= due) {
            self.due.set(None);
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    pub(crate) fn say(&self, message: String) {
        self.bar.set_message(message);
    }

    /// Prints while the bar is hidden.
    pub(crate) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }
}

/// The rate, in whole numbers.
fn speed(state: &ProgressState, out: &mut dyn fmt::Write) {
    // Ignored: this is only the progress bar.
    let _ = write!(out, "{}/s", HumanCount(state.per_sec() as u64));
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
