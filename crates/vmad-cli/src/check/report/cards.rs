//! The results of each cell, as data of the page: its script shows them.

use std::collections::HashMap;

use serde::Serialize;
use vmad_xcheck::divergence::{Cell, CellState, Matrix};

use super::{
    evidence::Evidence,
    prose::{proved, share, unit},
};

/// Texts that many cells have, each once.
#[derive(Default)]
pub(super) struct Texts {
    list: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl Texts {
    fn number(&mut self, text: String) -> usize {
        *self.numbers.entry(text).or_insert_with_key(|text| {
            self.list.push(text.clone());
            self.list.len() - 1
        })
    }
}

/// The data of the page.
#[derive(Serialize)]
pub(super) struct Data {
    pub(super) texts: Vec<String>,
    pub(super) sheets: Vec<Cards>,
}

/// The cards of an instruction, in the order of its cells on the page.
#[derive(Serialize)]
pub(super) struct Cards {
    /// The name and the title of each row.
    rows: Vec<[&'static str; 2]>,
    cards: Vec<Card>,
}

/// The PTX, and the numbers of texts: the architectures, the unit and PTX, and the rows without a difference. Then the rows
/// that differ.
#[derive(Serialize)]
struct Card(String, usize, Vec<usize>, usize, Vec<Difference>);

/// The row, its example if it is of other PTX than the card's, the inputs, the results of this project and of the row, and
/// the numbers of texts.
#[derive(Serialize)]
struct Difference(usize, Option<String>, [u32; 3], [u32; 2], Vec<usize>);

impl Data {
    /// As JSON that may stand in an element of HTML.
    pub(super) fn json(&self) -> String {
        // Numbers and strings: this does not fail.
        serde_json::to_string(self).unwrap_or_default().replace('<', "\\u003c")
    }

    pub(super) fn new(texts: Texts, sheets: Vec<Cards>) -> Self {
        Self { texts: texts.list, sheets }
    }
}

impl Cards {
    /// The cards of the cells with these numbers.
    pub(super) fn new(
        matrix: &Matrix,
        numbers: impl Iterator<Item = usize>,
        evidence: &Evidence,
        texts: &mut Texts,
    ) -> Self {
        let rows = matrix.rows.iter().map(|row| [row.name, row.title]).collect();
        let cards = numbers.map(|number| card(&matrix.cells[number], matrix, evidence, texts));
        Self { rows, cards: cards.collect() }
    }
}

fn card(cell: &Cell, matrix: &Matrix, evidence: &Evidence, texts: &mut Texts) -> Card {
    let (mut differences, mut equal) = (Vec::new(), Vec::new());
    for (at, (row, state)) in matrix.rows.iter().zip(&cell.states).enumerate() {
        match state {
            CellState::Outside => {}
            CellState::Equal => equal.push(row.name),
            CellState::Differs(difference) => {
                let example = &difference.example;
                let is_own = cell.ptx.as_ref() == Some(&example.instruction);
                let lines = share(row.name, difference.operations).into_iter().chain(proved(
                    row.name,
                    cell.operation,
                    evidence,
                ));
                differences.push(Difference(
                    at,
                    (!is_own).then(|| example.instruction.clone()),
                    example.inputs,
                    example.results,
                    lines.map(|line| texts.number(line)).collect(),
                ));
            }
        }
    }
    let archs: Vec<_> = cell.lowered.iter().map(ToString::to_string).collect();
    let emitted =
        if archs.is_empty() { "from no PTX".to_owned() } else { format!("on {}", archs.join(", ")) };
    Card(
        cell.ptx.clone().unwrap_or_else(|| "none".to_owned()),
        texts.number(emitted),
        unit(cell, evidence).into_iter().map(|line| texts.number(line)).collect(),
        texts.number(equal.join(", ")),
        differences,
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use vmad_sass::Arch;
    use vmad_xcheck::proof::{family::ReadingVerdict, table::Line};

    use super::*;
    use crate::check::report::samples::{TIME, cells, differing, differs, matrix, one_of_each, proof};

    /// A card has the evidence of its mode, and a row that differs has the proof of this.
    #[test]
    fn cards_have_the_proof() {
        let p5 = vmad_xcheck::map::row("P5").expect("a row");
        let mut cells = cells(3);
        cells[2].lowered = Arch::ALL[..2].to_vec();
        let operation = cells[1].operation;
        let verdict = ReadingVerdict { differs: vec![differs(operation)], ..ReadingVerdict::default() };
        let evidence = proof([Line::Reading(p5, verdict, TIME)]);
        let states = [CellState::Equal, differing("its PTX", 1), differing("other PTX", 1)];
        let matrix = matrix(cells, &states);
        let mut texts = Texts::default();
        let cards = Cards::new(&matrix, [1, 2, 0].into_iter(), &evidence, &mut texts);
        let data = Data::new(texts, vec![cards]);
        let [inputs, results] = [json!([6, 7, 8]), json!([9, 10])];
        let expected = json!({
            "texts": [
                "differs on some inputs: the proof found some",
                "from no PTX",
                "equal on 1,000 corner inputs",
                "",
                "equal for all inputs: proved",
                "on sm_50, sm_52",
                "P5",
            ],
            "sheets": [{
                "rows": [["P5", "a title"]],
                "cards": [
                    ["its PTX", 1, [2], 3, [[0, null, inputs, results, [0]]]],
                    ["its PTX", 5, [2], 3, [[0, "other PTX", inputs, results, [4]]]],
                    ["its PTX", 1, [2], 6, []],
                ],
            }],
        });
        assert_eq!(serde_json::from_str::<serde_json::Value>(&data.json()).expect("JSON"), expected);
        let evidence = one_of_each(&matrix.cells);
        let mut texts = Texts::default();
        let cards = Cards::new(&matrix, [0].into_iter(), &evidence, &mut texts);
        assert_eq!(cards.cards[0].2, [1, 2]);
        assert_eq!(texts.list[1], "equal for all 2^96 inputs: proved");
    }
}
