// One word, executed many times, in C99. A word that is no video instruction has a status of its own,
// with which an emulator goes on to its other instructions.
//
//   cc -std=c99 many.c $(pkg-config --cflags --libs vmadlib) -o many && ./many
#include <stdio.h>

#include <vmadlib.h>

int main(void) {
  // VMAD.U8.U8 R0, R2, R3, R4; NOP; VMAD with an illegal field.
  static const uint64_t words[] = {0x5f04020000370200, 0x50b0000000070f00, 0x5f1c020000370200};
  const uint64_t word = words[0];
  vmadlib_instruction instruction;
  vmadlib_error error;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    switch (vmadlib_decode(words[i], 50, &instruction, &error)) {
    case VMADLIB_OK:
      printf("%016llx: a video instruction\n", (unsigned long long)words[i]);
      break;
    case VMADLIB_ERROR_FOREIGN:
      printf("%016llx: no video instruction\n", (unsigned long long)words[i]);
      break;
    default:
      printf("%016llx: %s\n", (unsigned long long)words[i], error.message);
    }
  }

  // One execution at a time: a sum of products.
  uint32_t sum = 0;
  for (uint32_t i = 0; i < 100; i++) {
    if (vmadlib_execute(word, i, i + 1, sum, &sum, &error)) return 1;
  }

  // The same on arrays, with SIMD: the products alone, C is 0 in each.
  uint32_t a[100], b[100], products[100], total = 0;
  for (uint32_t i = 0; i < 100; i++) a[i] = i, b[i] = i + 1;
  const vmadlib_port of_a = {a, 0}, of_b = {b, 0}, of_c = {NULL, 0};
  if (vmadlib_execute_batch(word, of_a, of_b, of_c, 100, products, &error)) return 1;
  for (size_t i = 0; i < 100; i++) total += products[i];

  printf("%u, and with arrays %u\n", sum, total);
  return sum == 333300 && total == sum ? 0 : 1;
}
