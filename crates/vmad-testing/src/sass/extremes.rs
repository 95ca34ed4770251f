//! Saturated sums, sums in lanes, minimum and maximum.

use super::{Machine, functions::number, operand::is_predicate};

impl Machine {
    /// Executes an instruction; false if it is not one of these.
    pub(super) fn extremes(&mut self, opcode: &str, operands: &[&str]) -> Result<bool, String> {
        let operand = |index: usize| operands.get(index).copied().ok_or("too few operands");
        let v = |index: usize| self.value(operand(index)?);
        let last = operands.last().filter(|operand| is_predicate(operand));
        let takes_less = || self.predicate(last.ok_or("too few operands")?);
        let (name, modifiers) = opcode.split_once('.').unwrap_or((opcode, ""));
        let result = match (name, modifiers) {
            ("IADD" | "ISUB" | "IADD32I", "SAT") | ("VIADD", "S32.ISAT") => {
                let (a, b) = (self.signed(operand(1)?)?, self.signed(operand(2)?)?);
                let sum = if name == "ISUB" { a - b } else { a + b };
                (sum.clamp(i32::MIN.into(), i32::MAX.into()) as i32).cast_unsigned()
            }
            ("VIADD", "16x2") => {
                let (a, b) = (v(1)?, v(2)?);
                let low = a.wrapping_add(b) & 0xffff;
                (a & 0xffff_0000).wrapping_add(b & 0xffff_0000) | low
            }
            ("VIADD", "S8x4" | "U8x4") => {
                let a = v(1)?.to_le_bytes();
                let b = match operand(2)?.strip_prefix('-') {
                    Some(negated) => self.value(negated)?.to_le_bytes().map(u8::wrapping_neg),
                    None => v(2)?.to_le_bytes(),
                };
                u32::from_le_bytes(std::array::from_fn(|lane| a[lane].wrapping_add(b[lane])))
            }
            ("VIADDMNMX", _) if !modifiers.contains("x4") => {
                extreme(opcode, &[v(1)?.wrapping_add(v(2)?), v(3)?], takes_less()?)?
            }
            ("IMNMX" | "VIMNMX" | "VIMNMX3", _) => {
                // Newer releases write two predicates after the destination.
                let terms = operands.iter().skip(1).filter(|operand| !is_predicate(operand));
                let terms: Vec<u32> = terms.map(|operand| self.value(operand)).collect::<Result<_, _>>()?;
                extreme(opcode, &terms, takes_less()?)?
            }
            _ => return Ok(false),
        };
        self.set(operand(0)?, result);
        Ok(true)
    }

    /// A signed number; a register with a minus sign does not wrap.
    fn signed(&self, operand: &str) -> Result<i64, String> {
        match operand.strip_prefix('-').filter(|operand| !operand.starts_with("0x")) {
            Some(register) => Ok(-number(self.value(register)?, 32, true)),
            None => Ok(number(self.value(operand)?, 32, true)),
        }
    }
}

/// The smallest or largest of some numbers, of words or of each lane; with `.RELU` at least 0.
fn extreme(opcode: &str, terms: &[u32], takes_less: bool) -> Result<u32, String> {
    let (mut bits, mut is_signed, mut least) = (32, true, i64::MIN);
    for modifier in opcode.split('.').skip(1) {
        match modifier {
            "S32" => {}
            "U32" => is_signed = false,
            "S16x2" => bits = 16,
            "U16x2" => (bits, is_signed) = (16, false),
            "S8x4" => bits = 8,
            "U8x4" => (bits, is_signed) = (8, false),
            "RELU" => least = 0,
            _ => return Err(format!("{modifier} of {opcode} is not known")),
        }
    }
    let lane = |place: u32| {
        let numbers = terms.iter().map(|term| number(term >> place, bits, is_signed));
        let found = if takes_less { numbers.min() } else { numbers.max() };
        number(found.unwrap_or_default().max(least) as u32, bits, false) as u32
    };
    Ok((0..32).step_by(bits as usize).fold(0, |word, place| word | lane(place) << place))
}
