//! serde for types with names: a value is a string.

use alloc::string::String;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, Unexpected},
};

use crate::{Format, Predicate, Register};

macro_rules! by_name {
    ($type:ty, $shown:expr, $legal:literal) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&$shown(self))
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let name = String::deserialize(deserializer)?;
                Self::from_name(&name).ok_or_else(|| D::Error::invalid_value(Unexpected::Str(&name), &$legal))
            }
        }
    };
}

by_name!(Register, |register: &Register| *register, "R0 to R254 or RZ");
by_name!(Predicate, |predicate: &Predicate| *predicate, "P0 to P6 or PT");
by_name!(Format, |format: &Format| format.name(), "U8, S8, U16, S16, U32 or S32");
