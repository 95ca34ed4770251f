//! The integer instructions of all architectures.

use super::{
    Machine,
    functions::{
        absolute_differences, constant_halves, funnel, has, holds, lookup, number, permute, product,
    },
    operand::{is_predicate, parted},
};

impl Machine {
    /// Executes an instruction; false if it is not one of these.
    pub(super) fn alu(&mut self, opcode: &str, operands: &[&str]) -> Result<bool, String> {
        let name = opcode.split('.').next().unwrap_or_default();
        let adds =
            matches!(name, "IADD3" | "IADD" | "IADD32I") && !opcode.contains("SAT") || opcode == "VIADD";
        if adds || matches!(opcode, "IMAD.X" | "IMAD.IADD") {
            return self.add(opcode, operands).map(|()| true);
        }
        if name == "ISETP" {
            return self.compare(opcode, operands).map(|()| true);
        }
        let missing = || format!("{opcode} has too few operands");
        let operand = |index: usize| operands.get(index).copied().ok_or_else(missing);
        let v = |index: usize| self.value(operand(index)?);
        let has = |modifier| has(opcode, modifier);
        let result = match name {
            "PRMT" => permute(v(1)?, v(2)?, v(3)?),
            "MOV" | "MOV32I" | "LDC" => v(1)?,
            "HFMA2" => constant_halves(operands)?,
            "IMAD" if has("WIDE") => return self.multiply_wide(opcode, operands).map(|()| true),
            // The addend has 64 bits.
            "IMAD" if has("HI") => {
                (product(opcode, v(1)?, v(2)?).wrapping_add(self.pair(operand(3)?)?) >> 32) as u32
            }
            "IMAD" => v(1)?.wrapping_mul(v(2)?).wrapping_add(v(3)?),
            "IABS" => v(1)?.cast_signed().unsigned_abs(),
            "SEL" => v(if self.predicate(operand(3)?)? { 1 } else { 2 })?,
            "SHF" => funnel(opcode, v(1)?, v(2)?, v(3)?),
            "SHL" | "SHR" => {
                let by = if has("W") { v(2)? % 32 } else { v(2)?.min(32) };
                let number = number(v(1)?, 32, !has("U32"));
                (if name == "SHL" { number << by } else { number >> by }) as u32
            }
            // The low bits, extended with their sign or with zeros.
            "SGXT" => match v(2)? {
                0 => 0,
                bits => number(v(1)?, bits.min(32), !has("U32")) as u32,
            },
            "BMSK" => {
                let (at, bits) = (v(1)?, v(2)?);
                let ones = (1_u64 << bits.min(32)) - 1;
                if at >= 32 { 0 } else { (ones << at) as u32 }
            }
            "BREV" => v(1)?.reverse_bits(),
            "POPC" => v(1)?.count_ones(),
            "FLO" if has("U32") => {
                let a = v(1)?;
                if a == 0 {
                    u32::MAX
                } else if has("SH") {
                    a.leading_zeros()
                } else {
                    a.ilog2()
                }
            }
            "LEA" if matches!(opcode, "LEA.HI.SX32" | "LEA.HI.X.SX32") => {
                let high = (number(v(1)?, 32, true) << v(3)?) >> 32;
                let carry = has("X") && self.predicate(operand(4)?)?;
                (high as u32).wrapping_add(v(2)?).wrapping_add(carry.into())
            }
            "LEA" if opcode == "LEA" => (v(1)? << v(3)?).wrapping_add(v(2)?),
            "LOP3" => {
                let first = usize::from(is_predicate(operand(0)?));
                let result = lookup(v(first + 1)?, v(first + 2)?, v(first + 3)?, v(first + 4)?);
                if first == 1 {
                    self.set_predicate(operands[0], result != 0);
                }
                self.set(operands[first], result);
                return Ok(true);
            }
            "VABSDIFF4" => {
                let lanes = absolute_differences(opcode, v(1)?, v(2)?);
                if has("ACC") {
                    lanes.iter().fold(v(3)?, |sum, lane| sum.wrapping_add(*lane))
                } else {
                    u32::from_le_bytes(lanes.map(|lane| lane as u8))
                }
            }
            _ => return Ok(false),
        };
        self.set(operand(0)?, result);
        Ok(true)
    }

