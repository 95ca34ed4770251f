//! Emitted code computes what the unit computes.

mod c;
mod csharp;
mod evaluate;
mod glsl;
mod llvm;
mod proof;
mod ptx;
mod spirv;
mod systemverilog;
mod tool;
mod vulkan;
mod words;
