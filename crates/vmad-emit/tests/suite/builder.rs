//! The code that builds IR.

use fastrand::Rng;
use vmad_emit::{Integers, Language, Options, builder::Builder, instruction};
use vmad_sass::{Instruction, Ports};
use vmad_unit::Kind;
use vmad_xcheck::vectors::Filter;

use crate::{
    c, csharp, rust,
    tool::{Prepared, has, run, write},
    words::{every_word, expected, register},
};

fn port(name: &str, ports: Ports) -> u32 {
    match name {
        "a" => ports.a,
        "b" => ports.b,
        "c" => ports.c,
        other => panic!("{other} is no port"),
    }
}

/// The interpreted program of every word.
#[test]
fn what_is_built_computes() {
    let rng = &mut Rng::with_seed(21);
    let builder = Builder::new(&Kind::ALL);
    let step = vmad_testing::cases(17, 1);
    for word in every_word(rng).into_iter().step_by(step) {
        let instruction = Instruction::decode(word).ok().filter(|it| it.operation().is_some());
        let built = builder.built(word);
        assert_eq!(built.is_some(), instruction.is_some(), "{word:016x}");
        let Some((instruction, built)) = instruction.zip(built) else { continue };
        for _ in 0..6 {
            let ports = Ports { a: register(rng), b: register(rng), c: register(rng) };
            let found = built.lowered.evaluate(|name| port(name, ports));
            assert_eq!(found, expected(&instruction, ports), "{instruction} {word:016x} {ports:x?}");
        }
    }
}

/// The operations of a mode are on average at most a third more than those of its own function.
#[test]
fn few_operations_are_built() {
    let builder = Builder::new(&Kind::ALL);
    let (mut words, mut built, mut single) = (0, 0, 0);
    for mode in Kind::ALL.into_iter().flat_map(|kind| Filter::of(kind).modes()) {
        let word = mode.words([true; 2]).first().and_then(|&word| Instruction::decode(word).ok());
        let Some(function) = word.as_ref().and_then(|word| instruction(word, None)) else { continue };
        single += function.lowered(Integers::WordsAndUpperHalves).operations();
        built += builder.built(word.expect("decoded").encode()).expect("a legal word").operations;
        words += 1;
    }
    println!("{words} words: built {built}, of their own functions {single}");
    assert!(built * 3 <= single * 4, "{built} of {single}");
}

fn text(language: Language) -> String {
    let builder = Builder::new(&Kind::ALL);
    let text = language.print_builder(&builder, Options::default()).expect("a language with builders");
    assert!(text.len() <= 300_000, "{} bytes", text.len());
    text
}

/// The vectors of two functions: whether a word is legal, and its result.
fn prepared(step: usize) -> Prepared {
    Prepared::of_functions(vmad_emit::every_word().split_off(2), step)
}

const CPP: &str = "
static uint32_t call(uint32_t f, uint32_t a, uint32_t b, uint32_t c, uint64_t word)
{
    video::Integers ops;
    return f == 0 ? uint32_t(video::is_legal(word)) : video::build(ops, word, a, b, c);
}
";

fn cpp(prepared: &Prepared, compiler: &str, change: impl Fn(&str) -> String) -> String {
    let folder = prepared.folder.path();
    write(&folder.join("builder.hpp"), &change(&text(Language::C)));
    let includes = "#include \"builder.hpp\"\n".repeat(2);
    write(
        &folder.join("test.cpp"),
        &format!(
            "{includes}{CPP}{}",
            c::DRIVER.replace("(unsigned)", "").replace("(uint64_t)v[5]", "uint64_t(v[5])")
        ),
    );
    run(folder, &format!("{compiler} -Wall -Wextra -Wconversion -Werror -o test test.cpp"));
    run(folder, "./test")
}

#[test]
fn gcc() {
    if has("builder::gcc", "g++") {
        let prepared = prepared(vmad_testing::cases(7, 1));
        let compiler =
            "g++ -std=c++17 -pedantic -Wold-style-cast -O1 -fsanitize=undefined -fno-sanitize-recover";
        prepared.check(&cpp(&prepared, compiler, str::to_owned));
    }
}

