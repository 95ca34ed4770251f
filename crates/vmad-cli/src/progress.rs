//! A line of progress on standard error, for work that takes more than a second. It shows on a terminal only.

use std::{
    cell::{Cell, RefCell},
    io::{self, IsTerminal},
    time::{Duration, Instant},
};

use crate::{count::grouped, stderr};

/// Shorter work shows nothing.
const PATIENCE: Duration = Duration::from_secs(1);

/// The time between two drawings.
const INTERVAL: Duration = Duration::from_millis(100);

/// The line; dropping it deletes it.
pub(crate) struct Progress {
    what: String,
    /// [`None`] if it is not known.
    total: Option<u64>,
    done: Cell<u64>,
    note: RefCell<String>,
    start: Instant,
    /// The time of the next drawing; [`None`] if the line is hidden.
    due: Cell<Option<Instant>>,
    is_drawn: Cell<bool>,
}

impl Progress {
    /// The line of a known total.
    pub(crate) fn new(total: u64, what: &str) -> Self {
        let mut progress = Self::endless(what);
        progress.total = Some(total);
        progress
    }

    /// The line of a count without a total.
    pub(crate) fn endless(what: &str) -> Self {
        let start = Instant::now();
        let due = stderr::is_terminal().then(|| start + PATIENCE);
        Self {
            what: what.to_owned(),
            total: None,
            done: Cell::new(0),
            note: RefCell::default(),
            start,
            due: Cell::new(due),
            is_drawn: Cell::new(false),
        }
    }

    /// The line of one long step, drawn at once.
    pub(crate) fn busy(what: &str) -> Self {
        let progress = Self::endless(what);
        if progress.due.get().is_some() {
            progress.print(what);
        }
        progress
    }

    /// The same, drawn at once: the first step can be long.
    pub(crate) fn at_once(self) -> Self {
        if self.due.get().is_some() {
            let total = grouped(self.total.unwrap_or_default() as usize);
            self.print(&format!("0 of {total} {}", self.what));
        }
        self
    }

    /// The same, but hidden if standard output is a terminal: the output itself shows the progress.
    pub(crate) fn unless_seen(self) -> Self {
        if io::stdout().is_terminal() {
            self.due.set(None);
        }
        self
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
        let percent =
            self.total.map_or_else(String::new, |total| format!("{} %, ", 100 * done / total.max(1)));
        let rate = u128::from(done) * 1000 / (now - self.start).as_millis().max(1);
        let (done, rate) = (grouped(done as usize), grouped(rate as usize));
        self.print(&format!("{percent}{done} {}, {rate}/s{}", self.what, self.note.borrow()));
    }

    /// Adds a note to the line.
    pub(crate) fn say(&self, note: String) {
        self.note.replace(note);
    }

    /// Prints something else in place of the line.
    pub(crate) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.clear();
        print()
    }

    fn print(&self, line: &str) {
        self.is_drawn.set(true);
        stderr::replace_line(line);
    }

    fn clear(&self) {
        if self.is_drawn.replace(false) {
            stderr::replace_line("");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}
