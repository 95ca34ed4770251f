//! Prose summaries: of a mode, of a row of the map in it, of everything.

use vmad_unit::Operation;
use vmad_xcheck::{
    divergence::{Cell, Matrix},
    map::{self, ALTERNATIVES, MAP},
    proof::prover::{Comparison, Verdict as Proof},
};

use super::evidence::Evidence;
use crate::count::count;

/// `with one dtype`, if a mode has several operations.
pub(super) fn share(row: &str, operations: usize) -> Option<String> {
    let row = map::row(row)?;
    match (row.domain.dtypes(), operations) {
        (1, _) => None,
        (all, operations) if all == operations => Some("with either dtype".to_owned()),
        _ => Some("with one of the two dtypes".to_owned()),
    }
}

/// The results for the unit and PTX's default reading in a mode.
pub(super) fn unit(cell: &Cell, evidence: &Evidence) -> Vec<String> {
    let mut known = Vec::new();
    match evidence.proof.as_ref().and_then(|proof| proof.modes.get(&cell.operation)) {
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
        let swept = sweep.of(&cell.operation);
        known.push(match sweep.groups.get(&cell.operation) {
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
        None if cell.ptx.is_none() => "no PTX specifies it".to_owned(),
        None => format!("equal on {} corner inputs", grouped(cell.runs)),
        Some(example) => {
            let [a, b, c] = example.inputs;
            let [unit, ptx] = example.results;
            format!("different on a = {a:#010x}, b = {b:#010x}, c = {c:#010x}: {unit:#010x} in the unit, {ptx:#010x} in PTX")
        }
    });
    known
}

/// The result of the proof for a row in a mode.
pub(super) fn proved(row: &'static str, mode: Operation, evidence: &Evidence) -> Vec<String> {
    let verdicts: Vec<_> = evidence.verdicts(row, mode).collect();
    let several = verdicts.len() > 1;
    let said = verdicts.into_iter().filter_map(|(alternative, verdict)| {
        let name = if several { format!("{alternative}: ") } else { String::new() };
        Some(match verdict? {
            Comparison::Equal => format!("{name}equal for all inputs: proved"),
            Comparison::Differs(_) => match condition(alternative, mode) {
                Some(condition) => format!("{name}differs exactly if {condition}: proved"),
                None => format!("{name}differs on some inputs: the proof found some"),
            },
            Comparison::Unforeseen(_) => format!("{name}the condition is refuted"),
            Comparison::Unknown(why) => format!("{name}not decided: {why}"),
        })
    });
    said.collect()
}

/// The inputs on which an alternative of `VMAD` differs.
fn condition(alternative: &str, mode: Operation) -> Option<String> {
    let alternative = ALTERNATIVES.iter().find(|it| it.id == alternative)?;
    Some(alternative.condition(&mode)?.to_string())
}

/// A summary of what was run.
pub(super) fn ran(matrices: &[(&str, Matrix)], evidence: &Evidence) -> Vec<String> {
    let cells = || matrices.iter().flat_map(|(_, matrix)| &matrix.cells);
    let runs: usize = cells().map(|cell| cell.runs).sum();
    let compared = cells().filter(|cell| cell.runs > 0).count();
    let differing = cells().filter(|cell| cell.difference.is_some()).count();
    let mut ran = vec![format!(
        "Corners: the unit and PTX on {} inputs of {} modes, those that PTX specifies; different in {}.",
        grouped(runs),
        grouped(compared),
        count(differing, "mode")
    )];
    if let Some(proof) = &evidence.proof {
        let proved = proof.modes.values().filter(|verdict| **verdict == Proof::Proved).count();
        ran.push(format!("Proof: {proved} of {} modes for all inputs.", proof.modes.len()));
    } else {
        ran.push("Proof: not run for this page; use `--prove` with `--report`.".to_owned());
    }
    match &evidence.sweep {
        Some(sweep) => ran.push(format!(
            "Sweep of {}: {} comparisons, {} of {} units; different in {}.",
            sweep.scope,
            grouped(sweep.comparisons as usize),
            grouped(sweep.units_done as usize),
            grouped(sweep.units as usize),
            count(sweep.groups.len(), "mode")
        )),
        None => {
            ran.push(
                "Sweep: not run for this page; use `--exhaustive` or `--merge` with `--report`.".to_owned(),
            );
        }
    }
    let runs: usize = matrices.iter().flat_map(|(_, matrix)| &matrix.rows).map(|row| row.checked.runs).sum();
    ran.push(format!(
        "Interpretations: this project and each of the {} others on {} inputs; all differ where stated, and nowhere else.",
        MAP.len(),
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

#[cfg(test)]
mod tests {
    use vmad_unit::vmad::Mode;
    use vmad_xcheck::proof::table::Line;

    use super::*;
    use crate::check::report::samples::{
        FAILS, TIME, cells, corner, differing, matrix, one_of_each, proof, sweep,
    };

    #[test]
    fn a_mode_has_a_sentence_for_each_check() {
        let mut cells = cells(4);
        let mut evidence = one_of_each(&cells);
        let of = |cell: &Cell, evidence: &Evidence| unit(cell, evidence).join("\n");
        let corners = "equal on 1,000 corner inputs";
        assert_eq!(of(&cells[0], &Evidence::default()), corners);
        assert_eq!(of(&cells[0], &evidence), format!("equal for all 2^96 inputs: proved\n{corners}"));
        let refuted =
            "refuted: a = 0x00000001, b = 0x00000002, c = 0x00000003: result is 4 in the unit, 5 in PTX";
        assert_eq!(of(&cells[1], &evidence), format!("{refuted}\n{corners}"));
        assert_eq!(of(&cells[2], &evidence), format!("not decided: time\n{corners}"));
        let modes = [0, 3, 3, 0, 2].map(|at: usize| cells[at].operation);
        sweep(&mut evidence, &modes, 3, &[0]);
        evidence.proof = None;
        let found = "3 differences in the sweep, as in its PTX on a = 0x1, b = 0x2, c = 0x3: 0x4 in the unit, 0x5 in PTX";
        assert_eq!(of(&cells[0], &evidence), format!("{found}\n{corners}"));
        let swept = of(&cells[3], &evidence);
        assert!(
            swept.starts_with("equal on ") && swept.contains(" comparisons of the sweep, 2 of its 2 units\n")
        );
        assert_eq!(of(&cells[2], &evidence), format!("not reached by the sweep\n{corners}"));
        cells[1].difference = Some(corner("its PTX"));
        let different = "different on a = 0x00000006, b = 0x00000007, c = 0x00000008: 0x00000009 in the unit, 0x0000000a in PTX";
        assert_eq!(of(&cells[1], &Evidence::default()), different);
        cells[2].ptx = None;
        assert_eq!(of(&cells[2], &Evidence::default()), "no PTX specifies it");
    }

    #[test]
    fn a_row_has_the_result_of_each_alternative() {
        let named = |name| ALTERNATIVES.into_iter().find(|it| it.id == name).expect("an alternative");
        let [d1, p10_u32, p10_s32] = ["D1", "P10-u32", "P10-s32"].map(named);
        let mode = Mode::modes().find(|it| d1.condition(*it).is_some()).expect("a mode");
        let line = |alternative, verdict| Line::Alternative(alternative, mode, verdict, TIME);
        let unknown = Comparison::Unknown("time".to_owned());
        let of = |name, evidence: &Evidence| proved(name, mode.into(), evidence).join("\n");
        let evidence = proof([
            line(d1, Comparison::Differs(FAILS)),
            line(p10_u32, Comparison::Equal),
            line(p10_s32, unknown),
        ]);
        assert_eq!(of("D1", &evidence), "differs exactly if c >= 2^31 and shr < 2147483647: proved");
        assert_eq!(of("P10", &evidence), "P10-u32: equal for all inputs: proved\nP10-s32: not decided: time");
        assert_eq!(of("D2", &evidence), "");
        let evidence = proof([line(d1, Comparison::Unforeseen(FAILS)), line(p10_s32, Comparison::Equal)]);
        assert_eq!(of("D1", &evidence), "the condition is refuted");
        assert_eq!(of("P10", &evidence), "P10-s32: equal for all inputs: proved");
        assert_eq!(condition("P5", cells(1)[0].operation), None);
    }

    #[test]
    fn dtypes_are_named_where_a_row_has_both() {
        let either = Some("with either dtype".to_owned());
        let one = Some("with one of the two dtypes".to_owned());
        let shares = [("P10", 2), ("P10", 1), ("D1", 1), ("P5", 1)].map(|(row, modes)| share(row, modes));
        assert_eq!(shares, [either, one, None, None]);
    }

    #[test]
    fn the_totals_count_modes_and_inputs() {
        let mut cells = cells(4);
        let mut evidence = one_of_each(&cells);
        let modes: Vec<_> = cells.iter().map(|cell| cell.operation).collect();
        sweep(&mut evidence, &modes, 3, &[0]);
        cells[2].runs = 0;
        cells[3].difference = Some(corner("its PTX"));
        let states = [differing("its PTX", 1)];
        let matrices = [("VSHL", matrix(cells, &states))];
        let interpretations = "Interpretations: this project and each of the 20 others on 3,000 inputs; all differ where stated, and nowhere else.";
        let corners = "Corners: the unit and PTX on 3,000 inputs of 3 modes, those that PTX specifies; different in 1 mode.";
        assert_eq!(
            ran(&matrices, &evidence),
            [
                corners,
                "Proof: 1 of 3 modes for all inputs.",
                "Sweep of a sample, 1 of 61 units, of corners of VSHL: 12,345 comparisons, 3 of 4 units; different in 1 mode.",
                interpretations
            ]
        );
        assert_eq!(
            ran(&matrices, &Evidence::default()),
            [
                corners,
                "Proof: not run for this page; use `--prove` with `--report`.",
                "Sweep: not run for this page; use `--exhaustive` or `--merge` with `--report`.",
                interpretations
            ]
        );
    }
}
