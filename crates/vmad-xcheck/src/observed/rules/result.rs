//! The rules of the merges, the second operation, comparisons and shifts.

use vmad_unit::{Kind, Operation, SecondOp, Sign, saturate::Range, vshift};

use super::{
    Rule, Terms,
    steps::{
        MERGING, SECOND, compared, extreme, merged, ordered, ports, result, result_sign, second, shift,
        shifted, tmp, wrap,
    },
};

const COMPARING: &[Kind] = &[Kind::Vmnmx, Kind::Vset, Kind::Vsetp];
const SHIFTS: &[Kind] = &[Kind::Vshl, Kind::Vshr];

pub(super) const RULES: [Rule; 23] = [
    result("merge-zeros", "a merge clears the other bits of C", SECOND, MERGING, |it| {
        it.trace.result()
            & match second(it) {
                SecondOp::Mrg16H => 0xffff_0000,
                SecondOp::Mrg16L => 0xffff,
                SecondOp::Mrg8B0 => 0xff,
                SecondOp::Mrg8B2 => 0xff_0000,
                _ => u32::MAX,
            }
    }),
    result("merge-8b2-as-8b1", "MRG_8B2 writes the bits 15:8", SECOND, MERGING, |it| {
        merged(it, SecondOp::Mrg8B2, 0xff << 8, 8)
    }),
    result("merge-8b2-as-8b3", "MRG_8B2 writes the bits 31:24", SECOND, MERGING, |it| {
        merged(it, SecondOp::Mrg8B2, 0xff << 24, 24)
    }),
    result("merge-16h-high", "MRG_16H keeps the upper half of the result", SECOND, MERGING, |it| {
        merged(it, SecondOp::Mrg16H, 0xffff_0000, 0)
    }),
    result("secop-unsigned", "MIN and MAX compare unsigned numbers", SECOND, MERGING, |it| {
        extreme(it, Sign::Unsigned)
    }),
    result("secop-signed", "MIN and MAX compare signed numbers", SECOND, MERGING, |it| {
        extreme(it, Sign::Signed)
    }),
    result("acc-clamps", "ACC saturates", SECOND, MERGING, |it| match second(it) {
        SecondOp::Acc => {
            let Range { min, max } = Range::of(result_sign(it), 32);
            (it.wire("cut") + wrap(result_sign(it), 32, it.c().into())).clamp(min, max) as u32
        }
        _ => it.trace.result(),
    }),
    tmp(
        "difference-signed",
        "the absolute difference is not absolute",
        "absolute difference",
        &[Kind::Vabsdiff],
        |it| it.wire("difference"),
    ),
    tmp(
        "difference-32",
        "the difference has 32 bits before it is made absolute",
        "absolute difference",
        &[Kind::Vabsdiff],
        |it| wrap(Sign::Signed, 32, it.wire("difference")).abs(),
    ),
    tmp(
        "order-unsigned",
        "A and B are compared as unsigned words",
        "min/max (comparison)",
        &[Kind::Vmnmx],
        |it| ordered(it, Sign::Unsigned),
    ),
    tmp(
        "order-signed",
        "A and B are compared as signed words",
        "min/max (comparison)",
        &[Kind::Vmnmx],
        |it| ordered(it, Sign::Signed),
    ),
    result("compare-unsigned", "A and B are compared as unsigned words", "comparison", COMPARING, |it| {
        compared(it, Sign::Unsigned)
    }),
    result("compare-signed", "A and B are compared as signed words", "comparison", COMPARING, |it| {
        compared(it, Sign::Signed)
    }),
    tmp("set-ones", "a true comparison gives ffffffff", "comparison", &[Kind::Vset], |it| -it.wire("tmp")),
    result(
        "outputs-swapped",
        "the two predicates are swapped",
        "outputs (boolean operation)",
        &[Kind::Vsetp],
        |it| (it.wire("first") << 1 | it.wire("second")) as u32,
    ),
    result(
        "outputs-equal",
        "the second predicate is the first",
        "outputs (boolean operation)",
        &[Kind::Vsetp],
        |it| 3 * it.wire("first") as u32,
    ),
    result(
        "second-not-first",
        "the second predicate is the negation of the first",
        "outputs (boolean operation)",
        &[Kind::Vsetp],
        |it| {
            let first = it.wire("first") as u32;
            first | (1 - first) << 1
        },
    ),
    ports(
        "without-source",
        "the source predicate is taken as true",
        "source predicate",
        &[Kind::Vsetp],
        |it| {
            let [a, b, _] = it.ports;
            let negated = matches!(it.operation, Operation::Vsetp(mode) if mode.negated);
            [a, b, u32::from(!negated)]
        },
    ),
    tmp(
        "amount-32-as-0",
        "an amount of 32 or more shifts by its lower five bits",
        "amount (shift by B)",
        SHIFTS,
        |it| shifted(it, it.wire("B extended") as u32 & 31),
    ),
    tmp("amount-31", "the amount is at most 31", "amount (shift by B)", SHIFTS, |it| {
        shifted(it, (it.wire("amount") as u32).min(31))
    }),
    tmp("shift-32", "the shift has 32 bits", "shift by B", SHIFTS, |it| {
        let Some(vshift::Mode { a, .. }) = shift(it) else { return 0 };
        wrap(a.sign, 32, it.wire("tmp"))
    }),
    tmp("shift-fills-zeros", "the shift to the right fills with zeros", "shift by B", &[Kind::Vshr], |it| {
        wrap(Sign::Unsigned, 32, it.wire("A extended")) >> it.wire("amount")
    }),
    ports(
        "a-b-swapped",
        "the values of A and B are swapped",
        "A and B",
        &Kind::ALL,
        |&Terms { ports: [a, b, c], .. }| [b, a, c],
    ),
];
