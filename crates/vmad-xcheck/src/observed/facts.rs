//! Facts of a row: the fields of its word, what they mean together, and what its inputs do in the datapath.

use std::{borrow::Cow, cmp::Ordering};

use vmad_sass::isa::{Field, Group, Spelling};
use vmad_unit::{Kind, Sign};

use super::rules::Terms;

type Text = Cow<'static, str>;

/// How far a fact is from the word. Of two conditions that are equally good, the nearer one is the better explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Distance {
    /// A field, or several.
    Word,
    /// A value.
    Value,
}

/// The facts of some rows. A row has a number for each fact: a value, or 0 if the fact does not apply.
#[derive(Debug, Default)]
pub(super) struct Table {
    names: Vec<(Text, Distance)>,
    values: Vec<Vec<Text>>,
    /// By fact, then by row.
    pub(super) columns: Vec<Vec<u8>>,
    rows: usize,
}

impl Table {
    pub(super) fn add(&mut self, terms: &Terms) {
        facts(terms, &mut |name, distance, value| self.put(name, distance, value));
        self.rows += 1;
        for column in &mut self.columns {
            column.resize(self.rows, 0);
        }
    }

    fn put(&mut self, name: Text, distance: Distance, value: Text) {
        let fact = self.names.iter().position(|(listed, _)| *listed == name).unwrap_or_else(|| {
            self.names.push((name, distance));
            self.values.push(Vec::new());
            self.columns.push(vec![0; self.rows]);
            self.names.len() - 1
        });
        let values = &mut self.values[fact];
        let number = values.iter().position(|listed| *listed == value).unwrap_or_else(|| {
            values.push(value);
            values.len() - 1
        });
        // More values than any field has.
        self.columns[fact].push(u8::try_from(number + 1).unwrap_or_default().min(63));
    }

    pub(super) fn distance(&self, fact: usize) -> Distance {
        self.names[fact].1
    }

    /// How many values a fact has, with the number 0.
    pub(super) fn count(&self, fact: usize) -> usize {
        (self.values[fact].len() + 1).min(64)
    }

    /// `secop MRG_16H or MRG_16L`, `psign other than 0`.
    pub(super) fn describe(&self, fact: usize, set: u64) -> String {
        let (name, values) = (&self.names[fact].0, &self.values[fact]);
        let text = |wanted: bool| {
            let of = (1..self.count(fact)).filter(move |value| (set >> value & 1 == 1) == wanted);
            of.map(|value| values[value - 1].as_ref()).collect::<Vec<_>>()
        };
        match (text(true).as_slice(), text(false).as_slice()) {
            (of, [one]) if of.len() > 1 => format!("{name} other than {one}"),
            (of, _) => format!("{name} {}", of.join(" or ")),
        }
    }
}

fn facts(terms: &Terms, put: &mut dyn FnMut(Text, Distance, Text)) {
    let word = terms.instruction.encode();
    let mut field = |name: &'static str, value: Text| put(name.into(), Distance::Word, value);
    for it in terms.instruction.form().fields {
        match it.spelling() {
            Spelling::Listed if it.name() == "Ps not" => {
                field("source predicate", if it.of(word) == 1 { "negated" } else { "not negated" }.into());
            }
            Spelling::Listed if it.fixed().is_none() => field(it.name(), value_name(it, it.of(word))),
            Spelling::Register => {
                field(it.name(), if it.of(word) == 255 { "RZ" } else { "a register" }.into());
            }
            Spelling::Predicate if it.group() != Group::Guard => {
                field(it.name(), if it.of(word) == 7 { "PT" } else { "a predicate" }.into());
            }
            _ => {}
        }
    }
    field("B", if terms.immediate { "an immediate" } else { "a register" }.into());
    if let Some(operands) = terms.operation.operands() {
        let [a, b] = operands.map(|it| it.format().name());
        field("A format", a.into());
        field("B format", b.into());
        field("formats", format!("{a} and {b}").into());
        let [a, b] = operands.map(|it| it.sign.name());
        field("A and B", format!("{a} and {b}").into());
    }
    if let Some(output) = terms.operation.output() {
        field("merge width", format!("{}", output.second.bits()).into());
    }
    for name in ["intermediate", "final"] {
        if let Some(sign) = terms.trace.sign(name) {
            field(if name == "final" { "result sign" } else { "intermediate sign" }, sign.name().into());
        }
    }
    values(terms, put);
}

fn values(terms: &Terms, put: &mut dyn FnMut(Text, Distance, Text)) {
    let mut value = |name: &'static str, value: Text| put(name.into(), Distance::Value, value);
    let top = |word: i128| if word >> 31 & 1 == 1 { "set" } else { "clear" };
    if terms.operation.kind() == Kind::Vsetp {
        value("value of the source predicate", if terms.ports[2] & 1 == 1 { "true" } else { "false" }.into());
    } else {
        value("bit 31 of C", top(terms.ports[2].into()).into());
        value("the low bytes of C", if terms.ports[2] == 0 { "0" } else { "not 0" }.into());
    }
    for wire in &terms.trace.wires {
        let (number, name) = (wire.value(), wire.name);
        if wire.bits.width() == 1 {
            if !matches!(name, "intermediate" | "final" | "carry in" | "source" | "first" | "second") {
                value(name, if number == 1 { "yes" } else { "no" }.into());
            }
        } else if matches!(
            name,
            "A extended" | "B extended" | "tmp" | "shr" | "product" | "cut" | "difference"
        ) {
            value(name, magnitude(number).into());
        } else if name == "amount" {
            let range = match number {
                0 => "0",
                1..32 => "1 to 31",
                _ => "32",
            };
            value(name, range.into());
        }
    }
    if terms.operation.kind().shifts_by_b() {
        let order = order(terms.wire("B extended").cmp(&32));
        value("B", ["below 32", "32", "above 32"][order].into());
    }
    let order_of_a = terms.wire("A extended").cmp(&terms.wire("B extended"));
    value("A", ["less than B", "equal to B", "greater than B"][order(order_of_a)].into());
    value("clamp", terms.trace.clamp().name().into());
    if let Some(shr) = terms.trace.wires.iter().find(|wire| wire.name == "shr") {
        let scale = match shr.note {
            "SHR_7" => 7,
            "SHR_15" => 15,
            _ => 0,
        };
        let out = terms.wire("tmp") & ((1 << scale) - 1);
        value("bits that are shifted out", if out == 0 { "0" } else { "not 0" }.into());
    }
    if let Some(output) = terms.operation.output() {
        let c = terms.ports[2];
        let cut = terms.trace.pattern("cut") as u32;
        let order_of_cut = match output.sign {
            Sign::Unsigned => cut.cmp(&c),
            Sign::Signed => (cut as i32).cmp(&(c as i32)),
        };
        let texts = ["less than C", "equal to C", "greater than C"];
        value("result before C", texts[order(order_of_cut)].into());
    }
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

/// A value of a field by its suffix, or by its number and its meaning.
pub(super) fn value_name(field: &'static Field, value: u64) -> Text {
    let listed = field.values().iter().find(|it| u64::from(it.value) == value);
    match listed {
        Some(it) if it.suffix == field.name() => "yes".into(),
        Some(it) if !it.suffix.is_empty() && field.name() != "psign" => it.suffix.into(),
        Some(it) if field.name() == "psign" => format!("{value} ({})", it.meaning.unwrap_or_default()).into(),
        Some(it) => it.meaning.unwrap_or_default().into(),
        None => value.to_string().into(),
    }
}
