//! The rows of the map as rivals of the proof.

use crate::map::{ALTERNATIVES, FAMILY_ROWS};
use vmad_ptxas::row::Row;

/// Every row that the proof compares with the unit.
pub static RIVALS: [Row; ALTERNATIVES.len() + FAMILY_ROWS.len()] = {
    let mut all = [*ALTERNATIVES[0]; ALTERNATIVES.len() + FAMILY_ROWS.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] =
            if at < ALTERNATIVES.len() { *ALTERNATIVES[at] } else { *FAMILY_ROWS[at - ALTERNATIVES.len()] };
        at += 1;
    }
    all
};
