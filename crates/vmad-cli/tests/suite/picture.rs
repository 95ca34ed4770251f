//! The pictures of `vmad explain --svg` and `vmad trace --svg`: well-formed, nothing over anything else, every arrow
//! from a box to a box, every value in its place.

use std::fs;

use roxmltree::{Document, Node};
use vmad_sass::{
    Instruction, Ports, assemble,
    isa::{INSTRUCTIONS, Opcode},
};
use vmad_unit::{Predicate, State};

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
    let class = |node: &Node<'_, '_>| node.attribute("class").unwrap_or_default().to_owned();
    let wires = nodes("path").filter(|node| class(node).starts_with("wire") || class(node) == "sign");
    for wire in wires {
        let path = wire.attribute("d").expect("a path");
        let points = points(path);
        // At the upper or the lower edge of a box, or at its left edge, or at the right edge of a sign's.
        let at = |edge: usize, (x, y): (f64, f64)| {
            boxes.iter().any(|&Area([left, top, right, bottom])| {
                let is_at_edge = left < x && x < right && ([left, top, right, bottom][edge] - y).abs() < 0.1;
                let sides = if class(&wire) == "sign" { vec![left, right] } else { vec![left] };
                is_at_edge || top < y && y < bottom && sides.iter().any(|side| (side - x).abs() < 0.1)
            })
        };
        assert!(at(3, points[0]) && at(1, points[points.len() - 1]), "{path} ends nowhere");
        for part in points.windows(2) {
            let ((x, y), (to_x, to_y)) = (part[0], part[1]);
            let line = if (x - to_x).abs() < 0.1 {
                Area([x - 1.0, y.min(to_y) + 0.1, x + 1.0, y.max(to_y) - 0.1])
            } else {
                Area([x.min(to_x) + 0.1, y - 1.0, x.max(to_x) - 0.1, y + 1.0])
            };
            assert!(areas.iter().chain(&boxes).all(|area| !area.overlaps(&line)), "{path} strikes {part:?}");
        }
    }
    texts.iter().filter_map(|node| node.text().map(str::to_owned)).collect()
}

/// The corners of a path of horizontal and vertical lines.
fn points(path: &str) -> Vec<(f64, f64)> {
    let mut points: Vec<(f64, f64)> = Vec::new();
    for part in path.split_inclusive(['M', 'V', 'H']).collect::<Vec<_>>().windows(2) {
        let command = part[0].chars().last().expect("a command");
        let numbers: Vec<f64> =
            part[1].split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect();
        let last = points.last().copied().unwrap_or_default();
        points.push(match command {
            'M' => (numbers[0], numbers[1]),
            'V' => (last.0, numbers[0]),
            'H' => (numbers[0], last.1),
            other => panic!("{other} in {path}"),
        });
    }
    points
}

#[test]
fn pictures_of_random_words_are_sound() {
    let mut random = fastrand::Rng::with_seed(21);
    for index in 0..vmad_testing::cases(100, 300) {
        let word = match index {
            0 => 0x5fbf_7fff_ffff_ffff,
            1 => 0x5f << 56,
            2 => 0x5fff_ffff_ffff_ffff,
            3 => 0x5fbf_ffff_ffff_ffff,
            _ => random.u64(..) & !(0xff << 56) | 0x5f << 56,
        };
        let word_text = format!("{word:#x}");
        let ran = vmad(&["explain", "--svg", "-", &word_text]);
        let legal = Instruction::decode(word).is_ok();
        // An illegal word is drawn too, and its errors are named.
        assert_eq!(ran.code, if legal { 0 } else { 2 }, "{word:#x}");
        assert_eq!(ran.stderr.is_empty(), legal, "{}", ran.stderr);
        assert!(legal || ran.stderr.contains(&format!("{word:#018x} is an illegal VMAD")), "{}", ran.stderr);
        let texts = check(&ran.stdout);
        assert!(texts.contains(&format!("{word:#018x}")));
        let document = Document::parse(&ran.stdout).expect("well-formed");
        let is_digit = |node: &Node<'_, '_>| node.has_tag_name("text") && node.attribute("class") == Some("");
        let digits: String = document.descendants().filter(is_digit).filter_map(|node| node.text()).collect();
        assert_eq!(u64::from_str_radix(&digits, 2), Ok(word), "{texts:?}");
    }
}

