//! The claim of a mode: what the unit and PTX compute on the same ports.

use vmad_ptx::video::VideoTrace;
use vmad_term::{
    operation::Term,
    term::{Extension, Terms, Truth, Vector},
};
use vmad_unit::{Format, Operation, Sign, Stage, Width, Wire};

use crate::{
    datapath::Datapath,
    numbers::{Manual, Numbers},
    product::Product,
    specification::{Specification, ports},
};
use vmad_map::corners::range;

/// Claims that follow from an assumption.
#[derive(Clone, Debug)]
pub struct Question {
    /// The assumption on the variables.
    pub assumption: Truth,
    /// The claims, each about all inputs.
    pub claims: Vec<Truth>,
}

impl Question {
    /// Claims without an assumption.
    pub fn always(terms: &Terms, claims: Vec<Truth>) -> Self {
        Self { assumption: terms.always(), claims }
    }

    /// All claims at once.
    pub fn conclusion(&self, terms: &Terms) -> Truth {
        terms.all(self.claims.iter().copied())
    }
}

/// A number that both sides compute from the operands alone: an extended operand, a byte of `VABSDIFF4`, or the product
/// of `VMAD`. Where a solver is asked, a variable stands for it.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    /// The term of the unit, and that of PTX.
    pub(crate) sides: [Term; 2],
    /// The variable in place of each.
    pub(crate) variable: [Term; 2],
    pub(crate) number: Vector<128>,
    pub(crate) name: &'static str,
    /// The smallest and the largest number.
    pub(crate) range: [i128; 2],
}

/// The claim of a mode.
#[derive(Clone, Debug)]
pub struct Goal {
    /// The unit's wires.
    pub wires: Vec<Wire<Term>>,
    /// The unit's result, and that of PTX.
    pub results: [Vector<32>; 2],
    /// The PTX ISA's variables, for a `VMAD`.
    pub manual: Option<Manual>,
    /// Claims about one operand each, which the lemmas prove: the cuts of the two sides are the same number, or for
    /// `VMAD` are made of the same factors, and are in their range.
    pub operands: Vec<Truth>,
    /// The claims of the mode, without those on operands: for `VMAD`, one for each wire; for the others, the result.
    pub claims: Vec<Truth>,
    /// The numbers that the claims take from the operands.
    pub cuts: Vec<Cut>,
    /// The results of the lanes of `VABSDIFF4`, which depend on the cuts alone.
    pub lanes: Vec<[Term; 2]>,
}

impl Goal {
    /// The claim on the ports `a`, `b` and `c`; [`None`] if nothing specifies the mode.
    pub fn new(terms: &Terms, datapath: &impl Datapath, operation: &Operation) -> Option<Self> {
        let specification = Specification::of(operation)?;
        let mut wires = Vec::new();
        let result = datapath.compute(terms, &mut wires, operation, ports(terms));
        let trace = specification.trace(terms);
        let results = [result, specification.result(terms, &trace)];
        let goal = Self {
            wires,
            results,
            manual: None,
            operands: Vec::new(),
            claims: vec![terms.equal(results[0], results[1])],
            cuts: Vec::new(),
            lanes: Vec::new(),
        };
        Some(match (operation, &trace) {
            (Operation::Vmad(_), VideoTrace::Vmad(it)) => {
                let inputs = ports(terms).map(|port| terms.zero_extend(port));
                let manual = Numbers::new(terms, it, inputs);
                goal.with_every_wire(terms, operation, manual)
            }
            (Operation::Vabsdiff4(mode), VideoTrace::Bytes(it)) => {
                let numbers =
                    it.va.iter().zip(&it.vb).flat_map(|(a, b)| [(*a, mode.a_sign), (*b, mode.b_sign)]);
                let saturated = goal.wires.iter().filter(|wire| wire.stage == Stage::Saturate);
                let lanes = saturated.map(|wire| wire.bits).zip(it.saturated.map(Term::from));
                let lanes = lanes.map(|(unit, ptx)| [unit, ptx]).collect();
                let bytes = |wire: &&Wire<Term>| wire.stage == Stage::Select && !wire.name.ends_with("port");
                let bytes: Vec<_> = goal.wires.iter().filter(bytes).map(|wire| wire.bits).collect();
                let byte = |sign| range(Format { width: Width::Byte, sign });
                let cuts = bytes.into_iter().zip(numbers);
                let cuts = cuts.map(|(unit, (ptx, sign))| (unit, ptx, sign, byte(sign)));
                Self { lanes, ..goal.clone() }.with_operands(terms, cuts)
            }
            (_, VideoTrace::Stages(it)) => {
                let extended = goal.wires.iter().filter(|wire| wire.name.ends_with("extended"));
                let extended: Vec<_> = extended.map(|wire| wire.bits).collect();
                let ranges =
                    operation.operands().into_iter().flatten().map(|operand| range(operand.format()));
                let cuts = extended.into_iter().zip([it.ta, it.tb]).zip(ranges);
                goal.with_operands(terms, cuts.map(|((unit, ptx), range)| (unit, ptx, Sign::Signed, range)))
            }
            _ => goal,
        })
    }

