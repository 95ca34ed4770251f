//! The video instruction words of NVIDIA's Maxwell and Pascal GPUs: decoder, encoder, assembler, disassembler.
//!
//! ```
//! use vmad_sass::{Arch, Instruction, assemble, disassemble, schedule::ControlField};
//!
//! // From a word to text.
//! let vmad = Instruction::decode(0x5f04020000370200).unwrap();
//! assert_eq!(vmad.to_string(), "VMAD.U8.U8 R0, R2, R3, R4");
//! assert_eq!(vmad.dispatch().name(), "coupled");
//!
//! // From text to a word.
//! let assembly = assemble("VMAD.S16.U8.SHR_7.SAT R0.CC, -R1.H1, R2.B3, R4;").unwrap();
//! assert_eq!(Instruction::decode(assembly.instruction.encode()), Ok(assembly.instruction));
//!
//! // The text that nvdisasm prints for a word and its control field.
//! let text = disassemble(0x5f04020000370200, ControlField::IDLE, Arch::Sm50).unwrap();
//! assert_eq!(text.to_string(), "VMAD.U8.U8 R0, R2, R3, R4");
//!
//! // Executed on registers.
//! let mut state = vmad_unit::State::default();
//! for (register, value) in [(2, 0x12345688), (3, 0x8a24c993), (4, 0x9123064a)] {
//!     state.registers.write(vmad_unit::Register::from_encoding(register), value);
//! }
//! vmad.execute(&mut state);
//! assert_eq!(state.registers.read(vmad_unit::Register::from_encoding(0)), 0x91235462);
//! ```
//!
//! # A tour
//!
//! - [`isa`]: the encoding, one file for each instruction. All other code reads these descriptions.
//! - [`Instruction`]: a legal word of the family, with its parts ([`Parts`]), its execution and its formula.
//! - [`assemble`], [`disassemble`], [`ruler`]: words from text, text from words, and the picture of a word.
//! - [`text`]: assembly text in general, and its errors.
//! - [`schedule`]: control words and their fields, and their notation.
//! - [`dispatch`]: coupled and decoupled.
//! - [`wide`]: the two instructions that live on in the words of 128 bits.
//! - [`catalog`]: every word form as data, for disassemblers.
//! - [`stream`]: bundles of a control word and three instructions.
//! - [`arch`]: the architectures, and the differences of their text.
//!
//! # From bytes to text, and from text to bytes
//!
//! - Bytes: `stream.rs` splits a bundle into a control word and three words; `schedule/word.rs` splits the control word.
//! - Word to instruction: `isa/table.rs` finds the form by the high bits, `decode.rs` refuses illegal fields.
//! - Instruction to parts and back: `parts.rs`; the file of each instruction in `isa` has its operation.
//! - Instruction to text: `print.rs`, in the order that the form declares; `schedule/print.rs` prints the control field.
//! - Text to word: `text` reads tokens, suffixes and operands; `assemble` writes each into the fields of the form.
//! - Fields by name to word: `encode.rs`.
//!
//! # Errors
//!
//! An error has the place, the fault and the legal values. An error about an unknown name also lists the known names.
//!
//! ```
//! let error = vmad_sass::assemble("VMAD.U8.U9 R0, R1, R2, R3").unwrap_err();
//! assert_eq!((error.span.start, error.span.end), (7, 10));
//! assert!(error.to_string().starts_with("unknown suffix \"U9\": legal are two formats"));
//! assert!(error.legal_names.contains(&".U8".to_owned()));
//! ```
//!
//! # Without `std`, and with serde
//!
//! The crate needs an allocator (for errors and assembly text) and no `std`. The feature `serde` serializes
//! instructions (as the word in hexadecimal), control fields and words, [`dispatch::Dispatch`] and [`Arch`]. A control
//! field is a number of 21 bits; a larger number is refused, with [`schedule::OutOfRange`].
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod any_instruction;
pub mod arch;
mod assemble;
mod bits;
pub mod catalog;
mod decode;
mod decode_error;
pub mod dispatch;
mod encode;
mod execute;
mod formula;
mod instruction;
pub mod isa;
mod line;
mod messages;
mod mov32i;
mod parts;
mod permute;
mod print;
pub mod ruler;
pub mod schedule;
pub mod stream;
pub mod text;
mod uniform;
pub mod wide;

pub use any_instruction::AnyInstruction;
pub use arch::{AnyArch, Arch};
pub use assemble::{Assembly, assemble, assemble_in};
pub use decode_error::DecodeError;
pub use encode::EncodeError;
pub use execute::{KEPLER, Ports, SHARED_DESTINATION};
pub use instruction::Instruction;
pub use mov32i::Mov32i;
pub use parts::{Destination, NotKnown, Parts, PartsError, SourceB, SourceC};
pub use permute::Permute;
pub use print::{Refusal, Style, Text, disassemble};
