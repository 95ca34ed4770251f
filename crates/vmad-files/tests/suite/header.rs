//! What is before the code of a shader.

use std::io::Read;

use vmad_files::phase::{PlacedCode, skip_header};
use vmad_sass::isa::Layout;

const NOP: u64 = 0x50b0_0000_0007_0f00;
const VMAD: u64 = 0x5f04_0200_0037_0200;
const EXIT: u64 = 0xe300_0000_0007_000f;

/// Three slots without a barrier.
const CONTROL: u64 = 0x7e1 | 0x7e1 << 21 | 0x7e1 << 42;

/// The number of bytes before the code, where the first bundle has a control word, and eight others follow.
fn skipped(first: u64) -> usize {
    let bytes = code(&[0xff; 8], first);
    let PlacedCode { mut reader, skipped, swapped } = skip_header(&bytes[..], Layout::Maxwell).unwrap();
    let mut code = Vec::new();
    reader.read_to_end(&mut code).unwrap();
    assert_eq!((code.as_slice(), swapped), (&bytes[skipped..], None));
    skipped
}

/// A header, then nine bundles.
fn code(header: &[u8], first: u64) -> Vec<u8> {
    let bundles = [[first, NOP, VMAD, EXIT]].into_iter().chain([[CONTROL, NOP, VMAD, EXIT]; 8]);
    header.iter().copied().chain(bundles.flatten().flat_map(u64::to_le_bytes)).collect()
}

#[test]
fn a_header_has_any_number_of_32_bit_words() {
    for words in 0..20 {
        let bytes = code(&vec![0xff; 4 * words], CONTROL);
        // Whole bundles before the code are shown: most bundles are code.
        let expected = if words % 8 == 0 { 0 } else { 4 * words };
        assert_eq!(skip_header(&bytes[..], Layout::Maxwell).unwrap().skipped, expected);
    }
}

/// Code in the byte order of another machine is found.
#[test]
fn swapped_code_is_found() {
    for group in [4, 8] {
        let mut bytes = code(&[0xff; 16], CONTROL);
        bytes.chunks_exact_mut(group).for_each(<[u8]>::reverse);
        assert_eq!(skip_header(&bytes[..], Layout::Maxwell).unwrap().swapped, Some(group));
    }
}

/// There are six barriers. The top bit of a control word is zero.
#[test]
fn the_code_starts_at_a_possible_control_word() {
    assert_eq!(skipped(CONTROL), 8);
    for bit in [5, 8, 26, 29, 47, 50] {
        assert_eq!(skipped(CONTROL ^ 1 << bit), 40, "barrier 6: bit {bit}");
        assert_eq!(skipped(CONTROL ^ 2 << bit), 8, "barrier 5: bit {bit}");
    }
    assert_eq!(skipped(CONTROL | 1 << 63), 40);
}
