//! Operands.

use super::Machine;

/// Whether an operand is a predicate.
pub(super) fn is_predicate(operand: &str) -> bool {
    let name = operand.trim_start_matches('!').trim_start_matches('U');
    name.starts_with('P')
}

/// The operands that are predicates, and the others.
pub(super) fn parted<'o>(operands: &[&'o str]) -> (Vec<&'o str>, Vec<&'o str>) {
    operands.iter().partition(|operand| is_predicate(operand))
}

impl Machine {
    /// The value of a register, perhaps inverted, negated or absolute, or of a number. The constant bank is not known.
    ///
    /// # Errors
    /// The register holds nothing, or the operand is of another kind.
    pub fn value(&self, operand: &str) -> Result<u32, String> {
        let operand = operand.trim_end_matches(".reuse").trim_end_matches(".H1").trim_end_matches(".H0_H0");
        if let Some(inner) = operand.strip_prefix('~') {
            return Ok(!self.value(inner)?);
        }
        if let Some(inner) = operand.strip_prefix('-') {
            return Ok(self.value(inner)?.wrapping_neg());
        }
        if let Some(inner) = operand.strip_prefix('|').and_then(|rest| rest.strip_suffix('|')) {
            return Ok(self.value(inner)?.cast_signed().unsigned_abs());
        }
        if let Some(digits) = operand.strip_prefix("0x") {
            return u32::from_str_radix(digits, 16).map_err(|_| format!("{operand} has no 32 bits"));
        }
        match operand {
            "RZ" | "URZ" => Ok(0),
            _ => self.registers.get(operand).copied().ok_or_else(|| format!("{operand} holds nothing")),
        }
    }

    /// The 64 bits of a register and the next one.
    pub(super) fn pair(&self, operand: &str) -> Result<u64, String> {
        let operand = operand.trim_end_matches(".reuse");
        if matches!(operand, "RZ" | "URZ") {
            return Ok(0);
        }
        if let Some(inner) = operand.strip_prefix('-') {
            return Ok(self.pair(inner)?.wrapping_neg());
        }
        if let Some(digits) = operand.strip_prefix("0x") {
            return u64::from_str_radix(digits, 16).map_err(|_| format!("{operand} has no 64 bits"));
        }
        Ok(u64::from(self.value(operand)?) | u64::from(self.value(&next(operand)?)?) << 32)
    }

    /// Writes a register and the next one.
    ///
    /// # Errors
    /// The name has no number.
    pub fn set_pair(&mut self, register: &str, value: u64) -> Result<(), String> {
        self.set(register, value as u32);
        self.set(&next(register)?, (value >> 32) as u32);
        Ok(())
    }

    pub(super) fn predicate(&self, name: &str) -> Result<bool, String> {
        match name.strip_prefix('!') {
            Some(name) => Ok(!self.predicate(name)?),
            None if matches!(name, "PT" | "UPT") => Ok(true),
            None => self.predicates.get(name).copied().ok_or_else(|| format!("{name} holds nothing")),
        }
    }
}

/// The register after another.
fn next(register: &str) -> Result<String, String> {
    let prefix = register.trim_end_matches(|c: char| c.is_ascii_digit());
    let number: u32 = register[prefix.len()..].parse().map_err(|_| format!("{register} has no number"))?;
    Ok(format!("{prefix}{}", number + 1))
}
