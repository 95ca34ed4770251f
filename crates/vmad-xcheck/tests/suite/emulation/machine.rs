//! The few instructions of Pascal and Volta that ptxas emulates `vmad` with.
//!
//! A 32-bit product's high word on Pascal takes four `XMAD` and an `IADD3.RS`: as one sequence they are
//! `mul.hi.s32`, for which ptxas emits the very same five. The interpreter takes them so: `XMAD.S16.S16.CSFU`, which
//! names both factors, works the high word out, and `IADD3.RS` delivers it.

use std::collections::HashMap;

/// Registers, predicates, and what passes between two instructions.
#[derive(Default)]
struct Machine {
    registers: HashMap<String, u32>,
    predicates: HashMap<String, bool>,
    /// `.CC`.
    carry: bool,
    /// The high word of the product that is being made of `XMAD`s.
    high: u32,
}

/// Runs instructions with `; ` between them: `a`, `b` and `c` in R4, R5 and R6; the result is R4.
pub(crate) fn run(code: &str, [a, b, c]: [u32; 3]) -> u32 {
    let mut machine = Machine::default();
    for (name, value) in [("R4", a), ("R5", b), ("R6", c)] {
        machine.set(name, value);
    }
    machine.predicates.insert("PT".to_owned(), true);
    for instruction in code.split("; ") {
        machine.guarded(instruction);
    }
    machine.value("R4")
}

impl Machine {
    fn set(&mut self, register: &str, value: u32) {
        self.registers.insert(register.to_owned(), value);
    }

    /// An operand: a register, perhaps inverted, or a number; in the constant bank all code keeps `S32_MIN` alone.
    fn value(&self, operand: &str) -> u32 {
        let operand = operand.trim_end_matches(".reuse").trim_end_matches(".H1");
        if let Some(inverted) = operand.strip_prefix('~') {
            return !self.value(inverted);
        }
        if let Some(digits) = operand.strip_prefix("0x") {
            return u32::from_str_radix(digits, 16).unwrap();
        }
        match operand {
            "RZ" => 0,
            constant if constant.starts_with("c[") => 0x8000_0000,
            _ => *self.registers.get(operand).unwrap_or_else(|| panic!("{operand} holds nothing")),
        }
    }

    fn halves(&self, operand: &str) -> (u32, u32) {
        let value = self.value(operand);
        (value & 0xffff, value >> 16)
    }

    /// `R4` and `R5` as one number.
    fn pair(&self, register: &str) -> u64 {
        if register == "RZ" {
            return 0;
        }
        let number: u32 = register[1..].trim_end_matches(".reuse").parse().unwrap();
        u64::from(self.value(&format!("R{number}")))
            | u64::from(self.value(&format!("R{}", number + 1))) << 32
    }

    fn predicate(&self, name: &str) -> bool {
        match name.strip_prefix('!') {
            Some(name) => !self.predicates[name],
            None => self.predicates[name],
        }
    }

    fn guarded(&mut self, instruction: &str) {
        match instruction.strip_prefix('@') {
            Some(rest) => {
                let (guard, rest) = rest.split_once(' ').unwrap();
                if self.predicate(guard) {
                    self.step(rest);
                }
            }
            None => self.step(instruction),
        }
    }

    fn step(&mut self, instruction: &str) {
        let (opcode, rest) = instruction.split_once(' ').unwrap_or((instruction, ""));
        let operands: Vec<&str> = rest.split(", ").collect();
        if self.multiply(opcode, &operands) || self.add(opcode, &operands) || self.compare(opcode, &operands)
        {
            return;
        }
        let v = |index: usize| self.value(operands[index]);
        let result = match opcode {
            "PRMT" => permute(v(1), v(2), v(3)),
            "MOV32I" | "MOV" => v(1),
            "IMAD.MOV.U32" => v(3),
            "BFE" => {
                let (low, width) = (v(2) & 0xff, v(2) >> 8);
                ((v(1) << (32 - low - width)) as i32 >> (32 - width)) as u32
            }
            "SHR" => (v(1) as i32 >> v(2)) as u32,
            "SHR.U32" => v(1) >> v(2),
            "SHF.R.S64" => ((u64::from(v(3)) << 32 | u64::from(v(1))) as i64 >> v(2)) as u32,
            "SHF.R.U64" => ((u64::from(v(3)) << 32 | u64::from(v(1))) >> v(2)) as u32,
            "SHF.R.S32.HI" => (v(3) as i32 >> v(2)) as u32,
            "SHF.R.U32.HI" => v(3) >> v(2),
            "LOP.XOR" => v(1) ^ v(2),
            "LOP.PASS_B" => v(2),
            "LOP3.LUT" => lookup(v(1), v(2), v(3), v(4)),
            _ => panic!("{instruction} is not known here"),
        };
        self.set(operands[0], result);
    }

