//! Printing, with the modifiers in the order of the PTX ISA's syntax boxes.

use super::{
    Body, FloatMad, Guard, Instruction, Mad, Operation, Rounding, Scale, SecOp, Select, Tail, Type, Video,
};
use std::fmt;

impl Scale {
    /// The modifier's spelling without the dot; none for [`Scale::Pass`].
    pub const fn text(self) -> Option<&'static str> {
        match self {
            Self::Pass => None,
            Self::Shr7 => Some("shr7"),
            Self::Shr15 => Some("shr15"),
        }
    }
}

/// Writes `.text`, if the instruction has the modifier.
fn modifier(f: &mut fmt::Formatter<'_>, text: Option<&str>) -> fmt::Result {
    let Some(text) = text else { return Ok(()) };
    f.write_str(".")?;
    f.write_str(text)
}

/// Writes an opcode and the modifiers that the instruction has.
fn dotted<const N: usize>(
    f: &mut fmt::Formatter<'_>,
    opcode: &str,
    modifiers: [Option<&str>; N],
) -> fmt::Result {
    f.write_str(opcode)?;
    modifiers.into_iter().try_for_each(|text| modifier(f, text))
}

/// The opcode and its modifiers: `vadd.u32.u32.s32.sat`.
impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ty = |ty: Type| Some(ty.text());
        let sat = |sat: bool| sat.then_some("sat");
        let secop = |tail: Tail| tail.secop().map(SecOp::text);
        match self {
            Self::Arithmetic(it) => {
                let [dtype, atype, btype] = [it.dtype, it.a.ty, it.b.ty].map(ty);
                dotted(f, it.op.text(), [dtype, atype, btype, sat(it.sat), secop(it.tail)])
            }
            Self::Shift(it) => {
                let [dtype, atype, btype] = [it.dtype, it.a.ty, Type::U32].map(ty);
                let mode = Some(it.mode.text());
                dotted(f, it.op.text(), [dtype, atype, btype, sat(it.sat), mode, secop(it.tail)])
            }
            Self::Set(it) => {
                let cmp = Some(it.cmp.text());
                dotted(f, "vset", [ty(it.a.ty), ty(it.b.ty), cmp, secop(it.tail)])
            }
            Self::MultiplyAdd(it) => {
                let [dtype, atype, btype] = [it.dtype, it.a.ty, it.b.ty].map(ty);
                let po = it.accumulate.po().then_some("po");
                dotted(f, "vmad", [dtype, atype, btype, po, sat(it.sat), it.scale.text()])
            }
            Self::Simd2(it) => it.fmt(f),
            Self::Simd4(it) => it.fmt(f),
        }
    }
}

impl fmt::Display for Video {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operation = self.operation();
        operation.fmt(f)?;
        f.write_str(" ")?;
        self.d().fmt(f)?;
        let lanes = match operation {
            Operation::Simd2(it) => Some(it.decorations()),
            Operation::Simd4(it) => Some(it.decorations()),
            _ => None,
        };
        if let (Some([mask, asel, bsel]), Some(c)) = (lanes, self.c()) {
            return write!(f, "{mask}, {}{asel}, {}{bsel}, {c}", self.a(), self.b());
        }
        modifier(f, operation.dsel().map(Select::text))?;
        let [asel, bsel] = operation.sources().map_or([None; 2], |sources| sources.map(|it| it.select));
        let sources = [(Some(self.a()), asel), (Some(self.b()), bsel), (self.c(), None)];
        for ((source, select), is_negated) in sources.into_iter().zip(operation.negate()) {
            let Some(source) = source else { continue };
            f.write_str(if is_negated { ", -" } else { ", " })?;
            source.fmt(f)?;
            modifier(f, select.map(Select::text))?;
        }
        Ok(())
    }
}

/// The opcode and its modifiers: `mad.rn.ftz.f32`.
impl fmt::Display for FloatMad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rnd, ftz, sat, ty) = match *self {
            Self::F32 { rnd, ftz, sat } => (rnd, ftz, sat, "f32"),
            Self::F64 { rnd } => (rnd, false, false, "f64"),
        };
        let modifiers = [rnd.map(Rounding::text), ftz.then_some("ftz"), sat.then_some("sat"), Some(ty)];
        dotted(f, "mad", modifiers)
    }
}

impl fmt::Display for Mad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}, {}, {}, {}", self.operation, self.d, self.a, self.b, self.c)
    }
}

impl fmt::Display for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}{}", if self.negated { "!" } else { "" }, self.predicate)
    }
}

impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(guard) = &self.guard {
            write!(f, "{guard} ")?;
        }
        match &self.body {
            Body::Video(video) => video.fmt(f)?,
            Body::Mad(mad) => mad.fmt(f)?,
        }
        f.write_str(";")
    }
}
