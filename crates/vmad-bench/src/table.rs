//! The table of ratios, in Markdown.

use comfy_table::{Table, presets::ASCII_MARKDOWN};

use crate::{Target, measure::Measured};

/// A group of more pairs than this is shown as its worst, median and best pair.
const SHOWN: usize = 8;

/// A line for each pair. Of a large group only the worst, median and best pair, unless `every` is set.
pub fn table(measured: &[Measured], every: bool) -> Table {
    let mut table = Table::new();
    table
        .load_style(ASCII_MARKDOWN)
        .set_header(["pair", "subject", "rate", "peer", "rate", "ratio", "of best", "target", ""]);
    for group in measured.chunk_by(|first, second| first.group == second.group) {
        let mut sorted: Vec<&Measured> = group.iter().collect();
        sorted.sort_by(|first, second| first.ratio.total_cmp(&second.ratio));
        match sorted[..] {
            [worst, .., best] if sorted.len() > SHOWN && !every => {
                let reached = sorted.iter().filter(|measured| measured.reaches_target()).count();
                let verdict = format!("{reached} of {} reach it", sorted.len());
                table.add_row(row(worst, "worst: ", &verdict));
                table.add_row(row(sorted[sorted.len() / 2], "median: ", ""));
                table.add_row(row(best, "best: ", ""));
            }
            _ => {
                for measured in group {
                    let verdict = if measured.reaches_target() { "reached" } else { "missed" };
                    table.add_row(row(measured, "", verdict));
                }
            }
        }
    }
    table
}

fn row(measured: &Measured, which: &str, verdict: &str) -> [String; 9] {
    let Measured { group, name, unit, subject, peer, ratio, ratio_of_best, target, .. } = measured;
    let slash = if name.is_empty() { "" } else { "/" };
    [
        format!("{which}{group}{slash}{name}"),
        subject.name.to_owned(),
        rate(subject.median, unit),
        peer.name.to_owned(),
        rate(peer.median, unit),
        format!("{ratio:.2}"),
        format!("{ratio_of_best:.2}"),
        match *target {
            Target::Ratio(least) => format!("{least:.2}"),
            Target::Rate(least) => format!("{}, best: {}", rate(least, unit), rate(subject.best, unit)),
        },
        verdict.to_owned(),
    ]
}

/// `1.25 G words/s`
fn rate(rate: f64, unit: &str) -> String {
    let scales = [(1e9, "G "), (1e6, "M "), (1e3, "k ")];
    let (scale, prefix) = scales.into_iter().find(|&(scale, _)| rate >= scale).unwrap_or((1.0, ""));
    format!("{:.3} {prefix}{unit}/s", rate / scale)
}
