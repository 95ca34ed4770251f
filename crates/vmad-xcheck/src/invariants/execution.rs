//! Execution.

use arbitrary::{Result, Unstructured};
use vmad_sass::{Vmad, vmad::Ports};
use vmad_unit::{Operand, Psign, Saturate, Sign};

use super::{Description, Sample, sources};
use crate::generate;

/// Any instruction on any ports.
pub(super) struct Execution {
    vmad: Vmad,
    ports: Ports,
}

impl Sample for Execution {
    const NAME: &'static str = "execution_is_the_wide_sum";
    const STATEMENT: &'static str =
        "any instruction on any ports: the result is that of the sum in 128 bits, and the trace ends in it";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        let vmad = generate::instruction(bytes)?;
        Ok(Self { vmad, ports: vmad.feed(generate::ports(bytes)?) })
    }

    fn describe(&self) -> Description {
        let Ports { a, b, c } = self.ports;
        let instruction = ("instruction", self.vmad.to_string());
        [instruction].into_iter().chain(sources([a, b, c])).collect()
    }

    fn check(&self) {
        let Self { vmad, ports } = *self;
        let result = vmad.compute(ports);
        assert_eq!(result, wide(&vmad, ports), "{vmad} on {ports:x?}");
        assert_eq!(result, vmad.trace(ports).result(), "{vmad} on {ports:x?}");
    }
}

/// `VMAD` as arithmetic on integers that no operand can fill: the reference's table of operand combinations, with
/// no bit inverted and nothing shared with the unit.
pub fn wide(vmad: &Vmad, ports: Ports) -> u32 {
    let read = |port: u32, operand: Operand| {
        let bits = operand.selector.width().bits();
        let field = i128::from(port) >> operand.selector.low_bit() & ((1 << bits) - 1);
        if operand.sign == Sign::Signed && field >> (bits - 1) == 1 { field - (1 << bits) } else { field }
    };
    let (a, b) = (vmad.a.operand, vmad.b.operand());
    let product = read(ports.a, a) * read(ports.b, b);
    let all_unsigned =
        a.sign == Sign::Unsigned && b.sign == Sign::Unsigned && vmad.psign != Psign::NegateProduct;
    let c = if all_unsigned { i128::from(ports.c) } else { i128::from(ports.c as i32) };
    let tmp = match vmad.psign {
        Psign::Add => product + c,
        Psign::SubtractC => product - c,
        Psign::NegateProduct => c - product,
        Psign::PlusOne => product + c + 1,
    };
    let shr = tmp.div_euclid(1 << vmad.scale.count());
    if vmad.saturate == Saturate::Off {
        return shr.rem_euclid(1 << 32) as u32;
    }
    if all_unsigned && vmad.psign != Psign::SubtractC {
        shr.clamp(0, u32::MAX.into()) as u32
    } else {
        shr.clamp(i32::MIN.into(), i32::MAX.into()) as u32
    }
}
