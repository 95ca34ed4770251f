//! serde for types with names: a value is a string.

use core::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{Format, Predicate, Register};

/// Parses a name.
struct Name<T> {
    legal: &'static str,
    find: fn(&str) -> Option<T>,
}

impl<T> de::Visitor<'_> for Name<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.legal)
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<T, E> {
        (self.find)(name).ok_or_else(|| E::invalid_value(de::Unexpected::Str(name), &self))
    }
}

macro_rules! by_name {
    ($type:ty, $shown:expr, $legal:literal) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&$shown(self))
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(Name { legal: $legal, find: Self::from_name })
            }
        }
    };
}

by_name!(Register, |register: &Register| *register, "R0 to R254 or RZ");
by_name!(Predicate, |predicate: &Predicate| *predicate, "P0 to P6 or PT");
by_name!(Format, |format: &Format| format.name(), "U8, S8, U16, S16, U32 or S32");
