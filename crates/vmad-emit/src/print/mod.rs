//! The languages.

mod branches;
mod builder;
mod c_like;
mod infix;
mod json;
mod keywords;
mod llvm;
pub(crate) mod ptx;
mod spirv;
mod syntax;
mod systemverilog;

use std::{borrow::Cow, collections::HashMap};

use vmad_term::{
    operation::{Operation as Op, Term},
    simplify::Simplified,
};

use crate::{
    built_in::{self, Operand, Step},
    function::Function,
    lower::{Integers, Lowered},
};

/// Declares the languages: name, description, printer, in the order of the list.
macro_rules! languages {
    ($($(#[$doc:meta])* $variant:ident $name:literal $description:literal $printer:path;)*) => {
        /// A language that functions are printed in.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Language {
            $($(#[$doc])* $variant,)*
        }

        impl Language {
            /// All of them.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$variant),*];

            /// The name of the option: `c`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// A short description.
            pub const fn describe(self) -> &'static str {
                match self {
                    $(Self::$variant => $description,)*
                }
            }

            /// The text of a file with these functions.
            ///
            /// It uses the integers of [`Language::integers`].
            pub fn print(self, functions: &[Function], options: Options<'_>) -> String {
                let functions = &prefixed(functions, options.prefix);
                match self {
                    $(Self::$variant => $printer(functions, self.integers(options), options),)*
                }
            }
        }
    };
}

impl Language {
    /// The integers of the language's code.
    pub const fn integers(self, Options { longs, .. }: Options<'_>) -> Integers {
        match (self, longs) {
            (Self::SystemVerilog, None) => Integers::Any,
            (Self::Glsl | Self::SpirV | Self::Ptx, Some(false))
            | (Self::Glsl | Self::SpirV, None)
            | (Self::Json, _) => Integers::WordsAndUpperHalves,
            (Self::Hlsl | Self::Wgsl, _) | (_, Some(false)) => Integers::Words,
            (_, Some(true) | None) => Integers::Longs,
        }
    }

    /// Whether the language has integers of 64 bits.
    pub const fn has_longs(self) -> bool {
        !matches!(self, Self::Hlsl | Self::Wgsl | Self::Json)
    }
}

languages! {
    /// C99, which is C++ too.
    C "c" "C99, also C++: static inline functions; 64-bit integers" c_like::c;
    /// C#.
    CSharp "csharp" "C#: methods of a static class; 64-bit integers" c_like::csharp;
    /// Rust.
    Rust "rust" "Rust without std: const functions; 64-bit integers" c_like::rust;
    /// GLSL.
    Glsl "glsl" "GLSL 4.00: functions; 32-bit integers" c_like::glsl;
    /// HLSL.
    Hlsl "hlsl" "HLSL of shader model 5: functions; 32-bit integers" c_like::hlsl;
    /// WGSL.
    Wgsl "wgsl" "WGSL: functions; 32-bit integers" c_like::wgsl;
    /// SPIR-V, as text for spirv-as.
    SpirV "spirv" "SPIR-V as text for spirv-as: exported functions; 32-bit integers" spirv::print;
    /// LLVM IR.
    Llvm "llvm" "LLVM IR: functions; 64-bit integers" llvm::print;
    /// SystemVerilog.
    SystemVerilog "systemverilog" "SystemVerilog: combinational modules; wires of 32 to 66 bits" systemverilog::print;
    /// PTX.
    Ptx "ptx" "PTX without video instructions: device functions; 64-bit integers" ptx::print;
    /// The steps as data.
    Json "json" "JSON: the steps of functions as data; 32-bit integers" json::print;
}

/// The choices of the user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options<'o> {
    /// Whether the code may use integers of 64 bits; [`None`] for the default of the language.
    pub longs: Option<bool>,
    /// The start of every name that the text defines outside functions.
    pub prefix: &'o str,
    /// The package of SystemVerilog, which has functions; [`None`] for modules.
    pub package: Option<&'o str>,
    /// Whether the modules of SystemVerilog have the wires of the datapath as outputs.
    pub wires: bool,
}

/// The functions, with a prefix before their names.
fn prefixed<'f>(functions: &'f [Function], prefix: &str) -> Cow<'f, [Function]> {
    if prefix.is_empty() {
        return functions.into();
    }
    functions.iter().map(|function| function.prefixed(prefix)).collect()
}

/// A text with a value for each place: the name of a place is in braces. Braces without a place stay.
fn fill(text: &str, values: &[(&str, &str)]) -> String {
    fill_with(text, |place| {
        let value = values.iter().find(|(name, _)| *name == place);
        value.map(|(_, value)| (*value).to_owned())
    })
}

/// The same with values that are made for the places of the text only.
fn fill_with(text: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let (mut filled, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once('{') {
        filled += before;
        let place = after.split_once('}').and_then(|(place, after)| Some((value(place)?, after)));
        let (value, after) = place.unwrap_or_else(|| ("{".to_owned(), after));
        filled += &value;
        rest = after;
    }
    filled + rest
}

/// The text of a file.
struct File {
    text: String,
    /// What starts a comment.
    mark: &'static str,
}

impl File {
    /// A file with its header.
    fn new(mark: &'static str) -> Self {
        let mut file = Self::empty(mark);
        file.line(&format!(
            "{mark} Written by vmad {}. MIT OR Apache-2.0. Free to paste.",
            env!("CARGO_PKG_VERSION")
        ));
        file
    }

    const fn empty(mark: &'static str) -> Self {
        Self { text: String::new(), mark }
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// A blank line and a comment.
    fn comment(&mut self, lines: &[String]) {
        self.text.push('\n');
        for line in lines {
            self.line(&format!("{} {line}", self.mark));
        }
    }
}

/// The operations of a function, for the languages with one operation a line.
struct Steps {
    /// The operations that need a line, operands first.
    order: Vec<Step>,
    /// The names of parameters and results; constants have none.
    names: HashMap<Term, String>,
}

/// The operations of a function, in a language with the first `known` built-in functions.
fn steps(Lowered { graph, result }: &Lowered, known: usize) -> Steps {
    let mut steps = Steps { order: Vec::new(), names: HashMap::new() };
    for step in built_in::steps(graph, &[*result], known) {
        match step.node.operation {
            Op::Constant(_) => {}
            Op::Variable(name) => {
                steps.names.insert(step.term, name.to_owned());
            }
            _ => {
                steps.names.insert(step.term, format!("t{}", steps.order.len()));
                steps.order.push(step);
            }
        }
    }
    steps
}

/// The text of an operation: `{d}` is its result, `{x}`, `{y}` and `{z}` are its operands, `{bits}` and `{from}` the widths of
/// the result and of the first operand.
fn operation(text: &str, graph: &Simplified, step: &Step, name: impl Fn(Term) -> String) -> String {
    let arguments = step.arguments();
    let argument = |place: usize| match arguments.get(place) {
        Some(Operand::Term(term)) => name(*term),
        Some(Operand::Number(number)) => number.to_string(),
        None => String::new(),
    };
    let [x, y, z] = [0, 1, 2].map(argument);
    let from = step.operands().first().map_or(0, |first| graph.bits(*first)).to_string();
    let (d, bits) = (name(step.term), step.node.sort.bits().to_string());
    fill(text, &[("d", &d), ("x", &x), ("y", &y), ("z", &z), ("bits", &bits), ("from", &from)])
}
