# The native module. Its users are the modules of this package.
from typing import Any, Final

import numpy as np
import numpy.typing as npt

__version__: Final[str]
INSTRUCTIONS: Final[tuple[str, ...]]
PARTS: Final[tuple[str, ...]]

class VmadError(ValueError):
    """A value that is not legal. The base of the other exceptions."""

class WordError(VmadError):
    """A word that is not a legal instruction."""

class TextError(VmadError):
    """An error in assembly text or PTX, at ``length`` characters from ``offset`` on."""

    offset: int
    length: int

class UnknownError(VmadError):
    """No source says what the instruction computes."""

class LoweringError(VmadError):
    """ptxas emits no instruction of the family for the PTX."""

class Instruction:
    word: Final[int]
    arch: Final[str]
    mnemonic: Final[str]
    control: Final[int | None]
    dispatch: Final[str]
    guard: Final[str]
    fixed: Final[list[int | None]]
    inferred: Final[str | None]
    fields: Final[dict[str, int]]
    def replace(self, fields: list[tuple[str, int | str]]) -> Instruction: ...
    def text(self, arch: str, control: int | None) -> str: ...
    def given(self, a: Any, b: Any, c: Any) -> list[Any]: ...
    def execute(self, a: Any, b: Any, c: Any, *, out: npt.NDArray[np.uint32] | None = None) -> Any: ...
    def wires(self, a: Any, b: Any, c: Any) -> list[tuple[str, str, int, int, bool, int, str]]: ...
    def word_picture(self) -> str | None: ...
    def datapath_picture(self, a: int, b: int, c: int) -> str: ...
    def rows(self) -> list[tuple[str, str, int, str, str]]: ...

def command(arguments: list[str]) -> int: ...
def decode(word: Any, control: int | None, arch: str) -> Instruction: ...
def assemble(text: str, arch: str) -> Instruction: ...
def encode(mnemonic: str, fields: list[tuple[str, int | str]], *, immediate: bool) -> Instruction: ...
def ptx_execute(
    text: str,
    a: Any,
    b: Any,
    c: Any,
    *,
    reading: str,
    target: str,
    version: str,
    out: npt.NDArray[np.uint32] | None = None,
) -> Any: ...
def lower(text: str, arch: str, registers: list[tuple[str, int | str]]) -> tuple[list[int], str, str | None]: ...
def readings() -> list[tuple[list[str], list[int], list[int], str]]: ...
def mode_count(mnemonic: str) -> int: ...
def vectors(
    instruction: str, per_mode: int, count: int | None, seed: int, fields: list[tuple[str, list[int | str]]]
) -> tuple[npt.NDArray[np.uint64], list[npt.NDArray[np.uint32]]]: ...
def vector_lines(
    mnemonic: str, per_mode: int, seed: int, first: int, last: int, *, readmemh: bool
) -> bytes: ...
def sweep_shard(
    shard: str, instructions: list[str],
    parts: list[str], every: int, reading: str, jobs: int
) -> str: ...
def merge(reports: list[str]) -> tuple[str, bool]: ...
