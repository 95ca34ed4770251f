//! The code that builds IR.

use std::collections::HashMap;

use fastrand::Rng;
use vmad_emit::{Integers, Language, Options, builder::Builder, instruction};
use vmad_observe::vectors::Filter;
use vmad_sass::{Instruction, Ports};
use vmad_unit::Kind;

use crate::{
    c, csharp, rust,
    tool::{Prepared, has, run, write},
    words::{every_word, expected, family, port, register},
};

/// The interpreted program of every word.
#[test]
fn what_is_built_computes() {
    let rng = &mut Rng::with_seed(21);
    let builder = Builder::new(&Kind::ALL);
    let step = vmad_testing::cases(17, 1);
    for word in every_word(rng).into_iter().step_by(step) {
        let instruction =
            Instruction::decode(word).ok().filter(|instruction| instruction.operation().is_some());
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
        let word = Instruction::decode(mode.number()).ok();
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

/// A step of JSON on numbers; a flag is 0 or 1.
fn computed(operation: &str, operands: &[u64]) -> u64 {
    let (a, b) = (operands[0] as u32, operands.get(1).map_or(0, |b| *b as u32));
    let [p, q] = [a, b].map(|word| word as i32);
    assert!(!operation.starts_with("shift") || b < 32, "{operation} {b}");
    let word = match operation {
        "add" => a.wrapping_add(b),
        "sub" => a.wrapping_sub(b),
        "mul" => a.wrapping_mul(b),
        "mul_high" => ((u64::from(a) * u64::from(b)) >> 32) as u32,
        "mul_high_signed" => ((i64::from(p) * i64::from(q)) >> 32) as u32,
        "bit_and" | "flag_and" => a & b,
        "bit_or" | "flag_or" => a | b,
        "bit_xor" | "flag_xor" => a ^ b,
        "bit_not" => !a,
        "flag_not" => 1 - a,
        "shift_left" => a << b,
        "shift_right" => a >> b,
        "shift_right_signed" => (p >> b) as u32,
        "less" => u32::from(a < b),
        "less_signed" => u32::from(p < q),
        "equal" => u32::from(a == b),
        "select" => operands[if a == 1 { 1 } else { 2 }] as u32,
        "min" => a.min(b),
        "max" => a.max(b),
        "min_signed" => p.min(q) as u32,
        "max_signed" => p.max(q) as u32,
        other => panic!("{other} is no operation"),
    };
    word.into()
}

/// The steps of JSON, run by a reader that shares no code with the printer.
#[test]
fn steps_as_data_compute() {
    let rng = &mut Rng::with_seed(31);
    let words = family(vmad_testing::cases(40, 400), rng);
    let functions: Vec<_> = words.iter().map(|word| instruction(word, None).expect("known")).collect();
    let text = Language::Json.print(&functions, Options::default());
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let functions = json["functions"].as_array().expect("functions");
    assert_eq!(functions.len(), words.len());
    for (word, function) in words.iter().zip(functions) {
        for _ in 0..20 {
            let ports = Ports { a: register(rng), b: register(rng), c: register(rng) };
            let mut values: HashMap<String, u64> = HashMap::new();
            for name in function["parameters"].as_array().expect("parameters") {
                let name = name.as_str().expect("a name");
                values.insert(name.to_owned(), port(name, ports).into());
            }
            let value = |operand: &serde_json::Value, values: &HashMap<String, u64>| match operand {
                serde_json::Value::String(name) => values[name],
                serde_json::Value::Bool(truth) => u64::from(*truth),
                number => number.as_u64().expect("a number"),
            };
            for step in function["steps"].as_array().expect("steps") {
                let step = step.as_array().expect("a step");
                let [operation, name] = [0, 1].map(|at| step[at].as_str().expect("a text"));
                let operands: Vec<_> = step[2..].iter().map(|operand| value(operand, &values)).collect();
                values.insert(name.to_owned(), computed(operation, &operands));
            }
            let found = value(&function["result"], &values);
            assert_eq!(found, u64::from(expected(word, ports)), "{word} {ports:x?}");
        }
    }
}

/// The page has the meaning of each operation.
#[test]
fn the_page_has_the_operations() {
    let page = include_str!("../../../../docs/src/emit.md");
    let text = text(Language::Rust);
    let operations = text
        .split_once("pub trait Operations")
        .and_then(|(_, rest)| rest.split_once("\n}"))
        .expect("a trait")
        .0;
    let mut count = 0;
    for (comment, line) in operations.lines().zip(operations.lines().skip(1)) {
        if let Some((name, _)) = line.strip_prefix("    fn ").and_then(|line| line.split_once('(')) {
            let meaning = comment.trim_start_matches([' ', '/']);
            let row = page.lines().find(|row| row.starts_with(&format!("| `{name}("))).expect(name);
            assert!(row.ends_with(&format!("| {meaning} |")), "{row}: {meaning}");
            count += 1;
        }
    }
    assert_eq!(count, 26);
}
