//! The psign adder: `tmp = ±(A*B) ± C`, or plus one.

use crate::{instructions::vmad::Psign, logic::Logic, operand::Sign};

/// The wires around the adder.
#[derive(Clone, Debug)]
pub struct AdderWires<L: Logic> {
    /// C extended by the intermediate sign.
    pub c_extended: L::Bits<66>,
    /// The product as it enters the adder: itself, or inverted.
    pub product_term: L::Bits<66>,
    /// C as it enters the adder: itself, or inverted.
    pub c_term: L::Bits<66>,
    /// The carry into the lowest bit: one bit in a vector of two, so that its sign stays 0.
    pub carry_in: L::Bits<2>,
    /// The sum.
    ///
    /// 64 bits and two guard bits, which keep the reference's promise: "the tmp variable will contain enough bits to
    /// represent all possible values". The values lie in -(2^64 - 2^33 + 1) - 2^31 to 2^64 - 2^32 + 1, so the two
    /// guard bits are always alike: each is tmp's sign, and one would do.
    pub tmp: L::Bits<66>,
}

/// The psign table: what is inverted, and whether a one is carried in.
///
/// | psign | operation | product | C | carry in |
/// |---|---|---|---|---|
/// | 0 | `(A*B) + C` | as it is | as it is | 0 |
/// | 1 | `(A*B) + ~C + 1` | as it is | inverted | 1 |
/// | 2 | `~(A*B) + C + 1` | inverted | as it is | 1 |
/// | 3 | `(A*B) + C + 1` | as it is | as it is | 1 |
#[inline]
pub fn add_with_psign<L: Logic>(
    logic: &L,
    psign: Psign,
    intermediate: Sign,
    product: &L::Bits<66>,
    c: &L::Bits<32>,
) -> AdderWires<L> {
    let c_extended = extend_c(logic, intermediate, c);
    let (product_term, c_term, carry) = match psign {
        Psign::Add => (product.clone(), c_extended.clone(), 0),
        Psign::SubtractC => (product.clone(), logic.invert(&c_extended), 1),
        Psign::NegateProduct => (logic.invert(product), c_extended.clone(), 1),
        Psign::PlusOne => (product.clone(), c_extended.clone(), 1),
    };
    let carry_in = logic.constant::<2>(carry);
    let sum = logic.add(&product_term, &c_term);
    let tmp = logic.add(&sum, &logic.zero_extend(&carry_in));
    AdderWires { c_extended, product_term, c_term, carry_in, tmp }
}

/// "The sign of Rc is the same as the intermediate sign of the multiply. If Rc is signed it needs to be properly sign
/// extended to 64 bits before addition/subtraction to/from the product."
#[inline]
fn extend_c<L: Logic>(logic: &L, intermediate: Sign, c: &L::Bits<32>) -> L::Bits<66> {
    match intermediate {
        Sign::Unsigned => logic.zero_extend(c),
        Sign::Signed => logic.sign_extend(c),
    }
}
