//! The functions of a cubin, as nvdisasm prints them.

use std::{collections::HashMap, fmt::Write as _};

use anyhow::{Context, Result};

use super::ask;
use crate::compiler::Compiler;

/// The SASS of each line's function.
pub(super) fn code(compiler: &Compiler, arch: &str, lines: &[String]) -> Result<Vec<String>> {
    functions_of(compiler, &ask::cubin(&compiler.ptxas, arch, lines)?, lines.len())
}

/// The SASS of the functions f0, f1 and so on of a cubin.
pub(crate) fn functions_of(compiler: &Compiler, cubin: &[u8], count: usize) -> Result<Vec<String>> {
    let text = compiler.print(cubin)?;
    let bodies = bodies(&text);
    let found = |index: usize| {
        let body = bodies.get(&index).with_context(|| format!("nvdisasm prints no f{index}"))?;
        Ok(simplified(&with_constants(&text, &code_of(body))))
    };
    (0..count).map(found).collect()
}

/// The code without reuse flags, the scheduling notes that nvdisasm prints for sm_120, and instructions that never run.
fn simplified(code: &str) -> String {
    let instructions = code.split("; ").filter(|it| !it.starts_with("@!PT "));
    let instructions = instructions.map(|it| it.split(" ?").next().unwrap_or_default().replace(".reuse", ""));
    instructions.collect::<Vec<_>>().join("; ")
}

/// The text of each function, by the number in its name.
fn bodies(text: &str) -> HashMap<usize, &str> {
    let sections = text.split("\n.text.f").skip(1).filter_map(|section| section.split_once(":\n"));
    sections.filter_map(|(number, body)| Some((number.parse().ok()?, body))).collect()
}

/// The instructions of a function up to its return, with `; ` between.
fn code_of(body: &str) -> String {
    let instructions = body.lines().filter_map(|line| {
        let (_, rest) = line.trim().strip_prefix("/*")?.split_once("*/")?;
        Some(rest.trim().trim_end_matches(';').split_whitespace().collect::<Vec<_>>().join(" "))
    });
    let code: Vec<String> = instructions.take_while(|it| !it.starts_with("RET")).collect();
    code.join("; ")
}

/// The code with values in place of the names of constants.
fn with_constants(text: &str, code: &str) -> String {
    code.split("; ").map(|it| with_values(text, it)).collect::<Vec<_>>().join("; ")
}

/// An instruction with values in place of the names of constants. A name can have more bytes than the instruction reads.
fn with_values(text: &str, instruction: &str) -> String {
    let reads_pairs = ["WIDE", "64", ".HI"]
        .into_iter()
        .any(|it| instruction.split(' ').take(2).any(|word| word.contains('.') && word.contains(it)));
    // Before a suffix such as `.SIGN`, nvdisasm prints a blank.
    let instruction = instruction.replace("c [`(", "c[`(");
    let mut parts = instruction.split("c[`(");
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let known = part.split_once(")]").and_then(|(name, rest)| Some((constant(text, name)?, rest)));
        // A String takes every text.
        let _ = match known {
            Some((value, rest)) if reads_pairs => write!(written, "{value:#x}{rest}"),
            Some((value, rest)) => write!(written, "{:#x}{rest}", value as u32),
            None => write!(written, "c[`({part}"),
        };
    }
    written
}

/// The constant of a name such as `f0.const_opt.4.8`. Its last numbers are the first byte and the byte after the last
/// one.
fn constant(text: &str, name: &str) -> Option<u64> {
    let mut numbers = name.rsplit('.').map(|part| part.parse::<usize>().ok());
    let (end, start) = (numbers.next()??, numbers.next()??);
    let length = end.checked_sub(start).filter(|length| matches!(length, 4 | 8))?;
    let head = format!("\n{name}:\n");
    let mut lines = text[text.find(&head)? + head.len()..].lines();
    let bytes = lines.find_map(|line| Some(line.split_once(".byte")?.1))?.split(',').take(length);
    let bytes = bytes.map(|byte| u8::from_str_radix(byte.trim().strip_prefix("0x")?, 16).ok());
    let bytes: Vec<u8> = bytes.collect::<Option<_>>().filter(|bytes: &Vec<u8>| bytes.len() == length)?;
    Some(bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_is_what_is_executed() {
        assert_eq!(simplified("@!PT SHFL.IDX PT, RZ; IADD R4.reuse, R5 ?trans1"), "IADD R4, R5");
    }

    #[test]
    fn a_function_is_cut_at_its_return() {
        let text = "\n.text.f0:\n.L_1:\n  /*0008*/  VMAD R4, R4,  R5, R6 ;\n  /*0010*/ RET ;\n  /*0018*/ NOP ;\n.text.f1:\n";
        let bodies = bodies(text);
        assert_eq!(code_of(bodies[&0]), "VMAD R4, R4, R5, R6");
        assert!(bodies.contains_key(&1) && !bodies.contains_key(&2));
    }

    #[test]
    fn constants_are_read_from_their_section() {
        let text = "\nf1.const_opt.0.8:\n.nv.constant2.f1:\n  /*0000*/ .byte 0x00, 0x40, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00\n\
                    f1.const_opt.8.12:\n  /*0008*/ .byte 0x00, 0x00, 0x00, 0x80\n.L_0:\n";
        let code = "IMAD.WIDE R4, R4, R5, c[`(f1.const_opt.0.8)]; IADD R4, R4, c[`(f1.const_opt.8.12)]";
        assert_eq!(with_constants(text, code), "IMAD.WIDE R4, R4, R5, 0x200004000; IADD R4, R4, 0x80000000");
        assert_eq!(
            with_constants(text, "IMAD R4, R4, R5, c[`(f1.const_opt.0.8)]"),
            "IMAD R4, R4, R5, 0x4000"
        );
        let unknown = "IADD R4, R4, c[`(f2.const_opt.0.4)]";
        assert_eq!(with_constants(text, unknown), unknown);
    }
}
