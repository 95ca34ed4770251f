//! "Did you mean": the legal names similar to an unknown one.

/// `did you mean .SHR_7?`, if a legal name is similar.
pub fn hint(written: &str, legal: &[impl AsRef<str>]) -> Option<String> {
    let legal: Vec<_> = legal.iter().map(AsRef::as_ref).collect();
    // A known name in a wrong place is not misspelt.
    let bare = |name: &str| name.trim_start_matches('.').to_owned();
    if legal.iter().any(|name| bare(name) == bare(written)) {
        return None;
    }
    match near(written, &legal)[..] {
        [] => None,
        [one] => Some(format!("did you mean {one}?")),
        [ref first @ .., last] => Some(format!("did you mean {} or {last}?", first.join(", "))),
    }
}

/// `expected U8, S8, U16`, and the hint, if any.
pub fn expected(written: &str, legal: &[impl AsRef<str>]) -> String {
    let names: Vec<_> = legal.iter().map(AsRef::as_ref).collect();
    let hint = hint(written, &names).map(|hint| format!("; {hint}")).unwrap_or_default();
    format!("expected {}{hint}", names.join(", "))
}

/// The largest number of suggested names.
const MOST: usize = 5;

/// A longer word is not a misspelt name. The limit also bounds the time.
const LONGEST: usize = 64;

/// In longer lists, such as all registers, each name is one edit away from others: edits do not count there.
const LONG: usize = 64;

/// The most similar legal names, by the first rule that gives one to [`MOST`]: equal except for case and underscores;
/// equal except for letters that look like digits; the fewest edits, at most one for three letters; one name starts
/// with the other.
fn near<'n>(written: &str, legal: &[&'n str]) -> Vec<&'n str> {
    let of = |is: &dyn Fn(&str) -> bool| -> Vec<&'n str> {
        legal.iter().copied().filter(|name| is(&plain(name))).collect()
    };
    if written.len() > LONGEST {
        return Vec::new();
    }
    let written = plain(written);
    let limit = (written.chars().count() / 3).max(1);
    let distance = |name: &str| strsim::osa_distance(&written, name);
    let least = legal.iter().map(|name| distance(&plain(name))).min().unwrap_or(usize::MAX);
    let extends = |one: &str, other: &str| other.len() >= 3 && one.starts_with(other);
    let ways: [&dyn Fn(&str) -> bool; 4] = [
        &|name| name == written,
        &|name| digits(name) == digits(&written),
        &|name| legal.len() < LONG && least <= limit && distance(name) == least,
        &|name| legal.len() < LONG && (extends(name, &written) || extends(&written, name)),
    ];
    let found = ways.into_iter().map(of).find(|names| (1..=MOST).contains(&names.len()));
    found.unwrap_or_default()
}

/// A name in lower case without dots, percent signs and underscores.
fn plain(name: &str) -> String {
    let kept = name.chars().filter(|character| !matches!(character, '.' | '%' | '_'));
    kept.flat_map(char::to_lowercase).collect()
}

/// A plain name with digits for the letters that look like them.
fn digits(name: &str) -> String {
    let digit = |character| match character {
        'o' => '0',
        'l' | 'i' => '1',
        other => other,
    };
    name.chars().map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::hint;

    const SUFFIXES: &[&str] =
        &[".U8", ".S8", ".U16", ".S16", ".U32", ".S32", ".PO", ".PASS", ".SHR_7", ".SHR_15", ".SAT"];

    fn registers() -> Vec<String> {
        (0..255).map(|number| format!("R{number}")).chain(["RZ".to_owned()]).collect()
    }

    #[test]
    fn similar_names_are_suggested() {
        for (written, suggested) in [
            (".u8", ".U8"),
            (".U9", ".U8"),
            (".UB", ".U8"),
            (".SB", ".S8"),
            (".U61", ".U16"),
            (".S12", ".S16 or .S32"),
            (".SHR7", ".SHR_7"),
            (".shr_15", ".SHR_15"),
            (".SHR_8", ".SHR_7"),
            (".SHR_51", ".SHR_15"),
            (".P0", ".PO"),
            (".OP", ".PO"),
            (".SATURATE", ".SAT"),
            (".PAS", ".PASS"),
        ] {
            assert_eq!(hint(written, SUFFIXES), Some(format!("did you mean {suggested}?")), "{written}");
        }
        for (written, suggested) in
            [("r7", "R7"), ("rz", "RZ"), ("RO", "R0"), ("Rl", "R1"), ("R1O", "R10"), ("rZ", "RZ")]
        {
            assert_eq!(hint(written, &registers()), Some(format!("did you mean {suggested}?")), "{written}");
        }
    }

    #[test]
    fn a_known_name_in_a_wrong_place_has_no_suggestion() {
        assert_eq!(hint("SAT", SUFFIXES), None);
        assert_eq!(hint(".SHR_7", SUFFIXES), None);
    }

    #[test]
    fn other_names_have_no_suggestion() {
        for written in [".FOO", ".B0", ".H1", ".XYZ", ".FULL", ".", "", ".é", ".QUITE_A_LONG_WORD"] {
            assert_eq!(hint(written, SUFFIXES), None, "{written}");
        }
        // One digit away from others.
        for written in ["R", "R999", "R300", "RX", "SR_TID", "X", "UR4X"] {
            assert_eq!(hint(written, &registers()), None, "{written}");
        }
        assert_eq!(hint("anything", &[""; 0]), None);
    }
}
