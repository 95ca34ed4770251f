//! The family without `VMAD`: blocks that fit in the L1 cache, with a loop for each stage, which runs the functions of
//! the datapath.
//!
//! Each choice within a stage has its own loop, so that the compiler can vectorize it. The first loop extends bytes and
//! half-words to words of the same sign.

#[cfg(target_arch = "x86_64")]
use fearless_simd::Simd;
use vmad_unit::{
    Bits32, Bits64, BoolOp, Format, Logic, Machine32, Machine64, Operand, Operation, Output, Saturate,
    SecondOp, Selector, Sign, Width,
    record::Nothing,
    second_op::finish,
    vabsdiff, vabsdiff4, vadd,
    vmnmx::{self, Extreme},
    vset, vsetp, vshift,
};

#[cfg(target_arch = "x86_64")]
use crate::level::Instructions;
use crate::level::Level;

/// The number of executions of a block.
const BLOCK: usize = 128;

/// Runs an operation over slices of one length.
pub(crate) fn run(operation: Operation, level: Level, ports: [&[u32]; 3], d: &mut [u32]) {
    #[cfg(target_arch = "x86_64")]
    {
        // For these loops, the compiler's AVX-512 code is slower than its AVX2 code.
        let avx2 = match level.0 {
            Instructions::Plain => None,
            Instructions::Avx2(proof) => Some(proof),
            Instructions::Avx512(proof) => proof.level().as_avx2(),
        };
        if let Some(proof) = avx2 {
            return proof.vectorize(
                #[inline(always)]
                || blocks(operation, ports, d),
            );
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = level;
    blocks(operation, ports, d);
}

#[inline(always)]
fn blocks(operation: Operation, [a, b, c]: [&[u32]; 3], d: &mut [u32]) {
    let (mut words, mut tmp) = ([[0; BLOCK]; 2], [0; BLOCK]);
    let ports = a.chunks(BLOCK).zip(b.chunks(BLOCK)).zip(c.chunks(BLOCK));
    for (((a, b), c), d) in ports.zip(d.chunks_mut(BLOCK)) {
        let [of_a, of_b] = &mut words;
        match operation {
            Operation::Vsetp(mode) => predicates(mode, [(a, of_a), (b, of_b)], c, d),
            Operation::Vabsdiff4(mode) => bytes(mode, [a, b, c], d),
            _ => match operate(operation, [(a, of_a), (b, of_b)], &mut tmp) {
                Some(output) => second(output, &tmp, c, d),
                None => one_by_one(operation, [a, b, c], d),
            },
        }
    }
}

/// The values of a port, and space for its words.
type Source<'a> = (&'a [u32], &'a mut [u32; BLOCK]);

/// The executions of a block of an operation without loops of its own. (`VMAD` has its own kernels.)
fn one_by_one(operation: Operation, [a, b, c]: [&[u32]; 3], d: &mut [u32]) {
    for (((d, a), b), c) in d.iter_mut().zip(a).zip(b).zip(c) {
        *d = operation.execute(*a, *b, *c);
    }
}

/// The operation of a block, before saturation, and the stages after it; [`None`] for an operation without loops here.
#[inline(always)]
fn operate(
    operation: Operation,
    [(a, of_a), (b, of_b)]: [Source<'_>; 2],
    tmp: &mut [i64; BLOCK],
) -> Option<Output> {
    /// A loop for each pair of signs of two words.
    macro_rules! by_sign {
        ($a:expr, $b:expr, |$x:ident, $y:ident, $inputs:ident| $value:expr) => {{
            let formats = (words($a, a, of_a), words($b, b, of_b));
            macro_rules! sweep {
                ($a_sign:ident, $b_sign:ident) => {{
                    let $x = Operand { selector: Selector::Word, sign: Sign::$a_sign };
                    let $y = Operand { selector: Selector::Word, sign: Sign::$b_sign };
                    for ((tmp, a), b) in tmp.iter_mut().zip(&*of_a).zip(&*of_b) {
                        let $inputs = [&Bits64::wrap(i64::from(*a)), &Bits64::wrap(i64::from(*b))];
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
                            vadd::operate(&Machine64, nothing, mode, inputs)
                        }),)*
                    }
                };
            }
            psign!(Add SubtractB SubtractA PlusOne);
        }
        Operation::Vabsdiff(mode) => by_sign!(mode.a, mode.b, |a, b, inputs| vabsdiff::operate(
            &Machine64,
            nothing,
            vabsdiff::Mode { a, b, ..mode },
            inputs
        )),
        Operation::Vmnmx(mode) => match mode.extreme {
            Extreme::Minimum => by_sign!(mode.a, mode.b, |a, b, inputs| {
                let mode = vmnmx::Mode { a, b, extreme: Extreme::Minimum, ..mode };
                vmnmx::operate(&Machine64, nothing, mode, inputs)
            }),
            Extreme::Maximum => by_sign!(mode.a, mode.b, |a, b, inputs| {
                let mode = vmnmx::Mode { a, b, extreme: Extreme::Maximum, ..mode };
                vmnmx::operate(&Machine64, nothing, mode, inputs)
            }),
        },
        Operation::Vset(mode) => by_sign!(mode.a, mode.b, |a, b, inputs| vset::operate(
            &Machine64,
            nothing,
            vset::Mode { a, b, ..mode },
            inputs
        )),
        Operation::Vshl(mode) | Operation::Vshr(mode) => {
            let is_left = matches!(operation, Operation::Vshl(_));
            macro_rules! shift {
                ($function:ident, $wrap:literal) => {
                    by_sign!(mode.a, mode.amount(), |a, b, inputs| {
                        let mode = vshift::Mode { a, b: b.selector, wrap: $wrap, ..mode };
                        vshift::$function(&Machine64, nothing, mode, inputs)
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
        _ => return None,
    }
    operation.output()
}

/// The predicates of a block of `VSETP`.
#[inline(always)]
fn predicates(mode: vsetp::Mode, [(a, of_a), (b, of_b)]: [Source<'_>; 2], c: &[u32], d: &mut [u32]) {
    macro_rules! sweep {
        ($a_sign:ident, $b_sign:ident, $join:ident) => {{
            let mode = vsetp::Mode {
                a: Operand { selector: Selector::Word, sign: Sign::$a_sign },
                b: Operand { selector: Selector::Word, sign: Sign::$b_sign },
                join: BoolOp::$join,
                ..mode
            };
            for (((d, a), b), c) in d.iter_mut().zip(&*of_a).zip(&*of_b).zip(c) {
                let inputs = [*a, *b, *c].map(|value| Bits64::wrap(i64::from(value)));
                *d = vsetp::compute(&Machine64, &mut Nothing, mode, inputs).unsigned() as u32;
            }
        }};
        ($join:ident) => {
            match (words(mode.a, a, of_a), words(mode.b, b, of_b)) {
                (Sign::Unsigned, Sign::Unsigned) => sweep!(Unsigned, Unsigned, $join),
                (Sign::Unsigned, Sign::Signed) => sweep!(Unsigned, Signed, $join),
                (Sign::Signed, Sign::Unsigned) => sweep!(Signed, Unsigned, $join),
                (Sign::Signed, Sign::Signed) => sweep!(Signed, Signed, $join),
            }
        };
    }
    match mode.join {
        BoolOp::And => sweep!(And),
        BoolOp::Or => sweep!(Or),
        BoolOp::Xor => sweep!(Xor),
    }
}

/// The results of a block of `VABSDIFF4`, lane by lane.
#[inline(always)]
fn bytes(mode: vabsdiff4::Mode, [a, b, c]: [&[u32]; 3], d: &mut [u32]) {
    let word = |value: u32| Bits32::wrap(value as i32);
    for (d, c) in d.iter_mut().zip(c) {
        *d = vabsdiff4::start(&Machine32, mode, &word(*c)).unsigned();
    }
    // The register of a byte, the shift that moves the byte to the top, and the bits that its sign keeps.
    let source = |byte: u8, sign| {
        let kept = if sign == Sign::Signed { -1 } else { 0xff };
        (if byte < 4 { a } else { b }, 24 - 8 * u32::from(byte % 4), kept)
    };
    let byte = |value: u32, above: u32, kept: i32| Bits32::of((value << above) as i32 >> 24 & kept);
    for lane in 0..4 {
        let (of_a, a_above, a_kept) = source(mode.a.bytes()[lane], mode.a_sign);
        let (of_b, b_above, b_kept) = source(mode.b.bytes()[lane], mode.b_sign);
        macro_rules! sweep {
            ($sign:ident, $saturate:ident, $accumulate:literal, $is_active:literal) => {{
                let mode = vabsdiff4::Mode {
                    sign: Sign::$sign,
                    saturate: Saturate::$saturate,
                    accumulate: $accumulate,
                    ..mode
                };
                for (((d, a), b), c) in d.iter_mut().zip(of_a).zip(of_b).zip(c) {
                    let inputs = [&byte(*a, a_above, a_kept), &byte(*b, b_above, b_kept)];
                    let value = vabsdiff4::difference(&Machine32, &mut Nothing, mode, inputs, [""; 2]);
                    let part = vabsdiff4::part(&Machine32, mode, lane, $is_active, &value, &word(*c));
                    *d = Machine32.add(&word(*d), &part).unsigned();
                }
            }};
        }
        match (mode.saturate, mode.sign, mode.accumulate, mode.lanes[lane]) {
            // Without a clamp, the sign has no effect.
            (Saturate::Off, _, false, true) => sweep!(Signed, Off, false, true),
            (Saturate::Off, _, true, true) => sweep!(Signed, Off, true, true),
            (Saturate::On, Sign::Signed, false, true) => sweep!(Signed, On, false, true),
            (Saturate::On, Sign::Signed, true, true) => sweep!(Signed, On, true, true),
            (Saturate::On, Sign::Unsigned, false, true) => sweep!(Unsigned, On, false, true),
            (Saturate::On, Sign::Unsigned, true, true) => sweep!(Unsigned, On, true, true),
            (.., false, false) => sweep!(Signed, Off, false, false),
            // Nothing is added.
            (.., true, false) => {}
        }
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
                let (tmp, c) = (Bits64::wrap(*tmp), Bits64::wrap(i64::from(*c)));
                *d = finish(&Machine64, &mut Nothing, output, &tmp, &c).unsigned() as u32;
            }
        }};
    }
    by_output!(Mrg16H Mrg16L Mrg8B0 Mrg8B2 Acc Min Max None);
}
