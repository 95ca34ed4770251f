//! LLVM IR.

use vmad_term::operation::{Operation as Op, Term};

use super::{File, Options, operation, steps};
use crate::{function::Function, lower::Integers};

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
            let mut text = format!("  {{d}} = {}", text(step.name()));
            let is_shift_by = matches!(
                step.node.operation,
                Op::ShiftLeftBy(..) | Op::ShiftRightBy(..) | Op::ShiftRightSignedBy(..)
            );
            // Both operands of a shift have the same type.
            if is_shift_by && step.node.sort.bits() > 32 {
                text = format!("  {{d}}_by = zext i32 {{y}} to i{{bits}}\n{}", text.replace("{y}", "{d}_by"));
            }
            file.line(&operation(&text, &lowered.graph, step, name));
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

/// The text of an operation; parameters and constants have none, and the lowering for LLVM leaves no upper half.
fn text(operation: &str) -> &'static str {
    match operation {
        "add" => "add i{bits} {x}, {y}",
        "sub" => "sub i{bits} {x}, {y}",
        "mul" => "mul i{bits} {x}, {y}",
        "bit_and" | "flag_and" => "and i{bits} {x}, {y}",
        "bit_or" | "flag_or" => "or i{bits} {x}, {y}",
        "bit_xor" | "flag_xor" => "xor i{bits} {x}, {y}",
        "shift_left" => "shl i{bits} {x}, {y}",
        "shift_right" => "lshr i{bits} {x}, {y}",
        "shift_right_signed" => "ashr i{bits} {x}, {y}",
        "zero_extend" => "zext i{from} {x} to i{bits}",
        "sign_extend" => "sext i{from} {x} to i{bits}",
        "low_bits" => "trunc i{from} {x} to i{bits}",
        "less" => "icmp ult i{from} {x}, {y}",
        "less_signed" => "icmp slt i{from} {x}, {y}",
        "equal" => "icmp eq i{from} {x}, {y}",
        "select" => "select i1 {x}, i{bits} {y}, i{bits} {z}",
        "min" => "call i{bits} @llvm.umin.i{bits}(i{bits} {x}, i{bits} {y})",
        "max" => "call i{bits} @llvm.umax.i{bits}(i{bits} {x}, i{bits} {y})",
        "min_signed" => "call i{bits} @llvm.smin.i{bits}(i{bits} {x}, i{bits} {y})",
        "max_signed" => "call i{bits} @llvm.smax.i{bits}(i{bits} {x}, i{bits} {y})",
        _ => "",
    }
}
