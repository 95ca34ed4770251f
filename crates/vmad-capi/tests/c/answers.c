// Answers each line "WORD A B C", four hexadecimal numbers, with the result in eight digits, or `?`. The test of all
// bindings gives each of them the same lines.
#include <inttypes.h>
#include <stdio.h>

#include <vmadlib.h>

int main(void) {
  uint64_t word;
  uint32_t a, b, c, result;
  while (scanf("%" SCNx64 " %" SCNx32 " %" SCNx32 " %" SCNx32, &word, &a, &b, &c) == 4) {
    if (vmadlib_execute(word, a, b, c, &result, NULL)) {
      puts("?");
    } else {
      printf("%08" PRIx32 "\n", result);
    }
  }
  return 0;
}