/// Every wire of the trace stands in the picture of any instruction, with the instruction and what is written.
#[test]
fn a_trace_is_drawn_with_all_its_values() {
    let mut random = fastrand::Rng::with_seed(22);
    for index in 0..vmad_testing::cases(90, 270) {
        let (instruction, [a, b, c]) = match index {
            0 => ("VMAD.U32.U32.SAT R100, -R101, R102, R103".to_owned(), [u32::MAX, u32::MAX, 0x8000_0000]),
            1 => ("VMAD.S32.S32.SHR_15.SAT R100.CC, -R101, R102, R103".to_owned(), [0x8000_0000; 3]),
            2 => ("VMAD.U32.U32.PO.SAT R254.CC, R101, R102, R103".to_owned(), [u32::MAX; 3]),
            _ => {
                let forms = INSTRUCTIONS[index % INSTRUCTIONS.len()];
                let instruction = loop {
                    let Opcode { mask, bits } = forms[random.usize(..forms.len())].opcode;
                    match Instruction::decode(random.u64(..) & !mask | bits) {
                        Ok(legal) if legal.operation().is_some() => break legal,
                        _ => {}
                    }
                };
                (instruction.to_string(), [(); 3].map(|()| random.u32(..)))
            }
        };
        let instruction = assemble(&instruction).expect("it assembles").instruction;
        let mut state = State::default();
        let mut assignments = Vec::new();
        for (register, value) in instruction.registers().into_iter().flatten().zip([a, b, c]) {
            let fresh = assignments.iter().all(|known: &String| !known.starts_with(&format!("{register}=")));
            if !register.is_zero() && fresh {
                state.registers.write(register, value);
                assignments.push(format!("{register}={value:#x}"));
            }
        }
        let predicates = instruction.source_predicate().into_iter().chain([instruction.guard().predicate]);
        let mut predicates: Vec<_> = predicates.filter(|predicate| *predicate != Predicate::PT).collect();
        predicates.dedup();
        assignments.extend(predicates.into_iter().map(|predicate| format!("{predicate}=0")));
        let text = instruction.to_string();
        let mut arguments = vec!["trace", "--svg", "-", &text];
        arguments.extend(assignments.iter().map(String::as_str));
        let ran = vmad(&arguments);
        ran.assert_says(0, &["viewBox=\"0 0 390 "]);
        let texts = check(&ran.stdout);
        let Ports { a, b, c } = instruction.read(&state);
        for wire in instruction.operation().expect("known").trace(a, b, c).wires {
            let bits = wire.bits.to_string();
            for shown in [wire.name, bits.trim(), &wire.value().to_string()] {
                assert!(
                    texts.iter().any(|text| text == shown),
                    "{instruction}: {shown:?} is not in {texts:?}"
                );
            }
            let bits = wire.bits.width();
            let width = format!("{}, {bits} bit{}", wire.note, if bits == 1 { "" } else { "s" });
            let is_noted = |text: &String| text == wire.note || *text == width;
            assert!(wire.note.is_empty() || texts.iter().any(is_noted), "{instruction}: {}", wire.note);
        }
        // Long texts are in two lines.
        let joined = texts.join(" ");
        assert!(joined.starts_with(&format!("{instruction};")), "{texts:?}");
        let effect = instruction.execute(&mut state).expect("known");
        if let Some((register, value)) = effect.register {
            assert!(joined.contains(&format!(" {register} = {value:#010x}")), "{joined}");
        }
        for (predicate, value) in effect.predicates.into_iter().flatten() {
            assert!(joined.contains(&format!("{predicate} = {}", u8::from(value))), "{joined}");
        }
    }
}

/// The arrows of a clamp: the active ones are those of the value that is chosen.
#[test]
fn active_wires_are_those_that_the_result_depends_on() {
    let idle = |arguments: &[&str]| {
        let ran = vmad(&[&["trace", "--svg", "-"], arguments].concat());
        let document = Document::parse(&ran.stdout).expect("well-formed");
        let class = |node: &Node<'_, '_>| node.attribute("class").unwrap_or_default().to_owned();
        let names = document.descendants().filter(|node| class(node) == "name idle");
        names.filter_map(|node| node.text().map(str::to_owned)).collect::<Vec<_>>()
    };
    let inputs = ["R2=0x40", "R3=0x7f", "R4=0"];
    let with = |text: &'static str| [&[text], &inputs[..]].concat();
    // In range: the value and both comparisons count, and the merge reads C. Without SAT, nothing of the clamp counts.
    assert_eq!(idle(&with("VMNMX.MX.SAT.MRG_8B0 R0, R2, R3, R4")), ["min"; 0]);
    assert_eq!(idle(&with("VMNMX.MX R0, R2, R3, R4")), ["min", "max", "below", "above", "C"]);
    assert_eq!(idle(&with("VADD.MRG_16H R0, R2, R3, R4")), ["min", "max", "below", "above"]);
}

#[test]
fn pictures_are_written_to_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let run = |file: &str| vmad(&["explain", "5f04020000370200", "--svg", file]);
    let ran = run(&path("word.svg"));
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (0, "", ""));
    assert_eq!(fs::read_to_string(path("word.svg")).expect("the file is there"), run("-").stdout);
    fs::create_dir(path("folder")).expect("a folder");
    assert_refused(&run(&path("folder")), &[&path("folder"), "directory"]);
    assert_refused(&run(&path("none/word.svg")), &["none/word.svg"]);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
    #[cfg(target_os = "linux")]
    assert_refused(&run("/dev/full"), &["/dev/full", "No space left"]);
}

/// The pictures of the book; `UPDATE_DOCS=1 cargo test -p vmad-cli --test suite picture` writes them.
#[test]
fn the_books_pictures_are_up_to_date() {
    for (name, arguments) in [
        ("word", "explain --svg - 'VMAD.S16.U8.SHR_7.SAT R0, -R1.H1, R2.B3, R4'"),
        ("datapath", "trace --svg - 'VMAD.U8.S8 R0, R2.B1, R3.B1, R4' R2=0x04030201 R3=0xfc05fe07 R4=100"),
    ] {
        let arguments = shlex::split(arguments).unwrap();
        let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
        let ran = vmad(&arguments);
        check(&ran.stdout);
        let (plain, _) = ran.stdout.split_once("@supports").expect("variables of CSS");
        assert!(
            plain.contains("fill:#ffe1cf") && !plain.contains("var("),
            "colours without variables: {name}"
        );
        vmad_testing::assert_chapter(&format!("{name}.svg"), &ran.stdout);
    }
}
