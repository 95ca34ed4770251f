//! Float `mad` against oracles that no one here wrote: Berkeley `SoftFloat` and the host's FMA, in random
//! sweeps that `VMAD_MAD_CASES=10000000` makes that long (`--release -- --nocapture` for speed and for the
//! tallies). A sweep of the fused `mad` tries every triple under all four roundings.

#[cfg(all(target_arch = "x86_64", unix))]
mod foreign;
#[cfg(all(target_arch = "x86_64", unix))]
mod fused;
mod generate;
mod identities;
#[cfg(all(target_arch = "x86_64", unix))]
mod sm1x;
mod tally;

/// A green run must not mean that nothing was asked.
#[cfg(not(all(target_arch = "x86_64", unix)))]
#[test]
fn the_oracles_were_asked() {
    panic!(
        "SoftFloat's build and the host's FMA are known here for x86-64 Unix alone: run these tests there"
    );
}
