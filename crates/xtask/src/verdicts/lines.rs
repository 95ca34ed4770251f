//! The systematic questions: every combination of modifiers, every form of `mad`.

use std::collections::BTreeMap;

use super::{
    simd,
    words::{CMP, FOREIGN, Family, SAT, SECOP, SELECT, TYPES, product},
};

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
    let foreign: Vec<String> = FOREIGN.iter().map(|word| format!(".{word}")).collect();
    let foreign: Vec<&str> = foreign.iter().map(String::as_str).collect();
    let mut tail = product(&[&arithmetic, &TYPES, &TYPES, &TYPES, &SAT, &SECOP]);
    tail.extend(product(&[&["vshl", "vshr"], &TYPES, &TYPES, &TYPES, &SAT, &mode, &SECOP]));
    tail.extend(product(&[&["vset"], &TYPES, &TYPES, &SAT, &CMP, &SECOP]));
    let mut odd = product(&[&arithmetic, &plain, &foreign]);
    odd.extend(product(&[&["vshl", "vshr"], &plain, &[".clamp"], &foreign]));
    odd.extend(product(&[&["vset.u32.u32.eq"], &foreign]));
    odd.extend(product(&[&["vset.u32.u32"], &foreign]));
    tail.extend(odd);
    let mut vmad =
        product(&[&["vmad"], &TYPES, &TYPES, &TYPES, &["", ".po"], &SAT, &["", ".shr7", ".shr15"]]);
    vmad.extend(product(&[&["vmad"], &plain, &foreign]));
    vmad.extend(product(&[&["vmad"], &plain, &SECOP[1..]]));
    vec![Family { mnemonics: tail, shapes: "tail" }, Family { mnemonics: vmad, shapes: "vmad" }]
}

/// The lists of operand shapes, by name. The head of the table describes them.
pub(super) fn shapes() -> BTreeMap<&'static str, Vec<String>> {
    let mut d = SELECT.map(|select| format!("%d{select}")).to_vec();
    let sources = product(&[&[", %a"], &SELECT, &[", %b"], &SELECT]);
    let with = |d: &[String], c: &[&str], sources: &[String]| -> Vec<String> {
        d.iter()
            .flat_map(|d| {
                c.iter().flat_map(move |c| sources.iter().map(move |source| format!("{d}{source}{c}")))
            })
            .collect()
    };
    let tail = with(&d, &["", ", %c"], &sources);
    d.truncate(2);
    let negated = signed(&d, &SELECT, true);
    let mut tail = tail;
    tail.extend(signed(&d, &["", ".h1"], true));
    tail.extend(signed(&d[..1], &["", ".h1"], false));
    BTreeMap::from([("tail", tail), ("vmad", negated)])
}

/// Every negation of `a`, `b` and, if there is one, `c`, with every pair of selectors from a list.
fn signed(d: &[String], selects: &[&str], has_c: bool) -> Vec<String> {
    let third: &[&str] = if has_c { &[", %c", ", -%c"] } else { &[""] };
    let mut shapes = Vec::new();
    for d in d {
        for (a, b) in [("%a", "%b"), ("%a", "-%b"), ("-%a", "%b"), ("-%a", "-%b")] {
            for c in third {
                let [a, b] = [format!(", {a}"), format!(", {b}")];
                shapes.extend(product(&[&[d], &[&a], selects, &[&b], selects, &[c]]));
            }
        }
    }
    shapes
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
        .chain(simd::one_of_each())
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
    single.chain(double).chain(VIDEO.map(str::to_owned)).chain(simd::one_of_each()).collect()
}
