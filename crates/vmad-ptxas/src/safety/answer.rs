//! The verdicts for given architectures and versions.

use std::{fmt, iter};

use vmad_ptx::{
    ast::{Body, Instruction},
    legality::Target,
};

use super::{Safety, rewriting, verdicts_knowing};
use crate::{
    miscompiles::{KnownCase, Witness},
    versions::{Generation, NoTarget, Versions},
};
use vmad_map::{case::Case, divergence::Divergence};

/// An architecture, or all those of a generation, and versions of ptxas that have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// `sm_86`, or `sm_75-121`.
    pub name: String,
    /// The generation.
    pub generation: Generation,
    /// The versions.
    pub versions: Versions,
}

impl Asked {
    /// Every generation and version.
    pub fn all() -> Vec<Self> {
        Self::generations(Versions::ALL)
    }

    /// The given architecture, or every generation, with the given versions, or all of them.
    ///
    /// # Errors
    /// No version has the architecture, or none of the given versions has it.
    pub fn with(target: Option<Target>, versions: Option<Versions>) -> Result<Vec<Self>, NoTarget> {
        let versions = versions.unwrap_or(Versions::ALL);
        let Some(target) = target else { return Ok(Self::generations(versions)) };
        let versions = versions.that_have(target)?;
        let generation = Generation::of(target).ok_or_else(|| NoTarget::unknown(target))?;
        Ok(vec![Self { name: target.to_string(), generation, versions }])
    }

    fn generations(versions: Versions) -> Vec<Self> {
        let of = |generation: Generation| {
            let versions = versions.and(generation.versions())?;
            Some(Self { name: generation.targets().to_owned(), generation, versions })
        };
        Generation::ALL.into_iter().filter_map(of).collect()
    }
}

/// The verdicts on an instruction for one of [`Asked`], in ranges of versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<'a> {
    /// The architecture.
    pub asked: &'a Asked,
    /// The verdicts, from the oldest version.
    pub verdicts: Vec<(Versions, Safety)>,
    case: Option<KnownCase>,
}

impl<'a> Answer<'a> {
    /// The answers of each of [`Asked`].
    pub fn all(instruction: &Instruction, asked: &'a [Asked]) -> Vec<Self> {
        Self::all_knowing(instruction, [None; 3], asked)
    }

    /// The same, where ptxas knows the constants in some of the registers `a`, `b` and `c`.
    ///
    /// ```
    /// use vmad_ptx::syntax::parse_one;
    /// use vmad_ptxas::safety::{Answer, Asked};
    ///
    /// let vadd = parse_one("vadd.u32.u32.u32 d, a, b.b1;").unwrap().instruction;
    /// let asked = Asked::with(Some("sm_50".parse().unwrap()), None).unwrap();
    /// let answers = |b| Answer::all_knowing(&vadd, [None, Some(b), None], &asked);
    /// // The imm16 is the whole constant.
    /// assert_eq!(answers(0x105)[0].short(), "D7");
    /// // It does not fit: `b` stays a register.
    /// assert_eq!(answers(0x1_0500)[0].short(), "right");
    /// ```
    pub fn all_knowing(instruction: &Instruction, known: [Option<u32>; 3], asked: &'a [Asked]) -> Vec<Self> {
        asked.iter().filter_map(|asked| Self::knowing(instruction, known, asked)).collect()
    }

    /// The answer of one of [`Asked`]; [`None`] for an instruction that is not a video instruction.
    pub fn new(instruction: &Instruction, asked: &'a Asked) -> Option<Self> {
        Self::knowing(instruction, [None; 3], asked)
    }

    fn knowing(instruction: &Instruction, known: [Option<u32>; 3], asked: &'a Asked) -> Option<Self> {
        let verdicts = verdicts_knowing(instruction, known, asked.generation, asked.versions);
        let Body::Video(video) = &instruction.body else { return None };
        let case = Case::of_video(video).map(|case| KnownCase::new(case, known));
        (!verdicts.is_empty()).then_some(Self { asked, verdicts, case })
    }

    /// The verdict in a word: `right`, `D10`, `(D10)` if only some versions have it, or `-` if ptxas refuses it.
    pub fn short(&self) -> String {
        let name = |(_, verdict): &(Versions, Safety)| match verdict {
            Safety::Right => None,
            Safety::Wrong(row) => Some(row.id),
            Safety::Illegal => Some("-"),
        };
        let names: Vec<_> = self.verdicts.iter().filter_map(name).collect();
        match &names[..] {
            [] => "right".to_owned(),
            names if self.verdicts.len() == names.len() => names.join(" "),
            names => format!("({})", names.join(" ")),
        }
    }

    /// Whether every version compiles it correctly.
    pub fn is_right(&self) -> bool {
        self.verdicts.iter().all(|(_, verdict)| *verdict == Safety::Right)
    }
}

impl fmt::Display for Answer<'_> {
    /// `wrong: D10 (11.2 to 13.2), right (13.3 to 13.5)`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<_> =
            self.verdicts.iter().map(|(versions, verdict)| format!("{verdict} ({versions})")).collect();
        f.write_str(&texts.join(", "))
    }
}

/// A miscompile of an instruction, or its refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The row; [`None`] if ptxas refuses the instruction.
    pub row: Option<&'static Divergence>,
    /// The architectures, each with the versions: `sm_75-121, ptxas 11.2 to 13.2`.
    pub places: Vec<String>,
    /// Inputs on which it is wrong.
    pub witness: Option<Witness>,
    /// PTX that computes the same, and that is compiled correctly.
    pub instead: Option<Vec<String>>,
}

impl Finding {
    /// The row and the places; then, indented, inputs and what to write instead.
    pub fn lines(&self) -> Vec<String> {
        let title = self.row.map_or("illegal".to_owned(), |row| format!("{row}, {}", row.title));
        let mut lines = vec![format!("{title} ({})", self.places.join("; "))];
        lines.extend(self.witness.map(|witness| format!("  {witness}")));
        let start = ["  write "].into_iter().chain(iter::repeat("        "));
        lines.extend(start.zip(self.instead.iter().flatten()).map(|(start, line)| format!("{start}{line}")));
        lines
    }
}

/// The miscompiles in some answers; what is written instead is for an instruction.
pub fn findings(instruction: &Instruction, answers: &[Answer<'_>]) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    for Answer { asked, verdicts, case } in answers {
        for (versions, verdict) in verdicts {
            let row = match verdict {
                Safety::Right => continue,
                Safety::Wrong(row) => Some(*row),
                Safety::Illegal => None,
            };
            let place = format!("{}, ptxas {versions}", asked.name);
            let instead = rewriting(instruction, asked.generation, *versions);
            if let Some(known) =
                findings.iter_mut().find(|known| known.row == row && known.instead == instead)
            {
                known.places.push(place);
                continue;
            }
            let witness = row.and_then(|row| case.as_ref()?.witness(row, asked.generation));
            findings.push(Finding { row, places: vec![place], witness, instead });
        }
    }
    findings
}
