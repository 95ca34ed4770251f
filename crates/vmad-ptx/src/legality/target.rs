//! Targets and PTX versions: `sm_50`, `8.0`.

use std::fmt;
use std::str::FromStr;

/// A PTX ISA version: the operand of `.version`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PtxVersion {
    /// The number before the point.
    pub major: u8,
    /// The number after the point.
    pub minor: u8,
}

impl PtxVersion {
    /// The version `major.minor`.
    pub const fn new(major: u8, minor: u8) -> Self {
        Self { major, minor }
    }
}

/// The text is not a version.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a PTX version: legal is a form such as 8.0")]
pub struct NotAVersion(pub String);

impl FromStr for PtxVersion {
    type Err = NotAVersion;

    fn from_str(text: &str) -> Result<Self, NotAVersion> {
        let number =
            |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten();
        text.split_once('.')
            .and_then(|(major, minor)| Some(Self { major: number(major)?, minor: number(minor)? }))
            .ok_or_else(|| NotAVersion(text.to_owned()))
    }
}

impl fmt::Display for PtxVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// A target architecture: the operand of `.target`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Target {
    /// The number: 50 for `sm_50`.
    pub number: u16,
    /// The letter of a target that is not forward compatible: `a` of `sm_90a`, for one architecture, and `f` of `sm_100f`,
    /// for a family.
    pub suffix: Option<char>,
}

impl Target {
    /// The target `sm_` and the number, without a suffix.
    pub const fn sm(number: u16) -> Self {
        Self { number, suffix: None }
    }
}

/// The text is not a target.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a target: legal is a form such as sm_50 or sm_90a")]
pub struct NotATarget(pub String);

impl FromStr for Target {
    type Err = NotATarget;

    fn from_str(text: &str) -> Result<Self, NotATarget> {
        let error = || NotATarget(text.to_owned());
        let rest = text.strip_prefix("sm_").or_else(|| text.strip_prefix("compute_")).ok_or_else(error)?;
        let digits = rest.strip_suffix(['a', 'f']).unwrap_or(rest);
        let suffix = rest[digits.len()..].chars().next();
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(error());
        }
        Ok(Self { number: digits.parse().map_err(|_| error())?, suffix })
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sm_{}", self.number)?;
        self.suffix.map_or(Ok(()), |suffix| write!(f, "{suffix}"))
    }
}

/// The PTX versions up to the newest that `ptxas` 13.5 reads: the last minor version of each major version.
const LAST_MINOR: [(u8, u8); 9] = [(1, 5), (2, 3), (3, 2), (4, 3), (5, 1), (6, 5), (7, 8), (8, 8), (9, 5)];

const NEWEST_VERSION: PtxVersion = PtxVersion::new(9, 5);

/// The targets that `ptxas` 12.9 or 13.5 knows, by the first PTX version that has them. Only 12.9 has those before
/// sm_75, and sm_101.
const TARGETS: [(PtxVersion, &[u16]); 21] = [
    (PtxVersion::new(1, 0), &[10, 11]),
    (PtxVersion::new(1, 2), &[12, 13]),
    (PtxVersion::new(2, 0), &[20, 21]),
    (PtxVersion::new(3, 0), &[30]),
    (PtxVersion::new(3, 1), &[35]),
    (PtxVersion::new(4, 0), &[32, 50]),
    (PtxVersion::new(4, 1), &[37, 52]),
    (PtxVersion::new(4, 2), &[53]),
    (PtxVersion::new(5, 0), &[60, 61, 62]),
    (PtxVersion::new(5, 1), &[70]),
    (PtxVersion::new(6, 1), &[72]),
    (PtxVersion::new(6, 3), &[75]),
    (PtxVersion::new(7, 0), &[80]),
    (PtxVersion::new(7, 1), &[86]),
    (PtxVersion::new(7, 4), &[87]),
    (PtxVersion::new(7, 8), &[89, 90]),
    (PtxVersion::new(8, 6), &[100, 101]),
    (PtxVersion::new(8, 7), &[120]),
    (PtxVersion::new(8, 8), &[103, 121]),
    (PtxVersion::new(9, 0), &[88, 110]),
    (PtxVersion::new(9, 4), &[107]),
];

impl Target {
    /// The numbers of the targets that `ptxas` 12.9 or 13.5 knows.
    pub fn recorded() -> impl Iterator<Item = u16> {
        TARGETS.iter().flat_map(|(_, targets)| *targets).copied()
    }
}

/// Whether there is a PTX version of that number.
///
/// # Errors
/// There is none, also none that may be newer than `ptxas` 13.5.
pub(super) fn known_version(version: PtxVersion) -> Result<Option<String>, String> {
    if LAST_MINOR.iter().any(|(major, last)| version.major == *major && version.minor <= *last) {
        Ok(None)
    } else if version > NEWEST_VERSION {
        Ok(Some(format!(
            "PTX version {version} is newer than 9.5, the newest on record: judged by the rules of 9.5"
        )))
    } else {
        Err(format!("there is no PTX version {version}"))
    }
}

/// Whether there is a target of that number in a PTX version.
///
/// # Errors
/// There is none, also none that may be newer than `ptxas` 13.5; or the version is older than the target.
pub(super) fn known_target(target: Target, version: PtxVersion) -> Result<Option<String>, String> {
    let first = TARGETS.iter().find(|(_, targets)| targets.contains(&target.number));
    let first = match (first.map(|(version, _)| *version), target.suffix) {
        // The first letter was sm_90a, in 8.0; families came with 8.8.
        (Some(first), Some('a')) if target.number >= 90 => first.max(PtxVersion::new(8, 0)),
        (Some(first), Some('f')) if target.number >= 100 => first.max(PtxVersion::new(8, 8)),
        (Some(first), None) => first,
        (None, _) if target.number > 87 => {
            return Ok(Some(format!("target {target} is not on record: judged as one newer than sm_20")));
        }
        _ => return Err(format!("there is no target {target}")),
    };
    if version >= first {
        return Ok(None);
    }
    Err(format!("PTX version {version} does not have target {target}: legal from {first}"))
}
