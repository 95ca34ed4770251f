//! The terms of random expressions: whatever simplifies them, they have the values that integers have.

use vmad_proof::equal::{
    narrow::{Narrow, Products},
    polynomial::Polynomials,
    values::Values,
};
use vmad_ptx::domain::{Domain, Integers};

const VARIABLES: [(&str, u32); 5] = [("a", 32), ("b", 32), ("c", 64), ("h", 16), ("p", 1)];

/// The numbers of a random expression, each made of earlier ones. It depends on the seed alone.
fn numbers<D: Domain>(domain: &D, seed: u64, variables: &[D::Number]) -> Vec<D::Number> {
    const CONSTANTS: [i128; 12] =
        [0, 1, -1, 2, 0xff, 0xff00, 0xffff, -0x100, 0x7fff_0000, 0xffff_ffff, -0x8000_0000, 0xf0f1];
    let mut random = fastrand::Rng::with_seed(seed);
    let mut all = variables.to_vec();
    for _ in 0..24 {
        // Often the last ones, so that the operations meet.
        let mut any = || match random.u8(..6) {
            0 => domain.constant(CONSTANTS[random.usize(..CONSTANTS.len())]),
            1 | 2 => all[random.usize(..all.len())],
            _ => all[all.len() - 1 - random.usize(..3)],
        };
        let (x, y) = (any(), any());
        let [low, bits] = [[0, 8, 16, 24, 32, random.u32(..65)], [1, 8, 16, 24, 32, random.u32(1..65)]]
            .map(|counts| counts[random.usize(..6)]);
        let signed = random.bool();
        let count = domain.constant(low.into());
        let found = match random.u8(..21) {
            0..4 => domain.field(x, low, bits, signed),
            4 => domain.add(x, y),
            5 => domain.subtract(x, y),
            6 => domain.multiply(domain.field(x, 0, bits.min(32), signed), domain.field(y, 0, 32, true)),
            7 => domain.invert(x),
            8 => domain.and(x, y),
            9 => domain.or(x, y),
            10 => domain.xor(x, y),
            11 => domain.shift_left(domain.field(x, 0, bits, signed), count),
            12 => domain.shift_right(x, count),
            13 => domain.shift_left(domain.field(x, 0, 32, signed), domain.field(y, 0, 5, false)),
            14 => domain.shift_right(x, domain.field(y, 0, 6, false)),
            15 => domain.one_if(domain.less(x, y)),
            16 => domain.one_if(domain.equal(x, y)),
            17 => domain.choose(domain.equal(variables[4], domain.constant(signed.into())), x, y),
            18 => domain.clamp(x, bits, signed),
            19 => domain.absolute(domain.field(x, 0, bits, signed)),
            // Parts side by side.
            _ => {
                let upper =
                    domain.shift_left(domain.field(x, low, bits.min(32), signed), domain.constant(16));
                domain.add(domain.field(y, low, 16, false), upper)
            }
        };
        // No larger than what instructions compute with.
        all.push(if random.u8(..3) == 0 { domain.field(found, 0, 64, signed) } else { found });
        if all.len() > 14 {
            all.push(domain.field(found, low, 32, signed));
        }
    }
    all
}

#[test]
fn terms_of_random_expressions_have_the_values_of_integers() {
    let mut random = fastrand::Rng::with_seed(11);
    for seed in 0..vmad_testing::cases(40, 800) as u64 {
        for products in [Products::Exact, Products::Named, Products::Split] {
            if seed % 4 != 0 && products != Products::Exact {
                continue;
            }
            let domain = Narrow::new(products);
            let found = numbers(&domain, seed, &VARIABLES.map(|(name, bits)| domain.variable(name, bits)));
            let mut values_of = Values::new(&domain, &found, &[]);
            for _ in 0..6 {
                let values = VARIABLES.map(|(_, bits)| {
                    let value = if random.bool() { random.u64(..) } else { u64::MAX << random.u32(..64) };
                    value & (u64::MAX >> (64 - bits))
                });
                let of = |name: &str| values[VARIABLES.iter().position(|(other, _)| *other == name).unwrap()];
                let expected = numbers(&Integers, seed, &values.map(i128::from));
                let found = values_of.run(|name| of(name).into());
                let other = found.iter().zip(&expected).position(|(x, y)| x != y);
                assert_eq!(other, None, "expression {seed}, {products:?}, {values:x?}: {found:x?}");
            }
        }
    }
}

#[test]
fn polynomials_of_random_expressions_have_the_values_of_integers() {
    let mut random = fastrand::Rng::with_seed(12);
    let (count, mut given_up) = (vmad_testing::cases(40, 2_000), 0);
    for seed in 0..count as u64 {
        let domain = Polynomials::default();
        let found = numbers(&domain, seed, &VARIABLES.map(|(name, bits)| domain.variable(name, bits)));
        given_up += usize::from(domain.is_given_up());
        for _ in 0..if domain.is_given_up() { 0 } else { 6 } {
            let values = VARIABLES.map(|(_, bits)| {
                let value = if random.bool() { random.u64(..) } else { u64::MAX << random.u32(..64) };
                value & (u64::MAX >> (64 - bits))
            });
            let of = |name: &str| values[VARIABLES.iter().position(|(other, _)| *other == name).unwrap()];
            let expected = numbers(&Integers, seed, &values.map(i128::from));
            let found = domain.values(&found, of);
            let other = found.iter().zip(&expected).position(|(x, y)| *x != Some(*y));
            assert_eq!(other, None, "expression {seed}, {values:x?}: {found:x?} {expected:x?}");
        }
    }
    assert!(given_up * 4 < count, "{given_up} of {count} are given up");
}
