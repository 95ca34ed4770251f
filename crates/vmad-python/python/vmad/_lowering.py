"""From PTX to SASS, as ptxas does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from . import _native


class Lowering(NamedTuple):
    """The code that ptxas emits for a PTX instruction."""

    #: The words: MOV32I for constants, the instruction, and a PRMT if it merges into byte 1 or 3.
    words: tuple[int, ...]
    #: Their text.
    text: str
    #: The miscompile of ptxas that the code has (``"D4"``), if any.
    miscompile: str | None


def lower(text: str, arch: str = "sm_50", registers: Mapping[str, int] | None = None) -> Lowering:
    """Lower a PTX instruction as ptxas 12.9 does.

    `registers` are the numbers of the SASS registers of d, a, b and c, 0 to 254; by default d is R0, a R2, b R3, c R4.

    Raises `TextError` for a text that is no PTX, and `LoweringError` if ptxas emits no instruction of the family.
    """
    words, sass, miscompile = _native.lower(text, arch, list(dict(registers or {}).items()))
    return Lowering(tuple(words), sass, miscompile)
