//! The video instructions of a PTX text, for the question whether ptxas compiles them correctly.

use std::{collections::BTreeMap, fmt, sync::LazyLock};

use vmad_flow::{Flow, Possible};
use vmad_map::{
    divergence::{Divergence, Example, Miscompiled},
    rows::KNOWN_FROM_BRANCH,
};
use vmad_ptx::{
    ast::{Body, Instruction, Operand, Operation, Video},
    legality::Target,
    module::{Module, Unreadable, scan, wrong_types_in},
    syntax::{self as ptx, Span, SyntaxError, parse_one},
};
use vmad_ptxas::safety::{Answer, Asked, Finding, Safety, findings};
use vmad_sass::isa::Layout;

use crate::{
    form::with_registers,
    kind::StatementKind,
    operands::{Operands, operands},
};

/// A video instruction of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundVideo {
    /// Its place, or that of the error.
    pub span: Span,
    /// The instruction, or why it is not read: its text is not legal, or the type of a register.
    pub instruction: Result<Instruction, String>,
    /// The values of its register operands at `-O1` to `-O3`.
    values: [Option<Possible>; 3],
    /// Whether ptxas removes it at `-O1` to `-O3`: it does not run, or its result is not used.
    is_removed: bool,
    /// Whether ptxas may know that it does not run.
    may_not_run: bool,
}

/// The verdict on a video instruction of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Every given version compiles it correctly.
    Right,
    /// One of them does not.
    Wrong,
    /// One of them does not, if it knows the value of a register.
    NotCertain,
    /// It is not read, or its code was not run.
    NotRead,
    /// One of them does not, but ptxas removes it.
    Removed,
}

impl FoundVideo {
    /// The instruction as `-O0` compiles it: ptxas knows no register.
    #[must_use]
    pub fn without_optimization(self) -> Self {
        Self { values: [const { None }; 3], is_removed: false, may_not_run: false, ..self }
    }

    /// The instruction with the constants of registers, its registers called `d`, `a`, `b` and `c`; [`None`] if ptxas
    /// knows none where a constant can be.
    pub fn with_constants(&self) -> Option<Instruction> {
        self.kind()?.with_constants()
    }

    /// The registers that can be constants: the code of the instruction is then another one.
    pub fn uncertain(&self) -> impl Iterator<Item = &str> {
        let operands = self.video().map_or([None; 3], Video::operands);
        let with_values = operands.into_iter().zip(&self.values);
        with_values.filter_map(|(operand, value)| match (operand?, value) {
            (Operand::Register(read), Some(Possible::Perhaps(_))) => Some(read.name()),
            _ => None,
        })
    }

    fn video(&self) -> Option<&Video> {
        match &self.instruction.as_ref().ok()?.body {
            Body::Video(video) => Some(video),
            Body::Mad(_) => None,
        }
    }

    /// The facts about it, if its word is one of the family.
    fn kind(&self) -> Option<StatementKind> {
        let video = self.video()?;
        Some(StatementKind::new(video, &self.values, with_registers(*video.operation(), Layout::Maxwell)?))
    }

    /// The verdict: right if no given version compiles it wrongly.
    pub fn judge(&self, asked: &[Asked]) -> Judged {
        let plain = match &self.instruction {
            Ok(instruction) => instruction,
            Err(error) => return Judged::not_read(error),
        };
        let known = self.known();
        let answers = Answer::all_knowing(plain, known, asked);
        if answers.is_empty() {
            return Judged::not_read(&format_args!("the code of {plain} was not run"));
        }
        let findings = if answers.iter().all(Answer::is_right) {
            Vec::new()
        } else {
            findings(self.with_constants().as_ref().unwrap_or(plain), &answers)
        };
        // ptxas refuses an illegal instruction nevertheless.
        let is_legal = findings.iter().all(|finding| finding.row.is_some());
        let is_removed = self.is_removed && is_legal;
        let mut details: Vec<String> = findings.iter().flat_map(Finding::lines).collect();
        let (class, word) = if self.may_not_run && is_legal && !details.is_empty() {
            details.insert(0, "wrong if it runs: no run of the function comes to it".to_owned());
            (Class::NotCertain, "not certain")
        } else if !details.is_empty() {
            (Class::Wrong, "wrong")
        } else if let Some(condition) =
            self.condition(plain, known, asked).or_else(|| self.known_from_branch(asked))
        {
            details.push(condition);
            (Class::NotCertain, "not certain")
        } else {
            (Class::Right, "right")
        };
        if is_removed && class != Class::Right {
            let why = "ptxas removes it: it does not run, or its result is not used".to_owned();
            return Judged { class: Class::Removed, title: format!("removed: {plain}"), details: vec![why] };
        }
        Judged { class, title: format!("{word}: {plain}"), details }
    }

