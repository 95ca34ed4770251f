// The C interface of vmad, the reference of NVIDIA's SASS video instructions (Maxwell and Pascal).
//
// cbindgen writes this file from the crate vmad-capi; a test compares the two.
//
// Conventions
// - A function that can fail returns a vmadlib_status, 0 for success. If `error` is not null, a failure writes to it
//   the status, a message with the legal values, and the place of the fault in the given text. A failing call changes
//   no other output, except where a comment says so.
// - A null or misaligned pointer is an error, except where a comment allows null. No panic crosses the interface.
// - There is no global state. Any thread can call any function at any time; one object must not be written by two
//   threads at once.
// - Input texts have a length in bytes, and need no NUL. Output texts end with a NUL, which their length excludes.
//
// Stability: a patch version changes no function, structure or value of this file. Before 1.0 a minor version can; from
// 1.0 on only a major version. The text of messages and notes can change at any time.

#ifndef VMADLIB_H
#define VMADLIB_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// The instructions.
typedef enum vmadlib_opcode {
  // The product of A and B plus C, shifted right.
  VMADLIB_VMAD = 0,
  // The sum or the difference of A and B.
  VMADLIB_VADD = 1,
  // The absolute difference of A and B.
  VMADLIB_VABSDIFF = 2,
  // The absolute differences of four pairs of bytes.
  VMADLIB_VABSDIFF4 = 3,
  // The minimum or the maximum of A and B.
  VMADLIB_VMNMX = 4,
  // 1 if a comparison of A and B is true, else 0.
  VMADLIB_VSET = 5,
  // Two predicates from a comparison of A and B and a source predicate.
  VMADLIB_VSETP = 6,
  // A shifted left by B.
  VMADLIB_VSHL = 7,
  // A shifted right by B.
  VMADLIB_VSHR = 8,
} vmadlib_opcode;

// The bytes of a message, with its NUL. A longer message is cut at the end of a character.
#define VMADLIB_MESSAGE 1024

// The value of a member that the instruction does not have.
#define VMADLIB_NONE -1

// The result of a call.
typedef enum vmadlib_status {
  // Success.
  VMADLIB_OK = 0,
  // A pointer is null or misaligned.
  VMADLIB_ERROR_POINTER = 1,
  // A number or a name is out of its range.
  VMADLIB_ERROR_ARGUMENT = 2,
  // A buffer is too short. The needed length is in the function's length output.
  VMADLIB_ERROR_BUFFER = 3,
  // The word is a video instruction with an illegal field.
  VMADLIB_ERROR_WORD = 4,
  // The assembly text has an error.
  VMADLIB_ERROR_TEXT = 5,
  // No source says what the instruction computes: a VABSDIFF4 with an immediate.
  VMADLIB_ERROR_UNKNOWN = 6,
  // The PTX text has an error, or ptxas refuses it.
  VMADLIB_ERROR_PTX = 7,
  // The word is not a video instruction.
  VMADLIB_ERROR_FOREIGN = 8,
  // A defect of the library.
  VMADLIB_ERROR_INTERNAL = 9,
} vmadlib_status;

