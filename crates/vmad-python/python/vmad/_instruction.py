"""Instructions: words, text, execution, trace."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, overload

import numpy as np
import numpy.typing as npt

from . import _native
from ._values import Array, Int, Values

class Wire(NamedTuple):
    """A wire of an execution."""

    #: The stage that drives it: ``"multiply"``.
    stage: str
    #: Its name, unique in the execution: ``"product"``.
    name: str
    #: The number of bits, 1 to 66.
    width: int
    #: The bits, as an unsigned number: an int, or an array of uint64, for a wire of 66 bits of Python ints.
    bits: int | npt.NDArray[Any]
    #: Whether the bits are a signed number.
    signed: bool
    #: The number on the wire, signed or unsigned: an int, or an array of int64, for a wire of 64 or 66 bits of Python ints.
    value: int | npt.NDArray[Any]
    #: A note: ``"A*B"``; may be empty. Of arrays, the note that all elements have.
    note: str


def _hex(bits: int | npt.NDArray[Any]) -> str:
    """Bits in hexadecimal; of an array as numpy prints it."""
    return f"{bits:#x}" if isinstance(bits, int) else str(np.vectorize(hex, otypes=[object])(bits)).replace("'", "")


class Trace(Mapping[str, Mapping[str, Wire]]):
    """The wires of an execution by stage and name: ``trace["multiply"]["product"]``."""

    def __init__(self, instruction: Instruction, ports: tuple[Any, Any, Any], wires: list[Wire]) -> None:
        #: The instruction.
        self.instruction = instruction
        #: The values of a, b and c: ints, or arrays of one shape.
        self.ports = ports
        #: The wires, in the order of the datapath; the last is the result.
        self.wires = tuple(wires)
        stages: dict[str, dict[str, Wire]] = {}
        for wire in wires:
            stages.setdefault(wire.stage, {})[wire.name] = wire
        self._stages = {stage: MappingProxyType(found) for stage, found in stages.items()}

    @property
    def result(self) -> int | npt.NDArray[Any]:
        """The result, as `Instruction.execute` returns it."""
        return self.wires[-1].bits

    def __getitem__(self, stage: str) -> Mapping[str, Wire]:
        return self._stages[stage]

    def __iter__(self) -> Iterator[str]:
        return iter(self._stages)

    def __len__(self) -> int:
        return len(self._stages)

    def __reduce__(self) -> tuple[type[Trace], tuple[Instruction, tuple[Any, Any, Any], list[Wire]]]:
        return (Trace, (self.instruction, self.ports, list(self.wires)))

    def __repr__(self) -> str:
        lines = [f"{self.instruction}"]
        for stage, wires in self.items():
            lines.append(stage)
            for wire in wires.values():
                lines.append(f"  {wire.name:<14}{wire.width:>3}  {_hex(wire.bits)}  {wire.value}  {wire.note}".rstrip())
        return "\n".join(lines)

    def _repr_svg_(self) -> str | None:
        # The picture is of one execution.
        return self.instruction._it.datapath_picture(*self.ports) if isinstance(self.ports[0], int) else None

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{html.escape(wire.stage)}</td><td>{html.escape(wire.name)}</td><td>{wire.width}</td>"
            f"<td><code>{_hex(wire.bits)}</code></td><td>{wire.value}</td><td>{html.escape(wire.note)}</td></tr>"
            for wire in self.wires
        )
        return (
            f"<table><caption><code>{html.escape(str(self.instruction))}</code></caption>"
            f"<tr><th>stage</th><th>wire</th><th>bits</th><th>pattern</th><th>value</th><th></th></tr>{rows}</table>"
        )


class Instruction:
    """A legal instruction of the family. Immutable, hashable, picklable.

    Made by `decode`, `assemble` and `encode`.
    """

    __slots__ = ("_it",)
    _it: _native.Instruction

    def __init__(self, word: Int, control: int | None = None, arch: str = "sm_50") -> None:
        self._it = _native.decode(word, control, arch)

    @classmethod
    def _of(cls, native: _native.Instruction) -> Instruction:
        made = cls.__new__(cls)
        made._it = native
        return made

    @property
    def word(self) -> int:
        """The word, 64 bits."""
        return self._it.word

    @property
    def mnemonic(self) -> str:
        """The mnemonic: ``"VMAD"``."""
        return self._it.mnemonic

    @property
    def control(self) -> int | None:
        """The control field, 21 bits, if the assembly text or the constructor had one."""
        return self._it.control

    @property
    def coupled(self) -> bool:
        """Whether the instruction is coupled: it has a fixed latency."""
        return self._it.dispatch == "coupled"

    @property
    def guard(self) -> str:
        """The guard: ``"@!P3"``, ``"@PT"``."""
        return self._it.guard

    @property
    def registers(self) -> dict[str, int]:
        """The registers of d, a, b and c that the instruction has, 0 to 255 (RZ)."""
        return {name: self.fields[f"R{name}"] for name in "dabc" if f"R{name}" in self.fields}

    @property
    def immediate(self) -> int | None:
        """The immediate, without sign extension; None if b is a register."""
        return self.fields.get("imm16", self.fields.get("imm8"))

    @property
    def fields(self) -> dict[str, int]:
        """The value of each field of the word, by name."""
        return self._it.fields

    @property
    def inferred(self) -> str | None:
        """The reason for an inferred computation; None if the SASS text or the PTX ISA specifies it."""
        return self._it.inferred

    def replace(self, fields: Mapping[str, int | str]) -> Instruction:
        """The same instruction with other values of fields: ``instruction.replace({"SAT": 1})``.

        A value can be a name: ``{"scale": "SHR_7", "Rd": "R5"}``.

        Raises `WordError` for a name or a value that is not legal.
        """
        return self._of(self._it.replace(list(dict(fields).items())))

    def text(self, arch: str = "sm_50", control: int | None = None) -> str:
        """The text of nvdisasm for an architecture, sm_50 to sm_62, and a control field."""
        return self._it.text(arch, control)

    @overload
    def execute(self, a: Int | None = None, b: Int | None = None, c: Int | None = None) -> int: ...
    @overload
    def execute(
        self, a: Values | None = None, b: Values | None = None, c: Values | None = None, *, out: Array | None = None
    ) -> Array: ...
    def execute(
        self, a: Values | None = None, b: Values | None = None, c: Values | None = None, *, out: Array | None = None
    ) -> int | Array:
        """Execute on the values of the ports.

        Parameters
        ----------
        a, b, c : int, or array of integers from 0 to 2**32 - 1
            Arrays are broadcast; lists and pandas series are arrays, and uint32 is not copied. The value of RZ, PT or an immediate is
            ignored, and can be left out. Of a VSETP, bit 0 of `c` is the source
            predicate before its negation.
        out : array of uint32, optional
            Where the results are written. It can be an input.

        Returns
        -------
        int if all are ints and `out` is None, else an array of uint32: the value of the destination register, or of a
        VSETP the two predicates as bits 0 and 1. The guard is ignored.

        Contiguous arrays of one shape are not copied. Other threads run meanwhile.
        """
        result: int | Array = self._it.execute(*self._it.given(a, b, c), out=out)
        return result

    def trace(self, a: Values | None = None, b: Values | None = None, c: Values | None = None) -> Trace:
        """Execute with every wire.

        Of arrays, which are broadcast, `Wire.bits` and `Wire.value` are arrays of their shape.
        """
        given = self._it.given(a, b, c)
        ints = [int(port) for port in given if isinstance(port, (int, np.integer))]
        if len(ints) == 3:
            return Trace(self, (ints[0], ints[1], ints[2]), [Wire(*wire) for wire in self._it.wires(*given)])
        # Refuses what is no integer of 32 bits, and masks.
        self.execute(*given)
        ports = np.broadcast_arrays(*given)
        traces = [self._it.wires(*each) for each in zip(*(port.flat for port in ports))]

        def column(index: int, field: str, dtype: type) -> npt.NDArray[Any]:
            values: npt.NDArray[Any] = np.empty(len(traces), dtype)
            values[:] = [getattr(Wire(*trace[index]), field) for trace in traces]
            return values.reshape(ports[0].shape)

        wires = []
        # An empty array has the wires of any execution.
        for index, wire in enumerate(Wire(*wire) for wire in self._it.wires(0, 0, 0)):
            bits = column(index, "bits", np.uint64 if wire.width <= 64 else object)
            value = column(index, "value", np.int64 if wire.width < 64 else object)
            notes = {trace[index][-1] for trace in traces}
            wires.append(wire._replace(bits=bits, value=value, note=notes.pop() if len(notes) == 1 else ""))
        return Trace(self, (ports[0], ports[1], ports[2]), wires)

    def __str__(self) -> str:
        return str(self._it)

    def __repr__(self) -> str:
        return f"<vmad.Instruction {self.word:#018x} {str(self)!r}>"

    def __int__(self) -> int:
        return self.word

    def __eq__(self, other: object) -> bool:
        return self._it == other._it if isinstance(other, Instruction) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._it)

    def __reduce__(self) -> tuple[type[Instruction], tuple[int, int | None, str]]:
        return (Instruction, (self.word, self.control, self._it.arch))

    def _repr_svg_(self) -> str | None:
        return self._it.word_picture()

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{html.escape(name)}</td><td>{bits}</td><td>{value:#x}</td>"
            f"<td>{html.escape(spelled)}</td><td>{html.escape(meaning)}</td></tr>"
            for name, bits, value, spelled, meaning in reversed(self._it.rows())
        )
        return (
            f"<table><caption><code>{html.escape(str(self))}</code> <code>{self.word:#018x}</code></caption>"
            f"<tr><th>field</th><th>bits</th><th>value</th><th>is</th><th>purpose</th></tr>{rows}</table>"
        )


@overload
def decode(word: Int, arch: str = "sm_50") -> Instruction: ...
@overload
def decode(word: Iterable[Int], arch: str = "sm_50") -> list[Instruction | None]: ...
def decode(word: Int | Iterable[Int], arch: str = "sm_50") -> Instruction | list[Instruction | None]:
    """The instruction of a word of 64 bits, on an architecture from sm_35 to sm_62.

    Of a list or an array of words it is a list, with None for each word that is no legal instruction of the family.

    Raises `WordError` if no instruction of the family has the opcode, or a field is illegal.
    """
    if isinstance(word, str) or not isinstance(word, Iterable):
        return Instruction(word, arch=arch)

    def found(each: Int) -> Instruction | None:
        try:
            return Instruction(each, arch=arch)
        except _native.WordError:
            return None

    return [found(each) for each in (word.flat if isinstance(word, np.ndarray) else word)]


def assemble(text: str, arch: str = "sm_50") -> Instruction:
    """The instruction of an assembly text: ``assemble("VMAD.U8.U8 R0, R2, R3, R4")``.

    Raises `TextError`, with the place in the text and the legal values.
    """
    return Instruction._of(_native.assemble(text, arch))


def encode(mnemonic: str, fields: Mapping[str, int | str], *, immediate: bool = False) -> Instruction:
    """The instruction with a value of each field: the inverse of ``instruction.fields``. A value can be a name.

    Raises `WordError` for a missing field, and for a name or a value that is not legal.
    """
    return Instruction._of(_native.encode(mnemonic, list(dict(fields).items()), immediate=immediate))
