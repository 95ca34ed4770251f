"""A cluster of processes, with a worker killed in the middle."""

import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import Client, KilledWorker, LocalCluster

import vmad
from vmad import distributed

EVERY = 61


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        with Client(cluster) as client:
            yield client


def test_a_killed_worker_loses_nothing(client: Client) -> None:
    killed: list[int] = []
    steps: list[tuple[int, int]] = []

    def kill_one(done: int, total: int) -> None:
        steps.append((done, total))
        if done >= 3 and not killed:
            killed.extend(list(client.run(os.getpid).values())[:1])
            os.kill(killed[0], signal.SIGKILL)

    report = distributed.sweep(client, every=EVERY, shards=24, progress=kill_one)
    assert killed and steps[0] == (0, 24) and steps[-1] == (24, 24)
    one_process = vmad.sweep(every=EVERY)
    assert report.whole and report.digest == one_process.digest
    assert report.comparisons == one_process.comparisons and len(report.data["shards"]) == 24


def test_every_instruction_is_swept(client: Client) -> None:
    corners = ["corners"]
    one_process = vmad.sweep(instructions=vmad.INSTRUCTIONS, parts=corners, every=997)
    report = distributed.sweep(
        client, instructions=vmad.INSTRUCTIONS, parts=corners, every=997, shards=5, progress=None
    )
    assert report.data["scope"]["instructions"] == list(vmad.INSTRUCTIONS)
    assert report.whole and report.digest == one_process.digest and report.differences == 0
    alone = [vmad.sweep(instructions=[name], parts=corners, every=1999) for name in vmad.INSTRUCTIONS]
    assert all(each.differences == 0 and each.comparisons > 0 for each in alone)
    assert len({each.digest for each in alone}) == 9
    for names, message in ((["DP4A"], 'instructions has "DP4A": legal are VMAD, VADD'), ([], "instructions is empty")):
        with pytest.raises(vmad.VmadError, match=message):
            vmad.sweep(instructions=names)


def test_vectors_are_those_of_one_process(client: Client, tmp_path: Path) -> None:
    for name, instruction in (("vmad.csv", "VMAD"), ("vadd.hex", "VADD")):
        distributed.vectors(client, tmp_path / name, 2, instruction=instruction, seed=5, shards=7, progress=None)
        modes = vmad._native.mode_count(instruction)
        whole = vmad._native.vector_lines(instruction, 2, 5, 0, modes, readmemh=name.endswith(".hex"))
        assert (tmp_path / name).read_bytes() == whole
    assert sorted(path.name for path in tmp_path.iterdir()) == ["vadd.hex", "vmad.csv"]
    with pytest.raises(ValueError, match=r"must end with \.csv or \.hex"):
        distributed.vectors(client, tmp_path / "vectors.txt", 1)
    with pytest.raises(vmad.VmadError, match="legal are VMAD"):
        distributed.vectors(client, tmp_path / "vectors.csv", 1, instruction="DP4A")


def test_wrong_arguments(client: Client, tmp_path: Path) -> None:
    for shards in (0, -1):
        with pytest.raises(ValueError, match=f"shards is {shards}: legal are 1 and more"):
            distributed.sweep(client, shards=shards)
        with pytest.raises(ValueError, match=f"shards is {shards}"):
            distributed.vectors(client, tmp_path / "vectors.csv", 1, shards=shards)
    with pytest.raises(ValueError, match="per_mode is -1: legal are 0 to"):
        distributed.vectors(client, tmp_path / "vectors.csv", -1, shards=2, progress=None)
    with pytest.raises(ValueError, match="legal are VMAD"):
        distributed.sweep(client, instructions=["DP4A"], progress=None)
    assert list(tmp_path.iterdir()) == []


def test_a_task_that_kills_every_worker_ends_the_run(client: Client) -> None:
    """The run ends with an error, not without a shard's results."""
    with pytest.raises(KilledWorker):
        distributed._run(client, [(os._exit, 1)], None)
    # A cluster that closes while its workers start again fails. The nanny of a worker may have ended with it.
    with contextlib.suppress(TimeoutError):
        client.wait_for_workers(2, timeout=30)
