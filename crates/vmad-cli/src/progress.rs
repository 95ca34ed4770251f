//! A line of progress on standard error, for long work. It shows on a terminal only.

use std::{
    cell::Cell,
    time::{Duration, Instant},
};

use crate::{count::grouped, stderr};

/// The time between two drawings.
const INTERVAL: Duration = Duration::from_millis(100);

/// The line; dropping it deletes it.
pub(crate) struct Progress {
    what: String,
    total: u64,
    done: Cell<u64>,
    start: Instant,
    /// The time of the next drawing; [`None`] without a terminal.
    due: Cell<Option<Instant>>,
}

impl Progress {
    /// The line of a number of steps, drawn at once: the first step can be long.
    pub(crate) fn new(total: u64, what: &str) -> Self {
        Self::start(total, what, &format!("0 of {} {what}", grouped(total as usize)))
    }

    /// The line of one long step.
    pub(crate) fn busy(what: &str) -> Self {
        Self::start(1, what, what)
    }

    fn start(total: u64, what: &str, line: &str) -> Self {
        let start = Instant::now();
        let due = stderr::is_terminal().then(|| start + INTERVAL);
        let (what, done, due) = (what.to_owned(), Cell::new(0), Cell::new(due));
        let progress = Self { what, total, done, start, due };
        progress.draw(line);
        progress
    }

    pub(crate) fn add(&self, done: u64) {
        self.set(self.done.get() + done);
    }

    pub(crate) fn set(&self, done: u64) {
        self.done.set(done);
        let now = Instant::now();
        if self.due.get().is_none_or(|due| now < due) {
            return;
        }
        self.due.set(Some(now + INTERVAL));
        let percent = 100 * done / self.total.max(1);
        let rate = u128::from(done) * 1000 / (now - self.start).as_millis().max(1);
        let (done, rate) = (grouped(done as usize), grouped(rate as usize));
        self.draw(&format!("{percent} %, {done} {}, {rate}/s", self.what));
    }

    /// Prints something else in place of the line.
    pub(crate) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.draw("");
        print()
    }

    fn draw(&self, line: &str) {
        if self.due.get().is_some() {
            stderr::replace_line(line);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.draw("");
    }
}
