//! The lengths of functions, and the record of ptxas.

use std::{
    collections::{BTreeMap, HashMap},
    env,
    fmt::Write as _,
};

use vmad_emit::{
    Function, Integers, Language, Options,
    stats::{self, Recorded, class_of},
};
use vmad_ptxas::lifting::lift;
use vmad_sass::{Arch, Instruction};
use vmad_unit::Kind;
use vmad_xcheck::vectors::Filter;

use crate::{
    tool::{has, run, write},
    words::vmads,
};

/// Every mode with a register B and the first selectors.
fn all() -> Vec<Instruction> {
    let modes = Kind::ALL.into_iter().flat_map(|kind| {
        let filter = Filter::of(kind);
        filter.with_form(vmad_sass::isa::B::Register).modes()
    });
    modes.map(|mode| Instruction::decode(mode.number()).expect("legal")).collect()
}

#[test]
fn shorter_integers_do_not_lengthen_a_class() {
    for class in stats::classes(&vmads()) {
        let [words, upper, longs, any] = class.operations;
        assert!(any <= longs && longs <= upper && upper <= words, "{class:?}");
        assert!(upper <= class.pairs, "longer than without analysis: {class:?}");
        assert!(class.modes > 0 && class.sm_70.is_some(), "{class:?}");
    }
}

/// The record has each class, with all its modes and no other.
#[test]
fn every_class_is_recorded() {
    let mut modes: BTreeMap<String, u32> = BTreeMap::new();
    for it in all() {
        let class = class_of(it.mnemonic(), it.operation().expect("known"));
        *modes.entry(class).or_default() += 1;
    }
    let recorded = include_str!("../../data/sm70.tsv").lines().map(|line| {
        let mut parts = line.split('\t');
        let (name, modes) = (parts.next().expect("a name"), parts.next().expect("a number"));
        (name.to_owned(), modes.parse().expect("a number"))
    });
    assert_eq!(recorded.collect::<BTreeMap<_, _>>(), modes);
}

/// The record's sums are 5115 and 1624 for 120 modes, which PTX has, and 0 and 1060 for 120 that it has not.
#[test]
fn recorded_lengths_are_averages() {
    let words: Vec<_> = all().into_iter().filter(|it| it.mnemonic() == "VABSDIFF4").collect();
    let classes = stats::classes(&words);
    let recorded = |name: &str| {
        classes.iter().find(|class| class.name == name).expect("a class").sm_70.expect("recorded")
    };
    let saturated = recorded("VABSDIFF4 SAT");
    assert_eq!(saturated, Recorded { ptxas: Some(5115.0 / 120.0), emitted: 1624.0 / 120.0 });
    assert_eq!(recorded("VABSDIFF4 SAT ACC"), Recorded { ptxas: None, emitted: 1060.0 / 120.0 });
    let word = vmad_sass::assemble("VABSDIFF4.U8.U8.SAT R0, R1, R2, R3").expect("legal").instruction;
    assert_eq!(class_of("VABSDIFF4", word.operation().expect("known")), "VABSDIFF4 SAT");
    // Some modes of a class are not the class of the record.
    assert!(stats::classes(&words[1..]).iter().any(|class| class.sm_70.is_none()));
}

#[test]
fn operations_are_counted() {
    let count = |text: &str, integers| {
        let word = vmad_sass::assemble(text).expect("legal").instruction;
        vmad_emit::instruction(&word, None).expect("known").lowered(integers).operations()
    };
    // a * b + c
    assert_eq!(count("VMAD R0, R1, R2, R3", Integers::Words), 2);
    // (a & 0xff) * (b & 0xff) + c
    assert_eq!(count("VMAD.U8.U8 R0, R1, R2, R3", Integers::Longs), 4);
    assert_eq!(count("VMAD R0, R1, RZ, R3", Integers::Any), 0);
}

/// The lengths of the functions of a text, by name.
fn lengths(folder: &std::path::Path, ptxas: &str, nvdisasm: &str, text: &str) -> HashMap<String, u64> {
    write(&folder.join("lengths.ptx"), text);
    run(folder, &format!("{ptxas} -c -arch=sm_70 -o lengths.cubin lengths.ptx"));
    let listing = run(folder, &format!("{nvdisasm} -c lengths.cubin"));
    let mut lengths = HashMap::new();
    let (mut name, mut length) = (None, 0);
    for line in listing.lines() {
        if let Some(section) = line.strip_prefix(".text.") {
            (name, length) = (Some(section.trim_end_matches(':').to_owned()), 0);
        } else if line.contains(" RET.") {
            lengths.extend(name.take().map(|name| (name, length)));
        } else if line.contains(';') && !line.contains("SHFL.IDX PT, RZ, RZ, RZ, RZ") {
            length += 1;
        }
    }
    lengths
}

/// The PTX video instruction as a device function.
fn video(name: &str, instruction: &Instruction) -> Option<String> {
    let ptx = lift(instruction, Arch::Sm50).ok()?.ptx;
    Some(format!(
        ".visible .func (.reg .b32 d) {name} (.reg .b32 a, .reg .b32 b, .reg .b32 c)\n{{\n{ptx}\nret;\n}}\n"
    ))
}

/// `data/sm70.tsv`: the class, its modes and those that PTX has, and the sums of the lengths of the PTX's and of the emitted
/// functions.
#[test]
fn ptxas_makes_what_is_recorded() {
    const TEST: &str = "stats::ptxas_makes_what_is_recorded";
    let tool = |variable, name: &str| env::var(variable).unwrap_or_else(|_| name.to_owned());
    let (ptxas, nvdisasm) = (tool("PTXAS", "ptxas"), tool("NVDISASM", "nvdisasm"));
    if !has(TEST, &ptxas) || !has(TEST, &nvdisasm) {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut classes: Vec<String> = Vec::new();
    let mut instructions = BTreeMap::new();
    for it in all() {
        let class = class_of(it.mnemonic(), it.operation().expect("known"));
        let at = classes.iter().position(|other| *other == class).unwrap_or_else(|| {
            classes.push(class);
            classes.len() - 1
        });
        instructions.entry(at).or_insert_with(Vec::new).push(it);
    }
    let mut table = String::new();
    // A few classes, or in the long form all.
    let step = vmad_testing::step(9);
    for (at, members) in instructions.iter().step_by(step) {
        let named = |index: usize| format!("f{index}");
        let functions = members.iter().enumerate();
        let functions: Vec<Function> = functions
            .map(|(index, it)| vmad_emit::instruction(it, Some(&named(index))).expect("known"))
            .collect();
        let emitted =
            Language::Ptx.print(&functions, Options::default()).replace(".target sm_60", ".target sm_70");
        let emitted: u64 = lengths(folder.path(), &ptxas, &nvdisasm, &emitted).values().sum();
        let videos = members.iter().enumerate().filter_map(|(index, it)| video(&named(index), it));
        let videos: Vec<_> = videos.collect();
        let text = format!(".version 6.0\n.target sm_70\n.address_size 64\n{}", videos.concat());
        let video: u64 = lengths(folder.path(), &ptxas, &nvdisasm, &text).values().sum();
        let _ = writeln!(table, "{}\t{}\t{}\t{video}\t{emitted}", classes[*at], members.len(), videos.len());
    }
    if env::var_os("UPDATE_DATA").is_some() {
        write(std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/data/sm70.tsv")), &table);
    }
    let recorded = include_str!("../../data/sm70.tsv");
    for row in table.lines() {
        assert!(recorded.lines().any(|line| line == row), "not recorded: {row}");
    }
}
