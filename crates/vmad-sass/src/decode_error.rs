//! Errors of illegal words.

use alloc::vec::Vec;
use core::fmt;

use vmad_unit::Kind;

use crate::{
    isa::{Field, Form, Layout},
    messages::list,
};

/// The reason why a word is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// An opcode that no instruction of the family has.
    #[error("{word:#018x} is not a video instruction: no opcode of {} fits bits {}{}", list(&Kind::NAMES, "or"), layout.opcode_place(), Elsewhere(*word))]
    ForeignOpcode {
        /// The word.
        word: u64,
        /// The layout in which it was read.
        layout: Layout,
    },
    /// A field with an illegal value.
    #[error("{word:#018x} is an illegal {kind}: {}", Illegal(field, *word))]
    IllegalField {
        /// The word.
        word: u64,
        /// The instruction.
        kind: Kind,
        /// The field.
        field: &'static Field,
    },
}

impl DecodeError {
    /// Every reason why a word is illegal: the opcode, or each field with an illegal value, the highest first.
    /// Empty for a legal word of the family.
    pub fn all(layout: Layout, word: u64) -> Vec<Self> {
        let Some(form) = Form::of_in(layout, word) else {
            return alloc::vec![Self::ForeignOpcode { word, layout }];
        };
        let error = |field| Self::IllegalField { word, kind: form.kind, field };
        form.illegal(word).map(error).collect()
    }
}

/// `; as a word of Kepler it is a VMAD`: the instruction of a foreign word in the other layout.
struct Elsewhere(u64);

impl fmt::Display for Elsewhere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let form = Layout::ALL.into_iter().find_map(|layout| Form::of_in(layout, self.0));
        let Some(form) = form else { return Ok(()) };
        write!(f, "; as a word of {} it is a {}", form.layout.name(), form.kind)
    }
}

/// A field's value and the legal ones: `scale (bits 52:51) is 3, legal are 0 (PASS), ...`.
struct Illegal<'f>(&'f Field, u64);

impl fmt::Display for Illegal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(field, word) = self;
        write!(f, "{} (bits {}) is {}, legal are", field.name(), field.place(), field.of(*word))?;
        let legal = field.values().iter().filter_map(|value| Some((value.value, value.meaning?)));
        for (index, (value, meaning)) in legal.enumerate() {
            write!(f, "{} {value} ({meaning})", if index == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}
