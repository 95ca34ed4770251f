//! The integer instructions of all architectures.

use super::{Machine, operand::is_predicate};

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
        let has = |modifier: &str| opcode.split('.').any(|it| it == modifier);
        let result = match name {
            "PRMT" => permute(v(1)?, v(2)?, v(3)?),
            "MOV" | "MOV32I" | "LDC" => v(1)?,
            "HFMA2" => constant_halves(operands)?,
            "IMAD" if has("WIDE") => return self.multiply_wide(opcode, operands).map(|()| true),
            // The addend has 64 bits.
            "IMAD" if has("HI") => {
                let (a, b, c) = (v(1)?, v(2)?, self.pair(operand(3)?)?);
                let product = if has("U32") {
                    u64::from(a) * u64::from(b)
                } else {
                    (i64::from(a.cast_signed()) * i64::from(b.cast_signed())).cast_unsigned()
                };
                (product.wrapping_add(c) >> 32) as u32
            }
            "IMAD" => v(1)?.wrapping_mul(v(2)?).wrapping_add(v(3)?),
            _ if matches!(opcode, "IADD.SAT" | "IADD32I.SAT" | "VIADD.S32.ISAT") => {
                let sum = self.signed(operand(1)?)? + self.signed(operand(2)?)?;
                (sum.clamp(i32::MIN.into(), i32::MAX.into()) as i32).cast_unsigned()
            }
            "VIADDMNMX" => {
                let (a, b) = (v(1)?.wrapping_add(v(2)?), v(3)?);
                let is_less = if has("U32") { a < b } else { a.cast_signed() < b.cast_signed() };
                if is_less == self.predicate(operand(4)?)? { a } else { b }
            }
            "IABS" => v(1)?.cast_signed().unsigned_abs(),
            "VIADD" if opcode == "VIADD.16x2" => {
                let (a, b) = (v(1)?, v(2)?);
                let low = a.wrapping_add(b) & 0xffff;
                (a & 0xffff_0000).wrapping_add(b & 0xffff_0000) | low
            }
            "VIADD" if matches!(opcode, "VIADD.S8x4" | "VIADD.U8x4") => {
                let a = v(1)?.to_le_bytes();
                let b = match operand(2)?.strip_prefix('-') {
                    Some(negated) => self.value(negated)?.to_le_bytes().map(u8::wrapping_neg),
                    None => v(2)?.to_le_bytes(),
                };
                u32::from_le_bytes(std::array::from_fn(|lane| a[lane].wrapping_add(b[lane])))
            }
            "IMNMX" | "VIMNMX" | "VIMNMX3" => {
                // Newer releases write two predicates after the destination.
                let terms = operands.iter().skip(1).filter(|it| !is_predicate(it));
                let terms: Vec<u32> = terms.map(|it| self.value(it)).collect::<Result<_, _>>()?;
                let takes_less = self.predicate(operands.last().ok_or_else(missing)?)?;
                extreme(opcode, &terms, takes_less)?
            }
            "SEL" => v(if self.predicate(operand(3)?)? { 1 } else { 2 })?,
            "SHF" => funnel(opcode, v(1)?, v(2)?, v(3)?),
            "SHL" => shift(v(1)?, v(2)?, has("W"), |a, by| a << by, 0),
            "SHR" if has("U32") => shift(v(1)?, v(2)?, has("W"), |a, by| a >> by, 0),
            "SHR" => {
                let a = v(1)?.cast_signed();
                shift(
                    a.cast_unsigned(),
                    v(2)?,
                    has("W"),
                    |_, by| (a >> by).cast_unsigned(),
                    (a >> 31).cast_unsigned(),
                )
            }
            "SGXT" => extended(v(1)?, v(2)?, has("U32")),
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
            "LEA" if opcode == "LEA.HI.X.SX32" => {
                let high = (i64::from(v(1)?.cast_signed()) << v(3)?) >> 32;
                let carry = u32::from(self.predicate(operand(4)?)?);
                (high.cast_unsigned() as u32).wrapping_add(v(2)?).wrapping_add(carry)
            }
            "LEA" if opcode == "LEA.HI.SX32" => {
                let high = (i64::from(v(1)?.cast_signed()) << v(3)?) >> 32;
                (high.cast_unsigned() as u32).wrapping_add(v(2)?)
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

    /// A signed number; a register with a minus sign does not wrap.
    fn signed(&self, operand: &str) -> Result<i64, String> {
        match operand.strip_prefix('-').filter(|it| !it.starts_with("0x")) {
            Some(register) => Ok(-i64::from(self.value(register)?.cast_signed())),
            None => Ok(self.value(operand)?.cast_signed().into()),
        }
    }

    /// `IMAD.WIDE`: a product plus 64 bits. A predicate after the destination is the carry out of the sum; with
    /// `.X` the last one is a carry in.
    fn multiply_wide(&mut self, opcode: &str, operands: &[&str]) -> Result<(), String> {
        let registers: Vec<&str> = operands.iter().filter(|it| !is_predicate(it)).copied().collect();
        let [destination, a, b, c] = registers[..] else {
            return Err(format!("{opcode} has other operands"));
        };
        let mut predicates: Vec<&str> = operands.iter().filter(|it| is_predicate(it)).copied().collect();
        let carry = if opcode.split('.').any(|it| it == "X") {
            Some(predicates.pop().ok_or("a carry")?)
        } else {
            None
        };
        let (a, b) = (self.value(a)?, self.value(b)?);
        let product = if opcode.contains(".U32") {
            u64::from(a) * u64::from(b)
        } else {
            (i64::from(a.cast_signed()) * i64::from(b.cast_signed())).cast_unsigned()
        };
        let carry = carry.map_or(Ok(false), |name| self.predicate(name))?;
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
        let terms: Vec<&str> = rest.iter().take_while(|it| !is_predicate(it)).copied().collect();
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

    /// `ISETP`; with `.EX` the comparison of high words, after that of low words in the last operand.
    fn compare(&mut self, opcode: &str, operands: &[&str]) -> Result<(), String> {
        let [destination, second, a, b, source, low @ ..] = operands else {
            return Err(format!("{opcode} has other operands"));
        };
        let mut parts = opcode.split('.').skip(1);
        let comparison = parts.next().unwrap_or_default();
        let modifiers: Vec<&str> = parts.collect();
        let (x, y) = (self.value(a)?, self.value(b)?);
        let order =
            if modifiers.contains(&"U32") { x.cmp(&y) } else { x.cast_signed().cmp(&y.cast_signed()) };
        let plain = |order: std::cmp::Ordering| match comparison {
            "LT" => Ok(order.is_lt()),
            "LE" => Ok(order.is_le()),
            "EQ" => Ok(order.is_eq()),
            "NE" => Ok(order.is_ne()),
            "GE" => Ok(order.is_ge()),
            "GT" => Ok(order.is_gt()),
            _ => Err(format!("the comparison of {opcode} is not known")),
        };
        let holds = match low {
            [] => plain(order)?,
            [low] if modifiers.contains(&"EX") && order.is_eq() => self.predicate(low)?,
            [_] if modifiers.contains(&"EX") => plain(order)?,
            _ => return Err(format!("{opcode} has other operands")),
        };
        let source = self.predicate(source)?;
        let result = |holds: bool| match () {
            () if modifiers.contains(&"AND") => Ok(holds && source),
            () if modifiers.contains(&"OR") => Ok(holds || source),
            () if modifiers.contains(&"XOR") => Ok(holds != source),
            () => Err(format!("the combination of {opcode} is not known")),
        };
        let (first, other) = (result(holds)?, result(!holds)?);
        self.set_predicate(destination, first);
        self.set_predicate(second, other);
        Ok(())
    }
}

/// The smallest or largest of some numbers, of words or of two half-words; with `.RELU` at least 0.
fn extreme(opcode: &str, terms: &[u32], takes_less: bool) -> Result<u32, String> {
    let mut number: fn(u32) -> i64 = |word| word.cast_signed().into();
    let (mut halves, mut least) = (false, i64::MIN);
    for modifier in opcode.split('.').skip(1) {
        match modifier {
            "S32" => {}
            "U32" => number = |word| word.into(),
            "S16x2" => (halves, number) = (true, |word| (word as u16).cast_signed().into()),
            "U16x2" => (halves, number) = (true, |word| (word as u16).into()),
            "RELU" => least = 0,
            _ => return Err(format!("{modifier} of {opcode} is not known")),
        }
    }
    let of = |shift: u32| {
        let numbers = terms.iter().map(|term| number(term >> shift));
        let found = if takes_less { numbers.min() } else { numbers.max() };
        found.unwrap_or_default().max(least) as u32
    };
    Ok(if halves { of(0) & 0xffff | of(16) << 16 } else { of(0) })
}

/// The absolute differences of bytes. The opcode has the formats of both operands, or one for both; none is S8.
fn absolute_differences(opcode: &str, a: u32, b: u32) -> [u32; 4] {
    let formats = opcode.split('.').filter(|it| matches!(*it, "U8" | "S8"));
    let formats: Vec<bool> = formats.map(|it| it == "U8").collect();
    let is_unsigned = |index| formats.get(index).or(formats.first()).copied().unwrap_or(false);
    let lane = |operand: usize, word: u32, index: usize| -> i32 {
        let byte = word.to_le_bytes()[index];
        if is_unsigned(operand) { byte.into() } else { byte.cast_signed().into() }
    };
    std::array::from_fn(|index| lane(0, a, index).abs_diff(lane(1, b, index)))
}

/// `SGXT`: the low bits, extended with their sign or with zeros.
fn extended(a: u32, bits: u32, unsigned: bool) -> u32 {
    let masked = (u64::from(a) & ((1_u64 << bits.min(32)) - 1)) as u32;
    if unsigned || bits == 0 || bits >= 32 {
        masked
    } else {
        ((masked << (32 - bits)).cast_signed() >> (32 - bits)).cast_unsigned()
    }
}

/// `PRMT`: each of four bytes is one of eight, or eight copies of its sign.
fn permute(a: u32, selector: u32, c: u32) -> u32 {
    let bytes = (u64::from(c) << 32 | u64::from(a)).to_le_bytes();
    u32::from_le_bytes(std::array::from_fn(|index| {
        let nibble = selector >> (4 * index) & 15;
        let byte = bytes[nibble as usize & 7];
        if nibble & 8 == 0 { byte } else { (byte.cast_signed() >> 7).cast_unsigned() }
    }))
}

/// `LOP3.LUT`: the table's bit for each triple of bits.
fn lookup(a: u32, b: u32, c: u32, table: u32) -> u32 {
    let pick = |word: u32, index: u32, bit: u32| if index & bit == 0 { !word } else { word };
    (0..8)
        .filter(|index| table >> index & 1 == 1)
        .fold(0, |result, index| result | pick(a, index, 4) & pick(b, index, 2) & pick(c, index, 1))
}

/// `SHF`: the 64 bits of c and a, shifted, and their low or high word.
fn funnel(opcode: &str, a: u32, amount: u32, c: u32) -> u32 {
    let has = |modifier: &str| opcode.split('.').any(|it| it == modifier);
    let value = u64::from(c) << 32 | u64::from(a);
    let most = if has("U64") || has("S64") { 63 } else { 32 };
    let by = if has("W") { amount % if most == 63 { 64 } else { 32 } } else { amount.min(most) };
    let shifted = match (has("L"), has("S32") || has("S64")) {
        (true, _) => value << by,
        (false, true) => (value.cast_signed() >> by).cast_unsigned(),
        (false, false) => value >> by,
    };
    (if has("HI") { shifted >> 32 } else { shifted }) as u32
}

fn shift(a: u32, amount: u32, wraps: bool, shifted: impl Fn(u32, u32) -> u32, beyond: u32) -> u32 {
    if wraps || amount < 32 { shifted(a, amount % 32) } else { beyond }
}

/// `HFMA2 R3, -RZ, RZ, 0, 5.96e-08`: a constant as two half precision numbers.
fn constant_halves(operands: &[&str]) -> Result<u32, String> {
    let [_, "-RZ", "RZ", high, low] = operands else {
        return Err("this form of HFMA2 is not known".to_owned());
    };
    Ok(u32::from(half(high)?) << 16 | u32::from(half(low)?))
}

/// The bits of a half precision number; the text has its exact value.
fn half(text: &str) -> Result<u16, String> {
    let value: f64 = text.parse().map_err(|_| format!("{text} is not a number"))?;
    let sign = u16::from(text.starts_with('-')) << 15;
    let magnitude = value.abs();
    if text.trim_start_matches('-') == "0.0" || magnitude.to_bits() == 0 {
        return Ok(sign);
    }
    let found = (1..0x7c00_u16).find(|bits| {
        let (exponent, fraction) = (i32::from(bits >> 10), f64::from(bits & 0x3ff));
        let number = if exponent == 0 { fraction } else { (1024.0 + fraction) * 2_f64.powi(exponent - 1) };
        (number * 2_f64.powi(-24)).to_bits() == magnitude.to_bits()
    });
    found.map(|bits| sign | bits).ok_or_else(|| format!("{text} is not a half precision number"))
}
