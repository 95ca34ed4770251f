//! `vmad check --fuzz-repro`.
use std::path::Path;

use crate::{
    failure::{Failure, Verdict},
    output::Out,
};

pub(super) fn run(
    file: &Path,
    _target: Option<&str>,
    _json: bool,
    _out: &mut Out,
) -> Result<Verdict, Failure> {
    Err(Failure::input(file.display().to_string(), "not yet"))
}
