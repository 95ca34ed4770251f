"""PTX: the video instructions and float mad, in any reading of the PTX ISA."""

from __future__ import annotations

from typing import overload

from . import _native
from ._command import Equality, equal, rewrite
from ._values import Array, Int, Values

__all__ = ["Equality", "equal", "execute", "rewrite"]


@overload
def execute(
    text: str,
    a: Int | None = None,
    b: Int | None = None,
    c: Int | None = None,
    *,
    reading: str = "default",
    target: str = "sm_50",
    version: str = "8.0",
) -> int: ...
@overload
def execute(
    text: str,
    a: Values | None = None,
    b: Values | None = None,
    c: Values | None = None,
    *,
    reading: str = "default",
    target: str = "sm_50",
    version: str = "8.0",
    out: Array | None = None,
) -> Array: ...
def execute(
    text: str,
    a: Values | None = None,
    b: Values | None = None,
    c: Values | None = None,
    *,
    reading: str = "default",
    target: str = "sm_50",
    version: str = "8.0",
    out: Array | None = None,
) -> int | Array:
    """Execute a PTX instruction on the bits of its registers a, b and c.

    Parameters
    ----------
    text : str
        The instruction: ``"vmad.u32.u32.u32.sat d, a, b, -c;"``.
    a, b, c : int or array of uint32
        Arrays are broadcast. The value of a constant operand is ignored, and can be left out. mad.f64 takes ints of 64 bits only.
    reading : str
        How ambiguities of the PTX ISA are resolved: ``"default"``, ``"prose"``, ``"literal"``, or choices of `readings`,
        separated by commas.
    target, version : str
        The target and the PTX version for which the instruction must be legal.
    out : array of uint32, optional
        Where the results are written.

    Raises `TextError` if the text is not a legal instruction. The guard is ignored.
    """
    result: int | Array = _native.ptx_execute(
        text, a, b, c, reading=reading, target=target, version=version, out=out
    )
    return result
