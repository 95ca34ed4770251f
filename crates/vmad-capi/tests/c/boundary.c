// Every function with legal and with illegal arguments. C99 and C++17.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pthread.h>
#include <vmadlib.h>

static vmadlib_error error;

static void expect(int ok, const char *what, int line) {
  if (!ok) {
    fprintf(stderr, "line %d: %s\n  last message: %s\n", line, what, error.message);
    exit(1);
  }
}
#define EXPECT(condition) expect((condition) != 0, #condition, __LINE__)

// The last call failed with this status, and its message has this text.
#define REFUSED(call, status_, text) \
  do { \
    memset(&error, 0, sizeof error); \
    EXPECT((call) == (status_)); \
    EXPECT(error.status == (status_)); \
    EXPECT(strstr(error.message, (text)) != NULL); \
  } while (0)

static const uint64_t VMAD = 0x5f04020000370200; // VMAD.U8.U8 R0, R2, R3, R4

static uint64_t word_of(const char *text) {
  uint64_t word = 0;
  EXPECT(vmadlib_assemble(text, strlen(text), &word, NULL, &error) == VMADLIB_OK);
  return word;
}

static void words_and_text(void) {
  vmadlib_instruction it;
  EXPECT(vmadlib_decode(VMAD, 50, &it, NULL) == VMADLIB_OK);
  EXPECT(it.opcode == VMADLIB_VMAD && it.rd == 0 && it.ra == 2 && it.rb == 3 && it.rc == 4 && it.guard == 7);
  EXPECT(it.saturate == 0 && it.scale == 0 && it.second_op == VMADLIB_NONE && it.decoupled == 0);
  REFUSED(vmadlib_decode(0, 50, &it, &error), VMADLIB_ERROR_FOREIGN, "not a video instruction");
  REFUSED(vmadlib_decode(VMAD | (uint64_t)3 << 51, 50, &it, &error), VMADLIB_ERROR_WORD, "scale (bits 52:51) is 3");
  REFUSED(vmadlib_decode(VMAD, 51, &it, &error), VMADLIB_ERROR_ARGUMENT, "sm_51");
  REFUSED(vmadlib_decode(VMAD, 50, NULL, &error), VMADLIB_ERROR_POINTER, "instruction is null");
  EXPECT(vmadlib_decode(VMAD, 50, NULL, NULL) == VMADLIB_ERROR_POINTER);
  EXPECT(vmadlib_decode(VMAD, 50, (vmadlib_instruction *)((char *)&it + 1), NULL) == VMADLIB_ERROR_POINTER);

  // The same instruction as a word of Kepler and of Maxwell.
  uint64_t word = 7;
  REFUSED(vmadlib_decode(0xff953a6a971ad0e2, 50, &it, &error), VMADLIB_ERROR_FOREIGN, "not a video instruction");
  EXPECT(vmadlib_decode(0xff953a6a971ad0e2, 35, &it, NULL) == VMADLIB_OK);
  EXPECT(vmadlib_encode(&it, &word, NULL) == VMADLIB_OK && word == 0x5ff2a74d52e6b438);
  REFUSED(vmadlib_decode(VMAD, 35, &it, &error), VMADLIB_ERROR_FOREIGN, "not a video instruction");
  EXPECT(vmadlib_decode(VMAD, 50, &it, NULL) == VMADLIB_OK);

  word = 7;
  it.saturate = 1;
  EXPECT(vmadlib_encode(&it, &word, NULL) == VMADLIB_OK && word == (VMAD | (uint64_t)1 << 55));
  it.scale = 3;
  REFUSED(vmadlib_encode(&it, &word, &error), VMADLIB_ERROR_WORD, "scale");
  it.scale = 4;
  REFUSED(vmadlib_encode(&it, &word, &error), VMADLIB_ERROR_ARGUMENT, "scale of VMAD is 0x4: legal are 0 to 0x3");
  it.scale = -2;
  REFUSED(vmadlib_encode(&it, &word, &error), VMADLIB_ERROR_ARGUMENT, "scale");
  it.scale = VMADLIB_NONE;
  REFUSED(vmadlib_encode(&it, &word, &error), VMADLIB_ERROR_ARGUMENT, "needs a value of scale");
  it.scale = 0;
  it.second_op = 1;
  REFUSED(vmadlib_encode(&it, &word, &error), VMADLIB_ERROR_ARGUMENT, "no field \"secop\"");
  it.opcode = 9;
  REFUSED(vmadlib_encode(&it, &word, &error), VMADLIB_ERROR_ARGUMENT, "opcode 9: legal are 0 to 8");
  EXPECT(word == (VMAD | (uint64_t)1 << 55));

  char text[192];
  size_t length = 0;
  EXPECT(vmadlib_disassemble(VMAD, 0x7e0, 50, text, sizeof text, &length, NULL) == VMADLIB_OK);
  EXPECT(strcmp(text, "VMAD.U8.U8 R0, R2, R3, R4") == 0 && length == strlen(text));
  EXPECT(vmadlib_disassemble(VMAD, 0x7e0, 50, text, length + 1, &length, NULL) == VMADLIB_OK);
  length = 0;
  REFUSED(vmadlib_disassemble(VMAD, 0x7e0, 50, text, 25, &length, &error), VMADLIB_ERROR_BUFFER, "26 are needed");
  EXPECT(length == 25);
  EXPECT(vmadlib_disassemble(VMAD, 0x7e0, 50, NULL, 0, &length, NULL) == VMADLIB_ERROR_BUFFER);
  REFUSED(vmadlib_disassemble(VMAD, 0x7e0, 50, NULL, 100, &length, &error), VMADLIB_ERROR_POINTER, "the buffer");
  REFUSED(vmadlib_disassemble(VMAD, 0x7e0, 51, text, sizeof text, &length, &error), VMADLIB_ERROR_ARGUMENT, "sm_51");
  REFUSED(vmadlib_disassemble(VMAD, 0x200000, 50, text, sizeof text, &length, &error), VMADLIB_ERROR_ARGUMENT,
          "control field");

  const char *wrong = "VMAD.U8.U9 R0, R1, R2, R3";
  REFUSED(vmadlib_assemble(wrong, strlen(wrong), &word, NULL, &error), VMADLIB_ERROR_TEXT, "unknown suffix \"U9\"");
  EXPECT(error.offset == 7 && error.length == 3);
  REFUSED(vmadlib_assemble("\xff", 1, &word, NULL, &error), VMADLIB_ERROR_TEXT, "UTF-8");
  REFUSED(vmadlib_assemble(NULL, 1, &word, NULL, &error), VMADLIB_ERROR_POINTER, "text is null");
  REFUSED(vmadlib_assemble(wrong, SIZE_MAX, &word, NULL, &error), VMADLIB_ERROR_ARGUMENT, "too many");
  // A message that is too long is cut, and ends with NUL.
  char long_text[1000];
  memset(long_text, 'Q', sizeof long_text);
  memset(error.message, 1, sizeof error.message);
  EXPECT(vmadlib_assemble(long_text, sizeof long_text, &word, NULL, &error) == VMADLIB_ERROR_TEXT);
  EXPECT(strchr(error.message, 'Q') != NULL && error.message[sizeof error.message - 2] != 0);
  EXPECT(error.message[sizeof error.message - 1] == 0);
  uint32_t control = 0;
  const char *full = "VMAD R0, R2, R3, R4 &wr=0 ?stall=2";
  EXPECT(vmadlib_assemble(full, strlen(full), &word, &control, NULL) == VMADLIB_OK && control == 0x702);

  // Every instruction of the family, out of a struct and back.
  const char *const family[] = {"VMAD.S16.U8.SHR_7.SAT R0.CC, -R1.H1, R2.B3, R4", "VADD.UD.U8.S16.SAT.ACC R1, R2.B1, -R3, R4",
                                "VABSDIFF.U32.S16.MIN R1, R2, 0x7, R4",          "VABSDIFF4.U8.U8.ACC R1, R2, R3, R4",
                                "VMNMX.UD.U32.S16.MX R1, R2, -5, R4",            "VSET.LT.U16.S8.MRG_16H R1, R2, R3, R4",
                                "VSETP.GT.U8.U32.XOR P3, P1, R2.B2, RZ, !P2",    "VSHL.UD.U32.U32.W.SAT.ACC R1, R2, R3, R4",
                                "@!P1 VSHR.U32.U16 R1, R2, 0x4, R4"};
  for (uint32_t i = 0; i < 9; i++) {
    word = word_of(family[i]);
    EXPECT(vmadlib_decode(word, 50, &it, &error) == VMADLIB_OK && it.opcode == i);
    uint64_t back = 0;
    EXPECT(vmadlib_encode(&it, &back, &error) == VMADLIB_OK && back == word);
    EXPECT(vmadlib_disassemble(word, 0x7e0, 50, text, sizeof text, &length, &error) == VMADLIB_OK);
    EXPECT(word_of(text) == word);
  }
  word = word_of("VABSDIFF4 R0, R2, 0x5, R4");
  EXPECT(vmadlib_decode(word, 50, &it, &error) == VMADLIB_OK && it.imm8 == 5 && it.b_is_immediate == 1);
  EXPECT(vmadlib_encode(&it, &word, &error) == VMADLIB_OK && word == word_of("VABSDIFF4 R0, R2, 0x5, R4"));
}

