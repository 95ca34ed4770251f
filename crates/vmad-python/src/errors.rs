//! The exceptions.

use core::fmt::Display;

use pyo3::{PyTypeInfo, create_exception, exceptions::PyValueError, prelude::*};

create_exception!(
    vmad,
    VmadError,
    PyValueError,
    "A value that is not legal. The base of the other exceptions."
);
create_exception!(vmad, WordError, VmadError, "A word that is not a legal instruction.");
create_exception!(
    vmad,
    TextError,
    VmadError,
    "An error in assembly text or PTX. `offset` and `length` are the place in the text, in characters."
);
create_exception!(vmad, UnknownError, VmadError, "No source says what the instruction computes.");
create_exception!(vmad, LoweringError, VmadError, "ptxas emits no instruction of the family for the PTX.");

/// An exception with an error's message.
pub(crate) fn raise<T: PyTypeInfo>(error: &impl Display) -> PyErr {
    PyErr::new::<T, _>(error.to_string())
}

/// A [`TextError`] at a range of bytes of a text.
pub(crate) fn at(py: Python<'_>, text: &str, (start, end): (usize, usize), error: &impl Display) -> PyErr {
    let characters = |range| text.get(range).map_or(0, |part: &str| part.chars().count());
    let raised = raise::<TextError>(error);
    let value = raised.value(py);
    let set = value
        .setattr("offset", characters(0..start))
        .and_then(|()| value.setattr("length", characters(start..end)));
    set.err().unwrap_or(raised)
}
