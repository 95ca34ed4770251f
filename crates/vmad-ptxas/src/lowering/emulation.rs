//! The code that ptxas 12.9 emits for a `vmad` where it emits no `VMAD`, as recorded.

use vmad_ptx::ast::{Body, Instruction};
use vmad_unit::{Operand, Selector, Sign};

use vmad_map::case::Case;

/// The code of each mode, with the first selectors of its formats; `{a}` and `{b}` are the bytes that a `PRMT` selects.
/// `cargo xtask ptxas-code` makes it of what it records.
const EMITTED: &str = include_str!("emulation.tsv");

/// The SASS that ptxas 12.9 emits for a `vmad` of three different registers without a guard, with `; ` between the
/// instructions and no reuse flags: on sm_70, and on sm_61 if a factor is a word. The code is that of a function of `a`
/// = R4, `b` = R5, `c` = R6 that returns `d` = R4, without the return. [`None`] for another instruction or target.
///
/// ```
/// use vmad_ptx::syntax::parse_one;
/// use vmad_ptxas::lowering::emulation;
///
/// let vmad = parse_one("vmad.u32.u32.u32 d, a.b3, b.h1, c;").unwrap().instruction;
/// let code = emulation(&vmad, "sm_70").unwrap();
/// assert_eq!(code, "PRMT R3, R4, 0x7773, RZ; PRMT R5, R5, 0x7732, RZ; IMAD R4, R3, R5, R6");
/// ```
pub fn emulation(instruction: &Instruction, target: &str) -> Option<String> {
    let Body::Video(video) = &instruction.body else { return None };
    let (mode, _) = Case::of_video(video)?.vmad()?;
    let sources = video.operands().map(|operand| operand?.register());
    let [a, b, c] = sources;
    if sources.contains(&None) || a == b || b == c || a == c || instruction.guard.is_some() {
        return None;
    }
    // `.dtype`, and which factor has the minus sign, do not change the code.
    let recorded = Case::of_mode(mode.with_first_selectors().into()).instruction()?.to_string();
    let code = EMITTED.lines().find_map(|line| {
        let mut columns = line.split('\t');
        let (arch, code) = (columns.next()?, columns.next()?);
        (arch == target && columns.any(|instruction| instruction == recorded)).then_some(code)
    })?;
    Some(code.replace("{a}", selected_bytes(mode.a)).replace("{b}", selected_bytes(mode.b)))
}

/// The bytes that a `PRMT` with `RZ` selects for an operand; its sign is extended later.
const fn selected_bytes(operand: Operand) -> &'static str {
    match (operand.selector, operand.sign) {
        (Selector::B0, Sign::Unsigned) => "0x7770",
        (Selector::B1, Sign::Unsigned) => "0x7771",
        (Selector::B2, Sign::Unsigned) => "0x7772",
        (Selector::B3, Sign::Unsigned) => "0x7773",
        (Selector::H0, Sign::Unsigned) => "0x7710",
        (Selector::H1, Sign::Unsigned) => "0x7732",
        (Selector::B0, Sign::Signed) => "0x7650",
        (Selector::B1, Sign::Signed) => "0x7651",
        (Selector::B2, Sign::Signed) => "0x7652",
        (Selector::B3, Sign::Signed) => "0x7653",
        (Selector::H0, Sign::Signed) => "0x7610",
        (Selector::H1, Sign::Signed) => "0x5432",
        (Selector::Word, _) => "0x3210",
    }
}
