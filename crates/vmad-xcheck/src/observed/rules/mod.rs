//! Rules of one change: what a faulty emulator computes in place of one step of the datapath.
//!
//! A rule names the step that differs. The unit computes all that precedes it and all that follows it. The tests use the rules as
//! faulty emulators.

mod fields;
mod steps;
mod terms;

pub use terms::Terms;

use std::sync::LazyLock;

use serde::Serialize;
use vmad_map::{divergence::Divergence, rows::hypotheses};
use vmad_unit::Kind;

use crate::peers::{self, PEERS, Subject};

/// A rule.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Rule {
    /// Its identifier: `shift-before-sum`, `D1`.
    #[serde(rename = "rule")]
    pub id: &'static str,
    /// What it computes.
    pub title: &'static str,
    /// The field or the stage that differs.
    pub place: &'static str,
    /// The instructions that it is about.
    #[serde(skip)]
    pub instructions: &'static [Kind],
    #[serde(skip)]
    change: Change,
}

/// The step that differs, and its result.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// A field of the word: each value, by its index, is taken as another.
    Field(&'static [u8]),
    /// The value before the shift, or before the clamp.
    Tmp(fn(&Terms) -> i128),
    /// The shifted sum of `VMAD`.
    Shr(fn(&Terms) -> i128),
    /// The value after the clamp.
    Value(fn(&Terms) -> i128),
    Result(fn(&Terms) -> u32),
    Row(&'static Divergence),
    Peer(&'static peers::Rules),
}

impl Rule {
    /// Whether it is about an instruction.
    pub fn is_about(&self, kind: Kind) -> bool {
        self.instructions.contains(&kind)
    }

    /// Its result; the unit's if it says nothing about the mode.
    pub fn compute(&self, terms: &Terms) -> u32 {
        let Terms { operation, immediate, ports, .. } = *terms;
        let result = match self.change {
            Change::Field(values) => terms.with_field(self.place, values),
            Change::Tmp(tmp) => terms.after_tmp(tmp(terms)),
            Change::Shr(shr) => terms.after_shift(shr(terms)),
            Change::Value(value) => terms.after_clamp(value(terms)),
            Change::Result(result) => Some(result(terms)),
            Change::Row(row) => row.evaluate(&operation, ports),
            Change::Peer(peer) => (peer.run)(&Subject { operation, immediate }, ports),
        };
        result.unwrap_or_else(|| terms.trace.result())
    }
}

type Text = &'static str;
type Kinds = &'static [Kind];

/// All rules: the readings of the map, the changes of one step, the published programs. Of several that fit, the first is the
/// headline.
pub static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let readings = hypotheses().map(|row| {
        let Divergence { id, meanings: [_, title], title: place, instructions, .. } = *row;
        Rule { id, title, place, instructions, change: Change::Row(row) }
    });
    let peers = PEERS.iter().filter(|peer| !peer.title.is_empty()).map(|peer| {
        let (place, instructions) = ("a published program", std::slice::from_ref(&peer.kind));
        Rule { id: peer.id, title: peer.title, place, instructions, change: Change::Peer(peer) }
    });
    let fields = fields::FIELDS.iter().map(|&(id, title, place, values)| {
        let instructions = &Kind::ALL;
        Rule { id, title, place, instructions, change: Change::Field(values) }
    });
    readings.chain(fields).chain(steps::STEPS).chain(peers).collect()
});
