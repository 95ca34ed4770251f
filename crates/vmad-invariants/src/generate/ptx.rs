//! PTX from arbitrary bytes.

use arbitrary::{Result, Unstructured};
use vmad_ptx::ast::{
    Accumulate, Arithmetic, ArithmeticOp, Body, Comparison, Guard, Instruction, LaneArithmetic, LaneMask,
    LaneOp, LaneSelect, LaneTail, MultiplyAdd, Operand, Operation, Register, Scale, Select, Set, Shift,
    ShiftMode, ShiftOp, Simd, Source, Tail, Type, Video,
};

use super::{append_pieces, value};
use vmad_map::meaning::tails;

/// A scalar video instruction or a `vabsdiff4`: any legal one with the registers `d`, `a`, `b` and `c` and the guard `p`.
///
/// # Errors
/// The bytes have run out.
pub fn video(bytes: &mut Unstructured<'_>) -> Result<Instruction> {
    let operation = operation(bytes)?;
    let (selected, negated) = (operation.selected(), operation.negate());
    // A constant has no selector and no minus sign.
    let mut operand = |index: usize| {
        if !selected[index] && !negated[index] && bytes.ratio(1, 3)? {
            // As a person writes it: the smaller of the two numbers that have these 32 bits.
            return Ok(Operand::Immediate(value(bytes)?.cast_signed().into()));
        }
        register(bytes, ["a", "b", "c"][index]).map(Operand::Register)
    };
    let (a, b) = (operand(0)?, operand(1)?);
    let c = if operation.has_c() { Some(operand(2)?) } else { None };
    let d = register(bytes, "d")?;
    let video = Video::new(operation, d, a, b, c).ok_or(arbitrary::Error::IncorrectFormat)?;
    let guard = if bytes.ratio(1, 4)? {
        Some(Guard { negated: bytes.arbitrary()?, predicate: named("p")? })
    } else {
        None
    };
    Ok(Instruction { guard, body: Body::Video(video) })
}

/// The register of a name, or sometimes that of another operand.
fn register(bytes: &mut Unstructured<'_>, name: &str) -> Result<Register> {
    named(if bytes.ratio(1, 4)? { bytes.choose(&["d", "a", "b", "c"])? } else { name })
}

fn named(name: &str) -> Result<Register> {
    Register::new(name).ok_or(arbitrary::Error::IncorrectFormat)
}

fn operation(bytes: &mut Unstructured<'_>) -> Result<Operation> {
    Ok(match bytes.int_in_range(0..=5)? {
        0 | 1 => Operation::MultiplyAdd(MultiplyAdd {
            dtype: ty(bytes)?,
            a: source(bytes)?,
            b: source(bytes)?,
            sat: bytes.arbitrary()?,
            scale: *bytes.choose(&Scale::ALL)?,
            accumulate: *bytes.choose(&Accumulate::ALL)?,
        }),
        2 => Operation::Arithmetic(Arithmetic {
            op: *bytes.choose(&ArithmeticOp::ALL)?,
            dtype: ty(bytes)?,
            a: source(bytes)?,
            b: source(bytes)?,
            sat: bytes.arbitrary()?,
            tail: tail(bytes)?,
        }),
        3 => Operation::Shift(Shift {
            op: *bytes.choose(&ShiftOp::ALL)?,
            dtype: ty(bytes)?,
            a: source(bytes)?,
            bsel: select(bytes)?,
            sat: bytes.arbitrary()?,
            mode: *bytes.choose(&ShiftMode::ALL)?,
            tail: tail(bytes)?,
        }),
        4 => {
            let (a, b, cmp) = (source(bytes)?, source(bytes)?, *bytes.choose(&Comparison::ALL)?);
            let ty = if cmp.needs_unsigned_btype() { Type::U32 } else { b.ty };
            Operation::Set(Set { a, b: Source { ty, ..b }, cmp, tail: tail(bytes)? })
        }
        _ => Operation::Simd4(Simd {
            op: LaneOp::Arithmetic {
                op: LaneArithmetic::AbsDiff,
                dtype: ty(bytes)?,
                tail: *bytes.choose(&[
                    LaneTail::Add,
                    LaneTail::Merge { sat: false },
                    LaneTail::Merge { sat: true },
                ])?,
            },
            atype: ty(bytes)?,
            btype: ty(bytes)?,
            asel: lanes(bytes, LaneSelect::A, LaneSelect::new)?,
            bsel: lanes(bytes, LaneSelect::B, LaneSelect::new)?,
            mask: lanes(bytes, LaneMask::ALL, |[mask, ..]| LaneMask::new(mask + 1))?,
        }),
    })
}

fn ty(bytes: &mut Unstructured<'_>) -> Result<Type> {
    bytes.choose(&Type::ALL).copied()
}

fn source(bytes: &mut Unstructured<'_>) -> Result<Source> {
    Ok(Source { ty: ty(bytes)?, select: select(bytes)? })
}

/// Every second time none: constants and decoupled forms need the word.
fn select(bytes: &mut Unstructured<'_>) -> Result<Option<Select>> {
    if bytes.arbitrary()? { Ok(None) } else { bytes.choose(&Select::ALL).copied().map(Some) }
}

fn tail(bytes: &mut Unstructured<'_>) -> Result<Tail> {
    bytes.choose(&tails().collect::<Vec<_>>()).copied()
}

/// Lanes as four numbers below 8 name them; three times of four the default, of which alone ptxas makes a `VABSDIFF4`.
fn lanes<T>(bytes: &mut Unstructured<'_>, default: T, of: impl Fn([u8; 4]) -> Option<T>) -> Result<T> {
    let numbers = bytes.arbitrary::<[u8; 4]>()?.map(|number| number % 8);
    Ok(if bytes.ratio(1, 4)? { of(numbers).unwrap_or(default) } else { default })
}

/// A text like PTX: the start of an instruction, and pieces of others.
///
/// # Errors
/// The bytes have run out.
pub fn ptx_text(bytes: &mut Unstructured<'_>) -> Result<String> {
    const PIECES: &str = "vmad|vadd|vabsdiff|vshl|vset|vabsdiff4|vavrg2|vset4|mad|.u32|.s32|.f32|.f64|.sat|.po|.shr7|\
        .shr15|.clamp|.wrap|.add|.min|.lt|.hs|.rn|.rz|.ftz|.b0|.h1|.b3210|.b7654|.b20|.h10|.h32|.x| |\n|, |;|d|\
        %r1|%laneid|_|WARP_SZ|-|~|!|(|)|?|:|5|-1|0x|0xffffffff|077|0b101|\
        4294967296U|0f3f800000|0d|1.5e3|<<|>>|%|/|(.s64)|@p |@!%p1 |{|}|L1: |/*|\
        */|// x";
    let mut text = String::new();
    if bytes.ratio(7, 8)? {
        text = video(bytes)?.to_string();
        let cut = if bytes.arbitrary()? { text.len() } else { bytes.int_in_range(0..=text.len())? };
        text.truncate(cut);
    }
    append_pieces(&mut text, PIECES, bytes)?;
    Ok(text)
}
