//! Cases: a `vmad` with its constants, and series of them.

use vmad_ptx::ast::{
    Accumulate, Body, Factor, Instruction, Integer, MultiplyAdd, Operand, Operation, Register, Scale, Select,
    Source, Type, Video,
};

/// A `vmad` whose operands are registers but for those that are constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Case {
    /// The modifiers and negations. A constant has no selector, and no minus sign of its own.
    pub operation: MultiplyAdd,
    /// The 32 bits of `a`, `b` and `c` where they are constants.
    pub constants: [Option<u32>; 3],
}

impl Case {
    /// The inputs with the constants in their places.
    pub fn fill(&self, inputs: [u32; 3]) -> [u32; 3] {
        std::array::from_fn(|index| self.constants[index].unwrap_or(inputs[index]))
    }

    /// The instruction, its registers called `d`, `a`, `b` and `c`; [`None`] if a constant has a selector or a minus
    /// sign.
    pub fn instruction(&self) -> Option<Instruction> {
        let operand = |index: usize, name: &str| match self.constants[index] {
            // As a person writes it: the smaller of the two numbers that have these 32 bits.
            Some(word) => Some(Operand::Immediate(Integer(i64::from(word as i32)))),
            None => Register::new(name).ok().map(Operand::Register),
        };
        let (a, b, c) = (operand(0, "a")?, operand(1, "b")?, operand(2, "c")?);
        let d = Register::new("d").ok()?;
        let video = Video::new(Operation::MultiplyAdd(self.operation), d, a, b, Some(c)).ok()?;
        Some(Instruction { guard: None, body: Body::Video(video) })
    }
}

/// The cases over which a row of the map speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Domain {
    /// The 864 modes: registers only, each format with its first selector, `.dtype` `.u32`.
    Modes,
    /// The 480 of them of which a factor is a word, the decoupled forms.
    Decoupled,
    /// The 864 modes with both dtypes.
    Dtypes,
    /// `a` a constant: two dtypes, two atypes, six formats of b, 24 settings. A constant carries no minus sign: `-b`
    /// negates the product.
    ConstantA,
    /// `b` a constant, likewise with `-a`.
    ConstantB,
}

/// Constants of every class: 0, the ends of imm16 and beyond, the ends of a word, and ordinary ones.
pub const CONSTANTS: [u32; 16] = [
    0,
    1,
    5,
    0x7fff,
    0x8000,
    0xffff,
    0x1_0000,
    70_000,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0xffff_7fff,
    0xffff_8000,
    0xffff_8001,
    0xffff_fffe,
    0xffff_ffff,
];

/// The first selectors of the widths, the widest first; with the two types, the six formats.
const SELECTS: [Option<Select>; 3] = [None, Some(Select::H0), Some(Select::B0)];

/// The four ways to accumulate that differ in what they compute.
const FOUR: [Accumulate; 4] = [
    Accumulate::Sum { cancelled: false },
    Accumulate::MinusC { cancelled: false },
    Accumulate::MinusProduct { by: Factor::A },
    Accumulate::PlusOne { cancelled: false },
];

impl Domain {
    /// The cases, in an order that never changes.
    pub fn cases(self) -> Vec<Case> {
        let registers = |operation| Case { operation, constants: [None; 3] };
        match self {
            Self::Modes => operations(formats(), &formats(), &[Type::U32], &FOUR).map(registers).collect(),
            Self::Decoupled => {
                let mut cases = Self::Modes.cases();
                cases.retain(|case| case.operation.a.select.is_none() || case.operation.b.select.is_none());
                cases
            }
            Self::Dtypes => operations(formats(), &formats(), &Type::ALL, &FOUR).map(registers).collect(),
            // A constant carries no minus sign: the product is negated by its register.
            Self::ConstantA => {
                let mut accumulates = FOUR;
                accumulates[2] = Accumulate::MinusProduct { by: Factor::B };
                with_constants(words(), &formats(), &accumulates, |word| [Some(word), None, None])
            }
            Self::ConstantB => with_constants(formats(), &words(), &FOUR, |word| [None, Some(word), None]),
        }
    }

    /// How many dtypes a mode has among the cases.
    pub const fn dtypes(self) -> usize {
        match self {
            Self::Modes | Self::Decoupled => 1,
            Self::Dtypes | Self::ConstantA | Self::ConstantB => 2,
        }
    }

    /// What a row's count of modes is out of: the operations of the domain, whatever their constants.
    pub fn size(self) -> usize {
        match self {
            Self::Modes => 864,
            Self::Decoupled => 480,
            Self::Dtypes => 1728,
            Self::ConstantA | Self::ConstantB => 576,
        }
    }
}

fn with_constants(
    a: Vec<Source>,
    b: &[Source],
    accumulates: &[Accumulate],
    place: impl Fn(u32) -> [Option<u32>; 3] + Copy,
) -> Vec<Case> {
    operations(a, b, &Type::ALL, accumulates)
        .flat_map(|operation| CONSTANTS.map(|word| Case { operation, constants: place(word) }))
        .collect()
}

/// The six formats, each with its first selector.
fn formats() -> Vec<Source> {
    SELECTS.into_iter().flat_map(|select| Type::ALL.map(|ty| Source { ty, select })).collect()
}

/// The two formats of a whole word, which a constant is.
fn words() -> Vec<Source> {
    Type::ALL.map(|ty| Source { ty, select: None }).to_vec()
}

fn operations<'d>(
    a: Vec<Source>,
    b: &[Source],
    dtypes: &'d [Type],
    accumulates: &'d [Accumulate],
) -> impl Iterator<Item = MultiplyAdd> + use<'d> {
    let pairs: Vec<_> =
        a.into_iter().flat_map(|a| b.iter().map(move |&b| (a, b)).collect::<Vec<_>>()).collect();
    pairs.into_iter().flat_map(move |(a, b)| {
        dtypes.iter().flat_map(move |&dtype| {
            accumulates.iter().flat_map(move |&accumulate| {
                Scale::ALL.into_iter().flat_map(move |scale| {
                    [false, true].map(|sat| MultiplyAdd { dtype, a, b, sat, scale, accumulate })
                })
            })
        })
    })
}
