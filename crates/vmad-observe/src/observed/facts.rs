//! Facts of an execution: the fields of its word, what they mean together, and what its inputs do in the datapath.

use std::cmp::Ordering;

use vmad_sass::isa::{Field, Group, Spelling};
use vmad_unit::{Kind, Sign};

use super::rules::{Run, Text, field_in, mode_fields, value_name};

/// A fact: its value in an execution, if it applies to the execution.
#[derive(Clone, Debug)]
pub(super) struct Fact {
    pub(super) name: &'static str,
    /// Whether it is about a value, and not about the word.
    pub(super) is_value: bool,
    source: Source,
}

#[derive(Clone, Debug)]
enum Source {
    Field(&'static Field),
    Computed(fn(&Run) -> Option<Text>),
    Wire(fn(i128) -> &'static str),
}

/// The names of the facts of words, and of those of values, are unique.
impl PartialEq for Fact {
    fn eq(&self, other: &Self) -> bool {
        (self.name, self.is_value) == (other.name, other.is_value)
    }
}

impl Fact {
    pub(super) fn text(&self, run: &Run) -> Option<Text> {
        match self.source {
            Source::Field(field) => {
                let field = field_in(&run.instruction, field)?;
                Some(value_name(field, field.of(run.instruction.encode())))
            }
            Source::Computed(value) => value(run),
            Source::Wire(value) => run.trace.value(self.name).map(|number| value(number).into()),
        }
    }
}

/// All facts: those of the word first.
pub(super) fn facts() -> Vec<Fact> {
    let fields = mode_fields().into_iter().map(|field| (field.name(), Source::Field(field)));
    let words = WORD.iter().map(|&(name, value)| (name, Source::Computed(value)));
    let computed = VALUES.iter().map(|&(name, value)| (name, Source::Computed(value)));
    let wires = WIRES.iter().map(|&(name, value)| (name, Source::Wire(value)));
    let of_words = fields.chain(words).map(|fact| (fact, false));
    let of_values = computed.chain(wires).map(|fact| (fact, true));
    of_words.chain(of_values).map(|((name, source), is_value)| Fact { name, is_value, source }).collect()
}

type Computed = (&'static str, fn(&Run) -> Option<Text>);

static WORD: [Computed; 12] = [
    ("B", |run| Some(if run.has_immediate() { "an immediate" } else { "a register" }.into())),
    ("A and B", |run| pair(run, |operand| operand.sign.name())),
    ("A width", |run| Some(run.operation.operands()?[0].selector.width().bits().to_string().into())),
    ("B width", |run| Some(run.operation.operands()?[1].selector.width().bits().to_string().into())),
    ("A format", |run| Some(run.operation.operands()?[0].format().name().into())),
    ("B format", |run| Some(run.operation.operands()?[1].format().name().into())),
    ("formats", |run| pair(run, |operand| operand.format().name())),
    ("merge width", |run| Some(run.operation.output()?.second.bits().to_string().into())),
    ("intermediate sign", |run| Some(run.trace.sign("intermediate")?.name().into())),
    ("result sign", |run| Some(run.trace.sign("final")?.name().into())),
    ("registers", |run| {
        let zero = |name| run.instruction.field(name) == Some(255);
        let names: Vec<_> = ["Rd", "Ra", "Rb", "Rc"].into_iter().filter(|name| zero(name)).collect();
        Some(if names.is_empty() {
            "without RZ".into()
        } else {
            format!("RZ as {}", names.join(", ")).into()
        })
    }),
    ("predicates", |run| {
        let is_true = |field: &&Field| {
            field.spelling() == Spelling::Predicate
                && field.group() != Group::Guard
                && field.of(run.instruction.encode()) == 7
        };
        let names: Vec<_> = run.instruction.form().fields.iter().filter(is_true).map(Field::name).collect();
        (run.operation.kind() == Kind::Vsetp).then(|| format!("PT as {}", names.join(", ")).into())
    }),
];

static VALUES: [Computed; 8] = [
    ("source predicate", |run| {
        (run.operation.kind() == Kind::Vsetp).then(|| if run.c() & 1 == 1 { "true" } else { "false" }.into())
    }),
    ("bit 31 of C", |run| {
        (run.operation.kind() != Kind::Vsetp).then(|| if run.c() >> 31 == 1 { "set" } else { "clear" }.into())
    }),
    ("C", |run| {
        (run.operation.kind() != Kind::Vsetp).then(|| if run.c() == 0 { "0" } else { "not 0" }.into())
    }),
    ("B", |run| {
        let names = ["below 32", "32", "above 32"];
        run.operation.kind().shifts_by_b().then(|| names[order(run.operands[1].cmp(&32))].into())
    }),
    ("A", |run| {
        let names = ["less than B", "equal to B", "greater than B"];
        run.operation.operands().map(|_| names[order(run.operands[0].cmp(&run.operands[1]))].into())
    }),
    ("clamp", |run| Some(run.trace.clamp().name().into())),
    ("bits that are shifted out", |run| {
        let out = run.tmp & ((1 << run.scale()) - 1);
        (run.operation.kind() == Kind::Vmad).then(|| if out == 0 { "0" } else { "not 0" }.into())
    }),
    ("result before C", |run| {
        let (cut, c) = (run.cut(), run.c());
        let order_of_cut = match run.operation.output()?.sign {
            Sign::Unsigned => cut.cmp(&c),
            Sign::Signed => cut.cast_signed().cmp(&c.cast_signed()),
        };
        Some(["less than C", "equal to C", "greater than C"][order(order_of_cut)].into())
    }),
];

type OfWire = (&'static str, fn(i128) -> &'static str);

static WIRES: [OfWire; 10] = [
    ("A extended", magnitude),
    ("B extended", magnitude),
    ("product", magnitude),
    ("tmp", magnitude),
    ("shr", magnitude),
    ("difference", magnitude),
    ("below", |flag| if flag == 1 { "yes" } else { "no" }),
    ("above", |flag| if flag == 1 { "yes" } else { "no" }),
    ("holds", |flag| if flag == 1 { "yes" } else { "no" }),
    ("amount", |amount| match amount {
        0 => "0",
        1..32 => "1 to 31",
        _ => "32",
    }),
];

fn pair(run: &Run, name: impl Fn(vmad_unit::Operand) -> &'static str) -> Option<Text> {
    let [a, b] = run.operation.operands()?.map(name);
    Some(if a == b { format!("both {a}") } else { format!("{a} and {b}") }.into())
}

/// 0, 1 or 2: less, equal, greater.
const fn order(order: Ordering) -> usize {
    (order as i8 + 1) as usize
}

/// The place of a number among the ranges of the datapath.
const fn magnitude(number: i128) -> &'static str {
    const S32: i128 = 1 << 31;
    const S64: i128 = 1 << 63;
    match number {
        0 => "0",
        1..S32 => "from 1 to 7fffffff",
        S32..0x1_0000_0000 => "from 80000000 to ffffffff",
        0x1_0000_0000..S64 => "above 32 bits",
        S64.. => "above 63 bits",
        _ if number >= -S32 => "negative",
        _ if number >= -S64 => "below -80000000",
        _ => "below -2^63",
    }
}
