//! The systematic questions: every combination of modifiers, every form of `mad`.

/// Mnemonics with the same operand shapes.
pub(super) struct Family {
    pub(super) mnemonics: Vec<String>,
    pub(super) shapes: &'static str,
}

const TYPES: [&str; 2] = [".u32", ".s32"];
const SAT: [&str; 2] = ["", ".sat"];
const SECOP: [&str; 4] = ["", ".add", ".min", ".max"];
/// The comparisons of `vset`, and none.
const CMP: [&str; 11] = ["", ".eq", ".ne", ".lt", ".le", ".gt", ".ge", ".lo", ".ls", ".hi", ".hs"];

/// Modifiers of other instructions, each tried on every instruction.
#[rustfmt::skip]
const FOREIGN: [&str; 44] = [
    "po", "shr7", "shr15", "clamp", "wrap", "eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs", "equ",
    "neu", "ltu", "leu", "gtu", "geu", "num", "nan", "sat", "rn", "rz", "rm", "rp", "ftz", "cc", "approx",
    "uni", "b2", "b0", "h0", "finite", "subnormal", "and", "popc", "inc", "zero", "v2", "global", "pass",
];

/// Every combination of one word from each list.
fn product(lists: &[&[&str]]) -> Vec<String> {
    lists.iter().fold(vec![String::new()], |words, list| {
        words.iter().flat_map(|word| list.iter().map(move |next| format!("{word}{next}"))).collect()
    })
}

/// The targets of `ptxas` 12.9 from the oldest to the newest, without those that have the rules of a neighbour.
pub(super) const TARGETS: [&str; 22] = [
    "sm_10", "sm_11", "sm_12", "sm_13", "sm_20", "sm_21", "sm_30", "sm_32", "sm_35", "sm_37", "sm_50",
    "sm_52", "sm_53", "sm_60", "sm_70", "sm_75", "sm_80", "sm_89", "sm_90", "sm_90a", "sm_100f", "sm_121",
];

/// Whether the target is too old for this `ptxas` to compile.
pub(super) fn is_before_sm_50(target: &str) -> bool {
    ["sm_1", "sm_2", "sm_3"].iter().any(|old| target.len() == 5 && target.starts_with(old))
}

/// Every PTX version from 1.0 to 8.8.
pub(super) fn versions() -> Vec<String> {
    let last = [(1, 5), (2, 3), (3, 2), (4, 3), (5, 1), (6, 5), (7, 8), (8, 8)];
    last.iter().flat_map(|(major, last)| (0..=*last).map(move |minor| format!("{major}.{minor}"))).collect()
}

/// Every combination of modifiers; and the simplest form of every instruction with every modifier of other
/// instructions.
pub(super) fn families() -> Vec<Family> {
    let arithmetic = ["vadd", "vsub", "vabsdiff", "vmin", "vmax"];
    let mode = ["", ".clamp", ".wrap"];
    let plain = [".u32.u32.u32"];
    let mut tail = product(&[&arithmetic, &TYPES, &TYPES, &TYPES, &SAT, &SECOP]);
    tail.extend(product(&[&["vshl", "vshr"], &TYPES, &TYPES, &TYPES, &SAT, &mode, &SECOP]));
    tail.extend(product(&[&["vset"], &TYPES, &TYPES, &SAT, &CMP, &SECOP]));
    let mut odd = product(&[&arithmetic, &plain, &["."], &FOREIGN]);
    odd.extend(product(&[&["vshl", "vshr"], &plain, &[".clamp"], &["."], &FOREIGN]));
    odd.extend(product(&[&["vset.u32.u32.eq"], &["."], &FOREIGN]));
    odd.extend(product(&[&["vset.u32.u32"], &["."], &FOREIGN]));
    tail.extend(odd);
    let mut vmad =
        product(&[&["vmad"], &TYPES, &TYPES, &TYPES, &["", ".po"], &SAT, &["", ".shr7", ".shr15"]]);
    vmad.extend(product(&[&["vmad"], &plain, &["."], &FOREIGN]));
    vmad.extend(product(&[&["vmad"], &plain, &SECOP[1..]]));
    vec![Family { mnemonics: tail, shapes: "tail" }, Family { mnemonics: vmad, shapes: "vmad" }]
}

