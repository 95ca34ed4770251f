//! The lexical rules of PTX: opcodes, identifiers, special registers, white space.

use std::ops::RangeInclusive;

/// The constant that PTX defines for the number of threads in a warp.
pub(crate) const WARP_SZ: &str = "WARP_SZ";

/// The value of [`WARP_SZ`] on every target so far.
pub(crate) const WARP_SIZE: u64 = 32;

/// The opcodes of this crate. `mad` is an integer instruction too.
#[rustfmt::skip]
pub(crate) const OPCODES: [&str; 24] = [
    "vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr", "vmad", "vset",
    "vadd2", "vsub2", "vavrg2", "vabsdiff2", "vmin2", "vmax2", "vset2",
    "vadd4", "vsub4", "vavrg4", "vabsdiff4", "vmin4", "vmax4", "vset4", "mad",
];

/// Special registers without a number at the end, after the `%`.
#[rustfmt::skip]
const SPECIAL: [&str; 34] = [
    "tid", "ntid", "laneid", "warpid", "nwarpid", "ctaid", "nctaid", "smid", "nsmid", "gridid", "clusterid", "nclusterid",
    "is_explicit_cluster", "cluster_ctaid", "cluster_nctaid", "cluster_ctarank", "cluster_nctarank", "lanemask_eq",
    "lanemask_le", "lanemask_lt", "lanemask_ge", "lanemask_gt", "clock", "clock_hi", "globaltimer",
    "globaltimer_lo", "globaltimer_hi", "total_smem_size", "aggr_smem_size", "dynamic_smem_size",
    "reserved_smem_offset_begin", "reserved_smem_offset_end", "reserved_smem_offset_cap", "current_graph_exec",
];

/// Special registers with a number at the end: the name up to a number, the numbers, the rest of the name.
const NUMBERED: [(&str, RangeInclusive<u32>, &str); 5] = [
    ("clock", 64..=64, ""),
    ("envreg", 0..=31, ""),
    ("pm", 0..=7, ""),
    ("pm", 0..=7, "_64"),
    ("reserved_smem_offset_", 0..=1, ""),
];

/// The components of a vector register: `%v.x`.
pub(crate) const COMPONENTS: [&str; 8] = ["x", "y", "z", "w", "r", "g", "b", "a"];

/// Whether it is an opcode of this crate.
pub(crate) fn is_opcode(name: &str) -> bool {
    name == "mad" || name.starts_with('v') && OPCODES.contains(&name)
}

/// Whether an identifier can contain the character after its first.
pub(crate) fn is_identifier_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$'
}

/// The length of the characters at the start of a text that an identifier can contain after its first.
pub(crate) fn word_len(text: &str) -> usize {
    /// Those of one byte. No other is legal.
    const IS_LEGAL: [bool; 256] = {
        let mut is_legal = [false; 256];
        let mut byte = 0_u8;
        while byte < 0x80 {
            is_legal[byte as usize] = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
            byte += 1;
        }
        is_legal
    };
    text.bytes().position(|byte| !IS_LEGAL[usize::from(byte)]).unwrap_or(text.len())
}

/// The length in bytes of the identifier at the start of `text`, if any: a letter and any number of letters, digits,
/// `_` and `$`, or one of `_ $ %` and at least one of these.
pub(crate) fn identifier_len(text: &str) -> Option<usize> {
    let len = 1 + word_len(text.get(1..)?);
    begins_identifier(&text[..len]).then_some(len)
}

/// Whether a text whose characters after the first can be in an identifier is one.
pub(crate) const fn begins_identifier(text: &str) -> bool {
    match text.as_bytes() {
        [b'_' | b'$' | b'%', ..] => text.len() > 1,
        [first, ..] => first.is_ascii_alphabetic(),
        [] => false,
    }
}

/// Whether the whole text is one identifier.
pub(crate) fn is_identifier(text: &str) -> bool {
    identifier_len(text) == Some(text.len())
}

/// Whether the identifier names a special register. These instructions take none as an operand.
pub(crate) fn is_special(name: &str) -> bool {
    let Some(name) = name.strip_prefix('%') else { return false };
    if !name.ends_with(|last: char| last.is_ascii_digit()) {
        return SPECIAL.contains(&name);
    }
    NUMBERED.into_iter().any(|(before, mut numbers, after)| {
        let number = name.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
        number.is_some_and(|digits| numbers.any(|number| digits == number.to_string()))
    })
}

/// The special registers that do not change while a thread runs: those with components, and the others.
const CONSTANT: [&str; 2] = [
    "tid ntid ctaid nctaid clusterid nclusterid cluster_ctaid cluster_nctaid",
    "laneid gridid is_explicit_cluster cluster_ctarank cluster_nctarank lanemask_eq lanemask_le lanemask_lt lanemask_ge \
    lanemask_gt",
];

/// Whether a special register, with its component, does not change while a thread runs.
pub(crate) fn is_constant(name: &str) -> bool {
    let Some(name) = name.strip_prefix('%') else { return false };
    let (name, list) = match name.split_once('.') {
        Some((name, "x" | "y" | "z")) => (name, CONSTANT[0]),
        _ => (name, CONSTANT[1]),
    };
    list.split(' ').any(|known| known == name)
}

/// The length of the special register at the start of `text`, with its component.
pub(crate) fn special_len(text: &str) -> Option<usize> {
    let len = identifier_len(text).filter(|len| is_special(&text[..*len]))?;
    let component = text[len..].strip_prefix('.').and_then(identifier_len);
    Some(len + component.map_or(0, |component| 1 + component))
}

/// The length of the white space and comments at the start of a text.
///
/// # Errors
/// The place of a comment without an end.
pub(crate) fn space_len(text: &str) -> Result<usize, usize> {
    let mut len = 0;
    loop {
        len += text.as_bytes()[len..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let rest = &text[len..];
        len += match rest.as_bytes() {
            [b'/', b'/', ..] => rest.find('\n').unwrap_or(rest.len()),
            [b'/', b'*', ..] => rest[2..].find("*/").ok_or(len)? + 4,
            _ => return Ok(len),
        };
    }
}
