//! Emitted code computes what the unit computes.

mod builder;
mod c;
mod csharp;
mod evaluate;
mod glsl;
mod golden;
mod hlsl;
mod llvm;
mod proof;
mod ptx;
mod rust;
mod spirv;
mod systemverilog;
mod tool;
mod vulkan;
mod wgsl;
mod words;
