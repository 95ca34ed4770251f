//! The picture of the crates, `docs/src/crates.svg`: which crate uses which.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::{tools, workspace};

struct Crate {
    name: String,
    description: String,
    /// The crates of the workspace that it uses; `false` if only its tests or its build do.
    uses: BTreeMap<String, bool>,
}

/// The picture.
pub(crate) fn picture() -> Result<String> {
    draw(&layers(crates()?))
}

/// The crates of the workspace, as `cargo metadata` has them.
fn crates() -> Result<Vec<Crate>> {
    let mut command = std::process::Command::new("cargo");
    command
        .args(["metadata", "--no-deps", "--locked", "--format-version", "1"])
        .current_dir(workspace::at(""));
    let metadata: Value =
        serde_json::from_slice(&tools::run(&mut command)?.stdout).context("cargo metadata")?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let packages = list(&metadata["packages"]);
    let crates = packages.iter().map(|package| {
        let name = text(&package["name"]);
        let mut uses = BTreeMap::new();
        // A dependency in the workspace has a path; a crate uses itself to have its features in tests.
        for used in list(&package["dependencies"])
            .iter()
            .filter(|it| it["path"].is_string() && it["name"] != name.as_str())
        {
            *uses.entry(text(&used["name"])).or_insert(false) |= used["kind"].is_null();
        }
        Crate { name, description: text(&package["description"]), uses }
    });
    Ok(crates.collect())
}

/// A crate and all those of the workspace of which its library is made.
pub(crate) fn parts(name: &str) -> Result<BTreeSet<String>> {
    let crates = crates()?;
    let (mut parts, mut pending) = (BTreeSet::new(), vec![name.to_owned()]);
    while let Some(name) = pending.pop() {
        if let Some(part) = crates.iter().find(|part| part.name == name)
            && parts.insert(name)
        {
            pending.extend(part.uses.iter().filter(|(_, is_own)| **is_own).map(|(used, _)| used.clone()));
        }
    }
    Ok(parts)
}

/// Sorts the crates so that each one stands above those that it uses.
fn layers(mut crates: Vec<Crate>) -> Vec<Crate> {
    let mut layers: BTreeMap<String, usize> = BTreeMap::new();
    // Crates have no cycle, so this many rounds are enough.
    for _ in 0..crates.len() {
        for it in &crates {
            let below = it
                .uses
                .iter()
                .filter(|(_, in_library)| **in_library)
                .filter_map(|(used, _)| layers.get(used));
            let layer = below.max().map_or(0, |layer| layer + 1);
            layers.insert(it.name.clone(), layer);
        }
    }
    crates.sort_by_key(|it| (std::cmp::Reverse(layers[&it.name]), it.name.clone()));
    crates
}

/// A row for each crate and a column for each that another one uses: a dot where the crate of the row uses that of the
/// column.
fn draw(crates: &[Crate]) -> Result<String> {
    const LEFT: usize = 640;
    const TOP: usize = 100;
    const ROW: usize = 34;
    const COLUMN: usize = 26;
    let is_used = |it: &&Crate| crates.iter().any(|other| other.uses.contains_key(&it.name));
    let columns: Vec<_> = crates.iter().filter(is_used).map(|it| it.name.as_str()).collect();
    let x = |column: usize| LEFT + column * COLUMN;
    let y = |row: usize| TOP + row * ROW;
    let (width, height) = (x(columns.len()) + 60, y(crates.len()) + 4);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"13\" role=\"img\">\n<title>The crates, and which uses which</title>\n\
         <style>\nsvg {{ --ground: #ffffff; --ink: #1f2328; --faint: #59636e; --line: #d0d7de; --accent: #0550ae; }}\n\
         @media (prefers-color-scheme: dark) {{ svg {{ --ground: #0d1117; --ink: #e6edf3; --faint: #9aa4af; --line: #3d444d; --accent: #79c0ff; }} }}\n\
         text {{ fill: var(--ink); }}\n.faint {{ fill: var(--faint); font-size: 10.5px; }}\nline {{ stroke: var(--line); }}\n\
         circle {{ fill: var(--accent); stroke: var(--accent); stroke-width: 1.5; }}\nrect, .tests {{ fill: var(--ground); }}\n</style>\n\
         <rect width=\"{width}\" height=\"{height}\"/>\n"
    );
    for (column, name) in columns.iter().enumerate() {
        let (x, bottom) = (x(column), y(crates.iter().position(|it| it.name == *name).unwrap_or_default()));
        writeln!(svg, "<line x1=\"{x}\" y1=\"{}\" x2=\"{x}\" y2=\"{bottom}\"/>", TOP - 20)?;
        writeln!(svg, "<text transform=\"translate({x} {}) rotate(-50)\">{name}</text>", TOP - 24)?;
    }
    for (row, Crate { name, description, uses }) in crates.iter().enumerate() {
        let y = y(row);
        let description = description.replace('&', "&amp;").replace('<', "&lt;");
        writeln!(svg, "<text x=\"8\" y=\"{y}\" font-weight=\"600\">{name}</text>")?;
        writeln!(svg, "<text x=\"8\" y=\"{}\" class=\"faint\">{description}</text>", y + 13)?;
        writeln!(svg, "<line x1=\"8\" y1=\"{0}\" x2=\"{1}\" y2=\"{0}\"/>", y + 19, width - 8)?;
        for (column, used) in columns.iter().enumerate() {
            if let Some(in_library) = uses.get(*used) {
                let class = if *in_library { "" } else { " class=\"tests\"" };
                writeln!(svg, "<circle cx=\"{}\" cy=\"{y}\" r=\"5\"{class}/>", x(column))?;
            }
        }
    }
    svg += "</svg>\n";
    Ok(svg)
}
