//! What hardware may compute: the model, the published interpretations, or the model without one modifier.

use vmad_ptx::{ast::Type, reading::Reading};
use vmad_unit::{Psign, Saturate, Scale, execute, vmad::Mode};

use crate::{
    divergence::Prepared,
    interpretation::{ALTERNATIVES, Alternative, Case, Id, Model},
};

/// A way to compute a `VMAD`.
#[derive(Clone, Copy, Debug)]
pub struct Hypothesis {
    /// A short name: `model`, `D1`, `without-sat`.
    pub name: &'static str,
    /// Its meaning.
    pub title: &'static str,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// A model, with a dtype: a `VMAD` has none, and only P10 depends on it.
    Model(Model, Type),
    /// The unit in another mode.
    Altered(fn(Mode) -> Mode),
}

const fn reading(alternative: Alternative) -> Hypothesis {
    let Alternative { name, meaning, row, dtype } = alternative;
    Hypothesis { name, title: meaning, kind: Kind::Model(row.model(), dtype) }
}

const fn emulation() -> Hypothesis {
    let row = Id::D3.interpretation();
    Hypothesis { name: row.id.name(), title: row.meanings[1], kind: Kind::Model(row.model(), Type::U32) }
}

const fn altered(name: &'static str, title: &'static str, alter: fn(Mode) -> Mode) -> Hypothesis {
    Hypothesis { name, title, kind: Kind::Altered(alter) }
}

/// All of them, the model first.
pub const HYPOTHESES: [Hypothesis; 14] = {
    let [d1, d2, d2m, p8, p10_u32, p10_s32] = ALTERNATIVES;
    [
        Hypothesis {
            name: "model",
            title: "the unit of this project, which is the default reading of PTX",
            kind: Kind::Model(Model::Unit, Type::U32),
        },
        Hypothesis {
            name: "literal",
            title: "the literal pseudo-code of PTX: D1 and D2m",
            kind: Kind::Model(Model::Ptx(Reading::LITERAL), Type::U32),
        },
        reading(d1),
        reading(d2),
        reading(d2m),
        emulation(),
        reading(p8),
        reading(p10_u32),
        reading(p10_s32),
        altered("without-sat", "as if there were no SAT", |mode| Mode { saturate: Saturate::Off, ..mode }),
        altered("without-shr", "as if there were no SHR_7 and no SHR_15", |mode| Mode {
            scale: Scale::Pass,
            ..mode
        }),
        altered("without-minus-c", "as if C were not negated", |mode| without(mode, Psign::SubtractC)),
        altered("without-minus-product", "as if the product were not negated", |mode| {
            without(mode, Psign::NegateProduct)
        }),
        altered("without-po", "as if there were no PO", |mode| without(mode, Psign::PlusOne)),
    ]
};

fn without(mode: Mode, psign: Psign) -> Mode {
    let psign = if mode.psign == psign { Psign::Add } else { mode.psign };
    Mode { psign, ..mode }
}

impl Hypothesis {
    /// What it computes in a mode: a function from the ports to the result. [`None`] if it cannot.
    pub fn prepare(&self, mode: Mode) -> Option<Prepared> {
        match self.kind {
            Kind::Model(model, dtype) => model.prepare(Case::of_mode(mode, dtype)),
            Kind::Altered(alter) => {
                let mode = alter(mode);
                Some(Box::new(move |[a, b, c]| execute(mode, a, b, c)))
            }
        }
    }
}
