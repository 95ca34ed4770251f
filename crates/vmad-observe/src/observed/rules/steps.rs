//! The rules of one stage: its place, an identifier, what it computes. The plain mistakes come first.

use vmad_unit::{
    Kind, Operation, SecondOp,
    Sign::{Signed, Unsigned},
    saturate::Range,
};

use super::{
    Change, Rule,
    run::{other, wrap},
};

/// A bound that no value reaches.
const FAR: i128 = 1 << 100;

/// Lists the rules of each stage.
macro_rules! steps {
    ($($place:literal { $($stage:ident $id:literal $title:literal $run:expr;)* })*) => {
        /// The rules of the stages.
        pub(super) fn steps() -> impl Iterator<Item = Rule> {
            [$($(Rule::new($place, $id, $title, Change::$stage($run))),*),*].into_iter()
        }
    };
}

steps! {
    "operands" {
        Operands "a-zero-extended" "A is extended with zeros" |run| [run.field(0, Unsigned), run.b()];
        Operands "b-zero-extended" "B is extended with zeros" |run| [run.a(), run.field(1, Unsigned)];
        Operands "a-sign-extended" "A is extended by its sign" |run| [run.field(0, Signed), run.b()];
        Operands "b-sign-extended" "B is extended by its sign" |run| [run.a(), run.field(1, Signed)];
        Operands "a-by-sign-of-b" "A is extended by the sign of B"
            |run| [run.field(0, run.sign_of(1)), run.b()];
        Operands "b-by-sign-of-a" "B is extended by the sign of A"
            |run| [run.a(), run.field(1, run.sign_of(0))];
        Word "signs-swapped" "the sign bits of A and B are swapped"
            |run| run.with_swapped("A signed", "B signed");
        Word "selectors-swapped" "the selectors of A and B are swapped"
            |run| run.with_swapped("A select", "B select");
        Ports "a-b-swapped" "the values of A and B are swapped"
            |run| run.with_ports(|[a, b]| [b, a]);
        Ports "a-is-b" "A is read from the register of B" |run| [run.ports[1], run.ports[1], run.ports[2]];
        Ports "b-is-a" "B is read from the register of A" |run| [run.ports[0], run.ports[0], run.ports[2]];
        Ports "c-is-a" "C is read from the register of A" |run| [run.ports[0], run.ports[1], run.ports[0]];
        Ports "c-is-b" "C is read from the register of B" |run| [run.ports[0], run.ports[1], run.ports[1]];
        Ports "a-reversed" "the bytes of A are counted from the top"
            |run| run.with_ports(|[a, b]| [a.swap_bytes(), b]);
        Ports "b-reversed" "the bytes of B are counted from the top"
            |run| run.with_ports(|[a, b]| [a, b.swap_bytes()]);
        Word "immediate-unsigned" "an immediate B is unsigned" |run| run.with_immediate("B signed", 0);
        Word "immediate-signed" "an immediate B is signed" |run| run.with_immediate("B signed", 1);
    }
    "extension of C" {
        Terms "c-zero-extended" "C is always extended with zeros" |run| run.with_c(Unsigned);
        Terms "c-sign-extended" "C is always extended by its sign" |run| run.with_c(Signed);
        Terms "c-of-a-and-b" "C is extended by the signs of A and B: psign has no effect"
            |run| run.with_c(if [run.sign_of(0), run.sign_of(1)].contains(&Signed) { Signed } else { Unsigned });
        Terms "c-of-final-sign" "C is extended with the final sign" |run| run.with_c(run.sign());
        Terms "c-extended-the-other-way" "C is extended with the other sign"
            |run| run.with_c(other(run.intermediate()));
    }
    "multiply" {
        Terms "product-32" "the product has 32 bits" |run| run.with_product(run.intermediate());
        Terms "product-32-unsigned" "the product has 32 bits and is unsigned" |run| run.with_product(Unsigned);
    }
    "psign adder" {
        Tmp "minus-without-one" "a minus inverts the bits and adds no one"
            |run| run.tmp - i128::from(matches!(run.psign(), 1 | 2));
        Tmp "po-twice" "PO adds two" |run| run.tmp + i128::from(run.psign() == 3);
        Tmp "adder-without-minus" "the adder has no minus; the signs follow from it"
            |run| run.sum([0, 0, 0, 3][run.at()]);
        Tmp "adder-swaps-psign" "the adder swaps psign 1 and 2; the signs do not"
            |run| run.sum([0, 2, 1, 3][run.at()]);
        Tmp "adder-psign-1-as-2" "the adder takes psign 1 as 2; the signs do not"
            |run| run.sum([0, 2, 2, 3][run.at()]);
        Tmp "adder-psign-2-as-1" "the adder takes psign 2 as 1; the signs do not"
            |run| run.sum([0, 1, 1, 3][run.at()]);
        Tmp "adder-psign-1-as-0" "the adder takes psign 1 as 0; the signs do not"
            |run| run.sum([0, 0, 2, 3][run.at()]);
        Tmp "adder-psign-2-as-0" "the adder takes psign 2 as 0; the signs do not"
            |run| run.sum([0, 1, 0, 3][run.at()]);
        Tmp "sum-32" "the sum has 32 bits" |run| run.sum_of(run.sign(), 32);
        Tmp "sum-32-signed" "the sum has 32 bits and is signed" |run| run.sum_of(Signed, 32);
        Tmp "sum-32-unsigned" "the sum has 32 bits and is unsigned" |run| run.sum_of(Unsigned, 32);
        Tmp "sum-33" "the sum has 33 bits" |run| run.sum_of(run.sign(), 33);
        Tmp "sum-64" "tmp has 64 bits" |run| run.sum_of(run.sign(), 64);
        Tmp "sum-64-signed" "tmp has 64 bits and is signed" |run| run.sum_of(Signed, 64);
        Tmp "sum-64-unsigned" "tmp has 64 bits and is unsigned" |run| run.sum_of(Unsigned, 64);
    }
    "scale, the normalisation shift" {
        Shr "shift-of-zeros" "the shift fills with zeros" |run| run.shifted_bits(Unsigned, 64);
        Shr "shift-of-signs" "the shift fills with the sign" |run| run.shifted_bits(Signed, 64);
        Shr "shift-of-32" "only the lower 32 bits are shifted" |run| run.shifted_bits(run.sign(), 32);
        Shr "shift-of-32-zeros" "only the lower 32 bits are shifted, with zeros"
            |run| run.shifted_bits(Unsigned, 32);
        Shr "shift-rounded" "the shift rounds to the nearest"
            |run| (run.tmp + (1 << run.scale() >> 1)) >> run.scale();
        Shr "shift-towards-zero" "the shift rounds towards zero" |run| run.tmp / (1 << run.scale());
        Shr "shift-of-product" "the product is shifted before the sum, and C is not"
            |run| run.shifted_terms([true, false]);
        Shr "shift-of-c" "C is shifted before the sum, and the product is not"
            |run| run.shifted_terms([false, true]);
        Shr "shift-of-each" "the product and C are shifted before the sum"
            |run| run.shifted_terms([true, true]);
        Shr "po-after-shift" "PO adds one after the shift"
            |run| {
                let one = i128::from(run.psign() == 3 && run.is(Kind::Vmad));
                ((run.tmp - one) >> run.scale()) + one
            };
        Shr "shr-8" "SHR_7 shifts by 8" |run| run.tmp >> if run.scale() == 7 { 8 } else { run.scale() };
        Shr "shr-16" "SHR_15 shifts by 16" |run| run.tmp >> if run.scale() == 15 { 16 } else { run.scale() };
        Shr "shr-14" "SHR_15 shifts by 14" |run| run.tmp >> if run.scale() == 15 { 14 } else { run.scale() };
        Shr "shr-8-16" "SHR_7 and SHR_15 shift by 8 and 16"
            |run| run.tmp >> (run.scale() + u32::from(run.scale() > 0));
        Shr "shr-left" "the shift is to the left" |run| run.tmp << run.scale();
    }
    "absolute difference" {
        Tmp "difference-signed" "the absolute difference is not absolute"
            |run| if run.is(Kind::Vabsdiff) { run.wire("difference") } else { run.tmp };
        Tmp "difference-32" "the difference has 32 bits before it is made absolute"
            |run| {
                if run.is(Kind::Vabsdiff) { wrap(Signed, 32, run.wire("difference")).abs() } else { run.tmp }
            };
        Result "lanes-signed" "the difference of a lane is not absolute" |run| run.with_lanes(|[a, b]| a - b);
        Result "lanes-8" "the difference of a lane has 8 bits before it is made absolute"
            |run| run.with_lanes(|[a, b]| wrap(Signed, 8, a - b).abs());
        Result "lanes-unsigned" "the bytes of the lanes are unsigned"
            |run| run.with_lanes(|[a, b]| (wrap(Unsigned, 8, a) - wrap(Unsigned, 8, b)).abs());
        Result "lanes-cut" "a lane adds the low 8 bits of the difference"
            |run| run.with_lanes(|[a, b]| wrap(Unsigned, 8, (a - b).abs()));
        Result "lanes-zero" "the lanes outside the mask are 0"
            |run| {
                let Operation::Vabsdiff4(mode) = run.operation else { return run.result };
                let byte =
                    |lane: usize| if mode.lanes[lane] || mode.accumulate { 0xff << (8 * lane) } else { 0_u32 };
                run.result & (0..4).map(byte).sum::<u32>()
            };
    }
    "comparison" {
        Compared "compare-unsigned" "A and B are compared as unsigned words" |_| Unsigned;
        Compared "compare-signed" "A and B are compared as signed words" |_| Signed;
        Compared "compare-sign-of-a" "A and B are compared with the sign of A" |run| run.sign_of(0);
        Compared "compare-sign-of-b" "A and B are compared with the sign of B" |run| run.sign_of(1);
        Tmp "set-ones" "a true comparison gives ffffffff"
            |run| if run.is(Kind::Vset) { -run.tmp } else { run.tmp };
    }
    "boolean operation" {
        Result "outputs-swapped" "the two predicates are swapped"
            |run| run.outputs(|first, second| [second, first]);
        Result "outputs-equal" "the second predicate is the first"
            |run| run.outputs(|first, _| [first, first]);
        Result "second-not-first" "the second predicate is the negation of the first"
            |run| run.outputs(|first, _| [first, 1 - first]);
        Result "second-0" "the second predicate is false" |run| run.outputs(|first, _| [first, 0]);
        Ports "source-true" "the source predicate is taken as true" |run| run.with_source(|_| 1);
        Ports "source-false" "the source predicate is taken as false" |run| run.with_source(|_| 0);
    }
    "shift by B" {
        Tmp "shift-fills-zeros" "the shift to the right fills with zeros"
            |run| {
                if run.is(Kind::Vshr) { wrap(Unsigned, 32, run.a()) >> run.wire("amount") } else { run.tmp }
            };
        Tmp "shift-fills-signs" "the shift to the right fills with bit 31"
            |run| if run.is(Kind::Vshr) { wrap(Signed, 32, run.a()) >> run.wire("amount") } else { run.tmp };
        Tmp "amount-32-as-0" "an amount of 32 or more shifts by its lower five bits"
            |run| run.shifted_by(run.b() as u32 & 31);
        Tmp "amount-31" "the amount is at most 31" |run| run.shifted_by((run.wire("amount") as u32).min(31));
        Tmp "amount-byte" "the amount is the low byte of B"
            |run| run.shifted_by((run.b() as u32 & 0xff).min(32));
        Tmp "amount-32-gives-0" "an amount of 32 or more gives 0"
            |run| if run.is_shift() && run.wire("amount") == 32 { 0 } else { run.tmp };
        Tmp "shift-32" "the shift has 32 bits"
            |run| if run.is_shift() { wrap(run.sign_of(0), 32, run.tmp) } else { run.tmp };
        Tmp "shift-32-unsigned" "the shift has 32 bits and is unsigned"
            |run| if run.is_shift() { wrap(Unsigned, 32, run.tmp) } else { run.tmp };
        Tmp "shifts-swapped" "the shift is to the other side"
            |run| match run.operation {
                Operation::Vshl(_) => run.a() >> run.wire("amount"),
                Operation::Vshr(_) => run.a() << run.wire("amount"),
                _ => run.tmp,
            };
    }
    "SAT, the saturation" {
        Clamp "clamp-signed" "SAT always clamps to a signed range" |run| Range::of(Signed, run.bits());
        Clamp "clamp-unsigned" "SAT always clamps to an unsigned range" |run| Range::of(Unsigned, run.bits());
        Clamp "clamp-other-sign" "SAT clamps to the range of the other sign"
            |run| Range::of(other(run.sign()), run.bits());
        Clamp "clamp-intermediate" "SAT clamps to the range of the intermediate sign"
            |run| if run.is(Kind::Vmad) { Range::of(run.intermediate(), 32) } else { run.range() };
        Clamp "clamp-sign-of-a" "SAT clamps to the range of the sign of A"
            |run| Range::of(run.sign_of(0), run.bits());
        Clamp "clamp-32" "SAT clamps to 32 bits, not to the width of the merge"
            |run| Range::of(run.sign(), 32);
        Clamp "clamp-16" "SAT clamps to 16 bits" |run| Range::of(run.sign(), 16);
        Clamp "clamp-min-0" "SAT clamps at 0 and at the largest number" |run| Range { min: 0, ..run.range() };
        Clamp "clamp-max-only" "SAT does not clamp at the minimum" |run| Range { min: -FAR, ..run.range() };
        Clamp "clamp-min-only" "SAT does not clamp at the maximum" |run| Range { max: FAR, ..run.range() };
        Clamp "clamp-max-less" "the maximum of SAT is one too small"
            |run| Range { max: run.range().max - 1, ..run.range() };
        Clamp "clamp-max-more" "the maximum of SAT is one too large"
            |run| Range { max: run.range().max + 1, ..run.range() };
        Clamp "clamp-min-more" "the minimum of SAT is one too large"
            |run| Range { min: run.range().min + 1, ..run.range() };
        Value "clamp-to-max" "SAT gives the maximum for every value out of range"
            |run| run.out_of_range(|Range { max, .. }, _| max);
        Value "clamp-swapped" "SAT gives the minimum for the maximum, and the maximum for the minimum"
            |run| run.out_of_range(|Range { min, max }, value| min + max - value);
        Value "clamp-to-0" "SAT gives 0 for a value out of range"
            |run| run.out_of_range(|_, _| 0);
        Value "clamp-before-shift" "SAT clamps before the shift"
            |run| {
                if run.scale() == 0 {
                    run.clamped(run.range())
                } else {
                    run.saturated(run.tmp, run.range()) >> run.scale()
                }
            };
    }
    "secop, the merge" {
        Result "merge-none" "the clamped result is not merged into C"
            |run| if run.merge().is_some() { run.cut() } else { run.result };
        Result "merge-zeros" "a merge clears the other bits of C"
            |run| run.merge().map_or(run.result, |(mask, _)| run.result & mask);
        Result "merge-of-ones" "a merge keeps the other bits of the result, not of C"
            |run| run.merge().map_or(run.result, |(mask, _)| run.result & mask | run.cut() & !mask);
        Result "merge-other-part" "a merge puts C in place of the result, and the result in place of C"
            |run| run.merge().map_or(run.result, |(mask, low)| run.c() & mask | run.cut() << low & !mask);
        Result "merge-or" "a merge joins the bits of the result and of C by or"
            |run| run.merge().map_or(run.result, |(_, _)| run.result | run.c());
        Result "merge-in-place" "a merge takes the bits of the result that are in its place"
            |run| run.merge().map_or(run.result, |(mask, _)| run.c() & !mask | run.cut() & mask);
        Result "merge-8b2-as-8b1" "MRG_8B2 writes the bits 15:8" |run| run.merged(SecondOp::Mrg8B2, 8);
        Result "merge-8b2-as-8b3" "MRG_8B2 writes the bits 31:24" |run| run.merged(SecondOp::Mrg8B2, 24);
    }
    "secop, the second operation" {
        Result "secop-none" "the second operation gives the result without C"
            |run| if run.has_second() { run.cut() } else { run.result };
        Result "acc-subtracts" "ACC subtracts C" |run| run.accumulated(|value, c| value - c);
        Result "acc-subtracts-from-c" "ACC subtracts from C" |run| run.accumulated(|value, c| c - value);
        Result "acc-adds-twice" "ACC adds C twice" |run| run.accumulated(|value, c| value + 2 * c);
        Result "acc-without-c" "ACC does not add C" |run| run.accumulated(|value, _| value);
        Result "acc-clamps" "ACC saturates"
            |run| {
                let Range { min, max } = Range::of(run.sign(), 32);
                let [value, c] = [run.cut(), run.c()].map(|word| wrap(run.sign(), 32, word.into()));
                if run.second() == SecondOp::Acc { (value + c).clamp(min, max) as u32 } else { run.result }
            };
        Result "secop-unsigned" "MIN and MAX compare unsigned numbers" |run| run.extreme(Unsigned);
        Result "secop-signed" "MIN and MAX compare signed numbers" |run| run.extreme(Signed);
        Result "secop-sign-of-a" "MIN and MAX compare with the sign of A" |run| run.extreme(run.sign_of(0));
        Result "secop-sign-of-b" "MIN and MAX compare with the sign of B" |run| run.extreme(run.sign_of(1));
        Result "secop-other-sign" "MIN and MAX compare with the other sign"
            |run| run.extreme(other(run.sign()));
        Result "secop-of-a" "the second operation takes A in place of C"
            |run| {
                let mut other = run.clone();
                other.ports[2] = run.ports[0];
                other.set_shr(run.shr);
                other.result
            };
        Result "clamp-after-secop" "SAT clamps after the second operation"
            |run| {
                let c = run.c_as(run.sign());
                let value = match run.second() {
                    SecondOp::Acc => run.tmp + c,
                    SecondOp::Min => run.tmp.min(c),
                    SecondOp::Max => run.tmp.max(c),
                    _ => return run.result,
                };
                run.saturated(value, Range::of(run.sign(), 32)) as u32
            };
    }
}
