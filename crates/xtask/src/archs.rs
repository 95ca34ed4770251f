//! The architectures of a chore.

use anyhow::{Context, Result};
use vmad_sass::Arch;

/// The option for the architectures.
#[derive(Debug, clap::Args)]
pub(crate) struct Archs {
    /// The architectures, separated by commas, or `all`
    #[arg(long, default_value = "all", value_name = "sm_50,...")]
    arch: String,
}

impl Archs {
    /// The architectures, in the order of the option.
    pub(crate) fn list(&self) -> Result<Vec<Arch>> {
        match self.arch.as_str() {
            "all" => Ok(Arch::MAXWELL_AND_PASCAL.to_vec()),
            names => names.split(',').map(parse_arch).collect(),
        }
    }
}

/// An architecture by its name.
pub(crate) fn parse_arch(name: &str) -> Result<Arch> {
    let number = name.strip_prefix("sm_").and_then(|number| number.parse().ok());
    let number = number.with_context(|| format!("{name:?} is not an architecture: write sm_50"))?;
    Ok(Arch::from_number(number)?)
}
