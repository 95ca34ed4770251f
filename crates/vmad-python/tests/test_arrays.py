"""Arrays against executions of their elements."""

import threading
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import vmad
from test_instruction import FAMILY

# The speed of the machine is no property of the package.
settings.register_profile("any speed", deadline=None)
settings.load_profile("any speed")

Array = npt.NDArray[np.uint32]
shapes = hnp.mutually_broadcastable_shapes(num_shapes=3, max_dims=4, max_side=5, min_side=0)
u32 = np.uint32


def elementwise(instruction: vmad.Instruction, a: Array, b: Array, c: Array) -> Array:
    a, b, c = np.broadcast_arrays(a, b, c)
    results = [instruction.execute(int(x), int(y), int(z)) for x, y, z in zip(a.flat, b.flat, c.flat)]
    return np.array(results, dtype=u32).reshape(a.shape)


@given(st.data(), shapes, st.sampled_from(sorted(FAMILY)))
def test_arrays_are_broadcast(data: st.DataObject, shapes: hnp.BroadcastableShapes, mnemonic: str) -> None:
    instruction = vmad.assemble(FAMILY[mnemonic])
    a, b, c = (data.draw(hnp.arrays(u32, shape)) for shape in shapes.input_shapes)
    result = instruction.execute(a, b, c)
    assert result.dtype == u32 and result.shape == shapes.result_shape
    np.testing.assert_array_equal(result, elementwise(instruction, a, b, c))


@given(st.data(), st.sampled_from(sorted(FAMILY)), st.permutations(range(3)), st.sampled_from([1, 2, -1, -3]))
def test_any_layout(data: st.DataObject, mnemonic: str, axes: list[int], step: int) -> None:
    instruction = vmad.assemble(FAMILY[mnemonic])
    a = data.draw(hnp.arrays(u32, (6, 4, 9))).transpose(axes)[:, ::step]
    b = data.draw(hnp.arrays(u32, a.shape))
    result = instruction.execute(a, b, 7)
    np.testing.assert_array_equal(result, elementwise(instruction, a, b, np.array(7, u32)))
    out = np.zeros((*a.shape, 2), u32)[..., 1]
    assert instruction.execute(a, b, 7, out=out) is out
    np.testing.assert_array_equal(out, result)


def test_long_rows_and_columns() -> None:
    instruction = vmad.assemble(FAMILY["VMAD"])
    rng = np.random.default_rng(1)
    column, row = rng.integers(0, 2**32, (300, 1), u32), rng.integers(0, 2**32, (1, 2000), u32)
    result = instruction.execute(column, row, column)
    np.testing.assert_array_equal(result[::97, ::331], elementwise(instruction, column[::97], row[:, ::331], column[::97]))


def test_ints_and_zero_dimensions() -> None:
    instruction = vmad.assemble("VMAD.U32.U32 R0, R1, R2, R3")
    one = instruction.execute(2, u32(3), 4)
    assert type(one) is int and one == 10
    zero = instruction.execute(np.array(2, u32), 3, 4)
    assert zero.shape == () and zero[()] == 10
    assert instruction.execute(np.zeros((0, 3), u32), 3, 4).shape == (0, 3)


def unaligned(values: Array) -> Array:
    """A copy that begins at an odd address."""
    data = np.zeros(values.nbytes + 1, np.uint8)
    view = data[1:].view(u32).reshape(values.shape)
    view[...] = values
    assert not view.flags.aligned
    return view


def test_unaligned_arrays_are_copied() -> None:
    instruction = vmad.assemble(FAMILY["VMAD"])
    a = np.arange(3000, dtype=u32).reshape(30, 100) * u32(40503)
    expected = instruction.execute(a, 3, a)
    out = unaligned(a)
    assert instruction.execute(unaligned(a), 3, unaligned(a), out=out) is out
    np.testing.assert_array_equal(out, expected)


def test_an_input_can_be_the_output() -> None:
    instruction = vmad.assemble(FAMILY["VMAD"])
    a = np.arange(300_000, dtype=u32).reshape(3, -1) * u32(40503)
    for values, out in ((a, a), (a, a[::-1, ::-1]), (a[:1], a)):
        copy = a.copy()
        expected = instruction.execute(values, 3, a)
        instruction.execute(values, 3, a, out=out)
        np.testing.assert_array_equal(out, expected)
        a[...] = copy