    /// `IMAD.WIDE`: a product plus 64 bits. A predicate after the destination is the carry out of the sum; with
    /// `.X` the last one is a carry in.
    fn multiply_wide(&mut self, opcode: &str, operands: &[&str]) -> Result<(), String> {
        let (mut predicates, registers) = parted(operands);
        let [destination, a, b, c] = registers[..] else {
            return Err(format!("{opcode} has other operands"));
        };
        let carry = has(opcode, "X") && self.predicate(predicates.pop().ok_or("a carry")?)?;
        let product = product(opcode, self.value(a)?, self.value(b)?);
        let sum = u128::from(product) + u128::from(self.pair(c)?) + u128::from(carry);
        match predicates[..] {
            [] => {}
            [carry] => self.set_predicate(carry, sum >> 64 != 0),
            _ => return Err(format!("{opcode} has two carries")),
        }
        self.set_pair(destination, sum as u64)
    }

    /// Additions, with the carries of Pascal (`.CC`) and of later architectures (predicates).
    fn add(&mut self, opcode: &str, operands: &[&str]) -> Result<(), String> {
        let (first, rest) = operands.split_first().ok_or("no operands")?;
        let is_carry = |operand: &&&str| is_predicate(operand);
        let carries_out: Vec<&str> = rest.iter().take_while(is_carry).copied().collect();
        let rest = &rest[carries_out.len()..];
        let terms: Vec<&str> = rest.iter().take_while(|operand| !is_predicate(operand)).copied().collect();
        let carries_in = &rest[terms.len()..];
        let adds_carry = opcode.contains(".X");
        let mut sum = 0_u64;
        // A multiplication first: `a * b + c`.
        let skipped = match (opcode, terms.as_slice()) {
            ("IMAD.X", [a, b, _]) => {
                sum += u64::from(self.value(a)?.wrapping_mul(self.value(b)?));
                2
            }
            ("IMAD.IADD", [a, "0x1", _]) => {
                sum += u64::from(self.value(a)?);
                2
            }
            ("IMAD.X" | "IMAD.IADD", _) => return Err(format!("this form of {opcode} is not known")),
            _ => 0,
        };
        for term in &terms[skipped..] {
            // A minus is the complement plus 1: the carry counts.
            sum += match term.strip_prefix('-') {
                Some(negated) => u64::from(!self.value(negated)?) + 1,
                None => u64::from(self.value(term)?),
            };
        }
        if adds_carry && carries_in.is_empty() {
            sum += u64::from(self.carry);
        }
        for carry in carries_in {
            if !adds_carry {
                return Err(format!("{opcode} does not read its carry"));
            }
            sum += u64::from(self.predicate(carry)?);
        }
        for (index, carry) in carries_out.iter().enumerate() {
            self.set_predicate(carry, sum >> 32 > index as u64);
        }
        let destination = first.strip_suffix(".CC");
        if destination.is_some() {
            self.carry = sum >> 32 != 0;
        }
        self.set(destination.unwrap_or(first), sum as u32);
        Ok(())
    }

    /// `ISETP`, of pairs with `.U64` or `.S64`; with `.EX` the comparison of high words, after that of low words in the
    /// last operand.
    fn compare(&mut self, opcode: &str, operands: &[&str]) -> Result<(), String> {
        let [destination, second, a, b, source, low @ ..] = operands else {
            return Err(format!("{opcode} has other operands"));
        };
        let has = |modifier| has(opcode, modifier);
        let order = if has("U64") || has("S64") {
            let (x, y) = (self.pair(a)?, self.pair(b)?);
            if has("U64") { x.cmp(&y) } else { x.cast_signed().cmp(&y.cast_signed()) }
        } else {
            let number = |operand| Ok::<_, String>(number(self.value(operand)?, 32, !has("U32")));
            number(a)?.cmp(&number(b)?)
        };
        let holds = match low {
            [] => holds(opcode, order)?,
            [low] if has("EX") && order.is_eq() => self.predicate(low)?,
            [_] if has("EX") => holds(opcode, order)?,
            _ => return Err(format!("{opcode} has other operands")),
        };
        let source = self.predicate(source)?;
        let result = |holds: bool| match () {
            () if has("AND") => Ok(holds && source),
            () if has("OR") => Ok(holds || source),
            () if has("XOR") => Ok(holds != source),
            () => Err(format!("the combination of {opcode} is not known")),
        };
        let (first, other) = (result(holds)?, result(!holds)?);
        self.set_predicate(destination, first);
        self.set_predicate(second, other);
        Ok(())
    }
}
