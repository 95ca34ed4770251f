//! The unit against what is known of it; each module names its oracle.

mod bits;
mod family;
mod kinds;
mod range;
mod state;
mod trace;
