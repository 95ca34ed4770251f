//! The instructions that end with Pascal.
//!
//! The high word of a 32-bit product takes four `XMAD` and an `IADD3.RS`. The sequence is that of `mul.hi.s32`, for
//! which ptxas emits the same five instructions. The interpreter computes the high word at `XMAD.S16.S16.CSFU`, which
//! has both factors, and `IADD3.RS` writes it.

use super::{
    Machine,
    functions::{has, holds, number, product},
};

impl Machine {
    /// Executes an instruction; false if it is not one of these.
    pub(super) fn pascal(&mut self, opcode: &str, operands: &[&str]) -> Result<bool, String> {
        let operand = |index: usize| operands.get(index).copied().ok_or("too few operands");
        let v = |index: usize| self.value(operand(index)?);
        let low = |index: usize| v(index).map(|value| value & 0xffff);
        let high = |index: usize| v(index).map(|value| value >> 16);
        let n = |index: usize| v(index).map(|value| number(value, 32, !has(opcode, "U32")));
        let result = match opcode {
            "XMAD" => low(1)?.wrapping_mul(low(2)?).wrapping_add(v(3)?),
            "XMAD.S16.S16" => {
                ((number(v(1)?, 16, true) * number(v(2)?, 16, true)) as u32).wrapping_add(v(3)?)
            }
            "XMAD.MRG" => low(1)?.wrapping_mul(high(2)?).wrapping_add(v(3)?) & 0xffff | low(2)? << 16,
            "XMAD.PSL.CBCC" => {
                (high(1)?.wrapping_mul(high(2)?) << 16).wrapping_add(low(2)? << 16).wrapping_add(v(3)?)
            }
            "XMAD.S16.S16.CSFU" => {
                self.high = (product(opcode, v(1)?, v(2)?) >> 32) as u32;
                return Ok(true);
            }
            "XMAD.U16.S16" | "XMAD.S16.U16.CHI" => return Ok(true),
            "IADD3.RS" => self.high,
            "BFE" | "BFE.U32" => {
                let (at, bits) = (v(2)? & 0xff, v(2)? >> 8 & 0xff);
                number(v(1)? << (32 - at - bits) >> (32 - bits), bits, opcode == "BFE") as u32
            }
            "BFI" => {
                let (at, bits) = (v(2)? & 0xff, v(2)? >> 8 & 0xff);
                let field = (((1_u64 << bits.min(32)) - 1) << at) as u32;
                v(3)? & !field | v(1)? << at & field
            }
            "LOP.XOR" | "LOP32I.XOR" => v(1)? ^ v(2)?,
            "LOP.AND" | "LOP32I.AND" => v(1)? & v(2)?,
            "LOP.OR" | "LOP32I.OR" => v(1)? | v(2)?,
            "LOP.PASS_B" => v(2)?,
            _ if matches!(
                opcode.split('.').collect::<Vec<_>>()[..],
                ["ISET", _, "AND"] | ["ISET", _, "U32", "AND"]
            ) =>
            {
                u32::from(!holds(opcode, n(1)?.cmp(&n(2)?))?).wrapping_sub(1)
            }
            _ if opcode.starts_with("ICMP.") => v(if holds(opcode, n(3)?.cmp(&0))? { 1 } else { 2 })?,
            "ISCADD" => (v(1)? << v(3)?).wrapping_add(v(2)?),
            // Bits 63:32 of the shifted pair, and the second operand.
            "LEA.HI" => {
                let pair = u64::from(v(3)?) << 32 | u64::from(v(1)?);
                ((pair << v(4)?) >> 32).wrapping_add(u64::from(v(2)?)) as u32
            }
            _ if opcode.starts_with("I2I.") => self.converted(opcode, operand(1)?)?,
            _ => return Ok(false),
        };
        self.set(operand(0)?, result);
        Ok(true)
    }

    /// `I2I`: a number of one format as another. The minus and the absolute value are those of the extended number.
    fn converted(&self, opcode: &str, operand: &str) -> Result<u32, String> {
        let unknown = || format!("{opcode} is not known");
        let parts: Vec<&str> = opcode.split('.').collect();
        let ([_, to, from] | [_, to, from, "SAT"]) = parts[..] else { return Err(unknown()) };
        let format = |name: &str| {
            let bits =
                name.get(1..).and_then(|bits| bits.parse().ok()).filter(|bits| matches!(bits, 8 | 16 | 32));
            bits.map(|bits: u32| (name.starts_with('S'), bits)).ok_or_else(unknown)
        };
        let (positive, is_negated) = match operand.strip_prefix('-') {
            Some(rest) => (rest, true),
            None => (operand, false),
        };
        let inner = positive.trim_matches('|');
        let (is_signed, bits) = format(from)?;
        let mut value = number(self.value(inner)?, bits, is_signed);
        if inner != positive {
            value = value.abs();
        }
        if is_negated {
            value = -value;
        }
        let (is_signed, bits) = format(to)?;
        if parts.len() == 4 {
            let [low, high] =
                if is_signed { [-(1 << (bits - 1)), (1 << (bits - 1)) - 1] } else { [0, (1 << bits) - 1] };
            value = value.clamp(low, high);
        }
        Ok(number(value as u32, bits, is_signed) as u32)
    }
}
