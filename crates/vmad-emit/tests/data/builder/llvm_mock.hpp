// The part of LLVM that llvm.hpp uses, with values that are numbers.
#include <cstdint>
#include <cstdlib>
#include <deque>
namespace llvm {
struct Type { unsigned bits; };
struct Value { unsigned bits; uint64_t number; };
namespace Intrinsic { enum ID { umin, umax, smin, smax }; }
template <class T = void> struct IRBuilder {
    std::deque<Value> values;
    Type types[65] = {};
    Value* value(unsigned bits, uint64_t number)
    {
        values.push_back({bits, bits == 64 ? number : number & ((uint64_t(1) << bits) - 1)});
        return &values.back();
    }
    static unsigned same(Value* x, Value* y) { if (x->bits != y->bits) std::abort(); return x->bits; }
    static uint64_t by(Value* x, Value* y) { if (y->number >= same(x, y)) std::abort(); return y->number; }
    static int64_t number(Value* x) { return int64_t(x->number << (64 - x->bits)) >> (64 - x->bits); }
    Value* getInt1(bool truth) { return value(1, truth); }
    Value* getInt32(uint32_t number) { return value(32, number); }
    Value* getInt64(uint64_t number) { return value(64, number); }
    Type* getInt32Ty() { types[32].bits = 32; return &types[32]; }
    Type* getInt64Ty() { types[64].bits = 64; return &types[64]; }
    Value* CreateAdd(Value* x, Value* y) { return value(same(x, y), x->number + y->number); }
    Value* CreateSub(Value* x, Value* y) { return value(same(x, y), x->number - y->number); }
    Value* CreateMul(Value* x, Value* y) { return value(same(x, y), x->number * y->number); }
    Value* CreateAnd(Value* x, Value* y) { return value(same(x, y), x->number & y->number); }
    Value* CreateOr(Value* x, Value* y) { return value(same(x, y), x->number | y->number); }
    Value* CreateXor(Value* x, Value* y) { return value(same(x, y), x->number ^ y->number); }
    Value* CreateNot(Value* x) { return value(x->bits, ~x->number); }
    Value* CreateShl(Value* x, Value* y) { return value(x->bits, x->number << by(x, y)); }
    Value* CreateLShr(Value* x, Value* y) { return value(x->bits, x->number >> by(x, y)); }
    Value* CreateAShr(Value* x, Value* y) { return value(x->bits, uint64_t(number(x) >> by(x, y))); }
    Value* CreateICmpULT(Value* x, Value* y) { same(x, y); return value(1, x->number < y->number); }
    Value* CreateICmpSLT(Value* x, Value* y) { same(x, y); return value(1, number(x) < number(y)); }
    Value* CreateICmpEQ(Value* x, Value* y) { same(x, y); return value(1, x->number == y->number); }
    Value* CreateSelect(Value* flag, Value* x, Value* y)
    {
        if (flag->bits != 1) std::abort();
        same(x, y);
        return flag->number ? x : y;
    }
    Value* CreateZExt(Value* x, Type* to) { return value(to->bits, x->number); }
    Value* CreateSExt(Value* x, Type* to) { return value(to->bits, uint64_t(number(x))); }
    Value* CreateTrunc(Value* x, Type* to) { return value(to->bits, x->number); }
    Value* CreateBinaryIntrinsic(Intrinsic::ID id, Value* x, Value* y)
    {
        same(x, y);
        const bool is_less = id == Intrinsic::umin || id == Intrinsic::umax ? x->number < y->number : number(x) < number(y);
        return is_less == (id == Intrinsic::umin || id == Intrinsic::smin) ? x : y;
    }
};
}
