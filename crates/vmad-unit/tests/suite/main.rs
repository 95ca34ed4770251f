//! The unit against what is known of it; each module names its oracle.

mod bits;
mod corners;
mod family;
mod kinds;
mod model;
mod range;
mod restatement;
mod state;
mod trace;
