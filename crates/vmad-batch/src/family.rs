//! The scalar family but `VMAD`: blocks that stay in the nearest cache, a loop a stage, the datapath's own functions.
//!
//! A loop is made for each choice within a stage, so that the compiler can make vectors of it. The first loop extends
//! bytes and half-words to words of the same sign.

#[cfg(target_arch = "x86_64")]
use fearless_simd::Simd;
use vmad_unit::{
    Format, Operand, Operation, Output, Saturate, SecondOp, Selector, Sign, Width,
    record::Nothing,
    second_op::finish,
    vabsdiff, vadd,
    vmnmx::{self, Extreme},
    vset, vshift,
};

use crate::{
    level::{Instructions, Level},
    narrow::{Bits, Narrow},
};

/// Executions a block.
const BLOCK: usize = 512;

/// Runs an operation over slices of one length.
pub(crate) fn run(operation: Operation, level: Level, ports: [&[u32]; 3], d: &mut [u32]) {
    match (operation.output(), level.instructions()) {
        // VABSDIFF4 and VSETP: one at a time.
        (None, _) => {
            let [a, b, c] = ports;
            for (((d, a), b), c) in d.iter_mut().zip(a).zip(b).zip(c) {
                *d = operation.execute(*a, *b, *c).bits();
            }
        }
        (Some(output), Instructions::Plain) => blocks(operation, output, ports, d),
        #[cfg(target_arch = "x86_64")]
        (Some(output), Instructions::Avx2(proof)) => proof.vectorize(
            #[inline(always)]
            || blocks(operation, output, ports, d),
        ),
        #[cfg(target_arch = "x86_64")]
        (Some(output), Instructions::Avx512(proof)) => proof.vectorize(
            #[inline(always)]
            || blocks(operation, output, ports, d),
        ),
    }
}

#[inline(always)]
fn blocks(operation: Operation, output: Output, [a, b, c]: [&[u32]; 3], d: &mut [u32]) {
    let (mut words, mut tmp) = ([[0; BLOCK]; 2], [0; BLOCK]);
    let ports = a.chunks(BLOCK).zip(b.chunks(BLOCK)).zip(c.chunks(BLOCK));
    for (((a, b), c), d) in ports.zip(d.chunks_mut(BLOCK)) {
        let [of_a, of_b] = &mut words;
        operate(operation, [(a, of_a), (b, of_b)], &mut tmp);
        second(output, &tmp, c, d);
    }
}

/// A port's values, and room for its words.
type Source<'a> = (&'a [u32], &'a mut [u32; BLOCK]);

