//! The instruction sets with kernels.

/// An instruction set of this processor.
///
/// A value proves that the processor has it.
#[derive(Clone, Copy, Debug)]
pub struct Level(pub(crate) Instructions);

/// The instruction sets, with the proofs.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Instructions {
    /// The minimum of the target: NEON on aarch64, SSE2 on x86-64.
    Plain,
    /// AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2(fearless_simd::Avx2),
    /// AVX-512 of Ice Lake, Zen 4 and later.
    #[cfg(target_arch = "x86_64")]
    Avx512(fearless_simd::Avx512),
}

impl Level {
    /// The minimum of the target.
    pub const PLAIN: Self = Self(Instructions::Plain);

    /// The levels of this processor, the best first; the last is [`Level::PLAIN`].
    ///
    /// With the feature `std` they are detected; without it they are those of the compiler target.
    pub fn all() -> impl Iterator<Item = Self> {
        #[cfg(target_arch = "x86_64")]
        let vectors = {
            #[cfg(feature = "std")]
            let detected = fearless_simd::Level::new();
            #[cfg(not(feature = "std"))]
            let detected = fearless_simd::Level::baseline();
            let avx512 = detected.as_avx512().map(Instructions::Avx512);
            [avx512, detected.as_avx2().map(Instructions::Avx2)]
        };
        #[cfg(not(target_arch = "x86_64"))]
        let vectors: [Option<Instructions>; 0] = [];
        vectors.into_iter().flatten().map(Self).chain([Self::PLAIN])
    }

    /// The best level of this processor.
    pub fn best() -> Self {
        Self::all().next().unwrap_or(Self::PLAIN)
    }

    /// The name: `plain`, `AVX2`, `AVX-512`.
    pub const fn name(self) -> &'static str {
        match self.0 {
            Instructions::Plain => "plain",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(_) => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(_) => "AVX-512",
        }
    }
}
