//! SPIR-V: accepted by spirv-val, and run on lavapipe.

use std::fmt::Write as _;

use vmad_emit::{Function, Language, Options};

use crate::{
    tool::{Prepared, Target, run, write},
    vulkan,
};

/// The declarations of a compute shader, in SPIR-V's order.
const ENTRY: &str = include_str!("../data/entry.spvasm");
const TYPES: &str = include_str!("../data/types.spvasm");

/// The shader's main function: a switch over the functions.
fn main_function(functions: &[Function]) -> String {
    let mut text = include_str!("../data/main.spvasm").to_owned();
    for (index, name) in ["a", "b", "c", "word_low", "word_high"].iter().enumerate() {
        let next = index + 1;
        let _ = write!(
            text,
            "%at{next} = OpIAdd %uint %at{index} %k1\n%p{next} = OpAccessChain %to_uint %vectors %k0 %at{next}\n\
             %{name} = OpLoad %uint %p{next}\n"
        );
    }
    text.push_str(
        "%to = OpAccessChain %to_uint %results %k0 %i\nOpSelectionMerge %done None\nOpSwitch %f %done",
    );
    for index in 0..functions.len() {
        let _ = write!(text, " {index} %case{index}");
    }
    for (index, function) in functions.iter().enumerate() {
        let arguments: String =
            function.parameters.iter().map(|parameter| format!(" %{}", parameter.name())).collect();
        let call = format!(
            "OpFunctionCall {} %{}{arguments}",
            if function.is_flag { "%bool" } else { "%uint" },
            function.name
        );
        let call = if function.is_flag {
            format!("%flag{index} = {call}\n%r{index} = OpSelect %uint %flag{index} %k1 %k0")
        } else {
            format!("%r{index} = {call}")
        };
        let _ = write!(text, "\n%case{index} = OpLabel\n{call}\nOpStore %to %r{index}\nOpBranch %done");
    }
    text + "\n%done = OpLabel\nOpBranch %end\n%end = OpLabel\nOpReturn\nOpFunctionEnd\n"
}

/// The driver's output for a changed text.
fn output(prepared: &Prepared, options: Options<'_>, change: &dyn Fn(&str) -> String) -> String {
    let folder = prepared.folder.path();
    let text = change(&Language::SpirV.print(&prepared.functions, options));
    write(&folder.join("emitted.spvasm"), &text);
    run(folder, "spirv-as --target-env spv1.3 -o emitted.spv emitted.spvasm");
    run(folder, "spirv-val --target-env spv1.3 emitted.spv");
    // A shader exports nothing.
    let lines = text.lines().filter(|line| !line.contains("Linkage"));
    let shader: String = lines.map(|line| format!("{line}\n")).collect();
    let shader =
        shader.replace("OpMemoryModel Logical GLSL450\n", ENTRY).replace("%uint = OpTypeInt 32 0\n", TYPES);
    write(&folder.join("test.spvasm"), &(shader + &main_function(&prepared.functions)));
    run(folder, "spirv-as --target-env spv1.3 -o test.spv test.spvasm");
    run(folder, "spirv-val --target-env vulkan1.1 test.spv");
    vulkan::run(folder)
}

#[test]
fn vulkan() {
    let target = Target {
        name: "SPIR-V",
        programs: &["spirv-as", "spirv-val"],
        needs_vulkan: true,
        output,
        longs: &[false, true],
        broken: &[["OpULessThan", "OpSLessThan"]],
    };
    target.check();
}
