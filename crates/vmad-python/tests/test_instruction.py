"""Words, text, execution and traces of single instructions."""

import copy
import pickle
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import vmad

FAMILY = {
    "VMAD": "VMAD.S16.U8.SHR_7.SAT R0.CC, -R1.H1, R2.B3, R4",
    "VADD": "VADD.UD.U8.S16.SAT.ACC R1, R2.B1, -R3, R4",
    "VABSDIFF": "VABSDIFF.U32.S16.MIN R1, R2, 0x7, R4",
    "VABSDIFF4": "VABSDIFF4.U8.U8.ACC R1, R2, R3, R4",
    "VMNMX": "VMNMX.UD.U32.S16.MX R1, R2, -0x5, R4",
    "VSET": "VSET.LT.U16.S8.MRG_16H R1, R2, R3, R4",
    "VSETP": "VSETP.GT.U8.U32.XOR P3, P1, R2.B2, RZ, !P2",
    "VSHL": "VSHL.UD.U32.U32.W.SAT.ACC R1, R2, R3, R4",
    "VSHR": "@!P1 VSHR.U32.U16 R1, R2, 0x4, R4",
}
words = st.integers(0, 2**32 - 1)


def extended(value: int, text: str, selector: int) -> int:
    """A field of a register, extended to an int."""
    bits = int(text[1:])
    field = value >> selector * bits & ((1 << bits) - 1)
    return field - (1 << bits) if text[0] == "S" and field >> (bits - 1) else field


@given(words, words, words, st.sampled_from(["U8", "S8", "U16", "S16", "U32", "S32"]), st.sampled_from(["U8", "S16"]))
def test_a_vmad_is_a_multiply_add(a: int, b: int, c: int, a_format: str, b_format: str) -> None:
    instruction = vmad.assemble(f"VMAD.{a_format}.{b_format} R0, R1, R2, R3")
    product = extended(a, a_format, 0) * extended(b, b_format, 0)
    assert instruction.execute(a, b, c) == (product + c) % 2**32


@pytest.mark.parametrize("mnemonic", FAMILY)
def test_text_word_and_fields_go_both_ways(mnemonic: str) -> None:
    instruction = vmad.assemble(FAMILY[mnemonic])
    assert instruction.mnemonic == mnemonic
    assert vmad.decode(instruction.word) == instruction
    assert vmad.assemble(str(instruction)).word == instruction.word
    assert instruction.text() == FAMILY[mnemonic]
    immediate = instruction.immediate is not None
    assert vmad.encode(mnemonic, instruction.fields, immediate=immediate).word == instruction.word
    assert pickle.loads(pickle.dumps(instruction)) == instruction
    assert len({instruction, vmad.decode(int(instruction))}) == 1
    html = instruction._repr_html_()
    assert mnemonic in html and html.count("<tr>") > len(instruction.fields)
    picture = ElementTree.fromstring(instruction._repr_svg_() or "")
    assert picture.tag.endswith("svg") and mnemonic in "".join(picture.itertext())
    trace = instruction.trace(3, 5, 7)
    datapath = "".join(ElementTree.fromstring(trace._repr_svg_() or "").itertext())
    assert all(wire.name in datapath for wire in trace.wires)
    assert trace.result == instruction.execute(3, 5, 7)
    assert sorted(wire for wires in trace.values() for wire in wires.values()) == sorted(trace.wires)
    assert trace.wires[0].name in trace._repr_html_() and trace.wires[0].name in repr(trace)


def test_a_trace_has_stages_and_wires() -> None:
    trace = vmad.decode(0x5F04020000370200).trace(0x12345688, 0x8A24C993, 0x9123064A)
    product = trace["multiply"]["product"]
    assert (product.value, product.width, product.signed) == (0x88 * 0x93, 66, True)
    assert trace.result == 0x91235462
    assert list(trace)[0] == "select and extend" and len(trace) > 3
    copied = pickle.loads(pickle.dumps(trace))
    assert dict(copied) == dict(trace) and copied.instruction == trace.instruction and copied.ports == trace.ports
    with pytest.raises(KeyError):
        trace["divide"]


