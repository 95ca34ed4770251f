//! The diagnosis of faulty emulators: the unit with one fault or two, each under a condition. None of them uses a rule.

use vmad_observe::{
    observed::{Diagnosis, Observation, Tally},
    vectors::{Count, Filter, Stream, Vectors},
};
use vmad_sass::{Instruction, Ports};
use vmad_unit::{
    Kind, Kind::*, Operand, Operation, Saturate, SecondOp, Selector, Sign, saturate::Range,
    vabsdiff4::Mode as Lanes,
};

/// An execution of an emulator.
#[derive(Clone)]
struct Emulated {
    instruction: Instruction,
    operation: Operation,
    ports: [u32; 3],
}

type Emulator = fn(&Emulated) -> u32;

/// A faulty emulator, its instructions, and what is found: the identifier of each rule, or nothing, and the condition.
struct Fault {
    name: &'static str,
    kinds: &'static [Kind],
    run: Emulator,
    found: &'static [(&'static str, &'static str)],
}

impl Emulated {
    fn right(&self) -> u32 {
        let [a, b, c] = self.ports;
        self.operation.execute(a, b, c)
    }

    fn is(&self, kind: Kind) -> bool {
        self.operation.kind() == kind
    }

    fn field(&self, name: &str) -> Option<u64> {
        self.instruction.field(name)
    }

    fn has(&self, name: &str, value: u64) -> bool {
        self.field(name) == Some(value)
    }

    fn a(&self) -> i128 {
        self.operands()[0]
    }

    fn b(&self) -> i128 {
        self.operands()[1]
    }

    fn operands(&self) -> [i128; 2] {
        let [a, b] = self.operation.operands().unwrap();
        [a.value(self.ports[0]).into(), b.value(self.ports[1]).into()]
    }

    fn signs(&self) -> [Sign; 2] {
        self.operation.operands().map_or([Sign::Unsigned; 2], |operands| operands.map(|operand| operand.sign))
    }

    fn second(&self) -> SecondOp {
        self.operation.output().map_or(SecondOp::None, |output| output.second)
    }

    fn saturates(&self) -> bool {
        self.operation.saturate() == Saturate::On
    }

    /// The sign of the result.
    fn sign(&self) -> Sign {
        match self.operation {
            Operation::Vmad(mode) => mode.final_sign(),
            Operation::Vabsdiff4(mode) => mode.sign,
            _ => self.operation.output().map_or(Sign::Unsigned, |output| output.sign),
        }
    }

    /// The word with another value of a field.
    fn with(&self, name: &str, value: u64) -> u32 {
        let Some(field) = self.instruction.form().field(name) else { return self.right() };
        let word = field.with(self.instruction.encode(), value);
        let Ok(instruction) = Instruction::decode(word) else { return self.right() };
        let Some(operation) = instruction.operation() else { return self.right() };
        let [a, b, c] = self.ports;
        operation.execute(a, b, c)
    }

    fn with_operands(&self, change: impl Fn([Operand; 2]) -> [Operand; 2]) -> u32 {
        let [a, b, c] = self.ports;
        let Some(operands) = self.operation.operands() else { return self.right() };
        self.operation.with_operands(change(operands)).execute(a, b, c)
    }

    /// The value before the clamp.
    fn tmp(&self) -> i128 {
        let [a, b, c] = self.ports;
        let trace = self.operation.trace(a, b, c);
        trace.value("shr").or_else(|| trace.value("tmp")).unwrap_or_default()
    }

    fn wire(&self, name: &str) -> i128 {
        let [a, b, c] = self.ports;
        self.operation.trace(a, b, c).value(name).unwrap_or_default()
    }

    /// The stages after the value before the clamp, with a range.
    fn clamp(&self, tmp: i128, Range { min, max }: Range) -> u32 {
        self.finish(if self.saturates() { tmp.clamp(min, max) } else { tmp })
    }

    fn range(&self) -> Range {
        Range::of(self.sign(), self.second().bits())
    }

