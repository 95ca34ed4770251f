//! The bit layouts of the two word forms.
//!
//! They are the same but for bits 35:20. The private modules keep the many accessors that the macro generates, not
//! all of which are of use, apart.

pub(super) use immediate::ImmediateLayout;
pub(super) use register::RegisterLayout;

mod register {
    #![expect(unreachable_pub, reason = "the macro writes an accessor of every kind for every field")]
    use modular_bitfield::prelude::*;

    /// The form whose B is a register.
    #[bitfield(bits = 64)]
    #[repr(u64)]
    #[derive(Clone, Copy)]
    pub(in super::super) struct RegisterLayout {
        pub rd: B8,
        pub ra: B8,
        pub guard: B3,
        pub guard_negated: bool,
        pub rb: B8,
        pub b_select: B3,
        pub ignored: B5,
        pub a_select: B3,
        pub rc: B8,
        pub cc: bool,
        pub a_signed: bool,
        pub b_signed: bool,
        pub b_is_register: bool,
        pub scale: B2,
        pub psign: B2,
        pub sat: bool,
        pub opcode: B8,
    }
}

mod immediate {
    #![expect(
        dead_code,
        unreachable_pub,
        reason = "the macro writes an accessor of every kind for every field"
    )]
    use modular_bitfield::prelude::*;

    /// The form whose B is an imm16. The fields around it are read and written through the register form.
    #[bitfield(bits = 64)]
    #[repr(u64)]
    #[derive(Clone, Copy)]
    pub(in super::super) struct ImmediateLayout {
        below: B20,
        pub imm16: B16,
        above: B28,
    }
}
