//! The pictures of `vmad explain --svg` and `vmad trace --svg`: well-formed, nothing over anything else, every arrow
//! from a box to a box, every value in its place.

use std::fs;

use roxmltree::{Document, Node};
use vmad_sass::{Vmad, assemble, vmad::Ports};

use crate::common::{assert_refused, vmad};

/// The widest character of the fonts that the style names, in hundredths of the font's size.
const ADVANCE: f64 = 0.602;

fn number(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{name} of {node:?}"))
}

/// Left, top, right, bottom.
#[derive(Clone, Copy, Debug)]
struct Area([f64; 4]);

impl Area {
    fn of_rectangle(node: Node<'_, '_>) -> Self {
        let [x, y, width, height] = ["x", "y", "width", "height"].map(|name| number(node, name));
        Self([x, y, x + width, y + height])
    }

    fn of_text(node: Node<'_, '_>) -> Self {
        let size = if node.attribute("class") == Some("title") { 15.0 } else { 13.0 };
        let width: f64 = node.text().unwrap_or_default().chars().map(|_| size * ADVANCE).sum();
        let (x, y) = (number(node, "x"), number(node, "y"));
        let left = match node.attribute("text-anchor") {
            Some("start") => x,
            Some("middle") => x - width / 2.0,
            Some("end") => x - width,
            other => panic!("{other:?}"),
        };
        Self([left, y - 0.8 * size, left + width, y + 0.2 * size])
    }

    fn overlaps(&self, other: &Self) -> bool {
        let ([l, t, r, b], [left, top, right, bottom]) = (self.0, other.0);
        l < right && left < r && t < bottom && top < b
    }

    fn holds(&self, other: &Self) -> bool {
        let ([l, t, r, b], [left, top, right, bottom]) = (self.0, other.0);
        l <= left && t <= top && right <= r && bottom <= b
    }
}

/// Checks a picture, and gives its texts.
fn check(svg: &str) -> Vec<String> {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
    let root = document.root_element();
    assert_eq!(root.tag_name().namespace(), Some("http://www.w3.org/2000/svg"));
    assert!(!svg.contains("href"), "nothing outside the file");
    for name in ["title", "desc", "style"] {
        let node = root.children().find(|node| node.has_tag_name(name)).expect(name);
        assert!(node.text().is_some_and(|text| !text.is_empty()), "{name}");
    }
    let nodes = |name| root.descendants().filter(move |node: &Node<'_, '_>| node.has_tag_name(name));
    let texts: Vec<_> = nodes("text").filter(|node| node.text().is_some()).collect();
    let rectangles: Vec<_> = nodes("rect").collect();
    let ground = Area::of_rectangle(rectangles[0]);
    let boxes: Vec<_> = rectangles[1..].iter().map(|&node| Area::of_rectangle(node)).collect();
    let areas: Vec<_> = texts.iter().map(|&node| Area::of_text(node)).collect();
    for (index, area) in areas.iter().enumerate() {
        let text = texts[index].text();
        assert!(ground.holds(area), "{text:?} leaves the picture");
        for (other, beside) in areas.iter().enumerate().take(index) {
            assert!(!area.overlaps(beside), "{text:?} over {:?}", texts[other].text());
        }
        for found in &boxes {
            assert!(found.holds(area) || !found.overlaps(area), "{text:?} over the edge of a box");
        }
    }
    for (index, found) in boxes.iter().enumerate() {
        assert!(ground.holds(found));
        assert!(boxes[..index].iter().all(|other| !other.overlaps(found)), "{found:?}");
    }
    for wire in nodes("path").filter(|node| node.attribute("class") == Some("wire")) {
        let path = wire.attribute("d").expect("a path");
        let numbers: Vec<f64> =
            path.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect();
        let &[x, from, to] = numbers.as_slice() else { panic!("{path}") };
        let at = |edge: usize, y: f64| {
            boxes.iter().any(|found| found.0[0] < x && x < found.0[2] && (found.0[edge] - y).abs() < 0.1)
        };
        assert!(at(3, from) && at(1, to), "{path} ends nowhere");
        for area in &areas {
            assert!(!area.overlaps(&Area([x - 2.0, from, x + 2.0, to])), "{path} strikes a text out");
        }
    }
    texts.iter().filter_map(|node| node.text().map(str::to_owned)).collect()
}

