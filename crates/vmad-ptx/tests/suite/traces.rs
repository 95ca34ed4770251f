//! The intermediates as they are shown, each worked out by hand from the pseudo-code: names, order, sign and both bases.

use vmad_ptx::ast::Body;
use vmad_ptx::evaluate::{Setting, trace};
use vmad_ptx::legality::Target;
use vmad_ptx::reading::Reading;
use vmad_ptx::syntax::parse_one;
use vmad_ptx::video;

#[test]
fn the_stages_are_those_of_the_pseudo_code() {
    let text = include_str!("../data/traces.tsv");
    let mut rows = text.lines().filter(|line| !line.starts_with('#')).peekable();
    while let Some(head) = rows.next() {
        let [line, inputs, target] = head.split('\t').collect::<Vec<_>>()[..] else { panic!("{head}") };
        let inputs: Vec<_> = inputs.split(' ').map(|it| u64::from_str_radix(it, 16).unwrap()).collect();
        let expected = std::iter::from_fn(|| rows.next_if(|row| row.starts_with("  ")));
        let expected: Vec<_> = expected.map(|row| row.trim_start().to_owned()).collect();
        let body = parse_one(line).unwrap_or_else(|error| panic!("{line}: {error}")).instruction.body;
        let setting = Setting { target: target.parse::<Target>().unwrap(), ..Setting::default() };
        let found = trace(&body, inputs.try_into().unwrap(), &setting).lines();
        let found: Vec<_> = found.iter().map(|(name, value)| format!("{name}\t{value}")).collect();
        assert_eq!(found, expected, "{line}");
    }
}

/// A trace displays as its lines, the values in one column.
#[test]
fn a_trace_displays_as_its_lines() {
    let found = parse_one("vadd.u32.u32.u32 d, a, b;").expect("a vadd");
    let Body::Video(vadd) = found.instruction.body else { panic!("vadd is a video instruction") };
    assert_eq!(
        video::trace(vadd.operation(), 1, 2, 0, &Reading::DEFAULT).to_string(),
        "ta            1 (0x1)\n\
         tb            2 (0x2)\n\
         tmp           3 (0x3)\n\
         optSaturate   3 (0x3)\n\
         d             0x00000003\n"
    );
}
