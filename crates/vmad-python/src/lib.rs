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
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    errors::register(module)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<instruction::Instruction>()?;
    module.add_function(wrap_pyfunction!(command, module)?)?;
    module.add_function(wrap_pyfunction!(instruction::decode, module)?)?;
    module.add_function(wrap_pyfunction!(instruction::assemble, module)?)?;
    module.add_function(wrap_pyfunction!(instruction::encode, module)?)?;
    module.add_function(wrap_pyfunction!(ptx::ptx_execute, module)?)?;
    module.add_function(wrap_pyfunction!(ptx::lower, module)?)?;
    module.add_function(wrap_pyfunction!(ptx::readings, module)?)?;
    module.add_function(wrap_pyfunction!(vectors::mode_count, module)?)?;
    module.add_function(wrap_pyfunction!(vectors::vectors, module)?)?;
    module.add_function(wrap_pyfunction!(vectors::vector_lines, module)?)?;
    module.add_function(wrap_pyfunction!(sweep::sweep_shard, module)?)?;
    module.add_function(wrap_pyfunction!(sweep::check_resumes, module)?)?;
    module.add_function(wrap_pyfunction!(sweep::merge, module)?)
}