/// The operation of a block, before saturation.
#[inline(always)]
fn operate(operation: Operation, [(a, of_a), (b, of_b)]: [Source<'_>; 2], tmp: &mut [i64; BLOCK]) {
    /// A loop for each pair of signs of two words.
    macro_rules! by_sign {
        ($a:expr, $b:expr, |$x:ident, $y:ident, $inputs:ident| $value:expr) => {{
            let formats = (words($a, a, of_a), words($b, b, of_b));
            macro_rules! sweep {
                ($a_sign:ident, $b_sign:ident) => {{
                    let $x = Operand { selector: Selector::Word, sign: Sign::$a_sign };
                    let $y = Operand { selector: Selector::Word, sign: Sign::$b_sign };
                    for ((tmp, a), b) in tmp.iter_mut().zip(&*of_a).zip(&*of_b) {
                        let $inputs = [&Bits::wrap(i64::from(*a)), &Bits::wrap(i64::from(*b))];
                        *tmp = $value.signed();
                    }
                }};
            }
            match formats {
                (Sign::Unsigned, Sign::Unsigned) => sweep!(Unsigned, Unsigned),
                (Sign::Unsigned, Sign::Signed) => sweep!(Unsigned, Signed),
                (Sign::Signed, Sign::Unsigned) => sweep!(Signed, Unsigned),
                (Sign::Signed, Sign::Signed) => sweep!(Signed, Signed),
            }
        }};
    }
    let nothing = &mut Nothing;
    match operation {
        Operation::Vadd(mode) => {
            macro_rules! psign {
                ($($psign:ident)*) => {
                    match mode.psign {
                        $(vadd::Psign::$psign => by_sign!(mode.a, mode.b, |a, b, inputs| {
                            let mode = vadd::Mode { a, b, psign: vadd::Psign::$psign, ..mode };
                            vadd::operate(&Narrow, nothing, mode, inputs)
                        }),)*
                    }
                };
            }
            psign!(Add SubtractB SubtractA PlusOne);
        }
        Operation::Vabsdiff(mode) => by_sign!(mode.a, mode.b, |a, b, inputs| vabsdiff::operate(
            &Narrow,
            nothing,
            vabsdiff::Mode { a, b, ..mode },
            inputs
        )),
        Operation::Vmnmx(mode) => match mode.extreme {
            Extreme::Minimum => by_sign!(mode.a, mode.b, |a, b, inputs| {
                let mode = vmnmx::Mode { a, b, extreme: Extreme::Minimum, ..mode };
                vmnmx::operate(&Narrow, nothing, mode, inputs)
            }),
            Extreme::Maximum => by_sign!(mode.a, mode.b, |a, b, inputs| {
                let mode = vmnmx::Mode { a, b, extreme: Extreme::Maximum, ..mode };
                vmnmx::operate(&Narrow, nothing, mode, inputs)
            }),
        },
        Operation::Vset(mode) => by_sign!(mode.a, mode.b, |a, b, inputs| vset::operate(
            &Narrow,
            nothing,
            vset::Mode { a, b, ..mode },
            inputs
        )),
        Operation::Vshl(mode) | Operation::Vshr(mode) => {
            let amount = Operand { selector: mode.b, sign: Sign::Unsigned };
            let is_left = matches!(operation, Operation::Vshl(_));
            macro_rules! shift {
                ($function:ident, $wrap:literal) => {
                    by_sign!(mode.a, amount, |a, b, inputs| {
                        let mode = vshift::Mode { a, b: b.selector, wrap: $wrap, ..mode };
                        vshift::$function(&Narrow, nothing, mode, inputs)
                    })
                };
            }
            match (is_left, mode.wrap) {
                (true, false) => shift!(left, false),
                (true, true) => shift!(left, true),
                (false, false) => shift!(right, false),
                (false, true) => shift!(right, true),
            }
        }
        // They have no output: see `run`.
        Operation::Vmad(_) | Operation::Vabsdiff4(_) | Operation::Vsetp(_) => {}
    }
}

/// Extends the selected field of each value to a word of the same sign, which is the result.
#[inline(always)]
fn words(operand: Operand, port: &[u32], words: &mut [u32; BLOCK]) -> Sign {
    let Format { width, sign } = operand.format();
    let low = operand.selector.low_bit();
    let above = 32 - low - width.bits();
    let pairs = words.iter_mut().zip(port);
    match (width, sign) {
        (Width::Word, _) => pairs.for_each(|(word, value)| *word = *value),
        (_, Sign::Unsigned) => pairs.for_each(|(word, value)| *word = *value << above >> (low + above)),
        (_, Sign::Signed) => {
            pairs.for_each(|(word, value)| *word = ((*value << above) as i32 >> (low + above)) as u32);
        }
    }
    sign
}

/// Saturation and second operation of a block.
#[inline(always)]
fn second(output: Output, tmp: &[i64; BLOCK], c: &[u32], d: &mut [u32]) {
    macro_rules! by_output {
        ($($second:ident)*) => {
            match (output.sign, output.saturate, output.second) {
                $(
                    (Sign::Unsigned, Saturate::Off, SecondOp::$second) => by_output!(= Unsigned Off $second),
                    (Sign::Unsigned, Saturate::On, SecondOp::$second) => by_output!(= Unsigned On $second),
                    (Sign::Signed, Saturate::Off, SecondOp::$second) => by_output!(= Signed Off $second),
                    (Sign::Signed, Saturate::On, SecondOp::$second) => by_output!(= Signed On $second),
                )*
            }
        };
        (= $sign:ident $saturate:ident $second:ident) => {{
            let output =
                Output { sign: Sign::$sign, saturate: Saturate::$saturate, second: SecondOp::$second };
            for ((d, tmp), c) in d.iter_mut().zip(tmp).zip(c) {
                let (tmp, c) = (Bits::wrap(*tmp), Bits::wrap(i64::from(*c)));
                *d = finish(&Narrow, &mut Nothing, output, &tmp, &c).unsigned() as u32;
            }
        }};
    }
    by_output!(Mrg16H Mrg16L Mrg8B0 Mrg8B2 Acc Min Max None);
}
