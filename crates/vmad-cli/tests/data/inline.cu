// Kernels with inline PTX, in the styles of published code. asm("not.this %0;") is a comment.
#include <cstdint>

#define LANES 4
#define FULL_MASK 0xffffffff
#define VADD4(d, a, b) asm volatile("vadd4.u32.u32.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(0))
#define VMAD_SIGNED(op, d, a, b) \
    asm("vmad." #op " %0, %1, %2, %0;" : "+r"(d) : "r"(a), "r"(b))

static const char *const text = "asm(\"vmad.wrong %0;\")";

/* dp4a for boards without it:
   asm("vmad.s32.s32.s32 %0, %1.b0, %2.b0, %3;") four times. */
__device__ __forceinline__ int dp4a(int a, int b, int c) {
    int d;
    asm("{\n\t"
        ".reg .b32 t;\n\t"                                // one accumulator
        "vmad.s32.s32.s32 t, %1.b0, %2.b0, %3;\n\t"
        "vmad.s32.s32.s32 t, %1.b1, %2.b1, t;\n\t"
        "vmad.s32.s32.s32 t, %1.b2, %2.b2, t;\n\t"
        "vmad.s32.s32.s32 %0, %1.b3, %2.b3, t;\n\t"
        "}"
        : "=r"(d)
        : "r"(a), "r"(b), "r"(c));
    return d;
}

// In place: the accumulator is input and output.
__device__ void accumulate(int &acc, const int2 v, unsigned w) {
    asm volatile("vmad.s32.s32.u32 %0, %1.h0, %2.b0, %0;" "vmad.s32.s32.u32 %0, %1.h1, %2.b1, %0;"
                 : "+&r"(acc) : "r"(v.x), "r"(w) : "memory");
}

__device__ unsigned lane() {
    unsigned id;
    asm("mov.u32 %0, %%laneid;" : "=r"(id));
    return id;
}

// A register t, and a variable t.
__device__ unsigned clamp_merge(unsigned t, unsigned c) {
    unsigned d;
    __asm__ __volatile__ (R"ptx(
        .reg .b32 t;
        max.s32 t, %[value], 0;
        min.s32 t, t, %3;
        bfi.b32 %0, t, %2, 16, 8;
    )ptx" : "=r"(d) : [value] "r"(t), "r"(c), "n"(0xff));
    return d;
}

__device__ unsigned average(unsigned a, unsigned b) {
    uint64_t wide;
    asm("{ .reg .u64 x, y; cvt.u64.u32 x, %1; cvt.u64.u32 y, %2; add.u64 x, x, y; shr.u64 %0, x, 1; }"
        : "=l"(wide) : "r"(a), "r"(b));
    return static_cast<unsigned>(wide);
}

__device__ unsigned shifted(unsigned a) {
    unsigned d;
    asm("shr.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "n"(LANES));
    return d;
}

__device__ unsigned swapped(unsigned a, unsigned b) {
    asm("add.u32 %0, %1, 1; add.u32 %0, %0, %1;" : "=&r"(a) : "r"(a));
    asm("sub.u32 %0, %0, %2;" : "=r"(b) : "0"(a), "r"(b));
    asm("add.u32 %0, %0, 1; add.u32 %0, %0, %1;" : "+&r"(a) : "r"(a));
    asm("mov.b32 %0, %0; mov.b32 %1, %1;" : "=r"(a), "=r"(b) : "0"(b), "1"(a));
    return a + b;
}

__device__ int average_rounded(int a, int b) {
    int d;
    asm("vavrg.s32 %0, %1, %2;"
        "vmad.s32.s32.s32.shr8 %0, %1, %2, %0;" : "+&r"(d) : "r"(a), "r"(b));
    return d;
}
