//! Runs a PTX instruction and a word on the same values.

use vmad_map::{
    grid::{nearness, product},
    meaning::{self, spelling::operand},
    random::SplitMix64,
};
use vmad_ptx::{
    ast::{Select, Source as Factor, Tail},
    reading::Reading,
    video::evaluate_all,
};

use vmad_unit::{Operand as Port, Operation as UnitOperation, Sign};

use crate::{
    form::WordForm,
    input_values::{InputValues, add_neighbours, factor, input_values},
    kind::{PtxOperand, StatementKind},
    outcome::{Assumption, Differs, Equal, Mismatch, Outcome, ROLES},
    ptx::canonical,
    setting::Setting,
};

/// The number of random inputs, which follow those of the grid.
const RANDOM: usize = 4096;

/// The number of inputs if the proof of the mode says that both are equal.
const FEW: usize = 128;

/// These inputs of an operand: random ones, and values of the grid in some places.
struct Drawn {
    random: [u32; FEW],
    /// The places, and the part of 2^32 that says which value of the grid it is.
    from_grid: [(usize, u32); FEW],
    /// The number of these places.
    count: usize,
}

/// Those of each operand.
static DRAWN: [Drawn; 3] = {
    let mut drawn = [const { Drawn { random: [0; FEW], from_grid: [(0, 0); FEW], count: 0 } }; 3];
    let (mut random, mut at) = (SplitMix64::new(0), 0);
    while at < 3 * FEW {
        let own = &mut drawn[at % 3];
        let part = random.word();
        if part & 1 == 1 {
            own.from_grid[own.count] = (at / 3, part);
            own.count += 1;
        } else {
            own.random[at / 3] = random.word();
        }
        at += 1;
    }
    drawn
};

impl Drawn {
    fn among(&self, grid: &[u32]) -> Vec<u32> {
        let mut values = self.random.to_vec();
        for (at, part) in &self.from_grid[..self.count] {
            values[*at] = grid[((u64::from(*part) * grid.len() as u64) >> 32) as usize];
        }
        values
    }
}

/// Whether a word is one to which ptxas compiles a statement, and computes the same.
///
/// Both run on the corner grid of the divergence map, on values next to constants, and on 4,096 random inputs. If both are the
/// same operation on the same numbers, which the proof of the modes covers, they run on 128 inputs of both kinds. Each operand
/// that is one register of PTX has one value; the registers of the word are taken to hold the values of the operands.
pub fn compare(source: &StatementKind, form: &WordForm, reading: &Reading) -> Outcome {
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
    let mut operand_values = match [0, 1, 2].map(|index| input_values(source, form, index)) {
        [Ok(a), Ok(b), Ok(c)] => [a, b, c],
        [Err(mismatch), ..] | [_, Err(mismatch), _] | [.., Err(mismatch)] => {
            return Outcome::Foreign(mismatch);
        }
    };
    let mut assumptions = Vec::new();
    for (index, values) in operand_values.iter().enumerate() {
        if let (PtxOperand::Register { .. }, InputValues::Fixed { ptx, .. }) =
            (source.operands[index], values)
        {
            let factor = factor(source, index);
            let field = |of: Factor| Port { sign: Sign::Unsigned, ..operand(of) }.value(*ptx) as u32;
            let (part, value) = (factor.and_then(|of| of.select), factor.map_or(*ptx, field));
            assumptions.push(Assumption { role: ROLES[index], part, value });
        }
    }
    add_neighbours(source, form, &mut operand_values);
    let leaders = leaders(source, &operand_values);
    let operation = source.operation;
    // The inputs on which the results differ, of columns with the values of each operand.
    let differing = |columns: [Vec<u32>; 3]| {
        let count = columns[0].len();
        let fixed = operand_values.each_ref().map(|values| match values {
            InputValues::Same(_) => None,
            InputValues::Fixed { ptx, sass } => Some([vec![*ptx; count], vec![*sass; count]]),
        });
        let side = |side: usize| {
            let column =
                |role: usize| fixed[role].as_ref().map_or(&columns[leaders[role]], |sides| &sides[side]);
            [&column(0)[..], column(1), column(2)]
        };
        let inputs @ [a, b, c] = side(0);
        let (ptx, sass) = (evaluate_all(&operation, inputs, reading), form.setting.compute(side(1)));
        if ptx == sass {
            return Vec::new();
        }
        let differs = |(at, (ptx, sass)): (usize, (u32, u32))| {
            (ptx != sass).then(|| Differs { inputs: [a[at], b[at], c[at]], ptx, sass: Some(sass) })
        };
        ptx.into_iter().zip(sass).enumerate().filter_map(differs).collect::<Vec<_>>()
    };
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
    let same = same_numbers(source, form, &operand_values).filter(|_| *reading == Reading::DEFAULT);
    let mut inputs = FEW;
    let found = if same.is_some() {
        differing([0, 1, 2].map(|role| DRAWN[role].among(&values[role]))).into_iter().next()
    } else {
        let grid = product(values.each_ref().map(Vec::as_slice));
        inputs = grid.len() + RANDOM;
        let nearest = |difference: &Differs| (ragged(difference.inputs), nearness(difference.inputs));
        differing(columns(&grid)).into_iter().min_by_key(nearest).or_else(|| {
            let mut random = SplitMix64::new(0);
            // Of two random words, the second is the value.
            let mut word = |_| (random.word(), random.word()).1;
            let random: Vec<[u32; 3]> = (0..RANDOM).map(|_| [0, 1, 2].map(&mut word)).collect();
            differing(columns(&random)).into_iter().next()
        })
    };
    match found {
        Some(found) => Outcome::Differs(found),
        None if !is_of_mode => Outcome::Foreign(Mismatch::Mode),
        None => {
            // The proof of a mode says nothing about a `PRMT`.
            let operation = same.filter(|_| form.setting.merge.is_none());
            Outcome::Equal(Equal { inputs, operation, assumptions })
        }
    }
}

