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

#[cfg(test)]
mod tests {
    use super::*;

    fn of(first: &str, second: &str) -> Vec<String> {
        let answer = |text: &str| match text {
            "ILLEGAL" => Answer::Illegal,
            _ => Answer::Text(text.to_owned()),
        };
        causes(["ours", "theirs"], &answer(first), &answer(second))
    }

    /// One change of each part, and its name.
    #[test]
    fn each_part_of_the_text_has_a_name() {
        let text = "@!P3 VMAD.S16.U8.PO.SHR_7.SAT R0.CC, R1.H1.reuse, R2.B3, R4";
        assert!(of(text, text).is_empty());
        for (part, change, cause) in [
            ("@!P3 ", "", "guard"),
            ("@!P3", "@P3", "guard"),
            (".S16", ".U16", "suffixes '.S16' and '.U16'"),
            (".S16.U8", "", "suffixes '.S16.U8' and ''"),
            (".S16.U8", ".U8.S16", "order of the suffixes"),
            (".SHR_7", ".INVALIDVMADSCALE3", "suffixes '.SHR_7' and '.INVALIDVMADSCALE3'"),
            (".CC", "", "operand 1"),
            ("R1.H1", "-R1.H1", "operand 2"),
            (", R4", ", -R4", "operand 4"),
            (".reuse", "", ".reuse"),
            ("VMAD", "VADD", "mnemonic or number of operands"),
            (", R4", "", "mnemonic or number of operands"),
        ] {
            let changed = text.replacen(part, change, 1);
            assert_ne!(changed, text);
            assert_eq!(of(text, &changed), [cause], "{changed}");
            assert_eq!(of(&changed, text).len(), 1, "{changed}");
        }
        assert_eq!(of("VMAD.SAT R0, R1, R2, R3", "@P0 VMAD R0, R1, -R2, -R3").len(), 4);
    }

    #[test]
    fn legality_is_named_with_its_side() {
        assert_eq!(of("VMAD R0, R1, R2, R3", "ILLEGAL"), ["ours legal, theirs ILLEGAL"]);
        assert_eq!(of("ILLEGAL", "VMAD R0, R1, R2, R3"), ["ours ILLEGAL, theirs legal"]);
        assert!(of("ILLEGAL", "ILLEGAL").is_empty());
    }
}
