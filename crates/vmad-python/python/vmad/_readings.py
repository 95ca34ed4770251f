"""The ambiguities of the PTX ISA."""

from __future__ import annotations

from typing import NamedTuple

from . import _native


class Ambiguity(NamedTuple):
    """A sentence of the PTX ISA with two readings."""

    #: ``"P1"``
    id: str
    title: str
    #: The lines of the text.
    lines: str
    #: The default reading.
    default: str
    #: The other.
    other: str
    #: The basis of the default: hardware, prose, pseudo-code, or outside the manual.
    basis: str
    evidence: str
    #: An instruction on which the readings differ.
    instruction: str
    #: The inputs a, b and c.
    inputs: tuple[int, int, int]
    #: The results in the default reading and in the other.
    results: tuple[int, int]
    #: The other reading, as `ptx.execute` takes it.
    reading: str


def readings() -> list[Ambiguity]:
    """The ambiguities of the PTX ISA, each with an example."""
    return [
        Ambiguity._make([*texts, (a, b, c), (default, other), reading])
        for texts, (a, b, c), (default, other), reading in _native.readings()
    ]
