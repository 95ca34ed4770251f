//! Printing, with the modifiers in the order of the PTX ISA's syntax boxes.

use super::{
    Body, FloatMad, Guard, Instruction, Mad, Operation, Rounding, Scale, SecOp, Select, Tail, Video,
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
    text.map_or(Ok(()), |text| write!(f, ".{text}"))
}

fn sat(f: &mut fmt::Formatter<'_>, sat: bool) -> fmt::Result {
    modifier(f, sat.then_some("sat"))
}

fn secop(f: &mut fmt::Formatter<'_>, tail: Tail) -> fmt::Result {
    modifier(f, tail.secop().map(SecOp::text))
}

/// The opcode and its modifiers: `vadd.u32.u32.s32.sat`.
impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Arithmetic(it) => {
                write!(f, "{}.{}.{}.{}", it.op.text(), it.dtype.text(), it.a.ty.text(), it.b.ty.text())?;
                sat(f, it.sat)?;
                secop(f, it.tail)
            }
            Self::Shift(it) => {
                write!(f, "{}.{}.{}.u32", it.op.text(), it.dtype.text(), it.a.ty.text())?;
                sat(f, it.sat)?;
                modifier(f, Some(it.mode.text()))?;
                secop(f, it.tail)
            }
            Self::Set(it) => {
                write!(f, "vset.{}.{}.{}", it.a.ty.text(), it.b.ty.text(), it.cmp.text())?;
                secop(f, it.tail)
            }
            Self::MultiplyAdd(it) => {
                write!(f, "vmad.{}.{}.{}", it.dtype.text(), it.a.ty.text(), it.b.ty.text())?;
                modifier(f, it.accumulate.po().then_some("po"))?;
                sat(f, it.sat)?;
                modifier(f, it.scale.text())
            }
            Self::Simd2(it) => it.fmt(f),
            Self::Simd4(it) => it.fmt(f),
        }
    }
}

impl fmt::Display for Video {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operation = self.operation();
        write!(f, "{operation} {}", self.d())?;
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
        let [a_negate, b_negate, c_negate] = operation.negate();
        let minus = |negated: bool| if negated { "-" } else { "" };
        write!(f, ", {}{}", minus(a_negate), self.a())?;
        modifier(f, asel.map(Select::text))?;
        write!(f, ", {}{}", minus(b_negate), self.b())?;
        modifier(f, bsel.map(Select::text))?;
        match self.c() {
            Some(c) => write!(f, ", {}{c}", minus(c_negate)),
            None => Ok(()),
        }
    }
}

/// The opcode and its modifiers: `mad.rn.ftz.f32`.
impl fmt::Display for FloatMad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("mad")?;
        let (rnd, ftz, saturate, ty) = match *self {
            Self::F32 { rnd, ftz, sat } => (rnd, ftz, sat, "f32"),
            Self::F64 { rnd } => (rnd, false, false, "f64"),
        };
        modifier(f, rnd.map(Rounding::text))?;
        modifier(f, ftz.then_some("ftz"))?;
        sat(f, saturate)?;
        modifier(f, Some(ty))
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
            Body::Video(video) => write!(f, "{video};"),
            Body::Mad(mad) => write!(f, "{mad};"),
        }
    }
}
