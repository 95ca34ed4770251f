//! A field whose values are taken as other values.

use vmad_unit::Kind;

use super::{Change, Rule};

/// A row: identifier, field, the value as which each of its values is taken, and the meaning.
const ROWS: &str = include_str!("fields.tsv");

pub(super) fn rules() -> impl Iterator<Item = Rule> {
    ROWS.lines().map(|row| {
        let mut columns = row.split('\t');
        let [id, place, values, title] = [(); 4].map(|()| columns.next().unwrap_or_default());
        let change = match place {
            "immediate B" => Change::FieldOfImmediate("B signed", values),
            name => Change::Field(name, values),
        };
        Rule { id, title, place, instructions: &Kind::ALL, change }
    })
}
