//! Float `mad` against independent oracles: Berkeley `SoftFloat`, recorded G80 results, and the manual's sentences.
//!
//! The random sweeps are short. `VMAD_LONG=20` with `--release` makes them 10,000,000 triples long. A sweep of the fused
//! `mad` tries every triple under all four roundings.

mod corners;
#[cfg(all(target_arch = "x86_64", unix))]
mod foreign;
#[cfg(all(target_arch = "x86_64", unix))]
mod fused;
#[cfg(all(target_arch = "x86_64", unix))]
mod generate;
#[cfg(all(target_arch = "x86_64", unix))]
mod sm1x;
mod sm1x_rows;

/// `SoftFloat`'s build is available on x86-64 Unix only.
#[cfg(not(all(target_arch = "x86_64", unix)))]
#[test]
fn the_oracle_was_asked() {
    panic!("not tested: SoftFloat needs x86-64 Unix");
}

/// Triples of a random sweep.
fn cases() -> usize {
    vmad_testing::cases(10_000, 500_000)
}