def test_a_word_is_of_maxwell_unless_kepler_is_named() -> None:
    word = 0xEEDC200000870205
    with pytest.raises(vmad.WordError, match="as a word of Kepler"):
        vmad.decode(word)
    assert vmad.decode([word]) == [None]
    kepler = vmad.decode(word, arch="sm_35")
    assert kepler.mnemonic == "VMNMX" and vmad.assemble(str(kepler), arch="sm_37") == kepler
    assert pickle.loads(pickle.dumps(kepler)) == kepler
    with pytest.raises(vmad.VmadError, match="sm_30"):
        vmad.decode(word, arch="sm_30")


def test_a_port_that_is_read_must_be_given() -> None:
    instruction = vmad.assemble("VMAD.U8.U8 R0, R2, R3, R4")
    for run in (instruction.execute, instruction.trace):
        for ports in ({}, {"a": 1, "b": 2}, {"a": 1, "c": 2}, {"b": [1], "c": [2]}):
            with pytest.raises(TypeError, match="is missing"):
                run(**ports)
    assert vmad.assemble("VMAD.U8.U16 R0, R2, 0x7, RZ").execute(3) == 21
    assert vmad.assemble("VMAD.U8.U16 R0, R2, 0x7, R4").execute(3, c=2) == 23
    assert vmad.ptx.execute("vadd.u32.u32.u32 d, a, b;", 1, 2) == 3
    assert vmad.ptx.execute("vadd.u32.u32.u32.add d, a, 5, c;", 1, c=2) == 8
    for text in ("vadd.u32.u32.u32.add d, a, b, c;", "mad.rn.f64 d, a, b, c;"):
        with pytest.raises(TypeError, match="c is missing"):
            vmad.ptx.execute(text, 1, 2)


def test_operands_and_changes() -> None:
    instruction = vmad.assemble("@!P3 VMAD.U32.U16 R9, R2, 0x3, RZ")
    assert instruction.registers == {"d": 9, "a": 2, "c": 255}
    assert instruction.guard == "@!P3" and instruction.immediate == 3 and not instruction.coupled
    assert instruction.execute(5, 99, 99) == 15
    assert instruction._it.fixed == [None, 3, 0]
    named = instruction.replace({"SAT": "SAT", "psign": "-(A*B)+C", "scale": "SHR_7", "Rd": "R5", "A signed": "signed"})
    assert named == instruction.replace({"SAT": 1, "psign": 2, "scale": 1, "Rd": 5, "A signed": 1})
    assert instruction.replace({"Rc": "RZ"}).fields["Rc"] == 255
    assert vmad.decode(0x5F04020000370200).coupled
    # A value has two names: that of `explain`, and its suffix in the text.
    add = vmad.assemble("VADD.U8.U8 R0, R1, R2, R3")
    assert add.replace({"dtype": "UD"}) == add.replace({"dtype": "unsigned"}) != add
    with pytest.raises(vmad.WordError, match='dtype is "": legal are'):
        add.replace({"dtype": ""})
    saturated = instruction.replace({"SAT": 1, "psign": 2})
    assert saturated.text() == "@!P3 VMAD.U32.U16.SAT R9, -R2, 0x3, RZ"
    assert saturated.fields["SAT"] == 1 and instruction.fields["SAT"] == 0


def test_instructions_have_different_hashes() -> None:
    instructions = [vmad.assemble(f"VMAD.U8.U8 R{d}, R2, R3, R4") for d in range(200)]
    assert len(set(map(hash, instructions))) > 190


def test_control_fields() -> None:
    assert vmad.assemble("VMAD R0, R2, R3, R4 &wr=0 ?stall=2").control == 0x702
    assert vmad.assemble("VMAD R0, R2, R3, R4").control is None
    full = vmad.assemble("VMAD R0, R2, R3, R4 &wr=0 ?stall=2")
    assert full == vmad.Instruction(full.word, 0x702) != vmad.decode(full.word)
    assert copy.copy(full) == pickle.loads(pickle.dumps(full)) == full
    with pytest.raises(vmad.VmadError, match="control field"):
        vmad.Instruction(full.word, 1 << 21)
    assert vmad.decode(0x5F04020000370200).text("sm_61", 0x207E0) == "VMAD.U8.U8 R0, R2.reuse, R3, R4"


