//! D3: a `vmad` in 64 bits, for targets on which ptxas takes bit 31 of an unsigned word for a sign.

use vmad_ptx::ast::{MultiplyAdd, Operand, Scale, Source, Type, Video};
use vmad_unit::Sign;

use vmad_map::meaning::spelling::mode_of;

/// The product, the sum, the shift and the clamp in 64 bits. The sum overflows only if the product of two unsigned
/// words is negated, or c is subtracted from it: such a product is bounded first, without effect on the clamped result.
pub(super) fn wide(video: &Video, it: &MultiplyAdd) -> Option<Vec<String>> {
    let mode = mode_of(it);
    let is_signed = mode.final_sign() == Sign::Signed;
    let [product, addend, part] = ["product", "addend", "part"].map(|name| free(name, video));
    let mut lines = vec![format!(".reg .b64 {product}, {addend};"), format!(".reg .b32 {part};")];
    lines.extend(extended(&product, &part, video.a(), it.a));
    lines.extend(extended(&addend, &part, video.b(), it.b));
    lines.push(format!("mul.lo.s64 {product}, {product}, {addend};"));
    let unsigned_word = Source { ty: Type::U32, select: None };
    if is_signed && it.sat && [it.a, it.b] == [unsigned_word; 2] {
        lines.push(format!("min.u64 {product}, {product}, 0x4000000000000000;"));
    }
    let c = if mode.intermediate_sign() == Sign::Signed { Type::S32 } else { Type::U32 };
    lines.extend(extended(&addend, &part, video.c()?, Source { ty: c, select: None }));
    let accumulate = it.accumulate;
    lines.push(match (accumulate.a_negate() != accumulate.b_negate(), accumulate.c_negate()) {
        (true, _) => format!("sub.s64 {product}, {addend}, {product};"),
        (false, true) => format!("sub.s64 {product}, {product}, {addend};"),
        (false, false) => format!("add.s64 {product}, {product}, {addend};"),
    });
    if accumulate.po() {
        lines.push(format!("add.s64 {product}, {product}, 1;"));
    }
    let letter = if is_signed { 's' } else { 'u' };
    if it.scale != Scale::Pass {
        lines.push(format!("shr.{letter}64 {product}, {product}, {};", it.scale.amount()));
    }
    let sat = if it.sat { ".sat" } else { "" };
    lines.push(format!("cvt{sat}.{letter}32.{letter}64 {}, {product};", video.d().name()));
    Some(lines)
}

/// An operand as a number of 64 bits in `to`; a selected part comes through the register `part`.
pub(super) fn extended(to: &str, part: &str, operand: &Operand<i64>, source: Source) -> Vec<String> {
    let letter = if source.ty.is_signed() { 's' } else { 'u' };
    match (operand, source.select) {
        (Operand::Immediate(value), _) => {
            let value = match source.ty {
                Type::S32 => i64::from(*value as i32),
                Type::U32 => i64::from(*value as u32),
            };
            vec![format!("mov.b64 {to}, {value};")]
        }
        (Operand::Register(register), None) => {
            vec![format!("cvt.{letter}64.{letter}32 {to}, {};", register.name())]
        }
        (Operand::Register(register), Some(select)) => {
            let (at, bits) = (select.lsb(), select.width());
            vec![
                format!("bfe.{letter}32 {part}, {}, {at}, {bits};", register.name()),
                format!("cvt.{letter}64.{letter}32 {to}, {part};"),
            ]
        }
    }
}

/// A name for a register that the instruction does not have.
pub(super) fn free(name: &str, video: &Video) -> String {
    let sources = video.operands().map(|operand| operand?.register());
    let mut free = name.to_owned();
    while [Some(video.d())].iter().chain(&sources).flatten().any(|register| register.name() == free) {
        free.push('_');
    }
    free
}