def test_wrong_arguments() -> None:
    instruction = vmad.assemble("VMAD.U32.U32 R0, R1, R2, R3")
    a = np.zeros(4, u32)
    with pytest.raises(ValueError, match="c is -1: legal are 0 to 4294967295"):
        instruction.execute(a, 0, -1)
    # A result that does not fit into memory, and one that numpy has no shape for.
    for length, error in ((10**6, MemoryError), (2**40, ValueError)):
        with pytest.raises(error):
            instruction.execute(np.broadcast_to(u32(1), (length, length)), 0, 0)
    for value in (2**32, 2**200):
        with pytest.raises(ValueError, match=f"b is {value}: legal are 0 to"):
            instruction.execute(0, value, 0)
    with pytest.raises(TypeError, match=r"a is 1\.5: expected an int or an array of uint32"):
        instruction.execute(1.5, 0, 0)  # type: ignore[call-overload]
    with pytest.raises(ValueError, match=r"not be broadcast together with shapes \(4,\) \(3,\)"):
        instruction.execute(a, np.zeros(3, u32), 0)
    with pytest.raises(ValueError, match=r"not be broadcast together with shapes \(4,\) \(5,\)"):
        instruction.execute(a, 0, 0, out=np.zeros(5, u32))
    with pytest.raises(TypeError, match="out has dtype float64"):
        instruction.execute(a, 0, 0, out=np.zeros(4))  # type: ignore[arg-type]
    frozen = np.zeros(4, u32)
    frozen.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        instruction.execute(a, 0, 0, out=frozen)
    assert instruction.execute(frozen, 1, 2).tolist() == [2, 2, 2, 2]


def test_other_threads_run_meanwhile() -> None:
    """A thread counts while another executes one call: it could not if the call held the GIL."""
    instruction = vmad.assemble("VABSDIFF4.U8.U8.ACC R1, R2, R3, R4")
    a = np.arange(20_000_000, dtype=u32)
    started, done = threading.Event(), threading.Event()
    turns = 0

    def execute() -> None:
        started.set()
        instruction.execute(a, 3, 5)
        done.set()

    thread = threading.Thread(target=execute)
    thread.start()
    started.wait()
    while not done.wait(0.001):
        turns += 1
    thread.join()
    assert turns > 5


def test_what_numpy_makes_an_array_of() -> None:
    instruction = vmad.assemble("VMAD.U32.U32 R0, R1, R2, R3")
    expected = instruction.execute(np.array([1, 2, 4294967295], u32), 3, 4)
    series = pandas.Series([1, 2, 4294967295])
    values: list[vmad.Values] = [[1, 2, 4294967295], (1, 2, 4294967295), series, np.array([1, 2, 4294967295], ">i8")]
    for a in values:
        np.testing.assert_array_equal(instruction.execute(a, 3, 4), expected)
    assert instruction.execute([], 3, 4).shape == (0,)


@pytest.mark.parametrize(
    ("a", "error", "words"),
    [
        (np.array([-1], np.int32), ValueError, ["a has dtype int32", ".view(numpy.uint32)"]),
        (np.array([2**32]), ValueError, ["a has dtype int64", "0 to 4294967295"]),
        ([1.5], TypeError, ["a has dtype float64", "expected uint32"]),
        (["x"], TypeError, ["a has dtype <U1"]),
        (np.ma.masked_array(np.array([1, 2], u32), mask=[True, False]), TypeError, ["a is a masked array", "filled()"]),
    ],
)
def test_other_arrays_are_refused(a: object, error: type[Exception], words: list[str]) -> None:
    with pytest.raises(error) as raised:
        vmad.assemble("VMAD.U32.U32 R0, R1, R2, R3").execute(a, 3, 4)  # type: ignore[call-overload]
    assert all(word in str(raised.value) for word in words), raised.value


def test_wires_of_arrays() -> None:
    instruction = vmad.assemble("VMAD.S16.S16.SHR_7.SAT R0, R1, R2, R3")
    a = np.array([[0x8000], [3]], u32)
    trace = instruction.trace(a, [5, 6], 7)
    for row in range(2):
        for column in range(2):
            one = instruction.trace(int(a[row, 0]), [5, 6][column], 7)
            for of_one, of_all in zip(one.wires, trace.wires):
                assert isinstance(of_all.bits, np.ndarray) and isinstance(of_all.value, np.ndarray)
                found = of_all._replace(bits=of_all.bits[row, column], value=of_all.value[row, column], note=of_one.note)
                assert found == of_one and of_all.note in (of_one.note, "")
    assert list(one) == list(trace) and trace["multiply"]["product"] == trace.wires[7]
    np.testing.assert_array_equal(trace.result, instruction.execute(a, [5, 6], 7))
    assert "[[0x0" in repr(trace) and "product" in trace._repr_html_() and trace._repr_svg_() is None
    assert instruction.trace(np.zeros(0, u32), 5, 7).result.shape == (0,)  # type: ignore[union-attr]


def test_a_trace_refuses_what_an_execution_refuses() -> None:
    instruction = vmad.assemble("VMAD.U32.U32 R0, R1, R2, R3")
    masked: Any = np.ma.masked_array([1, 2], mask=[False, True])
    refused: list[Any] = [[1.9], np.array([-0.5]), ["7"], np.array([3 + 4j]), np.array([True]), masked]
    for values in refused:
        for run in (instruction.execute, instruction.trace):
            with pytest.raises(TypeError, match="a has dtype|a is a masked array"):
                run(values, 1, 0)
    with pytest.raises(ValueError, match="out of range"):
        instruction.trace([-1], 1, 0)
