//! What published emulators, simulators and translators compute, against the unit: the page `docs/src/conformance.md`.
//!
//! Each file restates the rules of one program in its own words, as they were read on the date of the page. A finding
//! says in which cases the program differs. The test holds it to that: in each of these cases some input differs, and in
//! every other case none does.

mod gpgpusim;
mod ryujinx;
mod syclomatic;
mod yuzu;

use std::fmt::Write;

use vmad_map::{corners, grid::nearness};
use vmad_observe::peers::{PEERS as RULES, Subject};
use vmad_unit::{Kind, Operand, Operation, Output, Saturate, Sign, Width, vmad, vmnmx};

/// B is a register with the first selector of its format, or an immediate.
type Case = Subject;

/// A program and its rules.
struct Peer {
    name: &'static str,
    /// The files, the repository and the commit in which the rules were read.
    files: &'static str,
    instructions: &'static [Instruction],
}

/// The rules of a program for one instruction.
struct Instruction {
    mnemonic: &'static str,
    /// What it refuses, in words.
    refused: &'static str,
    findings: &'static [Finding],
}

/// Cases in which a program differs.
struct Finding {
    text: &'static str,
    applies: fn(&Case) -> bool,
    /// The rows that it explains in these cases.
    explains: fn(&Case, [u32; 3]) -> bool,
}

const PEERS: [&Peer; 4] = [&yuzu::PEER, &ryujinx::PEER, &syclomatic::PEER, &gpgpusim::PEER];

/// The cases of an instruction.
fn cases(mnemonic: &str) -> impl Iterator<Item = Case> {
    let kind = Kind::ALL.into_iter().find(|kind| kind.name() == mnemonic).expect("an instruction");
    let operations =
        kind.groups().flatten().filter(|operation| *operation == operation.with_first_selectors());
    operations.flat_map(|operation| {
        let cases = [false, true].map(|immediate| Case { operation, immediate });
        let is_half = sources(&cases[0])[1].selector.width() == Width::Half;
        cases.into_iter().filter(move |case| is_half || !case.immediate)
    })
}

/// The ports that are tried.
fn inputs(case: &Case) -> Vec<[u32; 3]> {
    let [a, b] = sources(case);
    let values = |operand: Operand| {
        let mut values = corners::few(operand.selector.width()).to_vec();
        if operand.selector.width() != Width::Byte {
            // Above a byte, and its low byte is 0.
            values.push(0x0100);
        }
        values
    };
    let [mut a_values, mut b_values] = [a, b].map(values);
    if case.immediate {
        // Bits 10:8 stand where a register's selector does.
        b_values.extend([0x0200, 0x0600, 0x8600]);
        a_values.extend([0x0600, 0x8600]);
    }
    let c_values = match case.operation {
        Operation::Vsetp(_) => vec![0, 1],
        _ => vec![0, 1, 0x7fff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff],
    };
    let mut inputs = Vec::new();
    for a in a_values {
        for &b in &b_values {
            inputs.extend(c_values.iter().map(|&c| [a, b, c]));
        }
    }
    inputs.sort_by_key(|&inputs| nearness(inputs));
    inputs
}

/// What the unit computes.
fn unit(case: &Case, [a, b, c]: [u32; 3]) -> u32 {
    case.operation.execute(a, b, c)
}

/// The operands A and B.
fn sources(case: &Case) -> [Operand; 2] {
    case.operation.operands().expect("an instruction that a program executes")
}

/// Formats of different signs.
fn mixed_signs(case: &Case) -> bool {
    let [a, b] = sources(case);
    a.sign != b.sign
}

/// The cases of an instruction in a program, counted.
#[derive(Default)]
struct Counts {
    cases: usize,
    refused: usize,
    /// Cases in which some words are refused.
    partly: usize,
    equal: usize,
    differing: usize,
    /// By finding: the cases, and the first example.
    findings: Vec<(usize, Option<String>)>,
}

/// Runs a program's rules on every case and input, and holds its findings to them.
fn check(peer: &Peer, instruction: &Instruction) -> Counts {
    let id = format!("{} {}", peer.name, instruction.mnemonic);
    let rules = RULES.iter().find(|rules| rules.id == id).expect("the rules of the program");
    let mut counts = Counts::default();
    counts.findings.resize_with(instruction.findings.len(), Default::default);
    for case in cases(instruction.mnemonic) {
        counts.cases += 1;
        // Whether it refuses does not depend on the inputs.
        if (rules.run)(&case, [0; 3]).is_none() {
            counts.refused += 1;
            continue;
        }
        let answers = inputs(&case).into_iter().map(|inputs| (inputs, (rules.run)(&case, inputs)));
        let is_equal = |(inputs, answer): &([u32; 3], Option<u32>)| *answer == Some(unit(&case, *inputs));
        let (refused, answers): (Vec<_>, Vec<_>) = answers.partition(|(_, answer)| answer.is_none());
        counts.partly += usize::from(!refused.is_empty());
        let different: Vec<_> = answers.into_iter().filter(|row| !is_equal(row)).collect();
        let applying: Vec<_> =
            instruction.findings.iter().enumerate().filter(|(_, finding)| (finding.applies)(&case)).collect();
        let place = || format!("{} {}: {case:?} {:x?}", peer.name, instruction.mnemonic, different.first());
        assert_eq!(different.is_empty(), applying.is_empty(), "{}", place());
        for (inputs, answer) in &different {
            let is_explained = applying.iter().any(|(_, finding)| (finding.explains)(&case, *inputs));
            assert!(is_explained, "{}: {}", peer.name, describe(&case, *inputs, *answer));
        }
        *if different.is_empty() { &mut counts.equal } else { &mut counts.differing } += 1;
        for (index, finding) in applying {
            let (count, example): &mut (usize, Option<String>) = &mut counts.findings[index];
            *count += 1;
            let shown = different.iter().find(|(inputs, _)| (finding.explains)(&case, *inputs));
            if let (None, Some((inputs, answer))) = (&example, shown) {
                *example = Some(describe(&case, *inputs, *answer));
            }
        }
    }
    counts
}

