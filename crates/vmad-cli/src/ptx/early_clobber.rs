//! Outputs of asm statements that are written before an input is read. Without a `&`, a compiler can give both one
//! register, as NVRTC 12.9 does in a loop.

use std::{collections::HashSet, time::Duration};

use vmad_files::inline_asm::{Block, Sharing};
use vmad_proof::equal::{Equality, decide, special_registers, statement::Statement};
use vmad_ptx::{
    reading::Reading,
    sequence::{Sequence, Step, Width},
    syntax::Span,
};
use vmad_term::solver::Solver;

use super::ordinary::shown;

/// The limit of the search for one question.
const TIME: Duration = Duration::from_secs(10);

/// The largest number of pairs of outputs and inputs of a statement that are compared.
const MOST_PAIRS: usize = 64;

/// The largest number of pairs of which all sets are compared.
const MOST_IN_SETS: usize = 6;

/// An output without `&` that needs it, or possibly needs it.
pub(super) struct EarlyClobber {
    /// The place of the output's constraint.
    pub(super) span: Span,
    pub(super) message: String,
    /// Whether there are inputs that show it. Otherwise it is not decided.
    pub(super) has_witness: bool,
}

/// The outputs of a statement of a source's text that need a `&`, and those for which this is not decided.
pub(super) fn early_clobbers(source: &str, block: &Block, reading: Reading) -> Vec<EarlyClobber> {
    let pairs: Vec<Sharing> = block.sharings().take(MOST_PAIRS + 1).collect();
    let mut found: Vec<EarlyClobber> = Vec::new();
    for pair in &pairs[..pairs.len().min(MOST_PAIRS)] {
        let span = block.constraint(pair.output);
        if !found.iter().any(|finding| finding.span == span) {
            found.extend(compared(source, block, &[*pair], reading));
        }
    }
    if found.is_empty() {
        found.extend(sets(&pairs).find_map(|set| match set {
            Ok(set) => compared(source, block, &set, reading),
            Err(first) => {
                let why = format!("{} pairs of an output and an input can have one register", pairs.len());
                Some(EarlyClobber::new(source, block, &[first], false, &why))
            }
        }));
    }
    found
}

/// The sets of two or more pairs that can be one register each at the same time; the first pair as an error if there are
/// too many.
fn sets(pairs: &[Sharing]) -> impl Iterator<Item = Result<Vec<Sharing>, Sharing>> {
    let too_many = pairs.first().filter(|_| pairs.len() > MOST_IN_SETS).map(|first| Err(*first));
    let numbers = if too_many.is_some() { 0 } else { 1_u32 << pairs.len() };
    let sets = (0..numbers).filter(|bits| bits.count_ones() > 1).map(|bits| {
        let chosen = pairs.iter().enumerate().filter(move |(index, _)| bits >> index & 1 != 0);
        chosen.map(|(_, pair)| *pair).collect::<Vec<_>>()
    });
    let is_possible = |set: &Vec<Sharing>| {
        let (mut outputs, mut inputs) = (HashSet::new(), HashSet::new());
        set.iter().all(|sharing| outputs.insert(sharing.output) && inputs.insert(sharing.input))
    };
    too_many.into_iter().chain(sets.filter(is_possible).map(Ok))
}

/// Compares a statement in which each pair has one register with that in which all have their own.
fn compared(source: &str, block: &Block, sharings: &[Sharing], reading: Reading) -> Option<EarlyClobber> {
    let found = difference(block, sharings, reading).transpose()?;
    let (has_witness, reason) = match found {
        Ok(difference) => {
            let is_of_equal = sharings.iter().any(|sharing| sharing.is_of_equal_values);
            let values = if is_of_equal { " for equal values" } else { "" };
            (true, format!("in one register{values}, {difference}"))
        }
        Err(why) => (false, why),
    };
    Some(EarlyClobber::new(source, block, sharings, has_witness, &reason))
}

impl EarlyClobber {
    fn new(source: &str, block: &Block, sharings: &[Sharing], has_witness: bool, reason: &str) -> Self {
        let text =
            |Sharing { output, input, .. }: &Sharing| format!("%{output} is written before %{input} is read");
        let pairs = sharings.iter().map(text);
        let pairs = pairs.collect::<Vec<_>>().join(", ");
        let whether = if has_witness { "" } else { "not decided whether " };
        let message = format!("{whether}{pairs}: legal is {}; {reason}", legal(source, block, sharings));
        let span = sharings.first().map_or(block.span, |sharing| block.constraint(sharing.output));
        Self { span, message, has_witness }
    }
}

/// The constraints of the outputs with a `&`.
fn legal(source: &str, block: &Block, sharings: &[Sharing]) -> String {
    let constraints = sharings.iter().map(|sharing| {
        let constraint = block.constraint(sharing.output).of(source);
        constraint.replacen('=', "=&", 1).replacen('+', "+&", 1)
    });
    constraints.collect::<Vec<_>>().join(" and ")
}

/// Inputs on which the results are others if each pair has one register, and these results; an error if that is not
/// decided.
fn difference(block: &Block, sharings: &[Sharing], reading: Reading) -> Result<Option<String>, String> {
    let [apart, shared] = block.apart_and_shared(sharings);
    let read = |text: &str| Sequence::parse(text).map_err(|error| error.kind.to_string());
    let (apart, shared) = (read(&apart)?, read(&shared)?);
    let is_written = |name: &&str| {
        let index = apart.find(name);
        apart.steps().iter().flat_map(Step::writes).any(|written| Some(written) == index)
    };
    let outputs: Vec<String> = block.outputs().filter(is_written).map(str::to_owned).collect();
    let premises = special_registers([&apart, &shared]);
    let statement =
        Statement::new(&apart, &shared, &premises, &outputs).map_err(|error| error.to_string())?;
    let statement = statement.in_reading(reading);
    let (values, outcome) = match decide(&statement, &Solver::new(Some(TIME))) {
        Equality::Equal(_) => return Ok(None),
        Equality::Different(values, outcome) => (values, outcome),
        Equality::Unknown { why, .. } => return Err(why),
    };
    let inputs = statement.inputs().iter().zip(&values);
    let inputs: Vec<String> =
        inputs.map(|(it, value)| format!("{} = {}", it.name, shown(*value, it.width))).collect();
    let results = outputs.iter().zip(outcome.left.iter().zip(&outcome.right));
    let results = results.filter(|(_, (left, right))| left != right).map(|(name, (left, right))| {
        let register = apart.find(name).and_then(|index| apart.registers().get(index));
        let width = register.map_or(Width::Bits(64), |register| register.width);
        format!("{name} is {} in place of {}", shown(*right, width), shown(*left, width))
    });
    let results: Vec<String> = results.collect();
    let given = if inputs.is_empty() { String::new() } else { format!(" for {}", inputs.join(", ")) };
    Ok(Some(format!("{}{given}", results.join(" and "))))
}
