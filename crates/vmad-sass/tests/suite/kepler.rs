//! Words of Kepler. Oracle: nvdisasm 11.8, and its texts of 3,600 words.

use vmad_sass::{
    Arch, Instruction, KEPLER, Ports, assemble_in, disassemble,
    dispatch::Dispatch,
    isa::{Form, Layout, Spelling},
    schedule::{Control, ControlByte, ControlField},
    stream::KeplerBundle,
};

use crate::words::family;

const ROWS: &str = include_str!("../data/nvdisasm-sm35.tsv");

/// Each word and its text.
fn rows() -> impl Iterator<Item = (u64, &'static str)> {
    vmad_testing::rows(ROWS)
        .map(|[word, text]| (u64::from_str_radix(word, 16).unwrap(), text.strip_suffix(';').unwrap()))
}

fn is_illegal(text: &str) -> bool {
    text.contains("INVALID") || text.contains("???")
}

#[test]
fn every_recorded_word_prints_as_nvdisasm_printed_it() {
    let mut counts = [0; 2];
    for (word, theirs) in rows() {
        for arch in [Arch::Sm35, Arch::Sm37] {
            let ours = disassemble(word, ControlField::IDLE, arch).unwrap().to_string();
            assert_eq!(ours, theirs, "{word:016x}");
        }
        let decoded = Instruction::decode_in(Layout::Kepler, word);
        assert_eq!(decoded.is_err(), is_illegal(theirs), "{word:016x} {theirs}");
        counts[usize::from(is_illegal(theirs))] += 1;
    }
    assert_eq!(counts, [2595, 1005]);
}

#[test]
fn every_recorded_legal_text_assembles_to_its_word() {
    for (word, text) in rows().filter(|(_, text)| !is_illegal(text)) {
        let form = Form::of_in(Layout::Kepler, word).unwrap();
        let ignored = form.fields.iter().filter(|field| field.spelling() == Spelling::Ignored);
        let meant = ignored.fold(word, |word, field| field.with(word, 0));
        let ours =
            assemble_in(Layout::Kepler, text).unwrap_or_else(|error| panic!("{text}: {error}")).instruction;
        assert_eq!(ours.encode(), meant, "{text}");
    }
}

/// The design's example: nvdisasm prints the same text for both words.
#[test]
fn a_word_of_maxwell_moves_to_kepler() {
    let maxwell = Instruction::decode(0x5ff2_a74d_52e6_b438).unwrap();
    let kepler = maxwell.to_layout(Layout::Kepler);
    assert_eq!(kepler.encode(), 0xff95_3a6a_971a_d0e2);
    assert_eq!(kepler.to_string(), "@P6 VMAD.U16.S16.PO.SHR_15.SAT R56.CC, R180, 0xd52e, R78");
    assert_eq!(kepler.to_string(), maxwell.to_string());
    assert_eq!(
        (kepler.layout(), kepler.dispatch(), kepler.joins()),
        (Layout::Kepler, Dispatch::Unknown, false)
    );
    assert_ne!(kepler, Instruction::decode(0x5f04_0000_0000_0000).unwrap());
}

/// The parts and the operation are those of the word of Maxwell, with and without the join flag; the text differs by `.S`
/// and by the spelling of an immediate.
#[test]
fn every_mode_of_maxwell_is_one_of_kepler() {
    let ports = Ports { a: 0x1234_5688, b: 0x8a24_c993, c: 0x9123_064a };
    for word in family() {
        let Ok(maxwell) = Instruction::decode(word) else { continue };
        let kepler = maxwell.to_layout(Layout::Kepler);
        assert_eq!(Instruction::decode_in(Layout::Kepler, kepler.encode()), Ok(kepler), "{maxwell}");
        assert_eq!(kepler.to_layout(Layout::Maxwell), maxwell, "{maxwell}");
        assert_eq!(kepler.parts(), maxwell.parts(), "{maxwell}");
        let joining = Instruction::decode_in(Layout::Kepler, kepler.encode() | 1 << 22).unwrap();
        assert!(joining.joins() && !kepler.joins());
        assert_eq!(joining.parts(), maxwell.parts(), "{maxwell}");
        assert_eq!(joining.to_layout(Layout::Maxwell), maxwell, "{maxwell}");
        assert_eq!(joining.to_string().replacen(".S ", " ", 1), kepler.to_string());
        // An execution computes what the word of Maxwell computes, and says on what it rests.
        assert_eq!(kepler.compute(kepler.bind(ports)), maxwell.compute(maxwell.bind(ports)), "{maxwell}");
        let reason = kepler.inferred();
        assert_eq!(reason.is_some(), maxwell.operation().is_some(), "{maxwell}");
        assert!(reason.is_none_or(|reason| reason.starts_with(KEPLER)));
    }
}

