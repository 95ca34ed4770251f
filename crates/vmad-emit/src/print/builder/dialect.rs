//! The texts of the code that builds IR, in each language.

use super::super::{
    branches::{self, Functions, WORD},
    c_like,
    syntax::{self, Syntax},
};

/// A language of builders, as texts with places in braces.
pub(super) struct Dialect {
    pub(super) frame: &'static str,
    pub(super) functions: Functions<'static>,
    /// Words and flags of the IR.
    pub(super) types: [&'static str; 2],
    /// Of an operation, with `{result}`, `{name}` and `{parameters}`: its declaration; the start and the end of its
    /// default; its start in the type that computes.
    pub(super) required: &'static str,
    pub(super) default: [&'static str; 2],
    pub(super) computes: &'static str,
    pub(super) doc: &'static str,
    /// How a comment spells `<`.
    pub(super) less: &'static str,
    /// The types of words and flags inside of the type of operations.
    pub(super) own_types: [&'static str; 2],
    /// The types of words and flags in the type that computes.
    pub(super) integers: [&'static str; 2],
    pub(super) call: &'static str,
    pub(super) is_pascal: bool,
    /// A value `{x}` with a `{name}`, of the IR.
    pub(super) value: &'static str,
    /// The start of a stage.
    pub(super) stage: &'static str,
    /// The type of its results, if they are several.
    pub(super) several: &'static str,
    /// The results of a case.
    pub(super) results: [&'static str; 2],
    pub(super) table: &'static str,
    pub(super) entry: &'static str,
    pub(super) replace: &'static str,
    /// The start and the end of a program.
    pub(super) program: &'static str,
    pub(super) end: &'static str,
    /// The choice of a program by the bits of its opcode.
    pub(super) dispatch: &'static str,
}

pub(super) const CPP: Dialect = Dialect {
    frame: include_str!("frame.hpp"),
    functions: Functions {
        syntax: Syntax {
            types: ["bool", "uint32_t", "uint64_t"],
            numbers: ["{x}u", "{x}u"],
            declare: "const {type} {name} = {x};",
            halves: ["uint32_t(word)", "uint32_t(word >> 32)"],
            signed: ["int32_t({x:raw})", "int64_t({x:raw})"],
            signed_numbers: [""; 2],
            ..syntax::COMMON
        },
        start: "inline {type} {name}({parameters})\n{",
        word: WORD,
        ..branches::COMMON
    },
    types: ["typename Ops::U32", "typename Ops::Flag"],
    required: "    {result} {name}({parameters});",
    default: [
        "    template <class {result}>\n    {result} {name}({parameters})\n    {\n        Ops& ops = static_cast<Ops&>(*this);",
        "    }",
    ],
    computes: "    {result} {name}({parameters}) { {x} }",
    doc: "    // {x}",
    less: "<",
    own_types: ["U32", "Flag"],
    integers: ["U32", "Flag"],
    call: "ops.{name}({arguments})",
    is_pascal: false,
    value: "const auto {name} = {x};",
    stage: "template <class Ops>\n{result} {name}(Ops& ops, uint32_t number, {parameters})\n{",
    several: "std::array<{type}, {count}>",
    results: ["return {x};", "return {{{x}}};"],
    table: "constexpr uint16_t {name}[] = {{x}};",
    entry: "{name}[{x}]",
    replace: "if ({condition}) {name} = {x};",
    program: "template <class Ops>\ntypename Ops::U32 {name}(Ops& ops, uint64_t word, typename Ops::U32 a, typename Ops::U32 b, \
              typename Ops::U32 c)\n{",
    end: "}",
    dispatch: "if ((word & 0x{mask}u) == 0x{bits}u) return {name}(ops, word, a, b, c);",
};

pub(super) const CSHARP: Dialect = Dialect {
    frame: include_str!("frame.cs"),
    functions: c_like::CSHARP,
    types: ["TU32", "TFlag"],
    required: "        public abstract {result} {name}({parameters});",
    default: [
        "        public virtual {result} {name}({parameters})\n        {\n        var ops = this;",
        "        }",
    ],
    computes: "        public override {result} {name}({parameters}) { unchecked { {x} } }",
    doc: "        /// <summary>{x}</summary>",
    less: "&lt;",
    own_types: ["TU32", "TFlag"],
    integers: ["uint", "bool"],
    call: "ops.{name}({arguments})",
    is_pascal: true,
    value: "var {name} = {x};",
    stage: "static {result} {name}<TU32, TFlag>(Operations<TU32, TFlag> ops, uint number, {parameters})\n{",
    several: "{type}[]",
    results: ["return {x};", "return new[] { {x} };"],
    table: "static readonly ushort[] {name} = {{x}};",
    entry: "{name}[{x}]",
    replace: "if ({condition}) {name} = {x};",
    program: "static TU32 {name}<TU32, TFlag>(Operations<TU32, TFlag> ops, ulong word, TU32 a, TU32 b, TU32 c)\n{ unchecked {",
    end: "} }",
    dispatch: "if ((word & 0x{mask}UL) == 0x{bits}UL) return {name}(ops, word, a, b, c);",
};

pub(super) const RUST: Dialect = Dialect {
    frame: include_str!("frame.rs.txt"),
    functions: Functions {
        halves: [""; 2],
        syntax: Syntax { halves: ["(word as u32)", "((word >> 32) as u32)"], ..c_like::RUST.syntax },
        ..c_like::RUST
    },
    types: ["O::U32", "O::Flag"],
    required: "    fn {name}(&mut self, {parameters}) -> {result};",
    default: ["    fn {name}(&mut self, {parameters}) -> {result} {\n        let ops = self;", "    }"],
    computes: "    fn {name}(&mut self, {parameters}) -> {result} { {x} }",
    doc: "    /// {x}",
    less: "<",
    own_types: ["Self::U32", "Self::Flag"],
    integers: ["u32", "bool"],
    call: "ops.{name}({arguments})",
    is_pascal: false,
    value: "let {name} = {x};",
    stage: "fn {name}<O: Operations>(ops: &mut O, number: u32, {parameters}) -> {result} {",
    several: "[{type}; {count}]",
    results: ["{x}", "[{x}]"],
    table: "const {name}: [u16; {count}] = [{x}];",
    entry: "u32::from({name}[({x}) as usize])",
    replace: "let {name} = if {condition} { {x} } else { {name} };",
    program: "fn {name}<O: Operations>(ops: &mut O, word: u64, a: O::U32, b: O::U32, c: O::U32) -> O::U32 {",
    end: "}",
    dispatch: "if word & 0x{mask} == 0x{bits} { return {name}(ops, word, a, b, c); }",
};
