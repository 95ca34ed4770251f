//! The functions of a cubin, as nvdisasm prints them.

use std::{collections::HashMap, fmt::Write as _};

use vmad_ptxas::rewrite::costs::Cost;

/// The output of nvdisasm for a cubin.
pub(super) struct Printed<'t> {
    text: &'t str,
    /// The text of each function, by the number in its name.
    bodies: HashMap<usize, &'t str>,
}

impl<'t> Printed<'t> {
    pub(super) fn read(text: &'t str) -> Self {
        let sections = text.split("\n.text.f").skip(1).filter_map(|section| section.split_once(":\n"));
        let bodies = sections.filter_map(|(number, body)| Some((number.parse().ok()?, body))).collect();
        Self { text, bodies }
    }

    /// The instructions of a function up to its return, with `; ` between; without reuse flags, the scheduling notes that
    /// nvdisasm prints for sm_120, and instructions that never run.
    pub(super) fn code(&self, index: usize) -> Option<String> {
        let simple = self.executed(index)?.map(|(instruction, _)| {
            with_values(self.text, &instruction).split(" ?").next().unwrap_or_default().replace(".reuse", "")
        });
        Some(simple.collect::<Vec<_>>().join("; "))
    }

    /// The number of the same instructions of 128 bits, and the sum of their stall counts, bits 108:105.
    pub(super) fn cost(&self, index: usize) -> Option<Cost> {
        let stalls = self.executed(index)?.map(|(_, high)| Some(high? >> 41 & 0xf));
        let stalls: Vec<u64> = stalls.collect::<Option<_>>()?;
        Some(Cost { instructions: stalls.len() as u32, stalls: stalls.iter().sum::<u64>() as u32 })
    }

    /// The instructions of a function up to its return, without those that never run, and the high words of instructions of
    /// 128 bits.
    fn executed(&self, index: usize) -> Option<impl Iterator<Item = (String, Option<u64>)>> {
        let lines: Vec<&str> = self.bodies.get(&index)?.lines().collect();
        let instructions = lines.iter().enumerate().filter_map(|(at, line)| {
            let (_, rest) = line.trim().strip_prefix("/*")?.split_once("*/")?;
            let (text, _) = rest.split_once(';')?;
            let high = lines.get(at + 1).and_then(|line| {
                let digits = line.trim().strip_prefix("/* 0x")?.strip_suffix(" */")?;
                u64::from_str_radix(digits, 16).ok()
            });
            Some((text.split_whitespace().collect::<Vec<_>>().join(" "), high))
        });
        let executed = instructions
            .take_while(|(instruction, _)| !instruction.starts_with("RET"))
            .filter(|(instruction, _)| !instruction.starts_with("@!PT "));
        Some(executed.collect::<Vec<_>>().into_iter())
    }
}

/// An instruction with values in place of the names of constants. A name can have more bytes than the instruction reads.
fn with_values(text: &str, instruction: &str) -> String {
    let reads_pairs = ["WIDE", "64", ".HI"]
        .into_iter()
        .any(|part| instruction.split(' ').take(2).any(|word| word.contains('.') && word.contains(part)));
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
