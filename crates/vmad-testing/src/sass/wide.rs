//! Instructions on register pairs, most of them of sm_120.

use super::{Machine, operand::parted};

impl Machine {
    /// Executes an instruction; false if it is not one of these.
    pub(super) fn wide(&mut self, opcode: &str, operands: &[&str]) -> Result<bool, String> {
        let (predicates, registers) = parted(operands);
        let operand = |index: usize| registers.get(index).copied().ok_or("too few operands");
        let v = |index: usize| operand(index).map_err(str::to_owned).and_then(|operand| self.pair(operand));
        let result = match opcode {
            // The constant is written in place of its name.
            "MOV.64" | "LDC.64" => v(1)?,
            "IADD.64" => v(1)?.wrapping_add(v(2)?),
            "IADD3.64" => v(1)?.wrapping_add(v(2)?).wrapping_add(v(3)?),
            "IMNMX.S64" | "IMNMX.U64" => {
                let (a, b) = (v(1)?, v(2)?);
                let is_less = if opcode == "IMNMX.S64" { a.cast_signed() < b.cast_signed() } else { a < b };
                // The last predicates of min are PT, !PT; of max !PT, !PT.
                let [.., takes_less, _] = predicates[..] else {
                    return Err(format!("{opcode} has other operands"));
                };
                if is_less == self.predicate(takes_less)? { a } else { b }
            }
            _ => return Ok(false),
        };
        self.set_pair(operand(0)?, result)?;
        Ok(true)
    }
}
