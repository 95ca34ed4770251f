//! The family but `VMAD`. Oracles: values read from a Maxwell, and arithmetic on wide integers.

use vmad_unit::{
    BoolOp, Comparison, Operand, Operation, Output, Saturate, SecondOp, Selector, Sign, Source, vabsdiff4,
    vadd,
    vmnmx::{self, Extreme},
    vset, vsetp, vshift,
};

/// R2, R3 and R4 of published tests.
const REGISTERS: [u32; 3] = [0x12345688, 0x8a24c993, 0x9123064a];

/// Oracle: wide integers. No PTX instruction has the last two psigns.
#[test]
fn vadd_negates_an_operand_or_adds_one() {
    let mut random = fastrand::Rng::with_seed(0xadd);
    for (a_sign, b_sign) in Sign::ALL.into_iter().flat_map(|a| Sign::ALL.map(|b| (a, b))) {
        for sign in Sign::ALL {
            for _ in 0..1000 {
                let (a, b) = (random.u32(..), random.u32(..));
                let number = |sign, x: u32| if sign == Sign::Signed { i64::from(x as i32) } else { x.into() };
                let (x, y) = (number(a_sign, a), number(b_sign, b));
                let (min, max) = if sign == Sign::Signed {
                    (i32::MIN.into(), i32::MAX.into())
                } else {
                    (0, u32::MAX.into())
                };
                for (psign, sum, is_inferred) in [
                    (vadd::Psign::Add, x + y, false),
                    (vadd::Psign::SubtractB, x - y, false),
                    (vadd::Psign::SubtractA, y - x, true),
                    (vadd::Psign::PlusOne, x + y + 1, true),
                ] {
                    let mode = vadd::Mode {
                        a: Operand { selector: Selector::Word, sign: a_sign },
                        b: Operand { selector: Selector::Word, sign: b_sign },
                        psign,
                        output: Output { sign, saturate: Saturate::On, second: SecondOp::None },
                    };
                    let operation = Operation::Vadd(mode);
                    assert_eq!(operation.execute(a, b, 0), sum.clamp(min, max) as u32, "{mode:?}");
                    assert_eq!(operation.source().is_inferred(), is_inferred);
                    assert_eq!((operation.mnemonic(), operation.saturate()), ("VADD", Saturate::On));
                }
            }
        }
    }
}

#[test]
fn a_trace_of_the_family_prints_as_a_table() {
    let operand = |selector| Operand { selector, sign: Sign::Unsigned };
    let output = Output { sign: Sign::Unsigned, saturate: Saturate::Off, second: SecondOp::Max };
    // VMNMX.UD.U32.U8.MN.MAX R0, R2, R3.B3, R4
    let (a, b) = (operand(Selector::Word), operand(Selector::B3));
    let operation = Operation::Vmnmx(vmnmx::Mode { a, b, extreme: Extreme::Minimum, output });
    assert_eq!(
        operation.trace(REGISTERS[0], REGISTERS[1], REGISTERS[2]).to_string(),
        include_str!("../data/trace-vmnmx.txt")
    );
}

/// Oracle: arithmetic on the number that the selected field is.
#[test]
fn operands_have_the_value_of_their_field() {
    for (operand, port) in Operand::all().flat_map(|operand| REGISTERS.map(|port| (operand, port))) {
        let bits = operand.selector.width().bits();
        let field = i64::from(port >> operand.selector.low_bit()) & ((1 << bits) - 1);
        let is_negative = operand.sign == Sign::Signed && field >> (bits - 1) == 1;
        let expected = if is_negative { field - (1 << bits) } else { field };
        assert_eq!(operand.value(port), expected, "{operand:?} of {port:#x}");
    }
}

/// The modes that the PTX ISA does not specify, or that no PTX produces.
#[test]
fn inferred_modes_name_their_reason() {
    let unsigned = Operand { selector: Selector::Word, sign: Sign::Unsigned };
    let signed = Operand { sign: Sign::Signed, ..unsigned };
    let reason = |operation: Operation, expected: Option<&str>| match (operation.source(), expected) {
        (source, Some(part)) => {
            assert!(source.is_inferred() && source.to_string().contains(part), "{operation:?}: {source}");
        }
        (source, None) => assert_eq!(source, Source::Ptx, "{operation:?}"),
    };
    for comparison in Comparison::ALL {
        let mode = vset::Mode { a: unsigned, b: unsigned, comparison, second: SecondOp::None };
        let is_constant = matches!(comparison, Comparison::F | Comparison::T);
        reason(Operation::Vset(mode), is_constant.then_some("no comparison that is always false"));
        let mode = vsetp::Mode { a: unsigned, b: unsigned, comparison, join: BoolOp::And, negated: false };
        reason(Operation::Vsetp(mode), Some("no PTX video instruction writes predicates"));
    }
    for ((a, sign), saturate) in [unsigned, signed]
        .into_iter()
        .flat_map(|a| Sign::ALL.map(|sign| (a, sign)))
        .flat_map(|pair| Saturate::ALL.map(|saturate| (pair, saturate)))
    {
        let output = Output { sign, saturate, second: SecondOp::None };
        let mode = vshift::Mode { a, b: Selector::Word, wrap: false, output };
        let is_clamped = saturate == Saturate::On;
        reason(Operation::Vshl(mode), is_clamped.then_some("the bits above bit 33 are lost"));
        reason(Operation::Vshr(mode), (a.sign != sign).then_some("the sign of A does"));
    }
    let plain = vabsdiff4::Mode {
        a: vabsdiff4::SelectA::L3210,
        b: vabsdiff4::SelectB::L7654,
        a_sign: Sign::Unsigned,
        b_sign: Sign::Unsigned,
        lanes: [true; 4],
        sign: Sign::Unsigned,
        saturate: Saturate::Off,
        accumulate: false,
    };
    let clamped = vabsdiff4::Mode { saturate: Saturate::On, ..plain };
    reason(Operation::Vabsdiff4(plain), None);
    reason(Operation::Vabsdiff4(vabsdiff4::Mode { accumulate: true, ..plain }), None);
    reason(Operation::Vabsdiff4(vabsdiff4::Mode { accumulate: true, ..clamped }), Some("never both"));
    for mode in [
        clamped,
        vabsdiff4::Mode { sign: Sign::Signed, ..plain },
        vabsdiff4::Mode { lanes: [true, true, true, false], ..plain },
    ] {
        reason(Operation::Vabsdiff4(mode), Some("ptxas emits selectors, lanes, SAT and SD for Kepler only"));
    }
}
