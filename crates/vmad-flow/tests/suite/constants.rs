//! Small programs that bring a value into `b` of a `vset`, and whether ptxas makes a constant of it.

use std::collections::BTreeMap;

use vmad_flow::{Flow, Possible, Use};
use vmad_ptx::module::scan;

use crate::program::module;

/// The answers of ptxas at -O3, -O1 and -O0, the headers, and the code of each program.
const PROGRAMS: &str = include_str!("../data/constants.tsv");

/// The values of `b` of each `vset` of a module.
fn values_of_b(text: &str) -> Vec<Possible> {
    let mut all = Vec::new();
    let module = scan(text);
    for function in &module.functions {
        let flow = Flow::new(text, &module, function);
        let is_vset = |at: &usize| flow.body.statements[*at].opcode == "vset";
        let places = (0..flow.body.statements.len()).filter(is_vset);
        let uses = places
            .map(|at| Use { statement: at, register: *flow.body.statements[at].reads().last().unwrap() });
        all.extend(flow.possible(&uses.collect::<Vec<_>>()).into_iter().map(|(value, _)| value));
    }
    all
}

/// The immediates of `vset`.
fn is_immediate(value: u64) -> bool {
    (1..=0xffff).contains(&value)
}

/// The last of the values of a program in a word.
fn kind(values: &[Possible]) -> &'static str {
    match values.last() {
        Some(Possible::Constant(_)) => "constant",
        Some(Possible::Varies) => "varies",
        Some(Possible::Perhaps(_)) => "perhaps",
        None => "none",
    }
}

/// Oracle: ptxas. No constant is missed, and no other value is called one; what stays open is recorded.
#[test]
fn ptxas_agrees() {
    let mut counts = BTreeMap::new();
    for row in PROGRAMS.lines().filter(|row| !row.starts_with('#')) {
        let [o3, o1, o0, here, headers, code] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        assert_eq!(o0, "register", "-O0 evaluates nothing: {row}");
        // At -O1, no loop is unrolled.
        assert!(o1 == o3 || code.contains("bra"), "{row}");
        let values = values_of_b(&module(headers, code));
        for value in &values {
            let is_possible = match value {
                Possible::Varies => o3 == "register",
                Possible::Constant(value) => (o3 == "constant") == is_immediate(*value),
                Possible::Perhaps(values) => {
                    o3 == "register" || values.iter().any(|value| is_immediate(*value))
                }
            };
            assert!(is_possible, "{value:?}: {row}");
        }
        assert_eq!(kind(&values), here, "{row}");
        *counts.entry((o3, here)).or_insert(0) += 1;
    }
    let expected = [
        (("constant", "constant"), 69),
        (("constant", "perhaps"), 51),
        (("register", "constant"), 1),
        (("register", "perhaps"), 32),
        (("register", "varies"), 26),
    ];
    assert_eq!(counts, expected.into());
}