/// An error names the bits of Kepler, and what would be legal.
#[test]
fn errors_name_the_bits_of_kepler() {
    let message = |word| Instruction::decode_in(Layout::Kepler, word).unwrap_err().to_string();
    assert_eq!(
        message(0xf900_0000_0000_0002 | 7 << 39),
        "0xf900038000000002 is an illegal VMAD: A select (bits 41:39) is 7, legal are \
         0 (B0), 1 (B1), 2 (B2), 3 (B3), 4 (H0), 5 (H1), 6 (32 bits)"
    );
    assert_eq!(
        message(0x5f04_0000_0000_0000),
        "0x5f04000000000000 is not a video instruction: no opcode of VMAD, VADD, VABSDIFF, VABSDIFF4, VMNMX, VSET, \
         VSETP, VSHL or VSHR fits bits 63:54 and 1:0; as a word of Maxwell and Pascal (sm_50 to sm_62) it is a VMAD"
    );
}

/// The control word and the first two words that ptxas 11.8 wrote for a kernel.
#[test]
fn a_bundle_of_kepler_is_a_control_word_and_seven_words() {
    let words = [0x08a0_fc8c_8ca0_10c0, 0x64c0_3c00_089c_0006, 0x64c0_3c00_281c_000a, 3, 4, 5, 6, 7_u64];
    let bytes: Vec<u8> = words.into_iter().flat_map(u64::to_le_bytes).collect();
    let bundle = KeplerBundle::from_bytes(bytes.as_slice().try_into().unwrap());
    assert_eq!(bundle.control.bytes.map(|byte| byte.0), [0x30, 0x04, 0x28, 0x23, 0x23, 0x3f, 0x28]);
    assert_eq!((bundle.control.frame, bundle.words), ([2, 0], words[1..].try_into().unwrap()));
    assert_eq!(bundle.to_bytes().as_slice(), bytes);
    let slots = bundle.slots(0x40);
    assert_eq!(slots.map(|slot| slot.address), [0x48, 0x50, 0x58, 0x60, 0x68, 0x70, 0x78]);
    assert_eq!(slots.map(|slot| slot.control), bundle.control.bytes.map(Control::Byte));
    let mut found = Vec::new();
    Layout::Kepler.slots(&bytes, 0x40, |slot| found.push(slot));
    assert_eq!(found, slots);
}

/// The three sources, and the values for which they say something else.
#[test]
fn a_control_byte_has_the_readings_of_three_sources() {
    let meanings =
        |byte| ControlByte(byte).readings().map(|reading| reading.meaning.unwrap_or_else(|| "-".to_owned()));
    assert_eq!(
        meanings(0),
        ["no information: the warp is suspended for 32 cycles", "waits for 16 cycles", "stall 0, dual issue"]
    );
    assert_eq!(
        meanings(0x2f),
        ["the warp is suspended for 15 cycles", "the warp is suspended for 16 cycles", "stall 15"]
    );
    assert_eq!(meanings(0xc2)[..2], ["-", "stands at a texture barrier"]);
    assert_eq!(meanings(0xff)[2], "stall 15, shared-memory barrier, global-memory barrier, texture barrier");
    assert_eq!(Control::Byte(ControlByte(7)).to_string(), "/* control 0x07 */");
}

/// No word has an opcode of both layouts: every value of the bits that opcodes have.
#[test]
fn no_word_is_of_both_layouts() {
    let mut counts = [0; 2];
    for high in 0..1_u64 << 14 {
        for low in 0..4 {
            // Values 0 and 15 of the B kind of VABSDIFF4 are its two forms.
            let word = high << 50 | low;
            let fits = Layout::ALL.map(|layout| Form::of_in(layout, word).is_some());
            assert_ne!(fits, [true; 2], "{word:#x}");
            counts = [0, 1].map(|at| counts[at] + usize::from(fits[at]));
        }
    }
    assert!(counts.iter().all(|&count| count > 1000), "{counts:?}");
}
