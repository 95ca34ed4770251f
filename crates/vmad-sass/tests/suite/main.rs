//! The instruction word, its text and its execution against what is known of them; each module names its oracle.

mod dispatch;
mod execution;
mod hardware;
mod immediate;
mod instructions;
mod round_trip;
mod spans;
mod spelling;
mod stream;
mod table;
mod text_round_trip;
mod words;