#[test]
fn clang() {
    if has("builder::clang", "clang++") {
        let prepared = prepared(97);
        prepared.check(&cpp(&prepared, "clang++ -std=c++14 -pedantic -O0", str::to_owned));
    }
}

const CSHARP: &str = "
public static class Calls
{
    public static uint Call(uint f, uint a, uint b, uint c, ulong word)
    {
        return f == 0 ? (video.Builder.IsLegal(word) ? 1u : 0u) : video.Builder.Build(new video.Integers(), word, a, b, c);
    }
}
";

#[test]
fn mono() {
    if has("builder::mono", "mcs") && has("builder::mono", "mono") {
        let prepared = prepared(vmad_testing::cases(17, 1));
        let folder = prepared.folder.path();
        write(&folder.join("builder.cs"), &text(Language::CSharp));
        write(&folder.join("test.cs"), &format!("{CSHARP}{}", csharp::DRIVER));
        run(folder, "mcs -warnaserror -checked+ -out:test.exe test.cs builder.cs");
        prepared.check(&run(folder, "mono test.exe"));
    }
}

const RUST: &str = "
use builder::{Integers, build, is_legal};
fn call(f: u32, a: u32, b: u32, c: u32, word: u64) -> u32 {
    if f == 0 { u32::from(is_legal(word)) } else { build(&mut Integers, word, a, b, c) }
}
";

#[test]
fn rustc() {
    if has("builder::rustc", "rustc") {
        let prepared = prepared(vmad_testing::cases(17, 1));
        let folder = prepared.folder.path();
        write(&folder.join("builder.rs"), &format!("#![no_std]\n{}", text(Language::Rust)));
        write(&folder.join("test.rs"), &format!("{RUST}{}", rust::DRIVER));
        let options = "--edition 2021 -D warnings -C debug-assertions";
        run(folder, &format!("rustc {options} --crate-type rlib builder.rs"));
        run(folder, &format!("rustc {options} --extern builder=libbuilder.rlib test.rs"));
        prepared.check(&run(folder, "./test"));
    }
}

#[test]
fn a_broken_printer_is_found() {
    if has("builder::a_broken_printer_is_found", "g++") {
        let prepared = prepared(97);
        for [right, wrong] in [["ops.less(", "ops.less_signed("], ["part_b : 6u", "part_b : 4u"]] {
            let output = cpp(&prepared, "g++ -std=c++17 -O0", |text| text.replace(right, wrong));
            Prepared::check_broken(&output);
        }
    }
}

/// The examples of the book, on types in place of the emulator's and LLVM's whose values are numbers.
fn example(name: &str, texts: [&str; 2], call: &str) {
    if has(&format!("builder::{name}"), "g++") {
        let prepared = prepared(vmad_testing::cases(31, 1));
        let folder = prepared.folder.path();
        write(&folder.join("video.hpp"), &text(Language::C));
        let call = format!(
            "static uint32_t call(uint32_t f, uint32_t a, uint32_t b, uint32_t c, uint64_t word)\n{{\n{call}\n}}\n"
        );
        write(&folder.join("test.cpp"), &format!("{}{call}{}", texts.concat(), c::DRIVER));
        run(folder, "g++ -std=c++17 -Wall -Wextra -Werror -O1 -o test test.cpp");
        prepared.check(&run(folder, "./test"));
    }
}

#[test]
fn emulator() {
    let texts = [
        include_str!("../data/builder/emulator_mock.hpp"),
        include_str!("../../examples/builder/emulator.hpp"),
    ];
    let call = "if (f == 0) return uint32_t(video::is_legal(word));
        IR::IREmitter ir;
        return TranslateVideo(ir, word, {a}, {b}, {c}).value;";
    example("emulator", texts, call);
}

#[test]
fn llvm() {
    let texts =
        [include_str!("../data/builder/llvm_mock.hpp"), include_str!("../../examples/builder/llvm.hpp")];
    let call = "if (f == 0) return uint32_t(video::is_legal(word));
        llvm::IRBuilder<> ir;
        return uint32_t(TranslateVideo(ir, word, ir.getInt32(a), ir.getInt32(b), ir.getInt32(c))->number);";
    example("llvm", texts, call);
}
