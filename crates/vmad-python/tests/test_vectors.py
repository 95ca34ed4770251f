"""Golden vectors, and the sweep on one machine."""

import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import vmad
from test_instruction import FAMILY


@pytest.mark.parametrize("mnemonic", FAMILY)
def test_vectors_have_the_results_of_their_instructions(mnemonic: str) -> None:
    found = vmad.vectors(mnemonic, per_mode=1, seed=7)
    assert len(found) > 100 and found.dtype == vmad.VECTOR
    for row in found[:: len(found) // 100]:
        instruction = vmad.decode(row["word"])
        assert instruction.mnemonic == mnemonic
        assert instruction.execute(row["a"], row["b"], row["c"]) == row["result"]
    np.testing.assert_array_equal(found, vmad.vectors(mnemonic, per_mode=1, seed=7))
    assert (found != vmad.vectors(mnemonic, per_mode=1, seed=8)).any()


def test_selections() -> None:
    saturated = vmad.vectors("VADD", per_mode=1, fields={"SAT": [1], "secop": [4, 5]})
    decoded = [vmad.decode(int(word)).fields for word in saturated["word"]]
    assert {fields["SAT"] for fields in decoded} == {1} and {fields["secop"] for fields in decoded} == {4, 5}
    named = vmad.vectors("VADD", per_mode=1, fields={"SAT": "SAT", "secop": ["ACC", "MIN"]})
    assert {vmad.decode(int(word)).fields["SAT"] for word in named["word"]} == {1}
    assert {str(vmad.decode(int(word))).split(" ")[0].split(".")[-1] for word in named["word"]} == {"ACC", "MIN"}
    few = vmad.vectors("all", count=500)
    assert len(few) == 500 and len({vmad.decode(int(word)).mnemonic for word in few["word"]}) == 9
    with pytest.raises(TypeError, match="per_mode and count"):
        vmad.vectors("VADD", per_mode=1, count=1)
    with pytest.raises(vmad.WordError, match='SAT is "x": legal are no, SAT'):
        vmad.vectors("VADD", fields={"SAT": "x"})
    one = vmad.vectors("VMAD.S16.U8.SAT R0, -R2.H1, R3.B2, R4", per_mode=50)
    assert len(one) == 50 and len(set(one["word"])) == 1
    with pytest.raises(vmad.VmadError, match="legal are VMAD, VADD"):
        vmad.vectors("DP4A")
    with pytest.raises(vmad.VmadError, match='no field "scale"'):
        vmad.vectors("VADD", fields={"scale": [1]})
    with pytest.raises(ValueError, match="scale is -1: legal are 0 to"):
        vmad.vectors("VMAD", fields={"scale": [-1]})
    with pytest.raises(vmad.VmadError, match="3 is not a legal value of scale"):
        vmad.vectors("VMAD", fields={"scale": [3]})
    with pytest.raises(vmad.TextError):
        vmad.vectors("VMAD.U9 R0, R1, R2, R3")
    with pytest.raises(vmad.UnknownError):
        vmad.vectors("VABSDIFF4 R0, R2, 0x5, R4")
    with pytest.raises(vmad.VmadError, match="R2 occurs twice"):
        vmad.vectors("VMAD R0, R2, R2, R4")
    with pytest.raises(ValueError, match="per_mode is -1: legal are 0 to"):
        vmad.vectors("VMAD", per_mode=-1)
    for many in (10**13, 2**64 - 1):
        with pytest.raises(MemoryError, match="no memory for"):
            vmad.vectors("VMAD", per_mode=many)


@pytest.mark.skipif(sys.platform != "linux", reason="the limit of the address space is that of Linux")
def test_columns_that_do_not_fit_into_memory() -> None:
    """There is room for the words and for one column: this is an exception too."""
    code = """
import resource, vmad
resource.setrlimit(resource.RLIMIT_AS, (16 << 30, resource.RLIM_INFINITY))
try:
    vmad.vectors("VMAD R0, R2, R3, R4", per_mode=1_500_000_000)
except MemoryError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30)
    assert done.stdout == "no memory for 1500000000 vectors\n", done.stderr


def test_shards_merge_to_the_whole() -> None:
    whole = vmad.sweep(parts=["corners"], every=97)
    assert whole.whole and whole.comparisons > 10_000 and whole.differences == 0
    shards = [vmad.sweep(parts=["corners"], every=97, shard=f"{k}/3", jobs=1) for k in (3, 1, 2)]
    assert vmad.SweepReport.merged(shards).digest == whole.digest
    assert not vmad.SweepReport.merged(shards[:2]).whole
    with pytest.raises(vmad.VmadError, match="have a unit in common"):
        vmad.SweepReport.merged([*shards, shards[0]])
    with pytest.raises(vmad.VmadError, match="different plans"):
        vmad.SweepReport.merged([shards[0], vmad.sweep(parts=["corners"], every=98, shard="1/3")])
    assert vmad.sweep(parts=["corners"], every=97, reading="literal").differences > 0
    with pytest.raises(vmad.VmadError, match="legal are corners, bytes"):
        vmad.sweep(parts=["edges"])
    with pytest.raises(vmad.VmadError, match="parts is empty: legal are corners"):
        vmad.sweep(parts=[])
    with pytest.raises(ValueError, match="every is -1: legal are 0 to"):
        vmad.sweep(every=-1)
    with pytest.raises(ValueError, match="jobs is -2: legal are 0 to"):
        vmad.sweep(jobs=-2)
    with pytest.raises(vmad.VmadError, match="every is 0"):
        vmad.sweep(every=0)


def test_control_c_ends_a_sweep() -> None:
    code = "import vmad; print('started', flush=True); vmad.sweep(jobs=1)"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "started\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert errors.endswith("KeyboardInterrupt\n") and process.returncode == -signal.SIGINT
