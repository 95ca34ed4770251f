//! How long a sweep is, and what came of it.

/// Triples of a random sweep.
pub(crate) fn cases() -> usize {
    vmad_testing::cases(10_000, 500_000)
}

/// The tally of a sweep: it goes on past a difference, and shows the first few and how many there were.
pub(crate) struct Tally {
    sweep: &'static str,
    compared: usize,
    different: usize,
    shown: Vec<String>,
}

impl Tally {
    /// An empty one.
    pub(crate) fn new(sweep: &'static str) -> Self {
        Self { sweep, compared: 0, different: 0, shown: Vec::new() }
    }

    /// Takes down one comparison; a difference is described.
    pub(crate) fn compare(&mut self, equal: bool, describe: impl FnOnce() -> String) {
        self.compared += 1;
        if !equal {
            self.different += 1;
            if self.shown.len() < 20 {
                self.shown.push(describe());
            }
        }
    }

    /// Fails where anything differed, or nothing was compared.
    pub(crate) fn finish(self) {
        println!("{}: {} compared, {} different", self.sweep, self.compared, self.different);
        assert!(self.compared > 0, "{}: nothing compared", self.sweep);
        assert_eq!(self.different, 0, "{}:\n{}", self.sweep, self.shown.join("\n"));
    }
}
