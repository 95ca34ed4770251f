//! What hardware may compute: the model, the published interpretations, or the model without one modifier.

use vmad_ptx::{ast::Type, reading::Reading};
use vmad_unit::{Operation, Output, Psign, Saturate, Scale, SecondOp, vadd, vmad::Mode};

use crate::{
    divergence::Prepared,
    family::in_reading,
    interpretation::{ALTERNATIVES, Alternative, Case, FAMILY_ROWS, FamilyRow, Id, Model, Rival, SECOND},
};

/// A way to compute an instruction of the family.
#[derive(Clone, Copy, Debug)]
pub struct Hypothesis {
    /// A short name: `model`, `D1`, `without-sat`.
    pub name: &'static str,
    meaning: &'static str,
    /// The mnemonics of the instructions for which it can differ from the model; empty for the model.
    pub instructions: &'static [&'static str],
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// The unit.
    Unit,
    /// A model of `VMAD`, with a dtype: a `VMAD` has none, and only P10 depends on it.
    Model(Model, Type),
    /// A row of the map of the instructions other than `VMAD`.
    Row(FamilyRow),
    /// The unit in another mode of `VMAD`.
    Vmad(fn(Mode) -> Mode),
    /// The unit in another mode.
    Altered(fn(Operation) -> Operation),
}

const VMAD: &[&str] = &["VMAD"];

const fn reading(alternative: Alternative) -> Hypothesis {
    let Alternative { name, meaning, row, dtype } = alternative;
    Hypothesis { name, meaning, instructions: VMAD, kind: Kind::Model(row.model(), dtype) }
}

const fn emulation() -> Hypothesis {
    let row = Id::D3.interpretation();
    let kind = Kind::Model(row.model(), Type::U32);
    Hypothesis { name: row.id.name(), meaning: row.meanings[1], instructions: VMAD, kind }
}

const fn of_row(row: FamilyRow) -> Hypothesis {
    Hypothesis { name: row.id, meaning: "", instructions: row.instructions, kind: Kind::Row(row) }
}

const fn vmad(name: &'static str, meaning: &'static str, alter: fn(Mode) -> Mode) -> Hypothesis {
    Hypothesis { name, meaning, instructions: VMAD, kind: Kind::Vmad(alter) }
}

const fn of_family(
    name: &'static str,
    meaning: &'static str,
    instructions: &'static [&'static str],
    kind: Kind,
) -> Hypothesis {
    Hypothesis { name, meaning, instructions, kind }
}

/// All of them, the model first.
pub const HYPOTHESES: [Hypothesis; 28] = {
    let [d1, d2, d2m, p8, p10_u32, p10_s32] = ALTERNATIVES;
    // No word has the comparisons that P7 is about.
    let [d5, p1, p2, p3, p4, p5, p6, _, sign_of_a, sign_of_b, lane_bytes] = FAMILY_ROWS;
    [
        of_family("model", "the unit of this project, which is the default reading of PTX", &[], Kind::Unit),
        of_family(
            "literal",
            "the literal pseudo-code of PTX: D1 and D2m",
            VMAD,
            Kind::Model(Model::Ptx(Reading::LITERAL), Type::U32),
        ),
        reading(d1),
        reading(d2),
        reading(d2m),
        emulation(),
        reading(p8),
        reading(p10_u32),
        reading(p10_s32),
        of_family(
            "without-sat",
            "as if there were no SAT",
            &["VMAD", "VADD", "VABSDIFF", "VABSDIFF4", "VMNMX", "VSHL", "VSHR"],
            Kind::Altered(without_sat),
        ),
        vmad("without-shr", "as if there were no SHR_7 and no SHR_15", |mode| Mode {
            scale: Scale::Pass,
            ..mode
        }),
        vmad("without-minus-c", "as if C were not negated", |mode| without(mode, Psign::SubtractC)),
        vmad("without-minus-product", "as if the product were not negated", |mode| {
            without(mode, Psign::NegateProduct)
        }),
        vmad("without-po", "as if there were no PO", |mode| without(mode, Psign::PlusOne)),
        of_row(sign_of_a),
        of_row(sign_of_b),
        of_row(d5),
        of_row(p1),
        of_row(p2),
        of_row(p3),
        of_row(p4),
        of_row(p5),
        of_row(p6),
        of_family("without-merge", "as if there were no merge", SECOND, Kind::Altered(without_merge)),
        of_family("without-wrap", "as if there were no W", &["VSHL", "VSHR"], Kind::Altered(without_wrap)),
        of_family("without-acc", "as if there were no ACC", &["VABSDIFF4"], Kind::Altered(without_acc)),
        of_row(lane_bytes),
        of_family(
            "without-minus",
            "as if there were no minus and no PO",
            &["VADD"],
            Kind::Altered(plain_vadd),
        ),
    ]
};

