//! A reader of the printed formula.
//!
//! It knows what a reader of the page knows: numbers are exact, `S8` and its like read the selected bits, `>>` rounds
//! down, `clamp` clamps, `[31:0]` cuts, `{}` puts bits side by side.

use std::collections::HashMap;

/// The values of registers, predicates, and the names of the lines above.
pub(crate) type Values = HashMap<String, i128>;

/// The value of a line's right side; conditions are 0 or 1.
pub(crate) fn compute(text: &str, values: &Values) -> i128 {
    if let Some((value, condition)) = text.split_once(" if ") {
        let (condition, other) = condition.split_once(", else ").expect("the other value");
        return compute(if compute(condition, values) == 1 { value } else { other }, values);
    }
    if let Some(shifted) = text.strip_suffix(", in 34 bits") {
        return two_s_complement(compute(shifted, values), 34);
    }
    let mut reader = Reader { rest: text, values };
    let value = reader.joined();
    assert_eq!(reader.rest, "", "{text}");
    value
}

/// The low bits as a signed number.
fn two_s_complement(value: i128, width: u32) -> i128 {
    value << (128 - width) >> (128 - width)
}

struct Reader<'t> {
    rest: &'t str,
    values: &'t Values,
}

impl<'t> Reader<'t> {
    fn take(&mut self, mark: &str) -> bool {
        let rest = self.rest.trim_start();
        let taken = rest.strip_prefix(mark);
        self.rest = taken.unwrap_or(self.rest).trim_start();
        taken.is_some()
    }

    fn need(&mut self, mark: &str) {
        assert!(self.take(mark), "{mark:?} is not at {:?}", self.rest);
    }

    fn word(&mut self) -> &'t str {
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        assert!(!word.is_empty(), "nothing at {rest:?}");
        word
    }

    fn joined(&mut self) -> i128 {
        let value = self.compared();
        if self.take("and ") {
            value & self.compared()
        } else if self.take("or ") {
            value | self.compared()
        } else if self.take("xor ") {
            value ^ self.compared()
        } else {
            value
        }
    }

    fn compared(&mut self) -> i128 {
        let value = self.shifted();
        let Some(operator) =
            ["<= ", ">= ", "!= ", "< ", "> ", "= "].into_iter().find(|operator| self.take(operator))
        else {
            return value;
        };
        let other = self.shifted();
        let holds = match operator.trim_end() {
            "<=" => value <= other,
            ">=" => value >= other,
            "!=" => value != other,
            "<" => value < other,
            ">" => value > other,
            _ => value == other,
        };
        holds.into()
    }

    fn shifted(&mut self) -> i128 {
        let value = self.sum();
        if self.take("<<") {
            value << self.sum()
        } else if self.take(">>") {
            value >> self.sum()
        } else {
            value
        }
    }

    fn sum(&mut self) -> i128 {
        let mut value = self.product();
        loop {
            if self.take("+") {
                value += self.product();
            } else if self.rest.starts_with("- ") || self.rest.starts_with("-1") {
                self.need("-");
                value -= self.product();
            } else {
                return value;
            }
        }
    }

    fn product(&mut self) -> i128 {
        let mut value = self.unary();
        loop {
            if self.take("*") {
                value *= self.unary();
            } else if self.take("mod ") {
                value = value.rem_euclid(self.unary());
            } else {
                return value;
            }
        }
    }

    fn unary(&mut self) -> i128 {
        if self.take("-") {
            -self.power()
        } else if self.take("!") {
            1 - self.power()
        } else {
            self.power()
        }
    }

    fn power(&mut self) -> i128 {
        let value = self.atom();
        if self.take("^") { value.pow(self.atom() as u32) } else { value }
    }

    fn atom(&mut self) -> i128 {
        if self.take("(") {
            let value = self.sum();
            self.need(")");
            return self.bits(value).0;
        }
        if self.take("|") {
            let value = self.sum();
            self.need("|");
            return value.abs();
        }
        if self.take("{") {
            return self.side_by_side();
        }
        let word = self.word();
        match word {
            "clamp" => {
                let [value, low, high] = self.arguments();
                return value.clamp(low, high);
            }
            "min" => return self.arguments::<2>().into_iter().min().expect("two"),
            "max" => return self.arguments::<2>().into_iter().max().expect("two"),
            "true" => return 1,
            "false" => return 0,
            _ => {}
        }
        if let Some(width) = word.strip_prefix(['U', 'S']) {
            return self.part(word.starts_with('S'), width.parse().expect("a width"));
        }
        if let Some(digits) = word.strip_prefix("0x") {
            return i128::from_str_radix(digits, 16).expect("a number");
        }
        if let Ok(number) = word.parse() {
            return number;
        }
        let value = self.value(word);
        self.bits(value).0
    }

    fn value(&self, name: &str) -> i128 {
        *self.values.get(name).unwrap_or_else(|| panic!("no {name}"))
    }

    /// `(x, y)`
    fn arguments<const N: usize>(&mut self) -> [i128; N] {
        let mut mark = "(";
        let values = std::array::from_fn(|_| {
            self.need(mark);
            mark = ",";
            self.sum()
        });
        self.need(")");
        values
    }

    /// `[15:0]` of a value, with its width; the value itself without.
    fn bits(&mut self, value: i128) -> (i128, u32) {
        if !self.take("[") {
            return (value, 0);
        }
        let mut end = |mark| {
            let bit: i128 = self.word().parse().expect("a bit");
            self.need(mark);
            bit
        };
        let (high, low) = (end(":"), end("]"));
        let width = high - low + 1;
        (value >> low & ((1 << width) - 1), width as u32)
    }

    /// `R3[31:16], tmp[15:0]}`: 32 bits.
    fn side_by_side(&mut self) -> i128 {
        let (mut value, mut total) = (0, 0);
        loop {
            let name = self.word();
            let (bits, width) = self.bits(self.value(name));
            value = value << width | bits;
            total += width;
            if self.take("}") {
                assert_eq!(total, 32);
                return value;
            }
            self.need(",");
        }
    }

    /// `(R1.H1)` after `S16`.
    fn part(&mut self, signed: bool, width: u32) -> i128 {
        self.need("(");
        let value = self.atom();
        let selector = if self.take(".") { self.word() } else { "" };
        self.need(")");
        let position = match selector.split_at(selector.len().min(1)) {
            ("", "") => 0,
            (_, digit) => digit.parse::<u32>().expect("a position") * width,
        };
        assert_eq!(selector.starts_with('B'), width == 8, "a byte of a byte's format");
        let field = value >> position & ((1 << width) - 1);
        if signed { two_s_complement(field, width) } else { field }
    }
}
