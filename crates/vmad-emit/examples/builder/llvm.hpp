// The operations of LLVM IR, for
//     vmad emit --builder --lang cpp --all > video.hpp
// In a file that includes llvm/IR/IRBuilder.h.
#include "video.hpp"

struct LlvmOps {
    using U32 = llvm::Value*;
    using Flag = llvm::Value*;
    llvm::IRBuilder<>& ir;

    U32 constant(uint32_t number) { return ir.getInt32(number); }
    Flag flag(bool truth) { return ir.getInt1(truth); }
    U32 add(U32 x, U32 y) { return ir.CreateAdd(x, y); }
    U32 sub(U32 x, U32 y) { return ir.CreateSub(x, y); }
    U32 mul(U32 x, U32 y) { return ir.CreateMul(x, y); }
    U32 mul_high(U32 x, U32 y)
    {
        return upper(ir.CreateZExt(x, ir.getInt64Ty()), ir.CreateZExt(y, ir.getInt64Ty()));
    }
    U32 mul_high_signed(U32 x, U32 y)
    {
        return upper(ir.CreateSExt(x, ir.getInt64Ty()), ir.CreateSExt(y, ir.getInt64Ty()));
    }
    U32 bit_and(U32 x, U32 y) { return ir.CreateAnd(x, y); }
    U32 bit_or(U32 x, U32 y) { return ir.CreateOr(x, y); }
    U32 bit_xor(U32 x, U32 y) { return ir.CreateXor(x, y); }
    U32 bit_not(U32 x) { return ir.CreateNot(x); }
    U32 shift_left(U32 x, U32 amount) { return ir.CreateShl(x, amount); }
    U32 shift_right(U32 x, U32 amount) { return ir.CreateLShr(x, amount); }
    U32 shift_right_signed(U32 x, U32 amount) { return ir.CreateAShr(x, amount); }
    Flag less(U32 x, U32 y) { return ir.CreateICmpULT(x, y); }
    Flag less_signed(U32 x, U32 y) { return ir.CreateICmpSLT(x, y); }
    Flag equal(U32 x, U32 y) { return ir.CreateICmpEQ(x, y); }
    U32 select(Flag flag, U32 x, U32 y) { return ir.CreateSelect(flag, x, y); }
    Flag flag_and(Flag x, Flag y) { return ir.CreateAnd(x, y); }
    Flag flag_or(Flag x, Flag y) { return ir.CreateOr(x, y); }
    Flag flag_xor(Flag x, Flag y) { return ir.CreateXor(x, y); }
    Flag flag_not(Flag x) { return ir.CreateNot(x); }
    U32 min(U32 x, U32 y) { return ir.CreateBinaryIntrinsic(llvm::Intrinsic::umin, x, y); }
    U32 max(U32 x, U32 y) { return ir.CreateBinaryIntrinsic(llvm::Intrinsic::umax, x, y); }
    U32 min_signed(U32 x, U32 y) { return ir.CreateBinaryIntrinsic(llvm::Intrinsic::smin, x, y); }
    U32 max_signed(U32 x, U32 y) { return ir.CreateBinaryIntrinsic(llvm::Intrinsic::smax, x, y); }

private:
    U32 upper(llvm::Value* x, llvm::Value* y)
    {
        return ir.CreateTrunc(ir.CreateLShr(ir.CreateMul(x, y), ir.getInt64(32)), ir.getInt32Ty());
    }
};

// In the translator: the value of Rd, from the values of the registers that the word names.
inline llvm::Value* TranslateVideo(llvm::IRBuilder<>& ir, uint64_t word, llvm::Value* a, llvm::Value* b, llvm::Value* c)
{
    LlvmOps ops{ir};
    return video::build(ops, word, a, b, c);
}
