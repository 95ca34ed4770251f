//! Faults that were invented after the rules.

use vmad_unit::{Kind::*, Operand, Operation, SecondOp, Selector, Sign, saturate::Range};

use super::emulator::Fault;

pub(super) static FURTHER: &[Fault] = &[
    Fault {
        name: "SHR_7 rounds only with SAT",
        kinds: &[Vmad],
        found: &[("shift-rounded", "scale SHR_7, SAT yes")],
        run: |e| {
            let half = if e.scale() == 7 && e.saturates() { 64 } else { 0 };
            e.after((e.wire("tmp") + half) >> e.scale())
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
        run: |e| e.with_mask(|lanes| lanes[3] = false),
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
        run: |e| if e.is_immediate() { e.with("B signed", 0) } else { e.right() },
    },
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
            let tmp = e.wire("tmp") - i128::from(e.has("psign", 3));
            e.after((tmp + (1 << e.scale() >> 1)) >> e.scale())
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
                let mirrored = [(B0, B3), (B1, B2), (B2, B1), (B3, B0), (H0, H1), (H1, H0), (Word, Word)];
                let found = mirrored.iter().find(|(of, _)| *of == b.selector);
                [a, found.map_or(b, |(_, selector)| Operand { selector: *selector, ..b })]
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
            e.clamp(e.tmp(), Range::of(mode.intermediate_sign(), 32))
        },
    },
];
