//! JSON: the steps of a function as data, for a language or an IR that the user prints.

use std::collections::HashMap;

use super::Options;
use crate::{
    builder::ops::{Argument, Call, calls},
    function::Function,
    lower::{Integers, Lowered},
};

pub(super) fn print(functions: &[Function], integers: Integers, _: Options<'_>) -> String {
    let functions: Vec<_> = functions.iter().map(|emitted| function(emitted, integers)).collect();
    format!(
        "{{\"written_by\": \"vmad {}. MIT OR Apache-2.0. Free to paste.\",\n\"functions\": [\n{}\n]\n}}\n",
        env!("CARGO_PKG_VERSION"),
        functions.join(",\n")
    )
}

/// A function: numbers are constants, texts are parameters and results of steps.
fn function(function: &Function, integers: Integers) -> String {
    let Lowered { graph, result } = function.lowered(integers);
    let (calls, results) = calls(&graph, &[result], true);
    let mut constants = HashMap::new();
    let text = |argument: &Argument, constants: &HashMap<String, String>| match argument {
        Argument::Value(name) => constants.get(name).cloned().unwrap_or_else(|| format!("{name:?}")),
        Argument::Number(number) => number.to_string(),
        Argument::Truth(truth) => truth.to_string(),
    };
    let mut steps = Vec::new();
    for Call { value, operation, arguments } in &calls {
        let arguments: Vec<_> = arguments.iter().map(|argument| text(argument, &constants)).collect();
        if matches!(*operation, "constant" | "flag") {
            constants.insert(value.clone(), arguments.concat());
        } else {
            steps.push(format!("[{operation:?}, {value:?}, {}]", arguments.join(", ")));
        }
    }
    let result = text(&Argument::Value(results.concat()), &constants);
    let parameters: Vec<_> =
        function.parameters.iter().map(|parameter| format!("{:?}", parameter.name())).collect();
    let comment: Vec<_> = function.comment.iter().map(|line| format!("{line:?}")).collect();
    format!(
        "{{\"name\": {:?}, \"comment\": [{}], \"parameters\": [{}], \"is_flag\": {}, \"result\": {result},\n\"steps\": [\n{}\n]}}",
        function.name,
        comment.join(", "),
        parameters.join(", "),
        function.is_flag,
        steps.join(",\n")
    )
}
