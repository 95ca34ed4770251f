//! Control fields to text, in the notation of [`crate::text::notation`]: four pieces, each from a table.

use core::fmt;

use super::field::{Barrier, ControlField, READ_BARRIER, Reuse, ReuseFlags, WRITE_BARRIER};
use crate::line::{self, Line, Piece};

impl ControlField {
    /// Writes the text of the field to a line, without formatting.
    #[inline]
    pub fn print(self, line: &mut Line<'_>) {
        line.append(|line| {
            line.push(&WAITS[usize::from(self.wait_mask()) & 63]);
            let [read, write] = [READ_BARRIER, WRITE_BARRIER].map(|bits| usize::from(self.part(bits)) & 7);
            line.push(&BARRIERS[read][write]);
            line.push(&REUSES[usize::from(self.reuse().bits()) & 15]);
            line.push(&ISSUES[usize::from(self.stall()) & 15][usize::from(self.yield_flag())]);
        });
    }
}

/// A control field prints in the notation.
impl fmt::Display for ControlField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        line::format(f, |line| self.print(line))
    }
}

/// `&req={0,3} `: by the wait mask.
static WAITS: [Piece; 64] = {
    let mut table = [Piece::new(""); 64];
    let mut mask = 1;
    while mask < 64 {
        let mut piece = Piece::new("&req=");
        let mut number = 0;
        while number < 6 {
            if mask >> number & 1 == 1 {
                piece = next_of_set(piece).and_decimal(number as u8);
            }
            number += 1;
        }
        table[mask] = piece.and("} ");
        mask += 1;
    }
    table
};

/// `&rd=2 &wr=1 `: by the read and the write barrier.
static BARRIERS: [[Piece; 8]; 8] = {
    let mut table = [[Piece::new(""); 8]; 8];
    let mut index = 0;
    while index < 64 {
        let (read, write) = (index / 8, index % 8);
        table[read][write] = barrier_set("&rd=", read as u8).then(&barrier_set("&wr=", write as u8));
        index += 1;
    }
    table
};

const fn barrier_set(name: &str, number: u8) -> Piece {
    if number == Barrier::NONE { Piece::new("") } else { Piece::new(name).and_decimal(number).and(" ") }
}

/// `&reuse={a,c} `: by the flags.
static REUSES: [Piece; 16] = {
    let mut table = [Piece::new(""); 16];
    let mut flags = 1;
    while flags < 16 {
        let mut piece = Piece::new("&reuse=");
        let mut index = 0;
        while index < Reuse::ALL.len() {
            if ReuseFlags::new(flags).has(Reuse::ALL[index]) {
                piece = next_of_set(piece).and_letter(Reuse::ALL[index].letter());
            }
            index += 1;
        }
        table[flags as usize] = piece.and("} ");
        flags += 1;
    }
    table
};

/// `?stall=5 ?yield`: by the stall count and the yield flag.
static ISSUES: [[Piece; 2]; 16] = {
    let mut table = [[Piece::new(""); 2]; 16];
    let mut stall = 0;
    while stall < 16 {
        let piece = Piece::new("?stall=").and_decimal(stall as u8);
        table[stall] = [piece, piece.and(" ?yield")];
        stall += 1;
    }
    table
};

/// The separator before an item of a set: `{` before the first, else a comma.
const fn next_of_set(piece: Piece) -> Piece {
    piece.and(if piece.ends_with(b'=') { "{" } else { "," })
}