static void execution(void) {
  uint32_t result = 0;
  EXPECT(vmadlib_execute(VMAD, 0x12345688, 0x8a24c993, 0x9123064a, &result, NULL) == VMADLIB_OK);
  EXPECT(result == 0x91235462);
  REFUSED(vmadlib_execute(VMAD, 0, 0, 0, NULL, &error), VMADLIB_ERROR_POINTER, "result is null");
  REFUSED(vmadlib_execute(1, 0, 0, 0, &result, &error), VMADLIB_ERROR_FOREIGN, "not a video instruction");
  REFUSED(vmadlib_execute(word_of("VABSDIFF4 R0, R2, 0x5, R4"), 0, 0, 0, &result, &error), VMADLIB_ERROR_UNKNOWN,
          "VABSDIFF4");
  // An immediate and RZ have their own values.
  EXPECT(vmadlib_execute(word_of("VMAD.U32.U16 R0, R2, 0x3, RZ"), 5, 99, 99, &result, NULL) == VMADLIB_OK && result == 15);

  vmadlib_state state;
  memset(&state, 0, sizeof state);
  state.registers[2] = 7;
  state.registers[255] = 0xdead;
  vmadlib_effect effect;
  EXPECT(vmadlib_step(word_of("VSETP.GT.U32.U32.AND P3, P1, R2, RZ, PT"), &state, &effect, NULL) == VMADLIB_OK);
  EXPECT(state.predicates == 1 << 3 && effect.predicate_numbers[0] == 3 && effect.predicate_numbers[1] == 1);
  EXPECT(effect.register_number == VMADLIB_NONE);
  EXPECT(vmadlib_step(word_of("@!P3 VADD.UD.U32.U32 R5.CC, R2, R2, RZ"), &state, &effect, NULL) == VMADLIB_OK);
  EXPECT(effect.register_number == VMADLIB_NONE && state.registers[5] == 0 && !state.condition_code_unspecified);
  EXPECT(vmadlib_step(word_of("@P3 VADD.UD.U32.U32 R5.CC, R2, R2, RZ"), &state, NULL, NULL) == VMADLIB_OK);
  EXPECT(state.registers[5] == 14 && state.condition_code_unspecified == 1);
  // A guard reads its own predicate.
  state.predicates = 1 << 4 | 1 << 2;
  EXPECT(vmadlib_step(word_of("@P3 VADD.UD.U32.U32 R6, R2, R2, RZ"), &state, NULL, NULL) == VMADLIB_OK);
  EXPECT(vmadlib_step(word_of("@P5 VADD.UD.U32.U32 R6, R2, R2, RZ"), &state, NULL, NULL) == VMADLIB_OK);
  EXPECT(state.registers[6] == 0);
  EXPECT(vmadlib_step(word_of("@P2 VADD.UD.U32.U32 R6, R2, R2, RZ"), &state, NULL, NULL) == VMADLIB_OK);
  EXPECT(state.registers[6] == 14);
  REFUSED(vmadlib_step(VMAD, NULL, NULL, &error), VMADLIB_ERROR_POINTER, "state is null");

  vmadlib_wire wires[32];
  size_t count = 0;
  EXPECT(vmadlib_trace(VMAD, 0x88, 0x93, 1, wires, 32, &count, &error) == VMADLIB_OK && count > 5);
  int found = 0;
  for (size_t i = 0; i < count; i++) {
    if (strcmp(wires[i].name, "product") == 0) {
      found = wires[i].bits[0] == 0x88 * 0x93 && wires[i].width == 66 && strcmp(wires[i].stage, "multiply") == 0;
    }
  }
  EXPECT(found);
  EXPECT(wires[count - 1].bits[0] == 0x88 * 0x93 + 1);
  // A negative product of 66 bits, and a port, which is not signed.
  EXPECT(vmadlib_trace(word_of("VMAD.S8.S8 R0, R2, R3, R4"), 0xff, 1, 0, wires, 32, &count, &error) == VMADLIB_OK);
  found = 0;
  for (size_t i = 0; i < count; i++) {
    if (strcmp(wires[i].name, "product") == 0) {
      found += wires[i].bits[0] == UINT64_MAX && wires[i].bits[1] == 3 && wires[i].is_signed == 1;
    }
    if (strcmp(wires[i].name, "A port") == 0) found += wires[i].bits[1] == 0 && wires[i].is_signed == 0;
  }
  EXPECT(found == 2);
  EXPECT(vmadlib_trace(VMAD, 0, 0, 0, wires, 32, &count, &error) == VMADLIB_OK);
  size_t needed = 0;
  REFUSED(vmadlib_trace(VMAD, 0, 0, 0, wires, 3, &needed, &error), VMADLIB_ERROR_BUFFER, "room for 3");
  EXPECT(needed == count);
  REFUSED(vmadlib_trace(VMAD, 0, 0, 0, NULL, 32, &needed, &error), VMADLIB_ERROR_POINTER, "the buffer is null");
  REFUSED(vmadlib_trace(VMAD, 0, 0, 0, wires, 32, NULL, &error), VMADLIB_ERROR_POINTER, "length");
}