/// Lines that `ptxas` parses; for some it cannot generate code on every target.
pub(super) fn code() -> Vec<String> {
    let cmp = &CMP[1..];
    let set = product(&[&["vset"], &TYPES, &[".u32"], cmp, &[" %d, %a, %b;"]]);
    let mad =
        ["mad.rn.ftz.sat.f32 %fd, %fa, %fb, %fc;".to_owned(), "mad.rp.f64 %dd, %da, %db, %dc;".to_owned()];
    let lanes = product(&[&["vset2", "vset4"], &TYPES, &[".u32"], cmp, &[" %d, %a, %b, %c;"]]);
    VIDEO
        .map(str::to_owned)
        .into_iter()
        .chain(one_of_each_simd())
        .chain(set)
        .chain(lanes)
        .chain(mad)
        .collect()
}

/// One line of each video instruction.
const VIDEO: [&str; 9] = [
    "vadd.u32.u32.u32 %d, %a, %b;",
    "vsub.u32.u32.u32 %d, %a, %b;",
    "vabsdiff.u32.u32.u32 %d, %a, %b;",
    "vmin.u32.u32.u32 %d, %a, %b;",
    "vmax.u32.u32.u32 %d, %a, %b;",
    "vshl.u32.u32.u32.clamp %d, %a, %b;",
    "vshr.u32.u32.u32.clamp %d, %a, %b;",
    "vset.u32.u32.eq %d, %a, %b;",
    "vmad.u32.u32.u32 %d, %a, %b, %c;",
];

/// Every form of `mad`, and one line of each video instruction.
pub(super) fn legality() -> Vec<String> {
    let rnd = ["", ".rn", ".rz", ".rm", ".rp"];
    let modifiers = product(&[&rnd, &["", ".ftz"], &SAT]);
    let single = modifiers.iter().map(|word| format!("mad{word}.f32 %fd, %fa, %fb, %fc;"));
    let double = modifiers.iter().map(|word| format!("mad{word}.f64 %dd, %da, %db, %dc;"));
    single.chain(double).chain(VIDEO.map(str::to_owned)).chain(one_of_each_simd()).collect()
}

const ARITHMETIC: [&str; 6] = ["vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax"];

/// One line of each SIMD video instruction.
fn one_of_each_simd() -> Vec<String> {
    let lanes = ["2", "4"];
    let operands = [" %d, %a, %b, %c;"];
    let mut all = product(&[&ARITHMETIC, &lanes, &[".u32.u32.u32"], &operands]);
    all.extend(product(&[&["vset"], &lanes, &[".u32.u32.eq"], &operands]));
    all
}

/// Every combination of modifiers, and every foreign modifier on the plainest form of every instruction, with some shapes
/// of operands; and one instruction with every mask and selector.
pub(super) fn simd_families() -> Vec<Family> {
    let mut families = Vec::new();
    for (lanes, shapes, asel, bsel) in [("2", "lanes2", "asel2", "bsel2"), ("4", "lanes4", "asel4", "bsel4")]
    {
        let mut mnemonics = product(&[&ARITHMETIC, &[lanes], &TYPES, &TYPES, &TYPES, &SAT, &SECOP]);
        mnemonics.extend(product(&[&["vset"], &[lanes], &TYPES, &TYPES, &SAT, &CMP, &SECOP]));
        mnemonics.extend(product(&[&ARITHMETIC, &[lanes], &[".u32.u32.u32"], &["."], &FOREIGN]));
        mnemonics.extend(product(&[&["vset"], &[lanes], &[".u32.u32"], &["", ".eq"], &["."], &FOREIGN]));
        families.push(Family { mnemonics, shapes });
        for shapes in ["mask", asel, bsel] {
            families.push(Family { mnemonics: vec![format!("vadd{lanes}.u32.s32.u32")], shapes });
        }
    }
    families
}
