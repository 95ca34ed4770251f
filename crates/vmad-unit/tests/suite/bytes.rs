//! Oracle: the restatement in [`crate::model`], for every product of two bytes in every byte mode; the short
//! form takes every 16th.

use vmad_unit::{Operand, Selector, Sign, execute, vmad::Mode};

use crate::{corners::WORD_CORNERS, model::Model};

const BYTES: [Selector; 4] = [Selector::B0, Selector::B1, Selector::B2, Selector::B3];

/// `byte` where the selector looks, and its opposite everywhere else.
fn port(selector: Selector, byte: u8) -> u32 {
    let lane = selector as usize;
    u32::from_le_bytes(core::array::from_fn(|index| if index == lane { byte } else { !byte }))
}

#[test]
fn every_product_of_two_bytes_is_right_in_every_byte_mode() {
    let mut products = 0;
    let step = vmad_testing::step(16);
    for (a_sign, b_sign) in Sign::ALL.into_iter().flat_map(|a| Sign::ALL.map(|b| (a, b))) {
        // Each lane of A meets one of B here; the others meet in the corner grid.
        let lanes: [(Operand, Operand); 4] = core::array::from_fn(|lane| {
            let b = BYTES[(lane + 1) % 4];
            (Operand { selector: BYTES[lane], sign: a_sign }, Operand { selector: b, sign: b_sign })
        });
        for mode in Mode::all_of(lanes[0].0, lanes[0].1) {
            let settings = lanes.map(|(a, b)| Mode { a, b, ..mode });
            let models = settings.map(Model::of);
            let others = |x: u8| (usize::from(x) * 5 % step..256).step_by(step).map(|y| y as u8);
            for (x, y) in (0..=0xff_u8).flat_map(|x| others(x).map(move |y| (x, y))) {
                let lane = usize::from((x ^ y) % 4);
                let (a, b) = (port(lanes[lane].0.selector, x), port(lanes[lane].1.selector, y));
                for c in WORD_CORNERS {
                    let (unit, restated) = (execute(settings[lane], a, b, c), models[lane].result(a, b, c));
                    assert_eq!(unit, restated, "{:?} {x:#x} * {y:#x}, c {c:#x}", settings[lane]);
                    products += 1;
                }
            }
        }
    }
    assert_eq!(products, 4 * 24 * 65536 * 8 / step);
}
