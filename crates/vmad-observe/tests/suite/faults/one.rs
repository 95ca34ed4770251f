//! Faults of one stage.

use vmad_unit::{Kind::*, Operand, Operation, SecondOp, Selector, Sign, saturate::Range};

use super::emulator::{COMPARING, Fault, SCALAR, fault, ordered};

pub(super) static ONE: &[Fault] = &[
    fault(
        "VMNMX compares signed only if both are signed",
        &[Vmnmx],
        &[("compare-unsigned", "A and B other than both signed")],
        |e| {
            let signed = e.signs() == [Sign::Signed; 2];
            let [a, b] = e.operands();
            let less =
                if signed || e.signs() == [Sign::Unsigned; 2] { a < b } else { (a as u32) < (b as u32) };
            let Operation::Vmnmx(mode) = e.operation else { return 0 };
            let minimum = mode.extreme == vmad_unit::vmnmx::Extreme::Minimum;
            e.after(if less == minimum { a } else { b })
        },
    ),
    fault("no SAT of VMAD", &[Vmad, Vadd], &[("SAT", "")], |e| {
        if e.is(Vmad) { e.with("SAT", 0) } else { e.right() }
    }),
    fault("psign 1 as 2 with an immediate", &[Vadd], &[("psign", "B an immediate")], |e| {
        if e.is_immediate() && e.has("psign", 1) { e.with("psign", 2) } else { e.right() }
    }),
    fault("sign bits swapped", &[Vmad, Vadd, Vmnmx], &[("signs-swapped", "")], |e| {
        e.with_operands(|[a, b]| [Operand { sign: b.sign, ..a }, Operand { sign: a.sign, ..b }])
    }),
    fault("second operation by A's sign", &[Vadd, Vabsdiff, Vmnmx], &[("secop-sign-of-a", "")], |e| {
        let [least, most] = ordered(e.signs()[0], e.cut(), e.ports[2]);
        match e.second() {
            SecondOp::Min => least,
            SecondOp::Max => most,
            _ => e.right(),
        }
    }),
    fault("order of the lane mask", &[Vabsdiff4], &[("lanes", "")], |e| e.with_mask(|lanes| lanes.reverse())),
    fault("ACC that subtracts", SCALAR, &[("acc-subtracts", "")], |e| {
        if e.second() == SecondOp::Acc { e.cut().wrapping_sub(e.ports[2]) } else { e.right() }
    }),
    fault("a maximum that is one too small", &[Vmad, Vadd, Vshl], &[("clamp-max-less", "")], |e| {
        let Range { min, max } = e.range();
        e.clamp(e.tmp(), Range { min, max: max - 1 })
    }),
    fault("VMAD's shift fills with zeros", &[Vmad], &[("shift-of-zeros", "")], |e| {
        let tmp = e.wire("tmp");
        e.after(if e.scale() == 0 { tmp } else { i128::from(tmp as u64 >> e.scale()) })
    }),
    fault(
        "VSHR fills with zeros, in a shift with W",
        &[Vshr, Vshl],
        &[("shift-fills-zeros", "wrap W")],
        |e| {
            if e.is(Vshr) && e.has("wrap", 1) {
                e.after(i128::from(e.a() as u32) >> e.wire("amount"))
            } else {
                e.right()
            }
        },
    ),
    fault("amount mod 32", &[Vshl, Vshr], &[("wrap", "")], |e| e.with("wrap", 1)),
    fault("amount at most 31", &[Vshl, Vshr], &[("amount-31", "")], |e| {
        let amount = e.wire("amount").min(31);
        e.after(if e.is(Vshl) { e.a() << amount } else { e.a() >> amount })
    }),
    fault("merge clears C for bytes", &[Vadd, Vmnmx], &[("merge-zeros", "merge width 8")], |e| {
        let [a, b, _] = e.ports;
        if e.second().bits() == 8 { e.operation.execute(a, b, 0) } else { e.right() }
    }),
    fault("clamp to 32 bits before a merge", &[Vadd, Vabsdiff, Vshl], &[("clamp-32", "")], |e| {
        e.clamp(e.tmp(), Range::of(e.sign(), 32))
    }),
    fault("clamp signed", &[Vadd, Vabsdiff, Vmnmx], &[("clamp-signed", "")], |e| {
        e.clamp(e.tmp(), Range::of(Sign::Signed, e.second().bits()))
    }),
    fault("no clamp at the minimum", &[Vadd, Vmnmx], &[("clamp-max-only", "")], |e| {
        e.clamp(e.tmp(), Range { min: -(1 << 100), ..e.range() })
    }),
    fault("sum of 32 bits", &[Vadd], &[("sum-32", "")], |e| {
        let tmp = e.tmp();
        e.after(if e.sign() == Sign::Signed { i128::from(tmp as i32) } else { i128::from(tmp as u32) })
    }),
    fault("C of VMAD zero-extended", &[Vmad], &[("c-zero-extended", "")], |e| {
        e.multiply_add(e.a() * e.b(), e.ports[2].into())
    }),
    fault("A of bytes is zero-extended", SCALAR, &[("A signed", "A width 8")], |e| {
        e.with_operands(|[a, b]| {
            let byte = a.selector.width() == vmad_unit::Width::Byte;
            [if byte { Operand { sign: Sign::Unsigned, ..a } } else { a }, b]
        })
    }),
    fault("compare with the sign of B", COMPARING, &[("compare-sign-of-b", "")], |e| {
        let sign = e.signs()[1];
        let [a, b] = e.operands();
        let word = |x: i128| if sign == Sign::Signed { i128::from(x as i32) } else { i128::from(x as u32) };
        if e.is(Vmnmx) {
            let less = word(a) < word(b);
            let minimum = e.has("min/max", 0);
            return e.after(if less == minimum { a } else { b });
        }
        let operand = Operand { selector: Selector::Word, sign };
        e.operation.with_operands([operand, operand]).execute(a as u32, b as u32, e.ports[2])
    }),
    fault("second predicate not of the source", &[Vsetp], &[("second-not-first", "")], |e| {
        let first = e.right() & 1;
        first | (1 - first) << 1
    }),
    fault("source not negated", &[Vsetp], &[("Ps not", "")], |e| e.with("Ps not", 0)),
    fault("XOR as OR", &[Vsetp], &[("bool op", "")], |e| {
        if e.has("bool op", 2) { e.with("bool op", 1) } else { e.right() }
    }),
    fault("VSET gives ffffffff", &[Vset], &[("set-ones", "")], |e| e.finish(-e.tmp())),
    fault("difference not absolute", &[Vabsdiff], &[("difference-signed", "")], |e| e.after(e.a() - e.b())),
    fault("VABSDIFF4 without ACC", &[Vabsdiff4], &[("reduction", "")], |e| e.with("reduction", 0)),
    fault("VABSDIFF4 lane signs", &[Vabsdiff4], &[("lanes-signed", "")], |e| e.lanes(|a, b| a - b)),
    fault("VABSDIFF4 of unsigned bytes", &[Vabsdiff4], &[("lanes-unsigned", "")], |e| {
        e.lanes(|a, b| i128::from(a as u8).abs_diff(i128::from(b as u8)) as i128)
    }),
    fault("VABSDIFF4 ACC subtracts", &[Vabsdiff4], &[("acc-subtracts", "")], |e| {
        if e.has("reduction", 1) {
            e.right().wrapping_sub(e.ports[2]).wrapping_sub(e.ports[2])
        } else {
            e.right()
        }
    }),
    fault("product of 32 bits", &[Vmad], &[("product-32", "")], |e| {
        let Operation::Vmad(mode) = e.operation else { return 0 };
        let signed = mode.intermediate_sign() == Sign::Signed;
        let product = e.a() * e.b();
        let product = if signed { i128::from(product as i32) } else { i128::from(product as u32) };
        let c = if signed { i128::from(e.ports[2] as i32) } else { i128::from(e.ports[2]) };
        e.multiply_add(product, c)
    }),
];
