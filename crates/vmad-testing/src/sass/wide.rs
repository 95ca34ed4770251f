//! Instructions on register pairs, most of them of sm_120, and on lanes.

use super::{Machine, operand::is_predicate};

impl Machine {
    /// Executes an instruction; false if it is not one of these.
    pub(super) fn wide(&mut self, opcode: &str, operands: &[&str]) -> Result<bool, String> {
        let registers: Vec<&str> = operands.iter().filter(|it| !is_predicate(it)).copied().collect();
        let predicates: Vec<&str> = operands.iter().filter(|it| is_predicate(it)).copied().collect();
        let operand = |index: usize| registers.get(index).copied().ok_or("too few operands");
        let v = |index: usize| operand(index).map_err(str::to_owned).and_then(|it| self.pair(it));
        let signed = |value: u64| value.cast_signed();
        let result = match opcode {
            // The constant is written in place of its name.
            "MOV.64" | "LDC.64" => v(1)?,
            "IADD.64" => v(1)?.wrapping_add(v(2)?),
            "IADD3.64" => v(1)?.wrapping_add(v(2)?).wrapping_add(v(3)?),
            "IMNMX.S64" | "IMNMX.U64" => {
                let (a, b) = (v(1)?, v(2)?);
                let is_less = if opcode == "IMNMX.S64" { signed(a) < signed(b) } else { a < b };
                // The last predicates of min are PT, !PT; of max !PT, !PT.
                let [.., takes_less, _] = predicates[..] else {
                    return Err(format!("{opcode} has other operands"));
                };
                if is_less == self.predicate(takes_less)? { a } else { b }
            }
            "VIMNMX.U8x4" | "VIMNMX.S8x4" => {
                let (a, b) = (self.value(operand(1)?)?.to_le_bytes(), self.value(operand(2)?)?.to_le_bytes());
                let takes_less = self.predicate(predicates.last().ok_or("too few operands")?)?;
                let lane = |index: usize| {
                    let (a, b) = (a[index], b[index]);
                    let is_less =
                        if opcode == "VIMNMX.U8x4" { a < b } else { a.cast_signed() < b.cast_signed() };
                    if is_less == takes_less { a } else { b }
                };
                self.set(operand(0)?, u32::from_le_bytes(std::array::from_fn(lane)));
                return Ok(true);
            }
            _ if opcode.starts_with("ISETP.") && opcode.contains("64.AND") => {
                let (a, b) = (v(0)?, v(1)?);
                let order = if opcode.contains(".S64") { signed(a).cmp(&signed(b)) } else { a.cmp(&b) };
                let [first, second, source] = predicates[..] else {
                    return Err(format!("{opcode} has other operands"));
                };
                let holds = match opcode.split('.').nth(1) {
                    Some("LT") => order.is_lt(),
                    Some("LE") => order.is_le(),
                    Some("EQ") => order.is_eq(),
                    Some("NE") => order.is_ne(),
                    Some("GE") => order.is_ge(),
                    Some("GT") => order.is_gt(),
                    _ => return Err(format!("the comparison of {opcode} is not known")),
                };
                let source = self.predicate(source)?;
                self.set_predicate(first, holds && source);
                self.set_predicate(second, !holds && source);
                return Ok(true);
            }
            _ => return Ok(false),
        };
        self.set_pair(operand(0)?, result)?;
        Ok(true)
    }
}
