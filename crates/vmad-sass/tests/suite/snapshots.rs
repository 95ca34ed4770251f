//! How snapshots are kept: under the workspace's `snapshots/`, named for what they show.
//!
//! Oracle: the snapshot that a person has read and committed. A test never accepts one by itself: a difference fails,
//! and `cargo insta review` (or `INSTA_UPDATE=always cargo test`, then `git diff`) is how a person takes it over.

pub(crate) use vmad_testing::assert_snapshot;
