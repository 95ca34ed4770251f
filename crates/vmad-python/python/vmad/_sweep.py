"""The exhaustive comparison of the video instructions with PTX."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from typing import Any

from . import _native

_NOT_RESULTS = ("core_seconds", "shards")

#: The instructions that a sweep compares.
INSTRUCTIONS = _native.INSTRUCTIONS

#: The parts of the sweep.
PARTS = _native.PARTS


class SweepReport:
    """The finished units of a sweep, and the differences that it found. The text is that of ``vmad sweep --json``."""

    def __init__(self, text: str) -> None:
        #: The JSON text.
        self.text = text
        #: The report as a dict.
        self.data: dict[str, Any] = json.loads(text)

    @classmethod
    def merged(cls, reports: Iterable[SweepReport]) -> SweepReport:
        """The reports of the shards of one plan as one.

        Raises `VmadError` if they are of different plans, or two have a unit in common.
        """
        return cls(_native.merge([report.text for report in reports])[0])

    @property
    def whole(self) -> bool:
        """Whether every unit of the plan is done."""
        return _native.merge([self.text])[1]

    @property
    def comparisons(self) -> int:
        """How many inputs were compared."""
        return int(self.data["comparisons"])

    @property
    def differences(self) -> int:
        """How many of them differed."""
        return int(self.data["differences"])

    @property
    def digest(self) -> str:
        """A SHA-256 of the results. It does not depend on the time, nor on the division of the work."""
        results = {name: value for name, value in self.data.items() if name not in _NOT_RESULTS}
        return hashlib.sha256(json.dumps(results, sort_keys=True).encode()).hexdigest()

    def __repr__(self) -> str:
        return f"<vmad.SweepReport: {self.comparisons} comparisons, {self.differences} differences>"


def _list(names: str | Iterable[str]) -> list[str]:
    return [names] if isinstance(names, str) else list(names)


def sweep(
    *,
    instructions: str | Iterable[str] = ("VMAD",),
    parts: str | Iterable[str] = PARTS,
    every: int = 1,
    reading: str = "default",
    shard: str = "1/1",
    jobs: int | None = None,
) -> SweepReport:
    """Compare instructions with PTX on this machine, as ``vmad sweep`` does.

    `instructions` are some of `INSTRUCTIONS`, `parts` are some of `PARTS`, `every` samples every n-th unit, `shard` is ``"k/n"``, `jobs` the number of threads, by
    default that of the cores.
    """
    return SweepReport(
        _native.sweep_shard(shard, _list(instructions), _list(parts), every, reading, jobs or os.cpu_count() or 1)
    )
