"""A disassembler of the video instructions, made of `vmad fields --json` and the page "How nvdisasm prints".

    vmad fields --json > fields.json
    disassembler.py fields.json < words

A line of standard input is ARCH WORD CONTROL, or ARCH LOW HIGH for words of 128 bits, in hexadecimal. The answer to each
is nvdisasm's text.
"""

import json
import sys


class Form:
    """The words of an instruction with one kind of operands."""

    def __init__(self, data):
        self.data = data
        self.mask, self.value = int(data["mask"], 16), int(data["value"], 16)
        self.fields = {field["name"]: Field(field) for field in data["fields"]}
        self.control = {field["name"]: Field(field) for field in data["control_fields"]}

    def matches(self, word):
        return word & self.mask == self.value

    def disassemble(self, word, control):
        get = Values(self, word, control)
        reused = self.reused(get)
        if reused is None:
            return "ILLEGAL"
        minus = self.data["minus"]
        negated = minus["operands"][get[minus["field"]]] if minus else ""
        operands = [self.operand(operand, get, negated) for operand in self.data["operands"]]
        marks = [".reuse" if operand["name"] and operand["name"] in reused else "" for operand in self.data["operands"]]
        head = guard(get) + self.data["instruction"] + "".join(self.suffixes(get))
        return head + " " + ", ".join(text + mark for text, mark in zip(operands, marks) if text is not None)

    def reused(self, get):
        """The operands with `.reuse`; None if the control field is illegal."""
        flags = get["reuse"]
        for case in self.data["control"]:
            if all(get[name] in values for name, values in case["when"].items()):
                if case["reuse"][flags] is not None:
                    return case["reuse"][flags]
        return None

    def suffixes(self, get):
        for name in self.data["suffixes"]:
            if name != "formats":
                yield suffix(self.fields[name], get[name])
                continue
            formats = self.data["formats"]
            names = [self.format(format, get) for format in formats]
            are_default = names == [format["default"] for format in formats]
            if not (are_default and self.data["hides_default_formats"]):
                yield from ("." + name for name in names)

    def format(self, format, get):
        index = low = 0
        for name in format["fields"]:
            index |= get[name] << low
            low += self.fields[name].width
        return format["names"][index]

    def operand(self, operand, get, negated):
        name, spelling = operand["name"], operand["spelling"]
        values = [get[field] for field in operand["fields"]]
        first = self.fields[operand["fields"][0]]
        sign = "-" if name and name in negated else ""
        if spelling == "immediate":
            value = values[0]
            if operand["signed"] and get[operand["signed"]] and value > first.highest // 2:
                return f"-{first.highest + 1 - value:#x}"
            return f"{sign if value else ''}{value:#x}"
        if spelling == "predicate":
            if operand["hides_pt"] and values[0] == first.highest:
                return None
            negation = "!" if operand["not"] and get[operand["not"]] else ""
            return negation + register("P", "PT", values[0], first)
        if spelling == "constant":
            offset = 4 * values[1]
            offset = hex(offset) if offset < 0x8000 else f"-{0x10000 - offset:#x}"
            return f"c[{values[0]:#x}][{offset}]"
        if spelling == "bindless":
            return f"cx[{register('UR', 'URZ', values[0], first)}][{4 * values[1]:#x}]"
        if spelling == "uniform":
            return register("UR", "URZ", values[0], first)
        text = sign + register("R", "RZ", values[0], first)
        if operand["suffix"]:
            text += suffix(self.fields[operand["suffix"]], get[operand["suffix"]])
        return text


class Field:
    """Bits of a word, and the suffixes of their values."""

    def __init__(self, data):
        places = [place.split(":") for place in data["bits"].split(",")]
        self.parts = [(int(place[-1]), int(place[0]) - int(place[-1]) + 1) for place in reversed(places)]
        self.width = sum(width for _, width in self.parts)
        self.highest = 2**self.width - 1
        self.printed = {value["value"]: value["suffix"] for value in data["values"] if value["printed"]}

    def value(self, word):
        value = at = 0
        for low, width in self.parts:
            value |= (word >> low & 2**width - 1) << at
            at += width
        return value


class Values:
    """The values of the fields of a word and its control field, by name."""

    def __init__(self, form, word, control):
        self.form, self.word, self.bits = form, word, control

    def __getitem__(self, name):
        if name in self.form.fields:
            return self.form.fields[name].value(self.word)
        return self.form.control[name].value(self.bits) if name in self.form.control else 0


def suffix(field, value):
    text = field.printed.get(value)
    return "." + text if text else ""


def register(letter, last, number, field):
    return last if number == field.highest else f"{letter}{number}"


def guard(get):
    predicate, negated = get["guard"], get["guard not"]
    if predicate == 7 and not negated:
        return ""
    name = "PT" if predicate == 7 else f"P{predicate}"
    return f"@{'!' if negated else ''}{name} "


def main():
    forms = [Form(json.loads(line)) for line in open(sys.argv[1], encoding="utf-8")]
    by_arch = {}
    for form in forms:
        for arch in form.data["architectures"]:
            by_arch.setdefault(arch, []).append(form)
    for line in sys.stdin:
        arch, first, second = line.split()
        word, control = int(first, 16), int(second, 16)
        known = by_arch.get(arch, [])
        if any(form.data["width"] == 128 for form in forms if arch in form.data["architectures"]):
            word, control = word | control << 64, 0
        form = next((form for form in known if form.matches(word)), None)
        print(form.disassemble(word, control) if form else "ILLEGAL")


if __name__ == "__main__":
    main()
