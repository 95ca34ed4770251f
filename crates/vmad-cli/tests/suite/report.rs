//! `vmad report`: the page.

mod browser;

use std::{collections::BTreeMap, fs, path::Path, sync::LazyLock};

use crate::common::{Ran, assert_refused, vmad};
use scraper::{Html, Selector};
use serde_json::Value;
use tempfile::TempDir;

/// One page for all tests, with the merged reports of a thin sweep, so that there are two kinds of evidence.
static PAGE: LazyLock<Page> = LazyLock::new(|| {
    let folder = TempDir::new().unwrap();
    let sweep = ["--instruction", "VMAD,VSETP", "--part", "corners", "--every", "61", "--json"];
    let shards = ["1/2", "2/2"].map(|shard| {
        let path = folder.path().join(shard.replace('/', "-"));
        let ran = vmad(&[&["sweep", "--shard", shard], &sweep[..]].concat());
        fs::write(&path, ran.stdout).unwrap();
        path.display().to_string()
    });
    let pages = TempDir::new().unwrap();
    let path = pages.path().join("modes.html");
    let ran = vmad(&["report", path.to_str().unwrap(), "--sweep", &shards[0], &shards[1]]);
    let note = "note: a sample, 1 of 61 units, of corners of VMAD, VSETP: not a complete sweep\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (0, note));
    let html = fs::read_to_string(&path).unwrap();
    let names: Vec<_> = fs::read_dir(pages.path()).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert_eq!(names, ["modes.html"], "nothing is left beside it");
    Page { path: path.display().to_string(), html, ran }
});

struct Page {
    path: String,
    html: String,
    ran: Ran,
}

fn select<'h>(html: &'h Html, selector: &str) -> Vec<scraper::ElementRef<'h>> {
    html.select(&Selector::parse(selector).unwrap()).collect()
}

/// The words of an element, those of its parts apart.
fn text(element: scraper::ElementRef) -> String {
    let parts: Vec<_> = element.text().flat_map(str::split_whitespace).collect();
    parts.join(" ").replace(" :", ":").replace(" ,", ",")
}

#[test]
fn it_is_valid_html_and_asks_for_nothing_else() {
    let html = Html::parse_document(&PAGE.html);
    assert_eq!(html.errors, Vec::<std::borrow::Cow<str>>::new());
    for asking in ["src=", "href=\"http", "url(", "@import", "<link", "<img"] {
        assert!(!PAGE.html.contains(asking), "{asking}");
    }
    let mut ids = BTreeMap::new();
    for element in select(&html, "[id]") {
        *ids.entry(element.attr("id").unwrap()).or_insert(0) += 1;
    }
    assert!(ids.values().all(|&count| count == 1));
    for button in select(&html, "[popovertarget]") {
        assert!(ids.contains_key(button.attr("popovertarget").unwrap()));
    }
    // The command that makes it again.
    assert!(PAGE.html.contains(&format!("vmad report {}", PAGE.path)), "{}", PAGE.path);
}

/// The instructions with their modes, and the tables of these.
const SHEETS: [(&str, usize, usize); 9] = [
    ("VMAD", 864, 24),
    ("VADD", 4608, 128),
    ("VABSDIFF", 1152, 32),
    ("VABSDIFF4", 480, 8),
    ("VMNMX", 2304, 64),
    ("VSET", 2304, 64),
    ("VSETP", 1728, 48),
    ("VSHL", 1152, 64),
    ("VSHR", 1152, 64),
];

/// The card of a cell, as the page's script makes it of the data: the unit and PTX, the rows that differ, the others.
fn card(html: &Html, instruction: &str) -> String {
    let data: Value = serde_json::from_str(&select(html, "#data")[0].text().collect::<String>()).unwrap();
    let mnemonic = instruction.split(['.', ' ']).next().unwrap();
    let at = SHEETS.iter().position(|(name, ..)| *name == mnemonic).unwrap();
    let cells = select(html, &format!("#{mnemonic} .cell"));
    let wanted = format!("{instruction}: ");
    let place = cells.iter().position(|it| it.attr("aria-label").unwrap().starts_with(&wanted)).unwrap();
    let sheet = &data["sheets"][at];
    let of = |number: &Value| data["texts"][number.as_u64().unwrap() as usize].as_str().unwrap().to_owned();
    let number = |value: &Value| value.as_u64().unwrap();
    let [ptx, emitted, unit, equal, differences] = &sheet["cards"][place].as_array().unwrap()[..] else {
        panic!("{instruction}")
    };
    let mut lines = vec![ptx.as_str().unwrap().to_owned(), of(emitted)];
    lines.extend(unit.as_array().unwrap().iter().map(of));
    for it in differences.as_array().unwrap() {
        let row = &sheet["rows"][number(&it[0]) as usize];
        let [a, b, c] = [0, 1, 2].map(|at| number(&it[2][at]));
        let [ours, other] = [0, 1].map(|at| number(&it[3][at]));
        lines.push(format!(
            "{} {}: a={a:#x} b={b:#x} c={c:#x} {ours:#010x} {other:#010x}",
            row[0].as_str().unwrap(),
            row[1].as_str().unwrap()
        ));
        lines.extend(it[1].as_str().map(str::to_owned));
        lines.extend(it[4].as_array().unwrap().iter().map(of));
    }
    lines.push(of(equal));
    lines.join("\n")
}

