//! A digest of bytes. It detects damage and edits by mistake. It is not a signature.

/// FNV-1a of 64 bits, in 16 hexadecimal digits.
pub(super) fn digest(bytes: &[u8]) -> String {
    let take = |digest: u64, byte: &u8| (digest ^ u64::from(*byte)).wrapping_mul(0x100000001b3);
    format!("{:016x}", bytes.iter().fold(0xcbf29ce484222325, take))
}
