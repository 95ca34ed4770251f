//! PTX in `vmad-ptx`'s interpreter of integer instructions, and with ptxas, which emits no video instruction for it.

use std::env;

use fastrand::Rng;
use vmad_emit::{Function, Language, Options};
use vmad_observe::vectors::Filter;
use vmad_ptx::{domain::Integers, reading::Reading, sequence::Sequence};
use vmad_sass::{Instruction, Ports};
use vmad_unit::Kind;

use crate::{
    tool::{Prepared, has, run, write},
    words::{every_word, expected, expected_of_word, register, vmads},
};

/// The instructions of a printed function.
struct Code(Sequence);

impl Code {
    /// The text between the declarations and the return.
    fn of(function: &Function, longs: bool, change: impl Fn(&str) -> String) -> Self {
        let text = Language::Ptx
            .print(std::slice::from_ref(function), Options { longs: Some(longs), ..Options::default() });
        let (_, body) = text.split_once("\n{\n").expect("a function");
        let (body, _) = body.split_once("    ret;\n}").expect("its end");
        let steps: Vec<_> = body.lines().filter(|line| !line.trim_start().starts_with(".reg ")).collect();
        let steps = change(&steps.join("\n"));
        Self(Sequence::parse(&steps).unwrap_or_else(|error| panic!("{error}: {steps}")))
    }

    fn run(&self, Ports { a, b, c }: Ports, word: u64) -> u32 {
        let values = self.0.run(&Integers, &Reading::DEFAULT, |register| match register.name.as_str() {
            "%a" => a.into(),
            "%b" => b.into(),
            "%c" => c.into(),
            "%word_low" => (word as u32).into(),
            "%word_high" => (word >> 32).into(),
            name => panic!("the register {name} is read and not written"),
        });
        values[self.0.find("%d").expect("it has a result")] as u32
    }
}

/// The first case in which a printed function is wrong.
fn difference(instruction: &Instruction, longs: bool, rng: &mut Rng) -> Option<String> {
    let function = vmad_emit::instruction(instruction, None).expect("a known computation");
    let code = Code::of(&function, longs, str::to_owned);
    (0..vmad_testing::cases(10, 60)).find_map(|_| {
        let ports = Ports { a: register(rng), b: register(rng), c: register(rng) };
        let (found, right) = (code.run(ports, 0), expected(instruction, ports));
        (found != right)
            .then(|| format!("{instruction}, 64 bits {longs}, {ports:x?}: {found:08x}, not {right:08x}"))
    })
}

/// Words of every mode of the other instructions, or of every fifth mode.
fn modes() -> Vec<Instruction> {
    let others = Kind::ALL.into_iter().filter(|kind| *kind != Kind::Vmad);
    let modes = others.flat_map(|kind| Filter::of(kind).modes());
    let words = modes.map(|mode| mode.number());
    let words = words
        .step_by(1 + 4 / vmad_testing::cases(1, 10))
        .map(|word| Instruction::decode(word).expect("legal"));
    words.filter(|instruction| instruction.operation().is_some()).collect()
}

#[test]
fn interpreted() {
    let rng = &mut Rng::with_seed(12);
    for instruction in vmads().into_iter().chain(modes()) {
        for longs in [true, false] {
            assert_eq!(difference(&instruction, longs, rng), None);
        }
    }
}

/// The first case in which a printed function of any word is wrong.
fn difference_in_any_word(
    function: &Function,
    words: impl Iterator<Item = u64>,
    rng: &mut Rng,
    change: impl Fn(&str) -> String,
) -> Option<String> {
    let code = Code::of(function, true, change);
    words.into_iter().find_map(|word| {
        let ports = Ports { a: register(rng), b: register(rng), c: register(rng) };
        let is_right = code.run(ports, word) == expected_of_word(function, word, ports);
        (!is_right).then(|| format!("{} of {word:#018x}, {ports:x?}", function.name))
    })
}

#[test]
fn interpreted_for_every_word() {
    let rng = &mut Rng::with_seed(13);
    let words = every_word(rng);
    for function in vmad_emit::every_word() {
        let some = words.iter().copied().step_by(1000 / vmad_testing::cases(1, 10));
        assert_eq!(difference_in_any_word(&function, some, rng, str::to_owned), None);
    }
}

#[test]
fn a_broken_printer_is_found_by_the_interpreter() {
    let functions = vmad_emit::every_word();
    for [right, wrong] in vmad_testing::rows(include_str!("../data/broken.tsv")) {
        let rng = &mut Rng::with_seed(14);
        let words = every_word(rng);
        let changed = |text: &str| text.replace(right, wrong);
        let found = functions.iter().find_map(|function| {
            difference_in_any_word(function, words.iter().copied().step_by(301), rng, changed)
        });
        assert!(found.is_some(), "{wrong} in place of {right}");
    }
}

#[test]
fn ptxas() {
    let ptxas = env::var("PTXAS").unwrap_or_else(|_| "ptxas".to_owned());
    if !has("ptx::ptxas", &ptxas) {
        return;
    }
    let prepared = Prepared::new();
    let folder = prepared.folder.path();
    for longs in [true, false] {
        let text =
            Language::Ptx.print(&prepared.functions, Options { longs: Some(longs), ..Options::default() });
        assert!(!text.contains("vmad."), "a video instruction");
        write(&folder.join("emitted.ptx"), &text);
        for arch in ["sm_61", "sm_75"] {
            let text = text
                .replace(".target sm_61", &format!(".target {arch}"))
                .replace(".version 6.0", ".version 6.4");
            write(&folder.join("emitted.ptx"), &text);
            run(folder, &format!("{ptxas} -O0 -c -arch={arch} -o emitted.cubin emitted.ptx"));
        }
    }
}
