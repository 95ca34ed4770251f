//! The other side of a proof: the PTX semantics of a mode in a reading, as terms and as numbers.

use vmad_ptx::{
    ast::{Operation as Ptx, Type},
    reading::Reading,
    video::{VideoTrace, trace_in},
};
use vmad_term::term::{Terms, Vector};
use vmad_unit::{BoolOp, Operation, vsetp};

use vmad_map::meaning::{expected, specified};

/// The three ports: the variables `a`, `b` and `c`.
pub(crate) fn ports(terms: &Terms) -> [Vector<32>; 3] {
    ["a", "b", "c"].map(|name| terms.variable(name))
}

/// The PTX that specifies a mode, in a reading.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Specification {
    operation: Operation,
    ptx: Ptx,
    reading: Reading,
}

impl Specification {
    /// The default reading; [`None`] if nothing specifies the mode.
    pub(crate) fn of(operation: &Operation) -> Option<Self> {
        Self::in_reading(operation, Reading::DEFAULT, Type::S32)
    }

    /// Another reading. A `vmad` gets the dtype, which matters only in a reading that clamps to its range.
    pub(crate) fn in_reading(operation: &Operation, reading: Reading, dtype: Type) -> Option<Self> {
        let mut ptx = specified(operation)?;
        if let Ptx::MultiplyAdd(it) = &mut ptx {
            it.dtype = dtype;
        }
        Some(Self { operation: *operation, ptx, reading })
    }

    /// The variables of the pseudo-code as terms, on the ports.
    pub(crate) fn trace(&self, terms: &Terms) -> VideoTrace<Vector<128>> {
        let inputs = ports(terms).map(|port| terms.zero_extend(port));
        trace_in(terms, &self.ptx, inputs, &self.reading)
    }

    /// The result of a [trace](Self::trace): the value of the register, or the two predicates.
    pub(crate) fn result(&self, terms: &Terms, trace: &VideoTrace<Vector<128>>) -> Vector<32> {
        let written = terms.field(trace.number(), 0);
        match &self.operation {
            Operation::Vsetp(mode) => predicates(terms, *mode, written),
            _ => written,
        }
    }

    pub(crate) fn run(&self, [a, b, c]: [u32; 3]) -> VideoTrace {
        vmad_ptx::video::trace(&self.ptx, a, b, c, &self.reading)
    }

    pub(crate) fn evaluate(&self, inputs: [u32; 3]) -> u32 {
        expected(&self.operation, &self.ptx, inputs, &self.reading)
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
