//! Shared by the instruction sets of x86-64: the loop over vectors, and functions of intrinsics.

/// `d[i] = lane(a[i], b[i], c[i])` for slices of whole vectors, with the loads and stores of an instruction set.
#[inline(always)]
pub(crate) fn map<P: Copy, V, const LANES: usize>(
    (proof, load, store): (P, impl Fn(P, &[u32; LANES]) -> V + Copy, impl Fn(P, V, &mut [u32; LANES]) + Copy),
    [a, b, c]: [&[u32]; 3],
    d: &mut [u32],
    lane: impl Fn(V, V, V) -> V + Copy,
) {
    let ((a, _), (b, _), (c, _), (d, _)) = (a.as_chunks(), b.as_chunks(), c.as_chunks(), d.as_chunks_mut());
    for (((a, b), c), d) in a.iter().zip(b).zip(c).zip(d) {
        store(proof, lane(load(proof, a), load(proof, b), load(proof, c)), d);
    }
}

/// Functions with the intrinsics of an instruction set.
///
/// [`fearless_simd::kernel!`] makes a safe function: its first argument proves that the processor has the intrinsics.
macro_rules! operations {
    ($proof:ident: $($visible:vis $name:ident($($x:ident: $of:ty),*) -> $to:ty = $body:expr;)+) => { $(
        fearless_simd::kernel!(
            #[inline(always)]
            $visible fn $name(token: $proof $(, $x: $of)*) -> $to { $body }
        );
    )+ };
}

/// The methods of [`Lanes`](crate::lanes::Lanes) that differ only in the instruction, and more: each calls the function
/// with its name; `map` calls `load` and `store`; a 64-bit product has its high word from the even and the odd lanes.
macro_rules! shared_methods {
    ($($name:ident($($x:ident: $of:ty),*) -> $to:ty;)+) => { $(
        #[inline(always)]
        fn $name(self $(, $x: $of)*) -> $to {
            $name(self.proof $(, $x)*)
        }
    )+ };
    ($vector:ty, $mask:ty: $($more:tt)*) => {
        shared_methods!(
            splat(value: u32) -> $vector;
            add(x: $vector, y: $vector) -> $vector;
            subtract(x: $vector, y: $vector) -> $vector;
            and(x: $vector, y: $vector) -> $vector;
            xor(x: $vector, y: $vector) -> $vector;
            multiply(x: $vector, y: $vector) -> $vector;
            shift_left(x: $vector, count: u32) -> $vector;
            shift_right_zero(x: $vector, count: u32) -> $vector;
            shift_right_sign(x: $vector, count: u32) -> $vector;
            choose(mask: $mask, x: $vector, y: $vector) -> $vector;
            $($more)*
        );

        #[inline(always)]
        fn multiply_unsigned(self, x: $vector, y: $vector) -> crate::lanes::Wide<$vector> {
            let [even, odd] = products_unsigned(self.proof, x, y);
            crate::lanes::Wide { high: self.highs(even, odd), low: multiply(self.proof, x, y) }
        }

        #[inline(always)]
        fn multiply_signed(self, x: $vector, y: $vector) -> crate::lanes::Wide<$vector> {
            let [even, odd] = products_signed(self.proof, x, y);
            crate::lanes::Wide { high: self.highs(even, odd), low: multiply(self.proof, x, y) }
        }

        #[inline(always)]
        fn map(
            self,
            ports: [&[u32]; 3],
            d: &mut [u32],
            lane: impl Fn($vector, $vector, $vector) -> $vector + Copy,
        ) {
            crate::vectors::map((self.proof, load, store), ports, d, lane);
        }
    };
}

pub(crate) use {operations, shared_methods};
