//! PTX: a device function for each function.

use vmad_term::{
    operation::{Operation as Op, Term},
    simplify::Simplified,
};

use super::{File, Options, steps::steps};
use crate::{built_in::Step, function::Function, lower::Integers};

/// The built-in functions.
const BUILT_IN: [&str; 6] = ["min.u", "max.u", "min.s", "max.s", "bfe.u", "bfe.s"];

pub(super) fn print(functions: &[Function], integers: Integers, _: Options<'_>) -> String {
    let mut file = File::new("//");
    file.line(".version 6.0\n.target sm_60\n.address_size 64");
    for function in functions {
        let lowered = function.lowered(integers);
        let steps = steps(&lowered, BUILT_IN.len());
        file.comment(&function.comment);
        let parameters = function
            .declared(".reg .b32 %word_low, .reg .b32 %word_high", |name| format!(".reg .b32 %{name}"));
        file.line(&format!(".func (.reg .b32 %d) {}({})\n{{", function.name, parameters.join(", ")));
        for (bits, kind) in [(1, "pred"), (32, "b32"), (64, "b64")] {
            let names: Vec<_> = steps
                .order
                .iter()
                .filter(|step| step.node.sort.bits() == bits)
                .map(|step| format!("%{}", steps.names[&step.term]))
                .collect();
            for line in names.chunks(16) {
                file.line(&format!("    .reg .{kind} {};", line.join(", ")));
            }
        }
        let name = |value: Term| match lowered.graph.operation(value) {
            Op::Constant(number) => format!("{number:#x}"),
            _ => format!("%{}", steps.names[&value]),
        };
        for step in &steps.order {
            file.line(&format!("    {};", operation(&lowered.graph, step, &name)));
        }
        let result = name(lowered.result);
        if function.is_flag {
            file.line(&format!("    selp.b32 %d, 1, 0, {result};"));
        } else {
            file.line(&format!("    mov.b32 %d, {result};"));
        }
        file.line("    ret;\n}");
    }
    file.text
}

fn operation(graph: &Simplified, step: &Step, name: &impl Fn(Term) -> String) -> String {
    let (value, bits, d) = (step.term, step.node.sort.bits(), name(step.term));
    let binary = |operation: &str, x: Term, y: Term| format!("{operation} {d}, {}, {}", name(x), name(y));
    let typed = |operation: &str, x: Term, y: Term| binary(&format!("{operation}{bits}"), x, y);
    let logical = |operation: &str, x: Term, y: Term| match bits {
        1 => binary(&format!("{operation}.pred"), x, y),
        _ => binary(&format!("{operation}.b{bits}"), x, y),
    };
    let shift = |operation: &str, x: Term, count: u32| format!("{operation}{bits} {d}, {}, {count}", name(x));
    let compare =
        |relation: &str, x: Term, y: Term| binary(&format!("setp.{relation}{}", graph.bits(x)), x, y);
    if let Some(call) = &step.call {
        let function = BUILT_IN[call.function as usize];
        return match (call.operands.as_slice(), call.field) {
            (&[x, y], _) => typed(function, x, y),
            (operands, [low, width]) => {
                format!("{function}{bits} {d}, {}, {low}, {width}", name(operands[0]))
            }
        };
    }
    match step.node.operation {
        Op::Add(x, y) => typed("add.u", x, y),
        Op::Subtract(x, y) => typed("sub.u", x, y),
        Op::Multiply(x, y) => match (graph.operation(x), graph.operation(y)) {
            (Op::ZeroExtend(x), Op::ZeroExtend(y)) => binary("mul.wide.u32", x, y),
            (Op::SignExtend(x), Op::SignExtend(y)) => binary("mul.wide.s32", x, y),
            _ => typed("mul.lo.u", x, y),
        },
        Op::MultiplyHigh(x, y) => typed("mul.hi.u", x, y),
        Op::MultiplyHighSigned(x, y) => typed("mul.hi.s", x, y),
        Op::And(x, y) => logical("and", x, y),
        Op::Or(x, y) => logical("or", x, y),
        Op::Xor(x, _) if graph.inverted(value).is_some() => {
            let kind = if bits == 1 { "pred".to_owned() } else { format!("b{bits}") };
            format!("not.{kind} {d}, {}", name(x))
        }
        Op::Xor(x, y) => logical("xor", x, y),
        Op::ShiftLeft(x, count) => shift("shl.b", x, count),
        Op::ShiftRight(x, count) => shift("shr.u", x, count),
        Op::ShiftRightSigned(x, count) => shift("shr.s", x, count),
        Op::ShiftLeftBy(x, by) => typed("shl.b", x, by),
        Op::ShiftRightBy(x, by) => typed("shr.u", x, by),
        Op::ShiftRightSignedBy(x, by) => typed("shr.s", x, by),
        Op::ZeroExtend(x) | Op::Field(x, 0) => format!("cvt.u{bits}.u{} {d}, {}", graph.bits(x), name(x)),
        Op::SignExtend(x) => format!("cvt.s{bits}.s{} {d}, {}", graph.bits(x), name(x)),
        Op::Less(x, y) => compare("lt.u", x, y),
        Op::LessSigned(x, y) => compare("lt.s", x, y),
        Op::Equal(x, y) => compare("eq.u", x, y),
        Op::Choose(flag, x, y) => format!("selp.b{bits} {d}, {}, {}, {}", name(x), name(y), name(flag)),
        // Leaves need no line.
        _ => String::new(),
    }
}
