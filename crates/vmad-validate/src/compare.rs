//! Runs a PTX instruction and a word on the same values.

use std::{cell::RefCell, collections::HashMap, rc::Rc};

use vmad_proof::meaning;
use vmad_ptx::{ast::Operation, reading::Reading, video::evaluate};
use vmad_unit::Operation as UnitOperation;
use vmad_xcheck::{divergence::nearness, vectors::SplitMix64};

use crate::{
    form::Form,
    input_values::{InputValues, add_neighbours, factor, input_values},
    kind::{Kind, PtxOperand},
    outcome::{Assumption, Differs, Equal, Mismatch, Outcome, ROLES},
    part::Part,
    ptx::canonical,
    setting::Setting,
};

/// The number of random inputs, which follow those of the grid.
const RANDOM: usize = 4096;

/// The number of inputs, random or from the grid, if the proof of the mode says that both are equal.
const RANDOM_IF_PROVED: usize = 128;

/// Compares, and keeps the outcome of each kind of pair.
#[derive(Debug)]
pub struct Comparer<'r> {
    reading: &'r Reading,
    seen: RefCell<HashMap<(Kind, FormKey), Rc<Outcome>>>,
}

/// The parts of a word on which a comparison depends.
pub(crate) type FormKey = (Setting, [Option<u32>; 3], bool);

impl<'r> Comparer<'r> {
    /// Compares with PTX in a reading.
    pub fn new(reading: &'r Reading) -> Self {
        Self { reading, seen: RefCell::default() }
    }

    /// The reading.
    pub const fn reading(&self) -> &'r Reading {
        self.reading
    }

    /// [`compare`], once for each kind of pair.
    pub fn outcome(&self, kind: &Kind, form: &Form) -> Rc<Outcome> {
        let key = (*kind, (form.setting, form.ports, form.has_immediate()));
        let mut seen = self.seen.borrow_mut();
        seen.entry(key).or_insert_with(|| Rc::new(compare(kind, form, self.reading))).clone()
    }
}

/// Whether a word is one to which ptxas compiles a statement, and computes the same.
///
/// Both run on the corner grid of the divergence map, on values next to constants, and on 4,096 random inputs. If both are the
/// same operation on the same numbers, which the proof of the modes covers, they run on 128 inputs of both kinds. Each operand
/// that is one register of PTX has one value; the registers of the word are taken to hold the values of the operands.
pub fn compare(source: &Kind, form: &Form, reading: &Reading) -> Outcome {
    let form = &form.merged(source.setting.merge);
    if form.setting.is_store {
        let store = Setting { is_store: false, ..form.setting };
        let is_of_mode = source.setting.is_like(&store, [false, true]);
        return if is_of_mode {
            Outcome::Differs(Differs { inputs: [0; 3], ptx: 0, sass: None })
        } else {
            Outcome::Foreign(Mismatch::Mode)
        };
    }
    let mut assumptions = Vec::new();
    let mut operand_values = Vec::new();
    for (index, role) in ROLES.into_iter().enumerate() {
        match input_values(source, form, index, role) {
            Ok(values) => {
                if let (PtxOperand::Register { .. }, InputValues::Fixed { ptx, .. }) =
                    (source.operands[index], &values)
                {
                    let part = factor(source, index);
                    let value = part.map_or(*ptx, |part| Part::of_factor(part).field(*ptx));
                    assumptions.push(Assumption { role, part: part.and_then(|part| part.select), value });
                }
                operand_values.push(values);
            }
            Err(mismatch) => return Outcome::Foreign(mismatch),
        }
    }
    add_neighbours(source, form, &mut operand_values);
    let leaders = leaders(source, &operand_values);
    let operation = source.operation;
    let run = |inputs: [u32; 3]| {
        let fed = |sass: bool| {
            std::array::from_fn(|role| match operand_values[role] {
                InputValues::Same(_) => inputs[leaders[role]],
                InputValues::Fixed { ptx, .. } if !sass => ptx,
                InputValues::Fixed { sass, .. } => sass,
            })
        };
        let ([a, b, c], ports) = (fed(false), fed(true));
        let sass = Some(form.setting.compute(ports));
        Differs { inputs: [a, b, c], ptx: evaluate(&operation, a, b, c, reading), sass }
    };
    let differs = |it: &Differs| Some(it.ptx) != it.sass;
    let is_of_mode = source.foresees(form);
    let values = |role: usize| match &operand_values[role] {
        InputValues::Same(values) if leaders[role] == role => {
            let shared = (0..3).filter(|other| leaders[*other] == role && *other != role);
            let mut all = values.clone();
            for other in shared {
                if let InputValues::Same(values) = &operand_values[other] {
                    all.extend(values);
                }
            }
            all
        }
        _ => vec![0],
    };
    let values = [0, 1, 2].map(values);
    let same = same_numbers(source, form, &operand_values);
    let is_proved = same.is_some() && *reading == Reading::DEFAULT;
    let grid = if is_proved { Vec::new() } else { grid(&values) };
    let found = grid
        .iter()
        .map(|inputs| run(*inputs))
        .filter(differs)
        .min_by_key(|it| (ragged(it.inputs), nearness(it.inputs)));
    if let Some(found) = found {
        return Outcome::Differs(found);
    }
    let edges = edges(source, &operand_values, leaders, &grid);
    let mut random = SplitMix64::new(0);
    let mut word = |values: &[u32]| match random.word() {
        // No grid was run if the mode is proved.
        place if is_proved && place & 1 == 1 => {
            values[((u64::from(place) * values.len() as u64) >> 32) as usize]
        }
        _ => random.word(),
    };
    let count = if is_proved { RANDOM_IF_PROVED } else { RANDOM };
    let random = (0..count).map(|_| values.each_ref().map(|values| word(values)));
    let inputs = grid.len() + edges.len() + count;
    match edges.into_iter().chain(random).map(run).find(differs) {
        Some(found) => Outcome::Differs(found),
        None if !is_of_mode => Outcome::Foreign(Mismatch::Mode),
        None => Outcome::Equal(Equal { inputs, operation: same, assumptions }),
    }
}