    /// For a `VMAD`: every wire has the PTX ISA's number. That number has 128 bits, in which nothing overflows, so no
    /// wire is too narrow for it.
    fn with_every_wire(mut self, terms: &Terms, operation: &Operation, manual: Manual) -> Self {
        let is_of_an_operand = |wire: &&Wire<Term>| wire.stage == Stage::Select && wire.name != "C port";
        // A wire without a number of the PTX ISA has a claim that is false.
        let claim = |wire: &Wire<Term>| {
            let equal = manual.on(wire.name).map(|expected| terms.equal(number(terms, wire), expected));
            equal.unwrap_or_else(|| terms.not(terms.always()))
        };
        self.operands = self.wires.iter().filter(is_of_an_operand).map(claim).collect();
        self.claims.extend(self.wires.iter().filter(|wire| !is_of_an_operand(wire)).map(claim));
        // "The guard bits are always equal": 65 bits hold the same numbers as 66.
        let tmp = self.wires.iter().find(|wire| wire.name == "tmp").map(|wire| number(terms, wire));
        self.claims.extend(tmp.map(|tmp| terms.equal(terms.cut(tmp, 65, Extension::Sign), tmp)));
        let Some([a, b]) = operation.operands() else { return self };
        for (name, operand) in [("A extended", a), ("B extended", b)] {
            let extended = self.wires.iter().find(|wire| wire.name == name);
            let in_range = extended.map(|wire| terms.within(number(terms, wire), range(operand.format())));
            self.operands.extend(in_range);
        }
        // The factors of the multiplication are the PTX ISA's, so its result is the PTX ISA's product: a lemma says so.
        let product = Product::of(a.format(), b.format());
        let wires = self.wires.iter().map(|wire| wire.bits);
        let roots: Vec<_> = wires.chain([self.results[0].into()]).collect();
        for (multiplied, [x, y]) in terms.products(&roots) {
            let is = |factor: Vector<33>, number| terms.equal(terms.sign_extend(factor), number);
            self.operands.extend([is(x, manual.trace.ta), is(y, manual.trace.tb)]);
            self.cuts.push(Cut {
                sides: [multiplied.into(), manual.trace.product.into()],
                variable: [product.number::<66>(terms).into(), product.number::<128>(terms).into()],
                number: product.number(terms),
                name: "p",
                range: [product.low, product.high],
            });
        }
        self.manual = Some(manual);
        self
    }

    /// For the others: the operands in the order in which the unit takes them, A before B.
    fn with_operands(
        mut self,
        terms: &Terms,
        cuts: impl Iterator<Item = (Term, Vector<128>, Sign, [i128; 2])>,
    ) -> Self {
        for ((unit, ptx, sign, range), name) in cuts.zip(VARIABLES) {
            let extension = Extension::of_signed(sign == Sign::Signed);
            let found = terms.value(unit, extension);
            self.operands.push(terms.equal(found, ptx));
            self.operands.push(terms.within(found, range));
            let variable = terms.like(unit, name);
            let number = terms.value(variable, extension);
            self.cuts.push(Cut {
                sides: [unit, ptx.into()],
                variable: [variable, number.into()],
                number,
                name,
                range,
            });
        }
        self
    }

    /// All claims of the mode, but those on operands.
    pub fn conclusion(&self, terms: &Terms) -> Truth {
        terms.all(self.claims.iter().copied())
    }

    /// The claim on its own, with multiplications; for `VMAD`, with the claims on operands, which are wires too.
    pub fn whole(&self, terms: &Terms) -> Truth {
        match self.manual {
            Some(_) => terms.all(self.operands.iter().chain(&self.claims).copied()),
            None => self.conclusion(terms),
        }
    }

    /// A truth with variables in place of the cuts.
    pub fn abstracted(&self, terms: &Terms, truth: Truth) -> Truth {
        terms.replace(truth, self.cuts.iter().flat_map(|cut| cut.sides.into_iter().zip(cut.variable)))
    }

    /// The assumption that the variables are in the ranges of their cuts.
    pub fn assumption(&self, terms: &Terms) -> Truth {
        terms.all(self.cuts.iter().map(|cut| terms.within(cut.number, cut.range)))
    }
}

/// The variables in place of operands: at most eight.
const VARIABLES: [&str; 8] = ["x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7"];

fn number(terms: &Terms, wire: &Wire<Term>) -> Vector<128> {
    terms.value(wire.bits, Extension::of_signed(wire.sign == Sign::Signed))
}
