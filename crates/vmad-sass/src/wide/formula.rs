//! The computation as a formula, and what no source says about a word.

use alloc::{format, string::String, vec, vec::Vec};

use vmad_unit::{Predicate, Sign};

use super::{WideInstruction, WideKind, WideMode, WideParts};

impl WideInstruction {
    /// The computation if the guard is true, a line for each stage.
    pub fn formula(&self) -> Vec<String> {
        let WideParts { mode, destination, a, b, c, .. } = self.parts();
        let sign = if mode.sign() == Sign::Signed { 'S' } else { 'U' };
        let WideMode::Vabsdiff4 { accumulate, .. } = mode else {
            return vec![
                format!("tmp = |{sign}32({a}) - {sign}32({b})|"),
                format!("{destination} = (tmp[31:0] + {c})[31:0]"),
            ];
        };
        let lane = |lane| format!("lane{lane} = |{sign}8({a}.B{lane}) - {sign}8({b}.B{lane})|");
        let mut lines: Vec<_> = (0..4).map(lane).collect();
        lines.push(if accumulate {
            format!("{destination} = ({c} + lane0 + lane1 + lane2 + lane3)[31:0]")
        } else {
            format!("{destination} = {{lane3[7:0], lane2[7:0], lane1[7:0], lane0[7:0]}}")
        });
        lines
    }

    /// What no source says about the instruction: a clause for each.
    pub fn unknown(&self) -> Vec<String> {
        let WideParts { mode, predicate, b, c, .. } = self.parts();
        let mut unknown = Vec::new();
        if predicate != Predicate::PT {
            unknown.push(format!("{predicate}: no source says what the predicate result is"));
        }
        if !mode.accumulates() {
            unknown.push(format!("{c}, C of a VABSDIFF4 without ACC: the result does not depend on it in the PTX; what the hardware does with it is not observed"));
        }
        let bindless = [b, c].into_iter().filter(|source| source.kind() == WideKind::Bindless);
        unknown.extend(bindless.map(|source| {
            format!("{source}: no source says how the uniform register selects the constant bank")
        }));
        unknown
    }
}
