//! The tables of `lop3` that ptxas emits for `and`, `or`, `xor` and `not`.

use std::fmt::Write as _;

use anyhow::{Context, Result, bail};
use vmad_testing::cases::Numbers;

use super::form::Form;
use crate::{compiler::Compiler, groups::Groups};

const INPUTS: [&str; 3] = ["a", "b", "c"];

/// For each combination of two operations and negated inputs: the code, and the `lop3` that ptxas emits for it.
/// They are compared on random inputs.
pub(super) fn rows(compiler: &Compiler, groups: &mut Groups) -> Result<String> {
    let codes = codes();
    let functions = codes.iter().enumerate().map(|(index, code)| Form::new(code)?.function(index, None));
    let answers = compiler.code("sm_70", &functions.collect::<Result<Vec<_>>>()?)?;
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
                let value = |name: &str| INPUTS.iter().zip(values).find(|(it, _)| **it == name);
                let inputs = form.inputs().filter_map(|it| Some(value(&it.name)?.1));
                form.results(&inputs.collect::<Vec<_>>())
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
            let is_negated = |(bit, _): &(usize, &str)| negated >> bit & 1 == 1;
            let nots = INPUTS.into_iter().enumerate().filter(is_negated);
            let nots: String = nots.map(|(_, name)| format!("not.b32 {name}, {name}; ")).collect();
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
