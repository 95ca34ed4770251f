//! PTX: a device function for each function. The ordinary code of a video instruction is in place of the terms of a mode
//! that PTX has.

use super::{File, Options, operation, steps};
use crate::{
    function::{Function, PORTS},
    lower::Integers,
};
use vmad_map::meaning;
use vmad_ptx::{
    ast::{Body, Instruction, Operand, Operation, Register, Video},
    legality::Target,
};
use vmad_ptxas::rewrite::ordinary;
use vmad_term::operation::{Operation as Op, Term};

/// The target of the file: the first with products of bytes.
const TARGET: Target = Target::sm(61);

/// How many built-in functions PTX has.
const BUILT_IN: usize = 6;

pub(super) fn print(functions: &[Function], integers: Integers, _: Options<'_>) -> String {
    let mut file = File::new("//");
    file.line(&format!(".version 6.0\n.target {TARGET}\n.address_size 64"));
    for function in functions {
        file.comment(&function.comment);
        let parameters = function
            .declared(".reg .b32 %word_low, .reg .b32 %word_high", |name| format!(".reg .b32 %{name}"));
        file.line(&format!(".func (.reg .b32 %d) {}({})\n{{", function.name, parameters.join(", ")));
        for line in of_video(function, integers).unwrap_or_else(|| of_terms(function, integers)) {
            file.line(&format!("    {line}"));
        }
        file.line("    ret;\n}");
    }
    file.text
}

/// The ordinary code of the video instruction with the mode; [`None`] if PTX has none, or if the code needs wider integers.
fn of_video(function: &Function, integers: Integers) -> Option<Vec<String>> {
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
    let fits = integers == Integers::Longs || !lines.iter().any(|line| line.contains(".b64"));
    fits.then_some(lines)
}

/// The video instruction with the mode of a function behind moves of its constants, and its ordinary code: texts with the
/// result in `%d`; [`None`] if the function has no ordinary code.
#[cfg(feature = "proof")]
pub(crate) fn codes(function: &Function, integers: Integers) -> Option<[String; 2]> {
    let code = of_video(function, integers)?;
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
    let graph = &lowered.graph;
    let steps = steps(&lowered, BUILT_IN);
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
    let name = |value: Term| match graph.operation(value) {
        Op::Constant(number) => format!("{number:#x}"),
        _ => format!("%{}", steps.names[&value]),
    };
    lines.extend(steps.order.iter().map(|step| {
        let text = match step.node.operation {
            Op::Xor(..) if graph.inverted(step.term).is_some() => {
                if step.node.sort.bits() == 1 {
                    "not.pred {d}, {x};"
                } else {
                    "not.b{bits} {d}, {x};"
                }
            }
            Op::Multiply(x, y) => match (graph.operation(x), graph.operation(y)) {
                (Op::ZeroExtend(x), Op::ZeroExtend(y)) => {
                    return format!("mul.wide.u32 {}, {}, {};", name(step.term), name(x), name(y));
                }
                _ => text(step.name()),
            },
            _ => text(step.name()),
        };
        operation(text, graph, step, name)
    }));
    let result = name(lowered.result);
    lines.push(if function.is_flag {
        format!("selp.b32 %d, 1, 0, {result};")
    } else {
        format!("mov.b32 %d, {result};")
    });
    lines
}

/// The text of an operation; parameters and constants have none.
fn text(operation: &str) -> &'static str {
    match operation {
        "add" => "add.u{bits} {d}, {x}, {y};",
        "sub" => "sub.u{bits} {d}, {x}, {y};",
        "mul" => "mul.lo.u{bits} {d}, {x}, {y};",
        "mul_high" => "mul.hi.u{bits} {d}, {x}, {y};",
        "mul_high_signed" => "mul.hi.s{bits} {d}, {x}, {y};",
        "bit_and" => "and.b{bits} {d}, {x}, {y};",
        "bit_or" => "or.b{bits} {d}, {x}, {y};",
        "bit_xor" => "xor.b{bits} {d}, {x}, {y};",
        "flag_and" => "and.pred {d}, {x}, {y};",
        "flag_or" => "or.pred {d}, {x}, {y};",
        "flag_xor" => "xor.pred {d}, {x}, {y};",
        "shift_left" => "shl.b{bits} {d}, {x}, {y};",
        "shift_right" => "shr.u{bits} {d}, {x}, {y};",
        "shift_right_signed" => "shr.s{bits} {d}, {x}, {y};",
        "zero_extend" | "low_bits" => "cvt.u{bits}.u{from} {d}, {x};",
        "sign_extend" => "cvt.s{bits}.s{from} {d}, {x};",
        "less" => "setp.lt.u{from} {d}, {x}, {y};",
        "less_signed" => "setp.lt.s{from} {d}, {x}, {y};",
        "equal" => "setp.eq.u{from} {d}, {x}, {y};",
        "select" => "selp.b{bits} {d}, {y}, {z}, {x};",
        "min" => "min.u{bits} {d}, {x}, {y};",
        "max" => "max.u{bits} {d}, {x}, {y};",
        "min_signed" => "min.s{bits} {d}, {x}, {y};",
        "max_signed" => "max.s{bits} {d}, {x}, {y};",
        "field" => "bfe.u{bits} {d}, {x}, {y}, {z};",
        "field_signed" => "bfe.s{bits} {d}, {x}, {y}, {z};",
        _ => "",
    }
}
