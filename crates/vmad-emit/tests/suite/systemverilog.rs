//! SystemVerilog: run by Icarus Verilog, and lint clean in Verilator.

use std::fmt::Write as _;

use fastrand::Rng;
use vmad_emit::{Function, Language, Options, Parameter};
use vmad_sass::Ports;

use crate::{
    tool::{Prepared, cases, has, run, write},
    words::{expected, expected_of_word, family, register, word},
};

/// All modules side by side: each vector goes to all of them.
fn bench(prepared: &Prepared, cases: usize) -> String {
    let rng = &mut Rng::with_seed(5);
    let count = prepared.functions.len();
    let mut memory = String::new();
    for _ in 0..cases {
        let ports = Ports { a: register(rng), b: register(rng), c: register(rng) };
        let word = word(rng);
        let _ =
            write!(memory, "{:x} {:x} {:x} {:x} {:x}", ports.a, ports.b, ports.c, word as u32, word >> 32);
        for instruction in &prepared.instructions {
            let _ = write!(memory, " {:x}", expected(instruction, ports));
        }
        for function in &prepared.functions[prepared.instructions.len()..] {
            let _ = write!(memory, " {:x}", expected_of_word(function, word, ports));
        }
        memory.push('\n');
    }
    write(&prepared.folder.path().join("memory"), &memory);
    let instances: String = prepared
        .functions
        .iter()
        .enumerate()
        .map(|(index, function)| {
            let ports = function.parameters.iter().filter_map(|parameter| match parameter {
                Parameter::WordLow => Some("word"),
                Parameter::WordHigh => None,
                port => Some(port.name()),
            });
            let ports: String = ports.map(|name| format!(".{name}({name}), ")).collect();
            let low = if function.is_flag { "[0]" } else { "" };
            let zeros =
                if function.is_flag { format!("assign d[{index}][31:1] = 31'd0;\n") } else { String::new() };
            format!("{} u{index} ({ports}.d(d[{index}]{low}));\n{zeros}", function.name)
        })
        .collect();
    let numbers = [("LAST", count - 1), ("END", cases * (count + 5) - 1), ("ROW", count + 5)];
    let numbers = numbers.into_iter().chain([("COUNT", count), ("CASES", cases)]);
    let bench = include_str!("../data/bench.sv").replace("INSTANCES", &instances);
    numbers.fold(bench, |bench, (name, number)| bench.replace(name, &number.to_string()))
}

/// The functions of a package, called from a bench.
fn bench_of_package(functions: &[Function]) -> String {
    let cases: String =
        cases(functions, "word", ["32'(", ")"]).replace("case ", "").replace("return", "call =");
    include_str!("../data/bench-of-package.sv").replace("CASES", &cases)
}

/// The output of a bench that imports the package.
fn output_of_package(prepared: &Prepared, change: impl Fn(&str) -> String) -> String {
    let folder = prepared.folder.path();
    let options = Options { package: Some("vmad_pkg"), ..Options::default() };
    write(&folder.join("emitted.sv"), &change(&Language::SystemVerilog.print(&prepared.functions, options)));
    write(&folder.join("test.sv"), &bench_of_package(&prepared.functions));
    let vectors = std::fs::read(folder.join("vectors")).expect("vectors");
    let numbers = vectors.chunks(4).map(|four| u32::from_le_bytes(four.try_into().expect("4 bytes")));
    let text: Vec<_> = numbers.map(|number| format!("{number:x}")).collect();
    let rows: Vec<_> = text.chunks(7).map(|row| row.join(" ")).collect();
    write(&folder.join("text"), &rows.join("\n"));
    run(folder, "iverilog -g2012 -o test emitted.sv test.sv");
    run(folder, "vvp test")
}

#[test]
fn a_package_of_functions() {
    if has("systemverilog::a_package_of_functions", "iverilog") {
        let prepared = Prepared::new();
        prepared.check(&output_of_package(&prepared, str::to_owned));
        Prepared::check_broken(&output_of_package(&prepared, |text| text.replace(" + ", " - ")));
        if has("systemverilog::a_package_of_functions", "verilator") {
            let folder = prepared.folder.path();
            run(folder, "verilator --lint-only -Wall -Wno-DECLFILENAME emitted.sv");
        }
    }
}

