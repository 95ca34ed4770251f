//! The printed formula, read and computed: oracle, the datapath.
//!
//! The reader knows what a reader of the formula knows: numbers are exact, `S8` and its like read the selected bits,
//! `>>` rounds down, `clamp` clamps, `[31:0]` cuts.

use std::collections::HashMap;

use vmad_sass::{
    Vmad, assemble,
    vmad::{Ports, RegisterSource, SourceB},
};
use vmad_unit::{Guard, Register, Sign, execute, vmad::Mode};

/// Computes an expression of the formula.
struct Reader<'t> {
    rest: &'t str,
    /// Registers, and the names of the lines above.
    values: &'t HashMap<String, i128>,
}

impl<'t> Reader<'t> {
    fn compute(text: &'t str, values: &'t HashMap<String, i128>) -> i128 {
        let mut reader = Reader { rest: text, values };
        let value = reader.shifted();
        assert_eq!(reader.rest, "", "{text}");
        value
    }

    fn take(&mut self, mark: &str) -> bool {
        let rest = self.rest.trim_start();
        let taken = rest.strip_prefix(mark);
        self.rest = taken.unwrap_or(self.rest).trim_start();
        taken.is_some()
    }

    fn need(&mut self, mark: &str) {
        assert!(self.take(mark), "{mark:?} is not at {:?}", self.rest);
    }

    fn word(&mut self) -> &'t str {
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        assert!(!word.is_empty(), "nothing at {rest:?}");
        word
    }

    fn shifted(&mut self) -> i128 {
        let value = self.sum();
        if self.take(">>") { value >> self.sum() } else { value }
    }

    fn sum(&mut self) -> i128 {
        let mut value = self.product();
        loop {
            if self.take("+") {
                value += self.product();
            } else if self.rest.starts_with("- ") || self.rest.starts_with("-1") {
                self.need("-");
                value -= self.product();
            } else {
                return value;
            }
        }
    }

    fn product(&mut self) -> i128 {
        let mut value = self.unary();
        while self.take("*") {
            value *= self.unary();
        }
        value
    }

    fn unary(&mut self) -> i128 {
        if self.take("-") { -self.power() } else { self.power() }
    }

    fn power(&mut self) -> i128 {
        let value = self.atom();
        if self.take("^") { value.pow(self.atom() as u32) } else { value }
    }

    fn atom(&mut self) -> i128 {
        if self.take("(") {
            let value = self.sum();
            self.need(")");
            return value;
        }
        let word = self.word();
        if word == "clamp" {
            self.need("(");
            let value = self.sum();
            self.need(",");
            let low = self.sum();
            self.need(",");
            let high = self.sum();
            self.need(")");
            return value.clamp(low, high);
        }
        if let Some(width) = word.strip_prefix(['U', 'S']) {
            return self.part(word.starts_with('S'), width.parse().expect("a width"));
        }
        if let Some(digits) = word.strip_prefix("0x") {
            return i128::from_str_radix(digits, 16).expect("a number");
        }
        if let Ok(number) = word.parse() {
            return number;
        }
        let value = *self.values.get(word).unwrap_or_else(|| panic!("no {word}"));
        if self.take("[31:0]") { value & 0xffff_ffff } else { value }
    }

    /// `(R1.H1)` after `S16`.
    fn part(&mut self, signed: bool, width: u32) -> i128 {
        self.need("(");
        let value = self.atom();
        let selector = if self.take(".") { self.word() } else { "" };
        self.need(")");
        let position = match selector.split_at(selector.len().min(1)) {
            ("", "") => 0,
            (_, digit) => digit.parse::<u32>().expect("a position") * width,
        };
        assert_eq!(selector.starts_with('B'), width == 8, "a byte of a byte's format");
        let field = value >> position & ((1 << width) - 1);
        if signed && field >> (width - 1) == 1 { field - (1 << width) } else { field }
    }
}

/// The tmp, the shr and the result that an instruction's formula gives.
fn read(vmad: &Vmad, ports: Ports) -> [i128; 3] {
    let formula = vmad.formula();
    let mut values = HashMap::from([("RZ".to_owned(), 0)]);
    for (register, value) in [(vmad.a.register, ports.a), (vmad.c, ports.c)] {
        values.insert(register.to_string(), value.into());
    }
    if let SourceB::Register { source, .. } = vmad.b {
        values.insert(source.register.to_string(), ports.b.into());
    }
    [formula.tmp, formula.shr, formula.result].map(|line| {
        let (name, text) = line.split_once(" = ").expect("a name and an expression");
        let value = Reader::compute(text, &values);
        values.insert(name.to_owned(), value);
        value
    })
}