enum { MANY = 5000 };

static void batches(void) {
  static uint32_t a[MANY], b[MANY], c[MANY], d[MANY], in_place[MANY];
  for (uint32_t i = 0; i < MANY; i++) {
    a[i] = i * 2654435761u;
    b[i] = i * 40503u;
    c[i] = in_place[i] = i * i;
  }
  const uint64_t it = word_of("VMAD.S16.U8.SHR_7.SAT R0, -R1.H1, R2.B3, R4");
  const vmadlib_port pa = {a, 0}, pb = {b, 0}, pc = {c, 0}, own = {in_place, 0}, nine = {NULL, 9};
  EXPECT(vmadlib_execute_batch(it, pa, pb, pc, MANY, d, &error) == VMADLIB_OK);
  EXPECT(vmadlib_execute_batch(it, pa, pb, own, MANY, in_place, &error) == VMADLIB_OK);
  EXPECT(memcmp(d, in_place, sizeof d) == 0);
  for (size_t i = 0; i < MANY; i++) {
    uint32_t one = 0;
    EXPECT(vmadlib_execute(it, a[i], b[i], c[i], &one, NULL) == VMADLIB_OK && one == d[i]);
  }
  EXPECT(vmadlib_execute_batch(it, pa, nine, pc, MANY, d, &error) == VMADLIB_OK);
  uint32_t last = 0;
  EXPECT(vmadlib_execute(it, a[MANY - 1], 9, c[MANY - 1], &last, NULL) == VMADLIB_OK && last == d[MANY - 1]);
  // Arrays that overlap the results at another place, at each of their ends, or not at all.
  for (size_t at = 1; at <= 2; at++) {
    memcpy(in_place, c, sizeof c);
    const vmadlib_port before = {in_place, 0}, after = {in_place + at, 0};
    EXPECT(vmadlib_execute_batch(it, pa, before, after, MANY - at, in_place + at, &error) == VMADLIB_OK);
    for (size_t i = 0; i < MANY - at; i++) {
      EXPECT(vmadlib_execute(it, a[i], c[i], c[i + at], &last, NULL) == VMADLIB_OK && last == in_place[i + at]);
    }
  }
  REFUSED(vmadlib_execute_batch(it, pa, pb, pc, SIZE_MAX, d, &error), VMADLIB_ERROR_ARGUMENT, "too many");
  REFUSED(vmadlib_execute_batch(it, pa, pb, pc, MANY, NULL, &error), VMADLIB_ERROR_POINTER, "results is null");
  EXPECT(vmadlib_execute_batch(it, pa, pb, pc, 0, NULL, &error) == VMADLIB_OK);
  REFUSED(vmadlib_execute_batch(0, pa, pb, pc, MANY, d, &error), VMADLIB_ERROR_FOREIGN, "not a video instruction");
}