    /// The second operation on a clamped value.
    fn finish(&self, value: i128) -> u32 {
        let (cut, c) = (value as u32, self.ports[2]);
        let is_less = match self.sign() {
            Sign::Unsigned => cut < c,
            Sign::Signed => (cut as i32) < c as i32,
        };
        match self.second() {
            SecondOp::Mrg16H => cut << 16 | c & 0xffff,
            SecondOp::Mrg16L => cut & 0xffff | c & 0xffff_0000,
            SecondOp::Mrg8B0 => cut & 0xff | c & 0xffff_ff00,
            SecondOp::Mrg8B2 => (cut & 0xff) << 16 | c & 0xff00_ffff,
            SecondOp::Acc => cut.wrapping_add(c),
            SecondOp::Min => {
                if is_less {
                    cut
                } else {
                    c
                }
            }
            SecondOp::Max => {
                if is_less {
                    c
                } else {
                    cut
                }
            }
            SecondOp::None => cut,
        }
    }

    /// The stages after tmp.
    fn after(&self, tmp: i128) -> u32 {
        self.clamp(tmp, self.range())
    }

    /// `VABSDIFF4` with another value of a lane, before its clamp.
    fn lanes(&self, lane: impl Fn(i128, i128) -> i128) -> u32 {
        let Operation::Vabsdiff4(Lanes { lanes, saturate, accumulate, sign, .. }) = self.operation else {
            return self.right();
        };
        let c = self.ports[2];
        let mut result = if accumulate { c } else { 0 };
        for (at, is_active) in lanes.into_iter().enumerate() {
            let [a, b] = ["A", "B"].map(|name| self.wire(&format!("{name} lane {at}")));
            let mut value = lane(a, b);
            if saturate == Saturate::On {
                value = value.clamp(Range::of(sign, 8).min, Range::of(sign, 8).max);
            }
            let low = 8 * at;
            result = match (accumulate, is_active) {
                (true, true) => result.wrapping_add(value as u32),
                (true, false) => result,
                (false, true) => result | (value as u32 & 0xff) << low,
                (false, false) => result | c & 0xff << low,
            };
        }
        result
    }
}

const fn selector(operand: Operand, selector: Selector) -> Operand {
    Operand { selector, ..operand }
}

/// The rows of an emulator: vectors of the instructions.
fn rows(kinds: &[Kind], count: u64) -> Vec<Emulated> {
    let of_kind = |kind: &Kind| {
        let modes = Filter::of(*kind).modes();
        // A step that has no factor in common with the number of modes: a part of the vectors has all values of each field.
        let modes = (0..modes.len()).map(|index| modes[index * 1_000_003 % modes.len()].clone());
        let streams = modes.map(|mode| Stream::of_mode(mode, 3)).collect();
        Vectors::new(streams, Count::Total(count)).map(|vector| {
            let Ports { a, b, c } = vector.ports;
            Emulated { instruction: vector.instruction, operation: vector.operation, ports: [a, b, c] }
        })
    };
    kinds.iter().flat_map(of_kind).collect()
}

const SUMS: &[Kind] = &[Vmad, Vadd];
const SCALAR: &[Kind] = &[Vadd, Vabsdiff, Vmnmx, Vset, Vshl, Vshr];
const COMPARING: &[Kind] = &[Vmnmx, Vset, Vsetp];

