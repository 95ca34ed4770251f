//! Runs a PTX instruction and a word on the same values.

use std::{cell::RefCell, collections::HashMap};

use vmad_ptx::{
    ast::{Operation, Register, Type},
    reading::Reading,
    video::evaluate,
};
use vmad_unit::Operation as UnitOperation;
use vmad_xcheck::{divergence::nearness, family, lowering::Role, vectors::SplitMix64};

use crate::{
    emitted::{Emitted, Form},
    input_values::{InputValues, add_neighbours, factor, input_values},
    outcome::{Assumption, Differs, Equal, Incomparable, Outcome},
    part::Part,
    ptx::{canonical, dtype, factors, with_factors},
    setting::Setting,
    source::{PtxOperand, Source},
    stream::RegisterValue,
    ties::{ROLES, leaders, untied},
};

/// The number of random inputs, which follow those of the grid.
const RANDOM: usize = 4096;

/// Compares, and keeps the outcome of each kind of pair.
#[derive(Debug)]
pub struct Comparer<'r> {
    reading: &'r Reading,
    seen: RefCell<HashMap<(SourceKey, FormKey), Outcome>>,
}

/// The parts of a PTX instruction on which a comparison depends.
type SourceKey = (Operation, [(bool, Option<u32>); 3], [bool; 3], [bool; 3]);

/// The parts of a word on which a comparison depends, except the origin of a register's value.
type FormKey = (Setting, [Option<u32>; 3], bool, [bool; 3]);

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
    pub fn outcome(&self, source: &Source, emitted: &Emitted) -> Outcome {
        let form = &emitted.form;
        let same = |names: [Option<&str>; 3]| {
            [[0, 1], [0, 2], [1, 2]].map(|[one, other]| names[one] == names[other])
        };
        let operands = source.operands.each_ref();
        let source_key = (
            source.operation,
            operands.map(|it| (it.name().is_some(), it.constant())),
            same(operands.map(|it| it.name().map(Register::name))),
            [0, 1, 2].map(|role| source.is_loaded(role)),
        );
        let registers = form.registers();
        let constants = form.ports.map(|port| match port {
            RegisterValue::Constant(value) => Some(value),
            RegisterValue::Unknown(_) => None,
        });
        let ties = [[0, 1], [0, 2], [1, 2]].map(|[one, other]| registers[one] == registers[other]);
        let form_key = (form.setting, constants, registers[1].is_some(), ties);
        let mut seen = self.seen.borrow_mut();
        let outcome = seen
            .entry((source_key, form_key))
            .or_insert_with(|| compare(source, emitted, self.reading))
            .clone();
        match outcome {
            Outcome::Incomparable(Incomparable::Constant { role, .. }) => {
                let origin = ROLES.iter().position(|it| *it == role).map(|at| form.ports[at]);
                let Some(RegisterValue::Unknown(origin)) = origin else { return outcome };
                Outcome::Incomparable(Incomparable::Constant { role, origin })
            }
            outcome => outcome,
        }
    }
}

/// Runs both on the corner grid of the divergence map, on values next to constants, and on 4,096 random inputs.
///
/// Two registers of the word can hold copies of one PTX register. Then both are run with equal values of the two; if no
/// difference is found, also with different values, on which they must be equal too.
pub fn compare(source: &Source, emitted: &Emitted, reading: &Reading) -> Outcome {
    let form = &emitted.form;
    if form.setting.is_store {
        return Outcome::Incomparable(Incomparable::Store);
    }
    let outcome = compare_tied(source, form, reading, leaders(source, form, true));
    match (&outcome, untied(source, form)) {
        (Outcome::Equal(_), Some(untied)) => {
            match compare_tied(source, form, reading, leaders(source, form, false)) {
                Outcome::Equal(equal) => Outcome::Equal(equal),
                _ => Outcome::Incomparable(untied),
            }
        }
        _ => outcome,
    }
}

