//! Code in words of 128 bits.

use std::io::{self, Read};

use crate::failure::Failure;

/// The length of an instruction in bytes.
const BYTES: usize = 16;

/// Calls `each` with the address and the word of each instruction of code.
pub(super) fn wide_words(
    file: &str,
    reader: impl Read,
    mut each: impl FnMut(u64, u128) -> io::Result<()>,
) -> Result<(), Failure> {
    let mut reader = io::BufReader::new(reader);
    for address in (0_u64..).step_by(BYTES) {
        let mut bytes = Vec::with_capacity(BYTES);
        let read = reader.by_ref().take(BYTES as u64).read_to_end(&mut bytes);
        read.map_err(|error| Failure::input(file, &error))?;
        match <[u8; BYTES]>::try_from(&*bytes) {
            Ok(word) => each(address, u128::from_le_bytes(word))?,
            Err(_) if bytes.is_empty() && address > 0 => break,
            Err(_) if bytes.is_empty() => {
                return Err(Failure::input(file, "it is empty: expected instructions of 16 bytes"));
            }
            Err(_) => {
                let length = address + bytes.len() as u64;
                let message = format!(
                    "its length, {length} bytes, is not a multiple of 16, the length of an instruction"
                );
                return Err(Failure::input(file, &message));
            }
        }
    }
    Ok(())
}
