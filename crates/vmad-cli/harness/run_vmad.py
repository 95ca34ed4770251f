#!/usr/bin/env python3
"""Runs the video instructions of golden vectors on a Maxwell or Pascal GPU, and writes the results.

    vmad vectors --per-mode 64 --format csv > vectors.csv
    python3 run_vmad.py vectors.csv observed.csv
    vmad observe observed.csv

Needs only Python 3.6 and NVIDIA's driver (libcuda). The script writes each instruction word into a cubin from ptxas. The
word replaces an instruction with the same operands and the same kind of latency. The registers and the schedule of ptxas
do not change, except for VSETP, which gets the longest stall.

    python3 run_vmad.py --patch WORD sm_53 patched.cubin

writes such a cubin, for nvdisasm or cuobjdump. This needs no GPU.
"""

import argparse
import csv
import ctypes
import os
import struct
import sys

ARCHS = ("sm_50", "sm_52", "sm_53", "sm_60", "sm_61", "sm_62")

# The mnemonics, with the lowest bit of the opcode and the opcode.
OPCODES = (
    ("VMAD", 56, 0x5F),
    ("VADD", 58, 0x08),
    ("VABSDIFF", 56, 0x54),
    ("VABSDIFF4", 55, 0x0A0),
    ("VMNMX", 57, 0x1D),
    ("VSET", 57, 0x20),
    ("VSETP", 51, 0xA1E),
    ("VSHL", 56, 0x57),
    ("VSHR", 56, 0x56),
)

RD = 0xFF
RA = 0xFF << 8
GUARD = 0xF << 16
RB = 0xFF << 20
RC = 0xFF << 39
B_IS_REGISTER = 1 << 50
ZERO = 0xFF
# The predicates of VSETP and ISETP: the second destination, the first, the source.
PREDICATES = (0, 3, 39)
TRUE = 7
WORD_BITS = (1 << 64) - 1

# The instructions that a word replaces, without registers: VMAD.U8.S8.SHR_15.SAT with -c; IMAD.HI.SAT; ISETP.LT.AND,
# which makes the first predicate, and ISETP.GT.XOR, which makes the second.
PLACES = {
    "coupled": (0x5FB603902047020A,),
    "decoupled": (0x5A6503800047020A,),
    "predicates": (0x5B63000000470207, 0x5B6940000047020F),
}


class Refused(Exception):
    """The reason why something cannot run."""


def field(word, low, width):
    return word >> low & ((1 << width) - 1)


def mnemonic_of(word):
    for mnemonic, low, opcode in OPCODES:
        if word >> low == opcode:
            return mnemonic
    raise Refused("%#018x is not a video instruction: no mnemonic has its opcode" % word)


def is_register_b(word, mnemonic):
    if mnemonic == "VABSDIFF4":
        return field(word, 28, 4) != 15
    return word & B_IS_REGISTER != 0


def kernel_of(word):
    """VMAD is decoupled if a factor has 32 bits (selector 6); VSETP writes predicates; all others are coupled."""
    mnemonic = mnemonic_of(word)
    selectors = [field(word, 36, 3)]
    if is_register_b(word, mnemonic):
        selectors.append(field(word, 28, 3))
    illegal = None
    if mnemonic == "VABSDIFF4":
        if field(word, 32, 4) > 13 or field(word, 28, 4) in range(11, 15):
            illegal = "a selector of A above 13, or of B from 11 to 14"
    elif 7 in selectors:
        illegal = "a selector 7"
    if mnemonic == "VMAD" and field(word, 51, 2) == 3:
        illegal = "a scale 3"
    if mnemonic == "VSETP" and field(word, 45, 2) == 3:
        illegal = "a boolean operation 3"
    if illegal:
        raise Refused("%#018x has %s, which no %s has" % (word, illegal, mnemonic))
    if mnemonic == "VSETP":
        return "predicates"
    return "decoupled" if mnemonic == "VMAD" and 6 in selectors else "coupled"


def registers_of(kernel):
    """The bits of the registers and predicates of the instructions that a word replaces."""
    if kernel == "predicates":
        return RA | RB | GUARD | 0x3F | 0xF << 39
    return RD | RA | RB | GUARD | RC


