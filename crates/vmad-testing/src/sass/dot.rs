//! Dot products, sums of absolute differences, and the logic of predicates.

use super::{Machine, operand::is_predicate};

impl Machine {
    /// Executes an instruction; false if it is not one of these.
    pub(super) fn dot(&mut self, opcode: &str, operands: &[&str]) -> Result<bool, String> {
        let operand = |index: usize| operands.get(index).copied().ok_or("too few operands");
        let v = |index: usize| self.value(operand(index)?);
        let parts: Vec<&str> = opcode.split('.').collect();
        let result = match parts[..] {
            ["IDP", "4A", first, second] => {
                let (a, b) = (v(1)?.to_le_bytes(), v(2)?.to_le_bytes());
                let products =
                    a.into_iter().zip(b).map(|(a, b)| byte(a, first).wrapping_mul(byte(b, second)));
                products.fold(v(3)?, u32::wrapping_add)
            }
            ["IDP", "2A", part, first, second] => {
                let a = [v(1)? as u16, (v(1)? >> 16) as u16].map(|half| match first {
                    "U16" => u32::from(half),
                    _ => i32::from(half.cast_signed()).cast_unsigned(),
                });
                let [b0, b1, b2, b3] = v(2)?.to_le_bytes();
                let b = match part {
                    "LO" => [b0, b1],
                    "HI" => [b2, b3],
                    _ => return Err(format!("the part of {opcode} is not known")),
                };
                let products = a.into_iter().zip(b).map(|(a, b)| a.wrapping_mul(byte(b, second)));
                products.fold(v(3)?, u32::wrapping_add)
            }
            ["VABSDIFF", "U32"] => v(1)?.abs_diff(v(2)?).wrapping_add(v(3)?),
            ["VABSDIFF"] => v(1)?.cast_signed().abs_diff(v(2)?.cast_signed()).wrapping_add(v(3)?),
            ["PLOP3", "LUT"] => return self.predicate_logic(operands).map(|()| true),
            _ => return Ok(false),
        };
        self.set(operand(0)?, result);
        Ok(true)
    }

    /// `PLOP3.LUT P0, PT, R3.SIGN, P1, P2, 0x2, 0x0`: a table's bit for three predicates or signs, once for each result.
    fn predicate_logic(&mut self, operands: &[&str]) -> Result<(), String> {
        let [first, second, a, b, c, tables @ ..] = operands else {
            return Err("PLOP3 has other operands".to_owned());
        };
        let bit = |operand: &str| match operand.strip_suffix(".SIGN") {
            Some(register) => Ok(self.value(register)? >> 31),
            None if is_predicate(operand) => self.predicate(operand).map(u32::from),
            None => Err(format!("{operand} is not a predicate")),
        };
        let index = bit(a)? << 2 | bit(b)? << 1 | bit(c)?;
        let [one, other] = tables else { return Err("PLOP3 has more than two tables".to_owned()) };
        let results = [self.value(one)?, self.value(other)?].map(|table| table >> index & 1 == 1);
        self.set_predicate(first, results[0]);
        self.set_predicate(second, results[1]);
        Ok(())
    }
}

/// A byte, extended: `U8` or `S8`.
fn byte(byte: u8, format: &str) -> u32 {
    if format == "U8" { byte.into() } else { i32::from(byte.cast_signed()).cast_unsigned() }
}