#[test]
fn pictures_of_random_words_are_sound() {
    let mut random = fastrand::Rng::with_seed(21);
    for index in 0..300 {
        let word = match index {
            0 => 0x5fbf_7fff_ffff_ffff,
            1 => 0x5f << 56,
            2 => 0x5fff_ffff_ffff_ffff,
            3 => 0x5fbf_ffff_ffff_ffff,
            _ => random.u64(..) & !(0xff << 56) | 0x5f << 56,
        };
        let ran = vmad(&["explain", "--svg", "-", &format!("{word:#x}")]);
        let legal = Vmad::decode(word).is_ok();
        assert_eq!((ran.code, ran.stderr.as_str()), (if legal { 0 } else { 2 }, ""), "{word:#x}");
        let texts = check(&ran.stdout);
        assert!(texts.contains(&format!("{word:#018x}")));
        let is_bits = |text: &&String| text.chars().all(|c| "01 ".contains(c));
        let digits: String = texts.iter().filter(is_bits).flat_map(|text| text.split(' ')).collect();
        assert_eq!(u64::from_str_radix(&digits, 2), Ok(word), "{texts:?}");
    }
}

/// Every number of the trace stands in the picture, with the instruction and what is written.
#[test]
fn a_trace_is_drawn_with_all_its_values() {
    let mut random = fastrand::Rng::with_seed(22);
    for index in 0..150 {
        let (text, [a, b, c]) = match index {
            0 => ("VMAD.U32.U32.SAT R100, -R101, R102, R103".to_owned(), [u32::MAX, u32::MAX, 0x8000_0000]),
            1 => ("VMAD.S32.S32.SHR_15.SAT R100.CC, -R101, R102, R103".to_owned(), [0x8000_0000; 3]),
            2 => ("VMAD.U32.U32.PO.SAT R254.CC, R101, R102, R103".to_owned(), [u32::MAX; 3]),
            _ => {
                let vmad = loop {
                    let word = random.u64(..) & !(0xff << 56) | 0x5f << 56;
                    if let Ok(vmad) = Vmad::decode(word | 7 << 16) {
                        break vmad;
                    }
                };
                (vmad.to_string(), [(); 3].map(|()| random.u32(..)))
            }
        };
        let vmad_of = assemble(&text).expect("it assembles").instruction;
        let names = [vmad_of.a.register.to_string(), b_name(&vmad_of), vmad_of.c.to_string()];
        let mut given: Vec<(String, u32)> = Vec::new();
        for (name, value) in names.into_iter().zip([a, b, c]) {
            if name.starts_with('R') && name != "RZ" && given.iter().all(|(other, _)| *other != name) {
                given.push((name, value));
            }
        }
        let value_of =
            |name: &str| given.iter().find(|(other, _)| other == name).map_or(0, |(_, value)| *value);
        let ports = vmad_of.feed(Ports {
            a: value_of(&vmad_of.a.register.to_string()),
            b: value_of(&b_name(&vmad_of)),
            c: value_of(&vmad_of.c.to_string()),
        });
        let assignments: Vec<_> = given.iter().map(|(name, value)| format!("{name}={value:#x}")).collect();
        let mut arguments = vec!["trace", "--svg", "-", &text];
        arguments.extend(assignments.iter().map(String::as_str));
        let ran = vmad(&arguments);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
        let texts = check(&ran.stdout);
        let trace = vmad_of.trace(ports);
        for row in
            trace.wires.iter().filter(|row| row.bits.width() > 1 && !["min", "max"].contains(&row.name))
        {
            let value = row.value().to_string();
            let shown = [row.name, row.pattern().to_string().trim(), &value].map(str::to_owned);
            let stands = texts.windows(3).any(|window| window == shown);
            assert!(stands, "{text}: {shown:?} is not in {texts:?}");
        }
        assert!(texts.contains(&format!("{vmad_of};")));
        let result = format!("{:#010x}", trace.result());
        let written = texts.last().expect("texts");
        let nothing = vmad_of.destination.is_zero() || vmad_of.guard.negated;
        assert!(written.contains(&result) || nothing, "{written}");
    }
}

