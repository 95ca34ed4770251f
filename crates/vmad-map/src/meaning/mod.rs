//! The PTX instruction that computes the same as a mode.

pub mod spelling;

use vmad_ptx::{
    ast::{
        Arithmetic, ArithmeticOp, Comparison as PtxComparison, LaneArithmetic, LaneMask, LaneOp, LaneSelect,
        LaneTail, Operation as PtxOperation, SecOp, Select, Set, Shift, ShiftMode, ShiftOp, Simd,
        Source as PtxSource, Tail, Type,
    },
    reading::Reading,
    video::{after_primary, evaluate},
};
use vmad_unit::{
    BoolOp, Kind, Operand, Operation, Output, Saturate, SecondOp, Source, vabsdiff4, vadd, vmnmx::Extreme,
    vset, vsetp, vshift,
};

use spelling::{multiply_add, select, source, ty};

/// Why no PTX instruction computes the same as a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotInPtx {
    /// The computation is unknown.
    #[error("no source says what VABSDIFF4 computes with an immediate B (imm8): legal is a register B")]
    Unknown,
    /// The source of the mode says that PTX has it, but this project states no PTX: a defect.
    #[error("PTX has the mode, but this project does not state its PTX: a defect")]
    NotStated,
    /// No PTX instruction has the modifiers: what PTX lacks.
    #[error("{0}")]
    Modifiers(&'static str),
    /// `@!PT`
    #[error("PTX has no predicate that is always false, so that ptxas never writes @!PT")]
    NeverExecuted,
    /// A constant with a selector or a minus sign.
    #[error("a constant carries no selector and no minus sign in PTX")]
    Constant,
}

/// The PTX operation with an operation's modifiers.
///
/// # Errors
/// No PTX instruction has them.
pub fn ptx(operation: &Operation) -> Result<PtxOperation, NotInPtx> {
    with_modifiers(operation).ok_or_else(|| match operation.source() {
        Source::NotInPtx { lacks, .. } => NotInPtx::Modifiers(lacks),
        Source::Nothing => NotInPtx::Unknown,
        Source::Ptx | Source::Reference | Source::Inferred(_) => NotInPtx::NotStated,
    })
}

/// The same; [`None`] where the [source](Operation::source) of the operation says what PTX lacks.
fn with_modifiers(operation: &Operation) -> Option<PtxOperation> {
    let arithmetic = |op, a, b, output: Output| {
        let sat = output.saturate == Saturate::On;
        let (a, b, tail) = (source(a), source(b), tail(output.second));
        PtxOperation::Arithmetic(Arithmetic { op, dtype: ty(output.sign), a, b, sat, tail })
    };
    Some(match *operation {
        Operation::Vmad(mode) => PtxOperation::MultiplyAdd(multiply_add(mode)),
        Operation::Vadd(it) => {
            let op = match it.psign {
                vadd::Psign::Add => ArithmeticOp::Add,
                vadd::Psign::SubtractB => ArithmeticOp::Sub,
                vadd::Psign::SubtractA | vadd::Psign::PlusOne => return None,
            };
            arithmetic(op, it.a, it.b, it.output)
        }
        Operation::Vabsdiff(it) => arithmetic(ArithmeticOp::AbsDiff, it.a, it.b, it.output),
        Operation::Vabsdiff4(it) => PtxOperation::Simd4(abs_diff4(it)?),
        Operation::Vmnmx(it) => {
            let op = match it.extreme {
                Extreme::Minimum => ArithmeticOp::Min,
                Extreme::Maximum => ArithmeticOp::Max,
            };
            arithmetic(op, it.a, it.b, it.output)
        }
        Operation::Vset(it) => {
            let is_it = |cmp: &PtxComparison| cmp.text().eq_ignore_ascii_case(it.comparison.name());
            let cmp = PtxComparison::ALL.into_iter().find(is_it)?;
            PtxOperation::Set(Set { a: source(it.a), b: source(it.b), cmp, tail: tail(it.second) })
        }
        Operation::Vsetp(_) => return None,
        Operation::Vshl(it) => shift(ShiftOp::Left, it),
        Operation::Vshr(it) => shift(ShiftOp::Right, it),
    })
}

/// The PTX operation that specifies an operation: [`ptx`], and for `VSETP`, which no PTX produces, the `vset` with its
/// comparison.
pub fn specified(operation: &Operation) -> Option<PtxOperation> {
    let specified = match *operation {
        Operation::Vsetp(vsetp::Mode { a, b, comparison, .. }) => {
            ptx(&Operation::Vset(vset::Mode { a, b, comparison, second: SecondOp::None }))
        }
        _ => ptx(operation),
    };
    specified.ok()
}

/// The result that PTX specifies, as [`Operation::execute`]. `ptx` is the operation's
/// [`specified`].
pub fn expected(operation: &Operation, ptx: &PtxOperation, [a, b, c]: [u32; 3], reading: &Reading) -> u32 {
    let result = evaluate(ptx, a, b, c, reading);
    match operation {
        Operation::Vsetp(mode) => predicates(mode, result == 1, c),
        _ => result,
    }
}

/// The result in a reading, for the operations that PTX has and for those that differ only in the primary operation:
/// `VADD` with `-Ra` or `.PO`, `VSET.F` and `VSET.T`. [`None`] if PTX does not specify the rest either.
pub fn in_reading(operation: &Operation, [a, b, c]: [u32; 3], reading: &Reading) -> Option<u32> {
    if let Ok(ptx) = ptx(operation) {
        return Some(evaluate(&ptx, a, b, c, reading));
    }
    let Output { sign, saturate, second } = operation.output()?;
    let tmp = operation.trace(a, b, c).value("tmp")?;
    Some(after_primary(ty(sign), saturate == Saturate::On, tail(second), [tmp, c.into()], reading))
}

