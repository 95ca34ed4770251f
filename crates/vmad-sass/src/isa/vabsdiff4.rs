//! `VABSDIFF4{.SD}{.fmtA.fmtB}{.SAT}{.ACC}{.lanes} Rd{.CC}, Ra{.select}, Rb{.select} or imm8, Rc`

use vmad_unit::{
    Format, Operation, Sign,
    saturate::Range,
    vabsdiff4::{Mode, SelectA, SelectB},
};

use super::prelude::*;

/// The values of a field whose meanings are their suffixes: the legal ones, then the illegal ones. nvdisasm does not
/// print the suffix of `hidden`.
const fn suffixed<const N: usize>(legal: &[&'static str], hidden: usize, illegal: &[&'static str]) -> [Value; N] {
    let mut values = [Value::plain(0, ""); N];
    let mut index = 0;
    while index < N {
        let value = index as u16;
        values[index] = if index >= legal.len() {
            Value::illegal(value, illegal[index - legal.len()])
        } else if index == hidden {
            Value::hidden(value, legal[index], legal[index])
        } else {
            Value::printed(value, legal[index], legal[index])
        };
        index += 1;
    }
    values
}

const A_LANES: [Value; 16] =
    suffixed(&SelectA::NAMES, SelectA::L3210 as usize, &["INVALIDASEL4E", "INVALIDASEL4F"]);
/// The other word form has the value 15.
const B_LANES: [Value; 15] = suffixed(
    &SelectB::NAMES,
    SelectB::L7654 as usize,
    &["INVALIDBSEL4B", "INVALIDBSEL4C", "INVALIDBSEL4D", "INVALIDBSEL4E"],
);
/// In the order of the bits: Z, W, X, Y.
const LANES: [Value; 16] = {
    const NAMES: [&str; 16] = [
        "", "Z", "W", "ZW", "X", "XZ", "XW", "XZW", "Y", "YZ", "YW", "YZW", "XY", "XYZ", "XYW", "XYZW",
    ];
    let mut lanes = suffixed(&NAMES, 15, &[]);
    lanes[0] = Value::illegal(0, "???0");
    lanes
};

field_types! {
    BLanes: B4(u8), B, "B select", "the bytes of the lanes 3 to 0", Listed, &B_LANES, None;
    BIsByte: B4(u8), B, "B kind", "register or immediate", Listed, &[Value::plain(15, "imm8")], Some(15);
    Imm8: B8(u8), B, "imm8", "B immediate", Number, &[], None;
    ALanes: B4(u8), A, "A select", "the bytes of the lanes 3 to 0", Listed, &A_LANES, None;
    LanesLow: B2(u8), Mode, "lanes", "the lanes that are computed", Listed, &LANES, None;
    LanesHigh: B2(u8), Mode, "lanes", "the lanes that are computed", Listed, &LANES, None;
    Reduction: B2(u8), Mode, "reduction", "the sum of the lanes", Listed, &[
        Value::plain(0, "none"),
        Value::printed(1, "add the lanes and C", "ACC"),
        Value::illegal(2, "INVALIDRED2"),
        Value::illegal(3, "INVALIDRED3"),
    ], None;
}

opcode!("VABSDIFF4", B9(u16): 0x0a0, Kepler: 0x82);

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
    Vabsdiff4, Coupled, Negations::none, [operation, modifiers, formula], ["dtype", "formats", "SAT", "reduction", "lanes"],
    Vabsdiff4Immediate: Immediate, formats, [common::destination, common::a, b_immediate, common::c];
    Vabsdiff4Register: Register, formats, [common::destination, common::a, common::b, common::c];
}

const fn b_immediate(fields: &[Field]) -> Operand {
    let role = Role::Immediate { value: named(fields, "imm8"), signed: named(fields, "B signed") };
    Operand { name: "the B register or an immediate", minus: Minus::B, role }
}

/// The formats only extend the bytes that the selectors select. `.S8.S8` by default.
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

/// [`None`] for the immediate form, which has no B selector: no source says to which lanes its eight bits belong.
fn operation(word: u64) -> Option<Operation> {
    let word = Vabsdiff4Register::from(word);
    let lanes = word.lanes_low() | word.lanes_high() << 2;
    Some(Operation::Vabsdiff4(Mode {
        a: SelectA::from_encoding(word.a_select())?,
        a_sign: Sign::from_encoding(word.a_signed()),
        b: SelectB::from_encoding(word.b_select())?,
        b_sign: Sign::from_encoding(word.b_signed()),
        lanes: LANE_BITS.map(|bit| lanes >> bit & 1 == 1),
        sign: Sign::from_encoding(word.signed()),
        saturate: vmad_unit::Saturate::from_encoding(word.sat()),
        accumulate: word.reduction() == 1,
    }))
}

/// The bits include the selectors and the signs of A and B, which are not [operands](Operation::operands). [`None`] for
/// a mode without a lane, which is illegal.
fn modifiers(operation: &Operation) -> Option<u64> {
    let Operation::Vabsdiff4(mode) = operation else { return None };
    let lane = |index: usize| u8::from(mode.lanes[index]) << LANE_BITS[index];
    let lanes = lane(0) | lane(1) | lane(2) | lane(3);
    let word = Vabsdiff4Register::new()
        .with_a_select(mode.a.encoding())
        .with_a_signed(mode.a_sign.encoding())
        .with_b_select(mode.b.encoding())
        .with_b_signed(mode.b_sign.encoding())
        .with_lanes_low(lanes & 3)
        .with_lanes_high(lanes >> 2)
        .with_signed(mode.sign.encoding())
        .with_sat(mode.saturate.encoding())
        .with_reduction(mode.accumulate.into());
    (lanes != 0).then(|| word.into())
}

/// The bit of each lane, lane 0 first: the bits are Z, W, X, Y.
const LANE_BITS: [u8; 4] = [2, 3, 0, 1];

/// The lines of the formula.
fn formula(operation: &Operation, names: &Names) -> Option<Vec<String>> {
    let Operation::Vabsdiff4(mode) = operation else { return None };
    let Names { destination: d, registers: [a_register, b_register, c], .. } = names;
    let byte = |byte: u8, sign| {
        let register = if byte < 4 { a_register } else { b_register };
        format!("{}({register}.B{})", if sign == Sign::Signed { "S8" } else { "U8" }, byte % 4)
    };
    let (a, b) = (mode.a.bytes(), mode.b.bytes());
    let active = || (0..4).filter(|&lane: &usize| mode.lanes[lane]);
    let mut lines: Vec<_> = active()
        .map(|lane| {
            let difference = format!("|{} - {}|", byte(a[lane], mode.a_sign), byte(b[lane], mode.b_sign));
            match mode.saturate {
                vmad_unit::Saturate::Off => format!("lane{lane} = {difference}"),
                vmad_unit::Saturate::On => {
                    format!("lane{lane} = min({difference}, {})", Range::of(mode.sign, 8).max)
                }
            }
        })
        .collect();
    lines.push(if mode.accumulate {
        let sum: String = active().map(|lane| format!(" + lane{lane}")).collect();
        format!("{d} = ({c}{sum})[31:0]")
    } else {
        let place = |lane: usize| {
            if mode.lanes[lane] {
                format!("lane{lane}[7:0]")
            } else {
                format!("{c}[{}:{}]", 8 * lane + 7, 8 * lane)
            }
        };
        format!("{d} = {{{}}}", [3, 2, 1, 0].map(place).join(", "))
    });
    Some(lines)
}