static FAULTS: &[Fault] = &[
    Fault {
        name: "VMNMX compares signed only if both are signed",
        kinds: &[Vmnmx],
        found: &[("compare-unsigned", "A and B other than both signed")],
        run: |e| {
            let signed = e.signs() == [Sign::Signed; 2];
            let [a, b] = e.operands();
            let less =
                if signed || e.signs() == [Sign::Unsigned; 2] { a < b } else { (a as u32) < (b as u32) };
            let Operation::Vmnmx(mode) = e.operation else { return 0 };
            let minimum = mode.extreme == vmad_unit::vmnmx::Extreme::Minimum;
            e.after(if less == minimum { a } else { b })
        },
    },
    Fault {
        name: "no SAT of VMAD",
        kinds: &[Vmad, Vadd],
        found: &[("SAT", "")],
        run: |e| if e.is(Vmad) { e.with("SAT", 0) } else { e.right() },
    },
    Fault { name: "no SAT anywhere", kinds: SCALAR, found: &[("SAT", "")], run: |e| e.with("SAT", 0) },
    Fault {
        name: "psign 1 as 2",
        kinds: SUMS,
        found: &[("psign", "")],
        run: |e| if e.has("psign", 1) { e.with("psign", 2) } else { e.right() },
    },
    Fault {
        name: "psign 1 as 2 with an immediate",
        kinds: &[Vadd],
        found: &[("psign", "B an immediate")],
        run: |e| {
            let imm = e.instruction.form().b == vmad_sass::isa::B::Immediate;
            if imm && e.has("psign", 1) { e.with("psign", 2) } else { e.right() }
        },
    },
    Fault {
        name: "selector + 1 of A",
        kinds: &[Vmad, Vadd, Vset],
        found: &[("A select", "")],
        run: |e| {
            e.with_operands(|[a, b]| {
                use Selector::*;
                let next = match a.selector {
                    B0 => B1,
                    B1 => B2,
                    B2 => B3,
                    B3 => B0,
                    H0 => H1,
                    H1 => H0,
                    Word => Word,
                };
                [selector(a, next), b]
            })
        },
    },
    Fault {
        name: "B1 and B2 of B swapped",
        kinds: SCALAR,
        found: &[("B select", "")],
        run: |e| {
            e.with_operands(|[a, b]| {
                use Selector::*;
                let next = match b.selector {
                    B1 => B2,
                    B2 => B1,
                    other => other,
                };
                [a, selector(b, next)]
            })
        },
    },
    Fault {
        name: "sign bits swapped",
        kinds: &[Vmad, Vadd, Vmnmx],
        found: &[("signs-swapped", "")],
        run: |e| e.with_operands(|[a, b]| [Operand { sign: b.sign, ..a }, Operand { sign: a.sign, ..b }]),
    },
    Fault {
        name: "second operation by A's sign",
        kinds: &[Vadd, Vabsdiff, Vmnmx],
        found: &[("secop-sign-of-a", "")],
        run: |e| {
            let value = if e.saturates() { e.tmp().clamp(e.range().min, e.range().max) } else { e.tmp() };
            let (cut, c) = (value as u32, e.ports[2]);
            let less = if e.signs()[0] == Sign::Signed { (cut as i32) < c as i32 } else { cut < c };
            match e.second() {
                SecondOp::Min => {
                    if less {
                        cut
                    } else {
                        c
                    }
                }
                SecondOp::Max => {
                    if less {
                        c
                    } else {
                        cut
                    }
                }
                _ => e.right(),
            }
        },
    },
    Fault {
        name: "order of the lane mask",
        kinds: &[Vabsdiff4],
        found: &[("lanes", "")],
        run: |e| {
            let Operation::Vabsdiff4(mut mode) = e.operation else { return 0 };
            mode.lanes.reverse();
            let [a, b, c] = e.ports;
            Operation::Vabsdiff4(mode).execute(a, b, c)
        },
    },
    Fault {
        name: "ACC that subtracts",
        kinds: SCALAR,
        found: &[("acc-subtracts", "")],
        run: |e| {
            let value = if e.saturates() { e.tmp().clamp(e.range().min, e.range().max) } else { e.tmp() };
            if e.second() == SecondOp::Acc { (value as u32).wrapping_sub(e.ports[2]) } else { e.right() }
        },
    },
    Fault {
        name: "a maximum that is one too small",
        kinds: &[Vmad, Vadd, Vshl],
        found: &[("clamp-max-less", "")],
        run: |e| {
            let Range { min, max } = e.range();
            if e.is(Vmad) && e.saturates() {
                return e.tmp().clamp(min, max - 1) as u32;
            }
            e.clamp(e.tmp(), Range { min, max: max - 1 })
        },
    },
    Fault {
        name: "VMAD's shift fills with zeros",
        kinds: &[Vmad],
        found: &[("shift-of-zeros", "")],
        run: |e| {
            let Operation::Vmad(mode) = e.operation else { return 0 };
            let tmp = e.wire("tmp");
            let shr =
                if mode.scale.count() == 0 { tmp } else { i128::from(tmp as u64 >> mode.scale.count()) };
            let Range { min, max } = e.range();
            (if e.saturates() { shr.clamp(min, max) } else { shr }) as u32
        },
    },
    Fault {
        name: "VSHR fills with zeros",
        kinds: &[Vshr],
        found: &[("shift-fills-zeros", "")],
        run: |e| e.after(i128::from(e.a() as u32) >> e.wire("amount")),
    },
    Fault {
        name: "VSHR fills with zeros, in a shift with W",
        kinds: &[Vshr, Vshl],
        found: &[("shift-fills-zeros", "wrap W")],
        run: |e| {
            if e.is(Vshr) && e.has("wrap", 1) {
                e.after(i128::from(e.a() as u32) >> e.wire("amount"))
            } else {
                e.right()
            }
        },
    },
    Fault { name: "amount mod 32", kinds: &[Vshl, Vshr], found: &[("wrap", "")], run: |e| e.with("wrap", 1) },
    Fault {
        name: "amount at most 31",
        kinds: &[Vshl, Vshr],
        found: &[("amount-31", "")],
        run: |e| {
            let amount = e.wire("amount").min(31);
            e.after(if e.is(Vshl) { e.a() << amount } else { e.a() >> amount })
        },
    },
    Fault {
        name: "merge clears C",
        kinds: SCALAR,
        found: &[("merge-zeros", "")],
        run: |e| {
            let [a, b, _] = e.ports;
            if e.second().bits() < 32 { e.operation.execute(a, b, 0) } else { e.right() }
        },
    },
    Fault {
        name: "merge clears C for bytes",
        kinds: &[Vadd, Vmnmx],
        found: &[("merge-zeros", "merge width 8")],
        run: |e| {
            let [a, b, _] = e.ports;
            if e.second().bits() == 8 { e.operation.execute(a, b, 0) } else { e.right() }
        },
    },
    Fault {
        name: "MRG_16H and MRG_16L swapped",
        kinds: SCALAR,
        found: &[("secop", "")],
        run: |e| match e.second() {
            SecondOp::Mrg16H => e.with("secop", 1),
            SecondOp::Mrg16L => e.with("secop", 0),
            _ => e.right(),
        },
    },
    Fault {
        name: "clamp to 32 bits before a merge",
        kinds: &[Vadd, Vabsdiff, Vshl],
        found: &[("clamp-32", "")],
        run: |e| e.clamp(e.tmp(), Range::of(e.sign(), 32)),
    },
    Fault {
        name: "clamp signed",
        kinds: &[Vadd, Vabsdiff, Vmnmx],
        found: &[("clamp-signed", "")],
        run: |e| e.clamp(e.tmp(), Range::of(Sign::Signed, e.second().bits())),
    },
    Fault {
        name: "no clamp at the minimum",
        kinds: &[Vadd, Vmnmx],
        found: &[("clamp-max-only", "")],
        run: |e| e.clamp(e.tmp(), Range { min: -(1 << 100), ..e.range() }),
    },
    Fault {
        name: "sum of 32 bits",
        kinds: &[Vadd],
        found: &[("sum-32", "")],
        run: |e| {
            let tmp = e.tmp();
            e.after(if e.sign() == Sign::Signed { i128::from(tmp as i32) } else { i128::from(tmp as u32) })
        },
    },
    Fault {
        name: "PO ignored",
        kinds: SUMS,
        found: &[("psign", "")],
        run: |e| if e.has("psign", 3) { e.with("psign", 0) } else { e.right() },
    },
    Fault {
        name: "minus without one",
        kinds: &[Vadd],
        found: &[("minus-without-one", "")],
        run: |e| e.after(e.tmp() - i128::from(e.has("psign", 1) || e.has("psign", 2))),
    },
    Fault {
        name: "C of VMAD zero-extended",
        kinds: &[Vmad],
        found: &[("c-zero-extended", "")],
        run: |e| {
            let Operation::Vmad(mode) = e.operation else { return 0 };
            let (product, c) = (e.a() * e.b(), i128::from(e.ports[2]));
            let tmp =
                [product + c, product - c, c - product, product + c + 1][mode.psign.encoding() as usize];
            let shr = tmp >> mode.scale.count();
            (if e.saturates() { shr.clamp(e.range().min, e.range().max) } else { shr }) as u32
        },
    },
    Fault {
        name: "A of bytes is zero-extended",
        kinds: SCALAR,
        found: &[("A signed", "A width 8")],
        run: |e| {
            e.with_operands(|[a, b]| {
                let byte = a.selector.width() == vmad_unit::Width::Byte;
                [if byte { Operand { sign: Sign::Unsigned, ..a } } else { a }, b]
            })
        },
    },
    Fault {
        name: "B of half-words always signed",
        kinds: &[Vadd, Vmnmx, Vset],
        found: &[("B signed", "B width 16")],
        run: |e| {
            e.with_operands(|[a, b]| {
                let half = b.selector.width() == vmad_unit::Width::Half;
                [a, if half { Operand { sign: Sign::Signed, ..b } } else { b }]
            })
        },
    },
    Fault {
        name: "LE is LT, GE is GT",
        kinds: &[Vset, Vsetp],
        found: &[("comparison", "")],
        run: |e| match e.field("comparison") {
            Some(3) => e.with("comparison", 1),
            Some(6) => e.with("comparison", 4),
            _ => e.right(),
        },
    },
    Fault {
        name: "compare with the sign of B",
        kinds: COMPARING,
        found: &[("compare-sign-of-b", "")],
        run: |e| {
            let sign = e.signs()[1];
            let [a, b] = e.operands();
            let word =
                |x: i128| if sign == Sign::Signed { i128::from(x as i32) } else { i128::from(x as u32) };
            if e.is(Vmnmx) {
                let less = word(a) < word(b);
                let minimum = e.has("min/max", 0);
                return e.after(if less == minimum { a } else { b });
            }
            let operand = Operand { selector: Selector::Word, sign };
            e.operation.with_operands([operand, operand]).execute(a as u32, b as u32, e.ports[2])
        },
    },
    Fault {
        name: "second predicate not of the source",
        kinds: &[Vsetp],
        found: &[("second-not-first", "")],
        run: |e| {
            let first = e.right() & 1;
            first | (1 - first) << 1
        },
    },
    Fault {
        name: "source not negated",
        kinds: &[Vsetp],
        found: &[("Ps not", "")],
        run: |e| e.with("Ps not", 0),
    },
    Fault {
        name: "XOR as OR",
        kinds: &[Vsetp],
        found: &[("bool op", "")],
        run: |e| if e.has("bool op", 2) { e.with("bool op", 1) } else { e.right() },
    },
    Fault {
        name: "VSET gives ffffffff",
        kinds: &[Vset],
        found: &[("set-ones", "")],
        run: |e| e.finish(-e.tmp()),
    },
    Fault {
        name: "difference not absolute",
        kinds: &[Vabsdiff],
        found: &[("difference-signed", "")],
        run: |e| e.after(e.a() - e.b()),
    },
    Fault {
        name: "VABSDIFF4 without ACC",
        kinds: &[Vabsdiff4],
        found: &[("reduction", "")],
        run: |e| e.with("reduction", 0),
    },
    Fault {
        name: "VABSDIFF4 lane signs",
        kinds: &[Vabsdiff4],
        found: &[("lanes-signed", "")],
        run: |e| e.lanes(|a, b| a - b),
    },
    Fault {
        name: "VABSDIFF4 of unsigned bytes",
        kinds: &[Vabsdiff4],
        found: &[("lanes-unsigned", "")],
        run: |e| e.lanes(|a, b| i128::from(a as u8).abs_diff(i128::from(b as u8)) as i128),
    },
    Fault {
        name: "VABSDIFF4 ACC subtracts",
        kinds: &[Vabsdiff4],
        found: &[("acc-subtracts", "")],
        run: |e| {
            if e.has("reduction", 1) {
                e.right().wrapping_sub(e.ports[2]).wrapping_sub(e.ports[2])
            } else {
                e.right()
            }
        },
    },
    Fault {
        name: "two: SAT ignored in VADD, LE as LT in VSET",
        kinds: &[Vadd, Vset],
        found: &[("SAT", ""), ("comparison", "")],
        run: |e| match e.operation {
            Operation::Vadd(_) => e.with("SAT", 0),
            _ if e.has("comparison", 3) => e.with("comparison", 1),
            _ => e.right(),
        },
    },
    Fault {
        name: "two that meet: merges swapped, psign 2 as 1",
        kinds: &[Vadd],
        found: &[("secop", ""), ("psign", "")],
        run: |e| {
            let mut instruction = e.clone();
            for (name, from, to) in [("psign", 2, 1), ("secop", 0, 1), ("secop", 1, 0)] {
                if e.has(name, from) {
                    let field = instruction.instruction.form().field(name).unwrap();
                    instruction.instruction =
                        Instruction::decode(field.with(instruction.instruction.encode(), to)).unwrap();
                }
            }
            instruction.operation = instruction.instruction.operation().unwrap();
            instruction.right()
        },
    },
    Fault {
        name: "two that meet: A zero-extended, clamp of 32 bits",
        kinds: &[Vadd],
        found: &[("clamp-32", ""), ("A signed", "")],
        run: |e| {
            let operation = e.operation.with_operands({
                let [a, b] = e.operation.operands().unwrap();
                [Operand { sign: Sign::Unsigned, ..a }, b]
            });
            let other = Emulated { operation, ..e.clone() };
            other.clamp(other.tmp(), Range::of(e.sign(), 32))
        },
    },
    Fault {
        name: "two that meet: minus inverts only, no clamp at the maximum",
        kinds: &[Vadd],
        found: &[("minus-without-one", ""), ("clamp-min-only", "")],
        run: |e| {
            let tmp = e.tmp() - i128::from(e.has("psign", 1) || e.has("psign", 2));
            e.clamp(tmp, Range { max: 1 << 100, ..e.range() })
        },
    },
    Fault {
        name: "no rule: a constant in MRG_8B2",
        kinds: &[Vadd, Vshr],
        found: &[("", "secop MRG_8B2")],
        run: |e| e.right() ^ if e.second() == SecondOp::Mrg8B2 { 0x5a5a_1234 } else { 0 },
    },
    Fault {
        name: "no rule: a constant with SAT and psign 1",
        kinds: &[Vmad],
        found: &[("", "psign 1 ((A*B)-C), SAT yes")],
        run: |e| e.right() ^ if e.has("psign", 1) && e.has("SAT", 1) { 0x5a5a_1234 } else { 0 },
    },
    Fault {
        name: "no rule: bit 31 of C",
        kinds: &[Vmad],
        found: &[("", "bit 31 of C set")],
        run: |e| e.right() ^ if e.ports[2] >> 31 == 1 { 0x5a5a_1234 } else { 0 },
    },
    Fault {
        name: "product of 32 bits",
        kinds: &[Vmad],
        found: &[("product-32", "")],
        run: |e| {
            let Operation::Vmad(mode) = e.operation else { return 0 };
            let signed = mode.intermediate_sign() == Sign::Signed;
            let product = e.a() * e.b();
            let product = if signed { i128::from(product as i32) } else { i128::from(product as u32) };
            let c = if signed { i128::from(e.ports[2] as i32) } else { i128::from(e.ports[2]) };
            let tmp =
                [product + c, product - c, c - product, product + c + 1][mode.psign.encoding() as usize];
            let shr = tmp >> mode.scale.count();
            (if e.saturates() { shr.clamp(e.range().min, e.range().max) } else { shr }) as u32
        },
    },
    Fault {
        name: "A and B swapped in VADD with a minus",
        kinds: &[Vadd, Vmnmx],
        found: &[("psign", "")],
        run: |e| match e.field("psign") {
            Some(1) => e.with("psign", 2),
            Some(2) => e.with("psign", 1),
            _ => e.right(),
        },
    },
];

