"""The wires of an execution."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ._instruction import Instruction


class Wire(NamedTuple):
    """A wire of an execution."""

    #: The stage that drives it: ``"multiply"``.
    stage: str
    #: Its name, unique in the execution: ``"product"``.
    name: str
    #: The number of bits, 1 to 66.
    width: int
    #: The bits, as an unsigned number.
    bits: int
    #: Whether the bits are a signed number.
    signed: bool
    #: The number on the wire, signed or unsigned.
    value: int
    #: A note: ``"A*B"``; may be empty.
    note: str


class Trace(Mapping[str, Mapping[str, Wire]]):
    """The wires of an execution by stage and name: ``trace["multiply"]["product"]``."""

    def __init__(self, instruction: Instruction, ports: tuple[int, int, int], wires: list[Wire]) -> None:
        #: The instruction.
        self.instruction = instruction
        #: The values of a, b and c.
        self.ports = ports
        #: The wires, in the order of the datapath; the last is the result.
        self.wires = tuple(wires)
        stages: dict[str, dict[str, Wire]] = {}
        for wire in wires:
            stages.setdefault(wire.stage, {})[wire.name] = wire
        self._stages = {stage: MappingProxyType(found) for stage, found in stages.items()}

    @property
    def result(self) -> int:
        """The result, as `Instruction.execute` returns it."""
        return self.wires[-1].bits

    def __getitem__(self, stage: str) -> Mapping[str, Wire]:
        return self._stages[stage]

    def __iter__(self) -> Iterator[str]:
        return iter(self._stages)

    def __len__(self) -> int:
        return len(self._stages)

    def __reduce__(self) -> tuple[type[Trace], tuple[Instruction, tuple[int, int, int], list[Wire]]]:
        return (Trace, (self.instruction, self.ports, list(self.wires)))

    def __repr__(self) -> str:
        lines = [f"{self.instruction}"]
        for stage, wires in self.items():
            lines.append(stage)
            for wire in wires.values():
                lines.append(f"  {wire.name:<14}{wire.width:>3}  {wire.bits:#x}  {wire.value}  {wire.note}".rstrip())
        return "\n".join(lines)

    def _repr_svg_(self) -> str:
        return self.instruction._it.datapath_picture(*self.ports)

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{html.escape(wire.stage)}</td><td>{html.escape(wire.name)}</td><td>{wire.width}</td>"
            f"<td><code>{wire.bits:#x}</code></td><td>{wire.value}</td><td>{html.escape(wire.note)}</td></tr>"
            for wire in self.wires
        )
        return (
            f"<table><caption><code>{html.escape(str(self.instruction))}</code></caption>"
            f"<tr><th>stage</th><th>wire</th><th>bits</th><th>pattern</th><th>value</th><th></th></tr>{rows}</table>"
        )