/// The values of each operand.
fn columns(inputs: &[[u32; 3]]) -> [Vec<u32>; 3] {
    [0, 1, 2].map(|role| inputs.iter().map(|input| input[role]).collect())
}

/// The leader of each operand: the first operand that is the same free register of PTX.
fn leaders(source: &StatementKind, operand_values: &[InputValues; 3]) -> [usize; 3] {
    let is_free = |role: usize| matches!(operand_values[role], InputValues::Same(_));
    [0, 1, 2].map(|role| {
        let is_leader =
            |other: &usize| source.firsts[*other] == source.firsts[role] && is_free(*other) && is_free(role);
        (0..role).find(is_leader).unwrap_or(role)
    })
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
/// are equal for all inputs if the unit equals PTX in this mode. A `PRMT` puts the byte that the unit merges into byte 0
/// into another byte of C, with the same selectors on both sides.
fn same_numbers(
    source: &StatementKind,
    form: &WordForm,
    operand_values: &[InputValues; 3],
) -> Option<UnitOperation> {
    let Setting { operation, cc: false, merge, is_store: false } = form.setting else { return None };
    let mut theirs = meaning::ptx(&operation).ok()?;
    let own = source.operation;
    let own = if merge.is_some() { own.with_tail(Tail::Merge(Select::B0)) } else { own };
    if let (Some(ours), Some(mut formats)) = (own.sources(), theirs.sources()) {
        let operands = form.operands();
        for index in [0, 1] {
            let (&InputValues::Fixed { ptx, sass }, Some(port)) = (&operand_values[index], operands[index])
            else {
                continue;
            };
            let is_same_number = operand(ours[index]).value(ptx) == port.value(sass);
            if is_same_number && ours[index].ty == formats[index].ty {
                formats[index] = ours[index];
            }
        }
        theirs = theirs.with_sources(formats);
    }
    let [.., c] = operand_values;
    let same_c = if let InputValues::Fixed { ptx, sass } = c { ptx == sass } else { true };
    let is_same = same_c && merge == source.setting.merge && canonical(&theirs) == canonical(&own);
    is_same.then_some(operation)
}
