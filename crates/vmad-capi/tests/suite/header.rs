//! The header is what cbindgen writes.

use std::{env, fmt::Write as _, fs, path::Path};

use vmad_unit::Kind;

/// The enumeration of the instructions, from their list.
fn opcodes() -> String {
    let mut text = "\n// The instructions.\ntypedef enum vmadlib_opcode {\n".to_owned();
    for kind in Kind::ALL {
        let sentence = kind.about().summary.split(';').next().unwrap_or_default().trim_end_matches('.');
        writeln!(text, "  // {sentence}.\n  VMADLIB_{kind} = {},", kind as u32).expect("a string");
    }
    text + "} vmadlib_opcode;"
}

/// `UPDATE_HEADER=1` writes it.
#[test]
fn the_header_is_that_of_the_code() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = folder.join("include/vmadlib.h");
    let mut config = cbindgen::Config::from_file(folder.join("cbindgen.toml")).expect("cbindgen.toml");
    config.after_includes = Some(opcodes());
    let sources =
        ["types.rs", "boundary/words.rs", "boundary/execution.rs", "boundary/batch.rs", "boundary/ptx.rs"]
            .map(|name| folder.join("src").join(name));
    let builder =
        sources.into_iter().fold(cbindgen::Builder::new().with_config(config), cbindgen::Builder::with_src);
    let mut text = Vec::new();
    builder.generate().expect("a header").write(&mut text);
    let text = String::from_utf8(text).expect("UTF-8");
    if env::var_os("UPDATE_HEADER").is_some() {
        fs::write(&path, &text).expect("the header can be written");
    }
    let found = fs::read_to_string(&path).expect("the header");
    assert!(found == text, "the header is outdated: UPDATE_HEADER=1 cargo test -p vmad-capi writes it");
}
