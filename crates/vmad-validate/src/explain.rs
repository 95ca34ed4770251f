//! What a word is on its line.

use vmad_files::opcodes::Opcode;
use vmad_ptx::reading::Reading;
use vmad_ptxas::versions::Compiler;
use vmad_sass::{Arch, DecodeError, Instruction, isa::Layout};

use crate::{
    compare::Comparer,
    form::{Form, is_unspecified},
    helper::{is_emulation, is_helper},
    ordinary::Ordinary,
    outcome::{Mismatch, Outcome},
    program::Program,
    report::Why,
};

/// What a word is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Explained {
    /// The word of a statement, by its place in the program.
    Statement(usize, Form, Outcome),
    /// A `VABSDIFF4` with an immediate at the line of a `vabsdiff4`: no source says what it computes.
    Unspecified(usize),
    /// The word of `min`, `max` or `sad`.
    Ordinary,
    /// A word of the code that replaces a statement on this architecture, or that stands beside a video word.
    Beside,
    /// None that this line can have.
    Foreign(Why),
}

/// Explains the words of a line.
pub(crate) struct Explainer<'a> {
    pub(crate) program: &'a Program<'a>,
    pub(crate) comparer: &'a Comparer<'a>,
    pub(crate) compiler: Compiler<Arch>,
}

impl Explainer<'_> {
    /// The reading and the compiler by which causes are known.
    pub(crate) const fn judges_by(&self) -> (&Reading, Compiler<Arch>) {
        (self.comparer.reading(), self.compiler)
    }

    /// Explains a word of a line; [`None`] for one before the first row of the table. `held` are the constants that its
    /// registers hold.
    pub(crate) fn explain(&self, word: u64, line: Option<u32>, held: [Option<u32>; 3]) -> Explained {
        let of_line = line.and_then(|line| self.program.line(line));
        let statements = of_line.map_or(&[][..], |it| &it.statements);
        let layout = self.compiler.target.layout();
        match Instruction::decode_in(layout, word) {
            Ok(_) if is_never(layout, word) => return Explained::Foreign(Why::Never),
            Ok(instruction) => {
                let is_simd = instruction.mnemonic() == "VABSDIFF4";
                if is_simd && is_unspecified(layout, word) {
                    let of = |at: &&usize| {
                        self.program.statements[**at].setting.operation.mnemonic() == "VABSDIFF4"
                    };
                    return match statements.iter().find(of) {
                        Some(at) => Explained::Unspecified(*at),
                        None => Explained::Foreign(Why::NoStatement),
                    };
                }
                return match Form::of(layout, word) {
                    Some(form) => self.video(form, held, statements, of_line.map_or(&[], |it| &it.ordinary)),
                    None => Explained::Foreign(Why::NoStatement),
                };
            }
            Err(DecodeError::ForeignOpcode { .. }) => {}
            Err(error) => return Explained::Foreign(Why::Illegal(Some(error))),
        }
        if let Some(form) = Form::of(layout, word)
            && let Some((at, outcome)) = self.best(&form, held, statements)
            && !matches!(outcome, Outcome::Foreign(_))
        {
            return Explained::Statement(at, form, outcome);
        }
        // The opcodes of Kepler are not recorded.
        if layout == Layout::Maxwell && Opcode::of(word).is_none() {
            return Explained::Foreign(Why::Illegal(None));
        }
        if of_line.is_none_or(|it| it.has_others || it.statements.is_empty()) {
            return Explained::Beside;
        }
        // The code that replaces a statement has no rule. Beside the word of another, it must be what ptxas writes.
        let is_emulated = |at: &usize| self.program.statements[*at].is_emulated;
        let merges = statements.iter().filter_map(|at| self.program.statements[*at].setting.merge);
        if statements.iter().all(is_emulated)
            || !is_never(layout, word)
                && (is_helper(layout, word, merges)
                    || statements.iter().any(is_emulated) && is_emulation(word))
        {
            return Explained::Beside;
        }
        Explained::Foreign(Why::NotBeside)
    }

    /// Explains a video word by some statements.
    fn video(
        &self,
        form: Form,
        held: [Option<u32>; 3],
        statements: &[usize],
        ordinary: &[Ordinary],
    ) -> Explained {
        match self.best(&form, held, statements) {
            Some((at, outcome @ (Outcome::Equal(_) | Outcome::Differs(_)))) => {
                Explained::Statement(at, form, outcome)
            }
            _ if ordinary.iter().any(|it| it.may_be(&form)) => Explained::Ordinary,
            Some((_, Outcome::Foreign(mismatch))) => Explained::Foreign(Why::Mismatch(mismatch)),
            _ => Explained::Foreign(Why::NoStatement),
        }
    }

    /// The statement with the best outcome: equal, else different, else of another mode.
    fn best(&self, form: &Form, held: [Option<u32>; 3], statements: &[usize]) -> Option<(usize, Outcome)> {
        let of = |at: &usize| {
            let statement = &self.program.statements[*at];
            let is_same = statement.setting.operation.mnemonic() == form.setting.operation.mnemonic();
            let outcome = if is_same {
                self.comparer.outcome(statement, &form.holding(statement.known_of(held)))
            } else {
                Outcome::Foreign(Mismatch::Mode)
            };
            (*at, outcome)
        };
        // Most constants of a long line are excluded at once.
        let may_have = |at: &&usize| self.program.statements[**at].may_have(form);
        let best = |outcomes: &mut dyn Iterator<Item = &usize>| {
            outcomes.map(of).min_by_key(|(_, outcome)| outcome.rank())
        };
        match best(&mut statements.iter().filter(may_have)) {
            Some(found) if !matches!(found.1, Outcome::Foreign(_)) => Some(found),
            _ => best(&mut statements.iter().take(MOST)),
        }
    }
}

/// The most statements of a line with which a word is compared that has the constant of none.
const MOST: usize = 16;

/// Whether the guard of a word is `@!PT`.
pub(crate) const fn is_never(layout: Layout, word: u64) -> bool {
    let guard = match layout {
        Layout::Maxwell => 16,
        Layout::Kepler => 18,
    };
    word >> guard & 0xf == 0xf
}
