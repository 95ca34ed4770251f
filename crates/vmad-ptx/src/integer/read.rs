//! The syntax of the integer instructions.

use super::modifiers::{Modifiers, Shape};
use super::op::{Carry, Combination, Integer, Op, Part};
use super::types::{ANY, Int, NUMBERS, OperandKind, Signature};
use crate::ast::Comparison;
use crate::syntax::SyntaxError;

/// The instructions without modifiers: the opcode, the types, and the operands as [`Signature::new`] takes them.
#[rustfmt::skip]
const PLAIN: [(&str, Op, &str, [&str; 2]); 19] = [
    ("sad", Op::Sad, NUMBERS, ["t", "ttt"]),
    ("div", Op::Div, NUMBERS, ["t", "tt"]),
    ("rem", Op::Rem, NUMBERS, ["t", "tt"]),
    ("abs", Op::Abs, "s16 s32 s64", ["t", "t"]),
    ("neg", Op::Neg, "s16 s32 s64", ["t", "t"]),
    ("and", Op::And, "pred b16 b32 b64", ["t", "tt"]),
    ("or", Op::Or, "pred b16 b32 b64", ["t", "tt"]),
    ("xor", Op::Xor, "pred b16 b32 b64", ["t", "tt"]),
    ("not", Op::Not, "pred b16 b32 b64", ["t", "t"]),
    ("cnot", Op::Cnot, "b16 b32 b64", ["t", "t"]),
    ("shl", Op::Shl, "b16 b32 b64", ["t", "tw"]),
    ("shr", Op::Shr, ANY, ["t", "tw"]),
    ("popc", Op::Popc, "b32 b64", ["w", "t"]),
    ("clz", Op::Clz, "b32 b64", ["w", "t"]),
    ("brev", Op::Brev, "b32 b64", ["t", "t"]),
    ("fns", Op::Fns, "b32", ["w", "www"]),
    ("bfe", Op::Bfe, "u32 u64 s32 s64", ["t", "tww"]),
    ("bfi", Op::Bfi, "b32 b64", ["t", "ttww"]),
    ("selp", Op::Selp, ANY, ["t", "ttp"]),
];

const PARTS: [(&str, Part); 3] = [("lo", Part::Lo), ("hi", Part::Hi), ("wide", Part::Wide)];

/// The types of a register with two halves, and those of a half.
const HALVES: [(&str, Int); 2] =
    [("s16x2", Int { bits: 16, signed: true }), ("u16x2", Int { bits: 16, signed: false })];

const COMBINATIONS: [(&str, Combination); 3] =
    [("and", Combination::And), ("or", Combination::Or), ("xor", Combination::Xor)];

/// The selectors of each mode of `prmt`, for the low two bits of `c` from 0 to 3: the PTX ISA's table.
const PRMT: [(&str, [u16; 4]); 6] = [
    ("f4e", [0x3210, 0x4321, 0x5432, 0x6543]),
    ("b4e", [0x5670, 0x6701, 0x7012, 0x0123]),
    ("rc8", [0x0000, 0x1111, 0x2222, 0x3333]),
    ("ecl", [0x3210, 0x3211, 0x3222, 0x3333]),
    ("ecr", [0x0000, 0x1110, 0x2210, 0x3210]),
    ("rc16", [0x1010, 0x3232, 0x1010, 0x3232]),
];

/// An instruction and the kinds of its operands.
type Read = (Integer, Signature);

fn plain(op: Op, ty: Int, operands: [&str; 2]) -> Read {
    (Integer::plain(op, ty), Signature::new(ty, operands))
}