def place(cubin, kernel, instruction):
    """The offset of an instruction to replace."""
    ignored = registers_of(kernel)
    found = [
        at
        for at in range(0, len(cubin) - 7, 8)
        if (struct.unpack_from("<Q", cubin, at)[0] ^ instruction) & ~ignored & WORD_BITS == 0
    ]
    if len(found) != 1:
        raise Refused("the cubin has %d places in its kernel %s, not one" % (len(found), kernel))
    return found[0]


def patch(cubin, word):
    """The cubin with the word, and the name of the kernel that runs it.

    The registers and the guard are those of the cubin, except RZ; the predicates likewise, except a source PT.
    """
    kernel = kernel_of(word)
    is_register = is_register_b(word, mnemonic_of(word))
    for index, instruction in enumerate(PLACES[kernel]):
        at = place(cubin, kernel, instruction)
        there = struct.unpack_from("<Q", cubin, at)[0]
        kept = registers_of(kernel)
        if not is_register:
            kept &= ~RB
        sources = [(RA, 8)] + [(RB, 20)] * is_register + [(RC, 39)] * (kernel != "predicates")
        for mask, low in sources:
            if field(word, low, 8) == ZERO:
                kept &= ~mask
        # The guard PT, not the bits of an IMAD.
        changed = word
        if kernel == "predicates":
            second, first, source = PREDICATES
            # The negation is that of the word.
            kept &= ~(1 << source + 3)
            if field(word, source, 3) == TRUE:
                kept &= ~(TRUE << source)
            # The predicate of the place is its first destination: this word writes one of its two there.
            destination = field(there, first, 3)
            pair = (TRUE, destination) if index == 0 else (destination, TRUE)
            kept &= ~0x3F
            changed = changed & ~0x3F | pair[0] << second | pair[1] << first
            cubin = with_longest_stall(cubin, at)
        patched = changed & ~kept & WORD_BITS | there & kept
        cubin = cubin[:at] + struct.pack("<Q", patched) + cubin[at + 8 :]
    return cubin, kernel