fn assert_computes(vmad: &Vmad, ports: Ports) {
    let trace = vmad.trace(ports);
    let [tmp, shr, result] = read(vmad, ports);
    let context = || format!("{vmad} on {ports:x?}: {:?}", vmad.formula());
    assert_eq!(Some(tmp), trace.value("tmp"), "{}", context());
    assert_eq!(Some(shr), trace.value("shr"), "{}", context());
    let word = execute(vmad.mode(), ports.a, ports.b, ports.c);
    assert_eq!(result & 0xffff_ffff, i128::from(word), "{}", context());
}

fn instruction(mode: Mode, b: SourceB) -> Vmad {
    let register = Register::from_encoding;
    Vmad {
        guard: Guard::ALWAYS,
        destination: register(9),
        cc: false,
        a: RegisterSource { register: register(2), operand: mode.a },
        b,
        c: register(4),
        psign: mode.psign,
        scale: mode.scale,
        saturate: mode.saturate,
    }
}

/// Inputs that reach the ends of every width, and random ones.
fn inputs(random: &mut fastrand::Rng) -> Vec<[u32; 3]> {
    let corner = |random: &mut fastrand::Rng| {
        random.choice([0, u32::MAX, 0x8000_0000, 0x7fff_ffff, 0x8080_8080]).expect("corners")
    };
    let mut inputs: Vec<_> = (0..8).map(|_| [(); 3].map(|()| corner(random))).collect();
    inputs.extend((0..4).map(|_| [(); 3].map(|()| random.u32(..))));
    inputs
}

#[test]
fn the_formula_computes_what_the_unit_does_in_all_4704_settings() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut settings = 0;
    for mode in Mode::all() {
        let source = RegisterSource { register: Register::from_encoding(3), operand: mode.b };
        let vmad = instruction(mode, SourceB::register(source));
        for [a, b, c] in inputs(&mut random) {
            assert_computes(&vmad, Ports { a, b, c });
        }
        settings += 1;
    }
    assert_eq!(settings, 4704);
}

#[test]
fn the_formula_computes_what_the_unit_does_with_immediates() {
    let mut random = fastrand::Rng::with_seed(6);
    for mode in Mode::all() {
        let vmad = instruction(mode, SourceB::Immediate { value: random.u16(..), sign: mode.b.sign });
        for [a, b, c] in inputs(&mut random) {
            assert_computes(&vmad, vmad.feed(Ports { a, b, c }));
        }
    }
}

#[test]
fn the_formula_names_registers_and_rz() {
    let formula = |text| assemble(text).expect("it assembles").instruction.formula();
    let found = formula("VMAD.S16.U8.SHR_7.SAT R0.CC, -R1.H1, R2.B3, R4");
    assert_eq!(found.tmp, "tmp = -(S16(R1.H1) * U8(R2.B3)) + S32(R4)");
    assert_eq!(found.shr, "shr = tmp >> 7");
    assert_eq!(found.result, "R0 = clamp(shr, -2^31, 2^31-1)");
    assert_eq!((found.intermediate.why, found.last.why), ("A is signed", "the intermediate is signed"));
    let found = formula("VMAD.U32.U16 RZ, RZ, 0xfffb, -R7");
    assert_eq!(found.tmp, "tmp = U32(RZ) * U16(0xfffb) - U32(R7)");
    assert_eq!((found.shr.as_str(), found.result.as_str()), ("shr = tmp", "RZ = shr[31:0]"));
    assert_eq!(found.last.why, "C is negated");
    assert_eq!(formula("VMAD.U8.U8.PO.SAT R1, R2, R3, R4").result, "R1 = clamp(shr, 0, 2^32-1)");
}

/// Each reason names what makes the sign.
#[test]
fn reasons_name_their_cause() {
    for mode in Mode::all() {
        let source = RegisterSource { register: Register::RZ, operand: mode.b };
        let found = instruction(mode, SourceB::register(source)).formula();
        assert_eq!(found.intermediate.sign, mode.intermediate_sign());
        assert_eq!(found.last.sign, mode.final_sign());
        let why = found.intermediate.why;
        let signed = |operand: vmad_unit::Operand| operand.sign == Sign::Signed;
        assert_eq!(why == "A is signed" || why == "A and B are signed", signed(mode.a), "{mode:?}");
        assert_eq!(why == "B is signed" || why == "A and B are signed", signed(mode.b), "{mode:?}");
        assert_eq!(found.last.why == "C is negated", found.intermediate.sign != found.last.sign);
    }
}
