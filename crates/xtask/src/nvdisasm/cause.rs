//! The parts of the text in which two answers differ.

use super::ask::Answer;

/// The differences between two answers, whose sides have names; empty if and only if they are equal.
pub(crate) fn causes([one, other]: [&str; 2], first: &Answer, second: &Answer) -> Vec<String> {
    match (first, second) {
        _ if first == second => Vec::new(),
        (Answer::Illegal, _) => vec![format!("{one} ILLEGAL, {other} legal")],
        (_, Answer::Illegal) => vec![format!("{one} legal, {other} ILLEGAL")],
        (Answer::Text(first), Answer::Text(second)) => differences(&Parts::of(first), &Parts::of(second)),
    }
}

/// The parts of an instruction's text.
struct Parts<'t> {
    /// `@!P3`, or empty.
    guard: &'t str,
    mnemonic: &'t str,
    suffixes: Vec<&'t str>,
    /// The operands: the text without `.reuse`, and whether it had one.
    operands: Vec<(&'t str, bool)>,
}

impl<'t> Parts<'t> {
    fn of(text: &'t str) -> Self {
        let (guard, rest) = match text.split_once(' ') {
            Some((guard, rest)) if guard.starts_with('@') => (guard, rest),
            _ => ("", text),
        };
        let (name, operands) = rest.split_once(' ').unwrap_or((rest, ""));
        let (mnemonic, suffixes) = name.split_once('.').unwrap_or((name, ""));
        let operand = |text: &'t str| match text.strip_suffix(".reuse") {
            Some(text) => (text, true),
            None => (text, false),
        };
        let operands = operands.split(", ").map(operand).collect();
        let suffixes = suffixes.split('.').filter(|suffix| !suffix.is_empty()).collect();
        Self { guard, mnemonic, suffixes, operands }
    }

    fn reuse(&self) -> impl Iterator<Item = bool> {
        self.operands.iter().map(|(_, reuse)| *reuse)
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
    let only = |these: &Parts, those: &Parts| {
        let suffixes = these.suffixes.iter().filter(|suffix| !those.suffixes.contains(suffix));
        suffixes.map(|suffix| format!(".{suffix}")).collect::<String>()
    };
    match [only(one, other), only(other, one)] {
        [first, second] if !(first.is_empty() && second.is_empty()) => {
            causes.push(format!("suffixes '{first}' and '{second}'"));
        }
        _ if one.suffixes != other.suffixes => causes.push("order of the suffixes".to_owned()),
        _ => {}
    }
    for (index, ((first, _), (second, _))) in one.operands.iter().zip(&other.operands).enumerate() {
        if first != second {
            causes.push(format!("operand {}", index + 1));
        }
    }
    if !one.reuse().eq(other.reuse()) {
        causes.push(".reuse".to_owned());
    }
    if causes.is_empty() {
        causes.push("spaces".to_owned());
    }
    causes
}
