"""Golden vectors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _native

#: A vector: the word, the values of its ports, and the result.
VECTOR = np.dtype([("word", np.uint64), ("a", np.uint32), ("b", np.uint32), ("c", np.uint32), ("result", np.uint32)])


def vectors(
    instruction: str = "VMAD",
    per_mode: int | None = None,
    seed: int = 0,
    fields: Mapping[str, int | str | Iterable[int | str]] | None = None,
    *,
    count: int | None = None,
) -> npt.NDArray[Any]:
    """Golden vectors, those of ``vmad vectors``: their inputs favour corner cases.

    Parameters
    ----------
    instruction : str
        A mnemonic, for vectors of every mode; ``"all"``, for those of all instructions; or the assembly text of one.
    per_mode : int, optional
        The number of vectors of each mode; 16 if neither it nor `count` is given.
    seed : int
        From 0 to 2**64 - 1. The vectors of a mode depend only on it and the mode.
    fields : mapping of str to an int or a name, or to a list of them, optional
        The selected values of fields: ``{"SAT": 1, "scale": ["PASS", "SHR_7"]}``. A selector's value is drawn from its list.
    count : int, optional
        The number of vectors in all, spread over the modes.

    Returns
    -------
    array of `VECTOR`, one dimension, with the fields word, a, b, c and result. The result of a VSETP is the two
    predicates as bits 0 and 1.
    """
    if per_mode is not None and count is not None:
        raise TypeError("per_mode and count are given: expected one of them")

    def several(values: int | str | Iterable[int | str]) -> list[int | str]:
        is_one = isinstance(values, str) or not isinstance(values, Iterable)
        return [values] if is_one else list(values)  # type: ignore[list-item,arg-type]

    selected = [(name, several(values)) for name, values in dict(fields or {}).items()]
    words, columns = _native.vectors(instruction, 16 if per_mode is None else per_mode, count, seed, selected)
    found = np.empty(len(words), VECTOR)
    for name, column in zip(("word", "a", "b", "c", "result"), (words, *columns)):
        found[name] = column
    return found
