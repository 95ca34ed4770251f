//! A mode of `VMAD` as SASS and as PTX write it.

pub use vmad_proof::meaning::spelling::*;
use vmad_sass::{
    Vmad,
    vmad::{RegisterSource, SourceB},
};
use vmad_unit::{Guard, Register, vmad::Mode};

/// `VMAD R0, R2, R3, R4` in a mode.
pub fn instruction(mode: Mode) -> Vmad {
    let register = Register::from_encoding;
    Vmad {
        guard: Guard::ALWAYS,
        destination: register(0),
        cc: false,
        a: RegisterSource { register: register(2), operand: mode.a },
        b: SourceB::register(RegisterSource { register: register(3), operand: mode.b }),
        c: register(4),
        psign: mode.psign,
        scale: mode.scale,
        saturate: mode.saturate,
    }
}
