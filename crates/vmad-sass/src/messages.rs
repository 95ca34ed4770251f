//! Lists of names in messages.

use alloc::string::String;

/// `a, b and c`
pub(crate) fn list(names: &[impl AsRef<str>], last: &str) -> String {
    let mut text = String::new();
    for (index, name) in names.iter().enumerate() {
        match names.len() - index {
            _ if index == 0 => {}
            1 => text.extend([" ", last, " "]),
            _ => text += ", ",
        }
        text += name.as_ref();
    }
    text
}
