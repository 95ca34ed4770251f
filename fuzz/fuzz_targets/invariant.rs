#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| vmad_fuzz::check(env!("CARGO_BIN_NAME"), bytes));
