//! Versions of ptxas, and the architectures that each has.
//!
//! A version of ptxas is that of its CUDA toolkit. One build of each version was asked, except 11.3 to 11.6.
//!
//! ```
//! use vmad_map::versions::{Version, Versions};
//!
//! let asked: Versions = "12.4-13.5".parse().unwrap();
//! assert_eq!(asked.to_string(), "12.4 to 13.5");
//! assert_eq!(Versions::with("sm_61".parse().unwrap()).unwrap().last.to_string(), "12.9");
//! let error = "12.7".parse::<Version>().unwrap_err();
//! assert!(error.to_string().starts_with("there is no ptxas 12.7: legal are 11.2 to 11.8, "));
//! ```

use std::{fmt, str::FromStr};

use vmad_ptx::legality::Target;

/// A version of ptxas: the major and minor version of a CUDA toolkit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Version {
    major: u8,
    minor: u8,
}

/// The minor versions of each major version, from the first to the last. There is no 12.7.
const MINORS: [(u8, u8, u8); 4] = [(11, 2, 8), (12, 0, 6), (12, 8, 9), (13, 0, 5)];

/// The legal versions in words.
const LEGAL: &str =
    "legal are 11.2 to 11.8, 12.0 to 12.6, 12.8, 12.9, 13.0 to 13.5, and a range as 12.4-13.5";

/// Why a text is not a version, or not a range of versions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct VersionError(String);

impl Version {
    /// The oldest version that was asked.
    pub const OLDEST: Self = Self { major: 11, minor: 2 };
    /// The newest version that was asked.
    pub const NEWEST: Self = Self { major: 13, minor: 5 };

    /// A version of the table; `ALL` has it, as a test confirms.
    pub const fn at(major: u8, minor: u8) -> Self {
        Self { major, minor }
    }

    /// Every version, from the oldest.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        MINORS
            .into_iter()
            .flat_map(|(major, first, last)| (first..=last).map(move |minor| Self { major, minor }))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

impl FromStr for Version {
    type Err = VersionError;

    /// `12.4`, or with the build: `12.4.131`.
    fn from_str(text: &str) -> Result<Self, VersionError> {
        let is_number = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let parts: Vec<&str> = text.split('.').collect();
        match parts[..] {
            [major, minor] | [major, minor, _] if parts.iter().all(is_number) => {
                let name = format!("{major}.{minor}");
                let unknown = || VersionError(format!("there is no ptxas {name}: {LEGAL}"));
                Self::all().find(|version| version.to_string() == name).ok_or_else(unknown)
            }
            _ => Err(VersionError(format!("'{text}' is not a version of ptxas: {LEGAL}"))),
        }
    }
}

/// A range of versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Versions {
    /// The first.
    pub first: Version,
    /// The last.
    pub last: Version,
}

/// The architectures with their versions: the first and the last architecture, and the versions that have them.
const TARGETS: [([u16; 2], Versions); 12] = [
    ([35, 37], Versions { last: Version::at(11, 8), ..Versions::ALL }),
    ([50, 72], Versions { last: Version::at(12, 9), ..Versions::ALL }),
    ([75, 86], Versions::ALL),
    ([87, 87], Versions { first: Version::at(11, 4), ..Versions::ALL }),
    ([88, 88], Versions { first: Version::at(13, 0), ..Versions::ALL }),
    ([89, 90], Versions { first: Version::at(11, 8), ..Versions::ALL }),
    ([101, 101], Versions { first: Version::at(12, 8), last: Version::at(12, 9) }),
    ([103, 103], Versions { first: Version::at(12, 9), ..Versions::ALL }),
    ([107, 107], Versions { first: Version::at(13, 4), ..Versions::ALL }),
    ([110, 110], Versions { first: Version::at(13, 0), ..Versions::ALL }),
    ([121, 121], Versions { first: Version::at(12, 9), ..Versions::ALL }),
    ([100, 120], Versions { first: Version::at(12, 8), ..Versions::ALL }),
];

/// An architecture that no version has, or that the given versions do not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoTarget(String);

impl NoTarget {
    /// That of an architecture that no version has.
    pub fn unknown(target: Target) -> Self {
        let all = Versions::ALL;
        Self(format!(
            "ptxas {all} have no {target}: they have sm_35 and sm_37 (to 11.8), sm_50 to sm_72 (to 12.9), and sm_75 to sm_121"
        ))
    }
}

impl Versions {
    /// Every version.
    pub const ALL: Self = Self { first: Version::OLDEST, last: Version::NEWEST };

    /// The versions that have an architecture.
    ///
    /// # Errors
    /// No version has it.
    pub fn with(target: Target) -> Result<Self, NoTarget> {
        let is_known = Target::recorded().any(|number| number == target.number);
        let found = TARGETS.iter().find(|([first, last], _)| (first..=last).contains(&&target.number));
        found.filter(|_| is_known).map(|(_, versions)| *versions).ok_or_else(|| NoTarget::unknown(target))
    }

    /// The versions of this range that have an architecture.
    ///
    /// # Errors
    /// None of them has it.
    pub fn that_have(self, target: Target) -> Result<Self, NoTarget> {
        let legal = Self::with(target)?;
        let outside = || NoTarget(format!("ptxas {self} has no {target}: ptxas {legal} has it"));
        self.and(legal).ok_or_else(outside)
    }

    /// Whether the range has a version.
    pub fn contains(self, version: Version) -> bool {
        (self.first..=self.last).contains(&version)
    }

    /// The versions in both ranges.
    pub fn and(self, other: Self) -> Option<Self> {
        let both = Self { first: self.first.max(other.first), last: self.last.min(other.last) };
        both.iter().next().is_some().then_some(both)
    }

    /// Each of its versions.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Version> {
        Version::all().filter(move |version| self.contains(*version))
    }

    /// The ranges in which a function has one value, with the value.
    pub fn chunks<T: PartialEq>(self, of: impl Fn(Version) -> T) -> Vec<(Self, T)> {
        let mut chunks: Vec<(Self, T)> = Vec::new();
        for version in self.iter() {
            let value = of(version);
            match chunks.last_mut().filter(|(_, last)| *last == value) {
                Some((versions, _)) => versions.last = version,
                None => chunks.push((version.into(), value)),
            }
        }
        chunks
    }
}

impl From<Version> for Versions {
    fn from(version: Version) -> Self {
        Self { first: version, last: version }
    }
}

impl fmt::Display for Versions {
    /// `12.5 to 12.9`, or `12.9`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self { first, last } if first == last => first.fmt(f),
            Self { first, last } => write!(f, "{first} to {last}"),
        }
    }
}

impl FromStr for Versions {
    type Err = VersionError;

    /// `12.4`, or `12.4-13.5`.
    fn from_str(text: &str) -> Result<Self, VersionError> {
        let Some((first, last)) = text.split_once('-') else { return Ok(text.parse::<Version>()?.into()) };
        let (first, last): (Version, Version) = (first.parse()?, last.parse()?);
        if last < first {
            let message = format!("the range {text} ends before it starts: write {last}-{first}");
            return Err(VersionError(message));
        }
        Ok(Self { first, last })
    }
}
