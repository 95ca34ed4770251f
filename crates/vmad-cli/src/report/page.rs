//! The page: the data, the totals and the map as HTML.

use askama::Template;
use vmad_ptxas::row::Row;
use vmad_xcheck::map::MAP;

use super::data::Sheet;
use crate::count::{count, grouped};
use vmad_xcheck::evidence::Evidence;

/// `templates/report.html`
#[derive(Template)]
#[template(path = "report.html")]
pub(super) struct Page<'a> {
    sheets: &'a [Sheet],
    data: String,
    /// A sentence for each check.
    ran: Vec<String>,
    map: Vec<Explained>,
    /// Number of architectures with the instructions.
    architectures: usize,
    /// The command that writes the page again, quoted for a shell.
    command: String,
    solver: Option<&'a str>,
}

struct Explained {
    name: &'static str,
    title: &'static str,
    /// Names and texts. Text between backticks is code.
    parts: Vec<(&'static str, &'static str)>,
}

impl<'a> Page<'a> {
    pub(super) fn new(sheets: &'a [Sheet], evidence: &'a Evidence) -> Self {
        let arguments = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
        let words: Vec<_> = ["vmad".to_owned()].into_iter().chain(arguments).collect();
        Self {
            sheets,
            // `<` could end the element. Numbers and strings: this does not fail.
            data: serde_json::to_string(sheets).unwrap_or_default().replace('<', "\\u003c"),
            ran: ran(sheets, evidence),
            map: map(),
            architectures: vmad_sass::Arch::ALL.len(),
            // The only error is a zero byte, which no argument has.
            command: shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default(),
            solver: evidence.solver.as_deref(),
        }
    }
}

fn map() -> Vec<Explained> {
    let explained = |row: &'static Row| {
        let [default, other] = row.meanings;
        let mut parts = vec![("This project", default), ("Other", other), ("Differs for", row.cases_text)];
        parts.extend(Some(row.inputs_text).filter(|text| !text.is_empty()).map(|text| ("On inputs", text)));
        parts.push(("Evidence", row.evidence));
        Explained { name: row.id, title: row.title, parts }
    };
    MAP.iter().map(explained).collect()
}

/// A sentence for each check of the page.
fn ran(sheets: &[Sheet], evidence: &Evidence) -> Vec<String> {
    let sum = |number: fn(&Sheet) -> usize| sheets.iter().map(number).sum::<usize>();
    let runs: usize = sheets.iter().flat_map(|sheet| &sheet.rows).map(|row| row.inputs).sum();
    let proof = match (&evidence.solver, evidence.proved()) {
        (None, _) => "Proof: not run for this page; use `--prove`.".to_owned(),
        (Some(_), [proved, of]) => format!("Proof: {proved} of {of} modes for all inputs."),
    };
    vec![
        format!(
            "Corners: the unit and PTX on {} inputs of {} modes, those that PTX specifies; different in {}.",
            grouped(sum(|it| it.inputs)),
            grouped(sum(|it| it.compared)),
            count(sum(|it| it.differ), "mode")
        ),
        proof,
        format!(
            "Interpretations: this project and each of the {} others on {} inputs; all differ where stated, and nowhere else.",
            MAP.len(),
            grouped(runs)
        ),
    ]
}