/// Compares with one value for all operands of a leader.
fn compare_tied(source: &Source, form: &Form, reading: &Reading, leaders: [usize; 3]) -> Outcome {
    let mut assumptions = Vec::new();
    let mut doubt = None;
    let mut unknown = None;
    let mut operand_values = Vec::new();
    let is_lost = |index: usize| index == 1 && source.has_lost_selector(form);
    for (index, role) in ROLES.into_iter().enumerate() {
        match input_values(source, form, index, role) {
            Ok(values) => {
                if let (PtxOperand::Register(_), InputValues::Fixed { ptx, sass }) =
                    (&source.operands[index], &values)
                {
                    assumptions.push(assumed(source, index, role, *ptx));
                    if is_doubtful(source, form, index, [*ptx, *sass]) {
                        doubt = Some(if is_lost(index) {
                            Incomparable::SelectorLost { port: *sass }
                        } else {
                            Incomparable::Doubtful { role, port: *sass }
                        });
                    }
                }
                if let (PtxOperand::Constant(_), RegisterValue::Unknown(origin)) =
                    (&source.operands[index], form.ports[index])
                {
                    unknown = unknown.or(Some(Incomparable::Constant { role, origin }));
                }
                operand_values.push(values);
            }
            Err(Incomparable::NoSuchValue { port, .. }) if is_lost(index) => {
                return Outcome::Incomparable(Incomparable::SelectorLost { port });
            }
            Err(apart) => return Outcome::Incomparable(apart),
        }
    }
    add_neighbours(source, form, &mut operand_values);
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
        Differs {
            inputs: [a, b, c],
            ptx: evaluate(&operation, a, b, c, reading),
            sass: form.setting.compute(ports),
        }
    };
    let differs = |it: &Differs| it.ptx != it.sass;
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
    let [a, b, c] = [0, 1, 2].map(values);
    let grid = a.iter().flat_map(|&a| b.iter().map(move |&b| [a, b]));
    let grid: Vec<_> = grid.flat_map(|[a, b]| c.iter().map(move |&c| [a, b, c])).collect();
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
    let random = (0..RANDOM).map(|_| std::array::from_fn(|_| random.word()));
    let found = edges.iter().copied().chain(random).map(run).find(differs);
    let apart = if source.foresees(form) { unknown.or(doubt) } else { Some(Incomparable::Setting) };
    match (found, apart) {
        (Some(found), _) => Outcome::Differs(found),
        (None, Some(apart)) => Outcome::Incomparable(apart),
        (None, None) => {
            let inputs = grid.len() + edges.len() + RANDOM;
            let operation = same_numbers(source, form, &operand_values);
            Outcome::Equal(Equal { inputs, operation, assumptions })
        }
    }
}

/// Inputs that reveal a wrong carry, shift or clamp: with these values of `c`, the low bits of the sum are all ones or all
/// zeros, or the sum is at an end of the range. None for an instruction without a product, or if `c` is not free.
fn edges(
    source: &Source,
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

/// The assumption about a PTX register for which the word has a constant.
fn assumed(source: &Source, index: usize, role: Role, register: u32) -> Assumption {
    let factor = factor(source, index);
    let value = factor.map_or(register, |factor| Part::of_factor(factor).field(register));
    Assumption { role, part: factor.and_then(|factor| factor.select), value }
}

/// Whether a known miscompile could give the constant of a word for another value of the PTX register.
///
/// ptxas 12.9 uses the whole constant of a register although PTX selects a part of it (a lost selector), and decides by
/// the sign of `dtype` whether `b` fits an imm16 (D4). So the register may hold the port's value, extended by the sign of
/// either type. There is no doubt if PTX selects the same number from each of these values.
fn is_doubtful(source: &Source, form: &Form, index: usize, [ptx, sass]: [u32; 2]) -> bool {
    let Some(factor) = factor(source, index) else { return false };
    let is_imm16 = index == 1 && form.registers()[1].is_none();
    let whole = |ty: Type| if is_imm16 && ty.is_signed() { (sass as u16).cast_signed() as u32 } else { sass };
    let part = Part::of_factor(factor);
    [dtype(&source.operation), factor.ty].into_iter().any(|ty| part.number(whole(ty)) != part.number(ptx))
}

/// The operation of the word, if the PTX instruction is the same operation on the same numbers.
///
/// In the default reading, the result of a PTX instruction depends only on the numbers and the types of `a` and `b`.
/// Suppose that the PTX of the word's mode has the same modifiers, apart from the formats of constants, and that each
/// operand is the same number on both sides: the same part of the same value, or the same constant. Then the two are equal
/// for all inputs if the unit equals PTX in this mode. A `PRMT` does not belong to the unit.
fn same_numbers(source: &Source, form: &Form, operand_values: &[InputValues]) -> Option<UnitOperation> {
    let Setting { operation, cc: false, merge: None, is_store: false } = form.setting else { return None };
    let mut theirs = family::ptx(&operation).ok()?;
    let own = source.operation;
    if let (Some(ours), Some(mut formats)) = (factors(&own), factors(&theirs)) {
        let operands = form.operands();
        for index in [0, 1] {
            let (Some(InputValues::Fixed { ptx, sass }), Some(port)) =
                (operand_values.get(index), operands[index])
            else {
                continue;
            };
            if Part::of_factor(ours[index]).number(*ptx) == Part::of_port(port).number(*sass) {
                formats[index] = ours[index];
            }
        }
        theirs = with_factors(theirs, formats);
    }
    let same_c = match operand_values.get(2) {
        Some(InputValues::Fixed { ptx, sass }) => ptx == sass,
        Some(InputValues::Same(_)) => true,
        None => false,
    };
    (same_c && canonical(&theirs) == canonical(&own)).then_some(operation)
}
