//! SPIR-V, as text for spirv-as.

use std::collections::BTreeSet;

use vmad_term::{
    operation::{Operation as Op, Term},
    simplify::Simplified,
};

use super::{File, Options, Steps, fill, steps};
use crate::{
    built_in::{Operand, Step},
    function::Function,
    lower::Integers,
};

/// How many built-in functions SPIR-V has.
const BUILT_IN: usize = 6;

/// A module's declarations, found while its functions are printed.
#[derive(Default)]
struct Declared {
    /// The constants: width and number.
    constants: BTreeSet<(u32, u128)>,
    /// The types of functions: the number of parameters, and whether the result is a flag.
    counts: BTreeSet<(usize, bool)>,
    has_upper_halves: bool,
    has_longs: bool,
}

const fn type_of(bits: u32) -> &'static str {
    match bits {
        1 => "%bool",
        32 => "%uint",
        _ => "%ulong",
    }
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
        let steps = steps(&lowered, BUILT_IN);
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
    if declared.has_longs {
        file.line("OpCapability Int64");
    }
    if imports {
        file.line("%glsl = OpExtInstImport \"GLSL.std.450\"");
    }
    file.line("OpMemoryModel Logical GLSL450");
    for Function { name, .. } in functions {
        file.line(&format!("OpDecorate %{name} LinkageAttributes \"{name}\" Export"));
    }
    file.line("%bool = OpTypeBool\n%true = OpConstantTrue %bool\n%false = OpConstantFalse %bool");
    file.line("%uint = OpTypeInt 32 0");
    if declared.has_longs {
        file.line("%ulong = OpTypeInt 64 0");
    }
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
        self.declared.has_longs |= step.node.sort.bits() > 32;
        let d = self.of(step.term);
        let operand = |argument| match argument {
            Operand::Term(term) => self.of(term),
            Operand::Number(number) => self.constant(32, number.into()),
        };
        let operands: Vec<_> = step.arguments().into_iter().map(operand).collect();
        let operands = operands.join(" ");
        let (operation, bits) = (operation(step.name()), step.node.sort.bits());
        match step.node.operation {
            Op::MultiplyHigh(..) | Op::MultiplyHighSigned(..) => {
                self.declared.has_upper_halves = true;
                format!("{d}_both = {operation} {operands}\n{d} = OpCompositeExtract %uint {d}_both 1")
            }
            _ => format!("{d} = {} {operands}", fill(operation, &[("type", type_of(bits))])),
        }
    }
}

/// An operation and its type. The extremes are of an imported set; parameters and constants have none.
fn operation(name: &str) -> &'static str {
    match name {
        "add" => "OpIAdd {type}",
        "sub" => "OpISub {type}",
        "mul" => "OpIMul {type}",
        "mul_high" => "OpUMulExtended %product",
        "mul_high_signed" => "OpSMulExtended %product",
        "bit_and" => "OpBitwiseAnd {type}",
        "bit_or" => "OpBitwiseOr {type}",
        "bit_xor" => "OpBitwiseXor {type}",
        "flag_and" => "OpLogicalAnd {type}",
        "flag_or" => "OpLogicalOr {type}",
        "flag_xor" => "OpLogicalNotEqual {type}",
        "shift_left" => "OpShiftLeftLogical {type}",
        "shift_right" => "OpShiftRightLogical {type}",
        "shift_right_signed" => "OpShiftRightArithmetic {type}",
        "zero_extend" | "low_bits" => "OpUConvert {type}",
        "sign_extend" => "OpSConvert {type}",
        "less" => "OpULessThan {type}",
        "less_signed" => "OpSLessThan {type}",
        "equal" => "OpIEqual {type}",
        "select" => "OpSelect {type}",
        "min" => "OpExtInst {type} %glsl UMin",
        "max" => "OpExtInst {type} %glsl UMax",
        "min_signed" => "OpExtInst {type} %glsl SMin",
        "max_signed" => "OpExtInst {type} %glsl SMax",
        "field" => "OpBitFieldUExtract {type}",
        "field_signed" => "OpBitFieldSExtract {type}",
        _ => "",
    }
}
