//! Words for the other modules: every combination of the modifier bits, on registers of interest.

use vmad_sass::{
    Instruction,
    isa::{Form, INSTRUCTIONS, Layout, Spelling},
};
use vmad_unit::{Operation, vmad::Mode};

/// The bits of the register form that are neither a register nor ignored nor the opcode: 2^18 combinations.
const REGISTER_MODIFIERS: u64 = 0xf << 16 | 7 << 28 | 7 << 36 | 1 << 47 | 3 << 48 | 0x1f << 51;
/// The same of the immediate form: 2^15.
const IMMEDIATE_MODIFIERS: u64 = REGISTER_MODIFIERS & !(7 << 28);
/// Bit 50: B is a register.
const REGISTER_FORM: u64 = 1 << 50;
/// The opcode in its place.
const OPCODE: u64 = 0x5f << 56;

/// Every combination of the modifier bits of both forms, illegal ones too, registers and immediate zero.
pub(crate) fn all_modifiers() -> impl Iterator<Item = u64> {
    let register = subsets(REGISTER_MODIFIERS).map(|bits| OPCODE | REGISTER_FORM | bits);
    register.chain(subsets(IMMEDIATE_MODIFIERS).map(|bits| OPCODE | bits))
}

/// Every subset of the bits of a mask, from none to all.
fn subsets(mask: u64) -> impl Iterator<Item = u64> {
    // Counts through the bits of the mask alone: a carry jumps over the others.
    core::iter::successors(Some(0), move |&bits: &u64| {
        let next = (bits | !mask).wrapping_add(1) & mask;
        (next != 0).then_some(next)
    })
}

pub(crate) fn is_register_form(word: u64) -> bool {
    word & REGISTER_FORM != 0
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
        .map(move |(form, others, bits)| form.opcode.bits | bits | random.u64(..) & others)
}

/// Whether the word is a legal `VMAD`: no selector of 7, no scale of 3.
pub(crate) fn is_legal(word: u64) -> bool {
    let b_select_7 = is_register_form(word) && word >> 28 & 7 == 7;
    word >> 56 == 0x5f && word >> 36 & 7 != 7 && !b_select_7 && word >> 51 & 3 != 3
}

/// The word with the `index`th of five settings of its registers and its immediate, and, in the register form, ignored bits zero.
pub(crate) fn with_operands(word: u64, index: usize) -> u64 {
    const SETTINGS: [[u64; 5]; 5] = [
        // Rd, Ra, Rb, Rc, imm16
        [0, 1, 2, 3, 5],
        [255, 255, 255, 255, 0xffff],
        [254, 0, 255, 128, 0x8000],
        [7, 254, 0, 255, 0x7fff],
        [9, 9, 9, 9, 0],
    ];
    let [rd, ra, rb, rc, imm16] = SETTINGS[index % SETTINGS.len()];
    let b = if is_register_form(word) { rb } else { imm16 };
    word | rd | ra << 8 | b << 20 | rc << 39
}

/// The mode of a `VMAD`.
pub(crate) fn mode(instruction: &Instruction) -> Mode {
    match instruction.operation() {
        Some(Operation::Vmad(mode)) => mode,
        other => panic!("{instruction}: {other:?}"),
    }
}