/// The instruction of an opcode with its modifiers; [`None`] if the opcode is unknown.
pub(crate) fn read(
    opcode: &str,
    modifiers: &mut Modifiers<'_>,
    shape: &Shape,
) -> Result<Option<Read>, SyntaxError> {
    if let Some((_, op, types, operands)) = PLAIN.iter().find(|(name, ..)| *name == opcode) {
        return Ok(Some(plain(*op, modifiers.ty(types)?, *operands)));
    }
    Ok(Some(match opcode {
        "add" | "sub" | "addc" | "subc" => sum(modifiers, opcode)?,
        "mul" | "mad" | "madc" => product(modifiers, opcode)?,
        "mul24" | "mad24" => product_of_24(modifiers, opcode)?,
        "min" | "max" => least_or_greatest(modifiers, opcode)?,
        "mov" => moved(modifiers, shape)?,
        "cvt" => converted(modifiers)?,
        "lop3" => {
            let combination = modifiers.one_of(&COMBINATIONS[..2]);
            let operands = if combination.is_some() { ["wp", "wwwwp"] } else { ["w", "wwww"] };
            plain(Op::Lop3(combination), modifiers.ty("b32")?, operands)
        }
        "shf" => {
            let left = modifiers.needed(&[("l", true), ("r", false)])?;
            let mode = modifiers.mode()?;
            plain(Op::Shf { left, mode }, modifiers.ty("b32")?, ["w", "www"])
        }
        "szext" => plain(Op::Szext(modifiers.mode()?), modifiers.ty("u32 s32")?, ["w", "ww"]),
        "bmsk" => plain(Op::Bmsk(modifiers.mode()?), modifiers.ty("b32")?, ["w", "ww"]),
        "bfind" => {
            let shift = modifiers.take("shiftamt");
            plain(Op::Bfind { shift }, modifiers.ty("u32 u64 s32 s64")?, ["w", "t"])
        }
        "prmt" => {
            let ty = modifiers.ty("b32")?;
            plain(Op::Prmt(modifiers.one_of(&PRMT)), ty, ["w", "www"])
        }
        "dp4a" | "dp2a" => {
            let half = if opcode == "dp2a" { Some(modifiers.needed(&PARTS[..2])?) } else { None };
            let (ty, b) = (modifiers.ty("u32 s32")?, modifiers.ty("u32 s32")?);
            plain(Op::Dot { half, b_signed: b.signed }, ty, ["w", "www"])
        }
        "setp" | "set" => compared(modifiers, opcode, shape)?,
        "slct" => {
            let ty = modifiers.ty(ANY)?;
            modifiers.ty("s32")?;
            plain(Op::Slct, ty, ["t", "ttw"])
        }
        _ => return Ok(None),
    }))
}

fn sum(modifiers: &mut Modifiers<'_>, opcode: &str) -> Result<Read, SyntaxError> {
    let op = if opcode.starts_with("add") { Op::Add } else { Op::Sub };
    if opcode == "add"
        && let Some(half) = modifiers.one_of(&HALVES)
    {
        let (integer, operands) = plain(op, half, ["h", "hh"]);
        return Ok((Integer { halves: true, ..integer }, operands));
    }
    let reads = opcode.ends_with('c');
    let writes = modifiers.take("cc");
    let sat = !reads && !writes && modifiers.take("sat");
    let carry = (reads || writes).then_some(Carry { reads, writes, borrow: op == Op::Sub });
    let legal = match (carry, sat) {
        (Some(_), _) => "u32 s32 u64 s64",
        (None, true) => "s32",
        (None, false) => NUMBERS,
    };
    let (integer, operands) = plain(op, modifiers.ty(legal)?, ["t", "tt"]);
    Ok((Integer { sat, carry, ..integer }, operands))
}

fn product(modifiers: &mut Modifiers<'_>, opcode: &str) -> Result<Read, SyntaxError> {
    let reads = opcode == "madc";
    let part = modifiers.needed(if reads { &PARTS[..2] } else { &PARTS })?;
    let writes = opcode != "mul" && part != Part::Wide && modifiers.take("cc");
    let sat = opcode == "mad" && part == Part::Hi && !writes && modifiers.take("sat");
    let carry = (reads || writes).then_some(Carry { reads, writes, borrow: false });
    let legal = match (part, carry, sat) {
        (_, _, true) => "s32",
        (Part::Wide, ..) => "u16 u32 s16 s32",
        (_, Some(_), _) => "u32 s32 u64 s64",
        (_, None, _) => NUMBERS,
    };
    let (op, operands) = match (opcode, part) {
        ("mul", Part::Wide) => (Op::Mul(part), ["d", "tt"]),
        ("mul", _) => (Op::Mul(part), ["t", "tt"]),
        (_, Part::Wide) => (Op::Mad(part), ["d", "ttd"]),
        _ => (Op::Mad(part), ["t", "ttt"]),
    };
    let (integer, operands) = plain(op, modifiers.ty(legal)?, operands);
    Ok((Integer { sat, carry, ..integer }, operands))
}

