//! Products: proofs by integer polynomials, and the same codes altered.

use vmad_proof::equal::{by_polynomials, statement::Statement};
use vmad_ptx::sequence::Sequence;

const SPLIT: &str = "mov.b64 {xl, xh}, x; mov.b64 {yl, yh}, y;";
const WIDE: &str =
    "mul.wide.u32 p00, xl, yl; mul.wide.u32 p01, xl, yh; mul.wide.u32 p10, xh, yl; mul.wide.u32 p11, xh, yh;";

/// A code, what stands before the other, the other; each writes `d`.
const EQUAL: &[(&str, &[&str])] = &[
    (
        "mul.lo.u64 d, x, y;",
        &[SPLIT, "mul.lo.u32 l, xl, yl; mul.hi.u32 h, xl, yl; mad.lo.u32 h, xl, yh, h; mad.lo.u32 h, xh, yl, h; mov.b64 d, {l, h};"],
    ),
    (
        "mul.lo.s64 d, x, y;",
        &[
            "cvt.u32.u64 xl, x; cvt.u32.u64 yl, y; shr.u64 xh, x, 32; shr.u64 yh, y, 32;",
            "mul.wide.u32 l, xl, yl; mul.lo.u64 s, xh, y; mad.lo.u64 s, yh, x, s; shl.b64 s, s, 32; add.u64 d, s, l;",
        ],
    ),
    (
        "mul.hi.u64 d, x, y;",
        &[
            SPLIT,
            WIDE,
            "shr.u64 t, p00, 32; add.u64 m, p01, t; and.b64 ml, m, 0xffffffff; shr.u64 mh, m, 32; add.u64 n, p10, ml;
             shr.u64 n, n, 32; add.u64 d, p11, mh; add.u64 d, d, n;",
        ],
    ),
    (
        "mul.hi.u64 d, x, y;",
        &[
            SPLIT,
            "mul.hi.u32 t, xl, yl; mad.lo.cc.u32 t, xl, yh, t; madc.hi.u32 u, xl, yh, 0; mad.lo.cc.u32 t, xh, yl, t;
             madc.hi.cc.u32 u, xh, yl, u; addc.u32 v, 0, 0; mad.lo.cc.u32 l, xh, yh, u; madc.hi.u32 h, xh, yh, v;
             mov.b64 d, {l, h};",
        ],
    ),
    (
        "mul.hi.u64 d, x, y;",
        &[
            SPLIT,
            WIDE,
            "add.u64 m, p01, p10; setp.lt.u64 p, m, p01; selp.u64 c, 0x100000000, 0, p; shr.u64 t, p00, 32;
             add.u64 n, m, t; setp.lt.u64 q, n, m; selp.u64 e, 0x100000000, 0, q; shr.u64 n, n, 32; add.u64 d, p11, n;
             add.u64 d, d, c; add.u64 d, d, e;",
        ],
    ),
    (
        "mul.hi.s32 d, a, b;",
        &[
            "mul.hi.u32 t, a, b; setp.lt.s32 p, a, 0; selp.b32 u, b, 0, p; sub.u32 t, t, u; setp.lt.s32 q, b, 0;
             selp.b32 u, a, 0, q; sub.u32 d, t, u;",
        ],
    ),
    (
        "mul.hi.s32 d, a, b;",
        &[
            "mul.hi.u32 t, a, b; shr.s32 m, a, 31; and.b32 u, m, b; sub.u32 t, t, u; shr.s32 m, b, 31; and.b32 u, m, a;
             sub.u32 d, t, u;",
        ],
    ),
    (
        "mul.hi.u32 d, a, b;",
        &["mul.hi.s32 t, a, b; shr.s32 m, a, 31; and.b32 m, b, m; add.u32 t, t, m; shr.s32 m, b, 31; and.b32 m, a, m; add.u32 d, t, m;"],
    ),
    (
        "mul.hi.s64 d, x, y;",
        &[
            "mul.hi.u64 t, x, y; shr.s64 m, x, 63; and.b64 u, m, y; sub.u64 t, t, u; shr.s64 m, y, 63; and.b64 u, m, x;
             sub.u64 d, t, u;",
        ],
    ),
    (
        "mad.lo.u64 d, x, y, z;",
        &[
            SPLIT,
            "mov.b64 {zl, zh}, z; mad.lo.cc.u32 l, xl, yl, zl; madc.hi.u32 h, xl, yl, zh; mad.lo.u32 h, xl, yh, h;
             mad.lo.u32 h, xh, yl, h; mov.b64 d, {l, h};",
        ],
    ),
    (
        "mad.wide.s32 d, a, b, z;",
        &["cvt.s64.s32 e, a; cvt.s64.s32 f, b; mul.lo.s64 e, f, e; add.s64 d, z, e;"],
    ),
    (
        "mul.wide.s32 d, a, b;",
        &["mul.lo.u32 l, a, b; mul.hi.s32 h, a, b; mov.b64 d, {l, h};"],
    ),
    // Divisions by multiplication.
    (
        "div.u32 d, a, 7;",
        &["mul.hi.u32 t, a, 0x24924925; sub.u32 s, a, t; shr.u32 s, s, 1; add.u32 s, s, t; shr.u32 d, s, 2;"],
    ),
    ("div.u32 d, a, 10;", &["mul.hi.u32 t, a, 0xcccccccd; shr.u32 d, t, 3;"]),
    ("div.u64 d, x, 10;", &["mul.hi.u64 t, x, 0xcccccccccccccccd; shr.u64 d, t, 3;"]),
    ("div.s32 d, a, 3;", &["mul.hi.s32 t, a, 0x55555556; shr.u32 s, a, 31; add.u32 d, t, s;"]),
    (
        "div.s32 d, a, 7;",
        &["mul.hi.s32 t, a, 0x92492493; add.s32 t, t, a; shr.s32 t, t, 2; shr.u32 s, a, 31; add.s32 d, t, s;"],
    ),
    ("rem.s32 d, a, 7;", &["div.s32 t, a, 7; mul.lo.s32 t, t, 7; sub.s32 d, a, t;"]),
    // The square of a sum, and sums of three products in several orders.
    (
        "add.u32 s, a, b; mul.lo.u32 d, s, s;",
        &["mul.lo.u32 t, a, a; mad.lo.u32 t, b, b, t; mul.lo.u32 u, a, b; shl.b32 u, u, 1; add.u32 d, u, t;"],
    ),
    (
        "mul.lo.u32 d, a, 100;",
        &["shl.b32 t, a, 5; add.u32 t, t, a; mad.lo.u32 t, a, 67, t; mov.u32 d, t;"],
    ),
];

