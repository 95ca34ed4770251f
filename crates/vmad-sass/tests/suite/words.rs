//! Words for the other modules: every combination of the modifier bits, on registers of interest.

use vmad_sass::{
    Instruction,
    isa::{Form, INSTRUCTIONS, Layout, Spelling},
};
use vmad_unit::{Kind, Operation, vmad::Mode};

/// Every subset of the bits of a mask, from none to all.
fn subsets(mask: u64) -> impl Iterator<Item = u64> {
    // Counts through the bits of the mask alone: a carry jumps over the others.
    core::iter::successors(Some(0), move |&bits: &u64| {
        let next = (bits | !mask).wrapping_add(1) & mask;
        (next != 0).then_some(next)
    })
}

/// Every word form of the family on Maxwell and Pascal.
pub(crate) fn forms() -> impl Iterator<Item = &'static Form> {
    INSTRUCTIONS.into_iter().flatten()
}

/// Every word form of the family, in every layout.
pub(crate) fn forms_of_all_layouts() -> impl Iterator<Item = &'static Form> {
    Layout::ALL.into_iter().flat_map(|layout| layout.instructions().iter().copied().flatten())
}

/// Every combination of the modifiers of every form, illegal values too, without guards; on registers of interest.
pub(crate) fn family() -> impl Iterator<Item = u64> {
    let mut random = fastrand::Rng::with_seed(9);
    forms()
        .flat_map(|form| {
            let modifiers = form.fields.iter().filter(|field| {
                field.spelling() == Spelling::Listed
                    && field.fixed().is_none()
                    && !field.name().ends_with(" not")
            });
            let mask = modifiers.fold(0, |mask, field| mask | field.put(u64::MAX));
            let others = form.fields.iter().filter(|field| field.spelling() != Spelling::Ignored);
            let others = others.fold(0, |mask, field| mask | field.put(u64::MAX)) & !mask & !form.opcode.mask;
            subsets(mask).map(move |bits| (form, others, bits))
        })
        .filter(|(form, _, bits)| Form::of(form.opcode.bits | bits) == Some(form))
        .map(move |(form, others, bits)| {
            // RZ, PT and the largest immediate in one of eight.
            let operands = if random.u8(..8) == 0 { u64::MAX } else { random.u64(..) };
            form.opcode.bits | bits | operands & others
        })
}

/// Every mode of `VMAD` in each form, on registers of interest.
pub(crate) fn vmads() -> impl Iterator<Item = Instruction> {
    let legal = family().filter_map(|word| Instruction::decode(word).ok());
    legal.filter(|instruction| instruction.form().kind == Kind::Vmad)
}

/// The mode of a `VMAD`.
pub(crate) fn mode(instruction: &Instruction) -> Mode {
    match instruction.operation() {
        Some(Operation::Vmad(mode)) => mode,
        other => panic!("{instruction}: {other:?}"),
    }
}
