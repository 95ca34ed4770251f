//! Several readings at once: hardware may differ from the model in more than one place.

use std::{collections::HashMap, fmt};

use vmad_ptx::{
    ast::Type,
    reading::{Pass, Reading},
};
use vmad_unit::Operation;

use crate::map::{ALTERNATIVES, FAMILY_ROWS};
use vmad_ptxas::row::{Case, Row, Rule};

/// At most one other reading for each ambiguity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combination {
    readings: Vec<Row>,
}

impl Combination {
    /// All of `VMAD`, and all of the other instructions.
    pub(super) fn all() -> [Vec<Self>; 2] {
        let [d1, d2, d2m, p8, p10_u32, p10_s32] = ALTERNATIVES;
        let pass = Reading { pass: Pass::LikeTheOthers, ..p8.reading() };
        // P9 beside P8.
        let p8_and_p9 = &Row { id: "P8 without a shift too", result: Rule::Reading(pass), ..*p8 };
        let [d5, p1, p2, p3, p4, p5, p6, ..] = FAMILY_ROWS;
        [
            Self::choose(&[&[d1], &[d2, d2m, p8, p8_and_p9], &[p10_u32, p10_s32]]),
            Self::choose(&[&[d5, p1], &[p2], &[p3], &[p4], &[p5], &[p6]]),
        ]
    }

    /// All combinations of at most one reading from each group.
    fn choose(groups: &[&[&Row]]) -> Vec<Self> {
        let none = Self { readings: Vec::new() };
        groups.iter().fold(vec![none], |chosen, group| {
            let with = |it: &Self, reading: &Row| it.and(&Self { readings: vec![*reading] });
            let more: Vec<_> =
                chosen.iter().flat_map(|it| group.iter().map(move |reading| with(it, reading))).collect();
            [chosen, more].concat()
        })
    }

    /// The readings of both.
    pub(super) fn and(&self, other: &Self) -> Self {
        Self { readings: [self.readings.as_slice(), &other.readings].concat() }
    }

    /// Those of a list that contain no other of the list.
    pub(super) fn smallest(list: &[Self]) -> Vec<Self> {
        let contains = |it: &Self, other: &Self| other.readings.iter().all(|one| it.readings.contains(one));
        let is_smallest = |it: &Self| list.iter().all(|other| other == it || !contains(it, other));
        list.iter().filter(|it| is_smallest(it)).cloned().collect()
    }

    /// Keeps those that compute a result.
    pub(super) fn keep(list: &mut Vec<Self>, operation: &Operation, inputs: [u32; 3], result: u32) {
        // For one instruction many combinations are the same.
        let mut results = HashMap::new();
        list.retain(|it| {
            let choice = it.choice(operation.mnemonic());
            result == *results.entry(choice).or_insert_with(|| compute(operation, inputs, choice))
        });
    }

    /// The reading for an instruction, and the dtype of `vmad`.
    fn choice(&self, mnemonic: &str) -> (Reading, Type) {
        let about = self.readings.iter().filter(|it| it.is_about(mnemonic));
        // Only P10, the last reading of VMAD, has a dtype.
        about
            .fold((Reading::DEFAULT, Type::U32), |(reading, _), it| (reading.with(&it.reading()), it.dtype()))
    }
}

fn compute(operation: &Operation, inputs: [u32; 3], (reading, dtype): (Reading, Type)) -> u32 {
    let case = Case::of_mode(*operation).with_dtype(dtype);
    case.evaluate(inputs, &reading).unwrap_or_else(|| case.unit()(inputs))
}

impl fmt::Display for Combination {
    /// `D1 and P10-u32`, or `model`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.readings.iter().map(|it| it.id).collect();
        f.write_str(&if names.is_empty() { "model".to_owned() } else { names.join(" and ") })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use vmad_unit::vmad::Mode;

    use super::*;
    use crate::divergence::grid;

    #[test]
    fn combinations_have_names_of_their_own() {
        for list in Combination::all() {
            let names: HashSet<_> = list.iter().map(ToString::to_string).collect();
            assert_eq!(names.len(), list.len());
        }
    }

    /// Any two readings of `vmad` differ on some inputs.
    #[test]
    fn readings_of_vmad_are_told_apart() {
        let [all, _] = Combination::all();
        let alone: Vec<_> = all.into_iter().filter(|it| it.readings.len() < 2).collect();
        let mut differing = HashSet::new();
        for operation in Mode::modes().map(Operation::Vmad) {
            for inputs in grid::inputs(&Case::of_mode(operation)).into_iter().step_by(7) {
                let result = |it: &Combination| compute(&operation, inputs, it.choice("VMAD"));
                let results: Vec<u32> = alone.iter().map(result).collect();
                let pairs = (0..alone.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
                differing.extend(pairs.filter(|(one, other)| results[*one] != results[*other]));
            }
        }
        assert_eq!(differing.len(), alone.len() * (alone.len() - 1) / 2);
    }
}
