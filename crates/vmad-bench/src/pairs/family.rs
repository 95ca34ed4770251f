//! Operations of the instructions other than `VMAD`: every output, and every operation of `VSETP`.

use vmad_unit::{
    BoolOp, Comparison, Operand, Operation, Output, Saturate, SecondOp, Selector, Sign, vabsdiff, vabsdiff4,
    vadd,
    vmnmx::{self, Extreme},
    vset, vsetp, vshift,
};

/// The operations with their names, on words and on parts of registers.
pub(super) fn operations() -> impl Iterator<Item = (String, Operation)> {
    let operands = [
        [(Selector::Word, Sign::Signed), (Selector::Word, Sign::Unsigned)],
        [(Selector::B1, Sign::Signed), (Selector::H1, Sign::Unsigned)],
    ];
    let operands = operands.map(|pair| pair.map(|(selector, sign)| Operand { selector, sign }));
    let scalar = operands.into_iter().flat_map(|[a, b]| {
        let formats = format!("{}.{}", a.format().name(), b.format().name());
        let of_operands = of_outputs(a, b).into_iter().chain(comparisons(a, b));
        let named = move |(name, operation): (String, Operation)| {
            (format!("{}.{formats}{name}", operation.mnemonic()), operation)
        };
        of_operands.map(named).collect::<Vec<_>>()
    });
    scalar.chain(bytes())
}

/// The instructions with an output, in every one.
fn of_outputs(a: Operand, b: Operand) -> Vec<(String, Operation)> {
    let of_output = |output: Output| {
        let shift = |wrap| vshift::Mode { a, b: b.selector, wrap, output };
        let all = [
            ("", Operation::Vadd(vadd::Mode { a, b, psign: vadd::Psign::SubtractB, output })),
            ("", Operation::Vabsdiff(vabsdiff::Mode { a, b, output })),
            ("", Operation::Vmnmx(vmnmx::Mode { a, b, extreme: Extreme::Maximum, output })),
            ("", Operation::Vshl(shift(false))),
            (".W", Operation::Vshl(shift(true))),
            ("", Operation::Vshr(shift(false))),
        ];
        all.map(|(wrap, operation)| (format!("{wrap}{}", suffix(output)), operation))
    };
    Output::all().flat_map(of_output).collect()
}

/// `.UD.SAT.ACC`
fn suffix(Output { sign, saturate, second }: Output) -> String {
    let sign = if sign == Sign::Signed { "" } else { ".UD" };
    let saturate = if saturate == Saturate::On { ".SAT" } else { "" };
    format!("{sign}{saturate}{}{}", if second == SecondOp::None { "" } else { "." }, second.name())
}

/// The instructions that compare.
fn comparisons(a: Operand, b: Operand) -> Vec<(String, Operation)> {
    let of_comparison = |comparison: Comparison| {
        let set = SecondOp::ALL.into_iter().map(move |second| {
            let name = format!(".{}.{}", comparison.name(), second.name());
            (name, Operation::Vset(vset::Mode { a, b, comparison, second }))
        });
        let joined = BoolOp::ALL.into_iter().map(move |join| {
            let name = format!(".{}.{}", comparison.name(), join.name());
            let mode = vsetp::Mode { a, b, comparison, join, negated: join == BoolOp::Or };
            (name, Operation::Vsetp(mode))
        });
        set.chain(joined).collect::<Vec<_>>()
    };
    [Comparison::Lt, Comparison::Ne].into_iter().flat_map(of_comparison).collect()
}

/// `VABSDIFF4` of all lanes and of some.
fn bytes() -> impl Iterator<Item = (String, Operation)> {
    let lanes = [("XYZW", [true; 4]), ("XZW", [true, false, true, true])];
    lanes.into_iter().flat_map(|(name, lanes)| {
        Saturate::ALL.into_iter().flat_map(move |saturate| {
            [false, true].map(|accumulate| {
                let mode = vabsdiff4::Mode {
                    a: vabsdiff4::SelectA::L3210,
                    a_sign: Sign::Signed,
                    b: vabsdiff4::SelectB::L7654,
                    b_sign: Sign::Unsigned,
                    lanes,
                    sign: Sign::Signed,
                    saturate,
                    accumulate,
                };
                let saturate = if saturate == Saturate::On { ".SAT" } else { "" };
                let accumulate = if accumulate { ".ACC" } else { "" };
                (format!("VABSDIFF4.{name}{saturate}{accumulate}"), Operation::Vabsdiff4(mode))
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_each_part_of_the_operation() {
        let operations: Vec<_> = operations().collect();
        let find = |name: &str| {
            let found = operations.iter().find(|(other, _)| other == name);
            found.unwrap_or_else(|| panic!("{name}")).1
        };
        let Operation::Vadd(mode) = find("VADD.S32.U32") else { panic!() };
        let Output { sign, saturate, second } = mode.output;
        assert_eq!((sign, saturate, second), (Sign::Signed, Saturate::Off, SecondOp::None));
        let Operation::Vshl(mode) = find("VSHL.S8.U16.W.UD.SAT.ACC") else { panic!() };
        let Output { sign, saturate, .. } = mode.output;
        assert_eq!((sign, saturate, mode.wrap), (Sign::Unsigned, Saturate::On, true));
        for (name, expected) in [("VSETP.S32.U32.LT.OR", true), ("VSETP.S32.U32.NE.AND", false)] {
            let Operation::Vsetp(mode) = find(name) else { panic!() };
            assert_eq!(mode.negated, expected, "{name}");
        }
        find("VSET.S8.U16.NE.ACC");
        let Operation::Vabsdiff4(mode) = find("VABSDIFF4.XZW.SAT.ACC") else { panic!() };
        assert!(mode.saturate == Saturate::On && mode.accumulate && !mode.lanes[1]);
        let Operation::Vabsdiff4(mode) = find("VABSDIFF4.XYZW") else { panic!() };
        assert!(mode.saturate == Saturate::Off && !mode.accumulate && mode.lanes[1]);
    }
}
