"""Reference of NVIDIA's SASS video instructions (Maxwell and Pascal): VMAD and its family.

>>> import vmad
>>> instruction = vmad.decode(0x5f04020000370200)
>>> str(instruction)
'VMAD.U8.U8 R0, R2, R3, R4'
>>> hex(instruction.execute(0x12345688, 0x8a24c993, 0x9123064a))
'0x91235462'
>>> instruction.trace(0x88, 0x93, 1)["multiply"]["product"].value
19992

Arguments are ints, or numpy arrays of any shape, which are broadcast. `check`, `cubin`, `emit`, `observe`, `ptx.equal` and
`ptx.rewrite` run the command `vmad`, which ``python -m vmad`` also starts.
"""

from __future__ import annotations

from . import ptx
from ._command import Word, check, cubin, emit, observe
from ._instruction import Instruction, Trace, Wire, assemble, decode, encode
from ._lowering import Lowering, lower
from ._native import (
    LoweringError,
    TextError,
    UnknownError,
    VmadError,
    WordError,
    __version__,
)
from ._readings import Ambiguity, readings
from ._sweep import INSTRUCTIONS, PARTS, SweepReport, sweep
from ._values import Values
from ._vectors import VECTOR, vectors

__all__ = [
    "INSTRUCTIONS",
    "PARTS",
    "VECTOR",
    "Ambiguity",
    "Instruction",
    "Lowering",
    "LoweringError",
    "SweepReport",
    "TextError",
    "Trace",
    "UnknownError",
    "Values",
    "VmadError",
    "Wire",
    "Word",
    "WordError",
    "__version__",
    "assemble",
    "check",
    "cubin",
    "decode",
    "emit",
    "encode",
    "lower",
    "observe",
    "ptx",
    "readings",
    "sweep",
    "vectors",
]
