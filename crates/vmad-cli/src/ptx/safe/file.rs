//! The verdict on each video instruction of a file.

use std::{fmt::Display, io::Write, path::Path};

use vmad_files::{inline_asm::is_source, lines::LineIndex};
use vmad_ptx::{
    ast::{Body, Instruction},
    module::{Item, Items, Unreadable},
    syntax::Span,
};
use vmad_ptxas::safety::{Answer, Asked};

use super::{Args, details};
use crate::{
    count::count,
    failure::{Failure, Verdict},
    output::Out,
    printable::Printable,
    ptx::{file, inline_asm::SourceFile},
    wrap::wrap,
};

/// Whether an argument is a file and no instruction. A name of a file that does not exist is one.
pub(super) fn is_file(text: &str) -> bool {
    let path = Path::new(text);
    path.is_file() || is_source(path) || path.extension().is_some_and(|it| it == "ptx")
}

/// The counts of a file.
#[derive(Default)]
struct Tally {
    right: usize,
    wrong: usize,
    not_read: usize,
}

pub(super) fn run(args: &Args, name: &str, out: &mut Out) -> Result<Verdict, Failure> {
    let mut tally = Tally::default();
    let asked = if is_source(name.as_ref()) {
        let asked = args.asked(None)?;
        source(&SourceFile::read(name.as_ref())?, &asked, &mut tally, out)?;
        asked
    } else {
        module(args, name, &mut tally, out)?
    };
    let places: Vec<_> = asked.iter().map(|it| format!("{}, ptxas {}", it.name, it.versions)).collect();
    let Tally { right, wrong, not_read } = tally;
    let total = count(right + wrong, "video instruction");
    let text = format!(
        "{}: {total}, {right} right, {wrong} wrong, {not_read} not read ({})",
        Printable(name),
        places.join("; ")
    );
    writeln!(out, "{}", wrap(&text, "", "  "))?;
    Ok(match tally {
        Tally { wrong: 1.., .. } => Verdict::Finding,
        Tally { not_read: 1.., .. } => Verdict::BadInput,
        Tally { .. } => Verdict::Fine,
    })
}

/// The instructions of a PTX file, for its `.target` if no architecture is asked for.
fn module(args: &Args, name: &str, tally: &mut Tally, out: &mut Out) -> Result<Vec<Asked>, Failure> {
    let text = file::read(name.as_ref())?;
    let module = file::module(name, &text)?;
    let asked = args.asked(module.target.filter(|it| Asked::of(Some(*it), None).is_ok()))?;
    let lines = LineIndex::new(&text);
    let place = |span: Span| format!("{}:{}", Printable(name), lines.line(span.start));
    for found in &module.statements {
        match found {
            Ok(found) => tally.judge(&place(found.span), &found.instruction, &asked, out)?,
            Err(refused) => tally.refuse(&place(refused.span), &refused.error.kind, out)?,
        }
    }
    for span in &module.not_covered {
        tally.refuse(&place(*span), &format!("{} is not covered", span.of(&text)), out)?;
    }
    for error in &module.errors {
        tally.refuse(&place(error.span), &error.kind, out)?;
    }
    Ok(asked)
}

/// The instructions in the asm statements of a source.
fn source(source: &SourceFile, asked: &[Asked], tally: &mut Tally, out: &mut Out) -> Result<(), Failure> {
    let place = |span: Span| format!("{}:{}", Printable(source.name()), source.line(span));
    for block in source.blocks() {
        let block = match block {
            Ok(block) => block,
            Err(problem) => {
                tally.refuse(&place(problem.span), &problem.message, out)?;
                continue;
            }
        };
        for item in Items::new(block.ptx()) {
            match item {
                Item::Instruction(Ok(found)) => {
                    tally.judge(&place(block.place(found.span)), &found.instruction, asked, out)?;
                }
                Item::Instruction(Err(Unreadable { error, .. })) | Item::Error(error) => {
                    tally.refuse(&place(block.place(error.span)), &error.kind, out)?;
                }
                Item::NotCovered(span) => {
                    let message = format!("{} is not covered", span.of(block.ptx()));
                    tally.refuse(&place(block.place(span)), &message, out)?;
                }
                Item::Version(_) | Item::Target(_) => {}
            }
        }
    }
    Ok(())
}

impl Tally {
    fn judge(
        &mut self,
        place: &str,
        instruction: &Instruction,
        asked: &[Asked],
        out: &mut Out,
    ) -> Result<(), Failure> {
        let answers: Vec<_> = asked.iter().filter_map(|asked| Answer::of(instruction, asked)).collect();
        match (&instruction.body, answers.is_empty()) {
            (Body::Mad(_), true) => return Ok(()),
            (Body::Video(_), true) => return self.refuse(place, &"its code was not run", out),
            (_, false) => {}
        }
        if answers.iter().all(Answer::is_right) {
            self.right += 1;
            return Ok(writeln!(out, "{place}: right: {instruction}")?);
        }
        self.wrong += 1;
        let wrong = out.palette().wrong;
        writeln!(out, "{place}: {wrong}wrong{wrong:#}: {instruction}")?;
        details(instruction, &answers, out)
    }

    fn refuse(&mut self, place: &str, why: &dyn Display, out: &mut Out) -> Result<(), Failure> {
        self.not_read += 1;
        Ok(writeln!(out, "{}", wrap(&format!("{place}: not read: {why}"), "", "  "))?)
    }
}
