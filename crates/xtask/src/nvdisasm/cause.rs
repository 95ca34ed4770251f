//! In what two answers differ.

use std::{borrow::Cow, collections::BTreeSet};

use super::ask::Answer;

/// The part of the text, or the verdict, in which two answers differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cause {
    /// The first is text, the second `ILLEGAL`.
    OnlyFirstLegal,
    /// The first is `ILLEGAL`, the second text.
    OnlySecondLegal,
    /// One of the two is not the text of a `VMAD` with four operands.
    Shape,
    /// `@!P3`
    Guard,
    /// `.S16.U8`
    Formats,
    /// `.PO`
    PlusOne,
    /// `.SHR_7`
    Scale,
    /// `.SAT`
    Saturate,
    /// The same suffixes in another order.
    SuffixOrder,
    /// `R0.CC`
    Rd,
    /// `-R1.H1`
    A,
    /// `R2.B3`, `0x7fff`
    B,
    /// `-R4`
    C,
    /// `.reuse` of any operand.
    Reuse,
}

impl Cause {
    /// What it is called, where the two sides have names.
    pub(crate) fn name(self, [first, second]: [&str; 2]) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::OnlyFirstLegal => return format!("{first} legal, {second} ILLEGAL").into(),
            Self::OnlySecondLegal => return format!("{first} ILLEGAL, {second} legal").into(),
            Self::Shape => "shape",
            Self::Guard => "guard",
            Self::Formats => "formats",
            Self::PlusOne => ".PO",
            Self::Scale => "scale",
            Self::Saturate => ".SAT",
            Self::SuffixOrder => "order of the suffixes",
            Self::Rd => "Rd",
            Self::A => "A operand",
            Self::B => "B operand",
            Self::C => "C operand",
            Self::Reuse => "reuse",
        })
    }
}

/// All in which two answers differ; empty if they are equal, and only then.
pub(crate) fn causes(first: &Answer, second: &Answer) -> BTreeSet<Cause> {
    match (first, second) {
        _ if first == second => BTreeSet::new(),
        (Answer::Illegal, _) => [Cause::OnlySecondLegal].into(),
        (_, Answer::Illegal) => [Cause::OnlyFirstLegal].into(),
        (Answer::Text(first), Answer::Text(second)) => match (Parts::of(first), Parts::of(second)) {
            (Some(first), Some(second)) => first.differences(&second),
            _ => [Cause::Shape].into(),
        },
    }
}

/// A text, taken apart.
#[derive(Debug, PartialEq, Eq)]
struct Parts<'t> {
    guard: Option<&'t str>,
    suffixes: Vec<&'t str>,
    operands: [&'t str; 4],
    reuse: [bool; 4],
}

impl<'t> Parts<'t> {
    fn of(text: &'t str) -> Option<Self> {
        let (guard, rest) = match text.split_once(' ')? {
            (guard, rest) if guard.starts_with('@') => (Some(guard), rest),
            _ => (None, text),
        };
        let (mnemonic, operands) = rest.split_once(' ')?;
        let mut suffixes = mnemonic.split('.');
        if suffixes.next() != Some("VMAD") {
            return None;
        }
        let operands: [&str; 4] = operands.split(", ").collect::<Vec<_>>().try_into().ok()?;
        Some(Self {
            guard,
            suffixes: suffixes.collect(),
            operands: operands.map(|operand| operand.strip_suffix(".reuse").unwrap_or(operand)),
            reuse: operands.map(|operand| operand.strip_suffix(".reuse").is_some()),
        })
    }

    /// The suffixes of a kind, in their order.
    fn suffixes(&self, kind: Cause) -> impl Iterator<Item = &str> {
        self.suffixes.iter().copied().filter(move |suffix| suffix_kind(suffix) == kind)
    }

    fn differences(&self, other: &Self) -> BTreeSet<Cause> {
        let mut causes = BTreeSet::new();
        let mut differ = |cause, differ| {
            if differ {
                causes.insert(cause);
            }
        };
        differ(Cause::Guard, self.guard != other.guard);
        for kind in [Cause::Formats, Cause::PlusOne, Cause::Scale, Cause::Saturate] {
            differ(kind, !self.suffixes(kind).eq(other.suffixes(kind)));
        }
        for (index, operand) in [Cause::Rd, Cause::A, Cause::B, Cause::C].into_iter().enumerate() {
            differ(operand, self.operands[index] != other.operands[index]);
        }
        differ(Cause::Reuse, self.reuse != other.reuse);
        if causes.is_empty() {
            let order = self.suffixes != other.suffixes;
            causes.insert(if order { Cause::SuffixOrder } else { Cause::Shape });
        }
        causes
    }
}

/// What a suffix of the mnemonic is; whatever is nothing else is a format.
fn suffix_kind(suffix: &str) -> Cause {
    match suffix {
        "PO" => Cause::PlusOne,
        "SAT" => Cause::Saturate,
        _ if suffix.starts_with("SHR_") || suffix.starts_with("INVALIDVMADSCALE") => Cause::Scale,
        _ => Cause::Formats,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(first: &str, second: &str) -> Vec<Cause> {
        let answer = |text: &str| match text {
            "ILLEGAL" => Answer::Illegal,
            _ => Answer::Text(text.to_owned()),
        };
        causes(&answer(first), &answer(second)).into_iter().collect()
    }

    /// One change of each part, and what it is called.
    #[test]
    fn each_part_of_the_text_is_told_apart() {
        let text = "@!P3 VMAD.S16.U8.PO.SHR_7.SAT R0.CC, R1.H1.reuse, R2.B3, R4";
        assert_eq!(of(text, text), []);
        for (part, change, cause) in [
            ("@!P3 ", "", Cause::Guard),
            ("@!P3", "@P3", Cause::Guard),
            (".S16", ".U16", Cause::Formats),
            (".S16.U8", "", Cause::Formats),
            (".S16", ".INVALIDSEL6", Cause::Formats),
            (".S16.U8", ".U8.S16", Cause::Formats),
            (".PO", "", Cause::PlusOne),
            (".SHR_7", ".INVALIDVMADSCALE3", Cause::Scale),
            (".SAT", "", Cause::Saturate),
            (".PO.SHR_7", ".SHR_7.PO", Cause::SuffixOrder),
            (".CC", "", Cause::Rd),
            ("R1.H1", "-R1.H1", Cause::A),
            ("R2.B3", "R2", Cause::B),
            (", R4", ", -R4", Cause::C),
            (".reuse", "", Cause::Reuse),
            ("VMAD", "VADD", Cause::Shape),
            (", R4", "", Cause::Shape),
        ] {
            let changed = text.replacen(part, change, 1);
            assert_ne!(changed, text);
            assert_eq!(of(text, &changed), [cause], "{changed}");
            assert_eq!(of(&changed, text), [cause], "{changed}");
        }
    }

    #[test]
    fn legality_is_told_by_its_side() {
        assert_eq!(of("VMAD R0, R1, R2, R3", "ILLEGAL"), [Cause::OnlyFirstLegal]);
        assert_eq!(of("ILLEGAL", "VMAD R0, R1, R2, R3"), [Cause::OnlySecondLegal]);
        assert_eq!(of("ILLEGAL", "ILLEGAL"), []);
    }

    #[test]
    fn several_parts_are_all_named() {
        let (first, second) = ("VMAD.SAT R0, R1, R2, R3", "@P0 VMAD R0, R1, -R2, -R3");
        assert_eq!(of(first, second), [Cause::Guard, Cause::Saturate, Cause::B, Cause::C]);
    }
}
