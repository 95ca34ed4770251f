//! Features of an instruction, each of which observations may cover or not.

use vmad_sass::{Vmad, dispatch::Dispatch, vmad::SourceB};
use vmad_unit::{Psign, Saturate, Scale};

/// A feature that an instruction can have.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// Its name.
    pub name: &'static str,
    has: fn(&Vmad) -> bool,
}

const fn feature(name: &'static str, has: fn(&Vmad) -> bool) -> Feature {
    Feature { name, has }
}

/// All of them.
pub const FEATURES: [Feature; 10] = [
    feature("plain", |vmad| {
        vmad.psign == Psign::Add && vmad.scale == Scale::Pass && vmad.saturate == Saturate::Off
    }),
    feature("SAT", |vmad| vmad.saturate == Saturate::On),
    feature("SHR_7", |vmad| vmad.scale == Scale::Shr7),
    feature("SHR_15", |vmad| vmad.scale == Scale::Shr15),
    feature("-C", |vmad| vmad.psign == Psign::SubtractC),
    feature("-(A*B)", |vmad| vmad.psign == Psign::NegateProduct),
    feature("PO", |vmad| vmad.psign == Psign::PlusOne),
    feature("immediate B", |vmad| matches!(vmad.b, SourceB::Immediate { .. })),
    feature("coupled", |vmad| vmad.dispatch() == Dispatch::Coupled),
    feature("decoupled", |vmad| vmad.dispatch() == Dispatch::Decoupled),
];

impl Feature {
    /// Whether an instruction has it.
    pub fn is_in(&self, vmad: &Vmad) -> bool {
        (self.has)(vmad)
    }
}
