//! Base modes: a few modes whose proofs cover all others.
//!
//! The base of a `VMAD` has the first selector of each format; that of another mode has whole registers. Variables stand
//! for the [cuts](crate::goal::Cut), so one proof holds for every operand whose cuts are in the range of the variables.

use vmad_term::{
    operation::Term,
    term::{Extension, Terms, Truth, Vector},
};
use vmad_unit::{Format, Operand, Operation};

use crate::{datapath::Datapath, goal::Goal};
use vmad_map::bounds::is_within;

/// The mode whose proof covers a mode.
pub fn base_mode(operation: &Operation) -> Operation {
    let word = Operand::first(Format::S32);
    match *operation {
        Operation::Vmad(_) | Operation::Vabsdiff4(_) => operation.with_first_selectors(),
        other => other.with_operands([word; 2]),
    }
}

/// The claim of a base mode with variables in place of the cuts.
pub(crate) struct Base {
    claim: Truth,
    /// The questions. Together, the answers imply the claim.
    pub(crate) questions: Vec<Truth>,
    pub(crate) assumption: Truth,
    /// The variables in place of each cut, and their range.
    variables: Vec<([Term; 2], [i128; 2])>,
}

impl Base {
    pub(crate) fn new(terms: &Terms, datapath: &impl Datapath, base: &Operation) -> Option<Self> {
        let mut goal = Goal::new(terms, datapath, base)?;
        for (index, cut) in goal.cuts.iter_mut().enumerate() {
            cut.range = match base {
                Operation::Vmad(_) | Operation::Vabsdiff4(_) => cut.range,
                _ if base.kind().shifts_by_b() && index == 1 => [0, u32::MAX.into()],
                _ => [i32::MIN.into(), u32::MAX.into()],
            };
        }
        let equal = goal.conclusion(terms);
        let questions = if goal.lanes.is_empty() { vec![equal] } else { by_lanes(terms, equal, &goal.lanes) };
        Some(Self {
            claim: goal.abstracted(terms, equal),
            questions: questions.into_iter().map(|truth| goal.abstracted(terms, truth)).collect(),
            assumption: goal.assumption(terms),
            variables: goal.cuts.iter().map(|cut| (cut.variable, cut.range)).collect(),
        })
    }

    /// Whether the claim of a mode is this one with the mode's own cuts in place of the variables: the same term of one
    /// store. Each cut must be in the range of its variable.
    pub(crate) fn covers(&self, terms: &Terms, goal: &Goal) -> bool {
        let pairs = || self.variables.iter().zip(&goal.cuts);
        let replaced = pairs().flat_map(|((variables, _), cut)| variables.iter().copied().zip(cut.sides));
        self.variables.len() == goal.cuts.len()
            && pairs().all(|((_, range), cut)| is_within(cut.range, *range))
            && terms.replace(self.claim, replaced) == goal.conclusion(terms)
    }
}

/// The variables in place of the lanes' results.
const LANES: [&str; 4] = ["y0", "y1", "y2", "y3"];

/// Two questions: each lane's result is the same number of nine bits on both sides; and the claim holds for all such
/// results. Together they imply the claim.
fn by_lanes(terms: &Terms, claim: Truth, lanes: &[[Term; 2]]) -> Vec<Truth> {
    let equal = lanes.iter().map(|[unit, ptx]| {
        let unit = terms.value(*unit, Extension::Sign);
        let nine_bits = terms.equal(terms.cut(unit, 9, Extension::Zeros), unit);
        terms.and(nine_bits, terms.equal(unit, terms.number_of(*ptx)))
    });
    let replaced = lanes.iter().zip(LANES).flat_map(|([unit, ptx], name)| {
        let variable = terms.variable::<9>(name);
        let of_unit: Vector<10> = terms.zero_extend(variable);
        let of_ptx: Vector<128> = terms.zero_extend(variable);
        [(*unit, of_unit.into()), (*ptx, of_ptx.into())]
    });
    let claim = terms.replace(claim, replaced);
    equal.chain([claim]).collect()
}
