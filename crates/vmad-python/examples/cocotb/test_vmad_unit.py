"""A cocotb bench of vmad_unit against the package `vmad`: golden vectors of every mode, wire by wire.

    python test_vmad_unit.py        # with Icarus Verilog
    BUG=1 python test_vmad_unit.py  # a planted defect, which must be found

Needs the packages cocotb and vmad.
"""

import os
import sys
from pathlib import Path

import cocotb
import vmad
from cocotb.triggers import Timer
from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

#: The ports of the unit and the wires of the model, in the order of the datapath.
WIRES = {
    "a_extended": "A extended",
    "b_extended": "B extended",
    "product": "product",
    "tmp": "tmp",
    "shr": "shr",
    "result": "result",
}


@cocotb.test()
async def every_mode(dut) -> None:
    words = set()
    for row in vmad.vectors("VMAD", per_mode=2, seed=3):
        word, a, b, c = (int(row[name]) for name in ("word", "a", "b", "c"))
        dut.word.value, dut.a.value, dut.b.value, dut.c.value = word, a, b, c
        await Timer(1, "ns")
        instruction = vmad.decode(word)
        expected = {wire.name: wire for wire in instruction.trace(a, b, c).wires}
        for port, name in WIRES.items():
            wire, found = expected[name], int(getattr(dut, port).value)
            assert found == wire.bits, (
                f'difference in stage "{wire.stage}", wire "{name}": {instruction}, a {a:#x}, b {b:#x}, c {c:#x}: '
                f"model {wire.bits:#x}, unit {found:#x}"
            )
        words.add(word)
    dut._log.info(f"{len(words)} different instructions")


def main() -> int:
    folder = Path(__file__).parent
    runner = get_runner("icarus")
    runner.build(
        sources=[folder.parent.parent.parent / "vmad-capi" / "examples" / "vmad_unit.sv"],
        hdl_toplevel="vmad_unit",
        parameters={"BUG": int(os.environ.get("BUG", "0"))},
        timescale=("1ns", "1ns"),
        build_dir=os.environ.get("BUILD", "build"),
        always=True,
    )
    results = runner.test(
        hdl_toplevel="vmad_unit",
        test_module="test_vmad_unit",
        build_dir=os.environ.get("BUILD", "build"),
        test_dir=folder,
        results_xml=str(Path(os.environ.get("BUILD", "build")).resolve() / "results.xml"),
    )
    _, failed = get_results(results)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
