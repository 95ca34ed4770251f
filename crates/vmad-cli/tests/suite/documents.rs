//! Every console session in the README and the book runs as it is printed.

#[test]
fn console_sessions_run_as_printed() {
    trycmd::TestCases::new()
        .register_bin("vmad", std::path::Path::new(env!("CARGO_BIN_EXE_vmad")))
        .case("../../README.md")
        .case("../../docs/src/*.md");
}
