//! The ranges of intermediate results.

use vmad_map::bounds::{Range, intermediate};
use vmad_ptx::ast::ArithmeticOp;

#[test]
fn a_range_has_the_smallest_and_the_largest_result() {
    let operands: [[Range; 2]; 4] =
        [[[1, 4], [2, 7]], [[10, 20], [1, 3]], [[-5, 6], [-9, -2]], [[-8, -4], [3, 5]]];
    for [a, b] in operands {
        for op in ArithmeticOp::ALL {
            let results = (a[0]..=a[1]).flat_map(|x| {
                (b[0]..=b[1]).map(move |y| match op {
                    ArithmeticOp::Add => x + y,
                    ArithmeticOp::Sub => x - y,
                    ArithmeticOp::AbsDiff => i128::abs(x - y),
                    ArithmeticOp::Min => x.min(y),
                    ArithmeticOp::Max => x.max(y),
                })
            });
            let ends = [results.clone().min(), results.max()].map(Option::unwrap);
            assert_eq!(intermediate(op, [a, b]), ends, "{op:?} of {a:?} and {b:?}");
        }
    }
}
