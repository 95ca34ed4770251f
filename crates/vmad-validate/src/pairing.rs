//! Which `VMAD` was made of which `vmad`.
//!
//! ptxas reorders, merges, drops, copies (unrolled loops) and inlines. A line table names the line of each `VMAD`: it
//! was made of a `vmad` of that line. `VMAD`s without a `vmad`'s line are paired by what they are, and by their order only
//! among equals:
//!
//! 1. by the form that the lowering foresees, in order;
//! 2. what is left, by equal results;
//! 3. a `VMAD` that is left is a copy of a `vmad` of its form, or of one with equal results;
//!    of what is left then, by results that are equal but for a doubt;
//! 4. where as many `vmad`s as `VMAD`s are left, in order: whatever they come to.
//!
//! Nothing of that decides whether two are equal. Values do, [`compare()`].

use std::{cell::RefCell, collections::HashMap};

use vmad_ptx::reading::Reading;
use vmad_sass::Arch;

use crate::{
    compare::compare,
    outcome::{Apart, Outcome},
    source::{Emitted, Form, Source},
};

/// Which `VMAD`s were made of each `vmad`, by their indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// For each `vmad` its `VMAD`s: several where it was copied.
    pub made: Vec<Vec<usize>>,
    /// `VMAD`s that nothing explains.
    pub left: Vec<usize>,
    /// The number of `VMAD`s without the line of a `vmad`.
    pub guessed: usize,
}

/// Pairs the `vmad`s of a PTX function with the `VMAD`s of its code. The first `own` `vmad`s are its own, and should be
/// there; the others are those of functions that may have been inlined.
pub fn pair(sources: &[Source], own: usize, emitted: &[Emitted], arch: Arch, reading: &Reading) -> Pairing {
    let mut open =
        Open { made: vec![Vec::new(); sources.len()], left: (0..emitted.len()).collect(), guessed: 0 };
    let forms: Vec<Vec<Form>> = sources.iter().map(|source| forms(source, arch)).collect();
    let is_form = |source: usize, made: usize| forms[source].iter().any(|form| form.is(&emitted[made].form));
    // Each pair is compared once, and only if it comes to that.
    let likenesses = RefCell::new(HashMap::new());
    let likeness = |source: usize, made: usize| {
        let compared = || Likeness::of(&compare(&sources[source], &emitted[made], reading));
        *likenesses.borrow_mut().entry((source, made)).or_insert_with(compared)
    };
    let is_equal = |source: usize, made: usize| likeness(source, made) == Likeness::Equal;
    let is_doubtful = |source: usize, made: usize| likeness(source, made) == Likeness::Doubtful;
    open.match_lines(sources, emitted, is_form, is_equal);
    open.guessed = open.left.len();
    open.match_in_order(0..own, is_form);
    open.match_in_order(0..own, is_equal);
    open.match_in_order(0..own, is_doubtful);
    for sources in [0..own, own..sources.len()] {
        open.give_away(sources.clone(), is_form);
        open.give_away(sources, is_equal);
    }
    open.give_away(0..own, is_doubtful);
    // A `vmad` that the architecture emulates has no VMAD: it is not what is left over.
    let lacking: Vec<usize> =
        (0..own).filter(|&index| open.made[index].is_empty() && !forms[index].is_empty()).collect();
    if lacking.len() == open.left.len() {
        for (source, made) in lacking.into_iter().zip(std::mem::take(&mut open.left)) {
            open.made[source].push(made);
        }
    }
    Pairing { made: open.made, left: open.left, guessed: open.guessed }
}

/// What of a comparison decides a pairing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Likeness {
    Equal,
    /// Equal but for a doubt: it stands in the verdict.
    Doubtful,
    None,
}

impl Likeness {
    const fn of(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Equal(_) => Self::Equal,
            Outcome::Apart(Apart::Doubtful { .. } | Apart::Untied { .. }) => Self::Doubtful,
            Outcome::Differs(_) | Outcome::Apart(_) => Self::None,
        }
    }
}

/// The forms in which ptxas is known to emit a `vmad`; none where it is known to emit none.
pub(super) fn forms(source: &Source, arch: Arch) -> Vec<Form> {
    source.lower(arch).into_iter().chain(source.lower_without_selector()).collect()
}

struct Open {
    made: Vec<Vec<usize>>,
    left: Vec<usize>,
    guessed: usize,
}

impl Open {
    /// Gives each `VMAD` that has a line to a `vmad` of that line. Among several, its form decides, then its results,
    /// then the order.
    fn match_lines(
        &mut self,
        sources: &[Source],
        emitted: &[Emitted],
        is_form: impl Fn(usize, usize) -> bool,
        is_equal: impl Fn(usize, usize) -> bool,
    ) {
        let mut lines: HashMap<u32, Vec<usize>> = HashMap::new();
        for (index, source) in sources.iter().enumerate() {
            lines.entry(source.last_line).or_default().push(index);
        }
        let made = &mut self.made;
        self.left.retain(|&left| {
            let Some(here) = emitted[left].line.and_then(|line| lines.get(&line)) else { return true };
            let rank = |source: usize| match () {
                () if here.len() == 1 => 0,
                () if is_form(source, left) => 0,
                () if is_equal(source, left) => 1,
                () => 2,
            };
            let best = here.iter().copied().min_by_key(|&source| (rank(source), made[source].len()));
            let Some(best) = best else { return true };
            made[best].push(left);
            false
        });
    }

    /// Gives each `vmad` that has none the first `VMAD` that is left and fits.
    fn match_in_order(&mut self, sources: std::ops::Range<usize>, fits: impl Fn(usize, usize) -> bool) {
        for source in sources {
            if self.made[source].is_empty()
                && let Some(at) = self.left.iter().position(|made| fits(source, *made))
            {
                self.made[source].push(self.left.remove(at));
            }
        }
    }

    /// Gives each `VMAD` that is left to the first `vmad` that fits.
    fn give_away(&mut self, sources: std::ops::Range<usize>, fits: impl Fn(usize, usize) -> bool) {
        let made = &mut self.made;
        self.left.retain(|&left| match sources.clone().find(|&source| fits(source, left)) {
            Some(source) => {
                made[source].push(left);
                false
            }
            None => true,
        });
    }
}
