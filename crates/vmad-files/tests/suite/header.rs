//! What is before the code of a shader.

use std::io::Read;

use vmad_files::phase::skip_header;
use vmad_sass::isa::Layout;

const NOP: u64 = 0x50b0_0000_0007_0f00;

/// Three slots without a barrier.
const CONTROL: u64 = 0x7e1 | 0x7e1 << 21 | 0x7e1 << 42;

/// The number of bytes before the code, where the first bundle has a control word, and eight others follow.
fn skipped(first: u64) -> usize {
    let bundles = [[first, NOP, NOP, NOP]].into_iter().chain([[CONTROL, NOP, NOP, NOP]; 8]);
    let words = std::iter::once(u64::MAX).chain(bundles.flatten());
    let bytes: Vec<u8> = words.flat_map(u64::to_le_bytes).collect();
    let (mut rest, skipped) = skip_header(&bytes[..], Layout::Maxwell).unwrap();
    let mut code = Vec::new();
    rest.read_to_end(&mut code).unwrap();
    assert_eq!(code, bytes[skipped..]);
    skipped
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
