//! The instruction word, its text and its execution against what is known of them; each module names its oracle.

mod control_field;
mod decode;
mod dispatch;
mod encode;
mod errors;
mod execution;
mod formula;
mod formula_reader;
mod hardware;
mod immediate;
mod instructions;
mod kepler;
mod notation;
mod nvdisasm;
mod printed;
mod published;
mod ruler;
mod spelling;
mod stream;
mod table;
mod text_round_trip;
mod wide;
mod words;