static FURTHER: &[Fault] = &[
    Fault {
        name: "SHR_7 rounds only with SAT",
        kinds: &[Vmad],
        found: &[("shift-rounded", "scale SHR_7, SAT yes")],
        run: |e| {
            let Operation::Vmad(mode) = e.operation else { return 0 };
            let tmp = e.wire("tmp");
            let half = if mode.scale.count() == 7 && e.saturates() { 64 } else { 0 };
            let shr = (tmp + half) >> mode.scale.count();
            (if e.saturates() { shr.clamp(e.range().min, e.range().max) } else { shr }) as u32
        },
    },
    Fault {
        name: "amount 32 gives 0",
        kinds: &[Vshl, Vshr],
        found: &[("amount-32-gives-0", "")],
        run: |e| if e.wire("amount") == 32 { e.after(0) } else { e.right() },
    },
    Fault {
        name: "compare of two signs is false",
        kinds: &[Vset, Vsetp],
        found: &[("comparison", "A and B signed and unsigned or unsigned and signed")],
        run: |e| {
            if e.signs()[0] == e.signs()[1] { e.right() } else { e.with("comparison", 0) }
        },
    },
    Fault {
        name: "second predicate by OR",
        kinds: &[Vsetp],
        found: &[("", "bool op AND")],
        run: |e| {
            if e.has("bool op", 0) { e.right() & 1 | e.with("bool op", 1) & 2 } else { e.right() }
        },
    },
    Fault {
        name: "SAT ignored in merges",
        kinds: &[Vmnmx, Vadd],
        found: &[("SAT", "merge width other than 32")],
        run: |e| if e.second().bits() < 32 { e.with("SAT", 0) } else { e.right() },
    },
    Fault {
        name: "lane 3 never",
        kinds: &[Vabsdiff4],
        found: &[("lanes", ""), ("", "lanes W")],
        run: |e| {
            let Operation::Vabsdiff4(mut mode) = e.operation else { return 0 };
            mode.lanes[3] = false;
            let [a, b, c] = e.ports;
            Operation::Vabsdiff4(mode).execute(a, b, c)
        },
    },
    Fault {
        name: "MIN as MAX with SD",
        kinds: &[Vadd, Vshr],
        found: &[("secop", "dtype SD")],
        run: |e| {
            if e.has("secop", 5) && e.has("dtype", 1) { e.with("secop", 6) } else { e.right() }
        },
    },
    Fault {
        name: "immediate zero-extended",
        kinds: &[Vadd, Vmnmx, Vset],
        found: &[("immediate-unsigned", "")],
        run: |e| {
            let imm = e.instruction.form().b == vmad_sass::isa::B::Immediate;
            if imm { e.with("B signed", 0) } else { e.right() }
        },
    },
    Fault { name: "W ignored", kinds: &[Vshl, Vshr], found: &[("wrap", "")], run: |e| e.with("wrap", 0) },
    Fault {
        name: "A of 32 bits always signed",
        kinds: &[Vmad, Vadd],
        found: &[("A signed", "A select 32 bits")],
        run: |e| {
            if e.operation.operands().unwrap()[0].selector == Selector::Word {
                e.with("A signed", 1)
            } else {
                e.right()
            }
        },
    },
    Fault {
        name: "A H1 reads H0 with SAT",
        kinds: &[Vadd, Vmad],
        found: &[("A select", "SAT yes")],
        run: |e| if e.saturates() && e.has("A select", 5) { e.with("A select", 4) } else { e.right() },
    },
    Fault {
        name: "clamp by sign of A",
        kinds: &[Vmnmx, Vabsdiff],
        found: &[("clamp-sign-of-a", "")],
        run: |e| e.clamp(e.tmp(), Range::of(e.signs()[0], e.second().bits())),
    },
    Fault {
        name: "MRG_8B0 clamps to 16 bits",
        kinds: &[Vadd, Vshl],
        found: &[("clamp-16", "secop MRG_8B0")],
        run: |e| {
            if e.second() == SecondOp::Mrg8B0 { e.clamp(e.tmp(), Range::of(e.sign(), 16)) } else { e.right() }
        },
    },
    Fault {
        name: "ACC of 16 bits",
        kinds: &[Vadd, Vset],
        found: &[("", "secop ACC")],
        run: |e| if e.second() == SecondOp::Acc { e.right() & 0xffff } else { e.right() },
    },
    Fault {
        name: "C added twice",
        kinds: &[Vabsdiff4],
        found: &[("acc-adds-twice", "")],
        run: |e| if e.has("reduction", 1) { e.right().wrapping_add(e.ports[2]) } else { e.right() },
    },
    Fault {
        name: "two: PO ignored, shift rounds",
        kinds: &[Vmad],
        found: &[("shift-rounded", ""), ("psign", "")],
        run: |e| {
            let Operation::Vmad(mode) = e.operation else { return 0 };
            let tmp = e.wire("tmp") - i128::from(e.has("psign", 3));
            let shr = (tmp + (1 << mode.scale.count() >> 1)) >> mode.scale.count();
            (if e.saturates() { shr.clamp(e.range().min, e.range().max) } else { shr }) as u32
        },
    },
    Fault {
        name: "two: EQ and NE swapped, merge zeros",
        kinds: &[Vset],
        found: &[("merge-zeros", ""), ("comparison", "")],
        run: |e| {
            let holds = e.tmp() ^ i128::from(e.has("comparison", 2) || e.has("comparison", 5));
            let all = e.finish(holds);
            match e.second() {
                SecondOp::Mrg16H => all & 0xffff_0000,
                SecondOp::Mrg16L => all & 0xffff,
                SecondOp::Mrg8B0 => all & 0xff,
                SecondOp::Mrg8B2 => all & 0xff_0000,
                _ => all,
            }
        },
    },
    Fault {
        name: "three: VMAD PO, VSHR W, VSET strict",
        kinds: &[Vmad, Vshr, Vset],
        found: &[("wrap", ""), ("psign", ""), ("comparison", "")],
        run: |e| match e.operation.kind() {
            Vmad if e.has("psign", 3) => e.with("psign", 0),
            Vshr => e.with("wrap", 0),
            Vset if e.has("comparison", 3) => e.with("comparison", 1),
            _ => e.right(),
        },
    },
    Fault {
        name: "shift left of 32 bits",
        kinds: &[Vshl],
        found: &[("shift-32-unsigned", "")],
        run: |e| e.after(i128::from(e.tmp() as u32)),
    },
    Fault {
        name: "max+1 is not clamped",
        kinds: &[Vadd],
        found: &[],
        run: |e| {
            let Range { min, max } = e.range();
            e.clamp(e.tmp(), Range { min, max: if e.tmp() == max + 1 { max + 1 } else { max } })
        },
    },
    Fault {
        name: "LT true for equal",
        kinds: &[Vset, Vsetp],
        found: &[("comparison", "")],
        run: |e| if e.has("comparison", 1) { e.with("comparison", 3) } else { e.right() },
    },
    Fault {
        name: "mixed signs are unsigned",
        kinds: &[Vmad, Vadd],
        found: &[("A signed", "B unsigned"), ("B signed", "A unsigned")],
        run: |e| {
            if e.signs()[0] == e.signs()[1] {
                return e.right();
            }
            e.with_operands(|[a, b]| {
                [Operand { sign: Sign::Unsigned, ..a }, Operand { sign: Sign::Unsigned, ..b }]
            })
        },
    },
    Fault {
        name: "B field of the byte from the top",
        kinds: &[Vabsdiff, Vmad],
        found: &[("B select", ""), ("b-reversed", "B an immediate")],
        run: |e| {
            e.with_operands(|[a, b]| {
                use Selector::*;
                [
                    a,
                    selector(
                        b,
                        match b.selector {
                            B0 => B3,
                            B1 => B2,
                            B2 => B1,
                            B3 => B0,
                            H0 => H1,
                            H1 => H0,
                            Word => Word,
                        },
                    ),
                ]
            })
        },
    },
    Fault {
        name: "two: no SAT; max in second op signed",
        kinds: &[Vadd, Vabsdiff],
        found: &[("SAT", ""), ("dtype", "")],
        run: |e| {
            let (cut, c) = (e.tmp() as u32, e.ports[2]);
            match e.second() {
                SecondOp::Min => (cut as i32).min(c as i32) as u32,
                SecondOp::Max => (cut as i32).max(c as i32) as u32,
                _ => e.finish(e.tmp()),
            }
        },
    },
    Fault {
        name: "final sign of psign 1 unsigned",
        kinds: &[Vmad],
        found: &[("clamp-intermediate", "")],
        run: |e| {
            let Operation::Vmad(mode) = e.operation else { return 0 };
            let sign = mode.intermediate_sign();
            let tmp = e.wire("tmp");
            let shr = tmp >> mode.scale.count();
            let Range { min, max } = Range::of(sign, 32);
            (if e.saturates() { shr.clamp(min, max) } else { shr }) as u32
        },
    },
];