/// `VMNMX.U8.S8 with a = 0x0, b = 0x80, c = 0x0: 0xffffff80, not 0x00000000`.
fn describe(case: &Case, inputs: [u32; 3], answer: Option<u32>) -> String {
    let [a, b, c] = inputs;
    let theirs = match answer {
        Some(value) => format!("{value:#x}"),
        None => "refused".to_owned(),
    };
    let b = if case.immediate { format!("the immediate {b:#x}") } else { format!("b = {b:#x}") };
    format!("`{}`, a = {a:#x}, {b}, c = {c:#x}: {theirs}, the unit {:#x}", text(case), unit(case, inputs))
}

/// The mnemonic and the suffixes of a case, in the order of assembly text.
fn text(case: &Case) -> String {
    let mut text = case.operation.mnemonic().to_owned();
    let mut suffix = |name: &str| {
        if !name.is_empty() {
            let _ = write!(text, ".{name}");
        }
    };
    let sign = |output: Output| if output.sign == Sign::Unsigned { "UD" } else { "" };
    suffix(match case.operation {
        Operation::Vadd(mode) => sign(mode.output),
        Operation::Vmnmx(mode) => sign(mode.output),
        Operation::Vsetp(mode) => mode.comparison.name(),
        _ => "",
    });
    for operand in sources(case) {
        suffix(operand.format().name());
    }
    let output = |suffix: &mut dyn FnMut(&str), output: Output| {
        suffix(if output.saturate == Saturate::On { "SAT" } else { "" });
        suffix(output.second.name());
    };
    match case.operation {
        Operation::Vmad(mode) => {
            suffix(["", "-C", "-A", "PO"][usize::from(mode.psign.encoding())]);
            suffix(if mode.scale == vmad::Scale::Pass { "" } else { mode.scale.name() });
            suffix(if mode.saturate == Saturate::On { "SAT" } else { "" });
        }
        Operation::Vadd(mode) => output(&mut suffix, mode.output),
        Operation::Vmnmx(mode) => {
            suffix(if mode.extreme == vmnmx::Extreme::Maximum { "MX" } else { "" });
            output(&mut suffix, mode.output);
        }
        Operation::Vsetp(mode) => suffix(&mode.join.name().to_uppercase()),
        _ => {}
    }
    text
}

/// A paragraph of at most 120 columns.
fn paragraph(text: &str, indent: &str) -> String {
    // An address and a name in backticks are not broken at a hyphen.
    let options = textwrap::Options::new(120).break_words(false).subsequent_indent(indent);
    let options = options.word_separator(textwrap::WordSeparator::AsciiSpace);
    textwrap::fill(text, options.word_splitter(textwrap::WordSplitter::NoHyphenation))
}

/// The findings of every program are exact, and the page states them.
#[test]
fn the_page_states_what_each_program_does() {
    let mut page = HEAD.to_owned();
    let mut details = String::new();
    for peer in PEERS {
        let _ = write!(details, "\n## {}\n\n{}\n", peer.name, paragraph(peer.files, ""));
        for instruction in peer.instructions {
            let counts = check(peer, instruction);
            let Counts { cases, refused, equal, differing, .. } = counts;
            assert_eq!(cases, refused + equal + differing);
            let mnemonic = instruction.mnemonic;
            let _ = writeln!(
                page,
                "| {} | `{mnemonic}` | {cases} | {refused} | {differing} | {equal} |",
                peer.name
            );
            let refused = paragraph(&format!("Not executed: {}.", instruction.refused), "");
            let _ = write!(details, "\n### `{mnemonic}` in {}\n\n{refused}\n", peer.name);
            for (finding, (count, example)) in instruction.findings.iter().zip(counts.findings) {
                assert!(count > 0, "{}: {}", peer.name, finding.text);
                let example =
                    example.unwrap_or_else(|| panic!("{}: no example of {}", peer.name, finding.text));
                let text = paragraph(&format!("- {} ({count} modes).", finding.text), "  ");
                let _ = write!(details, "\n{text}\n\n{}\n", paragraph(&format!("  {example}."), "  "));
            }
        }
    }
    page += TAIL;
    page += &details;
    vmad_testing::assert_chapter("conformance.md", &page);
}

const HEAD: &str = include_str!("../../data/conformance-head.md");

const TAIL: &str = include_str!("../../data/conformance-tail.md");
