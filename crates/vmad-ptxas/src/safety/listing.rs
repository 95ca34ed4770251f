//! The rows with their versions and an example each.

use vmad_map::{
    case::Case,
    divergence::{Divergence, Example, Miscompiled},
    rows::ROWS,
};
use vmad_ptx::{ast::Body, legality::Target};

use super::{KINDS, Safety, verdict};
use crate::{
    miscompiles::{Witness, witness},
    versions::{Compiler, Generation, Versions},
};

/// A row, or a part of it, with an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The identifier of the row, and the dtype if the part is about one.
    pub name: String,
    /// `sm_50-62`
    pub archs: String,
    /// The versions of ptxas.
    pub versions: Versions,
    /// The subject.
    pub title: &'static str,
    /// An instruction, or the body of a function of `a`, `b` and `c` with result `d`.
    pub code: &'static str,
    /// Inputs and results.
    pub witness: Witness,
}

/// Every row that some version of ptxas computes, in the order of the list; a row whose parts have versions of their own
/// once for each.
///
/// ```
/// let all = vmad_ptxas::safety::listing();
/// let row = all.iter().find(|row| row.code == "vmin.s32.u32.u32 d, a, -1;").unwrap();
/// assert_eq!((row.archs.as_str(), row.versions.to_string().as_str()), ("sm_50-62", "12.5 to 12.9"));
/// ```
pub fn listing() -> Vec<Listed> {
    ROWS.iter().flat_map(|row| row.history.iter().filter_map(|part| listed(row, part))).collect()
}

fn listed(row: &'static Divergence, part: &'static Miscompiled) -> Option<Listed> {
    let [first, last] = part.archs;
    // The range holds for the first architecture from its first version on, and for the last one up to its last.
    let [oldest, newest] = part.archs.map(|arch| Versions::with(Target::sm(arch)).unwrap_or(Versions::ALL));
    let versions = Versions { first: oldest.first, last: newest.last }.and(part.versions)?;
    let (code, witness) = if row.is_miscompile() {
        let (code, case) = example(row, part)?;
        (code, witness(&case, row)?)
    } else {
        let example = row.example?;
        let Example { instruction, inputs, here: right, there: wrong } = example;
        (instruction, Witness { inputs, right, wrong })
    };
    let archs = format!("sm_{first}-{last}");
    Some(Listed { name: row.name_of(part), archs, versions, title: row.title, code, witness })
}

/// The first example of a kind that is wrong by a part of a row.
fn example(row: &'static Divergence, part: &Miscompiled) -> Option<(&'static str, Case)> {
    let [first, _] = part.archs;
    let target = Generation::of(Target::sm(first))?;
    let version = target.versions().and(part.versions)?.last;
    KINDS.iter().find_map(|kind| {
        let instruction = kind.instruction()?;
        let Body::Video(video) = &instruction.body else { return None };
        let case = Case::of_video(video)?;
        let is_part = row.miscompiled(&case, first) == Some(part);
        let found = verdict(&instruction, Compiler { target, version });
        (is_part && found == Some(Safety::Wrong(row))).then_some((kind.example, case))
    })
}
