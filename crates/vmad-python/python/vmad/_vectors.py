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
    per_mode: int = 16,
    seed: int = 0,
    fields: Mapping[str, Iterable[int]] | None = None,
) -> npt.NDArray[Any]:
    """Golden vectors, those of ``vmad vectors``: their inputs favour corner cases.

    Parameters
    ----------
    instruction : str
        A mnemonic, for vectors of every mode, or the assembly text of one instruction.
    per_mode : int
        The number of vectors of each mode.
    seed : int
        From 0 to 2**64 - 1. The vectors of a mode depend only on it and the mode.
    fields : mapping of str to ints, optional
        The selected values of fields: ``{"SAT": [1]}``. A selector's value is drawn from its list.

    Returns
    -------
    array of `VECTOR`, one dimension, with the fields word, a, b, c and result. The result of a VSETP is the two
    predicates as bits 0 and 1.
    """
    selected = [(name, list(values)) for name, values in (fields or {}).items()]
    words, columns = _native.vectors(instruction, per_mode, seed, selected)
    found = np.empty(len(words), VECTOR)
    for name, column in zip(("word", "a", "b", "c", "result"), (words, *columns)):
        found[name] = column
    return found
