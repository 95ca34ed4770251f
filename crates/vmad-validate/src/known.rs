//! Known causes of differences.

use std::fmt;

use vmad_ptx::{legality::Target, reading::Reading};

use vmad_ptxas::{
    miscompiles::{D8_VSET, D9, MISCOMPILES},
    row::{Row, Rule},
    versions::{Compiler, Generation},
};
use vmad_sass::Arch;
use vmad_xcheck::map;

use crate::{
    form::Form,
    kind::{Kind, PtxOperand},
    outcome::Differs,
};

/// A known cause of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Known {
    /// A row of the divergence map: its two models give the two results.
    Row(&'static Row),
    /// A miscompile of an instruction other than `vmad`: ptxas is known to emit this code for it.
    Miscompile(&'static Row),
    /// D7: `b` is a part of a register that holds a constant, and ptxas put all of the constant's 16 bits into the imm16.
    /// It is no row of the map: one PTX instruction cannot express it.
    SelectorLost,
}

impl Known {
    /// The cause of a difference, if it is known.
    pub(crate) fn of(
        source: &Kind,
        form: &Form,
        differs: &Differs,
        (reading, compiler): (&Reading, Compiler<Arch>),
    ) -> Option<Self> {
        let lost = source.lower_without_selector().is_some_and(|lost| lost.can_be(form));
        if differs.sass.is_none() {
            return Some(Self::Miscompile(&D9));
        }
        if lost && matches!(source.operands[1], PtxOperand::Known(_)) || source.has_lost_selector(form) {
            return Some(Self::SelectorLost);
        }
        let row = map::about("VMAD").find(|row| explains(row, source, differs, (reading, compiler)));
        row.map(Self::Row).or_else(|| Self::miscompile(source, form, compiler))
    }

    /// The miscompile of a compiler that gives a form; [`None`] for a `vmad`. ptxas need not use the constants of registers.
    fn miscompile(source: &Kind, form: &Form, compiler: Compiler<Arch>) -> Option<Self> {
        let of = |source: &Kind| {
            let miscompile = source.miscompile(compiler).filter(|it| !it.is_about("VMAD"))?;
            let is_it = source.lower(compiler).is_ok_and(|lowered| lowered.can_be(form));
            is_it.then_some(Self::Miscompile(miscompile))
        };
        of(source).or_else(|| of(&source.without_known()))
    }

    /// The cause that has a short name.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|known| known.name() == name)
    }

    /// All causes.
    pub fn all() -> impl Iterator<Item = Self> {
        let rows = map::about("VMAD").map(Self::Row);
        let miscompiles = MISCOMPILES.into_iter().filter(|row| !row.is_about("VMAD")).map(Self::Miscompile);
        rows.chain(miscompiles).chain([Self::Miscompile(&D8_VSET), Self::SelectorLost])
    }

    /// A short name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Row(row) | Self::Miscompile(row) => row.id,
            Self::SelectorLost => "D7",
        }
    }

    /// The subject.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Row(row) | Self::Miscompile(row) => row.title,
            Self::SelectorLost => "b's selector is lost: the imm16 is the whole constant",
        }
    }
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.name(), self.title())
    }
}

/// Whether the two models of a row give the two different results, and the compiler has the row. The rows for architectures
/// without `VMAD` explain no `VMAD`.
fn explains(
    row: &Row,
    source: &Kind,
    differs: &Differs,
    (reading, compiler): (&Reading, Compiler<Arch>),
) -> bool {
    let Some(case) = source.case() else { return false };
    let number = u16::try_from(compiler.target.number()).ok();
    let generation = number.and_then(|number| Generation::of(Target::sm(number)));
    let versions = generation.and_then(|it| it.versions_of(row, &case));
    if versions.is_some_and(|versions| !versions.contains(compiler.version)) {
        return false;
    }
    let is_side = match row.result {
        Rule::Reading(of) => of == *reading || of == Reading::DEFAULT,
        Rule::Lowered(_) => true,
        _ => false,
    };
    if !is_side || !row.can_differ_on(&case, differs.inputs) {
        return false;
    }
    let models = [Some(case.prepare()), row.prepare(&case)];
    let [one, other] = models.map(|model| model.map(|model| model(differs.inputs)));
    let results = [Some(differs.ptx), differs.sass];
    [one, other] == results || [other, one] == results
}
