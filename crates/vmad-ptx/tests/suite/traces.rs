//! The intermediates as they are shown, each worked out by hand from the pseudo-code: names, order, sign and both bases.

use vmad_ptx::evaluate::{Setting, trace};
use vmad_ptx::legality::Target;
use vmad_ptx::syntax::parse_one;

#[test]
fn the_stages_are_those_of_the_pseudo_code() {
    let text = include_str!("../data/traces.tsv");
    let mut rows = text.lines().filter(|line| !line.starts_with('#')).peekable();
    while let Some(head) = rows.next() {
        let [line, inputs, target] = head.split('\t').collect::<Vec<_>>()[..] else { panic!("{head}") };
        let inputs: Vec<_> =
            inputs.split(' ').map(|digits| u64::from_str_radix(digits, 16).unwrap()).collect();
        let expected = std::iter::from_fn(|| rows.next_if(|row| row.starts_with("  ")));
        let expected: Vec<_> = expected.map(|row| row.trim_start().to_owned()).collect();
        let body = parse_one(line).unwrap_or_else(|error| panic!("{line}: {error}")).instruction.body;
        let setting = Setting { target: target.parse::<Target>().unwrap(), ..Setting::default() };
        let found = trace(&body, inputs.try_into().unwrap(), &setting).lines();
        let found: Vec<_> = found.iter().map(|(name, value)| format!("{name}\t{value}")).collect();
        assert_eq!(found, expected, "{line}");
    }
}
