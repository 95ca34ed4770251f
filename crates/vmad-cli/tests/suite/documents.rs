//! Every console session in the README and the book runs as it is printed, and no link leads nowhere.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The sessions run in the root of the repository.
#[test]
fn console_sessions_run_as_printed() {
    let folder = tempfile::tempdir().unwrap();
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        let copy = folder.path().join(document.file_name().unwrap());
        fs::write(&copy, for_trycmd(&text)).unwrap();
        // trycmd runs the sessions of NAME.md in NAME.in.
        std::os::unix::fs::symlink(root(), copy.with_extension("in")).unwrap();
    }
    trycmd::TestCases::new()
        .register_bin("vmad", Path::new(env!("CARGO_BIN_EXE_vmad")))
        .case(folder.path().join("*.md"));
}

/// The documents say `# exit code 2` where trycmd has `? 2`.
fn for_trycmd(text: &str) -> String {
    text.lines().map(|line| line.replacen("# exit code ", "? ", 1) + "\n").collect()
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

/// Each `cargo test -p CRATE --test TARGET NAME` of the book names a test target, and a test or a module of it.
#[test]
fn every_test_command_names_a_test() {
    let mut checked = 0;
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
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
