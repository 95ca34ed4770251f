//! From any video instruction to SASS, as ptxas 12.9 does it for sm_50 to sm_62.

use vmad_ptx::ast::{
    Arithmetic, ArithmeticOp, Body, Comparison as PtxComparison, Instruction, LaneArithmetic, LaneMask,
    LaneOp, LaneSelect, LaneTail, Operation, SecOp, Select, Set, Shift, ShiftMode, ShiftOp, Simd, Source,
    Tail, Type,
};
use vmad_sass::{
    Arch, Permute,
    isa::{self, B, Form},
};
use vmad_unit::{Comparison, Guard, Register, SecondOp, vabsdiff4};

use super::{
    AssignedOperand, Registers, Sequence, constants::Constants, error::LowerError, error::Role, lower,
    registers::Assigned,
};
use crate::{
    interpretation::{Miscompile, fits_imm16},
    spelling::operand,
};

/// Lowers any video instruction as ptxas 12.9 does: a `vmad` as [`lower`], the others as follows.
///
/// | PTX | SASS |
/// |---|---|
/// | `vsub` | `VADD` with `-Rb` |
/// | `vmin`, `vmax` | `VMNMX`, with `.MX` for the maximum |
/// | `vset` with `lo`, `ls`, `hi` or `hs` | `VSET.LT` |
/// | `.b1`, `.b3` of `d` | `.MRG_8B0` with `RZ`, and a `PRMT` that merges; a guard is the `PRMT`'s alone |
/// | constants | as in `vmad`; no `dtype` (`vset`) counts as `.u32` |
/// | `vset` with a constant that fits 16 bits | the word of a store: wrong (D9) |
/// | `vabsdiff4` | `VABSDIFF4`, without `.sat`, `.s32` as `dtype`, selectors and mask; else other instructions |
///
/// The code is the same for sm_50 to sm_62.
///
/// # Errors
/// The instruction is a float `mad`; ptxas emits other instructions than the family's for it; or a register is given as `RZ`.
pub fn lower_any(
    instruction: &Instruction,
    arch: Arch,
    registers: &Registers,
) -> Result<Sequence, LowerError> {
    let Body::Video(video) = &instruction.body else { return Err(LowerError::NotVideo) };
    if let Operation::MultiplyAdd(_) = video.operation() {
        let vmad = lower(instruction, arch, registers)?;
        let (word, miscompiled) = (vmad.vmad.encode(), vmad.miscompiled.map(Miscompile::Vmad));
        return Ok(Sequence { loads: vmad.loads, word, permute: None, arch, miscompiled });
    }
    let Parts { mnemonic, fields, a, b, tail, dtype } = Parts::of(video.operation())?;
    let mut assigned = Assigned::new(registers)?;
    let d = assigned.register(Role::D, video.d());
    let operands = [(Role::A, Some(video.a())), (Role::B, Some(video.b())), (Role::C, video.c())]
        .map(|(role, it)| it.map(|it| AssignedOperand::of(&mut assigned, role, it)));
    let [.., intermediate] = assigned.free();
    let mut constants = Constants::new(assigned.free());
    let [a_register, b_operand, c] = operands;
    let mut register = |it: Option<AssignedOperand>| {
        it.map_or(Register::RZ, |operand| operand.into_register(&mut constants))
    };

    let a_register = register(a_register);
    let immediate = b_operand.and_then(AssignedOperand::constant).filter(|&b| b != 0 && fits_imm16(b, dtype));
    let mut word = Word::new(mnemonic, if immediate.is_some() { B::Immediate } else { B::Register });
    match immediate {
        Some(value) => word.put("imm16", value.into()),
        None => word.put("Rb", register(b_operand).encoding().into()),
    }
    let c = register(c);
    let guard = instruction
        .guard
        .as_ref()
        .map_or(Guard::ALWAYS, |guard| Guard { predicate: registers.guard, negated: guard.negated });
    let permute = permutation(tail).map(|selectors| Permute { guard, destination: d, a: c, selectors, c: d });
    // The intermediate value must not replace what the PRMT, or code after a false guard, still reads.
    let keeps_d = permute.is_some() && (d == c || guard != Guard::ALWAYS);
    let written = if keeps_d { intermediate } else { d };
    word.source("A", a);
    word.source("B", b);
    word.put("Ra", a_register.encoding().into());
    word.put("Rd", written.encoding().into());
    word.put("Rc", if permute.is_some() { Register::RZ } else { c }.encoding().into());
    word.guard(if permute.is_some() { Guard::ALWAYS } else { guard });
    word.put("secop", second_op(tail).encoding().into());
    for (name, value) in fields {
        word.put(name, value);
    }
    let miscompiled = Miscompile::of(video);
    if miscompiled == Some(Miscompile::D9) {
        word.0 = Miscompile::store(word.0);
    }
    let permute = permute.map(|permute| Permute { c: written, ..permute });
    Ok(Sequence { loads: constants.into_loads(), word: word.0, permute, arch, miscompiled })
}

