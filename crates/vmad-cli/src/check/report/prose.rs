//! Prose summaries: of a mode, of a row of the map in it, of everything.

use vmad_unit::{Psign, Saturate, Scale, vmad::Mode};
use vmad_xcheck::{
    divergence::{Cell, Matrix},
    interpretation::{INTERPRETATIONS, Interpretation},
    proof::prover::{Comparison, Verdict as Proof},
};

use super::evidence::Evidence;
use crate::count::count;

/// `with one dtype`, if a mode has several operations.
pub(super) fn share(row: &Interpretation, operations: usize) -> String {
    match (row.domain.dtypes(), operations) {
        (1, _) => String::new(),
        (all, operations) if all == operations => "with either dtype".to_owned(),
        _ => "with one of the two dtypes".to_owned(),
    }
}

/// What a mode computes: `U8 times S16, minus C, shifted right by 7, clamped to 32 bits`.
pub(super) fn words(mode: Mode) -> String {
    let product = format!("{} times {}", mode.a.format().name(), mode.b.format().name());
    let sum = match mode.psign {
        Psign::Add => format!("{product}, plus C"),
        Psign::SubtractC => format!("{product}, minus C"),
        Psign::NegateProduct => format!("C minus the product: {product}"),
        Psign::PlusOne => format!("{product}, plus C, plus 1"),
    };
    let shifted = match mode.scale {
        Scale::Pass => "",
        Scale::Shr7 => ", shifted right by 7",
        Scale::Shr15 => ", shifted right by 15",
    };
    let last = match mode.saturate {
        Saturate::Off => "the lower 32 bits",
        Saturate::On => "clamped to 32 bits",
    };
    format!("{sum}{shifted}; {last}.")
}

/// The results for the unit and PTX's default reading in a mode.
pub(super) fn unit(cell: &Cell, evidence: &Evidence) -> Vec<String> {
    let mut known = Vec::new();
    match evidence.proof.as_ref().and_then(|proof| proof.modes.get(&cell.mode)) {
        None => {}
        Some(Proof::Proved) => known.push("equal for all 2^96 inputs: proved".to_owned()),
        Some(Proof::Refuted(it)) => {
            let [a, b, c] = it.inputs;
            known.push(format!(
                "refuted: a = {a:#010x}, b = {b:#010x}, c = {c:#010x}: {} is {} in the unit, {} in PTX",
                it.wire, it.unit, it.manual
            ));
        }
        Some(Proof::Unknown(why)) => known.push(format!("not decided: {why}")),
    }
    if let Some(sweep) = &evidence.sweep {
        let swept = sweep.modes.get(&cell.mode).copied().unwrap_or_default();
        known.push(match sweep.differences(cell.mode) {
            Some(group) => {
                let [a, b, c] = &group.first.inputs;
                let first = &group.first;
                format!(
                    "{} in the sweep, as in {} on a = {a}, b = {b}, c = {c}: {} in the unit, {} in PTX",
                    count(group.count, "difference"),
                    first.ptx,
                    first.sass_result,
                    first.ptx_result
                )
            }
            None if swept.units_done == 0 => "not reached by the sweep".to_owned(),
            None => format!(
                "equal on {} comparisons of the sweep, {} of its {}",
                grouped(swept.comparisons as usize),
                swept.units_done,
                count(swept.units, "unit")
            ),
        });
    }
    known.push(match &cell.difference {
        None => format!("equal on {} corner inputs", grouped(cell.runs)),
        Some(example) => {
            let [a, b, c] = example.inputs;
            let [unit, ptx] = example.results;
            format!("different on a = {a:#010x}, b = {b:#010x}, c = {c:#010x}: {unit:#010x} in the unit, {ptx:#010x} in PTX")
        }
    });
    known
}

/// The result of the proof for an interpretation in a mode.
pub(super) fn proved(row: &Interpretation, mode: Mode, evidence: &Evidence) -> Vec<String> {
    let Some(proof) = &evidence.proof else { return Vec::new() };
    let several = row.alternatives().count() > 1;
    let verdicts = row.alternatives().filter_map(|alternative| {
        let verdict = proof.alternatives.get(&(alternative.name, mode))?;
        let name = if several { format!("{}: ", alternative.name) } else { String::new() };
        Some(match verdict {
            Comparison::Equal => format!("{name}equal for all inputs: proved"),
            Comparison::Differs(_) => {
                let condition = alternative.condition(mode).map_or_else(String::new, |it| it.to_string());
                format!("{name}differs exactly if {condition}: proved")
            }
            Comparison::Unforeseen(_) => format!("{name}the condition is refuted"),
            Comparison::Unknown(why) => format!("{name}not decided: {why}"),
        })
    });
    verdicts.collect()
}

/// A summary of what was run.
pub(super) fn ran(matrix: &Matrix, evidence: &Evidence) -> Vec<String> {
    let runs: usize = matrix.cells.iter().map(|cell| cell.runs).sum();
    let differing = matrix.cells.iter().filter(|cell| cell.difference.is_some()).count();
    let mut ran = vec![format!(
        "Corners: the unit and PTX on {} inputs of {} modes; different in {}.",
        grouped(runs),
        matrix.cells.len(),
        count(differing, "mode")
    )];
    if let Some(proof) = &evidence.proof {
        let proved = proof.modes.values().filter(|verdict| **verdict == Proof::Proved).count();
        ran.push(format!("Proof: {proved} of {} modes for all inputs.", proof.modes.len()));
    } else {
        ran.push("Proof: not run for this page; use --prove with --report.".to_owned());
    }
    match &evidence.sweep {
        Some(sweep) => ran.push(format!(
            "Sweep: {} comparisons, {} of {} units; different in {}.",
            grouped(sweep.comparisons as usize),
            grouped(sweep.units_done as usize),
            grouped(sweep.units as usize),
            count(sweep.groups.len(), "mode")
        )),
        None => {
            ran.push("Sweep: not run for this page; use --exhaustive or --merge with --report.".to_owned());
        }
    }
    let runs: usize = matrix.rows.iter().map(|row| row.runs).sum();
    ran.push(format!(
        "Interpretations: this project and each of the {} others on {} inputs; all differ where stated, and nowhere else.",
        INTERPRETATIONS.len(),
        grouped(runs)
    ));
    ran
}

/// The command line that writes the page again, quoted for a shell.
pub(super) fn command() -> String {
    let arguments = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    let words: Vec<_> = ["vmad".to_owned()].into_iter().chain(arguments).collect();
    // The only error is a zero byte, which no argument has.
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default()
}

/// `1,234,567`
pub(super) fn grouped(number: usize) -> String {
    indicatif::HumanCount(number as u64).to_string()
}
