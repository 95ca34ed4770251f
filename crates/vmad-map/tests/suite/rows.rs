//! The list of rows.

use std::collections::BTreeSet;

use vmad_map::{
    case::Case,
    divergence::Model,
    rows::{ROWS, hypotheses, rivals},
};
use vmad_ptx::{
    ast::Body,
    reading::{AMBIGUITIES, Reading},
    syntax::parse_one,
    video::trace,
};

#[test]
fn every_file_is_in_the_list() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/rows");
    let files =
        std::fs::read_dir(folder).unwrap().map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
    let rows: usize = files.map(|text| text.matches("\npub static ").count()).sum();
    assert_eq!(rows, ROWS.len());
}

/// A row has an identifier of its own and a statement, and its example is one.
#[test]
fn every_row_is_complete() {
    let mut names = BTreeSet::new();
    for row in ROWS.iter().copied().chain(rivals()) {
        assert!(names.insert(row.id) || ROWS.contains(&row), "{row}");
        assert!(!row.title.is_empty(), "{row}");
        assert!(row.is_about_modes() != row.cases_text.is_empty() || row.is_miscompile(), "{row}");
        let Some(example) = row.example else { continue };
        let Ok(found) = parse_one(example.instruction) else { continue };
        let Body::Video(video) = &found.instruction.body else { continue };
        let Some(case) = Case::of_video(video) else {
            let [a, b, c] = example.inputs;
            let right = trace(video.operation(), a, b, c, &Reading::DEFAULT).d();
            assert_eq!((right, right ^ 0x8080_8080), (example.here, example.there.unwrap()), "{row}");
            continue;
        };
        assert!(row.differs_in(&case), "{row}");
        assert_eq!(case.prepare()(example.inputs), example.here, "{row}");
        let there = row.prepare(&case).map(|model| model(example.inputs));
        assert_eq!(there, example.there, "{row}");
    }
}

/// Each ambiguity but P9, which has no word, has a row with its reading.
#[test]
fn every_ambiguity_has_a_row() {
    let without: Vec<_> = AMBIGUITIES
        .iter()
        .filter(|ambiguity| {
            !ROWS.iter().any(|row| {
                row.id == ambiguity.id
                    && matches!(row.model, Model::Reading(reading) if reading == ambiguity.readings[1])
            })
        })
        .map(|ambiguity| ambiguity.id)
        .collect();
    assert_eq!(without, ["P9"]);
}

#[test]
fn a_rival_is_a_reading_or_a_datapath_of_one_dtype() {
    for row in rivals() {
        let is_listed = ROWS.iter().any(|listed| *listed == row || listed.by_dtype.contains(&row));
        assert!(row.by_dtype.is_empty() && is_listed, "{row}");
        assert!(matches!(row.model, Model::Reading(_) | Model::Datapath(_)), "{row}");
    }
    assert!(rivals().count() < ROWS.len() && hypotheses().count() < ROWS.len());
}
