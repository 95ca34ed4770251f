//! The rules of the shift and the clamp.

use vmad_unit::{Kind, SecondOp, Sign, saturate::Range};

use super::{
    Rule, Terms,
    steps::{
        MERGING, VMAD, clamped, clamped_to, mode, other, product_term, range, result, result_sign, saturates,
        scale, second, shr, value, width, wrap,
    },
};

const SHIFT: &str = "scale, the normalisation shift";
const CLAMP: &str = "SAT, the saturation";

pub(super) const RULES: [Rule; 21] = [
    shr("shift-before-sum", "the product is shifted before the sum, and C is not", SHIFT, VMAD, |it| {
        (product_term(it) >> scale(it)) + it.wire("tmp") - product_term(it)
    }),
    shr("shift-of-each", "the product and C are shifted before the sum", SHIFT, VMAD, |it| {
        (product_term(it) >> scale(it)) + ((it.wire("tmp") - product_term(it)) >> scale(it))
    }),
    shr("shift-rounded", "the shift rounds to the nearest", SHIFT, VMAD, |it| {
        (it.wire("tmp") + (1 << scale(it) >> 1)) >> scale(it)
    }),
    shr("shift-towards-zero", "the shift rounds towards zero", SHIFT, VMAD, |it| {
        it.wire("tmp") / (1 << scale(it))
    }),
    shr("shift-of-zeros", "the shift fills 64 bits with zeros", SHIFT, VMAD, |it| {
        shifted_bits(it, Sign::Unsigned, 64)
    }),
    shr("shift-of-signs", "the shift fills 64 bits with the sign", SHIFT, VMAD, |it| {
        shifted_bits(it, Sign::Signed, 64)
    }),
    shr("shift-of-32", "only the lower 32 bits are shifted", SHIFT, VMAD, |it| {
        shifted_bits(it, mode(it).final_sign(), 32)
    }),
    shr("shr-8", "SHR_7 shifts by 8", SHIFT, VMAD, |it| {
        it.wire("tmp") >> if scale(it) == 7 { 8 } else { scale(it) }
    }),
    shr("shr-16", "SHR_15 shifts by 16", SHIFT, VMAD, |it| {
        it.wire("tmp") >> if scale(it) == 15 { 16 } else { scale(it) }
    }),
    shr("shr-14", "SHR_15 shifts by 14", SHIFT, VMAD, |it| {
        it.wire("tmp") >> if scale(it) == 15 { 14 } else { scale(it) }
    }),
    shr("shr-8-16", "SHR_7 and SHR_15 shift by 8 and 16", SHIFT, VMAD, |it| {
        it.wire("tmp") >> (scale(it) + u32::from(scale(it) > 0))
    }),
    value("clamp-signed", "SAT always clamps to a signed range", CLAMP, &Kind::ALL, |it| {
        clamped(it, Sign::Signed, width(it))
    }),
    value("clamp-unsigned", "SAT always clamps to an unsigned range", CLAMP, &Kind::ALL, |it| {
        clamped(it, Sign::Unsigned, width(it))
    }),
    value("clamp-other-sign", "SAT clamps to the range of the other sign", CLAMP, &Kind::ALL, |it| {
        clamped(it, other(result_sign(it)), width(it))
    }),
    value("clamp-intermediate", "SAT clamps to the range of the intermediate sign", CLAMP, VMAD, |it| {
        clamped(it, mode(it).intermediate_sign(), 32)
    }),
    value("clamp-min-0", "SAT clamps at 0 and at the largest signed number", CLAMP, &Kind::ALL, |it| {
        clamped_to(it, Range { min: 0, ..range(it) })
    }),
    value("clamp-max-only", "SAT does not clamp at the minimum", CLAMP, &Kind::ALL, |it| {
        clamped_to(it, Range { min: i128::MIN, ..range(it) })
    }),
    value("clamp-min-only", "SAT does not clamp at the maximum", CLAMP, &Kind::ALL, |it| {
        clamped_to(it, Range { max: i128::MAX, ..range(it) })
    }),
    value("clamp-before-shift", "SAT clamps before the shift", CLAMP, VMAD, |it| {
        let Range { min, max } = Range::of(mode(it).final_sign(), 32);
        let tmp = it.wire("tmp");
        (if saturates(it) { tmp.clamp(min, max) } else { tmp }) >> scale(it)
    }),
    value("clamp-32", "SAT clamps to 32 bits, not to the width of the merge", CLAMP, MERGING, |it| {
        clamped(it, result_sign(it), 32)
    }),
    result("clamp-after-secop", "SAT clamps after the second operation", CLAMP, MERGING, |it| {
        let (c, value) = (wrap(result_sign(it), 32, it.c().into()), it.wire("tmp"));
        let value = match second(it) {
            SecondOp::Acc => value + c,
            SecondOp::Min => value.min(c),
            SecondOp::Max => value.max(c),
            _ => return it.trace.result(),
        };
        let Range { min, max } = Range::of(result_sign(it), 32);
        (if saturates(it) { value.clamp(min, max) } else { value }) as u32
    }),
];

/// tmp after a shift of its low bits, as a number of a sign. Without a shift it keeps all bits.
fn shifted_bits(it: &Terms, sign: Sign, bits: u32) -> i128 {
    let (tmp, scale) = (it.wire("tmp"), scale(it));
    if scale == 0 { tmp } else { wrap(sign, bits, tmp) >> scale }
}
