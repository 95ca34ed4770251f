"""PTX against SASS, lowering, and readings."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import vmad

words = st.integers(0, 2**32 - 1)


LOWERED = (
    "vmad.s32.s32.u32.shr7 d, a.h1, b.b2, -c;",
    "vsub.u32.s32.u32.sat d, a.b3, b.h1;",
    "vabsdiff.s32.u32.s32.min d, a, b, c;",
    "vmax.s32.s32.u32 d.h1, a.h0, b, c;",
    "vset.s32.s32.le.add d, a, b.b1, c;",
    "vshl.u32.u32.u32.wrap.add d, a, b, c;",
    "vabsdiff4.u32.s32.u32.add d, a, b, c;",
)


@given(words, words, words, st.sampled_from(LOWERED))
def test_ptx_is_its_lowering(a: int, b: int, c: int, text: str) -> None:
    (word,) = vmad.lower(text).words
    assert vmad.ptx.execute(text, a, b, c) == vmad.decode(word).execute(a, b, c)


def test_lowering() -> None:
    low = vmad.lower("vmad.s32.s32.u32.shr7 d, a.h1, 70000, -c;", registers={"d": 9})
    assert low.text == "MOV32I R5, 0x11170; VMAD.S16.U32.SHR_7 R9, R2.H1, R5, -R4"
    assert len(low.words) == 2 and low.miscompile is None
    assert vmad.lower("vmad.s32.u32.u32 d, a, -1, c;").miscompile == "D4"
    assert vmad.lower("vmin.s32.u32.u32.sat d, a, -1;").miscompile == "D8"
    assert len(vmad.lower("vadd.u32.u32.u32 d.b1, a, b, c;").words) == 2
    with pytest.raises(vmad.LoweringError, match="only video instructions"):
        vmad.lower("mad.rn.f32 d, a, b, c;")
    with pytest.raises(vmad.LoweringError, match="sm_61"):
        vmad.lower("vmad.s32.u32.u32 d, a, b, c;", "sm_61")
    # An error of the argument, not of the PTX.
    with pytest.raises(vmad.VmadError, match="RZ") as found:
        vmad.lower("vmad.s32.u32.u32 d, a, b, c;", registers={"a": 255})
    assert found.type is vmad.VmadError
    with pytest.raises(ValueError, match="a is 300: legal are 0 to 254"):
        vmad.lower("vmad.s32.u32.u32 d, a, b, c;", registers={"a": 300})
    with pytest.raises(ValueError, match="legal are d, a, b and c"):
        vmad.lower("vmad.s32.u32.u32 d, a, b, c;", registers={"e": 1})


def test_readings_are_reproduced() -> None:
    rows = vmad.readings()
    assert len(rows) >= 9 and len({row.id for row in rows}) == len(rows)
    for row in rows:
        for reading, result in zip(("default", row.reading), row.results):
            assert vmad.ptx.execute(row.instruction, *row.inputs, reading=reading) == result
        assert row.results[0] != row.results[1]


def test_arrays_and_wide_registers() -> None:
    text = "vmad.u32.u32.u32.sat d, a, b, -c;"
    c = np.array([0x80000000, 1, 0], np.uint32)
    assert vmad.ptx.execute(text, 1, 1, c).tolist() == [0x80000001, 0, 1]
    assert vmad.ptx.execute(text, 1, 1, c, reading="literal").tolist() == [0x7FFFFFFF, 0, 1]
    one = 0x3FF0000000000000
    assert vmad.ptx.execute("mad.rn.f64 d, a, b, c;", one, one, one) == 0x4000000000000000


def test_errors() -> None:
    with pytest.raises(vmad.TextError, match=r"'\.shr8' is not one of 'vmad'") as found:
        vmad.ptx.execute("vmad.u32.u32.u32.shr8 d, a, b, c;", 1, 2, 3)
    assert (found.value.offset, found.value.length) == (16, 5)
    with pytest.raises(vmad.VmadError, match="loose"):
        vmad.ptx.execute("vmad.u32.u32.u32 d, a, b, c;", 1, 2, 3, reading="loose")
    with pytest.raises(TypeError, match="the result has 64 bits"):
        vmad.ptx.execute("mad.rn.f64 d, a, b, c;", 1, 1, 1, out=np.zeros((), np.uint32))
    with pytest.raises(vmad.VmadError, match="gfx"):
        vmad.ptx.execute("vmad.u32.u32.u32 d, a, b, c;", 1, 2, 3, target="gfx")
    with pytest.raises(vmad.TextError):
        vmad.ptx.execute("vmad.u32.u32.u32 d, a, b, c;", 1, 2, 3, target="sm_10")
