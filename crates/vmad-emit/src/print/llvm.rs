//! LLVM IR.

use vmad_term::{
    operation::{Operation as Op, Term},
    simplify::Simplified,
};

use super::{File, Options, steps::steps};
use crate::{function::Function, lower::Integers};

pub(super) fn print(functions: &[Function], integers: Integers, _: Options<'_>) -> String {
    let mut file = File::new(";");
    for function in functions {
        let lowered = function.lowered(integers);
        let steps = steps(&lowered);
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
        for &value in &steps.order {
            if let Some(line) = widened_amount(&lowered.graph, value, &name) {
                file.line(&line);
            }
            let text = step(&lowered.graph, value, &name);
            file.line(&format!("  {} = {text}", name(value)));
        }
        file.line(&format!("  ret {result} {}\n}}", name(lowered.result)));
    }
    file.text
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

fn step(graph: &Simplified, value: Term, name: &impl Fn(Term) -> String) -> String {
    let bits = graph.bits(value);
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
    match graph.operation(value) {
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
