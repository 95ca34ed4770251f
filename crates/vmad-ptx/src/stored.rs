//! Serde: a value is stored as its text.

use crate::ast::Instruction;
use crate::legality::{PtxVersion, Target};
use crate::reading::Reading;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

macro_rules! stored_as_text {
    ($($type:ty),+) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )+};
}

stored_as_text!(Instruction, Reading, Target, PtxVersion);
