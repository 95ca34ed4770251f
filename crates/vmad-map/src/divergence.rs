//! A row of the map: a result of a video instruction that differs from this project's, with its evidence.

use std::{fmt, hash};

use vmad_ptx::{
    ast::Type,
    legality::Target,
    reading::{Ambiguity, Reading},
};
use vmad_unit::{Kind, Operation};

use crate::{
    case::Case,
    condition::Condition,
    datapath::Datapath,
    domain::Domain,
    versions::{Version, Versions},
};

/// A row of the map. Its file in [`rows`](crate::rows) says all about it.
#[derive(Clone, Copy, Debug)]
pub struct Divergence {
    /// Its identifier, as the book writes it: `D1`, `sign-of-a`.
    pub id: &'static str,
    /// Its subject.
    pub title: &'static str,
    /// What this project computes, and what the row says.
    pub meanings: [&'static str; 2],
    /// The evidence.
    pub evidence: &'static str,
    /// The instructions that it is about.
    pub instructions: &'static [Kind],
    /// The cases of a mode that it is about.
    pub domain: Domain,
    /// Whether its result differs in a case for some inputs. In the other cases it is equal for all inputs.
    pub cases: fn(&Case) -> bool,
    /// The cases in words.
    pub cases_text: &'static str,
    /// The inputs on which it differs in these cases.
    pub inputs: Inputs,
    /// The inputs in words; empty if nothing is stated.
    pub inputs_text: &'static str,
    /// An instruction on which it differs.
    pub example: Option<Example>,
    /// Other ordinary code that ptxas compiles as that of the example.
    pub variants: &'static [&'static str],
    /// The constants that ordinary code can have in place of those of the example and the variants; [`None`] if no others.
    pub constants: Option<fn(u32) -> bool>,
    /// Its result.
    pub model: Model,
    /// The versions of ptxas whose code computes its result.
    pub history: &'static [Miscompiled],
    /// The same for each dtype of `vmad`, for words and modes, which have none. Empty if one result is enough.
    pub by_dtype: &'static [&'static Self],
    /// Whether a GPU or an emulator may compute its result in the place of a word.
    pub is_hypothesis: bool,
    /// More about the cases, in Markdown: a section.
    pub details: Option<fn() -> String>,
}

/// The inputs on which a row differs, in a case in which it does.
#[derive(Clone, Copy, Debug)]
pub enum Inputs {
    /// Nothing is stated.
    Some,
    /// Exactly these; the proof confirms it.
    Exactly(fn(&Case) -> Option<Condition>),
    /// Some of these, and no others.
    Within(fn(&Case, [u32; 3]) -> bool),
}

/// How the result of a row is computed.
#[derive(Clone, Copy, Debug)]
pub enum Model {
    /// A reading of the PTX ISA.
    Reading(Reading),
    /// Another datapath, in any [`Logic`](vmad_unit::Logic).
    Datapath(Datapath),
    /// The word of a video instruction: the result in a case, for inputs.
    Word(fn(&Case, [u32; 3]) -> Option<u32>),
    /// Other instructions: the result in a case, for inputs.
    Code(fn(&Case, [u32; 3]) -> Option<u32>),
    /// A result that is not computed from a case: the operands are known from other instructions, the code is not video
    /// code, or the hardware's result is not known.
    None,
}

/// Architectures and versions of ptxas whose code computes the result of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Miscompiled {
    /// Whether the constant b is below 0, which fits an imm16 only if dtype is `.s32`; [`None`] for all.
    pub b_is_negative: Option<bool>,
    /// The end of the name of this part of a row.
    pub suffix: &'static str,
    /// The numbers of the first and the last architecture.
    pub archs: [u16; 2],
    /// The versions, if they have the architecture.
    pub versions: Versions,
}

impl Miscompiled {
    /// Every version, for some architectures.
    pub(crate) const fn always(first: u16, last: u16) -> Self {
        Self { b_is_negative: None, suffix: "", archs: [first, last], versions: Versions::ALL }
    }

    /// Versions up to one, 12.9 as `[12, 9]`, for some architectures.
    pub(crate) const fn until(version: [u8; 2], first: u16, last: u16) -> Self {
        let last_version = Version::at(version[0], version[1]);
        Self { versions: Versions { last: last_version, ..Versions::ALL }, ..Self::always(first, last) }
    }

    /// Versions from one to another, for some architectures.
    pub(crate) const fn between(oldest: [u8; 2], newest: [u8; 2], first: u16, last: u16) -> Self {
        let [oldest, newest] = [Version::at(oldest[0], oldest[1]), Version::at(newest[0], newest[1])];
        Self { versions: Versions { first: oldest, last: newest }, ..Self::always(first, last) }
    }

