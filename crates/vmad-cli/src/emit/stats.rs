//! `vmad emit --stats`: the lengths of functions.

use std::io::{self, Write};

use vmad_emit::stats::{Recorded, classes};
use vmad_sass::Instruction;

use crate::output::Out;

const HEADER: &str = concat!(
    "                                  operations of a function, on average  SASS on sm_70\n",
    "class                       modes     32 32+high     64  wires  pairs  ptxas emitted\n",
);

const LEGEND: &str = "
32: 32-bit integers. 32+high: and the upper half of a product. 64: 64-bit integers. wires: of 32 to 66
bits, in SystemVerilog. pairs: an emulation that computes everything in pairs of 32-bit integers, or in
three for 66 bits. Parameters, constants, and conversions that add zeros or drop bits do not count.
ptxas: the instructions that ptxas 12.9 makes of the PTX video instruction; VMAD's differ from the
instruction in 280 modes (D3). emitted: those that it makes of the emitted PTX. -: not recorded, or not PTX.
";

/// A table with a row for each class of the instructions.
pub(super) fn print(instructions: &[Instruction], out: &mut Out) -> io::Result<()> {
    out.write_all(HEADER.as_bytes())?;
    for class in classes(instructions) {
        let [words, upper, longs, any] = class.operations;
        let or_none = |number: Option<f64>| number.map_or_else(|| "-".to_owned(), |it| format!("{it:.1}"));
        let ptxas = or_none(class.sm_70.and_then(|Recorded { ptxas, .. }| ptxas));
        let emitted = or_none(class.sm_70.map(|Recorded { emitted, .. }| emitted));
        writeln!(
            out,
            "{:<27} {:>5} {words:>6.1} {upper:>7.1} {longs:>6.1} {any:>6.1} {:>6.1} {ptxas:>6} {emitted:>7}",
            class.name, class.modes, class.pairs
        )?;
    }
    out.write_all(LEGEND.as_bytes())
}
