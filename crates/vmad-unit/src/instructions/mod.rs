//! The instructions: a file for each, named after its mnemonic.

pub mod vmad;
