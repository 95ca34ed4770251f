//! The tables of `lop3` that ptxas emits for `and`, `or`, `xor` and `not`.

use std::fmt::Write as _;

use anyhow::{Context, Result, bail};
use vmad_testing::cases::Numbers;

use super::{Ask, function::Form};
use crate::groups::Groups;

/// For each combination of two operations and negated inputs: the code, and the `lop3` that ptxas emits for it.
/// They are compared on random inputs.
pub(super) fn rows(ask: &Ask<'_>, groups: &mut Groups) -> Result<String> {
    let codes = codes();
    let functions =
        codes.iter().enumerate().map(|(index, code)| Form::new(code)?.function(&format!("f{index}"), None));
    let answers = (ask.code)("sm_70", &functions.collect::<Result<Vec<_>>>()?)?;
    let mut rows = String::new();
    let mut numbers = Numbers::new(1);
    for (code, answer) in codes.iter().zip(answers) {
        let left = Form::new(code)?;
        let names: Vec<&str> = left.inputs().map(|it| it.name.as_str()).collect();
        let lop3 = lop3(&answer, &names).with_context(|| format!("{code}: {answer}"))?;
        let right = Form::new(&lop3)?;
        for _ in 0..1000 {
            let values = [(); 3].map(|()| numbers.number(32));
            // The inputs, in the order of their first use.
            let of = |form: &Form<'_>| {
                let value = |name: &str| {
                    ["a", "b", "c"].iter().position(|it| *it == name).map_or(0, |index| values[index])
                };
                form.results(&form.inputs().map(|it| value(&it.name)).collect::<Vec<_>>())
            };
            if of(&left) != of(&right) {
                groups.add(code.clone(), || format!("{lop3} {values:x?}"));
            }
        }
        writeln!(rows, "{code}\t{lop3}")?;
    }
    Ok(rows)
}

fn codes() -> Vec<String> {
    let names = ["and", "or", "xor"];
    let pairs = names.iter().flat_map(|first| names.map(|second| (*first, second)));
    let codes = pairs.flat_map(|(first, second)| {
        (0..8).map(move |negated| {
            let not = |(bit, name): (usize, &str)| {
                if negated >> bit & 1 == 1 { format!("not.b32 {name}, {name}; ") } else { String::new() }
            };
            let nots: String = ["a", "b", "c"].into_iter().enumerate().map(not).collect();
            format!("{nots}{first}.b32 t, a, b; {second}.b32 d, t, c;")
        })
    });
    codes.collect()
}

/// `LOP3.LUT R4, R6, R4, R5, 0x80, !PT` in PTX, of the inputs in R4, R5 and R6.
fn lop3(code: &str, inputs: &[&str]) -> Result<String> {
    let Some(operands) = code.strip_prefix("LOP3.LUT ") else { bail!("another instruction") };
    let ["R4", a, b, c, table, "!PT"] = operands.split(", ").collect::<Vec<_>>()[..] else {
        bail!("operands")
    };
    let name = |register: &str| {
        let index = ["R4", "R5", "R6"].iter().position(|it| *it == register);
        index.and_then(|index| inputs.get(index)).with_context(|| format!("{register} is not an input"))
    };
    Ok(format!("lop3.b32 d, {}, {}, {}, {table};", name(a)?, name(b)?, name(c)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_are_read() {
        let of = |code| lop3(code, &["b", "a", "c"]);
        assert_eq!(of("LOP3.LUT R4, R6, R4, R5, 0x80, !PT").unwrap(), "lop3.b32 d, c, b, a, 0x80;");
        assert!(of("LOP3.LUT R4, R6, R4, R0, 0x80, !PT").is_err());
        assert!(of("LOP3.LUT R4, R6, R4, R5, 0x80, !PT; MOV R4, R5").is_err());
        assert_eq!(codes().len(), 72);
        assert_eq!(codes()[9], "not.b32 a, a; and.b32 t, a, b; or.b32 d, t, c;");
    }

    /// The recorded tables, as ptxas would emit them; then eight of them with a wrong bit.
    #[test]
    fn a_wrong_table_is_a_difference() {
        let path = crate::workspace::verdicts().join("ptxas-lop3.tsv");
        let text = std::fs::read_to_string(path).unwrap();
        let recorded: String = text.lines().skip(1).map(|row| format!("{row}\n")).collect();
        let emitted = |row: &str| {
            let (code, lop3) = row.split_once("\tlop3.b32 d, ").unwrap();
            let form = Form::new(code).unwrap();
            let names: Vec<&str> = form.inputs().map(|it| it.name.as_str()).collect();
            let operands = lop3.trim_end_matches(';').split(", ").map(|operand| {
                let index = names.iter().position(|name| *name == operand);
                index.map_or(operand.to_owned(), |index| format!("R{}", 4 + index))
            });
            format!("LOP3.LUT R4, {}, !PT", operands.collect::<Vec<_>>().join(", "))
        };
        let codes: Vec<String> = recorded.lines().map(emitted).collect();
        let ask = |codes: &[String]| {
            let code = |arch: &str, functions: &[String]| {
                assert_eq!((arch, functions.len()), ("sm_70", 72));
                Ok(codes.to_vec())
            };
            let mut groups = Groups::default();
            let found = rows(&Ask { code: &code, cases: 12, seed: 1 }, &mut groups).unwrap();
            (found, groups)
        };
        let (found, groups) = ask(&codes);
        assert_eq!((found, groups.differences()), (recorded.clone(), 0));
        // The codes with another bit each.
        let mut changed = codes.clone();
        for (bit, code) in changed[8..16].iter_mut().enumerate() {
            let (before, table) = code.trim_end_matches(", !PT").rsplit_once(", 0x").unwrap();
            let table = u8::from_str_radix(table, 16).unwrap() ^ 1 << bit;
            *code = format!("{before}, {table:#x}, !PT");
        }
        let (_, groups) = ask(&changed);
        assert_eq!(groups.to_string().matches(" x ").count(), 8, "{groups}");
    }
}
