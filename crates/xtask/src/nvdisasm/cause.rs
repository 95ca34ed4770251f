//! The parts of the text in which two answers differ.

use super::ask::Answer;

/// The differences between the answers of a side with a name and of nvdisasm; empty if and only if they are equal.
pub(crate) fn causes(side: &str, first: &Answer, second: &Answer) -> Vec<String> {
    match (first, second) {
        _ if first == second => Vec::new(),
        (Answer::Illegal, _) => vec![format!("{side} ILLEGAL, nvdisasm legal")],
        (_, Answer::Illegal) => vec![format!("{side} legal, nvdisasm ILLEGAL")],
        (Answer::Text(first), Answer::Text(second)) => differences(&Parts::of(first), &Parts::of(second)),
    }
}

/// The parts of an instruction's text.
struct Parts<'t> {
    /// `@!P3`, or empty.
    guard: &'t str,
    mnemonic: &'t str,
    suffixes: Vec<&'t str>,
    operands: Vec<&'t str>,
}

impl<'t> Parts<'t> {
    fn of(text: &'t str) -> Self {
        let (guard, rest) = match text.split_once(' ') {
            Some((guard, rest)) if guard.starts_with('@') => (guard, rest),
            _ => ("", text),
        };
        let (name, operands) = rest.split_once(' ').unwrap_or((rest, ""));
        let (mnemonic, suffixes) = name.split_once('.').unwrap_or((name, ""));
        let (suffixes, operands) = (suffixes.split_terminator('.'), operands.split(", "));
        Self { guard, mnemonic, suffixes: suffixes.collect(), operands: operands.collect() }
    }
}

fn differences(one: &Parts, other: &Parts) -> Vec<String> {
    if one.mnemonic != other.mnemonic || one.operands.len() != other.operands.len() {
        return vec!["mnemonic or number of operands".to_owned()];
    }
    let mut causes = Vec::new();
    if one.guard != other.guard {
        causes.push("guard".to_owned());
    }
    if one.suffixes != other.suffixes {
        let only = |these: &Parts, those: &Parts| {
            let suffixes = these.suffixes.iter().filter(|suffix| !those.suffixes.contains(suffix));
            suffixes.map(|suffix| format!(".{suffix}")).collect::<String>()
        };
        // Both are empty if only the order differs.
        causes.push(format!("suffixes '{}' and '{}'", only(one, other), only(other, one)));
    }
    let operands = one.operands.iter().zip(&other.operands).enumerate();
    let operands = operands.filter(|(_, (first, second))| first != second);
    causes.extend(operands.map(|(index, _)| format!("operand {}", index + 1)));
    if causes.is_empty() {
        causes.push("spaces".to_owned());
    }
    causes
}
