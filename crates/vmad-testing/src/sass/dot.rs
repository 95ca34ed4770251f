//! Dot products, sums of absolute differences, and the logic of predicates.

use super::{Machine, functions::number, operand::is_predicate};

impl Machine {
    /// Executes an instruction; false if it is not one of these.
    pub(super) fn dot(&mut self, opcode: &str, operands: &[&str]) -> Result<bool, String> {
        let operand = |index: usize| operands.get(index).copied().ok_or("too few operands");
        let v = |index: usize| self.value(operand(index)?);
        let parts: Vec<&str> = opcode.split('.').collect();
        let result = match parts[..] {
            ["IDP", "4A", first, second] => {
                let (a, b) = (v(1)?, v(2)?);
                let products = [0, 8, 16, 24].map(|at| lane(a >> at, first) * lane(b >> at, second));
                sum(v(3)?, &products)
            }
            ["IDP", "2A", part, first, second] => {
                let b = match part {
                    "LO" => v(2)?,
                    "HI" => v(2)? >> 16,
                    _ => return Err(format!("the part of {opcode} is not known")),
                };
                let a = v(1)?;
                sum(v(3)?, &[0, 1].map(|at| lane(a >> (16 * at), first) * lane(b >> (8 * at), second)))
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

/// The low byte or half-word in a format: `U8`, `S8`, `U16`, `S16`.
fn lane(word: u32, format: &str) -> i64 {
    number(word, if format.ends_with('8') { 8 } else { 16 }, format.starts_with('S'))
}

fn sum(c: u32, products: &[i64]) -> u32 {
    products.iter().fold(c, |sum, product| sum.wrapping_add(*product as u32))
}