fn check(test: &str, longs: Option<bool>) {
    if has(test, "iverilog") {
        let prepared = Prepared::new();
        let cases = vmad_testing::cases(60, 300);
        let output = output(&prepared, longs, cases, str::to_owned);
        assert_eq!(output.trim(), format!("{} cases, 0 differences", cases * prepared.functions.len()));
    }
}

/// The bench's output for a changed text.
fn output(prepared: &Prepared, longs: Option<bool>, cases: usize, change: impl Fn(&str) -> String) -> String {
    let folder = prepared.folder.path();
    let text = Language::SystemVerilog.print(&prepared.functions, Options { longs, ..Options::default() });
    write(&folder.join("emitted.sv"), &change(&text));
    write(&folder.join("test.sv"), &bench(prepared, cases));
    run(folder, "iverilog -g2012 -o test emitted.sv test.sv");
    run(folder, "vvp test")
}

#[test]
fn a_broken_printer_is_found() {
    if has("systemverilog::a_broken_printer_is_found", "iverilog") {
        let prepared = Prepared::of_every_word(97);
        Prepared::check_broken(&output(&prepared, None, 200, |text| text.replace(" + ", " - ")));
    }
}

#[test]
fn icarus() {
    check("systemverilog::icarus", None);
}

#[test]
fn icarus_of_32_bits() {
    check("systemverilog::icarus_of_32_bits", Some(false));
}

#[test]
fn verilator_finds_nothing() {
    if !has("systemverilog::verilator_finds_nothing", "verilator") {
        return;
    }
    let prepared = Prepared::of_every_word(97);
    let folder = prepared.folder.path();
    let text = Language::SystemVerilog.print(&prepared.functions, Options::default());
    write(&folder.join("emitted.sv"), &text);
    run(folder, "verilator --lint-only -Wall -Wno-DECLFILENAME -Wno-MULTITOP emitted.sv");
}

/// Each wire of some instructions of every mnemonic is that of the trace.
#[test]
fn wires_are_those_of_the_trace() {
    if !has("systemverilog::wires_are_those_of_the_trace", "iverilog") {
        return;
    }
    let rng = &mut Rng::with_seed(16);
    let instructions = family(vmad_testing::cases(12, 60), rng);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (mut functions, mut bench, mut expected) = (Vec::new(), String::new(), String::new());
    for (index, instruction) in instructions.iter().enumerate() {
        let name = format!("op{index}");
        let function = vmad_emit::instruction(instruction, Some(&name)).expect("a known computation");
        let ports = Ports { a: register(rng), b: register(rng), c: register(rng) };
        let Ports { a, b, c } = instruction.bind(ports);
        let trace = instruction.operation().expect("a known computation").trace(a, b, c);
        let inputs = [("a", ports.a), ("b", ports.b), ("c", ports.c)];
        let inputs = inputs
            .iter()
            .filter(|(name, _)| function.parameters.iter().any(|parameter| parameter.name() == *name));
        let inputs: Vec<_> = inputs.map(|(name, value)| format!(".{name}(32'h{value:x})")).collect();
        let _ = writeln!(bench, "{name} u{index} ({});", inputs.join(", "));
        for wire in &trace.wires {
            let mut name = wire.name.to_lowercase().replace(' ', "_");
            if ["c", "final"].contains(&name.as_str()) {
                name += "_wire";
            }
            let pattern = wire.bits.pattern();
            let _ = writeln!(bench, "initial #1 $display(\"u{index} {name} %0h\", u{index}.{name});");
            let _ = writeln!(expected, "u{index} {name} {pattern:x}");
        }
        functions.push(function);
    }
    let options = Options { wires: true, ..Options::default() };
    write(&folder.path().join("emitted.sv"), &Language::SystemVerilog.print(&functions, options));
    write(&folder.path().join("test.sv"), &format!("module test;\n{bench}endmodule\n"));
    run(folder.path(), "iverilog -g2012 -o test emitted.sv test.sv");
    assert_eq!(sorted(&run(folder.path(), "vvp -n test")), sorted(&expected));
    if has("systemverilog::wires_are_those_of_the_trace", "verilator") {
        run(folder.path(), "verilator --lint-only -Wall -Wno-DECLFILENAME -Wno-MULTITOP emitted.sv");
    }
}

fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<_> = text.lines().collect();
    lines.sort_unstable();
    lines
}
