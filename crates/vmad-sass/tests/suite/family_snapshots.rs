//! Traces and texts of the family but `VMAD`. Oracle: the snapshots, read by a person; nvdisasm's recorded answers hold
//! the texts too.

use std::fmt::Write;

use vmad_sass::{
    Arch, Instruction, Ports, disassemble,
    isa::{Field, Form, INSTRUCTIONS, Spelling},
    schedule::ControlField,
};
use vmad_unit::Operation;

use crate::snapshots::assert_snapshot;

/// The instructions but `VMAD`, which has snapshots of its own.
fn others() -> impl Iterator<Item = &'static [Form]> {
    INSTRUCTIONS.into_iter().filter(|forms| forms[0].mnemonic != "VMAD")
}

/// `VADD.UD.S16.U8 R0, R1.H1, R2.B2, R3`, and the like; a modifier of `VSETP` has its first legal value, as have those of
/// the others but for the second operation, which is none.
fn base(form: &Form) -> u64 {
    let fields =
        [("guard", 7), ("Ra", 1), ("Rb", 2), ("Rc", 3), ("Pe", 7), ("Ps", 0), ("Pd", 3), ("imm16", 0x8085)];
    let formats =
        [("A select", 5), ("B select", 2), ("A signed", 1), ("secop", 7), ("lanes", 15), ("imm8", 0x85)];
    fields.into_iter().chain(formats).fold(form.opcode.bits, |word, (name, value)| {
        let field = form.field(name).filter(|field| field.fixed().is_none());
        field.map_or(word, |field| field.with(word, value))
    })
}

/// The words with every combination of values of fields.
fn combinations(word: u64, fields: &[&'static Field]) -> Vec<u64> {
    fields.iter().fold(vec![word], |words, field| {
        let legal = || field.values().iter().filter(|value| value.meaning.is_some());
        words
            .iter()
            .flat_map(|&word| legal().map(move |value| field.with(word, value.value.into())))
            .collect()
    })
}

/// Inputs that show the clamp, the second operation and the merge: without the clamp the result is another.
const fn ports(operation: &Operation) -> Ports {
    let c = 0x0001_2345;
    match operation {
        // A is -32768, B is 255.
        Operation::Vadd(_) | Operation::Vabsdiff(_) | Operation::Vmnmx(_) => {
            Ports { a: 0x8000_1111, b: 0x22ff_3333, c }
        }
        Operation::Vabsdiff4(_) => Ports { a: 0x80ff_0a01, b: 0x7f00_0b81, c },
        Operation::Vset(_) => Ports { a: 0x0001_1111, b: 0x2202_3333, c },
        Operation::Vsetp(_) => Ports { a: 0x0001_1111, b: 0x2202_3333, c: 1 },
        Operation::Vmad(_) | Operation::Vshl(_) => Ports { a: 0x8123_1111, b: 0x2211_3333, c },
        Operation::Vshr(_) => Ports { a: 0x8123_1111, b: 0x2204_3333, c },
    }
}

/// A trace of each instruction, second operation or merge, and saturation; for those without, of what they have instead.
#[test]
fn the_traces_of_the_family_are_as_before() {
    let mut count = 0;
    for forms in others() {
        let form = forms.iter().find(|form| form.field("Rb").is_some()).expect("a form with a register B");
        let varied: &[&str] = match form.mnemonic {
            "VABSDIFF4" => &["SAT", "reduction"],
            "VSETP" => &["bool op", "Ps not"],
            "VSET" => &["secop"],
            _ => &["SAT", "secop"],
        };
        let fields: Vec<_> = varied.iter().map(|name| form.field(name).expect("a field")).collect();
        let comparison = form.field("comparison");
        let word = comparison.map_or(base(form), |field| field.with(base(form), 1));
        let mut shown = String::new();
        for word in combinations(word, &fields) {
            let instruction = Instruction::decode(word).expect("legal");
            let operation = instruction.operation().expect("known");
            let Ports { a, b, c } = instruction.bind(ports(&operation));
            writeln!(shown, "{instruction};  A = {a:#010x}, B = {b:#010x}, C = {c:#010x}").expect("a string");
            writeln!(shown, "{}", operation.trace(a, b, c)).expect("a string");
            count += 1;
        }
        assert_snapshot("family", &format!("trace-{}", form.mnemonic.to_lowercase()), &shown);
    }
    // Five with SAT and eight second operations, VSET without SAT, VABSDIFF4, VSETP.
    assert_eq!(count, 5 * 2 * 8 + 8 + 2 * 2 + 3 * 2);
}

/// The values of a field that the snapshots show: all of a narrow one, of a register or a number the ends.
fn values(field: &Field) -> Vec<u64> {
    let mask = field.mask();
    match field.spelling() {
        Spelling::Ignored => vec![0, mask],
        _ if field.fixed().is_some() => Vec::new(),
        _ if field.width() <= 5 => (0..=mask).collect(),
        _ => vec![0, 1, mask / 2, mask / 2 + 1, mask - 1, mask],
    }
}

/// The text of every value of every field, as nvdisasm prints it for sm_50.
#[test]
fn the_texts_of_every_value_of_every_field_are_as_before() {
    for forms in others() {
        let mut shown = String::new();
        for form in forms {
            for field in form.fields {
                for value in values(field) {
                    let word = field.with(base(form), value);
                    let text = match disassemble(word, ControlField::IDLE, Arch::Sm50) {
                        Ok(text) => text.to_string(),
                        Err(error) => format!("{error:?}"),
                    };
                    let name = format!("{} ({}) = {value:#x}", field.name(), field.place());
                    writeln!(shown, "{word:016x}  {name:<26}  {text}").expect("a string");
                }
            }
        }
        let mnemonic = forms[0].mnemonic.to_lowercase();
        assert_snapshot("family", &format!("fields-{mnemonic}"), &shown);
    }
    assert_eq!(others().count(), 8);
}
