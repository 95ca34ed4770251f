//! `VABSDIFF4{.SD}{.fmtA.fmtB}{.SAT}{.ACC}{.lanes} Rd{.CC}, Ra{.select}, Rb{.select} or imm8, Rc`

use vmad_unit::{
    Format, Operation,
    vabsdiff4::{Mode, SelectA, SelectB},
};

use super::{
    declare::{forms, word_form},
    field::{Field, Value},
    form::{B, Decoded, Negations, Operand, Role},
    list::named,
    formats::{DefaultFormats, Formats, OperandFormat, SIGNED_NAMES},
    kinds::*,
    usual,
};
use super::minus::Minus;

const A_LANES: &[Value] = &[
    Value::printed(0, "0000", "0000"),
    Value::printed(1, "1111", "1111"),
    Value::printed(2, "2222", "2222"),
    Value::printed(3, "3333", "3333"),
    Value::hidden(4, "3210", "3210"),
    Value::printed(5, "4321", "4321"),
    Value::printed(6, "5432", "5432"),
    Value::printed(7, "6543", "6543"),
    Value::printed(8, "3201", "3201"),
    Value::printed(9, "3012", "3012"),
    Value::printed(10, "0213", "0213"),
    Value::printed(11, "3120", "3120"),
    Value::printed(12, "1230", "1230"),
    Value::printed(13, "2310", "2310"),
    Value::illegal(14, "INVALIDASEL4E"),
    Value::illegal(15, "INVALIDASEL4F"),
];
const B_LANES: &[Value] = &[
    Value::printed(0, "4444", "4444"),
    Value::printed(1, "5555", "5555"),
    Value::printed(2, "6666", "6666"),
    Value::printed(3, "7777", "7777"),
    Value::hidden(4, "7654", "7654"),
    Value::printed(5, "6543", "6543"),
    Value::printed(6, "5432", "5432"),
    Value::printed(7, "4321", "4321"),
    Value::printed(8, "4567", "4567"),
    Value::printed(9, "6745", "6745"),
    Value::printed(10, "5476", "5476"),
    Value::illegal(11, "INVALIDBSEL4B"),
    Value::illegal(12, "INVALIDBSEL4C"),
    Value::illegal(13, "INVALIDBSEL4D"),
    Value::illegal(14, "INVALIDBSEL4E"),
];
/// In the order of the bits: Z, W, X, Y.
const LANES: &[Value] = &[
    Value::illegal(0, "???0"),
    Value::printed(1, "Z", "Z"),
    Value::printed(2, "W", "W"),
    Value::printed(3, "ZW", "ZW"),
    Value::printed(4, "X", "X"),
    Value::printed(5, "XZ", "XZ"),
    Value::printed(6, "XW", "XW"),
    Value::printed(7, "XZW", "XZW"),
    Value::printed(8, "Y", "Y"),
    Value::printed(9, "YZ", "YZ"),
    Value::printed(10, "YW", "YW"),
    Value::printed(11, "YZW", "YZW"),
    Value::printed(12, "XY", "XY"),
    Value::printed(13, "XYZ", "XYZ"),
    Value::printed(14, "XYW", "XYW"),
    Value::hidden(15, "XYZW", "XYZW"),
];

field_types! {
    BLanes: B4(u8), B, "B select", "the bytes of the lanes 3 to 0", Listed, B_LANES, None;
    BIsByte: B4(u8), B, "B kind", "what B is", Listed, &[Value::plain(15, "imm8")], Some(15);
    Imm8: B8(u8), B, "imm8", "B immediate", Number, &[], None;
    ALanes: B4(u8), A, "A select", "the bytes of the lanes 3 to 0", Listed, A_LANES, None;
    LanesLow: B2(u8), Mode, "lanes", "the lanes that are computed", Listed, LANES, None;
    LanesHigh: B2(u8), Mode, "lanes", "the lanes that are computed", Listed, LANES, None;
    Reduction: B2(u8), Mode, "reduction", "what becomes of the lanes", Listed, &[
        Value::plain(0, "none"),
        Value::printed(1, "add the lanes and C", "ACC"),
        Value::illegal(2, "INVALIDRED2"),
        Value::illegal(3, "INVALIDRED3"),
    ], None;
    Opcode: B9(u16), Opcode, "opcode", "0x0a0: VABSDIFF4", Listed, &[Value::plain(0x0a0, "VABSDIFF4")], Some(0x0a0);
}

word_form!(Vabsdiff4Register {
    rd: Rd, ra: Ra, guard: Guard, guard_not: GuardNot,
    rb: Rb, b_select: BLanes, a_select: ALanes,
    lanes_low: LanesLow, signed: ResultSigned, rc: Rc, cc: Cc, a_signed: ASigned, b_signed: BSigned, sat: Saturate,
    lanes_high: LanesHigh, reduction: Reduction, opcode: Opcode,
});

word_form!(Vabsdiff4Immediate {
    rd: Rd, ra: Ra, guard: Guard, guard_not: GuardNot,
    imm8: Imm8, b_kind: BIsByte, a_select: ALanes,
    lanes_low: LanesLow, signed: ResultSigned, rc: Rc, cc: Cc, a_signed: ASigned, b_signed: BSigned, sat: Saturate,
    lanes_high: LanesHigh, reduction: Reduction, opcode: Opcode,
});

forms! {
    "VABSDIFF4", Coupled, Negations::none, operation, ["dtype", "formats", "SAT", "reduction", "lanes"],
    Vabsdiff4Immediate: Immediate, formats, [usual::destination, usual::a, b_immediate, usual::c];
    Vabsdiff4Register: Register, formats, [usual::destination, usual::a, usual::b, usual::c];
}

const fn b_immediate(fields: &[Field]) -> Operand {
    let role = Role::Immediate { value: named(fields, "imm8"), signed: named(fields, "B signed") };
    Operand { name: "the B register or an immediate", minus: Minus::B, role }
}

/// Bytes: the selectors say which, the formats only how they are extended. `.S8.S8` by default.
const fn formats(fields: &[Field]) -> Formats {
    Formats {
        a: byte(named(fields, "A signed")),
        b: byte(named(fields, "B signed")),
        defaults: DefaultFormats::Hidden,
    }
}

const fn byte(signed: Field) -> OperandFormat {
    OperandFormat::new(0, [Field::NONE, signed], Format::S8, &SIGNED_NAMES)
}

/// [`None`] for the immediate form: no source says which lanes its eight bits are.
fn operation(word: Decoded) -> Option<Operation> {
    if word.form.b == B::Immediate {
        return None;
    }
    let lanes = word.get("lanes");
    Some(Operation::Vabsdiff4(Mode {
        a: SelectA::from_encoding(word.get("A select"))?,
        a_sign: word.sign("A signed"),
        b: SelectB::from_encoding(word.get("B select"))?,
        b_sign: word.sign("B signed"),
        // The bits are Z, W, X, Y.
        lanes: [2, 3, 0, 1].map(|bit| lanes >> bit & 1 == 1),
        sign: word.sign("dtype"),
        saturate: word.saturate(),
        accumulate: word.get("reduction") == 1,
    }))
}
