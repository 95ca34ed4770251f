// Code that builds IR for a video instruction that is known only at run time. The text of this file is only tested.
// `vmad emit --builder --prove` proves, for every mode, that the operations that it builds compute what the datapath
// computes.
//
// Test your operations with `vmad vectors`. Integers is a class of them that computes.
#ifndef {guard}
#define {guard}
#include <array>
#include <cstdint>

namespace {namespace} {

#if 0
// The operations of an IR: write a class with these types and functions. Derive it from Defaults of itself.
struct Operations : Defaults<Operations> {
    using U32 = ...; // A value of 32 bits, which can be copied.
    using Flag = ...; // A value of one bit, which can be copied.
{operations}
};
#endif

// Operations in terms of others. A class may define its own in place of them.
template <class Ops>
struct Defaults {
{defaults}
};

// An IR that computes: its values are numbers.
struct Integers : Defaults<Integers> {
    using U32 = uint32_t;
    using Flag = bool;
{integers}
};
{legal}{stages}{programs}
// Builds the result of a word. RZ reads 0, an immediate form ignores b, and the guard has no effect. For VSETP, bit 0
// of c is the source predicate, and bits 0 and 1 of the result are the predicates. For a word that is_legal refuses,
// the result is the constant 0.
template <class Ops>
typename Ops::U32 build(Ops& ops, uint64_t word, typename Ops::U32 a, typename Ops::U32 b, typename Ops::U32 c)
{
    if (!is_legal(word)) return ops.constant(0u);
{dispatch}
    return ops.constant(0u);
}

} // namespace {namespace}
#endif
