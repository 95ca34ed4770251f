// A dispatch loop of an emulator, in C99: it runs a small program of video instructions on one thread's registers.
//
//   cc -std=c99 dispatch.c $(pkg-config --cflags --libs vmadlib) -o dispatch && ./dispatch
#include <stdio.h>
#include <string.h>

#include <vmadlib.h>

// The dot product of four bytes, clamped at 10000, and a flag that is set if it was larger. An emulator reads words;
// the text here is for the reader.
static const char *const program[] = {
    "VMAD.U8.U8 R0, R2, R3, RZ",       "VMAD.U8.U8 R0, R2.B1, R3.B1, R0",
    "VMAD.U8.U8 R0, R2.B2, R3.B2, R0", "VMAD.U8.U8 R0, R2.B3, R3.B3, R0",
    "VSETP.GT.U32.U16.AND P0, PT, R0, 0x2710, PT", "@P0 VMNMX.UD.U32.U16 R0, R0, 0x2710, RZ",
};

static int fail(const char *where, const vmadlib_error *error) {
  fprintf(stderr, "%s: %s\n", where, error->message);
  return 1;
}

int main(void) {
  vmadlib_error error;
  uint64_t words[sizeof program / sizeof *program];
  const size_t count = sizeof words / sizeof *words;
  for (size_t i = 0; i < count; i++) {
    if (vmadlib_assemble(program[i], strlen(program[i]), &words[i], NULL, &error)) {
      return fail(program[i], &error);
    }
  }

  vmadlib_state state = {0};
  state.registers[2] = 0x40414243;
  state.registers[3] = 0x30313233;
  for (size_t pc = 0; pc < count; pc++) {
    char text[192];
    size_t length;
    vmadlib_effect effect;
    if (vmadlib_disassemble(words[pc], 0x7e0, 50, text, sizeof text, &length, &error) ||
        vmadlib_step(words[pc], &state, &effect, &error)) {
      return fail("dispatch", &error);
    }
    printf("%016llx  %-44s", (unsigned long long)words[pc], text);
    if (effect.register_number != VMADLIB_NONE) {
      printf("  R%d = %u", effect.register_number, effect.register_value);
    }
    if (effect.predicate_numbers[0] != VMADLIB_NONE) {
      printf("  P%d = %d", effect.predicate_numbers[0], effect.predicate_values[0]);
    }
    printf("\n");
  }
  return state.registers[0] == 10000 ? 0 : 1;
}
