//! Every console session in the README and the book runs as it is printed, and no link leads nowhere.

use std::{
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
};

/// The sessions run in the root of the repository. Without an exit code, it is 0.
#[test]
fn console_sessions_run_as_printed() {
    let run = |document: PathBuf| {
        let text = fs::read_to_string(&document).unwrap().replace("\\\n> ", " ");
        let sessions = text.split("```console").skip(1).filter_map(|rest| rest.split("\n```").next());
        let runs = sessions.flat_map(|session| session.split("\n$ vmad").skip(1));
        let check = |run: &str| {
            let (command, printed) = run.split_once('\n').unwrap_or((run, ""));
            let (code, printed) = match printed.strip_prefix("# exit code ") {
                Some(rest) => rest.split_once('\n').unwrap_or((rest, "")),
                None => ("0", printed),
            };
            let (found_code, found) = answer(command);
            let [lines, found_lines] =
                [printed, &found].map(|text| text.trim_end().lines().collect::<Vec<_>>());
            assert!(
                found_code.to_string() == code && are_lines(&lines, &found_lines),
                "{}:\n$ vmad{command}\n# exit code {found_code}\n{found}",
                document.display()
            );
        };
        runs.map(check).count()
    };
    let checked: usize = thread::scope(|scope| {
        let threads: Vec<_> =
            documents().into_iter().map(|document| scope.spawn(move || run(document))).collect();
        threads.into_iter().map(|thread| thread.join().expect("every session")).sum()
    });
    assert!(checked > 80, "{checked} commands found");
}

/// The exit code of a command, and what it writes to both streams.
fn answer(arguments: &str) -> (i32, String) {
    let (mut reader, writer) = io::pipe().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_vmad"))
        .args(shlex::split(arguments).expect(arguments))
        .current_dir(root())
        .stdin(Stdio::null())
        .stdout(writer.try_clone().unwrap())
        .stderr(writer)
        .spawn()
        .unwrap();
    let mut text = String::new();
    reader.read_to_string(&mut text).unwrap();
    (child.wait().unwrap().code().unwrap(), text)
}

/// Whether lines are as printed; `...` stands for any lines.
fn are_lines(printed: &[&str], found: &[&str]) -> bool {
    match (printed, found) {
        ([], []) => true,
        (["...", rest @ ..], _) => (0..=found.len()).any(|skipped| are_lines(rest, &found[skipped..])),
        ([line, rest @ ..], [first, others @ ..]) => is_line(line, first) && are_lines(rest, others),
        _ => false,
    }
}

/// Whether a line is as printed; `[..]` stands for any part.
fn is_line(printed: &str, found: &str) -> bool {
    let Some((before, rest)) = printed.split_once("[..]") else { return printed == found };
    let Some(found) = found.strip_prefix(before) else { return false };
    found.char_indices().map(|(at, _)| at).chain([found.len()]).any(|at| is_line(rest, &found[at..]))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The README, and every chapter of the book.
fn documents() -> Vec<PathBuf> {
    let chapters = files(&root().join("docs/src")).into_iter();
    let pages = chapters.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.chain([root().join("README.md")]).collect()
}

/// The targets of the links `](target)` of a text that lead to files.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| {
        let target = rest.split(')').next()?.split('#').next()?;
        (!target.is_empty() && !target.contains("://")).then_some(target)
    })
}

#[test]
fn every_link_leads_to_a_file() {
    let mut checked = 0;
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        for target in links(&text) {
            let leads_to = document.parent().unwrap().join(target);
            assert!(leads_to.exists(), "{}: the link to {target} leads nowhere", document.display());
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked} links found");
}

#[test]
fn every_chapter_is_in_the_summary() {
    let book = root().join("docs/src");
    let summary = fs::read_to_string(book.join("SUMMARY.md")).unwrap();
    let listed: Vec<_> = links(&summary).map(|target| book.join(target)).collect();
    for document in documents() {
        let is_chapter = document.starts_with(&book) && !document.ends_with("SUMMARY.md");
        assert!(!is_chapter || listed.contains(&document), "{} is not in the summary", document.display());
    }
}

/// Each `cargo test -p CRATE --test TARGET NAME` of the book names a test target, and a test or a module of it; so does
/// `CRATE: NAME` in the evidence, which stands for the target `suite`.
#[test]
fn every_test_command_names_a_test() {
    let mut checked = 0;
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        let text = text.replace("`vmad-", "`-p vmad-").replace(": ", " --test suite ");
        for command in text.split("-p vmad-").skip(1).filter_map(|rest| rest.split('`').next()) {
            let words: Vec<_> = command.split_whitespace().collect();
            let [name, "--test", target, filter @ ..] = words.as_slice() else { continue };
            let tests = format!("{}/../vmad-{name}/tests", env!("CARGO_MANIFEST_DIR"));
            let mut sources = vec![PathBuf::from(format!("{tests}/{target}.rs"))];
            sources.extend(files(Path::new(&format!("{tests}/{target}"))));
            let named = |path: &Path, filter: &str| {
                let text = fs::read_to_string(path).unwrap_or_default();
                path.ends_with(format!("{filter}.rs")) || text.contains(&format!("mod {filter}")) || {
                    text.lines().any(|line| line.trim().starts_with("fn ") && line.contains(filter))
                }
            };
            assert!(sources.iter().any(|path| path.exists()), "{}: {command}", document.display());
            for filter in filter {
                assert!(sources.iter().any(|path| named(path, filter)), "{}: {command}", document.display());
            }
            checked += 1;
        }
    }
    assert!(checked > 10, "{checked} commands found");
}

/// All files below a folder; none if it does not exist.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}
