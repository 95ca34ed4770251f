//! The rows with their versions and an example each.

use vmad_ptx::{
    ast::{Body, Instruction},
    legality::Target,
};

use super::{INTEGERS, KINDS, Safety, Witness, verdict, witness};
use crate::{
    row::{Case, Row},
    versions::{
        Compiler, Generation, Versions,
        history::{self, Entry, HISTORY},
    },
};

/// A row, or a part of it, with an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// `D8 .s32`
    pub name: String,
    /// `sm_50-62`
    pub archs: String,
    /// The versions of ptxas.
    pub versions: Versions,
    /// The subject.
    pub title: &'static str,
    /// An instruction, or the body of a function of `a`, `b` and `c` with result `d`.
    pub code: &'static str,
    /// Inputs and results; [`None`] if the code has no result.
    pub witness: Option<Witness>,
}

/// Every row of [`HISTORY`], in its order.
///
/// ```
/// let all = vmad_ptxas::safety::listing();
/// let d8 = all.iter().find(|it| it.name == "D8 .s32").unwrap();
/// assert_eq!((d8.archs.as_str(), d8.versions.to_string().as_str()), ("sm_50-62", "12.5 to 12.9"));
/// assert_eq!(d8.code, "vmin.s32.u32.u32 d, a, -1;");
/// ```
pub fn listing() -> Vec<Listed> {
    HISTORY.iter().filter_map(listed).collect()
}

fn listed(entry: &Entry) -> Option<Listed> {
    let [first, last] = entry.archs;
    // The range holds for the first architecture from its first version on, and for the last one up to its last.
    let [oldest, newest] = entry.archs.map(|arch| Versions::with(Target::sm(arch)).unwrap_or(Versions::ALL));
    let versions = Versions { first: oldest.first, last: newest.last }.and(entry.versions)?;
    let (title, code, witness) = if let Some(it) = INTEGERS.iter().find(|it| it.row == entry.row) {
        let [right, wrong] = it.results;
        (it.title, it.code, Some(Witness { inputs: it.inputs, right, wrong }))
    } else {
        let (row, code, instruction) = example(entry)?;
        (row.title, code, witness(&instruction, row))
    };
    Some(Listed { name: entry.name(), archs: format!("sm_{first}-{last}"), versions, title, code, witness })
}

/// The first example of a kind that is wrong by an entry.
fn example(entry: &Entry) -> Option<(&'static Row, &'static str, Instruction)> {
    let target = Generation::of(Target::sm(entry.archs[0]))?;
    let version = target.versions().and(entry.versions)?.last;
    KINDS.iter().find_map(|kind| {
        let instruction = kind.instruction()?;
        let Some(Safety::Wrong(row)) = verdict(&instruction, Compiler { target, version }) else {
            return None;
        };
        let Body::Video(video) = &instruction.body else { return None };
        let is_it = row.id == entry.row && history::part(row, &Case::of(video)?) == entry.part;
        is_it.then_some((row, kind.example, instruction))
    })
}
