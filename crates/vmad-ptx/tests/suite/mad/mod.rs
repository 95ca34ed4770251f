//! Float `mad` against independent oracles: Berkeley `SoftFloat`, the host's FMA, recorded G80 results, and the
//! manual's sentences.
//!
//! The random sweeps are short. `VMAD_LONG=20` with `--release -- --nocapture` makes them 10,000,000 triples long and
//! prints the tallies. A sweep of the fused `mad` tries every triple under all four roundings.

mod corners;
#[cfg(all(target_arch = "x86_64", unix))]
mod foreign;
#[cfg(all(target_arch = "x86_64", unix))]
mod fused;
mod generate;
#[cfg(all(target_arch = "x86_64", unix))]
mod sm1x;
mod sm1x_rows;
mod tally;

/// `SoftFloat`'s build and the host's FMA are available on x86-64 Unix only.
#[cfg(not(all(target_arch = "x86_64", unix)))]
#[test]
fn the_oracles_were_asked() {
    panic!("not tested: SoftFloat and the host's FMA need x86-64 Unix");
}
