//! The product of two formats: its width and its range.

use vmad_term::term::{Extension, Terms, Vector};
use vmad_unit::{Format, Sign};

use vmad_map::corners::range;

/// The properties of a product: the statement of [`Lemma::Product`](crate::lemma::Lemma::Product).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Product {
    /// The sum of the widths: the product is this many of its lowest bits, extended.
    pub bits: u32,
    /// The extension: zeros if both factors are unsigned, else the sign.
    pub extension: Extension,
    /// The smallest product.
    pub low: i128,
    /// The largest product.
    pub high: i128,
}

impl Product {
    /// The product of two formats.
    pub fn of(a: Format, b: Format) -> Self {
        let corners = range(a).into_iter().flat_map(|x| range(b).map(|y| x * y));
        let widen = |(low, high): (i128, i128), corner| (low.min(corner), high.max(corner));
        let (low, high) = corners.fold((i128::MAX, i128::MIN), widen);
        let extension = Extension::of_signed(a.sign == Sign::Signed || b.sign == Sign::Signed);
        Self { bits: a.width.bits() + b.width.bits(), extension, low, high }
    }

    /// The variable `p` in place of the product.
    pub(crate) fn number<const BITS: u32>(self, terms: &Terms) -> Vector<BITS> {
        terms.number("p", self.bits, self.extension)
    }
}

/// The numbers of a format by sign: whether they are negated magnitudes, and the largest magnitude.
pub(crate) fn magnitudes(format: Format) -> Vec<(bool, i128)> {
    let [low, high] = range(format);
    if low == 0 { vec![(false, high)] } else { vec![(false, high), (true, -low)] }
}
