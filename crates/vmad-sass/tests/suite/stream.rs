//! Instruction streams. Oracle: the layout of a bundle: a control word, then three instructions, little-endian.

use crate::words::forms;
use vmad_sass::{
    isa::{INSTRUCTIONS, opcode},
    schedule::{Control, ControlWord},
    stream::{Bundle, Slot},
};

#[test]
fn a_bundle_is_four_little_endian_words() {
    let bytes = core::array::from_fn(|index| index as u8);
    let bundle = Bundle::from_bytes(&bytes);
    assert_eq!(bundle.control.join(), 0x0706_0504_0302_0100);
    assert_eq!(bundle.words, [0x0f0e_0d0c_0b0a_0908, 0x1716_1514_1312_1110, 0x1f1e_1d1c_1b1a_1918]);
    assert_eq!(bundle.to_bytes(), bytes);
}

#[test]
fn the_instructions_of_a_bundle_follow_its_control_word() {
    // What nvdisasm shows of three fields: 0x7e0, then 0x7e1, then 0x7e2.
    let control = ControlWord::split(0x7e0 | 0x7e1 << 21 | 0x7e2 << 42);
    let bundle = Bundle { control, words: [10, 20, 30] };
    let slot = |address, word, index: usize| Slot { address, word, control: control.fields[index].into() };
    assert_eq!(bundle.slots(0x40), [slot(0x48, 10, 0), slot(0x50, 20, 1), slot(0x58, 30, 2)]);
    assert_eq!(bundle.slots(0x40).map(|slot| slot.control), control.fields.map(Control::from));
}

#[test]
fn addresses_wrap_at_the_end_of_the_address_space() {
    let bundle = Bundle { control: ControlWord::split(0), words: [0; 3] };
    assert_eq!(bundle.slots(u64::MAX - 7).map(|slot| slot.address), [0, 8, 16]);
}

/// One word of one bundle has the opcode, at every place; control words do not count.
#[test]
fn an_opcode_is_found_where_it_stands_and_nowhere_else() {
    let mut random = fastrand::Rng::with_seed(95);
    for count in [1, 2, 7, 32, 33] {
        for opcode in forms().map(|form| form.opcode) {
            let mut other =
                || std::iter::repeat_with(|| random.u64(..)).find(|&word| !opcode.is_of(word)).unwrap();
            let control = ControlWord::split(opcode.bits);
            let mut bundles = vec![];
            for _ in 0..count {
                bundles.push(Bundle { control, words: [other(), other(), other()] }.to_bytes());
            }
            assert!(!Bundle::any_has_opcode(&bundles, opcode));
            assert!(!Bundle::any_has_opcode(&[], opcode));
            for slot in 0..3 {
                let mut bundles = bundles.clone();
                let at = random.usize(..count);
                let mut bundle = Bundle::from_bytes(&bundles[at]);
                bundle.words[slot] = opcode.bits | random.u64(..) & !opcode.mask;
                bundles[at] = bundle.to_bytes();
                assert!(Bundle::any_has_opcode(&bundles, opcode), "{count} {opcode:?} {slot}");
            }
        }
    }
}

/// The opcode of an instruction has the bits in which the opcodes of its forms agree, and no others.
#[test]
fn the_opcode_of_an_instruction_is_common_to_its_forms() {
    for forms in INSTRUCTIONS {
        let common = opcode(forms);
        for bit in 0..u64::BITS {
            let mut values =
                forms.iter().map(|form| [form.opcode.mask, form.opcode.bits].map(|word| word >> bit & 1));
            let first = values.next().unwrap();
            let expected = if first[0] == 1 && values.all(|value| value == first) { first } else { [0, 0] };
            let name = forms[0].kind;
            assert_eq!([common.mask, common.bits].map(|word| word >> bit & 1), expected, "{name} bit {bit}");
        }
    }
}

#[test]
fn a_video_instruction_is_found_among_others() {
    // MOV32I R5, 0x17.
    let bundle = |word| {
        [Bundle { control: ControlWord::split(0), words: [0x0100_0000_0017_f005, word, 0] }.to_bytes()]
    };
    assert!(!Bundle::any_is_video(&bundle(0)));
    for form in forms() {
        assert!(Bundle::any_is_video(&bundle(form.opcode.bits)), "{}", form.kind);
    }
}