/// All inputs of some values of `a`, `b` and `c`.
fn grid([a, b, c]: &[Vec<u32>; 3]) -> Vec<[u32; 3]> {
    let pairs = a.iter().flat_map(|&a| b.iter().map(move |&b| [a, b]));
    pairs.flat_map(|[a, b]| c.iter().map(move |&c| [a, b, c])).collect()
}

/// The leader of each operand: the first operand that is the same free register of PTX.
fn leaders(source: &Kind, operand_values: &[InputValues]) -> [usize; 3] {
    let is_free = |role: usize| matches!(operand_values[role], InputValues::Same(_));
    let [ab, ac, bc] = source.ties;
    let same = |is_tied: bool, one: usize, other: usize| is_tied && is_free(one) && is_free(other);
    let b = usize::from(!same(ab, 0, 1));
    let c = match (same(ac, 0, 2), same(bc, 1, 2)) {
        (true, _) => 0,
        (_, true) => b,
        _ => 2,
    };
    [0, b, c]
}

/// Inputs that reveal a wrong carry, shift or clamp: with these values of `c`, the low bits of the sum are all ones or
/// all zeros, or the sum is at an end of the range. None for an instruction without a product, or if `c` is not free.
fn edges(
    source: &Kind,
    operand_values: &[InputValues],
    leaders: [usize; 3],
    grid: &[[u32; 3]],
) -> Vec<[u32; 3]> {
    let is_product = matches!(source.operation, Operation::MultiplyAdd(_));
    if !is_product || leaders[2] != 2 || !matches!(operand_values.get(2), Some(InputValues::Same(_))) {
        return Vec::new();
    }
    let number = |role: usize, inputs: [u32; 3]| {
        let fed = match operand_values[role] {
            InputValues::Same(_) => inputs[leaders[role]],
            InputValues::Fixed { ptx, .. } => ptx,
        };
        factor(source, role).map_or(0, |factor| Part::of_factor(factor).number(fed))
    };
    let mut inputs = Vec::new();
    let mut last = None;
    for &[a, b, _] in grid {
        if last.replace([a, b]) == Some([a, b]) {
            continue;
        }
        // c has 32 bits: the other bits of the sum follow from the product.
        let product = number(0, [a, b, 0]).wrapping_mul(number(1, [a, b, 0])) as u32;
        for sum in [0xffff_ffff, 0, 0x7f, 0x80, 0x7fff, 0x8000, 0x7fff_ffff, 0x8000_0000_u32] {
            // Whether c is added or subtracted.
            inputs.extend([sum.wrapping_sub(product), product.wrapping_sub(sum)].map(|c| [a, b, c]));
        }
    }
    inputs
}

/// The number of inputs with many changes between 0 and 1 bits: other inputs are easier to follow by hand.
fn ragged(inputs: [u32; 3]) -> usize {
    inputs.into_iter().filter(|input| (input ^ input >> 1).count_ones() > 4).count()
}

/// The operation of the word, if the PTX instruction is the same operation on the same numbers.
///
/// In the default reading, the result of a PTX instruction depends only on the numbers and the types of `a` and `b`.
/// Suppose that the PTX of the word's mode has the same modifiers, apart from the parts that constants are, and that
/// each operand is the same number on both sides: the same part of the same value, or the same constant. Then the two
/// are equal for all inputs if the unit equals PTX in this mode. A `PRMT` does not belong to the unit.
fn same_numbers(source: &Kind, form: &Form, operand_values: &[InputValues]) -> Option<UnitOperation> {
    let Setting { operation, cc: false, merge: None, is_store: false } = form.setting else { return None };
    let mut theirs = meaning::ptx(&operation).ok()?;
    let own = source.operation;
    if let (Some(ours), Some(mut formats)) = (own.sources(), theirs.sources()) {
        let operands = form.operands();
        for index in [0, 1] {
            let (Some(InputValues::Fixed { ptx, sass }), Some(port)) =
                (operand_values.get(index), operands[index])
            else {
                continue;
            };
            let is_same_number =
                Part::of_factor(ours[index]).number(*ptx) == Part::of_port(port).number(*sass);
            if is_same_number && ours[index].ty == formats[index].ty {
                formats[index] = ours[index];
            }
        }
        theirs = theirs.with_sources(formats);
    }
    let same_c = match operand_values.get(2) {
        Some(InputValues::Fixed { ptx, sass }) => ptx == sass,
        Some(InputValues::Same(_)) => true,
        None => false,
    };
    (same_c && canonical(&theirs) == canonical(&own)).then_some(operation)
}
