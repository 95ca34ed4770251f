//! Interpretations of `vmad`: the one table of where published ones differ from this project's.
//!
//! Each row of [`INTERPRETATIONS`] has a name, a meaning, where it differs and the evidence. Derived from it are the
//! [divergence map](crate::divergence), the [proof](crate::proof)'s alternatives, and the
//! [hypotheses](crate::observed) about observed results.

mod alternative;
mod case;
mod condition;
mod family;
mod family_row;
mod id;
mod miscompile;
mod miscompile_rows;
mod rival;
mod row;
mod table;

pub use alternative::{ALTERNATIVES, Alternative};
pub use case::{CONSTANTS, Case, Domain};
pub use condition::Condition;
pub use family::FAMILY_ROWS;
pub(crate) use family::SECOND;
pub use family_row::FamilyRow;
pub use id::Id;
pub(crate) use miscompile::fits_imm16;
pub use miscompile::{Miscompile, miscompiled_constants};
pub use miscompile_rows::{LATER_MISCOMPILES, MISCOMPILES, MiscompileExample, MiscompileRow};
pub use rival::Rival;
pub use row::{Example, Interpretation, Kind, Model};
pub use table::INTERPRETATIONS;