#[test]
fn every_mode_is_a_cell_with_its_evidence() {
    let html = Html::parse_document(&PAGE.html);
    let mut labels = std::collections::BTreeSet::new();
    for (mnemonic, modes, tables) in SHEETS {
        assert_eq!(select(&html, &format!("#{mnemonic} .matrix table")).len(), tables, "{mnemonic}");
        let cells = select(&html, &format!("#{mnemonic} .matrix td .cell"));
        assert_eq!(cells.len(), modes, "{mnemonic}");
        for cell in cells {
            let label = cell.attr("aria-label").unwrap();
            assert!(label.starts_with(mnemonic) && labels.insert(label), "{label}");
        }
    }
    // A page that a browser opens at once.
    assert!(PAGE.html.len() < 6_000_000, "{} bytes", PAGE.html.len());
    // The example of the divergence chapter.
    let d1 = card(&html, "VMAD.U32.U32.SAT R0, R2, R3, -R4");
    for words in [
        "vmad.s32.u32.u32.sat d, a, b, -c;\non sm_50, sm_52, sm_53\n",
        "\nD1 the sign of an unsigned c that is subtracted: a=0x0 b=0x0 c=0xffffffff 0x80000000 0x00000001\n",
        ": a=0xffffffff b=0xffffffff c=0x0 0x7fffffff 0x80000000\n",
        "equal on 847 corner inputs",
    ] {
        assert!(d1.contains(words), "{words:?} is not in {d1}");
    }
    let plain = card(&html, "VMAD.U8.U8 R0, R2, R3, R4");
    assert!(plain.contains("sm_62") && plain.ends_with("\nD1, D2, D2m, D3, P8, P10"), "{plain}");
    // Of the other instructions: D5 of the hardware's kind, no PTX, the sign of B alone, and a lane above 255.
    let minimum = card(&html, "VMNMX.U32.U32.MX.MIN R0, R2, R3, R4");
    assert!(minimum.contains("vmax.s32.u32.u32.min d, a, b, c;") && minimum.contains("\nD5 "), "{minimum}");
    let plus_one = card(&html, "VADD.UD.U8.U8.PO R0, R2, R3, R4");
    assert_eq!(plus_one, "none\nfrom no PTX\nnot reached by the sweep\nno PTX specifies it\n");
    let predicates = card(&html, "VSETP.LT.S8.U32.AND P0, P1, R2, R3, P2");
    assert!(predicates.contains("\nsign-of-b the sign of the comparison is that of B: a="), "{predicates}");
    let lanes = card(&html, "VABSDIFF4.U8.S8.ACC R0, R2, R3, R4");
    assert!(lanes.contains("\nlane-bytes the width of a lane in a sum: a="), "{lanes}");
    // No more is said than was run.
    assert!(!PAGE.html.contains("equal for all"));
    assert!(PAGE.ran.stdout.contains("VMAD, unit and PTX: 0 of "), "{}", PAGE.ran.stdout);
    // A sample is named as one.
    assert!(PAGE.html.contains("Sweep of a sample, 1 of 61 units, of corners of VMAD, VSETP: "));
    assert!(PAGE.html.contains(" comparisons of the sweep, 1 of its 1 unit"), "no cell was reached");
}

