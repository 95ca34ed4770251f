//! `vmad report`: the page.

mod browser;

use std::{collections::BTreeMap, fs, path::Path, sync::LazyLock};

use crate::common::{Ran, assert_refused, has_solver, vmad};
use scraper::{Html, Selector};
use serde_json::{Value, json};
use tempfile::TempDir;
use vmad_proof::lemma::Lemma;

/// One page for all tests.
static PAGE: LazyLock<Page> = LazyLock::new(|| {
    let pages = TempDir::new().unwrap();
    let path = pages.path().join("modes.html");
    let ran = vmad(&["report", path.to_str().unwrap()]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
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

/// The data of the page.
fn sheets() -> Vec<Value> {
    let html = Html::parse_document(&PAGE.html);
    serde_json::from_str(&select(&html, "#data")[0].text().collect::<String>()).unwrap()
}

fn list<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value[name].as_array().unwrap()
}

/// The data of a mode, without its place in the table.
fn mode(instruction: &str) -> Value {
    let sheets = sheets();
    let modes = sheets.iter().flat_map(|it| list(it, "tables")).flat_map(|it| list(it, "cells"));
    modes.into_iter().find(|it| it["text"] == instruction).unwrap().clone()
}

#[test]
fn every_mode_has_its_evidence() {
    let mut texts = std::collections::BTreeSet::new();
    for (sheet, (mnemonic, modes, tables)) in sheets().iter().zip(SHEETS) {
        assert_eq!((&sheet["instruction"], list(sheet, "tables").len()), (&mnemonic.into(), tables));
        let cells: Vec<_> = list(sheet, "tables").iter().flat_map(|it| list(it, "cells")).collect();
        assert_eq!(cells.len(), modes, "{mnemonic}");
        for cell in cells {
            let text = cell["text"].as_str().unwrap();
            assert!(text.starts_with(mnemonic) && texts.insert(text.to_owned()), "{text}");
        }
    }
    // The example of the divergence chapter.
    let d1 = mode("VMAD.U32.U32.SAT R0, R2, R3, -R4");
    assert_eq!(
        [&d1["ptx"], &d1["ptxas"]],
        [&json!("vmad.s32.u32.u32.sat d, a, b, -c;"), &json!([50, 52, 53])]
    );
    assert_eq!([&d1["unit"], &d1["evidence"][0]], ["equal", "equal on 1,331 corner inputs"]);
    let difference = |row: &str| list(&d1, "differences").iter().find(|it| it["row"] == row).unwrap();
    let [inputs, results] = [json!(["0x0", "0x0", "0xffffffff"]), json!(["0x80000000", "0x00000001"])];
    assert_eq!([&difference("D1")["inputs"], &difference("D1")["results"]], [&inputs, &results]);
    let plain = mode("VMAD.U8.U8 R0, R2, R3, R4");
    assert_eq!([&plain["ptxas"], &plain["differences"]], [&json!([50, 52, 53, 60, 61, 62]), &json!([])]);
    // Of the other instructions: D5 of the hardware's kind, no PTX, the sign of B alone, and a lane above 255.
    let minimum = mode("VMNMX.U32.U32.MX.MIN R0, R2, R3, R4");
    assert_eq!(
        [&minimum["ptx"], &minimum["differences"][0]["row"]],
        ["vmax.s32.u32.u32.min d, a, b, c;", "D5"]
    );
    let plus_one = mode("VADD.UD.U8.U8.PO R0, R2, R3, R4");
    assert_eq!([&plus_one["ptx"], &plus_one["unit"]], [&Value::Null, &json!("none")]);
    assert_eq!(plus_one["evidence"], json!(["no PTX specifies it"]));
    for (text, row) in [
        ("VSETP.LT.S8.U32.AND P0, P1, R2, R3, P2", "sign-of-b"),
        ("VABSDIFF4.U8.S8.ACC R0, R2, R3, R4", "lane-bytes"),
    ] {
        assert!(list(&mode(text), "differences").iter().any(|it| it["row"] == row), "{text}");
    }
    // No mode is called proved.
    let data = json!(sheets()).to_string();
    assert!(!data.contains("all 2^96 inputs") && !data.contains("\"proved\""));
    assert!(PAGE.ran.stdout.contains("VMAD, unit and PTX: 0 of 864 modes differ"), "{}", PAGE.ran.stdout);
}

/// The rows of an instruction in the JSON: the name, modes, of how many, cells.
fn summary(mnemonic: &str) -> Vec<(String, u64, u64, u64)> {
    let sheets = sheets();
    let sheet = sheets.iter().find(|it| it["instruction"] == mnemonic).unwrap();
    let number = |row: &Value, name: &str| row[name].as_u64().unwrap();
    let row = |row: &Value| {
        let name = row["row"].as_str().unwrap().to_owned();
        (name, number(row, "modes"), number(row, "of"), number(row, "cells"))
    };
    list(sheet, "rows").iter().map(row).collect()
}

#[test]
fn totals_are_the_maps() {
    let html = Html::parse_document(&PAGE.html);
    for (mnemonic, ..) in SHEETS {
        let rows = summary(mnemonic);
        let about: Vec<_> = vmad_xcheck::map::about(vmad_unit::Kind::from_name(mnemonic).unwrap())
            .map(|row| row.id)
            .collect();
        let names: Vec<_> = rows.iter().map(|(name, ..)| name.as_str()).collect();
        assert!(!rows.is_empty() && names == about, "{mnemonic}: {names:?}");
        for (name, modes, of, _) in rows {
            let [row] = select(&html, &format!("#row-{mnemonic}-{name}"))[..] else { panic!("{name}") };
            assert!(text(row).contains(&format!("{modes} of {of}")), "{name}");
        }
    }
}

/// The proof is of every mode that PTX or `setp` specifies, for all inputs. The page has the data that `--json` prints,
/// and each of these modes is proved there.
#[test]
fn the_whole_proof_is_evidence_of_each_mode() {
    if !vmad_testing::long() {
        vmad_testing::skip("the whole proof", "it is of the long form");
        return;
    }
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("it.html");
    if !has_solver("the_whole_proof_is_evidence_of_each_mode") {
        return;
    }
    let ran = vmad(&["report", path.to_str().unwrap(), "--prove", "--json"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let lines: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let verdicts: Vec<&Value> = lines.iter().map(|it| &it["verdict"]).filter(|it| it.is_string()).collect();
    assert_eq!(verdicts.len(), 1 + 56 + 44 + 1526 + vmad_xcheck::RIVALS.len());
    let subjects: Vec<&str> = lines.iter().filter_map(|it| it["subject"].as_str()).collect();
    assert!(subjects.iter().any(|it| it.starts_with("terms compared with the code, 1596 modes, ")));
    let summaries: Vec<&Value> = lines.iter().map(|it| &it["summary"]).filter(|it| it.is_object()).collect();
    let [summary] = summaries[..] else { panic!("{summaries:?}") };
    let lemmas = Lemma::all().count();
    assert_eq!(summary["lemmas"], json!({ "proved": lemmas, "of": lemmas }));
    let sum = |key: &str| list(summary, "modes").iter().map(|it| it[key].as_u64().unwrap()).sum::<u64>();
    assert_eq!((sum("proved"), sum("of")), (120_512, 120_512));
    assert_eq!((&summary["refuted"], &summary["unknown"]), (&json!(0), &json!(0)));
    let sheets: Vec<_> = lines.into_iter().filter(|it| it["tables"].is_array()).collect();
    let html = fs::read_to_string(path).unwrap();
    let page = Html::parse_document(&html);
    let data: Vec<Value> =
        serde_json::from_str(&select(&page, "#data")[0].text().collect::<String>()).unwrap();
    assert_eq!(data, sheets);
    for mode in sheets.iter().flat_map(|it| list(it, "tables")).flat_map(|it| list(it, "cells")) {
        let wanted = if mode["evidence"][0] == "no PTX specifies it" { "none" } else { "proved" };
        assert_eq!(mode["unit"], wanted, "{mode}");
    }
    assert!(html.contains("Solver: "));
}

#[test]
fn bad_places_are_refused_and_nothing_is_written() {
    let folder = TempDir::new().unwrap();
    let inside = folder.path().join("no/such/folder/modes.html");
    assert_refused(&vmad(&["report", inside.to_str().unwrap()]), &["no/such/folder/modes.html"]);
    let path = folder.path().to_str().unwrap();
    assert_refused(&vmad(&["report", path]), &[path, ": is a directory\n"]);
    for option in ["--solver", "--jobs"] {
        assert_refused(&vmad(&["report", "x.html", option, "1"]), &["--prove", "Usage: vmad report"]);
    }
    // What fails along with it leaves what stood there.
    let kept = folder.path().join("kept.html");
    fs::write(&kept, "kept").unwrap();
    let kept_path = kept.to_str().unwrap();
    let ran = vmad(&["report", kept_path, "--prove", "--solver", "no-such-solver"]);
    assert_refused(&ran, &["no-such-solver"]);
    assert_eq!(fs::read_to_string(&kept).unwrap(), "kept");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
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
    if vmad_testing::long() {
        let ran = vmad(&["report", "-"]);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
        assert!(ran.stdout.starts_with("<!") && ran.stdout.trim_end().ends_with("</html>"));
        assert!(!Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/-")).exists());
    } else {
        vmad_testing::skip("the report to standard output", "it is of the long form");
    }
    for other in ["--prove", "--json"] {
        assert_refused(&vmad(&["report", "-", other]), &["vmad report -", "excludes"]);
    }
}
