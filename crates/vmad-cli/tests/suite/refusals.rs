//! Arguments that are refused.

use crate::common::{assert_refused, vmad};

/// The message of each names the place, and what is legal.
#[test]
fn bad_arguments_are_refused_in_words() {
    let rows = include_str!("../data/refusals.tsv").lines().filter(|line| !line.starts_with('#'));
    for row in rows {
        let mut columns = row.split('\t');
        let arguments = shlex::split(columns.next().unwrap_or_default()).expect(row);
        let ran = vmad(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        assert_refused(&ran, &columns.collect::<Vec<_>>());
    }
}
