//! What a browser makes of the page.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use scraper::Html;
use serde_json::Value;
use tempfile::TempDir;

use super::{PAGE, SHEETS, select, summary};

/// What a browser is asked, and answers in an element of its own. A page's key presses are not a person's: Escape is the
/// browser's own, and is not among them.
const QUESTIONS: &str = include_str!("../../data/browser.html");

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
            *counted.entry(count[0].as_str().unwrap().to_owned()).or_insert(0) += count[1].as_u64().unwrap();
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
        assert_eq!(view["signs"]["≠"].as_u64().unwrap_or(0), *cells, "{mnemonic} {name}");
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
