//! The parts of a table of vectors: the modifiers, and the wires that it shows.

use vmad_sass::{
    Instruction,
    isa::{Field, Form, Value},
};
use vmad_unit::{Kind, Operation, Saturate, Stage, Trace, Wire};

use super::filter::{Filter, legal, mode_fields};

/// What the tables of an instruction show, besides the word, the ports and the result.
#[derive(Clone, Debug)]
pub struct Layout {
    /// A form of the instruction: both have the same modifiers.
    form: &'static Form,
    /// The output of each stage between selection and result.
    pub(super) outputs: Vec<Shown>,
    /// The wires of one bit, each with its place in [`FLAGS`].
    flags: Vec<(usize, Shown)>,
    /// Whether the instruction has a clamp of its result.
    pub(super) has_clamp: bool,
}

/// A wire that a table shows: its place in the record, and the wire in one execution.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown {
    index: usize,
    pub(super) wire: Wire,
}

/// The flags by their bits, and their meanings. Each is a wire of one bit, except `SAT`, which is a modifier. A flag has
/// the same bit for every instruction.
pub const FLAGS: [(&str, &str); 12] = [
    ("below", "below"),
    ("above", "above"),
    ("intermediate", "C signed"),
    ("final", "result signed"),
    (SAT, "SAT"),
    ("carry in", "carry in"),
    ("less", "A < B"),
    ("greater", "A > B"),
    ("holds", "comparison"),
    ("source", "source"),
    ("first", "first"),
    ("second", "second"),
];

const SAT: &str = "SAT";

impl Layout {
    /// The layout of an instruction.
    pub fn of(kind: Kind) -> Option<Self> {
        let mode = Filter::of(kind).modes().swap_remove(0);
        let operation = Instruction::decode(mode.number()).ok()?.operation()?;
        let Trace { wires, .. } = operation.trace(0, 0, 0);
        let outputs: Vec<_> = outputs(&wires).map(|index| Shown { index, wire: wires[index] }).collect();
        let flag = |index: usize| {
            let place = FLAGS.iter().position(|(name, _)| *name == wires[index].name)?;
            let is_output = outputs.iter().any(|output| output.index == index);
            (!is_output).then_some((place, Shown { index, wire: wires[index] }))
        };
        let flags: Vec<_> = (0..wires.len()).filter_map(flag).collect();
        let has_clamp = wires.iter().any(|wire| wire.name == "below");
        Some(Self { form: mode.form, outputs, flags, has_clamp })
    }

    pub(super) fn modifiers(&self) -> impl Iterator<Item = &'static Field> + use<> {
        mode_fields(self.form)
    }

    /// What C and the result are.
    pub(super) fn c_and_result(&self) -> [&'static str; 2] {
        if self.form.field("Rc").is_some() {
            ["the C register", "what is written to the destination"]
        } else {
            ["the source predicate, 0 or 1", "bit 0 first, bit 1 second predicate"]
        }
    }

    /// The flags that the instruction has: bit and meaning.
    pub(super) fn flags(&self) -> Vec<(usize, &'static str)> {
        let has = |place: usize| {
            FLAGS[place].0 == SAT && self.has_clamp || self.flags.iter().any(|(flag, _)| *flag == place)
        };
        (0..FLAGS.len()).filter(|&place| has(place)).map(|place| (place, FLAGS[place].1)).collect()
    }

    pub(super) fn flag_bits(&self, operation: &Operation, trace: &Trace) -> u128 {
        let sat = FLAGS.iter().position(|(name, _)| *name == SAT).unwrap_or_default();
        let sat = u128::from(operation.saturate() == Saturate::On) << sat;
        self.flags.iter().fold(sat, |bits, (place, shown)| bits | shown.pattern(trace) << place)
    }
}

impl Shown {
    /// The bits of the wire in an execution.
    pub(super) fn pattern(&self, trace: &Trace) -> u128 {
        trace.wires.get(self.index).map_or(0, |wire| wire.bits.pattern())
    }

    /// The name in a table: without blanks.
    pub(super) fn name(&self) -> String {
        self.wire.name.replace(' ', "_")
    }

    pub(super) const fn digits(&self) -> u32 {
        self.wire.bits.width().div_ceil(4)
    }
}

/// The places of the last wire of each stage, before another begins: without the select stage, whose last wire is no
/// output, and the last stage, whose output is the result.
fn outputs(wires: &[Wire]) -> impl Iterator<Item = usize> {
    let ends = wires.windows(2).enumerate();
    let ends = ends.filter(|(_, pair)| pair[0].stage != pair[1].stage && pair[0].stage != Stage::Select);
    ends.map(|(index, _)| index)
}

/// The values of a field in a table: by their suffixes if they have them, else by number. `none` is the only value of a
/// field without a suffix.
fn value_name(field: &'static Field, value: &'static Value) -> String {
    let unnamed = legal(field).filter(|value| value.suffix.is_empty()).count();
    let is_named = unnamed == 0 || unnamed == 1 && field.width() > 1 && legal(field).count() > 2;
    match (is_named, value.suffix) {
        (true, "") => "none".to_owned(),
        (true, suffix) => suffix.to_owned(),
        (false, _) => value.value.to_string(),
    }
}

/// The names of a field's values, in the order of their encoding: `--field` takes them.
pub fn value_names(field: &'static Field) -> Vec<(u64, String)> {
    legal(field).map(|value| (u64::from(value.value), value_name(field, value))).collect()
}
