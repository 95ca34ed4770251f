//! The bit-vector operations of the datapath.
//!
//! The stages are written once, over this trait. [`crate::Machine`] runs them on integers. A solver's terms run the
//! same functions, for proofs about all inputs. The control signals are always known values; only the wires can be
//! terms.

/// Two's-complement bit vectors; the compiler checks their widths.
pub trait Logic {
    /// A vector of exactly `W` bits.
    type Bits<const W: u32>: Clone + core::fmt::Debug;
    /// One bit, for choices.
    type Flag: Clone + core::fmt::Debug;
    /// A vector or a flag whose width is a value: what a [record](crate::record::Record) keeps.
    type Any: Clone + core::fmt::Debug;

    /// The same bits, with the width as a value.
    fn any<const W: u32>(&self, x: &Self::Bits<W>) -> Self::Any;

    /// The flag as a vector of one bit.
    fn any_flag(&self, flag: &Self::Flag) -> Self::Any;

    /// The value of the flag if it is known; [`None`] for a solver's term.
    fn known(&self, flag: &Self::Flag) -> Option<bool>;

    /// The vector with the value `value`, which must fit `W` bits as a signed or an unsigned number.
    fn constant<const W: u32>(&self, value: i128) -> Self::Bits<W>;

    /// Bits `low + N - 1` to `low` of `x`.
    fn field<const W: u32, const N: u32>(&self, x: &Self::Bits<W>, low: u32) -> Self::Bits<N>;

    /// `x` with zeros above, `W >= N`.
    fn zero_extend<const N: u32, const W: u32>(&self, x: &Self::Bits<N>) -> Self::Bits<W>;

    /// `x` with copies of its sign above, `W >= N`.
    fn sign_extend<const N: u32, const W: u32>(&self, x: &Self::Bits<N>) -> Self::Bits<W>;

    /// Every bit of `x` inverted.
    fn invert<const W: u32>(&self, x: &Self::Bits<W>) -> Self::Bits<W>;

    /// `x + y`, modulo 2^W.
    fn add<const W: u32>(&self, x: &Self::Bits<W>, y: &Self::Bits<W>) -> Self::Bits<W>;

    /// The exact product of two extended operands: 33 by 33 bits, signed, give 66.
    ///
    /// A separate operation, so that a solver can treat it differently.
    fn multiply(&self, x: &Self::Bits<33>, y: &Self::Bits<33>) -> Self::Bits<66>;

    /// `x << count`, modulo 2^W, filled with zeros.
    fn shift_left<const W: u32>(&self, x: &Self::Bits<W>, count: u32) -> Self::Bits<W>;

    /// `x >> count`, filled with zeros.
    fn shift_right_zero<const W: u32>(&self, x: &Self::Bits<W>, count: u32) -> Self::Bits<W>;

    /// `x >> count`, filled with the sign.
    fn shift_right_sign<const W: u32>(&self, x: &Self::Bits<W>, count: u32) -> Self::Bits<W>;

    /// `x << amount`, modulo 2^W; `amount` is unsigned. A shifter has a stage for each bit of the amount.
    #[inline(always)]
    fn shift_left_by<const W: u32, const N: u32>(
        &self,
        x: &Self::Bits<W>,
        amount: &Self::Bits<N>,
    ) -> Self::Bits<W> {
        stages(self, x, amount, |x, count| self.shift_left(x, count))
    }

    /// `x >> amount`, filled with the sign; `amount` is unsigned. A shifter has a stage for each bit of the amount.
    #[inline(always)]
    fn shift_right_sign_by<const W: u32, const N: u32>(
        &self,
        x: &Self::Bits<W>,
        amount: &Self::Bits<N>,
    ) -> Self::Bits<W> {
        stages(self, x, amount, |x, count| self.shift_right_sign(x, count))
    }

    /// `x < y`, both signed.
    fn less<const W: u32>(&self, x: &Self::Bits<W>, y: &Self::Bits<W>) -> Self::Flag;

    /// `if flag { x } else { y }`.
    fn choose<const W: u32>(&self, flag: &Self::Flag, x: &Self::Bits<W>, y: &Self::Bits<W>) -> Self::Bits<W>;
}

/// Shifts by 2^bit for each bit of the amount that is set.
#[inline(always)]
fn stages<L: Logic + ?Sized, const W: u32, const N: u32>(
    logic: &L,
    x: &L::Bits<W>,
    amount: &L::Bits<N>,
    by: impl Fn(&L::Bits<W>, u32) -> L::Bits<W>,
) -> L::Bits<W> {
    let zero = logic.constant::<1>(0);
    (0..N).fold(x.clone(), |x, bit| {
        let is_set = logic.less(&logic.field(amount, bit), &zero);
        logic.choose(&is_set, &by(&x, 1 << bit), &x)
    })
}
