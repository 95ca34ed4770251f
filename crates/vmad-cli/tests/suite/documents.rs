//! Every console session in the README and the book runs as it is printed, and no link leads nowhere.

use std::{
    fs,
    path::{Path, PathBuf},
};

#[test]
fn console_sessions_run_as_printed() {
    trycmd::TestCases::new()
        .register_bin("vmad", Path::new(env!("CARGO_BIN_EXE_vmad")))
        .case("../../README.md")
        .case("../../docs/src/*.md")
        .case("../../docs/src/tours/*.md");
}

/// The README, and every chapter of the book.
fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = vec![root.join("README.md")];
    let mut folders = vec![root.join("docs/src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                found.push(path);
            }
        }
    }
    found
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
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src");
    let summary = fs::read_to_string(book.join("SUMMARY.md")).unwrap();
    let listed: Vec<_> = links(&summary).map(|target| book.join(target)).collect();
    for document in documents() {
        let is_chapter = document.starts_with(&book) && !document.ends_with("SUMMARY.md");
        assert!(!is_chapter || listed.contains(&document), "{} is not in the summary", document.display());
    }
}
