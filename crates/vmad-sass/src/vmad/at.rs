//! The table's fields by short names, for the decoder and the encoder. [`Fields`](super::Fields) reads and writes the
//! same word through its layout; tests hold the two against each other.

use super::table::{self, Field, named};

pub(super) const RD: Field = named("Rd");
pub(super) const RA: Field = named("Ra");
pub(super) const GUARD: Field = named("guard");
pub(super) const GUARD_NOT: Field = named("guard not");
pub(super) const RB: Field = named("Rb");
pub(super) const B_SELECT: Field = table::B_SELECT;
pub(super) const IGNORED: Field = named("ignored");
pub(super) const IMM16: Field = named("imm16");
pub(super) const A_SELECT: Field = table::A_SELECT;
pub(super) const RC: Field = named("Rc");
pub(super) const CC: Field = named("CC");
pub(super) const A_SIGNED: Field = named("A signed");
pub(super) const B_SIGNED: Field = named("B signed");
pub(super) const B_KIND: Field = named("B kind");
pub(super) const SCALE: Field = table::SCALE_FIELD;
pub(super) const PSIGN: Field = named("psign");
pub(super) const SAT: Field = named("SAT");
pub(super) const OPCODE: Field = table::OPCODE_FIELD;
