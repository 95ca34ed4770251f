//! Faults that were invented after the rules.

use vmad_unit::{Kind::*, Operand, Operation, SecondOp, Selector, Sign, saturate::Range};

use super::emulator::{Fault, fault};

pub(super) static FURTHER: &[Fault] = &[
    fault("SHR_7 rounds only with SAT", &[Vmad], &[("shift-rounded", "scale SHR_7, SAT yes")], |e| {
        let half = if e.scale() == 7 && e.saturates() { 64 } else { 0 };
        e.after((e.wire("tmp") + half) >> e.scale())
    }),
    fault("amount 32 gives 0", &[Vshl, Vshr], &[("amount-32-gives-0", "")], |e| {
        if e.wire("amount") == 32 { e.after(0) } else { e.right() }
    }),
    fault(
        "compare of two signs is false",
        &[Vset, Vsetp],
        &[("comparison", "A and B signed and unsigned or unsigned and signed")],
        |e| {
            if e.signs()[0] == e.signs()[1] { e.right() } else { e.with("comparison", 0) }
        },
    ),
    fault("second predicate by OR", &[Vsetp], &[("", "bool op AND")], |e| {
        if e.has("bool op", 0) { e.right() & 1 | e.with("bool op", 1) & 2 } else { e.right() }
    }),
    fault("SAT ignored in merges", &[Vmnmx, Vadd], &[("SAT", "merge width other than 32")], |e| {
        if e.second().bits() < 32 { e.with("SAT", 0) } else { e.right() }
    }),
    fault("lane 3 never", &[Vabsdiff4], &[("lanes", ""), ("", "lanes W")], |e| {
        e.with_mask(|lanes| lanes[3] = false)
    }),
    fault("MIN as MAX with SD", &[Vadd, Vshr], &[("secop", "dtype SD")], |e| {
        if e.has("secop", 5) && e.has("dtype", 1) { e.with("secop", 6) } else { e.right() }
    }),
    fault("immediate zero-extended", &[Vadd, Vmnmx, Vset], &[("immediate-unsigned", "")], |e| {
        if e.is_immediate() { e.with("B signed", 0) } else { e.right() }
    }),
    fault("A of 32 bits always signed", &[Vmad, Vadd], &[("A signed", "A select 32 bits")], |e| {
        if e.operation.operands().unwrap()[0].selector == Selector::Word {
            e.with("A signed", 1)
        } else {
            e.right()
        }
    }),
    fault("A H1 reads H0 with SAT", &[Vadd, Vmad], &[("A select", "SAT yes")], |e| {
        if e.saturates() && e.has("A select", 5) { e.with("A select", 4) } else { e.right() }
    }),
    fault("clamp by sign of A", &[Vmnmx, Vabsdiff], &[("clamp-sign-of-a", "")], |e| {
        e.clamp(e.tmp(), Range::of(e.signs()[0], e.second().bits()))
    }),
    fault("MRG_8B0 clamps to 16 bits", &[Vadd, Vshl], &[("clamp-16", "secop MRG_8B0")], |e| {
        if e.second() == SecondOp::Mrg8B0 { e.clamp(e.tmp(), Range::of(e.sign(), 16)) } else { e.right() }
    }),
    fault("ACC of 16 bits", &[Vadd, Vset], &[("", "secop ACC")], |e| {
        if e.second() == SecondOp::Acc { e.right() & 0xffff } else { e.right() }
    }),
    fault("C added twice", &[Vabsdiff4], &[("acc-adds-twice", "")], |e| {
        if e.has("reduction", 1) { e.right().wrapping_add(e.ports[2]) } else { e.right() }
    }),
    fault("two: PO ignored, shift rounds", &[Vmad], &[("shift-rounded", ""), ("psign", "")], |e| {
        let tmp = e.wire("tmp") - i128::from(e.has("psign", 3));
        e.after((tmp + (1 << e.scale() >> 1)) >> e.scale())
    }),
    fault("two: EQ and NE swapped, merge zeros", &[Vset], &[("merge-zeros", ""), ("comparison", "")], |e| {
        let holds = e.tmp() ^ i128::from(e.has("comparison", 2) || e.has("comparison", 5));
        let all = e.finish(holds);
        match e.second() {
            SecondOp::Mrg16H => all & 0xffff_0000,
            SecondOp::Mrg16L => all & 0xffff,
            SecondOp::Mrg8B0 => all & 0xff,
            SecondOp::Mrg8B2 => all & 0xff_0000,
            _ => all,
        }
    }),
    fault(
        "three: VMAD PO, VSHR W, VSET strict",
        &[Vmad, Vshr, Vset],
        &[("wrap", ""), ("psign", ""), ("comparison", "")],
        |e| match e.operation.kind() {
            Vmad if e.has("psign", 3) => e.with("psign", 0),
            Vshr => e.with("wrap", 0),
            Vset if e.has("comparison", 3) => e.with("comparison", 1),
            _ => e.right(),
        },
    ),
    fault("shift left of 32 bits", &[Vshl], &[("shift-32-unsigned", "")], |e| {
        e.after(i128::from(e.tmp() as u32))
    }),
    fault("max+1 is not clamped", &[Vadd], &[], |e| {
        let Range { min, max } = e.range();
        e.clamp(e.tmp(), Range { min, max: if e.tmp() == max + 1 { max + 1 } else { max } })
    }),
    fault("LT true for equal", &[Vset, Vsetp], &[("comparison", "")], |e| {
        if e.has("comparison", 1) { e.with("comparison", 3) } else { e.right() }
    }),
    fault(
        "mixed signs are unsigned",
        &[Vmad, Vadd],
        &[("A signed", "B unsigned"), ("B signed", "A unsigned")],
        |e| {
            if e.signs()[0] == e.signs()[1] {
                return e.right();
            }
            e.with_operands(|[a, b]| {
                [Operand { sign: Sign::Unsigned, ..a }, Operand { sign: Sign::Unsigned, ..b }]
            })
        },
    ),
    fault(
        "B field of the byte from the top",
        &[Vabsdiff, Vmad],
        &[("B select", ""), ("b-reversed", "B an immediate")],
        |e| {
            e.with_operands(|[a, b]| {
                use Selector::*;
                let mirrored = [(B0, B3), (B1, B2), (B2, B1), (B3, B0), (H0, H1), (H1, H0), (Word, Word)];
                let found = mirrored.iter().find(|(of, _)| *of == b.selector);
                [a, found.map_or(b, |(_, selector)| Operand { selector: *selector, ..b })]
            })
        },
    ),
    fault("two: no SAT; max in second op signed", &[Vadd, Vabsdiff], &[("SAT", ""), ("dtype", "")], |e| {
        let (cut, c) = (e.tmp() as u32, e.ports[2]);
        match e.second() {
            SecondOp::Min => (cut as i32).min(c as i32) as u32,
            SecondOp::Max => (cut as i32).max(c as i32) as u32,
            _ => e.finish(e.tmp()),
        }
    }),
    fault("final sign of psign 1 unsigned", &[Vmad], &[("clamp-intermediate", "")], |e| {
        let Operation::Vmad(mode) = e.operation else { return 0 };
        e.clamp(e.tmp(), Range::of(mode.intermediate_sign(), 32))
    }),
];
