//! The family as arithmetic on 128-bit integers, in which no result overflows. It shares no code with the unit.

use vmad_sass::Ports;
use vmad_unit::{
    Comparison, Operand, Operation, Output, Psign, Saturate, SecondOp, Sign, vabsdiff4, vadd, vmad,
    vmnmx::Extreme,
};

use vmad_map::meaning::predicates;

/// The number in the field of a port.
fn read(port: u32, operand: Operand) -> i128 {
    let bits = operand.selector.width().bits();
    let field = i128::from(port) >> operand.selector.low_bit() & ((1 << bits) - 1);
    if operand.sign == Sign::Signed && field >> (bits - 1) == 1 { field - (1 << bits) } else { field }
}

/// `VMAD` in 128-bit integers: the table of operand combinations of the SASS reference text, with negations in place of
/// inverted bits. It shares no code with the unit.
fn multiply_add(mode: vmad::Mode, product: i128, c: u32) -> u32 {
    let vmad::Mode { a, b, .. } = mode;
    let all_unsigned =
        a.sign == Sign::Unsigned && b.sign == Sign::Unsigned && mode.psign != Psign::NegateProduct;
    let c = if all_unsigned { i128::from(c) } else { i128::from(c as i32) };
    let tmp = match mode.psign {
        Psign::Add => product + c,
        Psign::SubtractC => product - c,
        Psign::NegateProduct => c - product,
        Psign::PlusOne => product + c + 1,
    };
    let shr = tmp.div_euclid(1 << mode.scale.count());
    if mode.saturate == Saturate::Off {
        return shr.rem_euclid(1 << 32) as u32;
    }
    if all_unsigned && mode.psign != Psign::SubtractC {
        shr.clamp(0, u32::MAX.into()) as u32
    } else {
        shr.clamp(i32::MIN.into(), i32::MAX.into()) as u32
    }
}

/// The result, as [`Operation::execute`]; [`None`] for an instruction of which no computation is written here. (A test
/// requires one of each.)
pub fn wide(operation: &Operation, Ports { a, b, c }: Ports) -> Option<u32> {
    let [x, y] = match operation.operands() {
        Some([first, second]) => [read(a, first), read(b, second)],
        None => [0; 2],
    };
    let value = match operation {
        Operation::Vmad(mode) => return Some(multiply_add(*mode, x * y, c)),
        Operation::Vadd(mode) => match mode.psign {
            vadd::Psign::Add => x + y,
            vadd::Psign::SubtractB => x - y,
            vadd::Psign::SubtractA => y - x,
            vadd::Psign::PlusOne => x + y + 1,
        },
        Operation::Vabsdiff(_) => (x - y).abs(),
        Operation::Vmnmx(mode) => match mode.extreme {
            Extreme::Minimum => x.min(y),
            Extreme::Maximum => x.max(y),
        },
        Operation::Vset(mode) => i128::from(holds(mode.comparison, x, y)),
        Operation::Vsetp(mode) => return Some(predicates(mode, holds(mode.comparison, x, y), c)),
        // 34 bits, signed.
        Operation::Vshl(mode) => (x << amount(mode.wrap, y)) << 94 >> 94,
        Operation::Vshr(mode) => x >> amount(mode.wrap, y),
        Operation::Vabsdiff4(mode) => return Some(quad(*mode, [a, b], c)),
        #[allow(unreachable_patterns, reason = "an instruction without a second implementation")]
        _ => return None,
    };
    operation.output().map(|output| finish(output, value, c))
}

const fn amount(wrap: bool, b: i128) -> i128 {
    if wrap {
        b % 32
    } else if b > 32 {
        32
    } else {
        b
    }
}

fn holds(comparison: Comparison, x: i128, y: i128) -> bool {
    match comparison {
        Comparison::F => false,
        Comparison::Lt => x < y,
        Comparison::Eq => x == y,
        Comparison::Le => x <= y,
        Comparison::Gt => x > y,
        Comparison::Ne => x != y,
        Comparison::Ge => x >= y,
        Comparison::T => true,
    }
}

/// Saturation, then the second operation or the merge.
fn finish(Output { sign, saturate, second }: Output, value: i128, c: u32) -> u32 {
    let bits = match second {
        SecondOp::Mrg16H | SecondOp::Mrg16L => 16,
        SecondOp::Mrg8B0 | SecondOp::Mrg8B2 => 8,
        _ => 32,
    };
    let value = match (saturate, sign) {
        (Saturate::Off, _) => value,
        (Saturate::On, Sign::Unsigned) => value.clamp(0, (1 << bits) - 1),
        (Saturate::On, Sign::Signed) => value.clamp(-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
    } as u32;
    let number = |word: u32| match sign {
        Sign::Unsigned => i64::from(word),
        Sign::Signed => i64::from(word as i32),
    };
    let insert = |mask: u32, low: u32| c & !(mask << low) | (value & mask) << low;
    match second {
        SecondOp::Mrg16H => insert(0xffff, 16),
        SecondOp::Mrg16L => insert(0xffff, 0),
        SecondOp::Mrg8B0 => insert(0xff, 0),
        SecondOp::Mrg8B2 => insert(0xff, 16),
        SecondOp::Acc => value.wrapping_add(c),
        SecondOp::Min => number(value).min(number(c)) as u32,
        SecondOp::Max => number(value).max(number(c)) as u32,
        SecondOp::None => value,
    }
}

/// Four absolute differences of bytes.
fn quad(mode: vabsdiff4::Mode, [a, b]: [u32; 2], c: u32) -> u32 {
    let byte = |index: u8, sign: Sign| {
        let byte = (u64::from(b) << 32 | u64::from(a)) >> (8 * u32::from(index)) & 0xff;
        if sign == Sign::Signed { i32::from(byte as u8 as i8) } else { byte as i32 }
    };
    (0..4).filter(|&lane| mode.lanes[lane]).fold(c, |result, lane| {
        let difference =
            (byte(mode.a.bytes()[lane], mode.a_sign) - byte(mode.b.bytes()[lane], mode.b_sign)).abs();
        let most = if mode.sign == Sign::Signed { 127 } else { 255 };
        let value = if mode.saturate == Saturate::On { difference.min(most) } else { difference } as u32;
        if mode.accumulate {
            result.wrapping_add(value)
        } else {
            result & !(0xff << (8 * lane)) | (value & 0xff) << (8 * lane)
        }
    })
}
