"""The command in Python: each answer is that of the module, or is known."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import vmad

PTX = """
.version 8.0
.target sm_50
.address_size 64
.visible .entry k(.param .u64 p) { .reg .u32 %r<4>; vadd.u32.u32.u32 %r1, %r2.b0, %r3; ret; }
"""
WORDS = [0x001F8000FC0007E0, 0x5F04020000370200, 0x50B0000000070F00, 0x50B0000000070F00]


def test_the_module_is_the_command() -> None:
    ran = subprocess.run([sys.executable, "-m", "vmad", "decode", "5f04020000370200"], capture_output=True, text=True)
    assert ran.returncode == 0 and "VMAD.U8.U8 R0, R2, R3, R4" in ran.stdout
    assert subprocess.run([sys.executable, "-m", "vmad", "decode", "5f"], capture_output=True).returncode == 2


def test_decode_of_many() -> None:
    expected = [None, vmad.decode(WORDS[1]), None, None]
    assert vmad.decode(WORDS) == expected
    assert vmad.decode(np.array(WORDS, np.uint64)) == expected


def test_words_of_a_file(tmp_path: Path) -> None:
    raw = tmp_path / "code.bin"
    raw.write_bytes(np.array(WORDS, np.uint64).tobytes())
    assert vmad.cubin(raw, raw=True) == {"": [vmad.Word(8, vmad.decode(WORDS[1]))]}
    with pytest.raises(vmad.VmadError, match="not a cubin"):
        vmad.cubin(raw)


def test_emit() -> None:
    text = vmad.emit("c", "VADD R0, R1, R2, R3", vmad.decode(WORDS[1]), prefix="gpu_")
    assert "gpu_vadd(" in text and "gpu_vmad_u8_u8(" in text
    with pytest.raises(vmad.VmadError, match="fortran"):
        vmad.emit("fortran", "VADD R0, R1, R2, R3")


def test_check_and_observe(tmp_path: Path) -> None:
    ptx = tmp_path / "k.ptx"
    ptx.write_text(PTX)
    with pytest.raises(vmad.VmadError, match="no.cubin"):
        vmad.check(ptx, tmp_path / "no.cubin")
    good = ["word,a,b,c,result"] + ["5f04020000370200,0x12345688,0x8a24c993,0x9123064a,0x91235462"]
    assert vmad.observe(good)["differing"] == 0
    assert vmad.observe([good[0], good[1].replace("5462", "5463")])["differing"] == 1


def test_observe_takes_tables() -> None:
    rows = vmad.vectors("VADD", per_mode=1)
    assert vmad.observe(rows)["differing"] == 0
    wrong = [int(row["result"]) & 0xFFFF for row in rows]
    found = vmad.observe(rows, wrong)
    assert found["differing"] == sum(row["result"] != result for row, result in zip(rows, wrong, strict=True))
    columns = {name: rows[name] for name in ("word", "a", "b", "c")}
    assert vmad.observe(columns, wrong)["differing"] == found["differing"]
    with pytest.raises(vmad.VmadError, match="the column e is not read"):
        vmad.observe({**columns, "e": rows["a"]}, wrong)
    with pytest.raises(vmad.VmadError, match="no column result"):
        vmad.observe(columns)
    refused = vmad.observe(columns, [None] * len(rows))
    assert refused["refused"]["VADD"]["rows"] == len(rows)
    with pytest.raises(ValueError, match="zip"):
        vmad.observe(columns, [1])


def test_equal() -> None:
    assert vmad.ptx.equal("add.u32 d, a, b;", "sub.u32 t, 0, b; sub.u32 d, a, t;").equal is True
    assert vmad.ptx.equal("add.u32 d, a, b;", "sub.u32 d, a, b;").equal is False
    with pytest.raises(vmad.VmadError, match="u33"):
        vmad.ptx.equal("add.u33 d, a, b;", "sub.u32 d, a, b;")
    with pytest.raises(TypeError, match="expected PTX as str"):
        vmad.ptx.equal(None, "sub.u32 d, a, b;")  # type: ignore[arg-type]
    below = ("setp.lt.u32 p, a, 16;", "setp.lt.u32 p, b, 16;")
    assert vmad.ptx.equal("add.u32 d, a, b;", "add.u32 t, a, b; and.b32 d, t, 31;", assume=below).equal is True


def test_rewrite(tmp_path: Path) -> None:
    wrong = "vadd.u32.u32.u32.sat d, a, b;"
    block = vmad.ptx.rewrite(wrong)
    assert "min.u32" in block and vmad.ptx.equal(wrong, block).equal is True
    assert vmad.ptx.rewrite("vadd.u32.u32.u32 d, a, b;", only_wrong=True).splitlines()[-1] == "vadd.u32.u32.u32 d, a, b;"
    file = tmp_path / "kernel.ptx"
    file.write_text(f".version 8.0\n.target sm_75\n{wrong}\n")
    assert "min.u32" in vmad.ptx.rewrite(file)
    file.write_text(".version 8.0\n.target sm_75\nvadd.u32.u32 d, a, b;\n")
    with pytest.raises(vmad.VmadError, match="not read"):
        vmad.ptx.rewrite(file)


def test_equal_is_not_decided() -> None:
    found = vmad.ptx.equal("rem.u32 d, a, b;", "rem.u32 t, a, b; rem.u32 d, t, b;", time_limit=1)
    assert found.equal is None and "not decided" in found.text


def test_emit_takes_words() -> None:
    assert vmad.emit("c", 0x5F04020000370200) == vmad.emit("c", vmad.decode(0x5F04020000370200))
    for wrong in (1.5, ["VMAD R0, R1, R2, R3"]):
        with pytest.raises(TypeError):
            vmad.emit("c", wrong)  # type: ignore[arg-type]
    with pytest.raises(vmad.WordError):
        vmad.emit("c", WORDS[0])
    with pytest.raises(ValueError):
        vmad.emit("c", -1)

