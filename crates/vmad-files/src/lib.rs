//! Readers of files that hold the machine code of Maxwell and Pascal, or PTX.
//!
//! [`cubin`] reads the ELF files in which ptxas writes machine code, [`fatbin`] the files that contain cubins and PTX;
//! [`chunks`] and [`phase`] read raw code, [`listing`] reads code as text, and [`inline_asm`] the PTX in CUDA
//! source. [`words`] reads words from arguments and lines. [`contents`] has what a
//! comparison of a cubin with its PTX needs.
#![forbid(unsafe_code)]

pub mod chunks;
pub mod contents;
pub mod cubin;
pub mod fatbin;
pub mod inline_asm;
pub mod lines;
pub mod listing;
pub mod opcodes;
pub mod phase;
pub mod text;
pub mod words;
