//! The lengths of the functions, by class of mode.

use vmad_sass::Instruction;
use vmad_term::operation::Operation as Op;
use vmad_unit::{Operation, Saturate, Scale, SecondOp, Width, vmad};

use crate::{
    function::{Function, instruction},
    lower::{Integers, Lowered, lower_to_pairs},
};

/// Modes of one instruction with functions of similar lengths, and the average lengths.
#[derive(Clone, Debug, PartialEq)]
pub struct Class {
    /// The instruction and the common properties of the modes: `VMAD 32 x 32 SAT`.
    pub name: String,
    /// The number of modes, at least 1.
    pub modes: u32,
    /// The average number of operations of a function, for each of [`Integers::ALL`].
    pub operations: [f64; Integers::ALL.len()],
    /// The same for the plain emulation, with two 32-bit integers for each wire, three for 66 bits.
    pub pairs: f64,
    /// The lengths on sm_70, if a class with as many modes is recorded.
    pub sm_70: Option<Recorded>,
}

/// Average lengths of a class in SASS instructions of ptxas 12.9.86 for sm_70, recorded in `data/sm70.tsv`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recorded {
    /// Of the PTX video instructions; [`None`] if no mode has one.
    pub ptxas: Option<f64>,
    /// Of the emitted PTX.
    pub emitted: f64,
}

impl Lowered {
    /// The number of operations, without parameters, constants, and conversions that only drop bits or add zeros.
    pub fn operations(&self) -> u32 {
        let is_work =
            |op| !matches!(op, Op::Variable(_) | Op::Constant(_) | Op::ZeroExtend(_) | Op::Field(..));
        let below = self.graph.below(&[self.result]);
        below.into_iter().filter(|(_, node)| is_work(node.operation)).count() as u32
    }
}

/// The classes of some instructions, in the order of their first instructions. An instruction without a function is
/// omitted.
pub fn classes<'i>(instructions: impl IntoIterator<Item = &'i Instruction>) -> Vec<Class> {
    let mut classes: Vec<Class> = Vec::new();
    for it in instructions {
        let (Some(operation), Some(function)) = (it.operation(), instruction(it, None)) else { continue };
        let name = class_of(it.mnemonic(), operation);
        let at = classes.iter().position(|class| class.name == name).unwrap_or_else(|| {
            let operations = [0.0; Integers::ALL.len()];
            classes.push(Class { name, modes: 0, operations, pairs: 0.0, sm_70: None });
            classes.len() - 1
        });
        add(&mut classes[at], &function);
    }
    for class in &mut classes {
        let modes = f64::from(class.modes);
        class.operations = class.operations.map(|sum| sum / modes);
        class.pairs /= modes;
        class.sm_70 = recorded(class);
    }
    classes
}

fn add(class: &mut Class, function: &Function) {
    class.modes += 1;
    for (sum, integers) in class.operations.iter_mut().zip(Integers::ALL) {
        *sum += f64::from(function.lowered(integers).operations());
    }
    class.pairs += f64::from(lower_to_pairs(&function.graph, function.result).operations());
}

/// The name of the class of a mode.
pub fn class_of(mnemonic: &str, operation: Operation) -> String {
    let mut name = mnemonic.to_owned();
    match operation {
        Operation::Vmad(vmad::Mode { a, b, scale, saturate, .. }) => {
            let words = [a, b].iter().filter(|it| it.selector.width() == Width::Word).count();
            name += ["  8, 16 x 8, 16", "  8, 16 x 32", "  32 x 32"][words];
            name += if scale == Scale::Pass { "" } else { " SHR" };
            name += if saturate == Saturate::Off { "" } else { " SAT" };
        }
        Operation::Vabsdiff4(mode) => {
            name += if mode.saturate == Saturate::Off { "" } else { " SAT" };
            name += if mode.accumulate { " ACC" } else { "" };
        }
        _ => {
            if let Some(output) = operation.output() {
                name += if output.saturate == Saturate::Off { "" } else { " SAT" };
                name += match output.second {
                    SecondOp::None => "",
                    SecondOp::Acc => " ACC",
                    SecondOp::Min | SecondOp::Max => " MIN, MAX",
                    _ => " merge",
                };
            }
        }
    }
    name
}

/// The row of `data/sm70.tsv` for a class.
fn recorded(class: &Class) -> Option<Recorded> {
    include_str!("../data/sm70.tsv").lines().find_map(|line| {
        let (name, numbers) = line.split_once('\t')?;
        let numbers: Vec<u32> =
            numbers.split('\t').map(|number| number.parse().ok()).collect::<Option<_>>()?;
        let [modes, in_ptx, ptxas, emitted] = *numbers else { return None };
        let mean = |sum, modes| f64::from(sum) / f64::from(modes);
        let ptxas = (in_ptx > 0).then(|| mean(ptxas, in_ptx));
        let is_it = name == class.name && modes == class.modes;
        is_it.then(|| Recorded { ptxas, emitted: mean(emitted, modes) })
    })
}
