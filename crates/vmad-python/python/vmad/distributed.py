"""Sweeps and golden vectors on a Dask cluster. Needs the packages dask and distributed."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from distributed import Client, as_completed

from . import _native
from ._sweep import PARTS, SweepReport

__all__ = ["bar", "sweep", "vectors"]

#: Called with the number of finished tasks and the number of all.
Progress = Callable[[int, int], object]


def bar(done: int, total: int) -> None:
    """Draw a progress bar on standard error, if it is a terminal."""
    if sys.stderr.isatty():
        filled = 40 * done // max(total, 1)
        end = "\n" if done == total else ""
        print(f"\r[{'#' * filled}{'.' * (40 - filled)}] {done} of {total}", end=end, file=sys.stderr, flush=True)


def sweep(
    client: Client,
    *,
    instructions: Iterable[str] = ("VMAD",),
    parts: Iterable[str] = PARTS,
    every: int = 1,
    reading: str = "default",
    shards: int | None = None,
    progress: Progress | None = bar,
) -> SweepReport:
    """Compare instructions with PTX on a cluster, a task for each shard.

    The report has the same digest as that of one process. A shard whose worker dies runs again; its results are counted
    once, because two reports with a common unit cannot be merged.

    Parameters
    ----------
    instructions : iterable of str, optional
        Mnemonics, some of `vmad.INSTRUCTIONS`.
    shards : int, optional
        The number of tasks, by default four for each thread of the cluster.
    """
    plan = (list(instructions), list(parts), every, reading)
    count = _count(client, shards)
    reports = _run(client, [(_sweep_shard, f"{shard}/{count}", *plan) for shard in range(1, count + 1)], progress)
    return SweepReport.merged(map(SweepReport, reports))


def _sweep_shard(shard: str, instructions: list[str], parts: list[str], every: int, reading: str) -> str:
    return _native.sweep_shard(shard, instructions, parts, every, reading, 1)


def _count(client: Client, shards: int | None) -> int:
    """The number of tasks: by default four for each thread of the cluster."""
    if shards is not None and shards < 1:
        raise ValueError(f"shards is {shards}: legal are 1 and more")
    threads: int = sum(client.nthreads().values())
    return shards or 4 * max(1, threads)


def vectors(
    client: Client,
    path: str | os.PathLike[str],
    n: int,
    *,
    instruction: str = "VMAD",
    seed: int = 0,
    shards: int | None = None,
    progress: Progress | None = bar,
) -> None:
    """Write golden vectors, `n` of each mode of an instruction, to a file: ``.csv``, or ``.hex`` for ``$readmemh``.

    The file is the same as that of ``vmad vectors``.
    """
    target = Path(path)
    if target.suffix not in (".csv", ".hex"):
        raise ValueError(f"{target}: the name must end with .csv or .hex")
    modes = _native.mode_count(instruction)
    count = min(modes, _count(client, shards))
    bounds = [modes * part // count for part in range(count + 1)]
    readmemh = target.suffix == ".hex"
    tasks = [
        (_vector_lines, instruction, n, seed, first, last, readmemh)
        for first, last in zip(bounds, bounds[1:], strict=False)
    ]
    lines = _run(client, tasks, progress)
    unfinished = target.with_name(f"{target.name}.tmp")
    with unfinished.open("wb") as file:
        file.writelines(lines)
    unfinished.replace(target)


def _vector_lines(instruction: str, n: int, seed: int, first: int, last: int, readmemh: bool) -> bytes:
    return _native.vector_lines(instruction, n, seed, first, last, readmemh=readmemh)


def _run(client: Client, tasks: list[tuple[Any, ...]], progress: Progress | None) -> list[Any]:
    """Run tasks. Returns their results in the order of the tasks."""
    futures = [client.submit(*task, pure=False) for task in tasks]
    if progress:
        progress(0, len(tasks))
    try:
        for done, future in enumerate(as_completed(futures), 1):
            # A task that fails ends the run.
            future.result()
            if progress:
                progress(done, len(tasks))
        results: list[Any] = client.gather(futures)
        return results
    finally:
        client.cancel(futures)