    /// Multiplications; false if it is none.
    fn multiply(&mut self, opcode: &str, operands: &[&str]) -> bool {
        let v = |index: usize| self.value(operands[index]);
        let result = match opcode {
            "IMAD" => v(1).wrapping_mul(v(2)).wrapping_add(v(3)),
            "IMAD.WIDE" => {
                let product = i64::from(v(1) as i32) * i64::from(v(2) as i32);
                let sum = (product as u64).wrapping_add(self.pair(operands[3]));
                let number: u32 = operands[0][1..].parse().unwrap();
                self.set(&format!("R{}", number + 1), (sum >> 32) as u32);
                sum as u32
            }
            "XMAD" => (v(1) & 0xffff).wrapping_mul(v(2) & 0xffff).wrapping_add(v(3)),
            "XMAD.MRG" => {
                let (low, high) = self.halves(operands[2]);
                (v(1) & 0xffff).wrapping_mul(high).wrapping_add(v(3)) & 0xffff | low << 16
            }
            "XMAD.PSL.CBCC" => {
                let ((_, a), (low, high)) = (self.halves(operands[1]), self.halves(operands[2]));
                (a.wrapping_mul(high) << 16).wrapping_add(low << 16).wrapping_add(v(3))
            }
            "XMAD.S16.S16.CSFU" => {
                self.high = ((i64::from(v(1) as i32) * i64::from(v(2) as i32)) >> 32) as u32;
                return true;
            }
            "XMAD.U16.S16" | "XMAD.S16.U16.CHI" => return true,
            "IADD3.RS" => self.high,
            _ => return false,
        };
        self.set(operands[0], result);
        true
    }

    /// Additions, with the carries of Pascal (`.CC`) and of Volta (predicates); false if it is none.
    fn add(&mut self, opcode: &str, operands: &[&str]) -> bool {
        if !matches!(opcode, "IADD" | "IADD32I" | "IADD3" | "IADD.X" | "IADD3.X" | "IMAD.X") {
            return false;
        }
        let (carries, terms): (Vec<&str>, Vec<&str>) =
            operands[1..].iter().partition(|it| it.starts_with('P'));
        let mut sum: u64 = match opcode {
            "IMAD.X" => {
                u64::from(self.value(terms[0]).wrapping_mul(self.value(terms[1])))
                    + u64::from(self.value(terms[2]))
            }
            _ => terms.iter().map(|term| u64::from(self.value(term))).sum(),
        };
        let (destination, sets_carry) = match operands[0].strip_suffix(".CC") {
            Some(destination) => (destination, true),
            None => (operands[0], false),
        };
        if opcode.strip_suffix(".X").is_some() {
            let from_predicates = carries.iter().filter(|carry| self.predicate(carry)).count() as u64;
            sum += if carries.is_empty() { u64::from(self.carry) } else { from_predicates };
        } else {
            for (index, carry) in carries.iter().enumerate() {
                self.predicates.insert((*carry).to_owned(), sum >> 32 > index as u64);
            }
        }
        if sets_carry {
            assert!(sum >> 32 < 2, "a carry of two bits");
            self.carry = sum >> 32 == 1;
        }
        self.set(destination, sum as u32);
        true
    }

    /// Comparisons and selections; false if it is none.
    fn compare(&mut self, opcode: &str, operands: &[&str]) -> bool {
        let v = |index: usize| self.value(operands[index]);
        let result = match opcode {
            "ISETP.EQ.AND" | "ISETP.NE.U32.AND" | "ISETP.GE.AND" => {
                let (x, y) = (v(2), v(3));
                let holds = match opcode {
                    "ISETP.EQ.AND" => x == y,
                    "ISETP.NE.U32.AND" => x != y,
                    _ => x as i32 >= y as i32,
                };
                self.predicates.insert(operands[0].to_owned(), holds);
                return true;
            }
            "ISET.GE.AND" => u32::from((v(1) as i32) < v(2) as i32).wrapping_sub(1),
            "ISET.NE.U32.AND" => u32::from(v(1) == v(2)).wrapping_sub(1),
            "SEL" => {
                if self.predicate(operands[3]) {
                    v(1)
                } else {
                    v(2)
                }
            }
            "ICMP.GE" => {
                if v(3) as i32 >= 0 {
                    v(1)
                } else {
                    v(2)
                }
            }
            _ => return false,
        };
        self.set(operands[0], result);
        true
    }
}

/// `PRMT`: each of four bytes is one of eight, or eight copies of its sign.
fn permute(a: u32, selector: u32, c: u32) -> u32 {
    let bytes = (u64::from(c) << 32 | u64::from(a)).to_le_bytes();
    u32::from_le_bytes(std::array::from_fn(|index| {
        let nibble = selector >> (4 * index) & 15;
        let byte = bytes[nibble as usize & 7];
        if nibble & 8 == 0 { byte } else { (byte as i8 >> 7) as u8 }
    }))
}

/// `LOP3.LUT`: the table's bit for each triple of bits.
fn lookup(a: u32, b: u32, c: u32, table: u32) -> u32 {
    let pick = |word: u32, index: u32, bit: u32| if index & bit == 0 { !word } else { word };
    (0..8)
        .filter(|index| table >> index & 1 == 1)
        .fold(0, |result, index| result | pick(a, index, 4) & pick(b, index, 2) & pick(c, index, 1))
}
