//! The numbers that the PTX ISA gives the wires of the datapath: those of `vmad-ptx`'s semantics, in any domain.

use vmad_ptx::{domain::Domain, video::VmadTrace};
use vmad_term::term::Vector;

/// Every variable of the pseudo-code, as terms.
pub type Manual = Numbers<Vector<128>>;

/// A variable of the PTX ISA for each wire; `N` is a number, or a term of 128 bits.
#[derive(Clone, Copy, Debug)]
pub struct Numbers<N> {
    /// The variables of the pseudo-code.
    pub trace: VmadTrace<N>,
    /// `a`, `b`, as registers.
    ports: [N; 2],
    /// `c`, extended by the sign of the intermediate result.
    c: N,
    /// 1 if the intermediate result is signed; 1 if the final result is.
    signed: [N; 2],
    /// The bounds of `CLAMP`, the smaller first.
    range: [N; 2],
    /// `result < MIN` and `MAX < result`: 1 if it is so.
    outside: [N; 2],
    /// The lower 32 bits of `result` after `.sat`, read by the sign of the final result.
    d: N,
}

impl<N: Copy> Numbers<N> {
    /// The number that the wire of a name must have; [`None`] if there is no such wire.
    pub fn on(&self, wire: &str) -> Option<N> {
        Some(match wire {
            "A port" => self.ports[0],
            "B port" => self.ports[1],
            "A field" | "A extended" => self.trace.ta,
            "B field" | "B extended" => self.trace.tb,
            "C port" | "C extended" => self.c,
            "product" => self.trace.product,
            "intermediate" => self.signed[0],
            "product term" => self.trace.product_or_not,
            "C term" => self.trace.c128,
            "carry in" => self.trace.lsb,
            "tmp" => self.trace.tmp,
            "final" => self.signed[1],
            "shr" => self.trace.result,
            "min" => self.range[0],
            "max" => self.range[1],
            "below" => self.outside[0],
            "above" => self.outside[1],
            "result" => self.d,
            _ => return None,
        })
    }

    /// The numbers of a run of `vmad-ptx`'s semantics on `a`, `b`, `c`, from 0 to 2^32 - 1.
    pub(crate) fn new<D: Domain<Number = N>>(domain: &D, trace: &VmadTrace<N>, [a, b, c]: [N; 3]) -> Self {
        let read = |word, signed| domain.field(word, 0, 32, signed);
        let range =
            if trace.signed_range { [i32::MIN.into(), i32::MAX.into()] } else { [0, u32::MAX.into()] };
        let range @ [min, max] = range.map(|bound| domain.constant(bound));
        let outside = [domain.less(trace.result, min), domain.less(max, trace.result)];
        let signed = [trace.signed_intermediate, trace.signed_final];
        Self {
            trace: *trace,
            ports: [a, b],
            c: read(c, signed[0]),
            signed: signed.map(|is_signed| domain.constant(is_signed.into())),
            range,
            outside: outside.map(|is_outside| domain.one_if(is_outside)),
            d: read(trace.d, signed[1]),
        }
    }
}