def with_longest_stall(cubin, at):
    """The cubin with a stall of 15 cycles after an instruction, and no reuse: the latency of VSETP is unknown."""
    start = at // 32 * 32
    low = 21 * ((at - start) // 8 - 1)
    control = struct.unpack_from("<Q", cubin, start)[0]
    control = control & ~(0xF << low + 17) | 0xF << low
    return cubin[:start] + struct.pack("<Q", control) + cubin[start + 8 :]


def template(folder, arch):
    if arch not in ARCHS:
        raise Refused("%s has no video instructions of 64 bits: only %s have" % (arch, ", ".join(ARCHS)))
    with open(os.path.join(folder, "vmad.%s.cubin" % arch), "rb") as file:
        return file.read()


class Gpu:
    """A GPU, used by the driver API."""

    def __init__(self, number):
        try:
            self.cuda = ctypes.CDLL("nvcuda.dll" if os.name == "nt" else "libcuda.so.1")
        except OSError as error:
            raise Refused("cannot load NVIDIA's driver: %s" % error)
        self.call("cuInit", ctypes.c_uint(0))
        device = ctypes.c_int()
        self.call("cuDeviceGet", ctypes.byref(device), ctypes.c_int(number))
        # CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR and _MINOR.
        capability = [ctypes.c_int(), ctypes.c_int()]
        for attribute, value in zip((75, 76), capability):
            self.call("cuDeviceGetAttribute", ctypes.byref(value), ctypes.c_int(attribute), device)
        self.arch = "sm_%d%d" % (capability[0].value, capability[1].value)
        name = ctypes.create_string_buffer(100)
        self.call("cuDeviceGetName", name, ctypes.c_int(len(name)), device)
        self.name = name.value.decode()
        self.context = ctypes.c_void_p()
        self.call("cuCtxCreate_v2", ctypes.byref(self.context), ctypes.c_uint(0), device)

    def call(self, function, *arguments):
        code = getattr(self.cuda, function)(*arguments)
        if code != 0:
            text = ctypes.c_char_p()
            self.cuda.cuGetErrorString(ctypes.c_int(code), ctypes.byref(text))
            raise Refused("%s: error %d, %s" % (function, code, (text.value or b"unknown").decode()))

    def run(self, cubin, kernel, inputs):
        """Runs the kernel on lists of a, b and c, and returns the results."""
        count = len(inputs[0])
        size = ctypes.c_size_t(4 * count)
        module = ctypes.c_void_p()
        self.call("cuModuleLoadData", ctypes.byref(module), ctypes.c_char_p(cubin))
        buffers = []
        try:
            function = ctypes.c_void_p()
            self.call("cuModuleGetFunction", ctypes.byref(function), module, kernel.encode())
            array = ctypes.c_uint32 * count
            # The destination starts with a pattern, to detect a missing write.
            for values in inputs + [[0xDEADBEEF] * count]:
                pointer = ctypes.c_uint64()
                self.call("cuMemAlloc_v2", ctypes.byref(pointer), size)
                buffers.append(pointer)
                self.call("cuMemcpyHtoD_v2", pointer, array(*values), size)
            parameters = buffers + [ctypes.c_uint32(count)]
            pointers = (ctypes.c_void_p * len(parameters))(
                *[ctypes.cast(ctypes.pointer(it), ctypes.c_void_p) for it in parameters]
            )
            threads = 128
            shape = [(count + threads - 1) // threads, 1, 1, threads, 1, 1, 0]
            shape = [ctypes.c_uint(it) for it in shape]
            self.call("cuLaunchKernel", function, *shape, None, pointers, None)
            results = array()
            self.call("cuMemcpyDtoH_v2", results, buffers[3], size)
            return list(results)
        finally:
            for pointer in buffers:
                self.cuda.cuMemFree_v2(pointer)
            self.cuda.cuModuleUnload(module)


def run(arguments):
    with open(arguments.vectors, newline="") as file:
        reader = csv.DictReader(file)
        columns = reader.fieldnames or []
        missing = [name for name in ("word", "a", "b", "c") if name not in columns]
        if missing:
            raise Refused("%s has no column %s" % (arguments.vectors, ", ".join(missing)))
        rows = list(reader)
    gpu = Gpu(arguments.device)
    cubin = template(arguments.templates, gpu.arch)
    print("%s, %s: %d vectors" % (gpu.name, gpu.arch, len(rows)), file=sys.stderr)
    by_word = {}
    for row in rows:
        by_word.setdefault(int(row["word"], 16), []).append(row)
    for done, (word, of_word) in enumerate(by_word.items()):
        patched, kernel = patch(cubin, word)
        inputs = [[int(row[name], 16) for row in of_word] for name in ("a", "b", "c")]
        for row, result in zip(of_word, gpu.run(patched, kernel, inputs)):
            row["result"] = "0x%08x" % result
        if done % 256 == 0:
            print("%d of %d words" % (done, len(by_word)), file=sys.stderr)
    # The wires belong to the model, not to the card.
    kept = ("word", "a", "b", "c", "result")
    with open(arguments.observed + ".new", "w", newline="") as file:
        writer = csv.DictWriter(file, kept, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    os.replace(arguments.observed + ".new", arguments.observed)


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", type=int, default=0, help="the number of the GPU")
    parser.add_argument("--templates", default=here, help="the folder of the vmad.sm_*.cubin files")
    parser.add_argument("--patch", nargs=3, metavar=("WORD", "ARCH", "CUBIN"), help="write a cubin with a word")
    parser.add_argument("vectors", nargs="?", help="the output of vmad vectors --format csv")
    parser.add_argument("observed", nargs="?", help="the file for the results")
    arguments = parser.parse_args()
    try:
        if arguments.patch:
            word, arch, path = arguments.patch
            patched, kernel = patch(template(arguments.templates, arch), int(word, 16))
            with open(path, "wb") as file:
                file.write(patched)
            print(kernel)
        elif arguments.observed:
            run(arguments)
        else:
            parser.error("expected VECTORS OBSERVED, or --patch WORD ARCH CUBIN")
    except (Refused, OSError, ValueError) as error:
        print("error: %s" % error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
