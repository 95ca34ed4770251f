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

/// One page for all tests: with a thin sweep, so that there are two kinds of evidence.
static PAGE: LazyLock<Page> = LazyLock::new(|| {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("modes.html");
    let sweep = ["--exhaustive", "--part", "corners", "--every", "61"];
    let ran = vmad(&[&["check", "--report", path.to_str().unwrap()], &sweep[..]].concat());
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let html = fs::read_to_string(&path).unwrap();
    let names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().file_name()).collect();
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

#[test]
fn every_mode_is_a_cell_with_its_evidence() {
    let html = Html::parse_document(&PAGE.html);
    assert_eq!(select(&html, ".matrix table").len(), 24);
    let cells = select(&html, ".matrix td .cell");
    assert_eq!(cells.len(), 864);
    let labels: std::collections::BTreeSet<_> =
        cells.iter().map(|cell| cell.attr("aria-label").unwrap()).collect();
    assert_eq!(labels.len(), 864);
    let card = |instruction: &str| {
        let card = select(&html, ".card").into_iter().find(|card| {
            card.select(&Selector::parse("h4").unwrap()).any(|heading| text(heading) == instruction)
        });
        text(card.unwrap())
    };
    // The example of the divergence chapter.
    let d1 = card("VMAD.U32.U32.SAT R0, R2, R3, -R4");
    for words in [
        "U32 times U32, minus C; clamped to 32 bits.",
        "ptxas emits it on sm_50, sm_52, sm_53 ",
        "D1 differs the sign of an unsigned c that is subtracted \
         a=0x0 b=0x0 c=0xffffffff: this project 0x80000000, the other 0x00000001",
        "a=0xffffffff b=0xffffffff c=0x0: this project 0x7fffffff, the other 0x80000000",
        "equal on 1,331 corner inputs",
    ] {
        assert!(d1.contains(words), "{words:?} is not in {d1}");
    }
    let plain = card("VMAD.U8.U8 R0, R2, R3, R4");
    assert!(plain.contains("sm_62") && plain.ends_with("No difference D1, D2, D2m, D3, P8, P10"), "{plain}");
    // No more is said than was run.
    assert!(!PAGE.html.contains("equal for all"));
    let swept =
        select(&html, ".card").into_iter().map(text).filter(|card| card.contains("comparisons of the sweep"));
    let not = PAGE.html.matches("not reached by the sweep").count();
    assert_eq!(swept.count() + not, 864);
    assert!(PAGE.ran.stdout.contains("units        78 of 78\n"), "{}", PAGE.ran.stdout);
}

/// The rows of the summary: name, modes, of how many, cells.
fn summary() -> Vec<(String, u64, u64, u64)> {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("it.html");
    let ran = vmad(&["check", "--report", path.to_str().unwrap(), "--json"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let rows = ran.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let number = |row: &Value, name: &str| row[name].as_u64().unwrap();
    rows.map(|row| {
        let name = row["row"].as_str().unwrap().to_owned();
        (name, number(&row, "modes"), number(&row, "of"), number(&row, "cells"))
    })
    .collect()
}

#[test]
fn totals_are_the_maps() {
    let html = Html::parse_document(&PAGE.html);
    let rows = summary();
    let map: Vec<_> = vmad_xcheck::interpretation::INTERPRETATIONS
        .iter()
        .map(|row| (row.id.name().to_owned(), row.modes as u64, row.domain.size() as u64))
        .collect();
    let found: Vec<_> = rows.iter().map(|(name, modes, of, _)| (name.clone(), *modes, *of)).collect();
    assert_eq!(found, map);
    for (view, (name, modes, of, cells)) in rows.into_iter().enumerate() {
        let [row] = select(&html, &format!("#row-{name}"))[..] else { panic!("{name}") };
        assert!(text(row).contains(&format!("{modes} of {of}")), "{name}");
        // Three views come before those of the rows.
        let legend = text(select(&html, &format!(".legend-{}", view + 3))[0]);
        assert!(legend.contains(&format!("≠ the two differ on some inputs: {cells}")), "{legend}");
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
    // A sweep that was thinned does not say of which units it is.
    let thin = folder.path().join("thin.json");
    let thinned = vmad(&["check", "--exhaustive", "--part", "corners", "--every", "999", "--json"]);
    fs::write(&thin, thinned.stdout).unwrap();
    let ran = vmad(&["check", "--report", kept_path, "--merge", thin.to_str().unwrap()]);
    assert_refused(&ran, &["another plan", "a page needs the sweep of all parts"]);
}

/// What a browser is asked, and answers in an element of its own. A page's key presses are not a person's: Escape is the
/// browser's own, and is not among them.
const QUESTIONS: &str = r#"<script>
const trouble = [];
addEventListener("error", (event) => trouble.push(event.message));
addEventListener("securitypolicyviolation", (event) => trouble.push(event.violatedDirective));
addEventListener("load", () => {
  const answers = { views: [] };
  const cells = [...document.querySelectorAll(".cell")];
  const box = cells[0].getBoundingClientRect();
  answers.cell = [box.width, box.height];
  answers.width = [document.documentElement.scrollWidth, innerWidth];
  answers.background = getComputedStyle(document.body).backgroundColor;
  for (const radio of document.querySelectorAll("[name=view]")) {
    radio.click();
    const signs = {}, colours = {};
    for (const cell of cells) {
      const sign = getComputedStyle(cell, "::before").content;
      signs[sign] = (signs[sign] ?? 0) + 1;
      (colours[sign] ??= new Set()).add(getComputedStyle(cell).backgroundColor);
    }
    const legend = [...document.querySelectorAll(".legend")].filter((it) => getComputedStyle(it).display !== "none");
    answers.views.push({
      signs, colours: Object.values(colours).map((it) => it.size),
      distinct: new Set(Object.values(colours).flatMap((it) => [...it])).size,
      legends: legend.length,
      counts: [...legend[0].querySelectorAll("li")].map((it) => [it.querySelector(".swatch").textContent, +it.querySelector(".count").textContent]),
    });
  }
  // A card leaves its cell and the next ones free, wherever they are in the window.
  const near = 24;
  answers.covered = cells.filter((_, at) => at % 29 === 0).filter((it) => {
    it.scrollIntoView({ block: "nearest" });
    it.focus({ focusVisible: true });
    it.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
    const [own, over] = [it, it.nextElementSibling].map((each) => each.getBoundingClientRect());
    return over.height === 0 || (over.bottom > own.top - near && over.top < own.bottom + near);
  }).map((it) => it.getAttribute("aria-label"));
  answers.cut = [...document.querySelectorAll("table, td, th, label, summary")].filter((it) => it.getBoundingClientRect().right > innerWidth).length;
  const cell = cells.find((it) => it.getAttribute("aria-label").includes("D2m"));
  const card = document.getElementById(cell.getAttribute("popovertarget"));
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
fn ask(chromium: &Path, width: u32, dark: bool) -> Value {
    let folder = TempDir::new().unwrap();
    let page = folder.path().join("page.html");
    fs::write(&page, PAGE.html.replacen("</body>", QUESTIONS, 1)).unwrap();
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

#[test]
fn a_browser_shows_it() {
    let Some(chromium) = chromium() else {
        vmad_testing::skip("the report in a browser", "no chromium on the PATH");
        return;
    };
    let cells: BTreeMap<_, _> = summary().into_iter().map(|(name, _, _, cells)| (name, cells)).collect();
    let mut backgrounds = Vec::new();
    for (width, dark) in [(1280, false), (390, true)] {
        let answers = ask(&chromium, width, dark);
        assert_eq!(answers["trouble"], serde_json::json!([]));
        assert_eq!(answers["asked"], 0);
        let [inner, outer] = [&answers["width"][1], &answers["width"][0]].map(|it| it.as_u64().unwrap());
        assert_eq!((inner, outer <= inner), (width.into(), true), "{outer} of {inner}");
        // As large as accessibility guidelines ask of a target.
        assert!(answers["cell"].as_array().unwrap().iter().all(|side| side.as_f64().unwrap() >= 24.0));
        backgrounds.push(answers["background"].as_str().unwrap().to_owned());

        let views = answers["views"].as_array().unwrap();
        assert_eq!(views.len(), 3 + cells.len());
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
            assert_eq!(shown, counted);
            assert_eq!(shown.values().sum::<u64>(), 864);
        }
        for (row, view) in vmad_xcheck::interpretation::INTERPRETATIONS.iter().zip(&views[3..]) {
            assert_eq!(view["signs"]["\"≠\""], cells[row.id.name()], "{}", row.id);
        }

        assert_eq!(answers["shown"], serde_json::json!(["none", "block", "none"]));
        assert_eq!([&answers["open"], &answers["inside"]], [true, true]);
        let card = answers["card"].as_str().unwrap();
        assert!(card.contains("D2m") && card.contains("a=0xffffffff"), "{card}");
        assert_eq!(answers["walked"], "VMAD.U8.S8 R0, R2, R3, R4: no difference");
        assert_eq!(answers["stops"], 24);
        assert_eq!(answers["covered"], serde_json::json!([]));
        assert_eq!(answers["cut"], 0);
    }
    assert_ne!(backgrounds[0], backgrounds[1], "light and dark");
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