/// Each fault is found by its stage and its condition, and the counts are those of the rows. The short form tries every eighth fault.
#[test]
fn a_fault_is_found_by_its_stage_and_its_condition() {
    let mut wrong = Vec::new();
    for fault in FAULTS.iter().chain(FURTHER).step_by(vmad_testing::step(8)) {
        let mut tally = Tally::default();
        let count = vmad_testing::cases(5_000, 6_000) as u64 / fault.kinds.len() as u64;
        for (line, row) in (2..).zip(rows(fault.kinds, count)) {
            let (instruction, operation, [a, b, c]) = (row.instruction, row.operation, row.ports);
            let ports = Ports { a, b, c };
            tally.count(&Observation { line, instruction, operation, ports, result: (fault.run)(&row) });
        }
        let Diagnosis { findings, others } = tally.diagnosis();
        let mut found: Vec<_> = findings
            .iter()
            .map(|found| (found.rule.as_ref().map_or("", |rule| rule.id), found.condition.as_str()))
            .collect();
        // Their order depends on the rows.
        let mut expected = fault.found.to_vec();
        found.sort_unstable();
        expected.sort_unstable();
        if found != expected {
            wrong.push(format!("{}: {found:?}, not {expected:?}", fault.name));
        }
        let counted: u64 = findings.iter().map(|found| found.differing).sum::<u64>() + others;
        assert!(counted >= tally.differing, "{}: {counted} of {}", fault.name, tally.differing);
        assert!(findings.iter().all(|found| found.differing <= found.rows), "{}", fault.name);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