static void ptx(void) {
  uint64_t result = 0;
  uint32_t width = 0;
  const char *text = "vmad.u32.u32.u32.sat d, a, b, -c;";
  const size_t n = strlen(text);
  EXPECT(vmadlib_ptx_execute(text, n, NULL, NULL, NULL, 1, 1, 0x80000000u, &result, &width, &error) == VMADLIB_OK);
  EXPECT(result == 0x80000001u && width == 32);
  EXPECT(vmadlib_ptx_execute(text, n, "sm_61", "7.0", "literal", 1, 1, 0x80000000u, &result, NULL, NULL) == VMADLIB_OK);
  EXPECT(result == 0x7fffffff);
  REFUSED(vmadlib_ptx_execute(text, n, NULL, NULL, "loose", 1, 1, 1, &result, NULL, &error), VMADLIB_ERROR_ARGUMENT, "loose");
  REFUSED(vmadlib_ptx_execute(text, n, "\xff", NULL, NULL, 1, 1, 1, &result, NULL, &error), VMADLIB_ERROR_ARGUMENT,
          "target is not UTF-8");
  REFUSED(vmadlib_ptx_execute(text, n, "gfx", NULL, NULL, 1, 1, 1, &result, NULL, &error), VMADLIB_ERROR_ARGUMENT, "gfx");
  REFUSED(vmadlib_ptx_execute("vmad.u8 d;", 10, NULL, NULL, NULL, 1, 1, 1, &result, NULL, &error), VMADLIB_ERROR_PTX, "");
  EXPECT(error.message[0] != 0 && error.length > 0);
}

static void *thread(void *argument) {
  const uint32_t seed = *(const uint32_t *)argument;
  for (uint32_t i = 0; i < 2000; i++) {
    uint32_t result = 0;
    if (vmadlib_execute(VMAD, i, seed, i, &result, NULL) != VMADLIB_OK || result != (i & 0xff) * (seed & 0xff) + i) {
      return argument;
    }
  }
  return NULL;
}

static void threads(void) {
  pthread_t them[4];
  static uint32_t seeds[4] = {1, 77, 200, 255};
  for (int i = 0; i < 4; i++) EXPECT(pthread_create(&them[i], NULL, thread, &seeds[i]) == 0);
  for (int i = 0; i < 4; i++) {
    void *failed = NULL;
    EXPECT(pthread_join(them[i], &failed) == 0 && failed == NULL);
  }
}

int main(void) {
  EXPECT(strchr(vmadlib_version(), '.') != NULL);
  words_and_text();
  execution();
  batches();
  ptx();
  threads();
  printf("boundary: all checks passed\n");
  return 0;
}