// A decoded instruction. Each member has the value of the bit field of the same meaning, VMADLIB_NONE if the
// instruction has no such field. The chapter "The instruction words" of the book has all values.
typedef struct vmadlib_instruction {
  // The word. vmadlib_encode ignores it.
  uint64_t word;
  // A vmadlib_opcode.
  uint32_t opcode;
  // 1 if B is an immediate, 0 if it is a register.
  uint32_t b_is_immediate;
  // 1 if the instruction is decoupled, 0 if it is coupled. vmadlib_encode ignores it.
  uint32_t decoupled;
  // The guard predicate, 0 to 7 (PT).
  int32_t guard;
  // 1 if the guard is negated.
  int32_t guard_negated;
  // Destination register, 0 to 255 (RZ).
  int32_t rd;
  // The A register, 0 to 255 (RZ).
  int32_t ra;
  // The B register, 0 to 255 (RZ).
  int32_t rb;
  // The C register, 0 to 255 (RZ).
  int32_t rc;
  // First destination predicate of VSETP, 0 to 7 (PT).
  int32_t pd;
  // Second destination predicate of VSETP, 0 to 7 (PT).
  int32_t pe;
  // Source predicate of VSETP, 0 to 7 (PT).
  int32_t ps;
  // 1 if the source predicate is negated.
  int32_t ps_negated;
  // The immediate of 16 bits, without sign extension.
  int32_t imm16;
  // The immediate of VABSDIFF4, 8 bits.
  int32_t imm8;
  // Selector of A: 0 to 3 bytes, 4 and 5 half-words, 6 the word. VABSDIFF4: the bytes of the four lanes.
  int32_t a_select;
  // Selector of B, likewise.
  int32_t b_select;
  // 1 if A is signed.
  int32_t a_signed;
  // 1 if B is signed.
  int32_t b_signed;
  // 1 if the instruction writes the condition code.
  int32_t cc;
  // 1 if the result is clamped.
  int32_t saturate;
  // Negation: 0 none, 1 C (VMAD) or B (VADD), 2 the product or A, 3 plus one.
  int32_t psign;
  // VMAD's shift: 0 none, 1 by 7, 2 by 15.
  int32_t scale;
  // Second operation: 0 to 3 merges, 4 add C, 5 minimum, 6 maximum, 7 none.
  int32_t second_op;
  // 1 if the result is signed.
  int32_t result_signed;
  // Comparison: 0 false, 1 LT, 2 EQ, 3 LE, 4 GT, 5 NE, 6 GE, 7 true.
  int32_t comparison;
  // VSETP: 0 and, 1 or, 2 exclusive or with the source predicate.
  int32_t bool_op;
  // VMNMX: 1 maximum, 0 minimum.
  int32_t maximum;
  // VSHL and VSHR: 1 if amounts wrap at 32, 0 if they are clamped.
  int32_t wrap;
  // VABSDIFF4: the lanes that are computed: bit 0 is Z, 1 is W, 2 is X, 3 is Y.
  int32_t lanes;
  // VABSDIFF4: 1 if the lanes and C are added.
  int32_t reduction;
} vmadlib_instruction;

// A failure.
typedef struct vmadlib_error {
  // The result of the call.
  enum vmadlib_status status;
  // The first byte at fault in the given text. 0 if the failure is not about a text.
  size_t offset;
  // The number of bytes at fault.
  size_t length;
  // The error and the legal values. UTF-8 with a NUL.
  char message[VMADLIB_MESSAGE];
} vmadlib_error;

// The registers and predicates of one thread.
typedef struct vmadlib_state {
  // R0 to R254, then RZ. RZ always reads as 0 and is not written.
  uint32_t registers[256];
  // P0 to P6, a bit each. Bit 7 is PT, which always reads as 1 and is not written.
  uint8_t predicates;
  // 1 after an instruction with .CC: no published source specifies the flags that it writes.
  uint8_t condition_code_unspecified;
} vmadlib_state;

// The writes of one instruction.
typedef struct vmadlib_effect {
  // The register that was written, 0 to 254; VMADLIB_NONE if none was.
  int32_t register_number;
  // The predicates that were written, 0 to 6; VMADLIB_NONE for one that was not.
  int32_t predicate_numbers[2];
  // The values of those predicates.
  uint8_t predicate_values[2];
  // The value of that register.
  uint32_t register_value;
  // 1 if the condition code was written.
  uint8_t condition_code;
} vmadlib_effect;

// A wire of an execution.
typedef struct vmadlib_wire {
  // The stage that drives it: "multiply". With a NUL.
  char stage[32];
  // Its name, unique in the execution: "product". With a NUL.
  char name[32];
  // A note: "A*B". With a NUL; may be empty.
  char note[64];
  // The number of bits, 1 to 66.
  uint32_t width;
  // 1 if the bits are a signed number.
  uint32_t is_signed;
  // Bits 63:0, then the bits from 64 on.
  uint64_t bits[2];
} vmadlib_wire;

// The values of a port: the array `values`, or, if that is null, `all` in every execution.
typedef struct vmadlib_port {
  // A value for each execution, or null.
  const uint32_t *values;
  // The value in every execution.
  uint32_t all;
} vmadlib_port;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the library: "0.1.0".
const char *vmadlib_version(void);

// Decodes a word of an architecture, 50 for sm_50. VMADLIB_ERROR_FOREIGN: it is not a video instruction. Of a word of
// Kepler (35 and 37), the members are those of the Maxwell instruction that computes the same. No member has its flag .S
// (join): no source says that the value depends on it. vmadlib_encode makes the Maxwell word, which the other functions
// take.
enum vmadlib_status vmadlib_decode(uint64_t word,
                                   uint32_t arch,
                                   struct vmadlib_instruction *instruction,
                                   struct vmadlib_error *error);

