//! The native part of the Python package `vmad`: it converts arguments and calls the crates.

#![allow(clippy::needless_pass_by_value, reason = "PyO3 extracts owned values")]

mod array;
mod errors;
mod instruction;
mod ptx;
mod sweep;
mod vectors;

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the command `vmad`; returns the exit code. The command writes to the process's own output.
#[pyfunction]
fn command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| vmad_cli::run(&arguments))
}

/// The module `vmad._native`. The package `vmad` and its stubs document it.
#[pymodule]
mod _native {
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "the name is Python's")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    use super::{
        command,
        errors::{LoweringError, TextError, UnknownError, VmadError, WordError},
        instruction::{Instruction, assemble, decode, encode},
        ptx::{lower, ptx_execute, readings},
        sweep::{merge, sweep_shard},
        vectors::{mode_count, vector_lines, vectors},
    };
    use pyo3::{prelude::*, types::PyTuple};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let tuple = |names: &[&str]| PyTuple::new(module.py(), names);
        module.add("INSTRUCTIONS", tuple(&vmad_unit::Kind::NAMES)?)?;
        module.add("PARTS", tuple(&vmad_sweep::Part::ALL.map(vmad_sweep::Part::name))?)
    }
}
