//! `optSaturate`: lines 62 to 78.

use crate::ast::{Select, Type};
use crate::domain::Domain;

/// `CLAMP` to the range of the destination: of `dtype`, and of the destination's part if the result is merged.
pub(super) fn opt_saturate<D: Domain>(
    domain: &D,
    tmp: D::Number,
    sat: bool,
    dtype: Type,
    dsel: Option<Select>,
) -> D::Number {
    if !sat {
        return tmp;
    }
    domain.clamp(tmp, dsel.map_or(32, Select::width), dtype.is_signed())
}
