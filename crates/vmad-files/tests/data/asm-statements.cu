// An expression ends at its own parenthesis.
asm("mov.b32 %0, %2;" : "=r"((d)) : "r"(f(g(a), (b))), "r"(c));

// The declaration of t<4> covers t3, that of t only itself.
asm(".reg .b32 t; mov.b32 t, %0;" :: "r"(t));

asm(".reg .b32 t<4>; mov.b32 t3, %0;" :: "r"(t3));

asm(".reg .b32 t; mov.b32 t3, %0;" :: "r"(t3));

asm(".reg .b32 t<4>; mov.b32 total, %0;" :: "r"(total));

// An escape is one character. NVRTC 12.9 reads all digits behind \x, of a character above 0xff the low byte; here it is refused.
asm("mov\x2e" "b32 %0, 1;" : "=r"(d));

asm("mov\56" "b32 %0, 1;" : "=r"(d));

asm("mov\u002e" "b32 %0, 1;" : "=r"(d));

asm("mov\U0000002e" "b32 %0, 1;" : "=r"(d));

asm("mov\x2eb32 %0, 1;" : "=r"(d));

// A macro with a keyword of its own, or with a whole statement, hides nothing.
#define A asm
A("");

#define A(x) \
 __asm__ volatile x
A((""));

#define V volatile
asm V("");

#define asm __asm__
int asm_; x.asm;

#define A(x) asm("" :: "r"(x))
#include <asm/a.h>

// A macro can hide a legal constraint; a number cannot.
asm("" : OUTPUT(d));

asm("" : 1(d));

// A refused part, with what is legal.
asm();

asm("" : "=n"(d));

asm("" : "=r"(d), "=0"(e));

// An operand is a constant, or a register of its expression. A call or an assignment can have another value the second time.
asm("st.v2.b32 [p], {%0, %1};" :: "n"(8), "n"(0x10));

asm("st.v2.b32 [p], {%0, %1};" :: "r"(v[1]), "r"(v[1]));

asm("st.v2.b32 [p], {%0, %1};" :: "r"(1 + x), "r"(1));

asm("st.v2.b32 [p], {%0, %1};" :: "r"(f(i)), "r"(f(i)));

asm("st.v2.b32 [p], {%0, %1};" :: "r"(i++), "r"(i++));

asm("st.v2.b32 [p], {%0, %1};" :: "r"(i--), "r"(i--));

asm("st.v2.b32 [p], {%0, %1};" :: "r"(i = j), "r"(i = j));

// A percent sign, as NVRTC 12.9 reads it.
asm("//%0 %1 %01" : "=r"(d) : "r"(a));

asm("//%% %t %tid.x %rd1 %r_1 %1x" : "=r"(d) : "r"(a));

asm("//%-1 %_1 %$1 % 1 %(1" : "=r"(d) : "r"(a));

// No operand has this name.
asm("//%9" : "=r"(d));

asm("//%r1" : "=r"(d));

asm("//%Z0" : "=r"(d));

asm("//%" : "=r"(d));

asm("//%[x]" : "=r"(d));

asm("//%[" : "=r"(d));

asm("//é" : "=r"(d));

asm("//%é" : "=r"(d));

// Without operands, nothing is replaced.
asm("//%0 %% %= %t %" );

asm("//%0 %% %= %t %" :);

asm("//%0 %% %= %t %" :::);

asm("//%0 %% %= %t %" ::: "memory");

// The comma between operands is optional.
asm("shf.l.clamp.b32 %0, %2, %3, %4;" : "=r"(d) "=r"(e) : "r"(a) [b] "r"(b), "n"(3));

// A constraint can be in pieces, and can have 128 bits.
asm("mov.b128 %0, {%1, %1};" : "=" "q"(d) : "l"(a));

// The text of a variable is not known.
asm("%0" :: "C"(text));

// A constant is a number.
asm("" :: "n"(0x1'000));

asm("" :: "n"(1'000));

asm("" :: "n"(N));

asm("" :: "n"(0x));

asm("" :: "n"());

// What depends on a macro, a condition or a constant is left out, and all else is read.
asm("abs.s32 a, a; neg." TYPE " a, a; not.b32 a, a;");

asm("abs.s32 a, a;" F(x, (y)) "neg.s32 a, a; not.b32 a, a;");

asm("neg." #t " a, a;" "abs.s32 a, %0;" : : "r"(b));

asm("%0" #i ", a; abs.s32 a, %0;" :: "r"(b));

asm("abs.s32 a, a; %" T " a; not.b32 a, a;" :: "r"(b));

asm("shl.b32 a, a, %0; not.b32 a, a;" :: "n"(N + 1));

asm("abs.s32 a, a;\n\t"
#if defined(X)
"neg.s32 a, a;"
# else // not X
"cnot.b32 a, a;"
#endif
"not.b32 a, a;");

asm("abs.s32 a, a; neg"
#ifdef X
".s32 a, a;"
#if Y
"bad;"
#endif
#endif
"cnot.b32 a, a; not.b32 a, a;");

// A statement that goes on behind a gap is not an error.
asm(WHOLE 12);

asm("a %9;" M : "=r"(d));

asm(
#ifdef X
"a" : "=r"(d));
#else
"b");
#endif
int x;

asm("a" : "=r"(d)
#if X > 1
, "=r"(e)
#endif
);

asm("a"
#else
"b");

asm("a"
#if 1
"b");

// The compiler sees a number in a register. A float is another constant than its number.
asm("%%" : "=r"(d) : "r"(-3));

asm("%%" : "=l"(d) : "0"(0x7ull));

asm("%%" : "=r"(d) : "f"(2));

// NVRTC 12.9 replaces an operand by a register such as %r1, which ends the name before it. A constant does not.
asm("vset4.s32.s32.eq %0, %1, %[b], %%r;" : "=r"(d) : "r"(a), [b] "r"(b), "n"(7));

asm("vset4.s32.s32.eq" "%0, %1, %[b], %%r;" : "=r"(d) : "r"(a), [b] "r"(b), "n"(7));

asm("vset4.s32.s32.eq%0, %1, %[b], %%r;" : "=r"(d) : "r"(a), [b] "r"(b), "n"(7));

asm("bra L%3;" : "=r"(d) : "r"(a), [b] "r"(b), "n"(7));
