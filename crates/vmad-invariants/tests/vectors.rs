//! Golden vectors, beside the wide sum.

use std::collections::BTreeSet;

use vmad_invariants::wide;
use vmad_observe::vectors::{Count, Filter, Stream, Vectors};
use vmad_unit::Operation;

#[test]
fn every_mode_has_vectors_and_every_result_is_that_of_the_wide_sum() {
    let mut modes = BTreeSet::new();
    let streams: Vec<_> =
        Filter::of(vmad_unit::Kind::Vmad).modes().into_iter().map(|mode| Stream::of_mode(mode, 3)).collect();
    assert_eq!(streams.len(), 864 + 288);
    for vector in Vectors::new(streams, Count::Each(256)) {
        let (instruction, ports) = (vector.instruction, vector.ports);
        let operation = instruction.operation().unwrap();
        let Operation::Vmad(mode) = operation else { panic!("{instruction}") };
        let result = operation.execute(ports.a, ports.b, ports.c);
        assert_eq!(Some(result), wide(&operation, ports), "{instruction} on {ports:x?}");
        if let Some(value) = instruction.immediate() {
            assert_eq!(value, ports.b, "{instruction}");
        }
        modes.insert((mode.b.selector.encoding(), instruction.encode() & !0xf_ffff_ffff));
    }
    // A selector x B operand, psign, scale, SAT: 4,704 with a register, and 14 x 2 x 24 with an immediate.
    assert_eq!(modes.len(), 4704 + 672);
}