/// The two predicates of a `VSETP`, as those of PTX's `setp`. Bit 0: `holds op source`. Bit 1: `!holds op source`. Bit
/// 0 of `c` is the source predicate before its negation.
///
/// Source: PTX ISA, `setp`.
pub fn predicates(mode: &vsetp::Mode, holds: bool, c: u32) -> u32 {
    let source = (c & 1 == 1) != mode.negated;
    let join = |holds: bool| match mode.join {
        BoolOp::And => holds && source,
        BoolOp::Or => holds || source,
        BoolOp::Xor => holds != source,
    };
    u32::from(join(holds)) | u32::from(join(!holds)) << 1
}

fn abs_diff4(it: vabsdiff4::Mode) -> Option<Simd<4>> {
    let tail = match (it.accumulate, it.saturate) {
        (false, saturate) => LaneTail::Merge { sat: saturate == Saturate::On },
        (true, Saturate::Off) => LaneTail::Add,
        (true, Saturate::On) => return None,
    };
    let mask = it.lanes.iter().enumerate().fold(0, |mask, (lane, &is_set)| mask | u8::from(is_set) << lane);
    Some(Simd {
        op: LaneOp::Arithmetic { op: LaneArithmetic::AbsDiff, dtype: ty(it.sign), tail },
        atype: ty(it.a_sign),
        btype: ty(it.b_sign),
        asel: LaneSelect::new(it.a.bytes())?,
        bsel: LaneSelect::new(it.b.bytes())?,
        mask: LaneMask::new(mask)?,
    })
}

const fn tail(second: SecondOp) -> Tail {
    match second {
        SecondOp::Mrg16H => Tail::Merge(Select::H1),
        SecondOp::Mrg16L => Tail::Merge(Select::H0),
        SecondOp::Mrg8B0 => Tail::Merge(Select::B0),
        SecondOp::Mrg8B2 => Tail::Merge(Select::B2),
        SecondOp::Acc => Tail::Second(SecOp::Add),
        SecondOp::Min => Tail::Second(SecOp::Min),
        SecondOp::Max => Tail::Second(SecOp::Max),
        SecondOp::None => Tail::None,
    }
}

fn shift(op: ShiftOp, vshift::Mode { a, b, wrap, output }: vshift::Mode) -> PtxOperation {
    let mode = if wrap { ShiftMode::Wrap } else { ShiftMode::Clamp };
    PtxOperation::Shift(Shift {
        op,
        dtype: ty(output.sign),
        a: source(a),
        bsel: select(b),
        sat: output.saturate == Saturate::On,
        mode,
        tail: tail(output.second),
    })
}

/// Every operation of the scalar video instructions but `vmad`: 77,616. The unsigned comparisons are there for `.u32`
/// as `btype`, which alone has them.
pub fn operations() -> impl Iterator<Item = PtxOperation> {
    let arithmetic = ArithmeticOp::ALL.into_iter().flat_map(|op| {
        sources().flat_map(move |(a, b)| {
            outputs().map(move |(dtype, sat, tail)| {
                PtxOperation::Arithmetic(Arithmetic { op, dtype, a, b, sat, tail })
            })
        })
    });
    let shifts = ShiftOp::ALL.into_iter().flat_map(|op| {
        let unsigned = sources().filter(|(_, b)| b.ty == Type::U32);
        unsigned.flat_map(move |(a, b)| {
            ShiftMode::ALL.into_iter().flat_map(move |mode| {
                outputs().map(move |(dtype, sat, tail)| {
                    PtxOperation::Shift(Shift { op, dtype, a, bsel: b.select, sat, mode, tail })
                })
            })
        })
    });
    let sets = PtxComparison::ALL.into_iter().flat_map(|cmp| {
        let legal = sources().filter(move |(_, b)| !cmp.needs_unsigned_btype() || b.ty == Type::U32);
        legal.flat_map(move |(a, b)| tails().map(move |tail| PtxOperation::Set(Set { a, b, cmp, tail })))
    });
    arithmetic.chain(shifts).chain(sets)
}

/// All pairs of sources.
fn sources() -> impl Iterator<Item = (PtxSource, PtxSource)> {
    let all = || Operand::all().map(source);
    all().flat_map(move |a| all().map(move |b| (a, b)))
}

/// Every tail of a scalar video instruction other than `vmad`.
pub fn tails() -> impl Iterator<Item = Tail> {
    let seconds = SecOp::ALL.into_iter().map(Tail::Second);
    [Tail::None, Tail::Unused].into_iter().chain(seconds).chain(Select::ALL.into_iter().map(Tail::Merge))
}

fn outputs() -> impl Iterator<Item = (Type, bool, Tail)> {
    let flags = Type::ALL.into_iter().flat_map(|dtype| [false, true].map(|sat| (dtype, sat)));
    flags.flat_map(|(dtype, sat)| tails().map(move |tail| (dtype, sat, tail)))
}

/// Modes of one instruction with the same operands.
#[derive(Clone, Debug)]
pub struct Group {
    /// The instruction.
    pub kind: Kind,
    /// The operands: `U8.B1 S32`, `3210 7654` of `VABSDIFF4`.
    pub operands: String,
    /// The modes.
    pub modes: Vec<Operation>,
}

/// Every mode, by instruction and operands.
pub fn groups() -> impl Iterator<Item = Group> {
    Kind::ALL.into_iter().flat_map(|kind| {
        kind.groups().map(move |modes| Group {
            kind,
            operands: modes.first().map(Operation::operand_names).unwrap_or_default(),
            modes,
        })
    })
}
