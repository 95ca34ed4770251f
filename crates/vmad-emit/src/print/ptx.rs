//! PTX: a device function for each function. The ordinary code of a video instruction is in place of the terms of a mode
//! that PTX has.

use super::{File, Options, steps};
use crate::{
    built_in::Step,
    function::{Function, PORTS},
    lower::Integers,
};
use vmad_map::meaning;
use vmad_ptx::{
    ast::{Body, Instruction, Operand, Operation, Register, Video},
    legality::Target,
};
use vmad_ptxas::rewrite::ordinary;
use vmad_term::{
    operation::{Operation as Op, Term},
    simplify::Simplified,
};

/// The target of the file: the first with products of bytes.
const TARGET: Target = Target::sm(61);

/// The built-in functions.
const BUILT_IN: [&str; 6] = ["min.u", "max.u", "min.s", "max.s", "bfe.u", "bfe.s"];

pub(super) fn print(functions: &[Function], integers: Integers, _: Options<'_>) -> String {
    let mut file = File::new("//");
    file.line(&format!(".version 6.0\n.target {TARGET}\n.address_size 64"));
    for function in functions {
        file.comment(&function.comment);
        let parameters = function
            .declared(".reg .b32 %word_low, .reg .b32 %word_high", |name| format!(".reg .b32 %{name}"));
        file.line(&format!(".func (.reg .b32 %d) {}({})\n{{", function.name, parameters.join(", ")));
        for line in of_video(function).unwrap_or_else(|| of_terms(function, integers)) {
            file.line(&format!("    {line}"));
        }
        file.line("    ret;\n}");
    }
    file.text
}

/// The ordinary code of the video instruction with the mode; [`None`] if PTX has none.
fn of_video(function: &Function) -> Option<Vec<String>> {
    let operation = function.operation?;
    let mut ptx = meaning::ptx(&operation).ok()?;
    let mut constants = function.constants.map(|constant| constant.map(i64::from));
    if let (Some(mut sources), Some(operands)) = (ptx.sources(), operation.operands()) {
        for index in 0..2 {
            if let Some(port) = function.constants[index] {
                constants[index] = Some(operands[index].value(port));
                sources[index].select = None;
            }
        }
        ptx = ptx.with_sources(sources);
    }
    // Of lanes or behind a minus sign, a constant is in a register.
    let (selected, negated) = (ptx.selected(), ptx.negate());
    let immediates = [0, 1, 2].map(|index| constants[index].filter(|_| !selected[index] && !negated[index]));
    let block = ordinary(&video(ptx, immediates)?, TARGET)?;
    let code = match block.as_slice() {
        [open, lines @ .., _] if open == "{" => lines,
        lines => lines,
    };
    let in_registers = [0, 1, 2].map(|index| constants[index].filter(|_| immediates[index].is_none()));
    let mut lines = moves(in_registers, |name| code.iter().any(|line| line.contains(name)));
    lines.extend_from_slice(code);
    Some(lines)
}

/// The video instruction with the mode of a function behind moves of its constants, and its ordinary code: texts with the
/// result in `%d`; [`None`] if the function has no ordinary code.
#[cfg(feature = "proof")]
pub(crate) fn codes(function: &Function) -> Option<[String; 2]> {
    let code = of_video(function)?;
    let video = video(meaning::ptx(&function.operation?).ok()?, [None; 3])?;
    let mut lines = moves(function.constants.map(|constant| constant.map(i64::from)), |_| true);
    lines.push(video.to_string());
    Some([lines, code].map(|lines| lines.join("\n")))
}

/// Constants in the registers of the ports.
fn moves(constants: [Option<i64>; 3], is_read: impl Fn(&str) -> bool) -> Vec<String> {
    let named = PORTS.into_iter().zip(constants).map(|(port, value)| (format!("%{}", port.name()), value));
    let read = named.filter_map(|(name, value)| Some((value?, name))).filter(|(_, name)| is_read(name));
    read.flat_map(|(value, name)| [format!(".reg .b32 {name};"), format!("mov.b32 {name}, {value};")])
        .collect()
}

/// The video instruction of an operation, on constants and on the registers of the ports.
fn video(operation: Operation, constants: [Option<i64>; 3]) -> Option<Instruction> {
    let operand = |index: usize| match constants[index] {
        Some(value) => Some(Operand::Immediate(value)),
        None => Register::new(format!("%{}", PORTS[index].name())).map(Operand::Register),
    };
    let c = if operation.has_c() { Some(operand(2)?) } else { None };
    let video = Video::new(operation, Register::new("%d")?, operand(0)?, operand(1)?, c)?;
    Some(Instruction { guard: None, body: Body::Video(video) })
}

/// The operations of the terms, one in a line.
fn of_terms(function: &Function, integers: Integers) -> Vec<String> {
    let lowered = function.lowered(integers);
    let steps = steps(&lowered, BUILT_IN.len());
    let mut lines = Vec::new();
    for (bits, kind) in [(1, "pred"), (32, "b32"), (64, "b64")] {
        let names: Vec<_> = steps
            .order
            .iter()
            .filter(|step| step.node.sort.bits() == bits)
            .map(|step| format!("%{}", steps.names[&step.term]))
            .collect();
        lines.extend(names.chunks(16).map(|line| format!(".reg .{kind} {};", line.join(", "))));
    }
    let name = |value: Term| match lowered.graph.operation(value) {
        Op::Constant(number) => format!("{number:#x}"),
        _ => format!("%{}", steps.names[&value]),
    };
    lines.extend(steps.order.iter().map(|step| format!("{};", operation(&lowered.graph, step, &name))));
    let result = name(lowered.result);
    lines.push(if function.is_flag {
        format!("selp.b32 %d, 1, 0, {result};")
    } else {
        format!("mov.b32 %d, {result};")
    });
    lines
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
            _ => typed("mul.lo.u", x, y),
        },
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
        // Leaves need no line, and 64 bits no upper half of a product.
        _ => String::new(),
    }
}
