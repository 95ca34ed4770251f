//! Plain modes: those with whole registers, proved with variables in place of the cuts.

use vmad_unit::{Format, Operand, Operation, vabsdiff4};

use super::{
    super::term::{Extension, Term, Terms, Truth, Vector},
    Family,
    sides::{Cut, Sides},
};

/// The mode with the same modifiers and whole registers, signed; B of a shift has no sign.
pub fn plain_mode(operation: &Operation) -> Operation {
    let word = Operand::first(Format::S32);
    let mut plain = *operation;
    match &mut plain {
        Operation::Vadd(it) => (it.a, it.b) = (word, word),
        Operation::Vabsdiff(it) => (it.a, it.b) = (word, word),
        Operation::Vmnmx(it) => (it.a, it.b) = (word, word),
        Operation::Vset(it) => (it.a, it.b) = (word, word),
        Operation::Vsetp(it) => (it.a, it.b) = (word, word),
        Operation::Vshl(it) | Operation::Vshr(it) => (it.a, it.b) = (word, word.selector),
        Operation::Vabsdiff4(it) => {
            (it.a, it.b) = (vabsdiff4::SelectA::L3210, vabsdiff4::SelectB::L7654);
        }
        Operation::Vmad(_) => {}
    }
    plain
}

/// The variables in place of the cuts: at most eight.
const VARIABLES: [&str; 8] = ["x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7"];

/// The variables in place of the lanes' results.
const LANES: [&str; 4] = ["y0", "y1", "y2", "y3"];

/// The claim of a plain mode with variables in place of the cuts.
pub(super) struct Abstracted {
    claim: Truth,
    /// What is asked: together the answers imply the claim.
    pub(super) questions: Vec<Truth>,
    pub(super) assumption: Truth,
    /// Each variable, and the number that it is in PTX.
    variables: Vec<(Term, Term)>,
}

impl Abstracted {
    pub(super) fn of(terms: &Terms, family: &impl Family, plain: &Operation) -> Option<Self> {
        let Sides { equal, cuts, lanes } = Sides::of(terms, family, plain)?;
        let variables: Vec<_> = cuts
            .iter()
            .zip(VARIABLES)
            .map(|(cut, name)| {
                let variable = terms.like(cut.unit, name);
                (variable, terms.value(variable, cut.extension).into())
            })
            .collect();
        let abstracted = |truth| {
            let replaced = cuts.iter().zip(&variables);
            terms.replace(truth, replaced.flat_map(|(cut, (unit, ptx))| [(cut.unit, *unit), (cut.ptx, *ptx)]))
        };
        let bounds = variables.iter().enumerate().filter(|_| !matches!(plain, Operation::Vabsdiff4(_)));
        let bounds = bounds.map(|(index, (variable, _))| {
            let is_amount = index == 1 && matches!(plain, Operation::Vshl(_) | Operation::Vshr(_));
            let low = if is_amount { 0 } else { i32::MIN.into() };
            terms.between(low, terms.value(*variable, Extension::Sign), u32::MAX.into())
        });
        let assumption = terms.all(bounds);
        let questions = if lanes.is_empty() { vec![equal] } else { by_lanes(terms, equal, &lanes) };
        let questions = questions.into_iter().map(abstracted).collect();
        Some(Self { claim: abstracted(equal), questions, assumption, variables })
    }

    /// The claim with cuts in place of the variables.
    pub(super) fn with(&self, terms: &Terms, cuts: &[Cut]) -> Truth {
        let replaced = self.variables.iter().zip(cuts);
        let replaced = replaced.flat_map(|((unit, ptx), cut)| [(*unit, cut.unit), (*ptx, cut.ptx)]);
        terms.replace(self.claim, replaced)
    }
}

/// That each lane's result is the same number on both sides, of nine bits; and that a claim holds for all such results.
/// Together they imply the claim.
fn by_lanes(terms: &Terms, claim: Truth, lanes: &[Cut]) -> Vec<Truth> {
    let equal = lanes.iter().map(|lane| {
        let unit = terms.value(lane.unit, lane.extension);
        let nine_bits = terms.equal(terms.cut(unit, 9, Extension::Zeros), unit);
        terms.and(nine_bits, terms.equal(unit, terms.number_of(lane.ptx)))
    });
    let replaced = lanes.iter().zip(LANES).flat_map(|(lane, name)| {
        let variable = terms.variable::<9>(name);
        let unit: Vector<10> = terms.zero_extend(variable);
        let ptx: Vector<128> = terms.zero_extend(variable);
        [(lane.unit, unit.into()), (lane.ptx, ptx.into())]
    });
    let claim = terms.replace(claim, replaced);
    equal.chain([claim]).collect()
}