// Encodes an instruction. Members of other instructions must be VMADLIB_NONE; bits without meaning become 0.
enum vmadlib_status vmadlib_encode(const struct vmadlib_instruction *instruction,
                                   uint64_t *word,
                                   struct vmadlib_error *error);

// Writes the text of a legal word, as nvdisasm does; a word with an illegal field is VMADLIB_ERROR_WORD. `control` is
// the control field of the word in its bundle, 21 bits; it must be legal for the instruction. For a word alone, pass
// 0x7e0: no barrier, no wait, no reuse. (0 sets write barrier 0, which is illegal for a VMAD.) `arch` is the number of
// the architecture: 50, 52, 53, 60, 61 or 62. `length` becomes the length of the text without its NUL, also if the
// buffer is too short. Then nothing is written to `text`, and `text` can be null. 192 bytes are enough for every
// instruction.
enum vmadlib_status vmadlib_disassemble(uint64_t word,
                                        uint32_t control,
                                        uint32_t arch,
                                        char *text,
                                        size_t capacity,
                                        size_t *length,
                                        struct vmadlib_error *error);

// Assembles a text. `control` becomes the control field, or that of an idle slot if the text has none; it can be null.
enum vmadlib_status vmadlib_assemble(const char *text,
                                     size_t length,
                                     uint64_t *word,
                                     uint32_t *control,
                                     struct vmadlib_error *error);

// Executes a word on the values of its ports. `result` becomes the register's value, for VSETP the two predicates as
// bits 0 and 1. The value of a port that is RZ, PT or an immediate is ignored. Bit 0 of VSETP's C is the source
// predicate. The guard is ignored.
enum vmadlib_status vmadlib_execute(uint64_t word,
                                    uint32_t a,
                                    uint32_t b,
                                    uint32_t c,
                                    uint32_t *result,
                                    struct vmadlib_error *error);

// Executes a word on the registers and predicates of a thread. `effect` becomes the values that it wrote; it can be
// null.
enum vmadlib_status vmadlib_step(uint64_t word,
                                 struct vmadlib_state *state,
                                 struct vmadlib_effect *effect,
                                 struct vmadlib_error *error);

// Executes a word as vmadlib_execute does, and writes every wire, the result last. `count` becomes the number of
// wires, also if there is room for fewer. Then nothing is written to `wires`, and `wires` can be null.
enum vmadlib_status vmadlib_trace(uint64_t word,
                                  uint32_t a,
                                  uint32_t b,
                                  uint32_t c,
                                  struct vmadlib_wire *wires,
                                  size_t capacity,
                                  size_t *count,
                                  struct vmadlib_error *error);

// Executes a word as vmadlib_execute does, `count` times and with SIMD: `results[i]` becomes the result of the ports' i-th
// values. An array of values that overlaps `results` is copied first. Ports that are RZ, PT or an immediate are ignored.
// If `count` is 0, the arrays can be null.
enum vmadlib_status vmadlib_execute_batch(uint64_t word,
                                          struct vmadlib_port a,
                                          struct vmadlib_port b,
                                          struct vmadlib_port c,
                                          size_t count,
                                          uint32_t *results,
                                          struct vmadlib_error *error);

// Executes one PTX instruction, a video instruction or a mad, on the bits of the registers a, b and c. `result`
// becomes the bits of d, and `width` their number, 32 or 64; `width` can be null. The names end with a NUL. `target`
// (null: "sm_50"; as in PTX: "sm_61") and `version` (null: "8.0") decide whether the instruction is legal. `reading`
// selects the readings of ambiguous sentences of the PTX ISA: "default" (as null), "prose", "literal", or single
// choices as in `vmad ptx exec --reading`. The guard is ignored.
enum vmadlib_status vmadlib_ptx_execute(const char *text,
                                        size_t length,
                                        const char *target,
                                        const char *version,
                                        const char *reading,
                                        uint64_t a,
                                        uint64_t b,
                                        uint64_t c,
                                        uint64_t *result,
                                        uint32_t *width,
                                        struct vmadlib_error *error);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* VMADLIB_H */