    /// Whether it is about a case.
    pub fn is_about(&self, case: &Case) -> bool {
        let is_negative = case.constants[1].is_some_and(|b| b >> 31 == 1);
        self.b_is_negative.is_none_or(|expected| expected == is_negative)
    }

    /// The versions that have an architecture and compute the row's result for it.
    pub fn versions_for(&self, arch: u16) -> Option<Versions> {
        let [first, last] = self.archs;
        (first..=last).contains(&arch).then(|| self.versions.that_have(Target::sm(arch)).ok())?
    }
}

/// An instruction, its inputs and two results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The PTX.
    pub instruction: &'static str,
    /// `a`, `b` and `c`; a constant's place holds the constant.
    pub inputs: [u32; 3],
    /// The result of this project.
    pub here: u32,
    /// The result of the row; [`None`] for an instruction that writes no register.
    pub there: Option<u32>,
}

/// The inputs of a mode on which a row differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Differs {
    /// None.
    Never,
    /// Some.
    Somewhere,
    /// Exactly those of a condition, and there are some.
    Where(Condition),
}

/// Two rows with one identifier are about one question.
impl PartialEq for Divergence {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Divergence {}

impl hash::Hash for Divergence {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl fmt::Display for Divergence {
    /// The identifier.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id)
    }
}

impl Divergence {
    /// A row without text that differs nowhere.
    pub const EMPTY: Self = Self {
        id: "",
        title: "",
        meanings: [""; 2],
        evidence: "",
        instructions: &[],
        domain: Domain::None,
        cases: |_| false,
        cases_text: "",
        inputs: Inputs::Some,
        inputs_text: "",
        example: None,
        variants: &[],
        constants: None,
        model: Model::None,
        history: &[],
        by_dtype: &[],
        is_hypothesis: false,
        details: None,
    };

    /// The other reading of an ambiguity. The caller adds the instructions and the cases.
    pub(crate) const fn reading_of(ambiguity: &Ambiguity) -> Self {
        Self {
            id: ambiguity.id,
            title: ambiguity.title,
            meanings: [ambiguity.default, ambiguity.other],
            evidence: ambiguity.evidence,
            domain: Domain::Modes,
            model: Model::Reading(ambiguity.readings[1]),
            is_hypothesis: true,
            ..Self::EMPTY
        }
    }

    /// Whether it is about an instruction.
    pub fn is_about(&self, kind: Kind) -> bool {
        self.instructions.contains(&kind)
    }

    /// Whether it is about modes: what a word computes, or the PTX that specifies it.
    pub fn is_about_modes(&self) -> bool {
        self.domain != Domain::None
    }

    /// Whether a version of ptxas compiles video instructions to code that computes its result.
    pub const fn is_miscompile(&self) -> bool {
        !self.instructions.is_empty() && !self.history.is_empty()
    }

    /// The `.dtype` of `vmad` for which its result is computed. A `VMAD` word has none.
    pub const fn dtype(&self) -> Type {
        if let Domain::Dtype(ty) = self.domain { ty } else { Type::U32 }
    }

    /// Whether its result differs in a case for some inputs.
    pub fn differs_in(&self, case: &Case) -> bool {
        (self.cases)(case)
    }

    /// Where it differs in a mode: nowhere, if no PTX specifies the mode.
    pub fn differs_in_mode(&self, mode: &Operation) -> Differs {
        let case = Case::of_mode(*mode).with_dtype(self.dtype());
        match self.inputs {
            Inputs::Exactly(condition) => condition(&case).map_or(Differs::Never, Differs::Where),
            Inputs::Some | Inputs::Within(_) if self.differs_in(&case) => Differs::Somewhere,
            Inputs::Some | Inputs::Within(_) => Differs::Never,
        }
    }

    /// Whether it can differ on these inputs; if the row is exact, it does.
    pub fn can_differ_on(&self, case: &Case, inputs: [u32; 3]) -> bool {
        self.differs_in(case)
            && match self.inputs {
                Inputs::Some => true,
                Inputs::Within(can_differ) => can_differ(case, inputs),
                Inputs::Exactly(condition) => {
                    let [.., c] = case.fill(inputs);
                    condition(case).is_some_and(|condition| {
                        case.exact(inputs).is_some_and(|exact| condition.holds(c, exact.tmp, exact.result))
                    })
                }
            }
    }

    /// The part of its history that a case belongs to, for an architecture.
    pub fn miscompiled(&self, case: &Case, arch: u16) -> Option<&'static Miscompiled> {
        if matches!(self.model, Model::Word(_)) && !case.is_one_word(arch) {
            return None;
        }
        self.history.iter().find(|part| part.is_about(case) && part.versions_for(arch).is_some())
    }

    /// The name of a part of its history: `D4 .s32`.
    pub fn name_of(&self, part: &Miscompiled) -> String {
        format!("{self}{}", part.suffix)
    }
}
