//! The text of nvdisasm.

use core::fmt;

use vmad_unit::{Guard, Predicate, Sign};

use super::{WideInstruction, WideMode, WideParts, legality::reused};

impl fmt::Display for WideInstruction {
    /// `@!P3 VABSDIFF4.U8.ACC R0, P2, R1.reuse, R2, c[0x0][0x160]`: as nvdisasm prints it, without the `;`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WideParts { guard, mode, destination, predicate, a, b, c, .. } = self.parts();
        if guard != Guard::ALWAYS {
            write!(f, "{guard} ")?;
        }
        f.write_str(mode.kind().name())?;
        if mode.sign() == Sign::Unsigned {
            f.write_str(unsigned(mode))?;
        }
        if let WideMode::Vabsdiff4 { accumulate: true, .. } = mode {
            f.write_str(".ACC")?;
        }
        write!(f, " {destination}")?;
        if predicate != Predicate::PT {
            write!(f, ", {predicate}")?;
        }
        let [a_reuse, b_reuse, c_reuse] = reused(self).map(|reused| if reused { ".reuse" } else { "" });
        write!(f, ", {a}{a_reuse}, {b}{b_reuse}, {c}{c_reuse}")
    }
}

/// The suffix of unsigned operands.
pub(crate) const fn unsigned(mode: WideMode) -> &'static str {
    match mode {
        WideMode::Vabsdiff(_) => ".U32",
        WideMode::Vabsdiff4 { .. } => ".U8",
    }
}