fn parse(text: &str) -> Result<Sequence, vmad_ptx::syntax::SyntaxError> {
    Sequence::parse(text)
}

#[test]
fn products_are_proved_as_polynomials() {
    for (left, right) in EQUAL {
        let (one, other) = (parse(left).unwrap(), parse(&right.concat()).unwrap());
        let statement = Statement::new(&one, &other, &[], &["d".to_owned()]).unwrap();
        assert_eq!(by_polynomials(&statement), Ok(true), "{left}\n{right:?}");
    }
}

/// The words of a code, with what is between them.
fn words(text: &str) -> Vec<&str> {
    let border = |c: char| !c.is_ascii_alphanumeric();
    text.split_inclusive(border)
        .filter_map(|word| word.split_at_checked(word.len() - 1))
        .flat_map(|(a, b)| [a, b])
        .collect()
}

/// Every change of one word: another register of the code, another constant, operation, part or sign.
fn altered(text: &str) -> Vec<String> {
    let words = words(text);
    let mut registers: Vec<&str> = words
        .iter()
        .copied()
        .filter(|word| {
            !word.is_empty() && word.len() < 4 && word.starts_with(|c: char| c.is_ascii_lowercase())
        })
        .filter(|word| {
            parse(&format!("mov.u32 {word}, 0;")).is_ok() && !OTHER.iter().any(|(from, _)| from == word)
        })
        .collect();
    registers.sort_unstable();
    registers.dedup();
    let mut all = Vec::new();
    for (place, word) in words.iter().enumerate() {
        let others = OTHER.iter().filter(|(from, _)| from == word).map(|(_, to)| *to);
        let registers = registers.iter().copied().filter(|other| registers.contains(word) && other != word);
        for other in others.chain(registers) {
            let mut changed = words.clone();
            changed[place] = other;
            all.push(changed.concat());
        }
    }
    all
}

const OTHER: &[(&str, &str)] = &[
    ("add", "sub"),
    ("sub", "add"),
    ("addc", "add"),
    ("lo", "hi"),
    ("hi", "lo"),
    ("lt", "le"),
    ("u32", "s32"),
    ("s32", "u32"),
    ("u64", "s64"),
    ("s64", "u64"),
    ("and", "or"),
    ("31", "30"),
    ("32", "31"),
    ("32", "33"),
    ("63", "62"),
    ("0", "1"),
    ("1", "2"),
    ("67", "66"),
    ("2", "3"),
    ("3", "2"),
    ("7", "9"),
    ("0x24924925", "0x24924924"),
    ("0xcccccccd", "0xcccccccc"),
    ("0xcccccccccccccccd", "0xcccccccccccccccc"),
    ("0x55555556", "0x55555557"),
    ("0x92492493", "0x92492492"),
    ("0xffffffff", "0x7fffffff"),
    ("0x100000000", "0x80000000"),
];

/// A change that random inputs refute is never proved. Most others are equal, and many of them are proved.
#[test]
fn altered_products_are_not_proved() {
    let mut random = fastrand::Rng::with_seed(8);
    let (mut refuted, mut proved, mut open) = (0, 0, 0);
    for (left, right) in EQUAL {
        let one = parse(left).unwrap();
        for text in altered(&right.concat()).into_iter().step_by(vmad_testing::cases(29, 7)) {
            let Ok(other) = parse(&text) else { continue };
            let Ok(statement) = Statement::new(&one, &other, &[], &["d".to_owned()]) else { continue };
            let is_refuted = (0..3000).any(|_| {
                let mut value = || match random.u8(..3) {
                    0 => random.u64(..),
                    1 => u64::MAX << random.u32(..64),
                    _ => random.u64(..) >> random.u32(..64),
                };
                let inputs: Vec<u64> = statement
                    .inputs()
                    .iter()
                    .map(|it| value() & (u64::MAX >> (64 - it.width.bits())))
                    .collect();
                statement.run(&inputs).refutes()
            });
            match (by_polynomials(&statement), is_refuted) {
                (Ok(false), true) => refuted += 1,
                (Ok(true), false) => proved += 1,
                (Ok(false), false) => open += 1,
                (found, _) => panic!("{left}\n{text}\n{found:?}"),
            }
        }
    }
    assert!(
        refuted > vmad_testing::cases(50, 200) && open < proved,
        "{refuted} refuted, {proved} proved, {open} open"
    );
}