def test_an_argument_of_a_wrong_type_is_a_type_error() -> None:
    instruction: Any = vmad.decode(0x5F04020000370200)
    module: Any = vmad
    calls: list[Any] = [
        lambda: module.decode(None),
        lambda: module.assemble(3),
        lambda: module.encode("VADD", 3),
        lambda: module.lower("vadd.u32.u32.u32 d, a, b;", registers=3),
        lambda: module.vectors(3),
        lambda: module.vectors("VADD", count="3"),
        lambda: module.vectors("VADD", fields=3),
        lambda: module.observe(3),
        lambda: module.check(3),
        lambda: module.emit("c", None),
        lambda: module.sweep(every="x"),
        lambda: module.ptx.equal(1, 2),
        lambda: module.ptx.execute(3, 1, 2),
        lambda: instruction.replace(3),
        lambda: instruction.replace({"SAT": None}),
        lambda: instruction.text(3),
        lambda: instruction.execute("x", 2, 3),
        lambda: instruction.execute(1, 2, 3, out=5),
        lambda: instruction.trace(1, None, 3),
    ]
    for call in calls:
        with pytest.raises(TypeError):
            call()


def test_errors_name_the_place_and_what_is_legal() -> None:
    with pytest.raises(vmad.TextError, match='unknown suffix "U9": legal are') as found:
        vmad.assemble("VMAD.U8.U9 R0, R1, R2, R3")
    assert (found.value.offset, found.value.length) == (7, 3)
    with pytest.raises(vmad.WordError, match="scale"):
        vmad.decode(0x5F04020000370200 | 3 << 51)
    with pytest.raises(ValueError, match=r"word is -1: legal are 0 to 2\*\*64 - 1"):
        vmad.decode(-1)
    for word in (2**64, 2**200, -(2**200)):
        with pytest.raises(ValueError, match=rf"word is {word}: legal are 0 to 2\*\*64 - 1"):
            vmad.decode(word)
    with pytest.raises(TypeError):
        vmad.decode("5f04020000370200")  # type: ignore[arg-type]
    instruction = vmad.decode(0x5F04020000370200)
    with pytest.raises(vmad.WordError, match="scale of VMAD is 0x4: legal are 0 to 0x3"):
        instruction.replace({"scale": 4})
    with pytest.raises(vmad.WordError, match='scale is "SHR_8": legal are PASS, SHR_7, SHR_15'):
        instruction.replace({"scale": "SHR_8"})
    with pytest.raises(vmad.WordError, match='Rd is "R255": legal are R0 to R254, RZ'):
        instruction.replace({"Rd": "R255"})
    with pytest.raises(vmad.WordError, match="scale is -1"):
        instruction.replace({"scale": -1})
    with pytest.raises(TypeError, match=r"scale is 1\.0: expected an int"):
        instruction.replace({"scale": 1.0})  # type: ignore[dict-item]
    with pytest.raises(vmad.WordError, match='no field "secop"'):
        instruction.replace({"secop": 1})
    with pytest.raises(vmad.WordError, match='no field "secop"'):
        instruction.replace({"secop": "ACC"})
    with pytest.raises(vmad.WordError, match="needs a value of Rd"):
        vmad.encode("VMAD", {})
    with pytest.raises(vmad.VmadError, match="legal are VMAD, VADD"):
        vmad.encode("DP4A", {})
    with pytest.raises(vmad.VmadError, match="legal are sm_35, sm_37, sm_50, sm_52"):
        instruction.text("sm_70")
    with pytest.raises(vmad.VmadError, match="control field"):
        instruction.text("sm_50", 1 << 21)
    with pytest.raises(vmad.UnknownError, match="VABSDIFF4"):
        vmad.assemble("VABSDIFF4 R0, R2, 0x5, R4").execute(1, 2, 3)
    assert issubclass(vmad.TextError, vmad.VmadError) and issubclass(vmad.VmadError, ValueError)
