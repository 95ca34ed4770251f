//! The miscompiles of ptxas among the [`vmad_map::rows`], and inputs that show them.

use std::fmt;

use vmad_map::{
    case::Case,
    corners::{WORDS, register},
    divergence::{Divergence, Model},
    rows::{self, LOST_SELECTOR, STORE},
};
use vmad_unit::Selector;

use crate::versions::{Compiler, Generation, Versions};

/// An instruction, and the constants that ptxas knows in its registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownCase {
    /// The case, without the constants in registers.
    case: Case,
    /// The values of `a`, `b` and `c`, where they are constants.
    values: [Option<u32>; 3],
}

impl From<Case> for KnownCase {
    fn from(case: Case) -> Self {
        Self { case, values: case.constants }
    }
}

impl KnownCase {
    /// A case with registers of which ptxas knows the constants.
    pub(crate) fn new(case: Case, known: [Option<u32>; 3]) -> Self {
        Self { case, values: std::array::from_fn(|role| case.constants[role].or(known[role])) }
    }

    /// The case as ptxas compiles it for a generation: where words have an imm16, a known `b` becomes one.
    fn compiled(&self, target: Generation) -> Case {
        let mut case = self.case;
        if target.has_family() && case.ptx.is_some_and(|ptx| ptx.sources().is_some()) {
            case.constants[1] = self.values[1];
        }
        case
    }

    /// The miscompiles that have a witness, each with its versions. Of several, the first counts.
    pub(crate) fn miscompiles(
        self,
        target: Generation,
    ) -> impl Iterator<Item = (&'static Divergence, Versions)> {
        let case = self.compiled(target);
        // A store has lost more than the selector.
        let rows = [&STORE, &LOST_SELECTOR].into_iter().chain(rows::miscompiles());
        let in_case = rows.filter(move |row| row.differs_in(&case));
        let with_versions = in_case.filter_map(move |row| Some((row, target.versions_of(row, &case)?)));
        with_versions.filter(move |(row, _)| witness_among(&case, self.values, row, SCATTERED).is_some())
    }

    /// The same as [`witness`], for a generation.
    pub(crate) fn witness(&self, row: &Divergence, target: Generation) -> Option<Witness> {
        witness_among(&self.compiled(target), self.values, row, 1)
    }
}

/// The first miscompile of an instruction that has a [`witness`], in a version.
pub fn miscompile(compiler: Compiler<Generation>, case: impl Into<KnownCase>) -> Option<&'static Divergence> {
    let mut all = case.into().miscompiles(compiler.target);
    all.find(|(_, versions)| versions.contains(compiler.version)).map(|(row, _)| row)
}

/// Inputs and both results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Witness {
    /// `a`, `b` and `c`: 0 for an operand that the instruction does not read, and the constant for a constant.
    pub inputs: [u32; 3],
    /// The result that the PTX ISA specifies.
    pub right: u32,
    /// The result of the code; [`None`] if it writes no register.
    pub wrong: Option<u32>,
}

impl fmt::Display for Witness {
    /// `a = 0x1, b = 0x2, c = 0x0: right is 0x30000, ptxas gives 0x0`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { inputs: [a, b, c], right, wrong } = self;
        write!(f, "a = {a:#x}, b = {b:#x}, c = {c:#x}: right is {right:#x}, ptxas ")?;
        match wrong {
            Some(wrong) => write!(f, "gives {wrong:#x}"),
            None => f.write_str("writes no register"),
        }
    }
}

/// Values of an operand that is not known, in the part that is read: corners, numbers next to those that are known and to
/// their sums and products, and what a shift makes corners of.
fn choices(case: &Case, known: [Option<u32>; 3], role: usize) -> Vec<u32> {
    let mut choices = WORDS.to_vec();
    let operand = |role: usize| case.mode.operands().and_then(|operands| operands.get(role).copied());
    let selected = |role: usize, word: u32| operand(role).map_or(word, |operand| operand.value(word) as u32);
    let mut numbers = Vec::new();
    for (role, word) in known.into_iter().enumerate() {
        let Some(word) = word else { continue };
        let own = [word, word & 0xffff, selected(role, word)];
        let with_own = |one: &u32| {
            own.map(|other| [one.wrapping_add(other), one.wrapping_sub(other), one.wrapping_mul(other)])
        };
        let made: Vec<_> = numbers.iter().flat_map(with_own).flatten().collect();
        numbers.extend(own.into_iter().chain(made));
    }
    for number in numbers {
        for near in [number, number & 0xffff, number.wrapping_neg(), 0x1_0000 | number, number ^ 1 << 31] {
            choices.extend([near.wrapping_sub(1), near, near.wrapping_add(1)]);
        }
    }
    if case.mode.kind().shifts_by_b() {
        match (role, known[1]) {
            (0, amount) => {
                choices.extend((0..32).map(|bit| 1 << bit));
                let shifted = |b| WORDS.map(|corner| corner >> (selected(1, b) & 31));
                choices.extend(amount.into_iter().flat_map(shifted));
            }
            (1, _) => choices.extend(0..=33),
            _ => {}
        }
    }
    if let Some(operand) = operand(role).filter(|operand| operand.selector != Selector::Word) {
        for number in &mut choices {
            *number = register(operand.selector, *number, 0);
        }
        choices.sort_unstable();
        choices.dedup();
    }
    choices
}

/// The first of some inputs on which a case gives another result than the code of a row. [`None`] if none of them does: a
/// constant can hide the difference.
///
/// ```
/// use vmad_map::{case::Case, rows::D10};
/// use vmad_ptx::{ast::Body, syntax::parse_one};
/// use vmad_ptxas::miscompiles::witness;
///
/// let Body::Video(vadd) = parse_one("vadd.u32.u32.u32 d.h1, a, b, 0;").unwrap().instruction.body else { panic!() };
/// let found = witness(&Case::of_video(&vadd).unwrap(), &D10).unwrap();
/// assert_eq!(found.to_string(), "a = 0x0, b = 0x1, c = 0x0: right is 0x10000, ptxas gives 0x0");
/// ```
pub fn witness(case: &Case, row: &Divergence) -> Option<Witness> {
    witness_among(case, case.constants, row, 1)
}

/// A prime above the number of inputs. Neighbours among the inputs are alike: steps of this length find a witness sooner.
const SCATTERED: u64 = 1_000_003;

/// The same with more values that are known. A step leads from one of the inputs to the next; `b` changes first, `c` last.
fn witness_among(case: &Case, values: [Option<u32>; 3], row: &Divergence, step: u64) -> Option<Witness> {
    let (right, code) = (case.prepare(), row.prepare(case));
    if code.is_none() && !matches!(row.model, Model::None) {
        return None;
    }
    let choices: [_; 3] = std::array::from_fn(|role| {
        values[role].map_or_else(|| choices(case, values, role), |value| vec![value])
    });
    let [a, b, c] = choices.each_ref().map(|choices| choices.len() as u64);
    let witness = |number: u64| {
        let places = [number / b % a, number % b, number / b / a];
        let inputs = std::array::from_fn(|operand| choices[operand][places[operand] as usize]);
        Witness { inputs, right: right(inputs), wrong: code.as_ref().map(|code| code(inputs)) }
    };
    let count = a * b * c;
    let mut witnesses = (0..count).map(|number| witness(number * step % count));
    witnesses.find(|found| found.wrong != Some(found.right))
}
