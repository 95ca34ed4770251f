use crate::divergence::Divergence;

/// `b` is a part of a register that holds a constant, and ptxas put all of the constant's 16 bits into the imm16.
///
/// One PTX instruction cannot express it.
pub static D7: Divergence = Divergence {
    id: "D7",
    title: "b's selector is lost: the imm16 is the whole constant",
    meanings: ["the selected part of the constant", "the whole constant"],
    ..Divergence::EMPTY
};
