//! The C interface: `include/vmadlib.h`.
//!
//! [`boundary`] has the functions that C calls, and all `unsafe` of the project. It checks pointers, catches panics, and
//! calls the safe functions of `calls`, which call the crates. [`types`] has the structures of the header.
//!
//! The prefix of all names is `vmadlib_`. The file that `vmad emit --lang c` writes has other names, so that a program
//! can have both.

pub mod boundary;
mod calls;
mod failure;
mod members;
pub mod types;
