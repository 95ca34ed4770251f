//! Range checks of fields.

use crate::schedule::{Barrier, ControlField, ReuseFlags};

/// An out-of-range value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{value:#x} is not a {field}: legal are 0 to {most:#x}")]
pub struct OutOfRange {
    /// The name of the field.
    pub field: &'static str,
    /// The value.
    pub value: u32,
    /// The largest legal value.
    pub most: u32,
}

macro_rules! field {
    ($type:ty, $integer:ty, $field:literal, $most:expr, $new:expr, $bits:ident) => {
        impl TryFrom<$integer> for $type {
            type Error = OutOfRange;

            fn try_from(value: $integer) -> Result<Self, OutOfRange> {
                let (most, wide): ($integer, u32) = ($most, value.into());
                let error = OutOfRange { field: $field, value: wide, most: most.into() };
                if value <= most { $new(value).ok_or(error) } else { Err(error) }
            }
        }

        impl From<$type> for $integer {
            fn from(field: $type) -> Self {
                field.$bits()
            }
        }
    };
}

field!(ControlField, u32, "control field", (1 << ControlField::BITS) - 1, ControlField::new, bits);
field!(Barrier, u8, "barrier", 6, Barrier::new, number);
field!(ReuseFlags, u8, "set of reuse flags", 0xf, |bits| Some(ReuseFlags::new(bits)), bits);