fn without(mode: Mode, psign: Psign) -> Mode {
    let psign = if mode.psign == psign { Psign::Add } else { mode.psign };
    Mode { psign, ..mode }
}

/// The operation with another saturation or second operation.
fn with_output(mut operation: Operation, alter: impl Fn(Output) -> Output) -> Operation {
    match &mut operation {
        Operation::Vadd(vadd::Mode { output, .. }) => *output = alter(*output),
        Operation::Vabsdiff(mode) => mode.output = alter(mode.output),
        Operation::Vmnmx(mode) => mode.output = alter(mode.output),
        Operation::Vset(mode) => mode.second = alter(mode.output()).second,
        Operation::Vshl(mode) | Operation::Vshr(mode) => mode.output = alter(mode.output),
        Operation::Vmad(_) | Operation::Vabsdiff4(_) | Operation::Vsetp(_) => {}
    }
    operation
}

fn without_sat(mut operation: Operation) -> Operation {
    match &mut operation {
        Operation::Vmad(mode) => mode.saturate = Saturate::Off,
        Operation::Vabsdiff4(mode) => mode.saturate = Saturate::Off,
        _ => operation = with_output(operation, |output| Output { saturate: Saturate::Off, ..output }),
    }
    operation
}

/// Also the clamp then has 32 bits.
fn without_merge(operation: Operation) -> Operation {
    with_output(operation, |output| {
        let second = if output.second.bits() < 32 { SecondOp::None } else { output.second };
        Output { second, ..output }
    })
}

fn without_wrap(mut operation: Operation) -> Operation {
    if let Operation::Vshl(mode) | Operation::Vshr(mode) = &mut operation {
        mode.wrap = false;
    }
    operation
}

fn without_acc(mut operation: Operation) -> Operation {
    if let Operation::Vabsdiff4(mode) = &mut operation {
        mode.accumulate = false;
    }
    operation
}

fn plain_vadd(mut operation: Operation) -> Operation {
    if let Operation::Vadd(mode) = &mut operation {
        mode.psign = vadd::Psign::Add;
    }
    operation
}

fn unit(operation: Operation) -> Prepared {
    Box::new(move |[a, b, c]| operation.execute(a, b, c).bits())
}

impl Hypothesis {
    /// Its meaning.
    pub fn title(&self) -> &'static str {
        match self.kind {
            Kind::Row(row) => row.texts()[2],
            _ => self.meaning,
        }
    }

    /// Whether it can differ from the model for the instruction of a mnemonic.
    pub fn is_of(&self, mnemonic: &str) -> bool {
        self.instructions.contains(&mnemonic)
    }

    /// Whether it is an interpretation of a source: not the model, and not the model without a modifier.
    pub fn is_interpretation(&self) -> bool {
        !matches!(self.kind, Kind::Unit | Kind::Vmad(_) | Kind::Altered(_))
    }

    /// What it computes: a function from the ports to the result ([`vmad_unit::instructions::Outcome::bits`]). [`None`] if
    /// it cannot. For an instruction that it is not about, it is the unit.
    pub fn prepare(&self, operation: Operation) -> Option<Prepared> {
        if !self.is_of(operation.mnemonic()) {
            return Some(unit(operation));
        }
        match (self.kind, operation) {
            (Kind::Model(model, dtype), Operation::Vmad(mode)) => model.prepare(Case::of_mode(mode, dtype)),
            (Kind::Vmad(alter), Operation::Vmad(mode)) => Some(unit(alter(mode).into())),
            (Kind::Altered(alter), _) => Some(unit(alter(operation))),
            // The row is about the instruction.
            (Kind::Row(row), _) => Some(Box::new(move |inputs| {
                let result = match row.rival {
                    Rival::Reading => in_reading(&operation, inputs, &row.reading()),
                    rival => rival.evaluate(&operation, inputs),
                };
                result.unwrap_or_default()
            })),
            (Kind::Unit | Kind::Model(..) | Kind::Vmad(_), _) => Some(unit(operation)),
        }
    }
}