fn b_name(vmad: &Vmad) -> String {
    match vmad.b {
        vmad_sass::vmad::SourceB::Register { source, .. } => source.register.to_string(),
        vmad_sass::vmad::SourceB::Immediate { .. } => String::new(),
    }
}

/// A picture that cannot be written leaves what was there, and nothing beside it.
#[test]
fn pictures_are_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let run = |file: &str| vmad(&["explain", "5f04020000370200", "--svg", file]);
    let ran = run(&path("word.svg"));
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (0, "", ""));
    let written = fs::read_to_string(path("word.svg")).expect("the file is there");
    assert_eq!(written, run("-").stdout);
    fs::write(path("word.svg"), "old").expect("it can be written");
    assert_eq!(run(&path("word.svg")).code, 0);
    assert_eq!(fs::read_to_string(path("word.svg")).expect("the file is there"), written);
    fs::create_dir(path("folder")).expect("a folder");
    assert_refused(&run(&path("folder")), &[&path("folder"), "directory"]);
    assert_refused(&run(&path("none/word.svg")), &["none/word.svg"]);
    assert_refused(&run(""), &["not the name of a file"]);
    let foreign = vmad(&["explain", "4c98078000870001", "--svg", &path("foreign.svg")]);
    assert_refused(&foreign, &["is not a video instruction"]);
    assert_refused(&vmad(&["explain", "--svg", &path("two.svg")]), &["expected one WORD or TEXT"]);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
}

/// A link is followed and stays one; what is written has the permissions of any new file.
#[cfg(unix)]
#[test]
fn links_stay_links_and_permissions_are_the_umasks() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    fs::write(path("target.svg"), "old").expect("it can be written");
    fs::write(path("other"), "").expect("it can be written");
    symlink("target.svg", path("link.svg")).expect("a link");
    let ran = vmad(&["explain", "5f04020000370200", "--svg", &path("link.svg")]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(fs::symlink_metadata(path("link.svg")).expect("it is there").is_symlink());
    assert!(fs::read_to_string(path("target.svg")).expect("it is there").starts_with("<svg"));
    let mode = |name: &str| fs::metadata(path(name)).expect("it is there").permissions().mode();
    assert_eq!(mode("target.svg"), mode("other"));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 3);
}

/// A device is written to, never replaced.
#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_an_error_and_stays_one() {
    use std::os::unix::fs::FileTypeExt;
    let ran = vmad(&["explain", "5f04020000370200", "--svg", "/dev/full"]);
    assert_refused(&ran, &["/dev/full", "No space left"]);
    let kind = fs::metadata("/dev/full").expect("it is there").file_type();
    assert!(kind.is_char_device());
}

/// The pictures of the book; `UPDATE_DOCS=1 cargo test -p vmad-cli --test suite picture` writes them.
#[test]
fn the_books_pictures_are_up_to_date() {
    for (name, arguments) in [
        ("word.svg", &["explain", "--svg", "-", "VMAD.S16.U8.SHR_7.SAT R0, -R1.H1, R2.B3, R4"][..]),
        (
            "datapath.svg",
            &[
                "trace",
                "--svg",
                "-",
                "VMAD.U32.U32.SAT R0, -R1, R2, R3",
                "R1=0xffffffff",
                "R2=0xffffffff",
                "R3=0x80000000",
            ],
        ),
    ] {
        let ran = vmad(arguments);
        check(&ran.stdout);
        vmad_testing::assert_chapter(name, &ran.stdout);
    }
}
