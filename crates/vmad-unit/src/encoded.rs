//! The values of a field of the instruction word.

/// Implements `ALL`, `encoding` and `from_encoding` for an enumeration whose encodings start at 0, and `NAMES` and
/// `name` if the variants have names. With `every`, each value of the field is a variant; with `some`, other values are illegal.
macro_rules! encoded {
    ($type:ident: $legality:ident $($variant:ident $name:literal)+) => {
        $crate::encoded::encoded! { $type: $legality $($variant)+ }

        impl $type {
            /// The names in text, without a dot, in the order of the encoding; empty if text has none.
            pub const NAMES: [&'static str; Self::ALL.len()] = [$($name),+];

            /// The name in text, without a dot; empty if text has none.
            pub const fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }
        }
    };
    ($type:ident: every $($variant:ident)+) => {
        $crate::encoded::encoded! { $type: $($variant)+ }

        impl $type {
            /// The value of a field, every value of which is legal. Bits above the field are ignored.
            #[inline]
            pub const fn from_encoding(field: u8) -> Self {
                match Self::find(field % Self::ALL.len() as u8) {
                    Some(value) => value,
                    None => Self::ALL[0],
                }
            }
        }
    };
    ($type:ident: some $($variant:ident)+) => {
        $crate::encoded::encoded! { $type: $($variant)+ }

        impl $type {
            /// The value of a field; [`None`] if the field has an illegal value.
            #[inline]
            pub const fn from_encoding(field: u8) -> Option<Self> {
                Self::find(field)
            }
        }
    };
    ($type:ident: $($variant:ident)+) => {
        impl $type {
            /// All of them, in the order of their encoding.
            pub const ALL: [Self; [$(Self::$variant),+].len()] = [$(Self::$variant),+];

            /// The value of the field of the word.
            #[inline]
            pub const fn encoding(self) -> u8 {
                self as u8
            }

            #[inline]
            const fn find(field: u8) -> Option<Self> {
                // The compiler reduces this search to the number itself; an index would be a load.
                let mut index = 0;
                while index < Self::ALL.len() {
                    if Self::ALL[index].encoding() == field {
                        return Some(Self::ALL[index]);
                    }
                    index += 1;
                }
                None
            }
        }
    };
}

pub(crate) use encoded;
