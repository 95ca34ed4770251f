//! A PTX instruction and a SASS instruction on the same values.

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
    feed::{Feed, factor, feed, meet_constants},
    outcome::{Apart, Differs, Equal, Outcome, Taken},
    part::Part,
    ptx::{canonical, dtype, factors, with_factors},
    setting::Setting,
    source::{Given, Source},
    stream::Held,
    ties::{ROLES, leaders, untied},
};

/// Random inputs after those of the grid.
const RANDOM: usize = 4096;

/// Compares, and keeps the outcome of each kind of pair.
#[derive(Debug)]
pub struct Comparer<'r> {
    reading: &'r Reading,
    seen: RefCell<HashMap<(SourceKey, FormKey), Outcome>>,
}

/// All of a PTX instruction that a comparison depends on.
type SourceKey = (Operation, [(bool, Option<u32>); 3], [bool; 3], [bool; 3]);

/// All of a SASS instruction that a comparison depends on, but for the origin of a register's value.
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
            Held::Constant(value) => Some(value),
            Held::Unknown(_) => None,
        });
        let ties = [[0, 1], [0, 2], [1, 2]].map(|[one, other]| registers[one] == registers[other]);
        let form_key = (form.setting, constants, registers[1].is_some(), ties);
        let mut seen = self.seen.borrow_mut();
        let outcome = seen
            .entry((source_key, form_key))
            .or_insert_with(|| compare(source, emitted, self.reading))
            .clone();
        match outcome {
            Outcome::Apart(Apart::Constant { role, .. }) => {
                let origin = ROLES.iter().position(|it| *it == role).map(|at| form.ports[at]);
                let Some(Held::Unknown(origin)) = origin else { return outcome };
                Outcome::Apart(Apart::Constant { role, origin })
            }
            outcome => outcome,
        }
    }
}

/// Runs both on the corner grid of the divergence map, beside constants, and on 4,096 random inputs.
///
/// Two registers of the SASS can hold copies of the value of one register of PTX. Both are then run on equal values, and
/// must be equal on different values too.
pub fn compare(source: &Source, emitted: &Emitted, reading: &Reading) -> Outcome {
    let form = &emitted.form;
    if form.setting.is_store {
        return Outcome::Apart(Apart::Store);
    }
    let outcome = compare_tied(source, form, reading, leaders(source, form, true));
    match (&outcome, untied(source, form)) {
        (Outcome::Equal(_), Some(untied)) => {
            match compare_tied(source, form, reading, leaders(source, form, false)) {
                Outcome::Equal(equal) => Outcome::Equal(equal),
                _ => Outcome::Apart(untied),
            }
        }
        _ => outcome,
    }
}

