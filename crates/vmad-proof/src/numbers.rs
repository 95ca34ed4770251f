//! The numbers that the manual gives the wires of the datapath: those of `vmad-ptx`'s semantics, in any domain.

use vmad_ptx::{domain::Domain, video::VmadTrace};
use vmad_term::term::Vector;

/// Every variable of the pseudo-code, as terms.
pub type Manual = Numbers<Vector<128>>;

/// A variable of the manual's for each wire; `N` is a number, or a term of 128 bits.
#[derive(Clone, Copy, Debug)]
pub struct Numbers<N> {
    /// `a`, `b`, as registers.
    pub ports: [N; 2],
    /// `ta`
    pub ta: N,
    /// `tb`
    pub tb: N,
    /// `tmp` as `ta * tb`.
    pub product: N,
    /// 1 if the intermediate result is signed.
    pub signed_intermediate: N,
    /// `c`, extended by the sign of the intermediate result.
    pub c: N,
    /// `tmp`, or `~tmp` if the product is negated.
    pub product_or_not: N,
    /// `c128`
    pub c128: N,
    /// `lsb`
    pub lsb: N,
    /// `tmp` as the sum.
    pub tmp: N,
    /// `signedFinal`: 1 if the final result is signed.
    pub signed_final: N,
    /// `result` before `.sat`.
    pub result: N,
    /// The bounds of `CLAMP`, the smaller first.
    pub range: [N; 2],
    /// `result < MIN` and `MAX < result`: 1 if it is so.
    pub outside: [N; 2],
    /// The lower 32 bits of `result` after `.sat`, read by the sign of the final result.
    pub d: N,
}

impl<N: Copy> Numbers<N> {
    /// The number that the wire of a name must have; [`None`] if there is no such wire.
    pub fn on(&self, wire: &str) -> Option<N> {
        Some(match wire {
            "A port" => self.ports[0],
            "B port" => self.ports[1],
            "A field" | "A extended" => self.ta,
            "B field" | "B extended" => self.tb,
            "C port" | "C extended" => self.c,
            "product" => self.product,
            "intermediate" => self.signed_intermediate,
            "product term" => self.product_or_not,
            "C term" => self.c128,
            "carry in" => self.lsb,
            "tmp" => self.tmp,
            "final" => self.signed_final,
            "shr" => self.result,
            "min" => self.range[0],
            "max" => self.range[1],
            "below" => self.outside[0],
            "above" => self.outside[1],
            "result" => self.d,
            _ => return None,
        })
    }
}

impl<N: Copy> Numbers<N> {
    /// Those of a run of `vmad-ptx`'s semantics on `a`, `b`, `c`, from 0 to 2^32 - 1.
    pub(crate) fn of<D: Domain<Number = N>>(domain: &D, trace: &VmadTrace<N>, [a, b, c]: [N; 3]) -> Self {
        let read = |word, signed| domain.field(word, 0, 32, signed);
        let range =
            if trace.signed_range { [i32::MIN.into(), i32::MAX.into()] } else { [0, u32::MAX.into()] };
        let range @ [min, max] = range.map(|bound| domain.constant(bound));
        let outside = [domain.less(trace.result, min), domain.less(max, trace.result)];
        Self {
            ports: [a, b],
            ta: trace.ta,
            tb: trace.tb,
            product: trace.product,
            signed_intermediate: domain.constant(trace.signed_intermediate.into()),
            c: read(c, trace.signed_intermediate),
            product_or_not: trace.product_or_not,
            c128: trace.c128,
            lsb: trace.lsb,
            tmp: trace.tmp,
            signed_final: domain.constant(trace.signed_final.into()),
            result: trace.result,
            range,
            outside: outside.map(|it| domain.one_if(it)),
            d: read(trace.d, trace.signed_final),
        }
    }
}
