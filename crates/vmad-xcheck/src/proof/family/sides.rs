//! Both sides of a mode, as terms.

use vmad_ptx::{
    reading::Reading,
    video::{VideoTrace, trace_in},
};
use vmad_unit::{BoolOp, Operation, Sign, Stage, Wire, vsetp};

use super::{
    super::{
        domain::TermDomain,
        name::ports,
        symbolic::Symbolic,
        term::{Extension, Term, Terms, Truth, Vector},
    },
    Family,
};
use crate::family::specified;

/// What a side takes from the registers A and B: the same number on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Cut {
    pub(super) unit: Term,
    pub(super) extension: Extension,
    pub(super) ptx: Term,
}

/// Both sides of a mode.
pub(super) struct Sides {
    pub(super) equal: Truth,
    pub(super) cuts: Vec<Cut>,
    /// The results of the lanes of `VABSDIFF4`, which depend on the cuts alone.
    pub(super) lanes: Vec<Cut>,
}

impl Sides {
    /// [`None`] if nothing specifies the mode.
    pub(super) fn of(terms: &Terms, family: &impl Family, operation: &Operation) -> Option<Self> {
        let mut wires = Vec::new();
        let result = family.compute(&Symbolic::exact(terms), &mut wires, operation, ports(terms));
        let inputs = ports(terms).map(|port| terms.extend(port, Extension::Zeros));
        let trace = trace_in(&TermDomain::exact(terms), &specified(operation)?, inputs, &Reading::DEFAULT);
        let written = terms.field(trace.number(), 0);
        let expected = match operation {
            Operation::Vsetp(mode) => predicates(terms, *mode, written),
            _ => written,
        };
        let (cuts, lanes) = (cuts(operation, &wires, &trace), lanes(&wires, &trace));
        Some(Self { equal: terms.equal(result, expected), cuts, lanes })
    }
}

/// The two predicates of a `VSETP` whose comparison has bit 0 of `holds`.
fn predicates(terms: &Terms, mode: vsetp::Mode, holds: Vector<32>) -> Vector<32> {
    let source = terms.field::<32, 1>(ports(terms)[2], 0);
    let source = if mode.negated { terms.invert(source) } else { source };
    let joined = |holds| {
        let joined = match mode.join {
            BoolOp::And => terms.bit_and(holds, source),
            BoolOp::Xor => terms.bit_xor(holds, source),
            BoolOp::Or => terms.invert(terms.bit_and(terms.invert(holds), terms.invert(source))),
        };
        terms.zero_extend::<1, 32>(joined)
    };
    let holds = terms.field::<32, 1>(holds, 0);
    terms.add(terms.shift_left(joined(terms.invert(holds)), 1), joined(holds))
}

/// The cuts, in the order in which the unit makes them: A before B.
fn cuts(operation: &Operation, wires: &[Wire<Term>], trace: &VideoTrace<Vector<128>>) -> Vec<Cut> {
    let of = |is_cut: &dyn Fn(&Wire<Term>) -> bool| -> Vec<Term> {
        wires.iter().filter(|wire| is_cut(wire)).map(|wire| wire.bits).collect()
    };
    match (operation, trace) {
        (Operation::Vabsdiff4(mode), VideoTrace::Bytes(lanes)) => {
            let bytes = of(&|wire| wire.stage == Stage::Select && !wire.name.ends_with("port"));
            let numbers =
                lanes.va.iter().zip(&lanes.vb).flat_map(|(a, b)| [(a, mode.a_sign), (b, mode.b_sign)]);
            let cut = |(unit, (ptx, sign)): (Term, (&Vector<128>, Sign))| Cut {
                unit,
                extension: Extension::of_signed(sign == Sign::Signed),
                ptx: (*ptx).into(),
            };
            bytes.into_iter().zip(numbers).map(cut).collect()
        }
        (_, VideoTrace::Stages(stages)) => {
            let operands = of(&|wire| wire.name.ends_with("extended"));
            let cut =
                |(unit, ptx): (Term, Vector<128>)| Cut { unit, extension: Extension::Sign, ptx: ptx.into() };
            operands.into_iter().zip([stages.ta, stages.tb]).map(cut).collect()
        }
        _ => Vec::new(),
    }
}

/// The results of the lanes.
fn lanes(wires: &[Wire<Term>], trace: &VideoTrace<Vector<128>>) -> Vec<Cut> {
    let VideoTrace::Bytes(lanes) = trace else { return Vec::new() };
    let units = wires.iter().filter(|wire| wire.stage == Stage::Saturate).map(|wire| wire.bits);
    let cut = |(unit, ptx): (Term, Vector<128>)| Cut { unit, extension: Extension::Sign, ptx: ptx.into() };
    units.zip(lanes.saturated).map(cut).collect()
}
