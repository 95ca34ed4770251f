//! A number with its noun.

use std::fmt::Display;

/// `1 word`, `3 words`.
pub(crate) fn count<N: Copy + Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    let plural = if number == N::from(1) { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// `1,234,567`
pub(crate) fn grouped(number: usize) -> String {
    indicatif::HumanCount(number as u64).to_string()
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn one_is_no_plural() {
        assert_eq!([0_u64, 1, 2].map(|number| count(number, "vmad")), ["0 vmads", "1 vmad", "2 vmads"]);
    }
}
