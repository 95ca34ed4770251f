//! `vmad check --report`: the page, and what a browser makes of it.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::LazyLock,
    time::{Duration, Instant},
};

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
        let ran = vmad(&[&["check", "--exhaustive", "--shard", shard], &sweep[..]].concat());
        fs::write(&path, ran.stdout).unwrap();
        path.display().to_string()
    });
    let pages = TempDir::new().unwrap();
    let path = pages.path().join("modes.html");
    let ran = vmad(&["check", "--report", path.to_str().unwrap(), "--merge", &shards[0], &shards[1]]);
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
    assert!(PAGE.html.contains(&format!("check --report {}", PAGE.path)), "{}", PAGE.path);
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
    assert!(PAGE.ran.stdout.contains("units        193 of 193\n"), "{}", PAGE.ran.stdout);
    // A sample is named as one.
    assert!(PAGE.html.contains("Sweep of a sample, 1 of 61 units, of corners of VMAD, VSETP: "));
    assert!(PAGE.html.contains(" comparisons of the sweep, 1 of its 1 unit"), "no cell was reached");
}

/// The rows of the summary: the instruction, and the name, modes, of how many, cells.
static SUMMARY: LazyLock<Vec<(String, SummaryRow)>> = LazyLock::new(|| {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("it.html");
    let ran = vmad(&["check", "--report", path.to_str().unwrap(), "--json"]);
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
    assert_refused(&vmad(&["check", "--report", inside.to_str().unwrap()]), &["no/such/folder/modes.html"]);
    let path = folder.path().to_str().unwrap();
    assert_refused(&vmad(&["check", "--report", path]), &[path, "directory"]);
    assert_refused(&vmad(&["check", "--report"]), &["--report <FILE>"]);
    let other = ["--exhaustive", "--reading", "literal"];
    assert_refused(&vmad(&[&["check", "--report", "x.html"], &other[..]].concat()), &["--reading"]);
    // What fails along with it leaves what stood there.
    let kept = folder.path().join("kept.html");
    fs::write(&kept, "kept").unwrap();
    let kept_path = kept.to_str().unwrap();
    let ran = vmad(&["check", "--report", kept_path, "--merge", "no-such.json"]);
    assert_refused(&ran, &["no-such.json"]);
    assert_eq!(fs::read_to_string(&kept).unwrap(), "kept");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    // Another reading of PTX is not the one of the page.
    let other = folder.path().join("other.json");
    let literal = ["--part", "corners", "--every", "999", "--reading", "literal", "--json"];
    fs::write(&other, vmad(&[&["check", "--exhaustive"], &literal[..]].concat()).stdout).unwrap();
    let ran = vmad(&["check", "--report", kept_path, "--merge", other.to_str().unwrap()]);
    assert_refused(&ran, &["a page needs a sweep in the default reading"]);
}

/// What a browser is asked, and answers in an element of its own. A page's key presses are not a person's: Escape is the
/// browser's own, and is not among them.
const QUESTIONS: &str = r#"<script>
const trouble = [];
addEventListener("error", (event) => trouble.push(event.message));
addEventListener("securitypolicyviolation", (event) => trouble.push(event.violatedDirective));
addEventListener("load", () => {
  const answers = { sheets: {} };
  const card = document.getElementById("card");
  for (const choice of [...document.querySelectorAll("[name=instruction]")].filter((_, at) => at % STEP === 0)) {
  choice.click();
  const sheet = [...document.querySelectorAll(".sheet")].filter((it) => getComputedStyle(it).display !== "none");
  const cells = [...sheet[0].querySelectorAll(".cell")];
  const views = [];
  const box = cells[0].getBoundingClientRect();
  const width = [document.documentElement.scrollWidth, innerWidth];
  for (const radio of sheet[0].querySelectorAll("[type=radio]")) {
    radio.click();
    const signs = {}, colours = {};
    for (const cell of cells) {
      const sign = getComputedStyle(cell, "::before").content;
      signs[sign] = (signs[sign] ?? 0) + 1;
      (colours[sign] ??= new Set()).add(getComputedStyle(cell).backgroundColor);
    }
    const legend = [...sheet[0].querySelectorAll(".legend")].filter((it) => getComputedStyle(it).display !== "none");
    views.push({
      signs, colours: Object.values(colours).map((it) => it.size),
      distinct: new Set(Object.values(colours).flatMap((it) => [...it])).size,
      legends: legend.length,
      counts: [...legend[0].querySelectorAll("li")].map((it) => [it.querySelector(".swatch").textContent, +it.querySelector(".count").textContent]),
    });
  }
  const cut = [...document.querySelectorAll("table, td, th, label, summary")].filter((it) => it.getBoundingClientRect().right > innerWidth).length;
  answers.sheets[choice.id.slice(2)] = { shown: sheet.length, cells: cells.length, cell: [box.width, box.height], width, views, cut };
  }
  document.querySelector("[name=instruction]").click();
  const cells = [...document.getElementById("VMAD").querySelectorAll(".cell")];
  answers.background = getComputedStyle(document.body).backgroundColor;
  // A card leaves its cell and the next ones free, wherever they are in the window.
  const near = 24;
  answers.covered = cells.filter((_, at) => at % 29 === 0).filter((it) => {
    it.scrollIntoView({ block: "nearest" });
    it.focus({ focusVisible: true });
    it.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
    const [own, over] = [it, card].map((each) => each.getBoundingClientRect());
    return over.height === 0 || (over.bottom > own.top - near && over.top < own.bottom + near);
  }).map((it) => it.getAttribute("aria-label"));
  const cell = cells.find((it) => it.getAttribute("aria-label").includes("D2m"));
  document.activeElement.blur();
  const display = () => getComputedStyle(card).display;
  answers.shown = [display()];
  cell.focus({ focusVisible: true });
  answers.shown.push(display());
  cell.click();
  answers.open = card.matches(":popover-open");
  answers.card = card.innerText;
  answers.inside = card.getBoundingClientRect().right <= innerWidth;
  card.querySelector(".close").click();
  cell.blur();
  answers.shown.push(display());
  cells[0].focus();
  const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  press("ArrowRight"); press("ArrowDown"); press("ArrowLeft"); press("ArrowUp"); press("ArrowUp"); press("ArrowRight");
  answers.walked = document.activeElement.getAttribute("aria-label");
  answers.stops = cells.filter((it) => it.tabIndex === 0).length;
  answers.asked = performance.getEntriesByType("resource").length;
  answers.trouble = trouble;
  parent.postMessage(JSON.stringify(answers), "*");
});
</script></body>"#;

/// The page in a frame of some width: a browser's window has a least one. It follows the window's colours.
fn frame(width: u32) -> String {
    format!(
        r#"<!DOCTYPE html><meta name="color-scheme" content="light dark"><pre id="answers"></pre>
<script>addEventListener("message", (event) => {{ document.getElementById("answers").textContent = event.data; }});</script>
<iframe src="page.html" width="{width}" height="844" style="border: 0"></iframe>"#
    )
}

/// A Chromium on the PATH.
fn chromium() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    std::env::split_paths(&folders)
        .flat_map(|folder| names.map(|name| folder.join(name)))
        .find(|path| path.is_file())
}

