//! The exhaustive sweep in shards.

use pyo3::prelude::*;
use vmad_ptx::reading::Reading;
use vmad_sweep::{Part, Plan, Report, Scope, Shard};
use vmad_unit::Kind;

use crate::{
    array,
    errors::{VmadError, raise},
};

/// An error if an argument has an illegal name, or no name.
fn check_names(argument: &str, names: &[String], legal: &[&str]) -> PyResult<()> {
    let all = legal.join(", ");
    if let Some(unknown) = names.iter().find(|name| !legal.contains(&name.as_str())) {
        return Err(raise::<VmadError>(&format_args!("{argument} has {unknown:?}: legal are {all}")));
    }
    if names.is_empty() {
        return Err(raise::<VmadError>(&format_args!("{argument} is empty: legal are {all}")));
    }
    Ok(())
}

fn plan(instructions: &[String], parts: &[String], every: usize, reading: &str) -> PyResult<Plan> {
    let reading: Reading = reading.parse().map_err(|error| raise::<VmadError>(&error))?;
    check_names("instructions", instructions, &Kind::NAMES)?;
    check_names("parts", parts, &Part::ALL.map(Part::name))?;
    if every == 0 {
        return Err(raise::<VmadError>(&"every is 0: legal are 1 and more"));
    }
    let instructions: Vec<_> = instructions.iter().filter_map(|name| Kind::from_name(name)).collect();
    let parts: Vec<_> =
        Part::ALL.into_iter().filter(|part| parts.iter().any(|name| name == part.name())).collect();
    Ok(Plan::new(Scope::new(&instructions, &parts, every, reading)))
}

fn json(report: &Report) -> PyResult<String> {
    serde_json::to_string(report).map_err(|error| raise::<VmadError>(&error))
}

fn parse(report: &str) -> PyResult<Report> {
    serde_json::from_str(report)
        .map_err(|error| raise::<VmadError>(&format_args!("not a report of an exhaustive sweep: {error}")))
}

/// Runs a shard, `"3/16"`, and returns its report.
#[pyfunction]
pub(crate) fn sweep_shard(
    py: Python<'_>,
    shard: &str,
    instructions: Vec<String>,
    parts: Vec<String>,
    every: &Bound<'_, PyAny>,
    reading: &str,
    jobs: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let size = |name, value| array::number::<usize>(name, value, "an int", "2**64 - 1");
    let (every, jobs) = (size("every", every)?, size("jobs", jobs)?);
    let plan = plan(&instructions, &parts, every, reading)?;
    let shard: Shard = shard.parse().map_err(|error| raise::<VmadError>(&error))?;
    // Control-C ends the run after the units in progress.
    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "the method is for one lifetime of Python only"
    )]
    let interrupted = |_: &Report| Python::attach(|py| py.check_signals());
    json(&py.detach(|| vmad_sweep::run(&plan, shard, jobs, interrupted))?)
}

/// Adds reports of one plan. The second value is whether they complete the plan.
#[pyfunction]
pub(crate) fn merge(reports: Vec<String>) -> PyResult<(String, bool)> {
    let mut reports = reports.iter().map(|text| parse(text));
    let Some(first) = reports.next() else { return Err(raise::<VmadError>(&"no report to merge")) };
    let mut merged = first?;
    for report in reports {
        merged.merge(&report?).map_err(|error| raise::<VmadError>(&error))?;
    }
    Ok((json(&merged)?, merged.is_whole()))
}