/// Compares, where each operand has the value of its leader.
fn compare_tied(source: &Source, form: &Form, reading: &Reading, leaders: [usize; 3]) -> Outcome {
    let mut taken = Vec::new();
    let mut doubt = None;
    let mut unknown = None;
    let mut feeds = Vec::new();
    for (index, role) in ROLES.into_iter().enumerate() {
        match feed(source, form, index, role) {
            Ok(feed) => {
                if let (Given::Register(_), Feed::Fixed { ptx, sass }) = (&source.operands[index], &feed) {
                    taken.push(assumed(source, index, role, *ptx));
                    if is_doubtful(source, form, index, [*ptx, *sass]) {
                        doubt = Some(Apart::Doubtful { role, port: *sass });
                    }
                }
                if let (Given::Constant(_), Held::Unknown(origin)) =
                    (&source.operands[index], form.ports[index])
                {
                    unknown = unknown.or(Some(Apart::Constant { role, origin }));
                }
                feeds.push(feed);
            }
            Err(apart) => return Outcome::Apart(apart),
        }
    }
    meet_constants(source, form, &mut feeds);
    let operation = source.operation;
    let run = |inputs: [u32; 3]| {
        let fed = |sass: bool| {
            std::array::from_fn(|role| match feeds[role] {
                Feed::Same(_) => inputs[leaders[role]],
                Feed::Fixed { ptx, .. } if !sass => ptx,
                Feed::Fixed { sass, .. } => sass,
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
    let values = |role: usize| match &feeds[role] {
        Feed::Same(values) if leaders[role] == role => {
            let shared = (0..3).filter(|other| leaders[*other] == role && *other != role);
            let mut all = values.clone();
            for other in shared {
                if let Feed::Same(values) = &feeds[other] {
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
    let edges = edges(source, &feeds, leaders, &grid);
    let mut random = SplitMix64::new(0);
    let random = (0..RANDOM).map(|_| std::array::from_fn(|_| random.word()));
    let found = edges.iter().copied().chain(random).map(run).find(differs);
    let apart = if source.foresees(form) { unknown.or(doubt) } else { Some(Apart::Setting) };
    match (found, apart) {
        (Some(found), _) => Outcome::Differs(found),
        (None, Some(apart)) => Outcome::Apart(apart),
        (None, None) => {
            let inputs = grid.len() + edges.len() + RANDOM;
            let operation = same_numbers(source, form, &feeds);
            Outcome::Equal(Equal { inputs, operation, taken })
        }
    }
}

/// Inputs at which a carry, a shift and a clamp show: `c` completes the product to sums whose low bits are all ones, or
/// zeros, and to sums at the ends of the range. None if `c` is not free, or added to something else than a product.
fn edges(source: &Source, feeds: &[Feed], leaders: [usize; 3], grid: &[[u32; 3]]) -> Vec<[u32; 3]> {
    let is_product = matches!(source.operation, Operation::MultiplyAdd(_));
    if !is_product || leaders[2] != 2 || !matches!(feeds.get(2), Some(Feed::Same(_))) {
        return Vec::new();
    }
    let number = |role: usize, inputs: [u32; 3]| {
        let fed = match feeds[role] {
            Feed::Same(_) => inputs[leaders[role]],
            Feed::Fixed { ptx, .. } => ptx,
        };
        factor(source, role).map_or(0, |factor| Part::of_factor(factor).number(fed))
    };
    let mut inputs = Vec::new();
    let mut last = None;
    for &[a, b, _] in grid {
        if last.replace([a, b]) == Some([a, b]) {
            continue;
        }
        let product = number(0, [a, b, 0]).wrapping_mul(number(1, [a, b, 0]));
        for sum in
            [-1, 0, 0x7f, 0x80, 0x7fff, 0x8000, i64::from(i32::MAX), 1 << 31, (1 << 38) - 1, (1 << 46) - 1]
        {
            // c is added, or subtracted.
            for c in [sum.wrapping_sub(product), product.wrapping_sub(sum)] {
                inputs.push([a, b, c as u32]);
            }
        }
    }
    inputs
}

/// How many of the inputs have bits in many places: the others are easier to follow by hand.
fn ragged(inputs: [u32; 3]) -> usize {
    inputs.into_iter().filter(|input| (input ^ input >> 1).count_ones() > 4).count()
}

/// What is said of a register of which the `VMAD` has a constant.
fn assumed(source: &Source, index: usize, role: Role, register: u32) -> Taken {
    let factor = factor(source, index);
    let value = factor.map_or(register, |factor| Part::of_factor(factor).field(register));
    Taken { role, part: factor.and_then(|factor| factor.select), value }
}

/// Whether the constant of a `VMAD` may come from a register that holds another value than it assumes.
///
/// ptxas 12.9 puts all of a register's constant where PTX selects a part of it (a lost selector), and takes an imm16 for
/// `b` by `dtype`'s sign (D4). So the register may hold the port's value, extended by either type's sign. There is
/// no doubt if PTX takes the same number of all of these.
fn is_doubtful(source: &Source, form: &Form, index: usize, [ptx, sass]: [u32; 2]) -> bool {
    let Some(factor) = factor(source, index) else { return false };
    let is_imm16 = index == 1 && form.registers()[1].is_none();
    let whole = |ty: Type| if is_imm16 && ty.is_signed() { (sass as u16).cast_signed() as u32 } else { sass };
    let part = Part::of_factor(factor);
    [dtype(&source.operation), factor.ty].into_iter().any(|ty| part.number(whole(ty)) != part.number(ptx))
}

/// The operation of the SASS instruction, if the PTX instruction is the same operation of the same numbers.
///
/// What a PTX instruction means, in the default reading, depends on `a` and `b` through their numbers and types alone. So
/// where the PTX of the SASS instruction's mode is the same but for the formats of constants, and each operand is the same
/// number on both sides (the same part of what is fed, or the same constant), the two are equal for all inputs if the unit
/// is PTX in this mode. A `PRMT` is no part of the unit.
fn same_numbers(source: &Source, form: &Form, feeds: &[Feed]) -> Option<UnitOperation> {
    let Setting { operation, cc: false, merge: None, is_store: false } = form.setting else { return None };
    let mut theirs = family::ptx(&operation).ok()?;
    let own = source.operation;
    if let (Some(ours), Some(mut formats)) = (factors(&own), factors(&theirs)) {
        let operands = form.operands();
        for index in [0, 1] {
            let (Some(Feed::Fixed { ptx, sass }), Some(port)) = (feeds.get(index), operands[index]) else {
                continue;
            };
            if Part::of_factor(ours[index]).number(*ptx) == Part::of_port(port).number(*sass) {
                formats[index] = ours[index];
            }
        }
        theirs = with_factors(theirs, formats);
    }
    let same_c = match feeds.get(2) {
        Some(Feed::Fixed { ptx, sass }) => ptx == sass,
        Some(Feed::Same(_)) => true,
        None => false,
    };
    (same_c && canonical(&theirs) == canonical(&own)).then_some(operation)
}
