"""What the command `vmad` answers, as Python values. The command runs in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from typing import Any, NamedTuple, Union

from ._instruction import Instruction
from ._native import VmadError

Path = Union[str, "os.PathLike[str]"]
#: The value of an option: True for an option without a value, a list or a tuple for an option that is repeated.
Option = Union[str, int, bool, None, "list[str]", "tuple[str, ...]"]


def _run(command: Iterable[str], options: dict[str, Option], input: str | None = None) -> tuple[int, str]:
    """The exit code and the output of a command with options: ``arch="sm_61"`` is ``--arch sm_61``.

    Raises `VmadError` with the command's message if it prints no result.
    """
    arguments = [sys.executable, "-m", "vmad", *command]
    for name, value in options.items():
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is not None and one is not False:
                arguments.append("--" + name.replace("_", "-"))
                arguments += [] if one is True else [str(one)]
    ran = subprocess.run(arguments, input=input or "", capture_output=True, text=True, check=False)
    if ran.returncode not in (0, 1) and not ran.stdout:
        raise VmadError(ran.stderr.strip().removeprefix("error: "))
    return ran.returncode, ran.stdout


def _arch(options: dict[str, Option]) -> str:
    """The architecture of words: that of the options, or sm_50."""
    return str(options.get("arch") or "sm_50")


def _objects(command: Iterable[str], options: dict[str, Option], input: str | None = None) -> list[dict[str, Any]]:
    _, text = _run([*command, "--json"], options, input)
    return [json.loads(line) for line in text.splitlines()]


def check(*files: Path, **options: Option) -> list[dict[str, Any]]:
    """Compare cubins with the PTX that they are made of: ``vmad check FILE...``.

    Returns the objects of ``--json``: one for each statement, the last one with the summary. The options are those of the
    command: ``check("k.ptx", "k.cubin", prove=True)``.

    Raises `VmadError` if a file cannot be read.
    """
    return _objects(["check", *(os.fspath(file) for file in files)], options)


def emit(lang: str, *instructions: str | int | Instruction, **options: Option) -> str:
    """Source code that computes instructions: ``emit("c", "VADD R0, R1, R2, R3")``.

    The languages and options are those of ``vmad emit``: ``emit("glsl", prefix="gpu_", all=True)``.

    Raises `VmadError` for an instruction that has no function, and `WordError` for a word that is no instruction.
    """
    texts = []
    for each in instructions:
        if not isinstance(each, str):
            word = each if isinstance(each, Instruction) else Instruction(each, arch=_arch(options))
            options.setdefault("arch", word._it.arch)
            each = f"{word.word:#018x}"
        texts.append(each)
    _, text = _run(["emit", "--lang", lang, *texts], options)
    return text


def observe(rows: Path | Iterable[str] | Any, result: Any = None, **options: Option) -> dict[str, Any]:
    """Compare results of an emulator or of hardware with the unit: ``vmad observe``.

    `rows` is a file, the lines of one, or a table: a structured array as `vmad.vectors` gives it, a mapping of columns, or a
    pandas DataFrame, with the columns word, a, b, c and result. `result`, a list or an array, replaces the
    last one.

    >>> vectors = vmad.vectors("VADD", per_mode=2)
    >>> vmad.observe(vectors, [my_emulator(v["word"], v["a"], v["b"], v["c"]) for v in vectors])["differing"]

    A result of None says that the emulator does not execute the word. Returns the object of ``--json``, with the diagnosis.
    """
    if isinstance(rows, (str, os.PathLike)):
        return _objects(["observe", os.fspath(rows)], options)[-1]
    return _objects(["observe", "-"], options, "".join(f"{row.rstrip()}\n" for row in _lines(rows, result)))[-1]


#: The columns that ``vmad observe`` reads, and refuses or ignores all others.
_READ = ("word", "text", "a", "b", "c", "result", "d")


def _lines(rows: Any, result: Any) -> Iterable[str]:
    """The lines of a table, or the lines themselves."""
    names = getattr(getattr(rows, "dtype", None), "names", None) or getattr(rows, "columns", None)
    if names is None and hasattr(rows, "keys"):
        names = rows.keys()
    if names is None:
        lines: Iterable[str] = rows
        return lines
    table = {str(name): rows[name] for name in names}
    if result is not None:
        table = {name: column for name, column in table.items() if name not in ("result", "d")} | {"result": result}
    columns = [map(_cell, column) if name.lower() in _READ else ("" for _ in column) for name, column in table.items()]
    return [",".join(f'"{name}"' for name in table), *map(",".join, zip(*columns, strict=True))]


def _cell(value: Any) -> str:
    """A cell: text, a number, or nothing for None and for the NaN that pandas has in its place."""
    if isinstance(value, str):
        return f'"{value}"'
    return "" if value is None or value != value else f"{int(value):x}"


class Word(NamedTuple):
    """A video instruction in a cubin."""

    #: Its address in the kernel, in bytes.
    address: int
    instruction: Instruction


def cubin(path: Path, **options: Option) -> dict[str, list[Word]]:
    """The video instructions of a cubin, a fat binary or a listing, by kernel.

    Kernels without one, and illegal words, are left out. The options are those of ``vmad decode``.
    """
    kernels: dict[str, list[Word]] = {}
    for row in _objects(["decode", os.fspath(path)], options):
        if "instruction" in row:
            word = Word(int(row["address"], 16), Instruction(int(row["word"], 16), arch=row.get("arch", _arch(options))))
            kernels.setdefault(row.get("kernel", ""), []).append(word)
    return kernels


class Equality(NamedTuple):
    """Whether two pieces of PTX compute the same."""

    #: True or False; None if it is not decided, or true only under an assumption.
    equal: bool | None
    #: What the command says: inputs that differ, assumptions.
    text: str


def equal(first: str, second: str, **options: Option) -> Equality:
    """Decide whether two pieces of PTX compute the same for all inputs: ``vmad ptx equal``.

    >>> vmad.ptx.equal("add.u32 d, a, b;", "sub.u32 d, a, b;").equal
    False

    Raises `VmadError` if a piece is not legal PTX.
    """
    for piece in (first, second):
        if not isinstance(piece, str):
            raise TypeError(f"expected PTX as str, not {piece!r}")
    try:
        code, text = _run(["ptx", "equal", first, second], options)
    except VmadError as error:
        if "not decided" not in str(error):
            raise
        return Equality(None, str(error))
    return Equality({0: True, 1: False}.get(code), text)


def rewrite(ptx: Path, **options: Option) -> str:
    """PTX that ptxas compiles correctly, in place of video instructions: ``vmad ptx rewrite``.

    `ptx` is an instruction, or a file of PTX or CUDA source. The options are those of the command:
    ``vmad.ptx.rewrite("kernel.ptx", arch="sm_90", only_wrong=True)``.

    >>> print(vmad.ptx.rewrite("vadd.u32.u32.u32.sat d, a, b;"))

    Raises `VmadError` if it is no video instruction, or if a part of a file is not read or not replaced.
    """
    code, text = _run(["ptx", "rewrite", os.fspath(ptx)], options)
    if code != 0:
        raise VmadError("a part is not read or not replaced: `vmad ptx rewrite` names it")
    return text
