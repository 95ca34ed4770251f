//! Faults of several stages, and conditions on values.

use vmad_sass::Instruction;
use vmad_unit::{Kind::*, Operand, Operation, SecondOp, Sign, saturate::Range};

use super::emulator::{Emulated, Fault, fault};

pub(super) static SEVERAL: &[Fault] = &[
    fault(
        "two: SAT ignored in VADD, LE as LT in VSET",
        &[Vadd, Vset],
        &[("SAT", ""), ("comparison", "")],
        |e| match e.operation {
            Operation::Vadd(_) => e.with("SAT", 0),
            _ if e.has("comparison", 3) => e.with("comparison", 1),
            _ => e.right(),
        },
    ),
    fault("two that meet: merges swapped, psign 2 as 1", &[Vadd], &[("secop", ""), ("psign", "")], |e| {
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
    }),
    fault(
        "two that meet: A zero-extended, clamp of 32 bits",
        &[Vadd],
        &[("clamp-32", ""), ("A signed", "")],
        |e| {
            let operation = e.operation.with_operands({
                let [a, b] = e.operation.operands().unwrap();
                [Operand { sign: Sign::Unsigned, ..a }, b]
            });
            let other = Emulated { operation, ..e.clone() };
            other.clamp(other.tmp(), Range::of(e.sign(), 32))
        },
    ),
    fault(
        "two that meet: minus inverts only, no clamp at the maximum",
        &[Vadd],
        &[("minus-without-one", ""), ("clamp-min-only", "")],
        |e| {
            let tmp = e.tmp() - i128::from(e.has("psign", 1) || e.has("psign", 2));
            e.clamp(tmp, Range { max: 1 << 100, ..e.range() })
        },
    ),
    fault("no rule: a constant in MRG_8B2", &[Vadd, Vshr], &[("", "secop MRG_8B2")], |e| {
        e.right() ^ if e.second() == SecondOp::Mrg8B2 { 0x5a5a_1234 } else { 0 }
    }),
    fault("no rule: a constant with SAT and psign 1", &[Vmad], &[("", "psign 1 ((A*B)-C), SAT yes")], |e| {
        e.right() ^ if e.has("psign", 1) && e.has("SAT", 1) { 0x5a5a_1234 } else { 0 }
    }),
    fault("no rule: bit 31 of C", &[Vmad], &[("", "bit 31 of C set")], |e| {
        e.right() ^ if e.ports[2] >> 31 == 1 { 0x5a5a_1234 } else { 0 }
    }),
];
