//! Faults of one stage.

use vmad_unit::{Kind::*, Operand, Operation, SecondOp, Selector, Sign, saturate::Range};

use super::emulator::{COMPARING, Fault, SCALAR, ordered};

pub(super) static ONE: &[Fault] = &[
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
    Fault {
        name: "psign 1 as 2 with an immediate",
        kinds: &[Vadd],
        found: &[("psign", "B an immediate")],
        run: |e| {
            if e.is_immediate() && e.has("psign", 1) { e.with("psign", 2) } else { e.right() }
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
            let [least, most] = ordered(e.signs()[0], e.cut(), e.ports[2]);
            match e.second() {
                SecondOp::Min => least,
                SecondOp::Max => most,
                _ => e.right(),
            }
        },
    },
    Fault {
        name: "order of the lane mask",
        kinds: &[Vabsdiff4],
        found: &[("lanes", "")],
        run: |e| e.with_mask(|lanes| lanes.reverse()),
    },
    Fault {
        name: "ACC that subtracts",
        kinds: SCALAR,
        found: &[("acc-subtracts", "")],
        run: |e| {
            if e.second() == SecondOp::Acc { e.cut().wrapping_sub(e.ports[2]) } else { e.right() }
        },
    },
    Fault {
        name: "a maximum that is one too small",
        kinds: &[Vmad, Vadd, Vshl],
        found: &[("clamp-max-less", "")],
        run: |e| {
            let Range { min, max } = e.range();
            e.clamp(e.tmp(), Range { min, max: max - 1 })
        },
    },
    Fault {
        name: "VMAD's shift fills with zeros",
        kinds: &[Vmad],
        found: &[("shift-of-zeros", "")],
        run: |e| {
            let tmp = e.wire("tmp");
            e.after(if e.scale() == 0 { tmp } else { i128::from(tmp as u64 >> e.scale()) })
        },
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
        name: "merge clears C for bytes",
        kinds: &[Vadd, Vmnmx],
        found: &[("merge-zeros", "merge width 8")],
        run: |e| {
            let [a, b, _] = e.ports;
            if e.second().bits() == 8 { e.operation.execute(a, b, 0) } else { e.right() }
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
        name: "C of VMAD zero-extended",
        kinds: &[Vmad],
        found: &[("c-zero-extended", "")],
        run: |e| e.multiply_add(e.a() * e.b(), e.ports[2].into()),
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
        name: "product of 32 bits",
        kinds: &[Vmad],
        found: &[("product-32", "")],
        run: |e| {
            let Operation::Vmad(mode) = e.operation else { return 0 };
            let signed = mode.intermediate_sign() == Sign::Signed;
            let product = e.a() * e.b();
            let product = if signed { i128::from(product as i32) } else { i128::from(product as u32) };
            let c = if signed { i128::from(e.ports[2] as i32) } else { i128::from(e.ports[2]) };
            e.multiply_add(product, c)
        },
    },
];
