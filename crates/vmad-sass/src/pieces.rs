//! Constant pieces of text that instructions share: guards, predicates, registers.

use crate::line::Piece;

/// The guard and a mnemonic, `@P3 VMAD`: by predicate, the negated ones last. `@PT` is not printed.
pub(crate) const fn heads(mnemonic: &str) -> [Piece; 16] {
    let mut table = [Piece::new(mnemonic); 16];
    let mut index = 0;
    while index < 16 {
        if index != 7 {
            let at = Piece::new(if index < 8 { "@" } else { "@!" });
            table[index] = at.then(&predicate(index % 8)).and(" ").and(mnemonic);
        }
        index += 1;
    }
    table
}

/// `P0` to `P6`, `PT`.
pub(crate) static PREDICATES: [Piece; 8] = {
    let mut table = [Piece::new(""); 8];
    let mut index = 0;
    while index < 8 {
        table[index] = predicate(index);
        index += 1;
    }
    table
};

const fn predicate(index: usize) -> Piece {
    if index == 7 { Piece::new("PT") } else { Piece::new("P").and_decimal(index as u8) }
}

/// `R0` to `R254`, `RZ`.
pub(crate) static REGISTERS: [Piece; 256] = {
    let mut table = [Piece::new("RZ"); 256];
    let mut index = 0;
    while index < 255 {
        table[index] = Piece::new("R").and_decimal(index as u8);
        index += 1;
    }
    table
};
