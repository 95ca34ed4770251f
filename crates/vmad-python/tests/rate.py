"""The rate on 10**8 elements, or as many as the argument says, and in turns that of numpy's own ``a ^ b ^ c``."""

import sys
import time
from collections.abc import Callable

import numpy as np

import vmad

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 10**8


def seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def main() -> None:
    a, b, c = (np.arange(COUNT, dtype=np.uint32) * np.uint32(factor) for factor in (1, 40503, 2654435761))
    for text in ("VMAD.U8.S8 R0, R1, R2, R3", "VMAD.U32.S32.SHR_15.SAT R0, R1, R2, R3"):
        instruction = vmad.assemble(text)
        rounds = [
            (seconds(lambda: a ^ b ^ c), seconds(lambda: instruction.execute(a, b, c))) for _ in range(5)
        ]
        numpy, ours = (min(column) for column in zip(*rounds))
        rate = COUNT / ours / 1e6
        print(f"{text}: {rate:.0f} million a second; numpy {COUNT / numpy / 1e6:.0f}; ratio {numpy / ours:.2f}")


if __name__ == "__main__":
    main()
