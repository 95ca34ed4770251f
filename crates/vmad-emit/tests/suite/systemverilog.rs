//! SystemVerilog: run by Icarus Verilog, and lint clean in Verilator.

use std::fmt::Write as _;

use fastrand::Rng;
use vmad_emit::{Language, Options};
use vmad_sass::vmad::Ports;

use crate::{
    tool::{Prepared, has, run, write},
    words::{expected, register},
};

/// All modules side by side: each vector goes to all of them.
fn bench(prepared: &Prepared, cases: usize) -> String {
    let rng = &mut Rng::with_seed(5);
    let count = prepared.functions.len();
    let mut memory = String::new();
    for _ in 0..cases {
        let ports = Ports { a: register(rng), b: register(rng), c: register(rng) };
        let _ = write!(memory, "{:x} {:x} {:x}", ports.a, ports.b, ports.c);
        for instruction in &prepared.instructions {
            let _ = write!(memory, " {:x}", expected(instruction, ports));
        }
        memory.push('\n');
    }
    write(&prepared.folder.path().join("memory"), &memory);
    let instances: String = prepared
        .functions
        .iter()
        .enumerate()
        .map(|(index, function)| {
            let ports = function.parameters.iter().map(|it| format!(".{0}({0}), ", it.name()));
            format!("{0} u{index} ({1}.d(d[{index}]));\n", function.name, ports.collect::<String>())
        })
        .collect();
    format!(
        "module test;
logic [31:0] a, b, c;
wire [31:0] d [0:{last}];
logic [31:0] memory [0:{end}];
{instances}
integer total = 0, differences = 0;
initial begin
    $readmemh(\"memory\", memory);
    for (integer i = 0; i < {cases}; i++) begin
        a = memory[i * {row}]; b = memory[i * {row} + 1]; c = memory[i * {row} + 2];
        #1;
        for (integer f = 0; f < {count}; f++) begin
            total++;
            if (d[f] !== memory[i * {row} + 3 + f]) begin
                if (differences == 0) $display(\"f%0d(%h, %h, %h) = %h, expected %h\", f, a, b, c, d[f], memory[i * {row} + 3 + f]);
                differences++;
            end
        end
    end
    $display(\"%0d cases, %0d differences\", total, differences);
end
endmodule
",
        last = count - 1,
        end = cases * (count + 3) - 1,
        row = count + 3,
    )
}

fn check(test: &str, longs: Option<bool>) {
    if !has(test, "iverilog") {
        return;
    }
    let prepared = Prepared::new();
    let folder = prepared.folder.path();
    let cases = vmad_testing::cases(60, 1000);
    write(&folder.join("emitted.sv"), &Language::SystemVerilog.print(&prepared.functions, Options { longs }));
    write(&folder.join("test.sv"), &bench(&prepared, cases));
    run(folder, "iverilog -g2012 -o test emitted.sv test.sv");
    let output = run(folder, "vvp test");
    assert_eq!(output.trim(), format!("{} cases, 0 differences", cases * prepared.functions.len()));
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
    let prepared = Prepared::new();
    let folder = prepared.folder.path();
    let text = Language::SystemVerilog.print(&prepared.functions, Options::default());
    write(&folder.join("emitted.sv"), &text);
    run(folder, "verilator --lint-only -Wall -Wno-DECLFILENAME -Wno-MULTITOP emitted.sv");
}
