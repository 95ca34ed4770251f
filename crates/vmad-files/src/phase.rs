//! The start of the bundles in raw code after other bytes, such as the header of a shader, and the order of its bytes.

use std::io::{self, Read};

use crate::opcodes::Opcode;
use vmad_sass::{
    isa::Layout,
    schedule::{Barrier, ControlField},
    stream::Bundle,
};

/// The number of bytes in which the start is searched.
pub const LOOKED_AT: usize = 1 << 12;

/// Raw code, its place and its byte order.
pub struct PlacedCode<R> {
    /// The bytes from the code on.
    pub reader: R,
    /// The number of bytes before the code.
    pub skipped: usize,
    /// The groups of bytes, 4 or 8, that must be reversed to give bundles; [`None`] if the bytes give more.
    pub swapped: Option<usize>,
}

/// The bytes of a reader from its code on, and the number of bytes before that.
///
/// The code starts at the first byte if most bundles there are plausible. Otherwise it starts at a multiple of 4 bytes
/// from which more than twice as many are plausible. Code of Kepler starts at the first byte.
///
/// # Errors
/// Reading failed.
pub fn skip_header<R: Read>(mut reader: R, layout: Layout) -> io::Result<PlacedCode<impl Read>> {
    let mut start = Vec::new();
    reader.by_ref().take(LOOKED_AT as u64).read_to_end(&mut start)?;
    let (skipped, swapped) = match layout {
        Layout::Maxwell => match swapped(&start) {
            None => (header_len(&start), None),
            group => (0, group),
        },
        // There is no table of Kepler's opcodes, so no bundle is known to be plausible.
        Layout::Kepler => (0, None),
    };
    let rest = io::Cursor::new(start.split_off(skipped));
    Ok(PlacedCode { reader: rest.chain(reader), skipped, swapped })
}

/// The bytes in bundles from a phase on.
fn bundles(bytes: &[u8], phase: usize) -> &[[u8; Bundle::BYTES]] {
    bytes.get(phase..).unwrap_or_default().as_chunks().0
}

/// The phase with the most plausible bundles, the first of the best, and their number.
fn best(bytes: &[u8]) -> (usize, usize) {
    let score = |phase| bundles(bytes, phase).iter().filter(|bundle| is_plausible(bundle)).count();
    let scores = (0..Bundle::BYTES).step_by(4).map(|phase| (phase, score(phase)));
    scores.rev().max_by_key(|&(_, score)| score).unwrap_or_default()
}

/// The length of the header at the start of some bytes.
fn header_len(bytes: &[u8]) -> usize {
    let (phase, score) = best(bytes);
    let at_start = bundles(bytes, 0).iter().filter(|bundle| is_plausible(bundle)).count();
    if score <= 2 * at_start {
        return 0;
    }
    let header = bundles(bytes, phase).iter().take_while(|bundle| !is_plausible(bundle)).count();
    phase + Bundle::BYTES * header
}

/// The size of the groups whose reversal gives the most plausible bundles: 3/4 of all, and more than no reversal.
fn swapped(bytes: &[u8]) -> Option<usize> {
    let (_, plain) = best(bytes);
    let of_group = |group| {
        let mut bytes = bytes.to_vec();
        bytes.chunks_exact_mut(group).for_each(<[u8]>::reverse);
        let (phase, score) = best(&bytes);
        // With the wrong group, the halves of the words are exchanged: from 4 bytes further on they look like words.
        (score, phase % 8 == 0, group)
    };
    let (score, _, group) = [4, 8].map(of_group).into_iter().max()?;
    (score > plain && 4 * score >= 3 * (bytes.len() / Bundle::BYTES)).then_some(group)
}

/// Whether 32 bytes can be a bundle: a control word with bit 63 clear and no barrier 6, and three known opcodes.
fn is_plausible(bytes: &[u8; Bundle::BYTES]) -> bool {
    let Bundle { control, words } = Bundle::from_bytes(bytes);
    let sixth = Barrier::new(6);
    let has_sixth = |field: &ControlField| field.write_barrier() == sixth || field.read_barrier() == sixth;
    !control.top
        && !control.fields.iter().any(has_sixth)
        && words.iter().all(|word| Opcode::of(*word).is_some())
}
