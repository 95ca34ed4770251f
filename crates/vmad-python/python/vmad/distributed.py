"""Sweeps and golden vectors on a Dask cluster. Needs the packages dask and distributed."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
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
    state: str | os.PathLike[str] | None = None,
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
        The number of tasks, by default four for each thread of the cluster, or as many as `state` has.
    state : path, optional
        A folder for the reports of finished shards. A later call with the same arguments continues from it.
    """
    plan = (list(instructions), list(parts), every, reading)
    # Before anything is sent: the arguments are legal.
    _native.sweep_shard("1/1", *plan, 1, run=False)
    folder = None if state is None else Path(state)
    if folder is not None and not folder.is_dir():
        raise ValueError(f"state is {folder}: expected a folder that exists")
    count = _given(shards) or _shards_of(folder) or _usual(client)

    def key(shard: int) -> str:
        return f"shard-{shard}-of-{count}.json"

    def is_usable(shard: int, text: bytes) -> None:
        fresh = _native.sweep_shard(f"{shard}/{count}", *plan, 1, run=False)
        _native.check_resumes(text.decode(), fresh)

    results = _run(
        client,
        {shard: (_sweep_shard, f"{shard}/{count}", *plan) for shard in range(1, count + 1)},
        lambda shard: None if folder is None else folder / key(shard),
        is_usable,
        progress,
    )
    return SweepReport.merged(SweepReport(text.decode()) for _, text in results)


def _sweep_shard(shard: str, instructions: list[str], parts: list[str], every: int, reading: str) -> bytes:
    return _native.sweep_shard(shard, instructions, parts, every, reading, 1).encode()


def _given(shards: int | None) -> int | None:
    if shards is not None and shards < 1:
        raise ValueError(f"shards is {shards}: legal are 1 and more")
    return shards


def _usual(client: Client) -> int:
    threads: int = sum(client.nthreads().values())
    return 4 * max(1, threads)


def _shards_of(folder: Path | None) -> int | None:
    """The number of shards of the run whose reports are in a folder."""
    names = [] if folder is None or not folder.is_dir() else [each.name for each in folder.iterdir()]
    counts = {int(match[1]) for name in names if (match := re.fullmatch(r"shard-\d+-of-(\d+)\.json", name))}
    if len(counts) > 1:
        raise ValueError(f"{folder} has reports of {sorted(counts)} shards: expected those of one number")
    return counts.pop() if counts else None


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

    The file is the same as that of ``vmad vectors``. Parts that are finished are in a folder beside it until all are, and
    a later call with the same arguments continues from them.
    """
    target = Path(path)
    if target.suffix not in (".csv", ".hex"):
        raise ValueError(f"{target}: the name must end with .csv or .hex")
    modes = _native.mode_count(instruction)
    count = min(modes, _given(shards) or _usual(client))
    bounds = [modes * part // count for part in range(count + 1)]
    readmemh = target.suffix == ".hex"
    name = f"{target.name}.parts-{instruction}-{n}-{seed}-{_native.__version__}"
    tasks = {
        part: (_vector_lines, instruction, n, seed, bounds[part], bounds[part + 1], readmemh)
        for part in range(count)
    }
    folder = target.with_name(name)
    results = sorted(
        _run(client, tasks, lambda part: folder / f"{bounds[part]}-{bounds[part + 1]}", lambda *_: None, progress)
    )
    unfinished = target.with_name(f"{target.name}.tmp")
    with unfinished.open("wb") as file:
        for _, lines in results:
            file.write(lines)
    unfinished.replace(target)
    for part in folder.iterdir():
        part.unlink()
    folder.rmdir()


def _vector_lines(instruction: str, n: int, seed: int, first: int, last: int, readmemh: bool) -> bytes:
    return _native.vector_lines(instruction, n, seed, first, last, readmemh=readmemh)


def _run(
    client: Client,
    tasks: dict[int, tuple[Any, ...]],
    place: Callable[[int], Path | None],
    check: Callable[[int, bytes], None],
    progress: Progress | None,
) -> Iterator[tuple[int, bytes]]:
    """Run tasks, keep each result in its file, and yield every result once. Results that have a file are not run again."""
    finished = []
    for number in tasks:
        path = place(number)
        if path is not None and path.is_file():
            data = path.read_bytes()
            try:
                check(number, data)
            except ValueError as error:
                raise ValueError(f"{path}: {error}: take another folder, or remove this file") from error
            finished.append((number, data))
    done = len(finished)
    missing = set(tasks) - {number for number, _ in finished}
    futures = {client.submit(*tasks[number], pure=False): number for number in sorted(missing)}
    if progress:
        progress(done, len(tasks))
    try:
        for future, result in as_completed(futures, with_results=True):
            path = place(futures[future])
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
                unfinished = path.with_name(f"{path.name}.tmp")
                unfinished.write_bytes(result)
                unfinished.replace(path)
            finished.append((futures[future], result))
            done += 1
            if progress:
                progress(done, len(tasks))
    finally:
        client.cancel(list(futures))
    yield from finished
