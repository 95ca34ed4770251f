//! The code that ptxas 12.9 emits for a `vmad` where it emits no `VMAD`, as recorded.

use vmad_ptx::ast::{Body, Instruction};
use vmad_unit::Selector;

use vmad_map::case::Case;

/// The code of each mode, with the first selectors of its formats; `cargo xtask ptxas-code` records it again.
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
    let recorded = Case::of_mode(mode.with_first_selectors().into());
    let row = format!("{target}\t{}\t", recorded.instruction()?);
    let code = EMITTED.lines().find_map(|line| line.strip_prefix(&row))?;
    let with_selectors = |text| with_selectors(text, [mode.a.selector, mode.b.selector]);
    Some(code.split("; ").map(with_selectors).collect::<Vec<_>>().join("; "))
}

/// An instruction of the recorded code, with other selectors: these are the constants of the `PRMT`s that read `a` and
/// `b`.
fn with_selectors(text: &str, [a, b]: [Selector; 2]) -> String {
    let operands: Vec<&str> = text.split(", ").collect();
    let [destination, source, bytes, rest] = operands[..] else { return text.to_owned() };
    let selector = match source {
        "R4" if destination.starts_with("PRMT ") => a,
        "R5" if destination.starts_with("PRMT ") => b,
        _ => return text.to_owned(),
    };
    let bytes = match (bytes, selector) {
        ("0x7650" | "0x7770", Selector::B1 | Selector::B2 | Selector::B3) => {
            format!("{}{}", &bytes[..5], selector.encoding())
        }
        ("0x7610", Selector::H1) => "0x5432".to_owned(),
        ("0x7710", Selector::H1) => "0x7732".to_owned(),
        _ => bytes.to_owned(),
    };
    format!("{destination}, {source}, {bytes}, {rest}")
}
