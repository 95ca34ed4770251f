//! The numbers that the manual gives the wires of the datapath.

use vmad_ptx::video::VmadTrace;

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

impl Numbers<i128> {
    /// Those of an execution of `vmad-ptx`'s code on `a`, `b`, `c`.
    pub(super) fn of_trace(trace: &VmadTrace, [a, b, c]: [u32; 3]) -> Self {
        let read = |word: u32, signed| if signed { (word as i32).into() } else { i128::from(word) };
        let [min, max] =
            if trace.signed_range { [i32::MIN.into(), i32::MAX.into()] } else { [0, u32::MAX.into()] };
        Self {
            ports: [a.into(), b.into()],
            ta: trace.ta,
            tb: trace.tb,
            product: trace.product,
            signed_intermediate: trace.signed_intermediate.into(),
            c: read(c, trace.signed_intermediate),
            product_or_not: trace.product_or_not,
            c128: trace.c128,
            lsb: trace.lsb,
            tmp: trace.tmp,
            signed_final: trace.signed_final.into(),
            result: trace.result,
            range: [min, max],
            outside: [(trace.result < min).into(), (max < trace.result).into()],
            d: read(trace.d as u32, trace.signed_final),
        }
    }
}
