//! Pictures of words and executions: self-contained SVG for light and dark backgrounds. The parts of A, B and C have one
//! colour each.
//!
//! The command, the explorer page and the book show the same pictures.
//!
//! ```
//! use vmad_sass::{Instruction, Ports};
//!
//! let instruction = Instruction::decode(0x5f04020000370200).unwrap();
//! let picture = vmad_picture::word(instruction.layout(), instruction.encode(), &instruction.to_string()).unwrap();
//! assert!(picture.starts_with("<svg") && picture.contains("opcode"));
//!
//! let operation = instruction.operation().unwrap();
//! let ports = Ports { a: 3, b: 5, c: 7 };
//! let picture = vmad_picture::datapath(&instruction, &operation, ports, "R0 = 0x00000016");
//! assert!(picture.contains("product") && picture.contains("R0 = 0x00000016"));
//! ```
#![forbid(unsafe_code)]

mod canvas;
mod dataflow;
mod datapath;
mod word;

pub use datapath::datapath;
pub use word::word;