fn product_of_24(modifiers: &mut Modifiers<'_>, opcode: &str) -> Result<Read, SyntaxError> {
    let part = modifiers.needed(&PARTS[..2])?;
    let sat = opcode == "mad24" && part == Part::Hi && modifiers.take("sat");
    let ty = modifiers.ty(if sat { "s32" } else { "u32 s32" })?;
    let (integer, operands) = match opcode {
        "mul24" => plain(Op::Mul24(part), ty, ["t", "tt"]),
        _ => plain(Op::Mad24(part), ty, ["t", "ttt"]),
    };
    Ok((Integer { sat, ..integer }, operands))
}

fn least_or_greatest(modifiers: &mut Modifiers<'_>, opcode: &str) -> Result<Read, SyntaxError> {
    let relu = modifiers.take("relu");
    let half = modifiers.one_of(if relu { &HALVES[..1] } else { &HALVES });
    let (ty, operands) = match half {
        Some(half) => (half, ["h", "hh"]),
        None => (modifiers.ty(if relu { "s32" } else { NUMBERS })?, ["t", "tt"]),
    };
    let (integer, operands) = plain(if opcode == "min" { Op::Min } else { Op::Max }, ty, operands);
    Ok((Integer { halves: half.is_some(), relu, ..integer }, operands))
}

fn compared(modifiers: &mut Modifiers<'_>, opcode: &str, shape: &Shape) -> Result<Read, SyntaxError> {
    let cmp = modifiers.needed(&Comparison::ALL.map(|cmp| (cmp.text(), cmp)))?;
    let legal = match cmp {
        Comparison::Eq | Comparison::Ne => ANY,
        _ if cmp.needs_unsigned_btype() => "u16 u32 u64",
        _ => NUMBERS,
    };
    let combination = modifiers.one_of(&COMBINATIONS);
    let sources = if combination.is_some() { "ttp" } else { "tt" };
    if opcode == "set" {
        modifiers.ty("u32 s32")?;
        return Ok(plain(Op::Set(cmp, combination), modifiers.ty(legal)?, ["w", sources]));
    }
    let destinations = if shape.first() == Some(&2) { "pp" } else { "p" };
    Ok(plain(Op::Setp(cmp, combination), modifiers.ty(legal)?, [destinations, sources]))
}

fn moved(modifiers: &mut Modifiers<'_>, shape: &Shape) -> Result<Read, SyntaxError> {
    let ty = modifiers.ty(&format!("pred {ANY}"))?;
    let fits = |count: usize| matches!((ty.bits, count), (32 | 64, 2) | (64, 4));
    let parts = |count: usize| vec![OperandKind::Bits(ty.bits / count as u32); count];
    let (mut integer, mut operands) = plain(Op::Move, ty, ["t", "t"]);
    match *shape.as_slice() {
        [1, count] if fits(count) => {
            (integer.op, operands.sources) = (Op::Pack(count as u32), parts(count));
        }
        [count, 1] if fits(count) => {
            (integer.op, operands.destinations) = (Op::Unpack(count as u32), parts(count));
        }
        _ if ty.bits == 1 => {}
        [1, 1] => {}
        _ => {
            return Err(modifiers.refuse(
                "the operands of 'mov' do not fit: legal are d, a; d, {a, b} and {d, e}, a for .b32 and .b64; four in \
                 braces for .b64",
            ));
        }
    }
    Ok((integer, operands))
}

fn converted(modifiers: &mut Modifiers<'_>) -> Result<Read, SyntaxError> {
    if modifiers.take("pack") {
        modifiers.needed(&[("sat", ())])?;
        let ty = modifiers.ty("u2 s2 u4 s4 u8 s8 u16 s16")?;
        modifiers.ty("s32")?;
        if ty.bits < 16 {
            modifiers.ty("b32")?;
        }
        return Ok(plain(Op::CvtPack, ty, ["w", if ty.bits < 16 { "www" } else { "ww" }]));
    }
    let sat = modifiers.take("sat");
    let legal = "u8 u16 u32 u64 s8 s16 s32 s64";
    let (to, from) = (modifiers.ty(legal)?, modifiers.ty(legal)?);
    let fits = to.bits > from.bits && (to.signed || !from.signed) || to == from;
    if sat && fits {
        return Err(modifiers.refuse("'.sat' where every value fits: legal is 'cvt' without it"));
    }
    let operands = Signature {
        destinations: vec![OperandKind::AtLeast(to.bits)],
        sources: vec![OperandKind::AtLeast(from.bits)],
    };
    Ok((Integer { sat, ..Integer::plain(Op::Cvt(from), to) }, operands))
}