/// The rows of the summary: the instruction, and the name, modes, of how many, cells.
static SUMMARY: LazyLock<Vec<(String, SummaryRow)>> = LazyLock::new(|| {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("it.html");
    let ran = vmad(&["report", path.to_str().unwrap(), "--json"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let rows = ran.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let number = |row: &Value, name: &str| row[name].as_u64().unwrap();
    let rows = rows.map(|row| {
        let [instruction, name] = ["instruction", "row"].map(|it| row[it].as_str().unwrap().to_owned());
        (instruction, (name, number(&row, "modes"), number(&row, "of"), number(&row, "cells")))
    });
    rows.collect()
});

type SummaryRow = (String, u64, u64, u64);

/// Those of an instruction.
fn summary(mnemonic: &str) -> Vec<SummaryRow> {
    SUMMARY.iter().filter(|(instruction, _)| instruction == mnemonic).map(|(_, row)| row.clone()).collect()
}

#[test]
fn totals_are_the_maps() {
    let html = Html::parse_document(&PAGE.html);
    let map: Vec<_> = vmad_xcheck::interpretation::INTERPRETATIONS
        .iter()
        .map(|row| (row.id.name().to_owned(), row.modes as u64, row.domain.size() as u64))
        .collect();
    let found: Vec<_> = summary("VMAD").into_iter().map(|(name, modes, of, _)| (name, modes, of)).collect();
    assert_eq!(found, map);
    for (mnemonic, ..) in SHEETS {
        let rows = summary(mnemonic);
        let about = vmad_xcheck::interpretation::FAMILY_ROWS.iter();
        let about: Vec<_> = about.filter(|it| it.instructions.contains(&mnemonic)).map(|it| it.id).collect();
        let names: Vec<_> = rows.iter().map(|(name, ..)| name.as_str()).collect();
        assert!(!rows.is_empty() && (mnemonic == "VMAD" || names == about), "{mnemonic}: {names:?}");
        for (view, (name, modes, of, cells)) in rows.into_iter().enumerate() {
            let [row] = select(&html, &format!("#row-{mnemonic}-{name}"))[..] else { panic!("{name}") };
            assert!(text(row).contains(&format!("{modes} of {of}")), "{name}");
            // Three views come before those of the rows.
            let legend = text(select(&html, &format!("#{mnemonic} .legend"))[view + 3]);
            let counted = legend.contains(&format!("≠ the two differ on some inputs: {cells}"));
            assert!(counted || cells == 0 && !legend.contains('≠'), "{mnemonic} {name}: {legend}");
        }
    }
}

#[test]
fn bad_places_are_refused_and_nothing_is_written() {
    let folder = TempDir::new().unwrap();
    let inside = folder.path().join("no/such/folder/modes.html");
    assert_refused(&vmad(&["report", inside.to_str().unwrap()]), &["no/such/folder/modes.html"]);
    let path = folder.path().to_str().unwrap();
    assert_refused(&vmad(&["report", path]), &[path, ": is a directory\n"]);
    assert_refused(&vmad(&["report"]), &["<FILE>"]);
    for option in ["--solver", "--jobs"] {
        assert_refused(&vmad(&["report", "x.html", option, "1"]), &["--prove", "Usage: vmad report"]);
    }
    // What fails along with it leaves what stood there.
    let kept = folder.path().join("kept.html");
    fs::write(&kept, "kept").unwrap();
    let kept_path = kept.to_str().unwrap();
    let ran = vmad(&["report", kept_path, "--sweep", "no-such.json"]);
    assert_refused(&ran, &["no-such.json"]);
    assert_eq!(fs::read_to_string(&kept).unwrap(), "kept");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    // Another reading of PTX is not the one of the page.
    let other = folder.path().join("other.json");
    let literal = ["--part", "corners", "--every", "999", "--reading", "literal", "--json"];
    fs::write(&other, vmad(&[&["sweep"], &literal[..]].concat()).stdout).unwrap();
    let ran = vmad(&["report", kept_path, "--sweep", other.to_str().unwrap()]);
    assert_refused(&ran, &["a page needs a sweep in the default reading"]);
}

/// Links that lead to each other lead to no file; none of them is replaced by the page.
#[cfg(unix)]
#[test]
fn a_loop_of_links_is_refused() {
    let folder = TempDir::new().unwrap();
    let [one, other] = ["one.html", "other.html"].map(|name| folder.path().join(name));
    std::os::unix::fs::symlink(&one, &other).unwrap();
    std::os::unix::fs::symlink(&other, &one).unwrap();
    assert_refused(&vmad(&["report", one.to_str().unwrap()]), &["one.html: ", "symbolic links"]);
    assert_eq!([fs::read_link(&one).unwrap(), fs::read_link(&other).unwrap()], [other, one]);
}

/// The page alone goes to standard output, and no file is called `-`.
#[test]
fn a_dash_is_standard_output() {
    let ran = vmad(&["report", "-"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout.starts_with("<!") && ran.stdout.trim_end().ends_with("</html>"));
    assert!(!Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/-")).exists());
    for other in ["--prove", "--json"] {
        assert_refused(&vmad(&["report", "-", other]), &["vmad report -", "excludes"]);
    }
}