/// Opens a page and reads the answers.
///
/// The matrices of one instruction in `step` are looked at.
fn ask(chromium: &Path, width: u32, dark: bool, step: usize) -> Value {
    let folder = TempDir::new().unwrap();
    let page = folder.path().join("page.html");
    fs::write(&page, PAGE.html.replacen("</body>", &QUESTIONS.replace("STEP", &step.to_string()), 1))
        .unwrap();
    let framed = folder.path().join("framed.html");
    fs::write(&framed, frame(width)).unwrap();
    let dom = folder.path().join("dom.html");
    let mut child = Command::new(chromium)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .arg(format!("--blink-settings=preferredColorScheme={}", u32::from(!dark)))
        .arg("--window-size=1400,900")
        .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
        .args(["--virtual-time-budget=20000", "--dump-dom"])
        .arg(format!("file://{}", framed.display()))
        .stdout(fs::File::create(&dom).unwrap())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > Duration::from_mins(4) {
            child.kill().unwrap();
            panic!("chromium does not end");
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    let html = Html::parse_document(&fs::read_to_string(&dom).unwrap());
    let [answers] = select(&html, "#answers")[..] else { panic!("the page answered nothing") };
    serde_json::from_str(&answers.text().collect::<String>()).unwrap()
}

/// The matrix of an instruction in a window of some width.
fn check_sheet(mnemonic: &str, modes: u64, width: u32, sheet: &Value) {
    assert_eq!((&sheet["shown"], &sheet["cells"], &sheet["cut"]), (&1.into(), &modes.into(), &0.into()));
    let [inner, outer] = [1, 0].map(|at| sheet["width"][at].as_u64().unwrap());
    assert_eq!((inner, outer <= inner), (width.into(), true), "{mnemonic}: {outer} of {inner}");
    // As large as accessibility guidelines ask of a target.
    assert!(sheet["cell"].as_array().unwrap().iter().all(|side| side.as_f64().unwrap() >= 24.0));
    let rows = summary(mnemonic);
    let views = sheet["views"].as_array().unwrap();
    assert_eq!(views.len(), 3 + rows.len(), "{mnemonic}");
    for view in views {
        assert_eq!(view["legends"], 1);
        assert_eq!(view["distinct"], view["signs"].as_object().unwrap().len(), "{view}");
        // A colour for each sign, and the legend tells of what is shown.
        assert!(view["colours"].as_array().unwrap().iter().all(|count| count == 1), "{view}");
        let mut counted = BTreeMap::new();
        for count in view["counts"].as_array().unwrap() {
            *counted.entry(format!("{:?}", count[0].as_str().unwrap())).or_insert(0) +=
                count[1].as_u64().unwrap();
        }
        let shown: BTreeMap<_, _> = view["signs"]
            .as_object()
            .unwrap()
            .iter()
            .map(|(sign, count)| (sign.clone(), count.as_u64().unwrap()))
            .collect();
        assert_eq!(shown, counted, "{mnemonic}");
        assert_eq!(shown.values().sum::<u64>(), modes, "{mnemonic}");
    }
    for ((name, .., cells), view) in rows.iter().zip(&views[3..]) {
        assert_eq!(view["signs"]["\"≠\""].as_u64().unwrap_or(0), *cells, "{mnemonic} {name}");
    }
}

/// The short form opens the page on a telephone only, and looks at three instructions.
#[test]
fn a_browser_shows_it() {
    let Some(chromium) = chromium() else {
        vmad_testing::skip("the report in a browser", "no chromium on the PATH");
        return;
    };
    let mut backgrounds = Vec::new();
    let step = vmad_testing::step(4);
    for (width, dark) in [(390, true), (1280, false)].into_iter().step_by(vmad_testing::step(2)) {
        let answers = ask(&chromium, width, dark, step);
        assert_eq!(answers["trouble"], serde_json::json!([]));
        assert_eq!(answers["asked"], 0);
        backgrounds.push(answers["background"].as_str().unwrap().to_owned());
        assert_eq!(answers["sheets"].as_object().unwrap().len(), SHEETS.len().div_ceil(step));
        for (mnemonic, modes, _) in SHEETS.into_iter().step_by(step) {
            check_sheet(mnemonic, modes as u64, width, &answers["sheets"][mnemonic]);
        }
        assert_eq!(answers["shown"], serde_json::json!(["none", "block", "none"]));
        assert_eq!([&answers["open"], &answers["inside"]], [true, true]);
        let card = answers["card"].as_str().unwrap();
        assert!(card.contains("D2m") && card.contains("a=0xffffffff"), "{card}");
        assert_eq!(answers["walked"], "VMAD.U8.S8 R0, R2, R3, R4: no difference");
        assert_eq!(answers["stops"], 24);
        assert_eq!(answers["covered"], serde_json::json!([]));
    }
    backgrounds.dedup();
    assert_eq!(backgrounds.len(), if vmad_testing::long() { 2 } else { 1 }, "light and dark");
}

/// The page alone goes to standard output, and no file is called `-`.
#[test]
fn a_dash_is_standard_output() {
    let ran = vmad(&["check", "--report", "-"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout.starts_with("<!") && ran.stdout.trim_end().ends_with("</html>"));
    assert!(!Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/-")).exists());
    for other in [&["--prove"][..], &["--json"], &["--exhaustive"], &["--merge", "x.json"]] {
        assert_refused(&vmad(&[&["check", "--report", "-"], other].concat()), &["--report -", "excludes"]);
    }
}
