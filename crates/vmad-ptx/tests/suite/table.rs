//! Reading the tables of `tests/data`.

use std::collections::HashMap;
use vmad_ptx::syntax::Fault;
use vmad_testing::rows;

/// The codes of a table's head: `# code<TAB>message`.
pub(crate) fn codes(table: &str) -> HashMap<&str, &str> {
    table
        .lines()
        .filter_map(|line| line.strip_prefix("# ")?.split_once('\t'))
        .filter(|(code, _)| code.bytes().all(|byte| byte.is_ascii_lowercase()))
        .collect()
}

/// `a49 b` as forty-nine `a` and one `b`.
pub(crate) fn expand(runs: &str) -> Vec<&str> {
    runs.split(' ')
        .flat_map(|run| {
            let letters = run.find(|c: char| c.is_ascii_digit()).unwrap_or(run.len());
            let count = run[letters..].parse().unwrap_or(1);
            std::iter::repeat_n(&run[..letters], count)
        })
        .collect()
}

/// Whether a message of `ptxas` complains about the same thing as a fault of ours.
pub(crate) fn same_complaint(fault: &Fault, message: &str) -> bool {
    let name = format!("{fault:?}");
    let name = name.split(|c: char| !c.is_alphanumeric()).next().unwrap();
    let detailed = match fault {
        Fault::IllegalModifier { modifier, .. } => format!("{name} {modifier}"),
        Fault::Repeated { what, .. } => format!("{name} {what}"),
        _ => name.to_owned(),
    };
    let of = |wanted: &str| rows::<2>(include_str!("../data/complaints.tsv")).find(|row| row[0] == wanted);
    let says = of(&detailed).or_else(|| of(name));
    says.is_some_and(|row| row[1].split('|').any(|says| message.contains(says)))
}