    /// The constants in registers that ptxas knows.
    fn known(&self) -> [Option<u32>; 3] {
        self.values.each_ref().map(|value| match value {
            Some(Possible::Constant(value)) => Some(*value as u32),
            _ => None,
        })
    }

    /// The values of `a` and `b` that ptxas can know, and with which it compiles the instruction wrongly.
    fn condition(
        &self,
        instruction: &Instruction,
        known: [Option<u32>; 3],
        asked: &[Asked],
    ) -> Option<String> {
        let values = |role: usize| {
            let perhaps: &[u64] = match &self.values[role] {
                Some(Possible::Perhaps(values)) => values,
                _ => &[],
            };
            [None].into_iter().chain(perhaps.iter().map(|value| Some(*value as u32)))
        };
        let all = values(0).flat_map(|a| values(1).map(move |b| [a, b, None])).skip(1);
        all.into_iter().find_map(|perhaps| {
            let known = std::array::from_fn(|role| perhaps[role].or(known[role]));
            let row = wrong(instruction, known, asked)?;
            let named = ["a", "b"].into_iter().zip(perhaps);
            let known: Vec<_> =
                named.filter_map(|(name, value)| Some(format!("{name} = {:#x}", value?))).collect();
            Some(format!("wrong if ptxas knows {} ({})", known.join(" and "), titled(row)))
        })
    }

    /// The constants of a `vsub4` that ptxas can know from a branch.
    fn known_from_branch(&self, asked: &[Asked]) -> Option<String> {
        let is_in = |part: &Miscompiled| {
            asked.iter().any(|asked| {
                part.versions_for(asked.generation.first().number)
                    .is_some_and(|of| of.and(asked.versions).is_some())
            })
        };
        let row = &KNOWN_FROM_BRANCH;
        let is_about =
            Some(self.video()?.operation()) == SUBTRACTION.as_ref() && row.history.iter().any(is_in);
        let known = [0, 1].map(|role| match self.values[role].as_ref().filter(|_| is_about)? {
            Possible::Constant(value) => Some((*value, false)),
            Possible::Perhaps(values) => Some((*values.iter().find(|value| **value != 0)?, true)),
            Possible::Varies => None,
        });
        let [(a, a_is_open), (b, b_is_open)] = [known[0]?, known[1]?];
        let (name, value) = if b_is_open { ("b", b) } else { ("a", a) };
        (a_is_open || b_is_open).then(|| {
            format!("wrong if ptxas knows {name} = {:#x} from a branch ({})", value as u32, titled(row))
        })
    }
}

/// The operation that [`KNOWN_FROM_BRANCH`] is about.
static SUBTRACTION: LazyLock<Option<Operation>> =
    LazyLock::new(|| match parse_one(KNOWN_FROM_BRANCH.example?.instruction).ok()?.instruction.body {
        Body::Video(video) => Some(*video.operation()),
        Body::Mad(_) => None,
    });

/// The identifier of a row and its title.
fn titled(row: &Divergence) -> String {
    format!("{row}, {}", row.title)
}

/// The first miscompile of an instruction.
fn wrong(instruction: &Instruction, known: [Option<u32>; 3], asked: &[Asked]) -> Option<&'static Divergence> {
    let answers = Answer::all_knowing(instruction, known, asked);
    answers.into_iter().flat_map(|answer| answer.verdicts).find_map(|(_, verdict)| match verdict {
        Safety::Wrong(row) => Some(row),
        Safety::Right | Safety::Illegal => None,
    })
}

/// A verdict, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The verdict.
    pub class: Class,
    /// The verdict and the instruction, or why there is none.
    pub title: String,
    /// Each miscompile: where, inputs that show it, and what to write instead.
    pub details: Vec<String>,
}

