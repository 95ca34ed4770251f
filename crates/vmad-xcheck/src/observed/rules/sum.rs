//! The rules of the operands, the product and the sum.

use vmad_unit::{Kind, SecondOp, Sign};

use super::{
    Rule,
    steps::{
        MERGING, SECOND, VMAD, mode, other, psign, result, result_sign, scale, second, shr, signed_sum,
        signs, tmp, with_c, with_product, wrap, zeros,
    },
};

const SUMS: &[Kind] = &[Kind::Vmad, Kind::Vadd];
const C: &str = "extension of C";
const ADDER: &str = "psign adder";

pub(super) const RULES: [Rule; 25] = [
    tmp("a-zero-extended", "A is extended with zeros", "A signed", VMAD, |it| {
        with_product(it, zeros(it, "A field") * it.wire("B extended"))
    }),
    tmp("b-zero-extended", "B is extended with zeros", "B signed", VMAD, |it| {
        with_product(it, it.wire("A extended") * zeros(it, "B field"))
    }),
    tmp("a-sign-extended", "A is extended by its sign", "A signed", VMAD, |it| {
        with_product(it, signs(it, "A field") * it.wire("B extended"))
    }),
    tmp("b-sign-extended", "B is extended by its sign", "B signed", VMAD, |it| {
        with_product(it, it.wire("A extended") * signs(it, "B field"))
    }),
    tmp("c-of-a-and-b", "C is extended by the signs of A and B: psign has no effect", C, VMAD, |it| {
        let signed = [mode(it).a, mode(it).b].iter().any(|operand| operand.sign == Sign::Signed);
        with_c(it, wrap(if signed { Sign::Signed } else { Sign::Unsigned }, 32, it.c().into()))
    }),
    tmp("sum-32-signed", "the sum has 32 bits and is signed", ADDER, SUMS, |it| {
        wrap(Sign::Signed, 32, it.wire("tmp"))
    }),
    tmp("sum-32-unsigned", "the sum has 32 bits and is unsigned", ADDER, SUMS, |it| {
        wrap(Sign::Unsigned, 32, it.wire("tmp"))
    }),
    result("merge-none", "the clamped result is not merged into C", SECOND, MERGING, |it| match second(it) {
        SecondOp::Acc | SecondOp::Min | SecondOp::Max => it.trace.result(),
        _ => it.wire("cut") as u32,
    }),
    tmp("product-32", "the product has 32 bits", "multiply", VMAD, |it| {
        with_product(it, wrap(mode(it).intermediate_sign(), 32, it.wire("product")))
    }),
    tmp("c-zero-extended", "C is always extended with zeros", C, VMAD, |it| with_c(it, it.c().into())),
    tmp("c-sign-extended", "C is always extended by its sign", C, VMAD, |it| {
        with_c(it, (it.c() as i32).into())
    }),
    tmp("c-extended-the-other-way", "C is extended with the other sign", C, VMAD, |it| {
        with_c(it, wrap(other(mode(it).intermediate_sign()), 32, it.c().into()))
    }),
    tmp("c-of-final-sign", "C is extended with the final sign", C, VMAD, |it| {
        with_c(it, wrap(mode(it).final_sign(), 32, it.c().into()))
    }),
    tmp("minus-without-one", "a minus inverts the bits and adds no one", ADDER, SUMS, |it| {
        it.wire("tmp") - i128::from(matches!(psign(it), 1 | 2))
    }),
    tmp("po-twice", "PO adds two", ADDER, SUMS, |it| it.wire("tmp") + i128::from(psign(it) == 3)),
    tmp("adder-swaps-psign", "the adder swaps psign 1 and 2", ADDER, SUMS, |it| signed_sum(it, [0, 2, 1, 3])),
    tmp("adder-psign-1-as-2", "the adder takes psign 1 as 2", ADDER, SUMS, |it| signed_sum(it, [0, 2, 2, 3])),
    tmp("adder-psign-2-as-1", "the adder takes psign 2 as 1", ADDER, SUMS, |it| signed_sum(it, [0, 1, 1, 3])),
    tmp("adder-psign-1-as-0", "the adder takes psign 1 as 0", ADDER, SUMS, |it| signed_sum(it, [0, 0, 2, 3])),
    tmp("adder-psign-2-as-0", "the adder takes psign 2 as 0", ADDER, SUMS, |it| signed_sum(it, [0, 1, 0, 3])),
    shr("po-after-shift", "PO adds one after the shift", ADDER, VMAD, |it| {
        let one = i128::from(psign(it) == 3);
        ((it.wire("tmp") - one) >> scale(it)) + one
    }),
    tmp("sum-32", "the sum has 32 bits", ADDER, SUMS, |it| wrap(result_sign(it), 32, it.wire("tmp"))),
    tmp("sum-64", "tmp has 64 bits", ADDER, VMAD, |it| wrap(mode(it).final_sign(), 64, it.wire("tmp"))),
    tmp("sum-64-signed", "tmp has 64 bits and is signed", ADDER, VMAD, |it| {
        wrap(Sign::Signed, 64, it.wire("tmp"))
    }),
    tmp("sum-64-unsigned", "tmp has 64 bits and is unsigned", ADDER, VMAD, |it| {
        wrap(Sign::Unsigned, 64, it.wire("tmp"))
    }),
];
