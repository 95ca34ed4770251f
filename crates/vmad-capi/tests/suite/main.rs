//! Tests of the C interface. `.ci/languages/capi` builds and runs the programs in C, C++ and C#.

mod header;
