//! From a word to its form.

use core::hint::select_unpredictable;

use vmad_unit::Kind;

use super::{Form, INSTRUCTIONS, KEPLER, Layout, list::agree, opcode::Opcode, vmad};

/// Checks the places of shared fields: one function reads both forms of an instruction, and one all registers.
const _: () = {
    let mut index = 0;
    while index < INSTRUCTIONS.len() {
        let [first, second] = INSTRUCTIONS[index] else { panic!() };
        assert!(first.kind as usize == index && agree(first.fields, second.fields, &[]));
        assert!(agree(first.fields, vmad::VmadRegister::FIELDS, SHARED));
        assert!(agree(second.fields, vmad::VmadRegister::FIELDS, SHARED));
        index += 1;
    }
};

/// The fields that have the same place in all forms that have them.
const SHARED: &[&str] = &["guard", "guard not", "Rd", "CC", "Ra", "Rb", "Rc"];

impl Form {
    /// The form of a word of Maxwell or Pascal; [`None`] for a word of no instruction of the family.
    #[inline]
    pub fn of(word: u64) -> Option<&'static Self> {
        MAXWELL_CANDIDATES.form(word)
    }

    /// The form of a word in a layout; [`None`] for a word of no instruction of the family.
    #[inline]
    pub fn of_in(layout: Layout, word: u64) -> Option<&'static Self> {
        match layout {
            Layout::Maxwell => Self::of(word),
            Layout::Kepler => KEPLER_CANDIDATES.form(word),
        }
    }
}

/// The lowest bit of the table's index. Only opcodes of `VABSDIFF4` and of Kepler also have bits below it.
const LOW: u32 = 50;

/// The forms that words with the same bits from [`LOW`] up can have.
struct Candidates {
    /// The index of their pair.
    by_high_bits: [u8; 1 << (64 - LOW)],
    /// Two forms, or one form twice. The first entry is for words without a form.
    pairs: [Option<[&'static Form; 2]>; 32],
}

impl Candidates {
    #[inline]
    fn form(&self, word: u64) -> Option<&'static Form> {
        let [first, second] = (self.pairs[usize::from(self.by_high_bits[(word >> LOW) as usize])])?;
        // The form of the next word is unpredictable: no branch.
        let form = select_unpredictable(first.opcode.is_of(word), first, second);
        form.opcode.is_of(word).then_some(form)
    }
}

static MAXWELL_CANDIDATES: Candidates = candidates(&INSTRUCTIONS);

static KEPLER_CANDIDATES: Candidates = candidates(&KEPLER);

const fn candidates(instructions: &[&'static [Form]; Kind::ALL.len()]) -> Candidates {
    let mut candidates = Candidates { by_high_bits: [0; 1 << (64 - LOW)], pairs: [None; 32] };
    let (mut instruction, mut count) = (0, 1);
    while instruction < instructions.len() {
        let forms = instructions[instruction];
        let mut index = 0;
        while index < forms.len() {
            let form = &forms[index];
            let Opcode { mask, bits } = form.opcode;
            let free = !mask >> LOW;
            let mut varying = free;
            // Each value of the bits that are not in the opcode.
            loop {
                let high = (bits >> LOW | varying) as usize;
                let pair = candidates.by_high_bits[high] as usize;
                match candidates.pairs[pair] {
                    None => {
                        candidates.pairs[count] = Some([form, form]);
                        candidates.by_high_bits[high] = count as u8;
                    }
                    Some([first, _]) => candidates.pairs[pair] = Some([first, form]),
                }
                if varying == 0 {
                    break;
                }
                varying = (varying - 1) & free;
            }
            count += 1;
            index += 1;
        }
        instruction += 1;
    }
    candidates
}
