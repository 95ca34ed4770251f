//! The places of the cells: by the fields of the instruction word.

use vmad_sass::{
    Instruction,
    isa::{B, Field},
};
use vmad_xcheck::{divergence::Cell, vectors::Filter};

/// Tables with the same value of one field.
pub(super) struct Group {
    pub(super) title: String,
    /// The same in words, for the cards.
    pub(super) words: String,
    pub(super) tables: Vec<Table>,
}

/// The cells with the same modifiers.
pub(super) struct Table {
    pub(super) title: String,
    pub(super) words: String,
    pub(super) columns: Vec<String>,
    /// The name of each row, and the numbers of its cells.
    pub(super) rows: Vec<(String, Vec<usize>)>,
}

/// What the rows and columns are.
pub(super) const AXES: [[&str; 2]; 2] = [["A", "B"], ["the lanes", "A and B"]];

/// The upper left corner of each table.
pub(super) const CORNERS: [&str; 2] = ["A\\B", ""];

/// The fields whose values name a table, not a group: the sign and the clamp of the result, and the second operation.
const OUTPUT: [&str; 3] = ["dtype", "SAT", "secop"];

/// Places the cells of an instruction. A row is a format of A and a column one of B; of `VABSDIFF4`, whose operands are bytes,
/// a row is a set of lanes.
pub(super) fn groups(mnemonic: &str, cells: &[Cell]) -> Vec<Group> {
    let filter = Filter::of(mnemonic).map(|filter| filter.with_form(B::Register));
    let fields = filter.map(|filter| filter.fields()).unwrap_or_default();
    let modifiers: Vec<_> = fields
        .into_iter()
        .filter(|field| !["A select", "B select", "lanes"].contains(&field.name()))
        .collect();
    let heading = modifiers.iter().position(|field| !OUTPUT.contains(&field.name()));
    let mut groups: Vec<Group> = Vec::new();
    for (number, cell) in cells.iter().enumerate() {
        let word = &cell.instruction;
        let heading = heading.map(|at| modifiers[at]);
        let rest: Vec<_> = modifiers.iter().copied().filter(|field| Some(*field) != heading).collect();
        let title = heading
            .map_or_else(|| mnemonic.to_owned(), |field| format!("{}: {}", field.name(), value(field, word)));
        let group = entry(
            &mut groups,
            |it| it.title == title,
            || Group { words: words(heading.into_iter(), word), title: title.clone(), tables: Vec::new() },
        );
        let suffixes: Vec<_> =
            rest.iter().map(|field| suffix(field, word)).filter(|it| !it.is_empty()).collect();
        let title = if suffixes.is_empty() { "no modifier".to_owned() } else { suffixes.join(" ") };
        let table = entry(
            &mut group.tables,
            |it| it.title == title,
            || Table {
                words: words(rest.iter().copied(), word),
                title: title.clone(),
                columns: Vec::new(),
                rows: Vec::new(),
            },
        );
        let [row, column] = place(cell);
        if !table.columns.contains(&column) {
            table.columns.push(column);
        }
        entry(&mut table.rows, |(name, _)| *name == row, || (row.clone(), Vec::new())).1.push(number);
    }
    groups
}

/// The entry of a list, added if there is none.
fn entry<T>(list: &mut Vec<T>, is_it: impl Fn(&T) -> bool, new: impl FnOnce() -> T) -> &mut T {
    let at = list.iter().position(is_it).unwrap_or_else(|| {
        list.push(new());
        list.len() - 1
    });
    &mut list[at]
}

/// The row and the column of a cell.
fn place(cell: &Cell) -> [String; 2] {
    if let Some(operands) = cell.operation.operands() {
        return operands.map(|operand| operand.format().name().to_owned());
    }
    let sign = |name| if cell.instruction.field(name) == Some(1) { "S8" } else { "U8" };
    let lanes = cell.instruction.form().field("lanes").map(|field| value(field, &cell.instruction));
    [lanes.unwrap_or_default(), format!("{} {}", sign("A signed"), sign("B signed"))]
}

fn value(field: &Field, word: &Instruction) -> String {
    field.spell(field.of(word.encode()))
}

/// The suffix of a value, or its meaning if it has none; empty for a modifier that is off.
fn suffix(field: &Field, word: &Instruction) -> String {
    let suffix = field.values().iter().find(|it| u64::from(it.value) == field.of(word.encode()));
    match suffix.map(|it| it.suffix) {
        Some("") | None if is_off(field, word) => String::new(),
        Some("") | None => value(field, word),
        Some(suffix) => suffix.to_owned(),
    }
}

fn is_off(field: &Field, word: &Instruction) -> bool {
    matches!(value(field, word).as_str(), "no" | "none")
}

/// `the sign of the result: signed; second operation, or merge into C: add C`, without modifiers that are off.
fn words<'f>(fields: impl Iterator<Item = &'f Field>, word: &Instruction) -> String {
    let on = fields.filter(|field| !is_off(field, word));
    let words: Vec<_> = on.map(|field| format!("{}: {}", field.meaning(), value(field, word))).collect();
    words.join("; ")
}
