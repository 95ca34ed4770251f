//! The rules of the merges, the second operation, comparisons and shifts.

use vmad_unit::{Kind, Operation, SecondOp, Sign, saturate::Range, vshift};

use super::{
    Change, Rule, Terms,
    steps::{
        MERGING, SECOND, compared, extreme, merged, ordered, result_sign, rule, second, shift, shifted, wrap,
    },
};

const COMPARING: &[Kind] = &[Kind::Vmnmx, Kind::Vset, Kind::Vsetp];
const SHIFTS: &[Kind] = &[Kind::Vshl, Kind::Vshr];

pub(super) const RULES: [Rule; 23] = [
    rule(
        "merge-zeros",
        "a merge clears the other bits of C",
        SECOND,
        MERGING,
        Change::Result(|it| {
            it.trace.result()
                & match second(it) {
                    SecondOp::Mrg16H => 0xffff_0000,
                    SecondOp::Mrg16L => 0xffff,
                    SecondOp::Mrg8B0 => 0xff,
                    SecondOp::Mrg8B2 => 0xff_0000,
                    _ => u32::MAX,
                }
        }),
    ),
    rule(
        "merge-8b2-as-8b1",
        "MRG_8B2 writes the bits 15:8",
        SECOND,
        MERGING,
        Change::Result(|it| merged(it, SecondOp::Mrg8B2, 0xff << 8, 8)),
    ),
    rule(
        "merge-8b2-as-8b3",
        "MRG_8B2 writes the bits 31:24",
        SECOND,
        MERGING,
        Change::Result(|it| merged(it, SecondOp::Mrg8B2, 0xff << 24, 24)),
    ),
    rule(
        "merge-16h-high",
        "MRG_16H keeps the upper half of the result",
        SECOND,
        MERGING,
        Change::Result(|it| merged(it, SecondOp::Mrg16H, 0xffff_0000, 0)),
    ),
    rule(
        "secop-unsigned",
        "MIN and MAX compare unsigned numbers",
        SECOND,
        MERGING,
        Change::Result(|it| extreme(it, Sign::Unsigned)),
    ),
    rule(
        "secop-signed",
        "MIN and MAX compare signed numbers",
        SECOND,
        MERGING,
        Change::Result(|it| extreme(it, Sign::Signed)),
    ),
    rule(
        "acc-clamps",
        "ACC saturates",
        SECOND,
        MERGING,
        Change::Result(|it| match second(it) {
            SecondOp::Acc => {
                let Range { min, max } = Range::of(result_sign(it), 32);
                (it.wire("cut") + wrap(result_sign(it), 32, it.c().into())).clamp(min, max) as u32
            }
            _ => it.trace.result(),
        }),
    ),
    rule(
        "difference-signed",
        "the absolute difference is not absolute",
        "absolute difference",
        &[Kind::Vabsdiff],
        Change::Tmp(|it| it.wire("difference")),
    ),
    rule(
        "difference-32",
        "the difference has 32 bits before it is made absolute",
        "absolute difference",
        &[Kind::Vabsdiff],
        Change::Tmp(|it| wrap(Sign::Signed, 32, it.wire("difference")).abs()),
    ),
    rule(
        "order-unsigned",
        "A and B are compared as unsigned words",
        "min/max (comparison)",
        &[Kind::Vmnmx],
        Change::Tmp(|it| ordered(it, Sign::Unsigned)),
    ),
    rule(
        "order-signed",
        "A and B are compared as signed words",
        "min/max (comparison)",
        &[Kind::Vmnmx],
        Change::Tmp(|it| ordered(it, Sign::Signed)),
    ),
    rule(
        "compare-unsigned",
        "A and B are compared as unsigned words",
        "comparison",
        COMPARING,
        Change::Result(|it| compared(it, Sign::Unsigned)),
    ),
    rule(
        "compare-signed",
        "A and B are compared as signed words",
        "comparison",
        COMPARING,
        Change::Result(|it| compared(it, Sign::Signed)),
    ),
    rule(
        "set-ones",
        "a true comparison gives ffffffff",
        "comparison",
        &[Kind::Vset],
        Change::Tmp(|it| -it.wire("tmp")),
    ),
    rule(
        "outputs-swapped",
        "the two predicates are swapped",
        "outputs (boolean operation)",
        &[Kind::Vsetp],
        Change::Result(|it| (it.wire("first") << 1 | it.wire("second")) as u32),
    ),
    rule(
        "outputs-equal",
        "the second predicate is the first",
        "outputs (boolean operation)",
        &[Kind::Vsetp],
        Change::Result(|it| 3 * it.wire("first") as u32),
    ),
    rule(
        "second-not-first",
        "the second predicate is the negation of the first",
        "outputs (boolean operation)",
        &[Kind::Vsetp],
        Change::Result(|it| {
            let first = it.wire("first") as u32;
            first | (1 - first) << 1
        }),
    ),
    rule(
        "without-source",
        "the source predicate is taken as true",
        "source predicate",
        &[Kind::Vsetp],
        Change::Ports(|it| {
            let [a, b, _] = it.ports;
            let negated = matches!(it.operation, Operation::Vsetp(mode) if mode.negated);
            [a, b, u32::from(!negated)]
        }),
    ),
    rule(
        "amount-32-as-0",
        "an amount of 32 or more shifts by its lower five bits",
        "amount (shift by B)",
        SHIFTS,
        Change::Tmp(|it| shifted(it, it.wire("B extended") as u32 & 31)),
    ),
    rule(
        "amount-31",
        "the amount is at most 31",
        "amount (shift by B)",
        SHIFTS,
        Change::Tmp(|it| shifted(it, (it.wire("amount") as u32).min(31))),
    ),
    rule(
        "shift-32",
        "the shift has 32 bits",
        "shift by B",
        SHIFTS,
        Change::Tmp(|it| {
            let Some(vshift::Mode { a, .. }) = shift(it) else { return 0 };
            wrap(a.sign, 32, it.wire("tmp"))
        }),
    ),
    rule(
        "shift-fills-zeros",
        "the shift to the right fills with zeros",
        "shift by B",
        &[Kind::Vshr],
        Change::Tmp(|it| wrap(Sign::Unsigned, 32, it.wire("A extended")) >> it.wire("amount")),
    ),
    rule(
        "a-b-swapped",
        "the values of A and B are swapped",
        "A and B",
        &Kind::ALL,
        Change::Ports(|&Terms { ports: [a, b, c], .. }| [b, a, c]),
    ),
];
