// The model for SystemVerilog: the wires of one execution at a time, through DPI-C.
#include <cstdio>
#include <cstring>

#include <vmadlib.h>

// The prototypes, which Verilator writes.
#include "Vbench__Dpi.h"

static vmadlib_wire wires[64];
static size_t count;
static char text[192];

static const vmadlib_wire *found(const char *name) {
  for (size_t i = 0; i < count; i++) {
    if (std::strcmp(wires[i].name, name) == 0) return &wires[i];
  }
  return nullptr;
}

// Executes a word. 0 if it is not legal.
int model_execute(long long word, int a, int b, int c) {
  vmadlib_error error;
  if (vmadlib_trace((uint64_t)word, (uint32_t)a, (uint32_t)b, (uint32_t)c, wires, 64, &count, &error)) {
    std::fprintf(stderr, "%s\n", error.message);
    return 0;
  }
  return 1;
}

// The bits of a wire of that execution. 0 if it has no such wire.
int model_wire(const char *name, long long *low, long long *high) {
  const vmadlib_wire *wire = found(name);
  if (wire == nullptr) return 0;
  *low = (long long)wire->bits[0];
  *high = (long long)wire->bits[1];
  return 1;
}

// The stage that drives the wire.
const char *model_stage(const char *name) {
  const vmadlib_wire *wire = found(name);
  return wire == nullptr ? "?" : wire->stage;
}

// The text of a word.
const char *model_text(long long word) {
  size_t length;
  return vmadlib_disassemble((uint64_t)word, 0x7e0, 50, text, sizeof text, &length, nullptr) ? "?" : text;
}
