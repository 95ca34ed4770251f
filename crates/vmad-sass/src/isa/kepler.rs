//! Kepler's word forms: Maxwell's, with moved fields, other opcodes and the join flag.

use super::{
    field::{Field, FieldKind, Group},
    form::{Operand, Role},
    formats::{DefaultFormats, Formats, HALF, UNSIGNED_NAMES},
    kinds::{FieldType, Join},
    layout::{JOIN, Layout, OPCODE_LOW},
};
use crate::bits::Bits;

impl Layout {
    /// The number of fields that the words have in addition to Maxwell's.
    pub(super) const fn additional_fields(self) -> usize {
        match self {
            Self::Maxwell => 0,
            Self::Kepler => 1,
        }
    }

    /// Maxwell's fields in the places of this layout, with the additional ones.
    pub(super) const fn fields<const N: usize>(
        self,
        maxwell: &[Field],
        kepler_opcode: &'static FieldKind,
    ) -> [Field; N] {
        let mut fields = [Field::NONE; N];
        let (mut count, mut index) = (0, 0);
        while index < maxwell.len() {
            let field = maxwell[index];
            fields[count] = match (self, field.group()) {
                (Self::Maxwell, _) => field,
                (Self::Kepler, Group::Opcode) => {
                    let low = field.bits()[0].moved().low;
                    Field::new(kepler_opcode, OPCODE_LOW).and(Bits { low, width: 64 - low })
                }
                (Self::Kepler, _) => {
                    let [low, high] = field.bits();
                    let moved = Field::new(field.kind, low.moved());
                    if high.width == 0 { moved } else { moved.and(high.moved()) }
                }
            };
            let end = field.bits()[0].moved().high() + 1;
            count += 1;
            if matches!(self, Self::Kepler) && end == JOIN.low {
                fields[count] = Field::new(Join::KIND, JOIN);
                count += 1;
            }
            index += 1;
        }
        assert!(count == N);
        fields
    }

    /// nvdisasm gives Kepler's invalid selector one name for both signs, and prints the default formats beside an
    /// imm16.
    pub(super) const fn formats(self, maxwell: Formats) -> Formats {
        match self {
            Self::Maxwell => maxwell,
            Self::Kepler => {
                let mut formats = maxwell;
                formats.a.names = &UNSIGNED_NAMES;
                formats.b.names = &UNSIGNED_NAMES;
                if formats.b.base == HALF {
                    formats.defaults = DefaultFormats::Printed;
                }
                formats
            }
        }
    }

    /// nvdisasm prints all bits of an immediate of Kepler, without a minus.
    pub(super) const fn operand(self, maxwell: Operand) -> Operand {
        match (self, maxwell.role) {
            (Self::Kepler, Role::Immediate { value, .. }) => {
                Operand { role: Role::Immediate { value, signed: Field::NONE }, ..maxwell }
            }
            _ => maxwell,
        }
    }
}
