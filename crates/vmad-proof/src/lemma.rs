//! The lemmas on which the proofs of modes depend.

use std::fmt;

use vmad_term::{
    symbolic::multiply_exactly,
    term::{Extension, Terms, Truth, Vector},
};
use vmad_unit::{Format, Operand, Operation, Psign, Saturate, Scale, Sign, vabsdiff4, vmad};

use crate::{
    datapath::Datapath,
    goal::{Goal, Question},
    product::{Product, magnitudes},
};

/// A statement about all inputs that many modes need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lemma {
    /// On either port, the selected and extended operand is the PTX ISA's `partSelectSignExtend` of the register, and
    /// is in the range of its format.
    Operand(Operand),
    /// The bytes of `VABSDIFF4`, with this sign, are the PTX ISA's.
    Bytes(Sign),
    /// [`Logic::multiply`](vmad_unit::Logic::multiply)'s 66 bits are the lowest 66 of the PTX ISA's `tmp[127:0] = ta * tb`.
    Multiplier,
    /// A number of a signed format is a magnitude of at most 2^(n-1) - 1, or the negative of one of at most 2^(n-1).
    /// (It says nothing about an unsigned format.)
    Magnitude(Format),
    /// The product of two formats, computed in 128 bits, is its own lowest bits extended, as many as both factors have
    /// together, and is between the smallest and the largest product of the ranges' ends.
    Product(Format, Format),
}

impl Lemma {
    /// All: 14 operands, two signs of bytes, the multiplier, three magnitudes, 36 products.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        let signed = Format::ALL.into_iter().filter(|format| format.sign == Sign::Signed);
        let products =
            Format::ALL.into_iter().flat_map(|a| Format::ALL.into_iter().map(move |b| Self::Product(a, b)));
        Self::of_operands().chain([Self::Multiplier]).chain(signed.map(Self::Magnitude)).chain(products)
    }

    /// The lemmas whose claims are the [claims on operands](Goal::operands) of every mode.
    pub fn of_operands() -> impl Iterator<Item = Self> + Clone {
        Operand::all().map(Self::Operand).chain(Sign::ALL.map(Self::Bytes))
    }

    /// Its questions: several if it is proved case by case. A lemma without a question is not proved.
    pub fn questions(self, terms: &Terms, datapath: &impl Datapath) -> Vec<Question> {
        match self {
            Self::Operand(_) | Self::Bytes(_) => {
                let goal = self.mode().and_then(|mode| Goal::new(terms, datapath, &mode));
                let claims = goal.map(|goal| goal.operands).filter(|claims| !claims.is_empty());
                claims.map(|claims| Question::always(terms, claims)).into_iter().collect()
            }
            Self::Multiplier => vec![multiplier_question(terms)],
            Self::Magnitude(format) => vec![magnitude_question(terms, format)],
            Self::Product(a, b) => product_questions(terms, a, b),
        }
    }

    /// A mode whose claims on operands it has; they do not depend on other parts of the mode.
    pub(crate) fn mode(self) -> Option<Operation> {
        match self {
            Self::Operand(it) => {
                let (psign, scale, saturate) = (Psign::Add, Scale::Pass, Saturate::Off);
                Some(vmad::Mode { a: it, b: it, psign, scale, saturate }.into())
            }
            Self::Bytes(sign) => Some(Operation::Vabsdiff4(vabsdiff4::Mode {
                a: vabsdiff4::SelectA::L3210,
                a_sign: sign,
                b: vabsdiff4::SelectB::L7654,
                b_sign: sign,
                lanes: [true; 4],
                sign,
                saturate: Saturate::Off,
                accumulate: false,
            })),
            _ => None,
        }
    }
}

/// The lemmas that let a variable stand for the product of a `VMAD`.
pub fn foundations(operation: &Operation) -> Vec<Lemma> {
    let Operation::Vmad(mode) = operation else { return Vec::new() };
    let formats = [mode.a.format(), mode.b.format()];
    let signed = formats.into_iter().filter(|format| format.sign == Sign::Signed);
    let [a, b] = formats;
    [Lemma::Product(a, b), Lemma::Multiplier].into_iter().chain(signed.map(Lemma::Magnitude)).collect()
}

impl fmt::Display for Lemma {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Operand(operand) => write!(f, "lemma operand {operand}"),
            Self::Bytes(Sign::Unsigned) => f.write_str("lemma bytes U8"),
            Self::Bytes(Sign::Signed) => f.write_str("lemma bytes S8"),
            Self::Multiplier => f.write_str("lemma multiplier"),
            Self::Magnitude(format) => write!(f, "lemma magnitude {}", format.name()),
            Self::Product(a, b) => write!(f, "lemma product {}.{}", a.name(), b.name()),
        }
    }
}

/// A product's low bits depend only on the factors' low bits.
fn multiplier_question(terms: &Terms) -> Question {
    let (x, y) = (terms.variable::<33>("x"), terms.variable::<33>("y"));
    let manual = terms.multiply(terms.sign_extend::<33, 128>(x), terms.sign_extend(y));
    let holds = terms.equal(multiply_exactly(terms, x, y), terms.field(manual, 0));
    Question::always(terms, vec![holds])
}

fn magnitude_question(terms: &Terms, format: Format) -> Question {
    let bits = format.width.bits();
    let x: Vector<128> = terms.number("x", bits, Extension::Sign);
    let negative = terms.less(x, terms.constant(0));
    let magnitude = terms.cut(terms.choose(negative, terms.negate(x), x), bits, Extension::Zeros);
    let mut claims = Vec::new();
    for (negated, largest) in magnitudes(format) {
        let (case, number) =
            if negated { (negative, terms.negate(magnitude)) } else { (terms.not(negative), magnitude) };
        let fits = terms.and(terms.equal(x, number), terms.within(magnitude, [0, largest]));
        claims.push(terms.or(terms.not(case), fits));
    }
    Question::always(terms, claims)
}

/// Two questions for each combination of signs, over magnitudes: solvers multiply zero-extended numbers in a fraction
/// of a second, sign-extended ones in a minute or never.
fn product_questions(terms: &Terms, a: Format, b: Format) -> Vec<Question> {
    let Product { bits, extension, low, high } = Product::of(a, b);
    let factor = |name, format: Format, (negated, largest): (bool, i128)| -> (Vector<128>, Truth) {
        let magnitude = terms.number(name, format.width.bits(), Extension::Zeros);
        let number = if negated { terms.negate(magnitude) } else { magnitude };
        (number, terms.within(magnitude, [0, largest]))
    };
    let cases = magnitudes(a).into_iter().flat_map(|x| magnitudes(b).into_iter().map(move |y| (x, y)));
    let questions = cases.flat_map(|(x, y)| {
        let (x, x_bounds) = factor("x", a, x);
        let (y, y_bounds) = factor("y", b, y);
        let assumption = terms.and(x_bounds, y_bounds);
        let product = terms.multiply(x, y);
        let fits = terms.equal(product, terms.cut(product, bits, extension));
        [fits, terms.within(product, [low, high])].map(|holds| Question { assumption, claims: vec![holds] })
    });
    questions.collect()
}
