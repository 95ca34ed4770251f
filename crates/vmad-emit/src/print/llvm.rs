//! LLVM IR.

use vmad_term::{
    operation::{Operation as Op, Term},
    simplify::Simplified,
};

use super::{File, Options, steps};
use crate::{built_in::Step, function::Function, lower::Integers};

/// The built-in functions.
const BUILT_IN: [&str; 4] = ["umin", "umax", "smin", "smax"];

pub(super) fn print(functions: &[Function], integers: Integers, _: Options<'_>) -> String {
    let mut file = File::empty(";");
    for function in functions {
        let lowered = function.lowered(integers);
        let steps = steps(&lowered, BUILT_IN.len());
        file.comment(&function.comment);
        let parameters = function.declared("i32 %word_low, i32 %word_high", |name| format!("i32 %{name}"));
        let result = if function.is_flag { "i1" } else { "i32" };
        let extension = if function.is_flag { "zeroext " } else { "" };
        file.line(&format!("define {extension}{result} @{}({}) {{", function.name, parameters.join(", ")));
        let name = |value: Term| match (lowered.graph.operation(value), lowered.graph.bits(value)) {
            (Op::Constant(number), 1) => if number == 1 { "true" } else { "false" }.to_owned(),
            (Op::Constant(number), _) => number.to_string(),
            _ => format!("%{}", steps.names[&value]),
        };
        for step in &steps.order {
            if let Some(line) = widened_amount(&lowered.graph, step.term, &name) {
                file.line(&line);
            }
            let text = operation(&lowered.graph, step, &name);
            file.line(&format!("  {} = {text}", name(step.term)));
        }
        file.line(&format!("  ret {result} {}\n}}", name(lowered.result)));
    }
    let mut head = File::new(";");
    for (name, bits) in BUILT_IN.into_iter().flat_map(|name| [(name, 32), (name, 64)]) {
        if file.text.contains(&format!("@llvm.{name}.i{bits}(")) {
            head.line(&format!("declare i{bits} @llvm.{name}.i{bits}(i{bits}, i{bits})"));
        }
    }
    head.text + &file.text
}

/// Widens the amount of a wider shift: both operands of a shift have the same type.
fn widened_amount(graph: &Simplified, value: Term, name: &impl Fn(Term) -> String) -> Option<String> {
    let bits = graph.bits(value);
    match graph.operation(value) {
        Op::ShiftLeftBy(_, by) | Op::ShiftRightBy(_, by) | Op::ShiftRightSignedBy(_, by) if bits > 32 => {
            Some(format!("  {}_by = zext i32 {} to i{bits}", name(value), name(by)))
        }
        _ => None,
    }
}

fn operation(graph: &Simplified, step: &Step, name: &impl Fn(Term) -> String) -> String {
    let (value, bits) = (step.term, step.node.sort.bits());
    if let Some(call) = &step.call {
        let (function, [x, y]) =
            (BUILT_IN[call.function as usize], [0, 1].map(|index| name(call.operands[index])));
        return format!("call i{bits} @llvm.{function}.i{bits}(i{bits} {x}, i{bits} {y})");
    }
    let binary = |operation: &str, x: Term, y: Term| format!("{operation} i{bits} {}, {}", name(x), name(y));
    let shift = |operation: &str, x: Term, count: u32| format!("{operation} i{bits} {}, {count}", name(x));
    let shift_by = |operation: &str, x: Term, by: Term| match bits {
        32 => binary(operation, x, by),
        _ => format!("{operation} i{bits} {}, {}_by", name(x), name(value)),
    };
    let convert = |operation: &str, x: Term| format!("{operation} i{} {} to i{bits}", graph.bits(x), name(x));
    let compare = |relation: &str, x: Term, y: Term| {
        format!("icmp {relation} i{} {}, {}", graph.bits(x), name(x), name(y))
    };
    match step.node.operation {
        Op::Add(x, y) => binary("add", x, y),
        Op::Subtract(x, y) => binary("sub", x, y),
        Op::Multiply(x, y) => binary("mul", x, y),
        Op::And(x, y) => binary("and", x, y),
        Op::Or(x, y) => binary("or", x, y),
        Op::Xor(x, y) => binary("xor", x, y),
        Op::ShiftLeft(x, count) => shift("shl", x, count),
        Op::ShiftRight(x, count) => shift("lshr", x, count),
        Op::ShiftRightSigned(x, count) => shift("ashr", x, count),
        Op::ShiftLeftBy(x, by) => shift_by("shl", x, by),
        Op::ShiftRightBy(x, by) => shift_by("lshr", x, by),
        Op::ShiftRightSignedBy(x, by) => shift_by("ashr", x, by),
        Op::ZeroExtend(x) => convert("zext", x),
        Op::SignExtend(x) => convert("sext", x),
        Op::Field(x, 0) => convert("trunc", x),
        Op::Less(x, y) => compare("ult", x, y),
        Op::LessSigned(x, y) => compare("slt", x, y),
        Op::Equal(x, y) => compare("eq", x, y),
        Op::Choose(flag, x, y) => {
            format!("select i1 {}, i{bits} {}, i{bits} {}", name(flag), name(x), name(y))
        }
        // Leaves need no line, and the lowering has removed the upper halves.
        _ => String::new(),
    }
}
