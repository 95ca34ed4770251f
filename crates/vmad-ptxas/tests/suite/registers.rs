//! Instructions whose registers hold constants.

use vmad_map::corners::WORDS;
use vmad_ptx::{
    ast::{Body, Operand},
    reading::Reading,
    video::trace,
};
use vmad_ptxas::{
    safety::{Answer, Asked, findings},
    versions::Versions,
};
use vmad_sass::{Instruction, Ports};

use crate::common::instruction;

/// Architecture, version, constants in a, b and c, instruction, word, constants on the ports.
const RECORDED: &str = include_str!("../data/ptxas-registers.tsv");

fn constants(text: &str) -> [Option<u32>; 3] {
    let all: Vec<_> = text.split(' ').map(|digits| u32::from_str_radix(digits, 16).ok()).collect();
    all.try_into().unwrap()
}

/// The values of an operand with a known value, or that is free, beside some constants.
fn values(known: Option<u32>, near: &[u32]) -> Vec<u32> {
    let parts = [0x8080_8080, 0x7f7f_7f7f, 0x0101_0101, 0x8000_8000, 0x0001_0001];
    let free = || {
        let around =
            |number: &u32| [*number, number.wrapping_sub(1), number.wrapping_add(1), number & 0xffff];
        let near = near.iter().flat_map(around);
        WORDS.into_iter().chain(parts).chain(near).collect()
    };
    known.map_or_else(free, |number| vec![number])
}

/// Oracle: ptxas. An instruction is called wrong if and only if its word, run by the unit, gives another result.
#[test]
fn a_known_constant_makes_an_instruction_wrong_where_ptxas_does() {
    let mut counts = [0; 3];
    for row @ [arch, version, known, line, word, held] in vmad_testing::rows(RECORDED) {
        let (known, held, ptx) = (constants(known), constants(held), instruction(line));
        let Body::Video(video) = &ptx.body else { panic!("{row:?}") };
        let version: Versions = version.parse().unwrap();
        let asked = Asked::with(Some(arch.parse().unwrap()), Some(version)).unwrap();
        let answers = Answer::all_knowing(&ptx, known, &asked);
        let found = findings(&ptx, &answers);
        let row_of = |id: &str| found.iter().any(|finding| finding.row.is_some_and(|row| row.id == id));
        if word == "store" {
            assert!(row_of("D9"), "{row:?}");
            counts[2] += 1;
            continue;
        }
        let sass = Instruction::decode(u64::from_str_radix(word, 16).unwrap()).unwrap();
        let mode = sass.operation().unwrap();
        let right = |[a, b, c]: [u32; 3]| trace(video.operation(), a, b, c, &Reading::DEFAULT).d();
        let written = video.operands().map(|operand| operand.and_then(Operand::constant));
        let is_wrong = |inputs: [u32; 3]| {
            let ports = [0, 1, 2].map(|role: usize| held[role].unwrap_or(inputs[role]));
            let Ports { a, b, c } = sass.bind(Ports { a: ports[0], b: ports[1], c: ports[2] });
            let inputs = [0, 1, 2].map(|role: usize| written[role].unwrap_or(inputs[role]));
            mode.execute(a, b, c) != right(inputs)
        };
        let near: Vec<u32> = known.into_iter().chain(written).flatten().collect();
        let [a, b, c] = [0, 1, 2].map(|role: usize| values(known[role].or(written[role]), &near));
        let mut all = a.iter().flat_map(|a| b.iter().flat_map(|b| c.iter().map(|c| [*a, *b, *c])));
        let shown = found.iter().find_map(|finding| Some(finding.witness?.inputs));
        let is_shown = shown.map_or_else(|| all.any(is_wrong), is_wrong);
        assert_eq!(is_shown, !found.is_empty(), "{row:?}: {found:?}");
        counts[usize::from(is_shown)] += 1;
    }
    assert!(counts[0] > 300 && counts[1] > 50 && counts[2] > 20, "{counts:?}");
}
