#!/usr/bin/env python3
"""Feeds the same golden vectors of all instructions to every binding, and compares the results.

usage: same_answers.py VMAD C-PROGRAM EXPLORER-PAGE FOLDER

VMAD is the command, C-PROGRAM is tests/c/answers.c. The Python package `vmad` must be installed; node and a C compiler must
be there. FOLDER is for temporary files.
"""

import csv
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import vmad

FAMILY = ("VMAD", "VADD", "VABSDIFF", "VABSDIFF4", "VMNMX", "VSET", "VSETP", "VSHL", "VSHR")
COUNT = 400
#: The instructions of each mnemonic that are emitted as C.
EMITTED = 25

Row = tuple[int, int, int, int]

NODE = """
const fs = require("fs"), zlib = require("zlib");
const page = fs.readFileSync(process.argv[2], "utf8");
const text = page.match(/<script[^>]*id="wasm"[^>]*>([^<]*)</)[1];
const library = new WebAssembly.Instance(new WebAssembly.Module(zlib.gunzipSync(Buffer.from(text, "base64"))), {}).exports;
function ask(request) {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const at = library.vmad_request(bytes.length);
  new Uint8Array(library.memory.buffer, at, bytes.length).set(bytes);
  const answer = library.vmad_answer();
  return JSON.parse(new TextDecoder().decode(new Uint8Array(library.memory.buffer, answer, library.vmad_length())));
}
for (const line of fs.readFileSync(0, "utf8").trim().split("\\n")) {
  const [word, a, b, c] = line.split(" ");
  const answer = ask({ text: word, ports: [a, b, c].map((port) => parseInt(port, 16)) });
  const wires = answer.word.execution.stages.flatMap((stage) => stage.wires);
  console.log(JSON.stringify(wires[wires.length - 1]));
}
"""


def run(command: list[str], text: str) -> list[str]:
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout.splitlines()


def emitted(command: str, folder: Path, rows: list[Row]) -> list[int]:
    """The results of C functions, one for each word."""
    words = sorted({row[0] for row in rows})
    source, cases = ["#include <stdint.h>", "#include <stdio.h>"], []
    for number, word in enumerate(words):
        source += run([command, "emit", "--lang", "c", "--name", f"f{number}", f"{word:#018x}"], "")
    for word, a, b, c in rows:
        fixed = vmad.decode(word)._it.fixed
        ports = ", ".join(f"{value}u" for value, own in zip((a, b, c), fixed) if own is None)
        cases.append(f'  printf("%08lx\\n", (unsigned long)f{words.index(word)}({ports}));')
    source += ["int main(void) {", *cases, "  return 0;", "}", ""]
    (folder / "emitted.c").write_text("\n".join(source))
    subprocess.run(["cc", "-std=c99", "-O1", "-o", folder / "emitted", folder / "emitted.c"], check=True)
    return [int(line, 16) for line in run([str(folder / "emitted")], "")]


def main() -> int:
    command, program, page, folder = sys.argv[1], sys.argv[2], sys.argv[3], Path(sys.argv[4])
    rows: list[Row] = []
    expected: list[int] = []
    for mnemonic in FAMILY:
        lines = run([command, "vectors", "--instruction", mnemonic, "--count", str(COUNT), "--seed", "11", "--format", "csv"], "")
        for row in csv.DictReader(lines):
            rows.append((int(row["word"], 16), int(row["a"], 16), int(row["b"], 16), int(row["c"], 16)))
            expected.append(int(row["result"], 16))
    assert len(rows) == COUNT * len(FAMILY)
    text = "".join(f"{word:016x} {a:08x} {b:08x} {c:08x}\n" for word, a, b, c in rows)
    (folder / "page.js").write_text(NODE)
    some = [row for start in range(0, len(rows), COUNT) for row in rows[start : start + EMITTED]]
    answers = {
        "command": [int(line.split("\t")[-1], 16) for line in run([command, "exec", "--lines"], text.replace(" ", "\t"))],
        "C interface": [int(line, 16) for line in run([program], text)],
        "Python": [vmad.decode(word).execute(a, b, c) for word, a, b, c in rows],
        "Python, arrays": [
            int(vmad.decode(word).execute(np.full(3, a, np.uint32), b, np.full(3, c, np.uint32))[2]) for word, a, b, c in rows
        ],
        "explorer page": [int(json.loads(line)["bits"].replace("_", "").split()[-1], 16) for line in run(["node", str(folder / "page.js"), page], text)],
        "emitted C": emitted(command, folder, some),
    }
    result_of = dict(zip(rows, expected))
    wanted = {"emitted C": [result_of[row] for row in some]}
    for name, found in answers.items():
        right = wanted.get(name, expected)
        if len(found) != len(right):
            print(f"{name}: {len(found)} answers to {len(right)} vectors")
            return 1
        for index, (one, other) in enumerate(zip(found, right)):
            if one != other:
                row = (some if name in wanted else rows)[index]
                print(f"{name}: {vmad.decode(row[0])} on {row[1:]} is {one:#x}, expected {other:#x}")
                return 1
        print(f"{name}: {len(found)} results are those of the vectors")
    return 0


if __name__ == "__main__":
    sys.exit(main())
