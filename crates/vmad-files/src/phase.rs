//! The start of the bundles in raw code that has something before it, such as the header of a shader.

use std::io::{self, Read};

use crate::opcodes::Opcode;
use vmad_sass::{isa::Layout, stream::Bundle};

/// The number of bytes that are looked at.
pub const LOOKED_AT: usize = 1 << 12;

/// The bytes of a reader from its code on, and the number of bytes before that.
///
/// The code starts at the first byte if most bundles there are plausible. Else it starts at the multiple of 8 bytes
/// from which more than twice as many are. Code of Kepler starts at the first byte.
///
/// # Errors
/// Reading failed.
pub fn skip_header<R: Read>(mut reader: R, layout: Layout) -> io::Result<(impl Read, usize)> {
    let mut start = Vec::new();
    reader.by_ref().take(LOOKED_AT as u64).read_to_end(&mut start)?;
    let skipped = match layout {
        Layout::Maxwell => header_len(&start),
        // No table of Kepler's opcodes says what is plausible.
        Layout::Kepler => 0,
    };
    let rest = io::Cursor::new(start.split_off(skipped));
    Ok((rest.chain(reader), skipped))
}

/// The length of the header at the start of some bytes.
fn header_len(bytes: &[u8]) -> usize {
    let bundles = |phase: usize| bytes.get(phase..).unwrap_or_default().as_chunks::<{ Bundle::BYTES }>().0;
    let score = |phase: usize| bundles(phase).iter().filter(|bundle| is_plausible(bundle)).count();
    // The first of the best.
    let best = [0, 8, 16, 24].into_iter().rev().max_by_key(|phase| score(*phase)).unwrap_or(0);
    if score(best) <= 2 * score(0) {
        return 0;
    }
    let header = bundles(best).iter().take_while(|bundle| !is_plausible(bundle)).count();
    best + Bundle::BYTES * header
}

/// Whether 32 bytes can be a bundle: a control word without its top bit or a barrier 6, and three known opcodes.
fn is_plausible(bytes: &[u8; Bundle::BYTES]) -> bool {
    let words = bytes.as_chunks::<8>().0;
    let control = u64::from_le_bytes(words[0]);
    let has_barriers = |slot: u32| {
        let field = control >> (21 * slot);
        field >> 5 & 7 != 6 && field >> 8 & 7 != 6
    };
    let is_known = |word: &[u8; 8]| Opcode::of(u64::from_le_bytes(*word)).is_some();
    control >> 63 == 0 && (0..3).all(has_barriers) && words[1..].iter().all(is_known)
}
