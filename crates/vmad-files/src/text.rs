//! Files as text.

/// The byte order mark of UTF-8.
pub const MARK: &str = "\u{feff}";

/// Why a file is no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotText {
    /// It starts with the byte order mark of UTF-16.
    #[error("it is UTF-16: expected UTF-8")]
    Utf16,
    /// It has a NUL byte: a program, or UTF-16 without a mark.
    #[error("it is no text, because byte {0:#x} is NUL: expected UTF-8")]
    Nul(usize),
}

/// The text of a file, with its byte order mark. NUL bytes at the end, which fat binaries have, are left out. Strings
/// and comments of source code may hold bytes of any encoding: bytes that are not UTF-8 become U+FFFD.
///
/// # Errors
/// The file is UTF-16, or has a NUL byte before its end.
pub fn of_bytes(mut bytes: Vec<u8>) -> Result<String, NotText> {
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Err(NotText::Utf16);
    }
    let end = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    bytes.truncate(end);
    match bytes.iter().position(|byte| *byte == 0) {
        Some(nul) => Err(NotText::Nul(nul)),
        None => Ok(String::from_utf8(bytes)
            .unwrap_or_else(|refused| String::from_utf8_lossy(refused.as_bytes()).into_owned())),
    }
}

/// The text with LF in place of CR LF, and of CR alone.
pub fn with_line_feeds(text: String) -> String {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text }
}

/// The text without its byte order mark.
pub fn without_mark(mut text: String) -> String {
    if text.starts_with(MARK) {
        text.drain(..MARK.len());
    }
    text
}