impl Judged {
    /// The verdict on ordinary code that a row is about, for an architecture or all; [`None`] if no given version computes
    /// the row.
    pub fn of_row(
        text: &str,
        row: &'static Divergence,
        target: Option<Target>,
        asked: &[Asked],
    ) -> Option<Self> {
        let has_target = |part: &&Miscompiled| {
            target.is_none_or(|target| (part.archs[0]..=part.archs[1]).contains(&target.number))
        };
        let place = |part: &Miscompiled| {
            let versions = asked.iter().filter_map(|asked| part.versions.and(asked.versions));
            let versions = versions.max_by_key(|versions| versions.last)?;
            Some(format!("sm_{}-{}, ptxas {versions}", part.archs[0], part.archs[1]))
        };
        let places: Vec<String> = row.history.iter().filter(has_target).filter_map(place).collect();
        let Example { instruction, inputs: [a, b, c], here, there } =
            row.example.filter(|_| !places.is_empty())?;
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Some(Self {
            class: Class::Wrong,
            title: format!("wrong: {text};"),
            details: vec![
                format!("{} ({})", titled(row), places.join("; ")),
                format!(
                    "  {instruction} a = {a:#x}, b = {b:#x}, c = {c:#x}: right is {here:#x}, ptxas gives {:#x}",
                    there?
                ),
            ],
        })
    }

    /// The verdict on a part that is not read.
    pub fn not_read(why: &dyn fmt::Display) -> Self {
        Self { class: Class::NotRead, title: format!("not read: {why}"), details: Vec::new() }
    }
}

/// The video instructions of the module of a PTX text, and its errors, in the order of the text.
pub fn found<'m>(text: &str, module: &'m Module) -> impl Iterator<Item = FoundVideo> + use<'m> {
    let (mut facts, mut wrong_types) = (BTreeMap::new(), BTreeMap::new());
    for function in &module.functions {
        if module.statements_in(function.body).is_empty() {
            continue;
        }
        let flow = Flow::new(text, module, function);
        let operands = operands(&flow, module);
        if operands.iter().any(Option::is_some) {
            facts.extend(operands.into_iter().zip(flow.used()).filter_map(|(operands, is_used)| {
                let Operands { found, values, never_runs, may_not_run, .. } = operands?;
                Some((found.span.start, (values, never_runs || !is_used, may_not_run)))
            }));
        }
        wrong_types
            .extend(wrong_types_in(text, &flow.body).into_iter().map(|wrong| (wrong.span.start, wrong)));
    }
    let statements = module.statements.iter().filter_map(|statement| match statement {
        Ok(found) if matches!(found.instruction.body, Body::Video(_)) => Some((found.span, Ok(found))),
        Ok(_) => None,
        Err(Unreadable { error, .. }) => Some((error.span, Err(error))),
    });
    let errors = module.errors.iter().map(|error| (error.span, Err(error)));
    let mut all: Vec<(Span, Result<&ptx::FoundInstruction, &SyntaxError>)> =
        statements.chain(errors).collect();
    all.sort_by_key(|(span, _)| span.start);
    all.into_iter().map(move |(span, read)| {
        let instruction = match (read, wrong_types.range(span.start..span.end).next()) {
            (Err(error), _) => Err(error.kind.to_string()),
            (Ok(_), Some((_, wrong))) => Err(wrong.to_string()),
            (Ok(found), None) => Ok(found.instruction.clone()),
        };
        let (values, is_removed, may_not_run) = facts.remove(&span.start).unwrap_or_default();
        FoundVideo { span, instruction, values, is_removed, may_not_run }
    })
}

/// The video instructions of straight-line PTX, in its order, behind PTX that gives values to its registers.
pub fn in_code(before: &str, ptx: &str) -> Vec<FoundVideo> {
    // The constants of a function are followed.
    let head = format!(".func f() {{\n{before}");
    let text = format!("{head}{ptx}}}");
    let outside = |at: usize| at.saturating_sub(head.len());
    let placed = |video: FoundVideo| {
        let span = Span { start: outside(video.span.start), end: outside(video.span.end) };
        // The results that the code does not read are its outputs.
        FoundVideo { span, is_removed: false, ..video }
    };
    found(&text, &scan(&text)).map(placed).collect()
}
