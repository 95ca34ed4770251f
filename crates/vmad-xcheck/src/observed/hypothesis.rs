//! What hardware may follow: the model, the published readings, and the model with something left out.

use vmad_ptx::{
    ast::Type,
    reading::{Reading, VmadRange},
};
use vmad_unit::{Psign, Saturate, Scale, execute, vmad::Mode};

use crate::{
    divergence::{Case, Id, Model, Prepared},
    spelling::multiply_add,
};

/// A way to compute a `VMAD` that an observation can agree with or not.
#[derive(Clone, Copy, Debug)]
pub struct Hypothesis {
    /// A short name: `model`, `D1`, `without-sat`.
    pub name: &'static str,
    /// What it says, in words.
    pub title: &'static str,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// A model of the divergence map, with a dtype: a `VMAD` has none, and no other reading asks for it.
    Model(Model, Type),
    /// The other model of a row of the map.
    Row(Id),
    /// The unit, told something else.
    Altered(fn(Mode) -> Mode),
}

const fn row(id: Id) -> Hypothesis {
    Hypothesis { name: id.name(), title: id.divergence().readings[1], kind: Kind::Row(id) }
}

const fn dtype(name: &'static str, title: &'static str, dtype: Type) -> Hypothesis {
    let reading = Reading { vmad_range: VmadRange::Dtype, ..Reading::DEFAULT };
    Hypothesis { name, title, kind: Kind::Model(Model::Ptx(reading), dtype) }
}

const fn altered(name: &'static str, title: &'static str, alter: fn(Mode) -> Mode) -> Hypothesis {
    Hypothesis { name, title, kind: Kind::Altered(alter) }
}

/// All of them, the model first.
pub const HYPOTHESES: [Hypothesis; 14] = [
    Hypothesis {
        name: "model",
        title: "the unit of this project, which is the default reading of PTX",
        kind: Kind::Model(Model::Unit, Type::U32),
    },
    Hypothesis {
        name: "literal",
        title: "the pseudo-code of PTX as it stands: D1 and D2m",
        kind: Kind::Model(Model::Ptx(Reading::LITERAL), Type::U32),
    },
    row(Id::D1),
    row(Id::D2),
    row(Id::D2m),
    row(Id::D3),
    row(Id::P8),
    dtype("P10-u32", "SAT clamps to the range of dtype, and that is u32", Type::U32),
    dtype("P10-s32", "SAT clamps to the range of dtype, and that is s32", Type::S32),
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
];

fn without(mode: Mode, psign: Psign) -> Mode {
    let psign = if mode.psign == psign { Psign::Add } else { mode.psign };
    Mode { psign, ..mode }
}

impl Hypothesis {
    /// What it computes in a setting of the unit: a function from the ports to the result. [`None`] if it knows no such
    /// setting.
    pub fn prepare(&self, mode: Mode) -> Option<Prepared> {
        let case = |dtype| Case {
            operation: vmad_ptx::ast::MultiplyAdd { dtype, ..multiply_add(mode) },
            constants: [None; 3],
        };
        match self.kind {
            Kind::Model(model, dtype) => model.prepare(case(dtype)),
            Kind::Row(id) => id.divergence().models[1].prepare(case(Type::U32)),
            Kind::Altered(alter) => {
                let mode = alter(mode);
                Some(Box::new(move |[a, b, c]| execute(mode, a, b, c)))
            }
        }
    }
}
