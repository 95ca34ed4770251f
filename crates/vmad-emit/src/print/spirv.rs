//! SPIR-V, as text for spirv-as.

use std::collections::BTreeSet;

use vmad_term::{
    operation::{Operation as Op, Term},
    simplify::Simplified,
};

use super::{File, Options, Steps, fill, steps};
use crate::{built_in::Step, function::Function, lower::Integers};

/// The built-in functions; the extremes are of an imported set.
const BUILT_IN: [&str; 6] = [
    "OpExtInst {type} %glsl UMin",
    "OpExtInst {type} %glsl UMax",
    "OpExtInst {type} %glsl SMin",
    "OpExtInst {type} %glsl SMax",
    "OpBitFieldUExtract {type}",
    "OpBitFieldSExtract {type}",
];

/// A module's declarations, found while its functions are printed.
#[derive(Default)]
struct Declared {
    /// The constants: width and number.
    constants: BTreeSet<(u32, u128)>,
    /// The types of functions: the number of parameters, and whether the result is a flag.
    counts: BTreeSet<(usize, bool)>,
    has_upper_halves: bool,
}

const fn type_of(bits: u32) -> &'static str {
    if bits == 1 { "%bool" } else { "%uint" }
}

fn constant(bits: u32, number: u128) -> String {
    match (bits, number) {
        (1, 0) => "%false".to_owned(),
        (1, _) => "%true".to_owned(),
        _ => format!("{}_{number:x}", type_of(bits)),
    }
}

pub(super) fn print(functions: &[Function], integers: Integers, _: Options<'_>) -> String {
    let mut declared = Declared::default();
    let mut code = File::empty(";");
    for function in functions {
        let lowered = function.lowered(integers);
        let parameters = &function.parameters;
        let steps = steps(&lowered, BUILT_IN.len());
        declared.counts.insert((parameters.len(), function.is_flag));
        let mut names =
            Names { function: &function.name, graph: &lowered.graph, steps: &steps, declared: &mut declared };
        let result = if function.is_flag { "%bool" } else { "%uint" };
        code.comment(&function.comment);
        let kind = function_type(parameters.len(), function.is_flag);
        code.line(&format!("%{} = OpFunction {result} None {kind}", function.name));
        for parameter in parameters {
            code.line(&format!("{} = OpFunctionParameter %uint", names.own(parameter.name())));
        }
        code.line(&format!("{} = OpLabel", names.own("entry")));
        for step in &steps.order {
            code.line(&names.operation(step));
        }
        code.line(&format!("OpReturnValue {}\nOpFunctionEnd", names.of(lowered.result)));
    }
    head(functions, &declared, code.text.contains(" %glsl ")) + &code.text
}

fn function_type(parameters: usize, is_flag: bool) -> String {
    format!("%{}_of_{parameters}", if is_flag { "bool" } else { "uint" })
}

/// Capabilities, names, types and constants.
fn head(functions: &[Function], declared: &Declared, imports: bool) -> String {
    let mut file = File::new(";");
    file.line("OpCapability Shader\nOpCapability Linkage");
    if imports {
        file.line("%glsl = OpExtInstImport \"GLSL.std.450\"");
    }
    file.line("OpMemoryModel Logical GLSL450");
    for Function { name, .. } in functions {
        file.line(&format!("OpDecorate %{name} LinkageAttributes \"{name}\" Export"));
    }
    file.line("%bool = OpTypeBool\n%true = OpConstantTrue %bool\n%false = OpConstantFalse %bool");
    file.line("%uint = OpTypeInt 32 0");
    if declared.has_upper_halves {
        file.line("%product = OpTypeStruct %uint %uint");
    }
    for &(count, is_flag) in &declared.counts {
        let result = if is_flag { "%bool" } else { "%uint" };
        file.line(&format!(
            "{} = OpTypeFunction {result}{}",
            function_type(count, is_flag),
            " %uint".repeat(count)
        ));
    }
    for &(bits, number) in declared.constants.iter().filter(|(bits, _)| *bits > 1) {
        file.line(&format!("{} = OpConstant {} {number:#x}", constant(bits, number), type_of(bits)));
    }
    file.text
}

/// The names of a function's expressions.
struct Names<'n> {
    function: &'n str,
    graph: &'n Simplified,
    steps: &'n Steps,
    declared: &'n mut Declared,
}

impl Names<'_> {
    fn own(&self, name: &str) -> String {
        format!("%{}_{name}", self.function)
    }

    fn constant(&mut self, bits: u32, number: u128) -> String {
        self.declared.constants.insert((bits, number));
        constant(bits, number)
    }

    fn of(&mut self, value: Term) -> String {
        match self.graph.operation(value) {
            Op::Constant(number) => self.constant(self.graph.bits(value), number),
            _ => self.own(&self.steps.names[&value]),
        }
    }

    fn operation(&mut self, step: &Step) -> String {
        let (bits, op) = (step.node.sort.bits(), step.node.operation);
        let d = self.of(step.term);
        let mut operands: String =
            step.operands().into_iter().map(|operand| format!(" {}", self.of(operand))).collect();
        if let Some(call) = &step.call {
            if call.operands.len() == 1 {
                operands +=
                    &call.field.map(|number| format!(" {}", self.constant(32, number.into()))).concat();
            }
            let function = fill(BUILT_IN[call.function as usize], &[("type", type_of(bits))]);
            return format!("{d} = {function}{operands}");
        }
        let by_bits = |flags: &'static str, numbers: &'static str| if bits == 1 { flags } else { numbers };
        if let Op::ShiftLeft(_, count) | Op::ShiftRight(_, count) | Op::ShiftRightSigned(_, count) = op {
            operands = format!("{operands} {}", self.constant(32, count.into()));
        }
        let operation = match op {
            Op::Add(..) => "OpIAdd",
            Op::Subtract(..) => "OpISub",
            Op::Multiply(..) => "OpIMul",
            Op::And(..) => by_bits("OpLogicalAnd", "OpBitwiseAnd"),
            Op::Or(..) => by_bits("OpLogicalOr", "OpBitwiseOr"),
            Op::Xor(..) => by_bits("OpLogicalNotEqual", "OpBitwiseXor"),
            Op::ShiftLeft(..) | Op::ShiftLeftBy(..) => "OpShiftLeftLogical",
            Op::ShiftRight(..) | Op::ShiftRightBy(..) => "OpShiftRightLogical",
            Op::ShiftRightSigned(..) | Op::ShiftRightSignedBy(..) => "OpShiftRightArithmetic",
            Op::ZeroExtend(_) | Op::Field(..) => "OpUConvert",
            Op::SignExtend(_) => "OpSConvert",
            Op::Less(..) => "OpULessThan",
            Op::LessSigned(..) => "OpSLessThan",
            Op::Equal(..) => "OpIEqual",
            Op::Choose(..) => "OpSelect",
            Op::MultiplyHigh(..) => return self.upper_half("OpUMulExtended", &d, &operands),
            Op::MultiplyHighSigned(..) => return self.upper_half("OpSMulExtended", &d, &operands),
            // Leaves need no line.
            _ => return String::new(),
        };
        format!("{d} = {operation} {}{operands}", type_of(bits))
    }

    fn upper_half(&mut self, multiply: &str, d: &str, operands: &str) -> String {
        self.declared.has_upper_halves = true;
        format!("{d}_both = {multiply} %product{operands}\n{d} = OpCompositeExtract %uint {d}_both 1")
    }
}
