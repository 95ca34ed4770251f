//! `vmad check --prove`.

use std::{
    fmt::{self, Display},
    io::Write,
    num::NonZero,
    path::PathBuf,
    thread,
    time::{Duration, Instant},
};

use serde::Serialize;
use vmad_xcheck::proof::{
    confirm::Counterexample,
    datapath::Unit,
    prover::{Prover, RivalVerdict, Verdict as Proof},
    rivals::{RIVALS, Rival},
    setting::Name,
    solver::{Solver, SolverError},
    table::{Line, Plan},
};

use crate::{
    failure::{Failure, Verdict},
    output::Out,
    progress::Progress,
};

#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Args {
    /// The SMT solver: a name on the PATH or a path [default: z3, cvc5 or bitwuzla, the first that there is]
    #[arg(long, value_name = "NAME|PATH", requires = "prove")]
    solver: Option<PathBuf>,

    /// After how many seconds a question is given up as unknown
    #[arg(long, value_name = "SECONDS", requires = "prove", default_value_t = NonZero::<u32>::MIN.saturating_add(119))]
    time_limit: NonZero<u32>,

    /// On how many inputs the terms of each mode are first held against the code they stand for
    #[arg(long, value_name = "N", requires = "prove", default_value_t = 4096)]
    pub(super) cases: u32,

    /// Leave out where other published readings part from the unit
    #[arg(long, requires = "prove")]
    no_readings: bool,
}

impl Args {
    /// The solver that was asked for.
    pub(super) fn solver(&self) -> Result<Solver, SolverError> {
        Solver::find(self.solver.as_deref(), Duration::from_secs(self.time_limit.get().into()))
    }
}

impl From<SolverError> for Failure {
    fn from(error: SolverError) -> Self {
        Self::input("vmad check --prove", &error)
    }
}

pub(super) fn run(
    args: &Args,
    jobs: Option<NonZero<usize>>,
    json: bool,
    out: &mut Out,
    mut seen: impl FnMut(&str, &Line),
) -> Result<Verdict, Failure> {
    let start = Instant::now();
    let solver = args.solver()?;
    let cores = || thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let plan = Plan { jobs: jobs.unwrap_or_else(cores), cases: args.cases, rivals: !args.no_readings };
    let progress = Progress::new(plan.lines() as u64, 0, "lines");
    let mut lines = 0;
    let mut tally = Tally::default();
    plan.run(&Prover { solver: &solver, datapath: &Unit }, |line| {
        tally.count(&line);
        seen(solver.version(), &line);
        lines += 1;
        progress.set(lines);
        progress.aside(|| {
            if json {
                out.json(&Row::of(&line))?;
            } else {
                text(&line, out)?;
            }
            out.flush()
        })?;
        Ok::<(), Failure>(())
    })?;
    drop(progress);
    let seconds = start.elapsed().as_secs_f64();
    if json {
        out.json(&Summary { tally: &tally, solver: solver.version(), seconds })?;
    } else {
        tally.print(out)?;
        writeln!(out, "{} in {seconds:.0} s with {}", tally.sentence(), solver.version())?;
    }
    Ok(tally.verdict())
}

/// A line of text; a mode in which a rival equals the unit has none.
fn text(line: &Line, out: &mut Out) -> std::io::Result<()> {
    let row = Row::of(line);
    let wrong = if matches!(row.verdict, "refuted" | "unknown") {
        out.palette().wrong
    } else {
        anstyle::Style::new()
    };
    match line {
        Line::Rival(_, _, RivalVerdict::Equal, _) => return Ok(()),
        Line::Rival(rival, control, RivalVerdict::Parts(_), _) => {
            let condition = rival.condition(*control).map_or_else(String::new, |it| it.to_string());
            write!(out, "{}: differs exactly where {condition}", row.subject)?;
        }
        _ => write!(out, "{}: {wrong}{}{wrong:#} in {:.2} s", row.subject, row.verdict, row.seconds)?,
    }
    if let Some(Example { a, b, c, wire, unit, manual }) = &row.example {
        write!(
            out,
            ", as on a = {a} b = {b} c = {c}: {wire} is {unit} in the unit, {manual} in the reading"
        )?;
    }
    if let Some(why) = &row.why {
        write!(out, ": {why}")?;
    }
    writeln!(out)
}

/// A line of the table as JSON has it.
#[derive(Serialize)]
struct Row {
    subject: String,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<Example>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    seconds: f64,
}

/// Inputs, and what the two sides make of them. Numbers are text: they can have more bits than JSON's.
#[derive(Serialize)]
struct Example {
    a: String,
    b: String,
    c: String,
    wire: &'static str,
    unit: String,
    manual: String,
}

impl From<&Counterexample> for Example {
    fn from(it: &Counterexample) -> Self {
        let [a, b, c] = it.inputs.map(|input| format!("0x{input:x}"));
        Self { a, b, c, wire: it.wire, unit: it.unit.to_string(), manual: it.manual.to_string() }
    }
}

