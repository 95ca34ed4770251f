//! The scalar family. Oracle: the datapath, one execution at a time.

use vmad_batch::{Batch, Level};
use vmad_unit::{
    BoolOp, Comparison, Kind, Operand, Operation, Output, Saturate, SecondOp, Selector, Sign, vabsdiff,
    vabsdiff4, vadd,
    vmnmx::{self, Extreme},
    vset, vsetp, vshift,
};

use crate::corners::CORNERS;

/// Modes with every operand, every operation and every output; not every combination of them.
fn operations() -> Vec<Operation> {
    let mut all = Vec::new();
    let operands: Vec<_> = Operand::all().collect();
    for (at, output) in Output::all().enumerate() {
        for (place, &a) in operands.iter().enumerate() {
            let b = operands[(5 * place + at) % operands.len()];
            all.extend(vadd::Psign::ALL.map(|psign| Operation::Vadd(vadd::Mode { a, b, psign, output })));
            all.push(Operation::Vabsdiff(vabsdiff::Mode { a, b, output }));
            all.extend(Extreme::ALL.map(|extreme| Operation::Vmnmx(vmnmx::Mode { a, b, extreme, output })));
            let second = output.second;
            let set = |comparison| Operation::Vset(vset::Mode { a, b, comparison, second });
            all.extend(Comparison::ALL.map(set));
            for wrap in [false, true] {
                let mode = vshift::Mode { a, b: b.selector, wrap, output };
                all.extend([Operation::Vshl(mode), Operation::Vshr(mode)]);
            }
        }
    }
    all.extend(predicates(&operands));
    all.extend(bytes());
    all
}

/// Every comparison, join and negation, with every A and every B.
fn predicates(operands: &[Operand]) -> Vec<Operation> {
    let mut all = Vec::new();
    for (place, &a) in operands.iter().enumerate() {
        for (at, comparison) in Comparison::ALL.into_iter().enumerate() {
            let b = operands[(5 * place + at) % operands.len()];
            for join in BoolOp::ALL {
                let mode = |negated| Operation::Vsetp(vsetp::Mode { a, b, comparison, join, negated });
                all.extend([false, true].map(mode));
            }
        }
    }
    all
}

/// Every pair of selectors, each clamp and accumulation; signs and lanes in turn.
fn bytes() -> Vec<Operation> {
    let mut all = Vec::new();
    for a in vabsdiff4::SelectA::ALL {
        for b in vabsdiff4::SelectB::ALL {
            for (sign, saturate) in
                Sign::ALL.into_iter().flat_map(|sign| Saturate::ALL.map(|sat| (sign, sat)))
            {
                for accumulate in [false, true] {
                    let (at, lanes) = (all.len(), 1 + all.len() % 15);
                    all.push(Operation::Vabsdiff4(vabsdiff4::Mode {
                        a,
                        a_sign: Sign::ALL[at / 3 % 2],
                        b,
                        b_sign: Sign::ALL[at / 5 % 2],
                        lanes: [0, 1, 2, 3].map(|lane| lanes >> lane & 1 == 1),
                        sign,
                        saturate,
                        accumulate,
                    }));
                }
            }
        }
    }
    all
}

#[test]
fn every_operation_computes_what_the_datapath_computes_on_every_level() {
    let mut random = fastrand::Rng::with_seed(0xfa);
    // Two blocks and a part of one.
    let length = 1100;
    let mut port = || -> Vec<u32> {
        let value = |at: usize| {
            if at.is_multiple_of(2) { random.u32(..) } else { CORNERS[random.usize(..CORNERS.len())] }
        };
        (0..length).map(value).collect()
    };
    let (a, mut b, c) = (port(), port(), port());
    // Amounts of shifts that are not all too large.
    b.iter_mut().step_by(5).for_each(|value| *value &= 0x3f3f_3f3f);
    let operations = operations();
    let some_of_each_instruction = Kind::ALL.into_iter().flat_map(|kind| kind.modes().step_by(1009));
    for operation in operations.iter().copied().chain(some_of_each_instruction) {
        let expected: Vec<u32> =
            a.iter().zip(&b).zip(&c).map(|((a, b), c)| operation.execute(*a, *b, *c)).collect();
        for level in Level::all() {
            let mut found = vec![0; length];
            Batch::on(level, operation).run(&a[..], &b[..], &c[..], &mut found).expect("one length");
            let wrong = found.iter().zip(&expected).position(|(found, expected)| found != expected);
            assert_eq!(wrong, None, "{} {operation:?}", level.name());
        }
    }
    assert_eq!(operations.len(), 32 * 14 * 19 + 14 * 8 * 6 + 14 * 11 * 8);
}

#[test]
fn one_value_for_all_is_repeated() {
    let operand = Operand { selector: Selector::H0, sign: Sign::Signed };
    let output = Output { sign: Sign::Signed, saturate: Saturate::Off, second: SecondOp::Acc };
    let add = vadd::Mode { a: operand, b: operand, psign: vadd::Psign::Add, output };
    let mut found = [0; 3];
    Batch::new(Operation::Vadd(add)).run(&[1, 2, 0xffff], 10, 100, &mut found).expect("one length");
    assert_eq!(found, [111, 112, 109]);
}
