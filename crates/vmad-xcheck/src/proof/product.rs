//! The product of two formats: how many bits hold it, and between what it lies.

use vmad_unit::{Format, Sign};

use super::term::{Extension, Terms, Truth, Vector};

/// What is known of a product without multiplying: the statement of [`Lemma::Product`](super::lemma::Lemma::Product).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Product {
    /// The widths' sum: the product is its own lowest bits, this many, extended.
    pub bits: u32,
    /// By zeros if both factors are unsigned, else by its sign.
    pub extension: Extension,
    /// The smallest product.
    pub low: i128,
    /// The largest product.
    pub high: i128,
}

impl Product {
    /// Of two numbers of these formats.
    pub fn of(a: Format, b: Format) -> Self {
        let corners = numbers(a).into_iter().flat_map(|x| numbers(b).map(|y| x * y));
        let (low, high) = corners.fold((i128::MAX, i128::MIN), |(low, high), it| (low.min(it), high.max(it)));
        let extension = Extension::of_signed(a.sign == Sign::Signed || b.sign == Sign::Signed);
        Self { bits: a.width.bits() + b.width.bits(), extension, low, high }
    }

    /// The variable `p` that stands for the product, and what is assumed of it.
    pub(super) fn variable(self, terms: &Terms) -> (Vector<128>, Truth) {
        let p = terms.number("p", self.bits, self.extension);
        (p, terms.between(self.low, p, self.high))
    }

    /// The same variable on the unit's wire.
    pub(super) fn on_wire(self, terms: &Terms) -> Vector<66> {
        terms.number("p", self.bits, self.extension)
    }
}

/// The smallest and the largest number of a format.
fn numbers(format: Format) -> [i128; 2] {
    let bits = format.width.bits();
    match format.sign {
        Sign::Unsigned => [0, (1 << bits) - 1],
        Sign::Signed => [-(1 << (bits - 1)), (1 << (bits - 1)) - 1],
    }
}

/// The numbers of a format by their sign: whether they are negated magnitudes, and the largest magnitude.
pub(super) fn magnitudes(format: Format) -> Vec<(bool, i128)> {
    let [low, high] = numbers(format);
    if low == 0 { vec![(false, high)] } else { vec![(false, high), (true, -low)] }
}
