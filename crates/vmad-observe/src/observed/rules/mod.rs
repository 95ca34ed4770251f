//! Rules: what a faulty emulator computes in place of a stage of the datapath.
//!
//! A rule changes a [`Run`]: the word, the ports, or the value after a stage. The unit computes all that follows, so several rules
//! can apply to one execution, in the order of the stages. The tests use the rules as faulty emulators.

mod parts;
mod run;
mod steps;
mod table;

pub use run::Run;
pub use table::mode_fields;
pub(super) use table::{Text, field_in, is_mode, legal, value_name};

use std::{borrow::Cow, sync::LazyLock};

use serde::Serialize;
use vmad_map::{divergence::Divergence, rows::hypotheses};
use vmad_unit::{Sign, saturate::Range};

use table::Table;

use crate::peers::{self, PEERS, Subject};

/// A rule.
#[derive(Clone, Debug, Serialize)]
pub struct Rule {
    /// Its identifier: `shift-before-sum`, `D1`; the name of the field if values are taken as others.
    #[serde(rename = "rule")]
    pub id: &'static str,
    /// What it computes: `psign 1 is taken as 2`.
    pub title: Cow<'static, str>,
    /// The field or the stage that differs.
    pub place: &'static str,
    #[serde(skip)]
    change: Change,
}

/// What a rule changes, in the order of the stages.
#[derive(Clone, Debug)]
enum Change {
    /// A field of the word.
    Table(Table),
    Word(fn(&Run) -> u64),
    Ports(fn(&Run) -> [u32; 3]),
    Operands(fn(&Run) -> [i128; 2]),
    /// The sign with which the low 32 bits of A and B are compared.
    Compared(fn(&Run) -> Sign),
    Terms(fn(&Run) -> [i128; 2]),
    /// The value before the normalisation shift.
    Tmp(fn(&Run) -> i128),
    /// The value before the clamp.
    Shr(fn(&Run) -> i128),
    /// The range of the clamp.
    Clamp(fn(&Run) -> Range),
    /// The value after the clamp.
    Value(fn(&Run) -> i128),
    Result(fn(&Run) -> u32),
    /// All stages at once, for the word and the ports.
    Row(&'static Divergence),
    Peer(&'static peers::Rules),
}

impl Rule {
    const fn new(place: &'static str, id: &'static str, title: &'static str, change: Change) -> Self {
        Self { id, title: Cow::Borrowed(title), place, change }
    }

    /// Changes an execution.
    pub fn apply(&self, run: &mut Run) {
        match &self.change {
            Change::Table(table) => run.set_word(table.word(&run.instruction)),
            Change::Word(word) => run.set_word(word(run)),
            Change::Ports(ports) => *run = Run::new(run.instruction, run.operation, ports(run)),
            Change::Operands(operands) => run.set_operands(operands(run)),
            Change::Compared(sign) => run.set_comparison(sign(run)),
            Change::Terms(terms) => run.set_terms(terms(run)),
            Change::Tmp(tmp) => run.set_tmp(tmp(run)),
            Change::Shr(shr) => run.set_shr(shr(run)),
            Change::Clamp(range) => {
                let range = range(run);
                run.set_value(run.clamped(range));
                run.set_lanes(|[a, b]| (a - b).abs(), range);
            }
            Change::Value(value) => run.set_value(value(run)),
            Change::Result(result) => run.result = result(run),
            Change::Row(row) if row.is_about(run.operation.kind()) => {
                run.result = row.evaluate(&run.operation, run.ports).unwrap_or(run.result);
            }
            Change::Peer(peer) if peer.kind == run.operation.kind() => {
                let subject = Subject { operation: run.operation, immediate: run.has_immediate() };
                run.result = (peer.run)(&subject, run.ports).unwrap_or(run.result);
            }
            Change::Row(_) | Change::Peer(_) => {}
        }
    }

    /// The place of its stage among the stages: rules apply in this order.
    pub(super) const fn stage(&self) -> u8 {
        match self.change {
            Change::Table(_) | Change::Word(_) => 0,
            // A row of the map computes the result from the word and the ports.
            Change::Ports(_) | Change::Row(_) | Change::Peer(_) => 1,
            Change::Operands(_) => 2,
            Change::Compared(_) | Change::Terms(_) => 3,
            Change::Tmp(_) => 4,
            Change::Shr(_) => 5,
            Change::Clamp(_) | Change::Value(_) => 6,
            Change::Result(_) => 7,
        }
    }
}

/// The rules of one stage, the plain mistakes first; then the readings of the map, and the published programs.
pub static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let readings = hypotheses().map(|row| {
        let Divergence { id, meanings: [_, title], title: place, .. } = *row;
        Rule::new(place, id, title, Change::Row(row))
    });
    let peers = PEERS.iter().filter(|peer| !peer.title.is_empty());
    let peers = peers.map(|peer| Rule::new("a published program", peer.id, peer.title, Change::Peer(peer)));
    steps::steps().chain(readings).chain(peers).collect()
});
