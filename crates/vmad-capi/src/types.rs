//! The structures of the header.
#![expect(non_camel_case_types, reason = "the names are C's")]

use core::ffi::c_char;

/// The result of a call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum vmadlib_status {
    /// Success.
    VMADLIB_OK = 0,
    /// A pointer is null or misaligned.
    VMADLIB_ERROR_POINTER = 1,
    /// A number or a name is out of its range.
    VMADLIB_ERROR_ARGUMENT = 2,
    /// A buffer is too short. The needed length is in the function's length output.
    VMADLIB_ERROR_BUFFER = 3,
    /// The word is a video instruction with an illegal field.
    VMADLIB_ERROR_WORD = 4,
    /// The assembly text has an error.
    VMADLIB_ERROR_TEXT = 5,
    /// No source says what the instruction computes: a VABSDIFF4 with an immediate.
    VMADLIB_ERROR_UNKNOWN = 6,
    /// The PTX text has an error, or ptxas refuses it.
    VMADLIB_ERROR_PTX = 7,
    /// The word is not a video instruction.
    VMADLIB_ERROR_FOREIGN = 8,
    /// A defect of the library.
    VMADLIB_ERROR_INTERNAL = 9,
}

/// The bytes of a message, with its NUL. A longer message is cut at the end of a character.
pub const VMADLIB_MESSAGE: usize = 1024;

/// A failure.
#[repr(C)]
pub struct vmadlib_error {
    /// The result of the call.
    pub status: vmadlib_status,
    /// The first byte at fault in the given text. 0 if the failure is not about a text.
    pub offset: usize,
    /// The number of bytes at fault.
    pub length: usize,
    /// The error and the legal values. UTF-8 with a NUL.
    pub message: [c_char; VMADLIB_MESSAGE],
}

/// The value of a member that the instruction does not have.
pub const VMADLIB_NONE: i32 = -1;

/// A decoded instruction. Each member has the value of the bit field of the same meaning, VMADLIB_NONE if the
/// instruction has no such field. The chapter "The instruction words" of the book has all values.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct vmadlib_instruction {
    /// The word. vmadlib_encode ignores it.
    pub word: u64,
    /// A vmadlib_opcode.
    pub opcode: u32,
    /// 1 if B is an immediate, 0 if it is a register.
    pub b_is_immediate: u32,
    /// 1 if the instruction is decoupled, 0 if it is coupled. vmadlib_encode ignores it.
    pub decoupled: u32,
    /// The guard predicate, 0 to 7 (PT).
    pub guard: i32,
    /// 1 if the guard is negated.
    pub guard_negated: i32,
    /// Destination register, 0 to 255 (RZ).
    pub rd: i32,
    /// The A register, 0 to 255 (RZ).
    pub ra: i32,
    /// The B register, 0 to 255 (RZ).
    pub rb: i32,
    /// The C register, 0 to 255 (RZ).
    pub rc: i32,
    /// First destination predicate of VSETP, 0 to 7 (PT).
    pub pd: i32,
    /// Second destination predicate of VSETP, 0 to 7 (PT).
    pub pe: i32,
    /// Source predicate of VSETP, 0 to 7 (PT).
    pub ps: i32,
    /// 1 if the source predicate is negated.
    pub ps_negated: i32,
    /// The immediate of 16 bits, without sign extension.
    pub imm16: i32,
    /// The immediate of VABSDIFF4, 8 bits.
    pub imm8: i32,
    /// Selector of A: 0 to 3 bytes, 4 and 5 half-words, 6 the word. VABSDIFF4: the bytes of the four lanes.
    pub a_select: i32,
    /// Selector of B, likewise.
    pub b_select: i32,
    /// 1 if A is signed.
    pub a_signed: i32,
    /// 1 if B is signed.
    pub b_signed: i32,
    /// 1 if the instruction writes the condition code.
    pub cc: i32,
    /// 1 if the result is clamped.
    pub saturate: i32,
    /// Negation: 0 none, 1 C (VMAD) or B (VADD), 2 the product or A, 3 plus one.
    pub psign: i32,
    /// VMAD's shift: 0 none, 1 by 7, 2 by 15.
    pub scale: i32,
    /// Second operation: 0 to 3 merges, 4 add C, 5 minimum, 6 maximum, 7 none.
    pub second_op: i32,
    /// 1 if the result is signed.
    pub result_signed: i32,
    /// Comparison: 0 false, 1 LT, 2 EQ, 3 LE, 4 GT, 5 NE, 6 GE, 7 true.
    pub comparison: i32,
    /// VSETP: 0 and, 1 or, 2 exclusive or with the source predicate.
    pub bool_op: i32,
    /// VMNMX: 1 maximum, 0 minimum.
    pub maximum: i32,
    /// VSHL and VSHR: 1 if amounts wrap at 32, 0 if they are clamped.
    pub wrap: i32,
    /// VABSDIFF4: the lanes that are computed: bit 0 is Z, 1 is W, 2 is X, 3 is Y.
    pub lanes: i32,
    /// VABSDIFF4: 1 if the lanes and C are added.
    pub reduction: i32,
}

/// The registers and predicates of one thread.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct vmadlib_state {
    /// R0 to R254, then RZ. RZ always reads as 0 and is not written.
    pub registers: [u32; 256],
    /// P0 to P6, a bit each. Bit 7 is PT, which always reads as 1 and is not written.
    pub predicates: u8,
    /// 1 after an instruction with .CC: no published source specifies the flags that it writes.
    pub condition_code_unspecified: u8,
}

/// The writes of one instruction.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct vmadlib_effect {
    /// The register that was written, 0 to 254; VMADLIB_NONE if none was.
    pub register_number: i32,
    /// The predicates that were written, 0 to 6; VMADLIB_NONE for one that was not.
    pub predicate_numbers: [i32; 2],
    /// The values of those predicates.
    pub predicate_values: [u8; 2],
    /// The value of that register.
    pub register_value: u32,
    /// 1 if the condition code was written.
    pub condition_code: u8,
}

/// A wire of an execution.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct vmadlib_wire {
    /// The stage that drives it: "multiply". With a NUL.
    pub stage: [c_char; 32],
    /// Its name, unique in the execution: "product". With a NUL.
    pub name: [c_char; 32],
    /// A note: "A*B". With a NUL; may be empty.
    pub note: [c_char; 64],
    /// The number of bits, 1 to 66.
    pub width: u32,
    /// 1 if the bits are a signed number.
    pub is_signed: u32,
    /// Bits 63:0, then the bits from 64 on.
    pub bits: [u64; 2],
}

/// The values of a port: the array `values`, or, if that is null, `all` in every execution.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct vmadlib_port {
    /// A value for each execution, or null.
    pub values: *const u32,
    /// The value in every execution.
    pub all: u32,
}