impl Row {
    fn of(line: &Line) -> Self {
        let row =
            |subject: &dyn Display, verdict, example: Option<&Counterexample>, why, time: Duration| Self {
                subject: subject.to_string(),
                verdict,
                example: example.map(Example::from),
                why,
                seconds: time.as_secs_f64(),
            };
        let proof = |subject: &dyn Display, proof: &Proof, time| match proof {
            Proof::Proved => row(subject, "proved", None, None, time),
            Proof::Refuted(it) => row(subject, "refuted", Some(it), None, time),
            Proof::Unknown(why) => row(subject, "unknown", None, Some(why.clone()), time),
        };
        match line {
            Line::Transcription { modes, cases, mismatch, time } => {
                let subject = format!("transcription of both codes, {modes} modes, {cases} inputs");
                let verdict = if mismatch.is_none() { "equal" } else { "refuted" };
                row(&subject, verdict, None, mismatch.as_ref().map(ToString::to_string), *time)
            }
            Line::Lemma(lemma, verdict, time) => proof(lemma, verdict, *time),
            Line::Selectors { settings, other, time } => {
                let subject =
                    format!("selectors, {settings} settings made of the modes and the operand lemmas");
                let verdict = if other.is_none() { "proved" } else { "unknown" };
                let why = other.map(|control| format!("{} is not", Name(control)));
                row(&subject, verdict, None, why, *time)
            }
            Line::Mode(control, verdict, time) => proof(&Name(*control), verdict, *time),
            Line::Rival(rival, control, verdict, time) => {
                let subject = format!("{} {}", rival.name, Name(*control));
                match verdict {
                    RivalVerdict::Equal => row(&subject, "equal", None, None, *time),
                    RivalVerdict::Parts(it) => row(&subject, "differs", Some(it), None, *time),
                    RivalVerdict::Unforeseen(it) => {
                        let why = "the reading's condition is wrong about this".to_owned();
                        row(&subject, "refuted", Some(it), Some(why), *time)
                    }
                    RivalVerdict::Unknown(why) => row(&subject, "unknown", None, Some(why.clone()), *time),
                }
            }
        }
    }
}

/// How much of the table came out how.
#[derive(Default, Serialize)]
struct Tally {
    lemmas: Count,
    modes: Count,
    /// In the order of the readings.
    readings: Vec<Reading>,
    refuted: usize,
    unknown: usize,
}

#[derive(Default, Serialize)]
struct Count {
    proved: usize,
    of: usize,
}

#[derive(Serialize)]
struct Reading {
    name: &'static str,
    title: &'static str,
    modes: &'static str,
    equal: usize,
    differs: usize,
}

#[derive(Serialize)]
struct Summary<'a> {
    #[serde(rename = "summary")]
    tally: &'a Tally,
    solver: &'a str,
    seconds: f64,
}

impl Tally {
    fn count(&mut self, line: &Line) {
        let row = Row::of(line);
        self.refuted += usize::from(row.verdict == "refuted");
        self.unknown += usize::from(row.verdict == "unknown");
        let proved = usize::from(row.verdict == "proved");
        match line {
            Line::Transcription { .. } | Line::Selectors { .. } => {}
            Line::Lemma(..) => self.lemmas.add(proved),
            Line::Mode(..) => self.modes.add(proved),
            Line::Rival(rival, _, verdict, _) => {
                let reading = self.reading(rival);
                reading.equal += usize::from(matches!(verdict, RivalVerdict::Equal));
                reading.differs += usize::from(matches!(verdict, RivalVerdict::Parts(_)));
            }
        }
    }

    fn reading(&mut self, rival: &'static Rival) -> &mut Reading {
        let at = self.readings.iter().position(|it| it.name == rival.name).unwrap_or_else(|| {
            let Rival { name, title, modes, .. } = rival;
            self.readings.push(Reading { name, title, modes, equal: 0, differs: 0 });
            self.readings.len() - 1
        });
        &mut self.readings[at]
    }

    fn print(&self, out: &mut Out) -> std::io::Result<()> {
        for Reading { name, title, modes, equal, differs } in &self.readings {
            writeln!(out, "{name}, {title}: equal in {equal} modes, differs in {differs} ({modes})")?;
        }
        Ok(())
    }

    fn sentence(&self) -> impl Display {
        struct Sentence<'a>(&'a Tally);
        impl Display for Sentence<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let Tally { lemmas, modes, readings, refuted, unknown } = self.0;
                write!(
                    f,
                    "{} of {} lemmas and {} of {} modes proved",
                    lemmas.proved, lemmas.of, modes.proved, modes.of
                )?;
                if !readings.is_empty() {
                    write!(f, ", {} of {} readings followed", readings.len(), RIVALS.len())?;
                }
                write!(f, ", {refuted} lines refuted, {unknown} unknown")
            }
        }
        Sentence(self)
    }

    const fn verdict(&self) -> Verdict {
        match (self.refuted, self.unknown) {
            (0, 0) => Verdict::Fine,
            (0, _) => Verdict::BadInput,
            _ => Verdict::Finding,
        }
    }
}

impl Count {
    const fn add(&mut self, proved: usize) {
        self.proved += proved;
        self.of += 1;
    }
}
