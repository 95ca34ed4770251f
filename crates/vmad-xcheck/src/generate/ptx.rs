//! PTX from arbitrary bytes.

use arbitrary::{Result, Unstructured};
use vmad_ptx::ast::{Accumulate, MultiplyAdd, Scale, Select, Source, Type};

use super::{append_pieces, value};
use crate::interpretation::Case;

/// A `vmad`, some of its operands constants: any legal one.
///
/// # Errors
/// The bytes have run out.
pub fn case(bytes: &mut Unstructured<'_>) -> Result<Case> {
    let accumulate = *bytes.choose(&Accumulate::ALL)?;
    let operation = MultiplyAdd {
        dtype: *bytes.choose(&Type::ALL)?,
        a: source(bytes)?,
        b: source(bytes)?,
        sat: bytes.arbitrary()?,
        scale: *bytes.choose(&Scale::ALL)?,
        accumulate,
    };
    // A constant has no selector and no minus sign.
    let plain = [
        operation.a.select.is_none() && !accumulate.a_negate(),
        operation.b.select.is_none() && !accumulate.b_negate(),
        !accumulate.c_negate(),
    ];
    let mut constants = [None; 3];
    for (constant, plain) in constants.iter_mut().zip(plain) {
        if plain && bytes.ratio(1, 3)? {
            *constant = Some(value(bytes)?);
        }
    }
    Ok(Case { operation, constants })
}

fn source(bytes: &mut Unstructured<'_>) -> Result<Source> {
    let ty = *bytes.choose(&Type::ALL)?;
    // Every second time the word, which constants and decoupled forms need.
    let select = if bytes.arbitrary()? { None } else { Some(*bytes.choose(&Select::ALL)?) };
    Ok(Source { ty, select })
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
        text = case(bytes)?.instruction().map(|instruction| instruction.to_string()).unwrap_or_default();
        let cut = if bytes.arbitrary()? { text.len() } else { bytes.int_in_range(0..=text.len())? };
        text.truncate(cut);
    }
    append_pieces(&mut text, PIECES, bytes)?;
    Ok(text)
}