/// A word under construction, by the names of its fields.
struct Word(u64, &'static Form);

impl Word {
    fn new(mnemonic: &str, b: B) -> Self {
        let forms = isa::instruction(mnemonic).unwrap_or_default();
        // Every mnemonic of `Parts` has both forms: checked against ptxas's words.
        let form = forms.iter().find(|form| form.b == b).unwrap_or(&isa::INSTRUCTIONS[0][0]);
        Self(form.opcode.bits, form)
    }

    /// Writes a field, if the form has it.
    fn put(&mut self, name: &str, value: u64) {
        if let Some(field) = self.1.field(name) {
            self.0 = field.with(self.0, value);
        }
    }

    fn guard(&mut self, Guard { predicate, negated }: Guard) {
        self.put("guard", predicate.encoding().into());
        self.put("guard not", negated.into());
    }

    /// The selector and the sign of A or B.
    fn source(&mut self, port: &str, source: Source) {
        let (select, signed) = if port == "A" { ("A select", "A signed") } else { ("B select", "B signed") };
        self.put(select, operand(source).selector.encoding().into());
        self.put(signed, source.ty.is_signed().into());
    }
}

/// An operation as the fields of a word.
struct Parts {
    mnemonic: &'static str,
    fields: Vec<(&'static str, u64)>,
    a: Source,
    b: Source,
    tail: Tail,
    /// It decides whether a constant fits an imm16.
    dtype: Type,
}

impl Parts {
    fn of(operation: &Operation) -> Result<Self, LowerError> {
        Ok(match operation {
            Operation::Arithmetic(it) => Self::arithmetic(*it),
            Operation::Shift(it) => Self::shift(*it),
            Operation::Set(it) => Self::set(*it),
            Operation::Simd2(_) => return Err(LowerError::SimdSequence),
            Operation::Simd4(it) => return Self::simd4(*it).ok_or(LowerError::SimdSequence),
            Operation::MultiplyAdd(_) => return Err(LowerError::NotVmadInstruction),
        })
    }

    fn arithmetic(Arithmetic { op, dtype, a, b, sat, tail }: Arithmetic) -> Self {
        let (mnemonic, own) = match op {
            ArithmeticOp::Add => ("VADD", Some(("psign", 0))),
            ArithmeticOp::Sub => ("VADD", Some(("psign", 1))),
            ArithmeticOp::AbsDiff => ("VABSDIFF", None),
            ArithmeticOp::Min => ("VMNMX", Some(("min/max", 0))),
            ArithmeticOp::Max => ("VMNMX", Some(("min/max", 1))),
        };
        let fields = own.into_iter().chain(output(dtype, sat)).collect();
        Self { mnemonic, fields, a, b, tail, dtype }
    }

    fn shift(Shift { op, dtype, a, bsel, sat, mode, tail }: Shift) -> Self {
        let mnemonic = match op {
            ShiftOp::Left => "VSHL",
            ShiftOp::Right => "VSHR",
        };
        let wrap = ("wrap", u64::from(mode == ShiftMode::Wrap));
        let fields = [wrap].into_iter().chain(output(dtype, sat)).collect();
        Self { mnemonic, fields, a, b: Source { ty: Type::U32, select: bsel }, tail, dtype }
    }

    fn set(Set { a, b, cmp, tail }: Set) -> Self {
        let comparison = match cmp {
            PtxComparison::Eq => Comparison::Eq,
            PtxComparison::Ne => Comparison::Ne,
            PtxComparison::Le => Comparison::Le,
            PtxComparison::Gt => Comparison::Gt,
            PtxComparison::Ge => Comparison::Ge,
            PtxComparison::Lt
            | PtxComparison::Lo
            | PtxComparison::Ls
            | PtxComparison::Hi
            | PtxComparison::Hs => Comparison::Lt,
        };
        let fields = vec![("comparison", comparison.encoding().into())];
        Self { mnemonic: "VSET", fields, a, b, tail, dtype: Type::U32 }
    }

    /// [`None`] if ptxas emits other instructions.
    fn simd4(it: Simd<4>) -> Option<Self> {
        let LaneOp::Arithmetic { op: LaneArithmetic::AbsDiff, dtype, tail } = it.op else { return None };
        let lanes = (it.asel, it.bsel, it.mask) == (LaneSelect::A, LaneSelect::B, LaneMask::ALL);
        let is_made = lanes && dtype == Type::U32 && tail != LaneTail::Merge { sat: true };
        let fields = vec![
            ("A select", vabsdiff4::SelectA::L3210.encoding().into()),
            ("B select", vabsdiff4::SelectB::L7654.encoding().into()),
            ("lanes", 15),
            ("reduction", u64::from(tail == LaneTail::Add)),
        ];
        let [a, b] = [it.atype, it.btype].map(|ty| Source { ty, select: None });
        is_made.then_some(Self { mnemonic: "VABSDIFF4", fields, a, b, tail: Tail::Unused, dtype })
    }
}

fn output(dtype: Type, sat: bool) -> [(&'static str, u64); 2] {
    [("dtype", dtype.is_signed().into()), ("SAT", sat.into())]
}

/// The field of the second operation. Bytes 1 and 3 are merged by a `PRMT`.
const fn second_op(tail: Tail) -> SecondOp {
    match tail {
        Tail::None | Tail::Unused => SecondOp::None,
        Tail::Second(SecOp::Add) => SecondOp::Acc,
        Tail::Second(SecOp::Min) => SecondOp::Min,
        Tail::Second(SecOp::Max) => SecondOp::Max,
        Tail::Merge(Select::B0 | Select::B1 | Select::B3) => SecondOp::Mrg8B0,
        Tail::Merge(Select::B2) => SecondOp::Mrg8B2,
        Tail::Merge(Select::H0) => SecondOp::Mrg16L,
        Tail::Merge(Select::H1) => SecondOp::Mrg16H,
    }
}

/// The selectors of the `PRMT`: byte 4, which is the result, in place of byte 1 or 3.
const fn permutation(tail: Tail) -> Option<u16> {
    match tail {
        Tail::Merge(Select::B1) => Some(0x3240),
        Tail::Merge(Select::B3) => Some(0x4210),
        _ => None,
    }
}
