//! The instructions that end with Pascal.
//!
//! The high word of a 32-bit product takes four `XMAD` and an `IADD3.RS`. The sequence is that of `mul.hi.s32`, for
//! which ptxas emits the same five instructions. The interpreter computes the high word at `XMAD.S16.S16.CSFU`, which
//! has both factors, and `IADD3.RS` writes it.

use super::Machine;

impl Machine {
    /// Executes an instruction; false if it is not one of these.
    pub(super) fn pascal(&mut self, opcode: &str, operands: &[&str]) -> Result<bool, String> {
        let operand = |index: usize| operands.get(index).copied().ok_or("too few operands");
        let v = |index: usize| self.value(operand(index)?);
        let low = |index: usize| v(index).map(|value| value & 0xffff);
        let high = |index: usize| v(index).map(|value| value >> 16);
        let all = |holds: bool| u32::from(!holds).wrapping_sub(1);
        let result = match opcode {
            "XMAD" => low(1)?.wrapping_mul(low(2)?).wrapping_add(v(3)?),
            "XMAD.S16.S16" => {
                let half = |value: u32| i32::from((value as u16).cast_signed());
                (half(v(1)?) * half(v(2)?)).cast_unsigned().wrapping_add(v(3)?)
            }
            "XMAD.MRG" => low(1)?.wrapping_mul(high(2)?).wrapping_add(v(3)?) & 0xffff | low(2)? << 16,
            "XMAD.PSL.CBCC" => {
                (high(1)?.wrapping_mul(high(2)?) << 16).wrapping_add(low(2)? << 16).wrapping_add(v(3)?)
            }
            "XMAD.S16.S16.CSFU" => {
                let product = i64::from(v(1)?.cast_signed()) * i64::from(v(2)?.cast_signed());
                self.high = (product.cast_unsigned() >> 32) as u32;
                return Ok(true);
            }
            "XMAD.U16.S16" | "XMAD.S16.U16.CHI" => return Ok(true),
            "IADD3.RS" => self.high,
            "BFE" | "BFE.U32" => {
                let (at, bits) = (v(2)? & 0xff, v(2)? >> 8 & 0xff);
                let moved = (v(1)? << (32 - at - bits)).cast_signed();
                match opcode {
                    "BFE" => (moved >> (32 - bits)).cast_unsigned(),
                    _ => moved.cast_unsigned() >> (32 - bits),
                }
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
            "ISET.EQ.AND" => all(v(1)? == v(2)?),
            "ISET.NE.AND" | "ISET.NE.U32.AND" => all(v(1)? != v(2)?),
            "ISET.LT.AND" => all(v(1)?.cast_signed() < v(2)?.cast_signed()),
            "ISET.LE.AND" => all(v(1)?.cast_signed() <= v(2)?.cast_signed()),
            "ISET.GT.AND" => all(v(1)?.cast_signed() > v(2)?.cast_signed()),
            "ISET.GE.AND" => all(v(1)?.cast_signed() >= v(2)?.cast_signed()),
            _ if opcode.starts_with("ICMP.") => {
                let (c, is_unsigned) = (v(3)?, opcode.split('.').nth(2) == Some("U32"));
                let order = if is_unsigned { c.cmp(&0) } else { c.cast_signed().cmp(&0) };
                let holds = match opcode.split('.').nth(1) {
                    Some("LT") => order.is_lt(),
                    Some("LE") => order.is_le(),
                    Some("EQ") => order.is_eq(),
                    Some("NE") => order.is_ne(),
                    Some("GE") => order.is_ge(),
                    Some("GT") => order.is_gt(),
                    _ => return Ok(false),
                };
                v(if holds { 1 } else { 2 })?
            }
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
        let extended = |number: i64, (is_signed, bits): (bool, u32)| {
            let unused = 64 - bits;
            if is_signed {
                number << unused >> unused
            } else {
                (number << unused).cast_unsigned().wrapping_shr(unused).cast_signed()
            }
        };
        let (positive, is_negated) = match operand.strip_prefix('-') {
            Some(rest) => (rest, true),
            None => (operand, false),
        };
        let inner = positive.trim_matches('|');
        let mut number = extended(self.value(inner)?.into(), format(from)?);
        if inner != positive {
            number = number.abs();
        }
        if is_negated {
            number = -number;
        }
        let (is_signed, bits) = format(to)?;
        if parts.len() == 4 {
            let [low, high] =
                if is_signed { [-(1 << (bits - 1)), (1 << (bits - 1)) - 1] } else { [0, (1 << bits) - 1] };
            number = number.clamp(low, high);
        }
        Ok(extended(number, (is_signed, bits)) as u32)
    }
}
