// Code that builds IR for a video instruction that is known only at run time. The text of this file is only tested.
// `vmad emit --builder --prove` proves, for every mode, that the operations that it builds compute what the datapath
// computes.
// Test your Operations with `vmad vectors`. Integers is one that computes.
namespace {namespace}
{
    /// <summary>The operations of an IR on values of 32 bits and on flags, values of one bit.</summary>
    public abstract class Operations<TU32, TFlag>
    {
{operations}
{defaults}
    }

    /// <summary>An IR that computes: its values are numbers.</summary>
    public sealed class Integers : Operations<uint, bool>
    {
{integers}
    }

    /// <summary>The builder.</summary>
    public static class Builder
    {
{legal}{stages}{programs}
/// <summary>Builds the result of a word. RZ reads 0, an immediate form ignores b, and the guard has no effect. For VSETP,
/// bit 0 of c is the source predicate, and bits 0 and 1 of the result are the predicates. For a word that IsLegal
/// refuses, the result is the constant 0.</summary>
public static TU32 Build<TU32, TFlag>(Operations<TU32, TFlag> ops, ulong word, TU32 a, TU32 b, TU32 c)
{
    if (!IsLegal(word)) return ops.Constant(0u);
    {dispatch}
    return ops.Constant(0u);
}
    }
}
