//! `vmad emit`. What the functions compute is tested in `vmad-emit`.

use std::collections::BTreeSet;

use vmad_emit::Language;

use crate::common::{Ran, vmad};

fn emit(arguments: &[&str]) -> String {
    let Ran { code, stdout, stderr } = vmad(&[&["emit"], arguments].concat());
    assert_eq!((code, stderr.as_str()), (0, ""), "{arguments:?}");
    stdout
}

fn functions(arguments: &[&str]) -> usize {
    emit(&[&["--lang", "c"], arguments].concat()).matches("static inline").count()
}

#[test]
fn a_mnemonic_is_all_its_modes() {
    assert_eq!(functions(&["VMAD.U8.U8 R0, R2, R3, R4"]), 1);
    assert_eq!(functions(&["vmad"]), 864);
}

#[test]
fn every_file_says_version_and_licence() {
    for language in Language::ALL.map(Language::name) {
        for arguments in [["VMAD R0, R1, R2, R3"], ["--all"]] {
            let text = emit(&[&["--lang", language], arguments.as_slice()].concat());
            let header = format!("vmad {}. MIT OR Apache-2.0. Free to paste.", env!("CARGO_PKG_VERSION"));
            assert!(
                text.lines().next().is_some_and(|line| line.contains(&header)),
                "{language}: {text:.200}"
            );
        }
    }
}

/// The words that the comments of an output name.
fn words(text: &str) -> BTreeSet<&str> {
    let parts = text.lines().filter_map(|line| line.strip_suffix(')')?.rsplit_once(" (0x"));
    parts.map(|(_, word)| word).collect()
}

#[test]
fn instructions_that_differ_in_registers_share_a_function() {
    let pair = ["5f04020000370200", "@P1 VMAD.U8.U8 R9, R8, R7, R6"];
    let text = emit(&["--lang", "glsl", pair[0], pair[1], "VADD R0, R1, R2, R3"]);
    assert_eq!(text.matches("\nuint ").count(), 2, "{text}");
    assert_eq!(words(&text).len(), 3, "{text}");
    assert!(emit(&["--lang", "c", "--name", "one", pair[0], pair[1]]).contains(" one("));
}

/// Each definition once, also what several functions call.
#[test]
fn helpers_are_defined_once() {
    let products = ["VMAD.U32.U32.SAT R0, R1, R2, R3", "VMAD.U32.U32.SHR_7 R0, R1, R2, R3"];
    let text = emit(&["--lang", "glsl", products[0], products[1]]);
    assert_eq!(text.matches("uint upper_half(").count(), 1, "{text}");
    assert_eq!(emit(&["--lang", "ptx", products[0], products[1]]).matches(".version").count(), 1);
}

/// With a prefix, nothing that the output defines keeps its name.
#[test]
fn a_prefix_is_before_every_name() {
    let product = "VMAD.U32.U32.SAT R0, R1, R2, R3";
    let names =
        ["vmad_u32_u32_sat", "vmad_is_legal", "vmad_execute", "video_", "upper_half", "VideoInstructions"];
    for language in Language::ALL.map(Language::name) {
        for what in [product, "--all"] {
            let text = emit(&["--lang", language, "--prefix", "nv_", what]);
            let code: Vec<_> = text.lines().filter(|line| !line.starts_with(['/', ';'])).collect();
            let code = code.join("\n");
            for name in names.iter().flat_map(|name| [(*name).to_owned(), name.to_uppercase()]) {
                let prefixed = [format!("nv_{name}"), format!("NV_{name}")];
                let both: usize = prefixed.iter().map(|name| code.matches(name.as_str()).count()).sum();
                assert_eq!(code.matches(&name).count(), both, "{language}, {name}");
            }
        }
    }
}

#[test]
fn all_words_of_some_mnemonics() {
    let text = emit(&["--lang", "systemverilog", "--all", "vmnmx", "VSHL"]);
    let modules: Vec<_> = text.lines().filter_map(|line| line.strip_prefix("module ")).collect();
    assert_eq!(modules, ["vmnmx_is_legal (", "vmnmx_execute (", "vshl_is_legal (", "vshl_execute ("]);
    let text = emit(&["--lang", "systemverilog", "--all", "--package", "vmad_pkg"]);
    assert!(text.contains("\npackage vmad_pkg;\n") && !text.contains("module "), "{text:.300}");
}

/// A function has no condition code, and says so; also of an instruction that shares the function of another.
#[test]
fn a_condition_code_is_left_out_with_a_comment() {
    const NOTE: &str = "CC is not computed: no source specifies its flags";
    let emit = |texts: &[&str]| vmad(&[&["emit", "--lang", "c"], texts].concat()).stdout;
    let (plain, cc) = ("VMAD.U8.U8 R0, R2, R3, R4", "VMAD.U8.U8 R1.CC, R2, R3, R4");
    assert_eq!(emit(&[plain]).matches(NOTE).count(), 0);
    for texts in [&[cc] as &[&str], &[plain, cc], &["VADD.U8.U8 R0.CC, R2, R3, R4"]] {
        assert_eq!(emit(texts).matches(NOTE).count(), 1, "{texts:?}");
    }
}

/// The names of C++ are those of C; only the builders differ from functions.
#[test]
fn a_builder_has_the_operations_of_an_ir() {
    let of = |language: &str| emit(&["--builder", "--lang", language, "--all", "VSHL", "VMNMX"]);
    for (language, call) in
        [("cpp", "ops.less_signed(x, y)"), ("csharp", "ops.LessSigned(x, y)"), ("rust", "ops.min(x, y)")]
    {
        let text = of(language);
        assert!(
            text.contains(call) && !text.to_ascii_lowercase().contains("vadd"),
            "{language}: {text:.300}"
        );
    }
    assert!(
        emit(&["--builder", "--lang", "cpp", "--all", "--prefix", "nv_"]).contains("namespace nv_video {")
    );
}
