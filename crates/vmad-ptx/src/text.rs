//! Types that are stored as their text.

/// Declares that a type is read from a text, and printed to one: the forms in which serde has it.
macro_rules! stored_as_text {
    ([$($generic:tt)*] $type:ty, $error:ty, $read:expr) => {
        impl<$($generic)*> TryFrom<String> for $type {
            type Error = $error;

            fn try_from(text: String) -> Result<Self, $error> {
                $read(text)
            }
        }

        impl<$($generic)*> From<$type> for String {
            fn from(value: $type) -> Self {
                value.to_string()
            }
        }
    };
}

pub(crate) use stored_as_text;
