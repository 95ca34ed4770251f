//! The text of `vmad --version`: the program, its sources and its oracles.

/// The short form, `-V`.
pub(crate) const SHORT: &str = env!("CARGO_PKG_VERSION");

/// The long form, `--version`.
pub(crate) const LONG: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    "
SASS      SPA 5.0, the SASS reference text of VMAD; sm_50 to sm_62
PTX       the ISA's sections 9.7.18.1 and 9.7.3.7; versions 1.0 to 9.5
nvdisasm  12.8.55, recorded answers
ptxas     12.9.86 and others from 11.2 to 13.5, recorded answers
hardware  a Tegra X1: 23 results of VMAD, 60 of VMNMX, 9 of VSETP"
);
