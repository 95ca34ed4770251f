// The operations of an IR emitter of the kind that GPU emulators have, for
//     vmad emit --builder --lang cpp --all > video.hpp
// U1, U32, U64 and IREmitter are the emulator's.
#include "video.hpp"

struct VideoOps : video::Defaults<VideoOps> {
    using U32 = IR::U32;
    using Flag = IR::U1;
    IR::IREmitter& ir;

    explicit VideoOps(IR::IREmitter& emitter) : ir(emitter) {}

    U32 constant(uint32_t number) { return ir.Imm32(number); }
    Flag flag(bool truth) { return ir.Imm1(truth); }
    U32 add(U32 x, U32 y) { return ir.IAdd(x, y); }
    U32 sub(U32 x, U32 y) { return ir.ISub(x, y); }
    U32 mul(U32 x, U32 y) { return ir.IMul(x, y); }
    U32 mul_high(U32 x, U32 y) { return upper(ir.IMul(ir.UConvert(64, x), ir.UConvert(64, y))); }
    U32 mul_high_signed(U32 x, U32 y) { return upper(ir.IMul(ir.SConvert(64, x), ir.SConvert(64, y))); }
    U32 bit_and(U32 x, U32 y) { return ir.BitwiseAnd(x, y); }
    U32 bit_or(U32 x, U32 y) { return ir.BitwiseOr(x, y); }
    U32 bit_xor(U32 x, U32 y) { return ir.BitwiseXor(x, y); }
    U32 bit_not(U32 x) { return ir.BitwiseNot(x); }
    U32 shift_left(U32 x, U32 amount) { return ir.ShiftLeftLogical(x, amount); }
    U32 shift_right(U32 x, U32 amount) { return ir.ShiftRightLogical(x, amount); }
    U32 shift_right_signed(U32 x, U32 amount) { return ir.ShiftRightArithmetic(x, amount); }
    Flag less(U32 x, U32 y) { return ir.ILessThan(x, y, false); }
    Flag less_signed(U32 x, U32 y) { return ir.ILessThan(x, y, true); }
    Flag equal(U32 x, U32 y) { return ir.IEqual(x, y); }
    U32 select(Flag flag, U32 x, U32 y) { return ir.Select(flag, x, y); }
    Flag flag_and(Flag x, Flag y) { return ir.LogicalAnd(x, y); }
    Flag flag_or(Flag x, Flag y) { return ir.LogicalOr(x, y); }
    Flag flag_xor(Flag x, Flag y) { return ir.LogicalXor(x, y); }
    Flag flag_not(Flag x) { return ir.LogicalNot(x); }
    U32 min(U32 x, U32 y) { return ir.IMin(x, y, false); }
    U32 max(U32 x, U32 y) { return ir.IMax(x, y, false); }
    U32 min_signed(U32 x, U32 y) { return ir.IMin(x, y, true); }
    U32 max_signed(U32 x, U32 y) { return ir.IMax(x, y, true); }

private:
    U32 upper(IR::U64 product) { return ir.UConvert(32, ir.ShiftRightLogical(product, ir.Imm32(32))); }
};

// In the translator: the value of Rd, from the values of the registers that the word names.
inline IR::U32 TranslateVideo(IR::IREmitter& ir, uint64_t word, IR::U32 a, IR::U32 b, IR::U32 c)
{
    VideoOps ops(ir);
    return video::build(ops, word, a, b, c);
}
