//! Facts of a row: the fields of its word, what they mean together, and what its inputs do in the datapath.

use std::{borrow::Cow, cmp::Ordering};

use vmad_sass::isa::{Field, Group, Spelling};
use vmad_unit::{Kind, Sign};

use super::rules::Terms;

type Text = Cow<'static, str>;

/// A fact of some rows: the values that occur, and for each row the number of its value, from 1, or 0 if the fact does
/// not apply.
#[derive(Debug)]
pub(super) struct Fact {
    name: &'static str,
    /// Whether it is about a value, and not about the word. Of two conditions that are equally good, the one about the
    /// word is the better explanation.
    pub(super) is_value: bool,
    values: Vec<Text>,
    pub(super) column: Vec<u8>,
}

pub(super) fn table<'t>(rows: impl Iterator<Item = &'t Terms>) -> Vec<Fact> {
    let mut table: Vec<Fact> = Vec::new();
    for (row, terms) in rows.enumerate() {
        facts(terms, &mut |name, is_value, value| {
            let at = table.iter().position(|fact| fact.name == name).unwrap_or_else(|| {
                table.push(Fact { name, is_value, values: Vec::new(), column: vec![0; row] });
                table.len() - 1
            });
            table[at].put(value);
        });
        for fact in &mut table {
            fact.column.resize(row + 1, 0);
        }
    }
    table
}

impl Fact {
    fn put(&mut self, value: Text) {
        let number = self.values.iter().position(|listed| *listed == value).unwrap_or_else(|| {
            self.values.push(value);
            self.values.len() - 1
        });
        // More values than any field has.
        self.column.push(u8::try_from(number + 1).unwrap_or_default().min(63));
    }

    /// How many values it has, with the number 0.
    pub(super) fn count(&self) -> usize {
        (self.values.len() + 1).min(64)
    }

    /// `secop MRG_16H or MRG_16L`, `psign other than 0`.
    pub(super) fn describe(&self, set: u64) -> String {
        let text = |wanted: bool| {
            let of = (1..self.count()).filter(move |value| (set >> value & 1 == 1) == wanted);
            of.map(|value| self.values[value - 1].as_ref()).collect::<Vec<_>>()
        };
        match (text(true).as_slice(), text(false).as_slice()) {
            (of, [one]) if of.len() > 1 => format!("{} other than {one}", self.name),
            (of, _) => format!("{} {}", self.name, of.join(" or ")),
        }
    }
}

fn facts(terms: &Terms, put: &mut dyn FnMut(&'static str, bool, Text)) {
    let word = terms.instruction.encode();
    let mut field = |name: &'static str, value: Text| put(name, false, value);
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
        field("A and B", if a == b { a.into() } else { format!("{a} and {b}").into() });
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

fn values(terms: &Terms, put: &mut dyn FnMut(&'static str, bool, Text)) {
    let mut value = |name: &'static str, value: Text| put(name, true, value);
    let top = |word: i128| if word >> 31 & 1 == 1 { "set" } else { "clear" };
    if terms.operation.kind() == Kind::Vsetp {
        value("value of the source predicate", if terms.c & 1 == 1 { "true" } else { "false" }.into());
    } else {
        value("bit 31 of C", top(terms.c.into()).into());
        value("the low bytes of C", if terms.c == 0 { "0" } else { "not 0" }.into());
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
        let order = order(terms.b.cmp(&32));
        value("B", ["below 32", "32", "above 32"][order].into());
    }
    let order_of_a = terms.a.cmp(&terms.b);
    value("A", ["less than B", "equal to B", "greater than B"][order(order_of_a)].into());
    value("clamp", terms.trace.clamp().name().into());
    if terms.operation.kind() == Kind::Vmad {
        let out = terms.tmp & ((1 << terms.scale) - 1);
        value("bits that are shifted out", if out == 0 { "0" } else { "not 0" }.into());
    }
    if let Some(output) = terms.operation.output() {
        let Terms { cut, c, .. } = *terms;
        let order_of_cut = match output.sign {
            Sign::Unsigned => cut.cmp(&c),
            Sign::Signed => cut.cast_signed().cmp(&c.cast_signed()),
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
