// The types of emulator.hpp, with values that are numbers.
#include <cstdint>
#include <cstdlib>
namespace IR {
struct U1 { bool value; };
struct U32 { uint32_t value; };
struct U64 { uint64_t value; };
struct IREmitter {
    static uint32_t amount(U32 x, uint32_t bits) { if (x.value >= bits) std::abort(); return x.value; }
    static bool is_less(U32 x, U32 y, bool is_signed) { return is_signed ? int32_t(x.value) < int32_t(y.value) : x.value < y.value; }
    U1 Imm1(bool truth) { return {truth}; }
    U32 Imm32(uint32_t number) { return {number}; }
    U32 IAdd(U32 x, U32 y) { return {x.value + y.value}; }
    U32 ISub(U32 x, U32 y) { return {x.value - y.value}; }
    U32 IMul(U32 x, U32 y) { return {x.value * y.value}; }
    U64 IMul(U64 x, U64 y) { return {x.value * y.value}; }
    U64 UConvert(unsigned, U32 x) { return {x.value}; }
    U64 SConvert(unsigned, U32 x) { return {uint64_t(int64_t(int32_t(x.value)))}; }
    U32 UConvert(unsigned, U64 x) { return {uint32_t(x.value)}; }
    U32 BitwiseAnd(U32 x, U32 y) { return {x.value & y.value}; }
    U32 BitwiseOr(U32 x, U32 y) { return {x.value | y.value}; }
    U32 BitwiseXor(U32 x, U32 y) { return {x.value ^ y.value}; }
    U32 BitwiseNot(U32 x) { return {~x.value}; }
    U32 ShiftLeftLogical(U32 x, U32 by) { return {x.value << amount(by, 32)}; }
    U32 ShiftRightLogical(U32 x, U32 by) { return {x.value >> amount(by, 32)}; }
    U64 ShiftRightLogical(U64 x, U32 by) { return {x.value >> amount(by, 64)}; }
    U32 ShiftRightArithmetic(U32 x, U32 by) { return {uint32_t(int32_t(x.value) >> amount(by, 32))}; }
    U1 ILessThan(U32 x, U32 y, bool is_signed) { return {is_less(x, y, is_signed)}; }
    U1 IEqual(U32 x, U32 y) { return {x.value == y.value}; }
    U32 Select(U1 flag, U32 x, U32 y) { return flag.value ? x : y; }
    U32 IMin(U32 x, U32 y, bool is_signed) { return is_less(x, y, is_signed) ? x : y; }
    U32 IMax(U32 x, U32 y, bool is_signed) { return is_less(x, y, is_signed) ? y : x; }
    U1 LogicalAnd(U1 x, U1 y) { return {x.value && y.value}; }
    U1 LogicalOr(U1 x, U1 y) { return {x.value || y.value}; }
    U1 LogicalXor(U1 x, U1 y) { return {x.value != y.value}; }
    U1 LogicalNot(U1 x) { return {!x.value}; }
};
}
