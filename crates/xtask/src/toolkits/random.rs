//! Random bodies of ordinary integer instructions.

use std::fmt::Write as _;

use fastrand::Rng;

/// Instructions. `D`, `G` and `Q` are new registers of 32 and 16 bits and a new predicate; `W`, `H` and `P` are known
/// ones; `K` and `L` are a known register or a constant.
#[rustfmt::skip]
const TEMPLATES: [&str; 83] = [
    "add.s32 D, W, K;", "add.sat.s32 D, W, K;", "sub.s32 D, W, K;", "sub.s32 D, K, W;",
    "sub.sat.s32 D, W, K;", "sub.sat.s32 D, K, W;", "mul.lo.s32 D, W, K;", "mul.hi.s32 D, W, K;",
    "mul.hi.u32 D, W, K;", "mad.lo.s32 D, W, K, W;", "min.s32 D, W, K;", "max.s32 D, W, K;",
    "min.u32 D, W, K;", "max.u32 D, W, K;", "min.s32 D, W, W;", "max.s32 D, W, W;", "neg.s32 D, W;",
    "neg.s32 D, W;", "abs.s32 D, W;", "and.b32 D, W, K;", "or.b32 D, W, K;", "xor.b32 D, W, K;",
    "not.b32 D, W;", "shl.b32 D, W, K;", "shr.u32 D, W, K;", "shr.s32 D, W, K;", "bfe.u32 D, W, 8, 8;",
    "bfe.s32 D, W, 0, 16;", "bfe.s32 D, W, 16, 16;", "bfi.b32 D, W, W, 16, 16;", "prmt.b32 D, W, K, 0x5410;",
    "prmt.b32 D, W, K, 0x7632;", "prmt.b32 D, W, K, 0x9910;", "sad.s32 D, W, K, W;", "sad.u32 D, W, K, W;",
    "popc.b32 D, W;", "clz.b32 D, W;", "selp.b32 D, W, K, P;", "selp.b32 D, K, W, P;",
    "slct.s32.s32 D, W, K, W;", "cvt.u32.u16 D, H;", "cvt.s32.s16 D, H;", "cvt.s32.s8 D, W;",
    "cvt.u32.u8 D, W;", "cvt.sat.s8.s32 D, W;", "cvt.sat.u16.s32 G, W;", "cvt.sat.s16.s32 G, W;",
    "mul.wide.s16 D, H, L;", "mul.wide.u16 D, H, L;", "mov.b32 D, {H, H};", "add.s16 G, H, L;",
    "sub.s16 G, H, L;", "sub.s16 G, L, H;", "mul.lo.s16 G, H, L;", "min.s16 G, H, L;", "max.s16 G, H, L;",
    "min.u16 G, H, L;", "max.u16 G, H, L;", "and.b16 G, H, L;", "not.b16 G, H;", "shl.b16 G, H, 3;",
    "shr.s16 G, H, W;", "shr.u16 G, H, W;", "cvt.u16.u32 G, W;", "selp.b16 G, H, L, P;",
    "setp.lt.s32 Q, W, K;", "setp.le.u32 Q, W, K;", "setp.gt.s32 Q, W, K;", "setp.ge.u32 Q, W, K;",
    "setp.eq.s32 Q, W, K;", "setp.ne.s32 Q, W, K;", "setp.lt.s16 Q, H, L;", "setp.le.s16 Q, H, L;",
    "setp.gt.s16 Q, H, L;", "setp.ge.s16 Q, H, L;", "setp.lt.u16 Q, H, L;", "setp.gt.u16 Q, H, L;",
    "setp.eq.s16 Q, H, L;", "setp.lt.and.s32 Q, W, K, P;", "and.pred Q, P, P;", "xor.pred Q, P, P;",
    "or.pred Q, P, P;", "setp.gt.xor.s16 Q, H, L, P;",
];

#[rustfmt::skip]
const WORDS: [&str; 16] = [
    "0", "1", "-1", "2", "5", "16", "31", "32", "127", "-128", "255", "32767", "-32768", "65535",
    "2147483647", "-2147483648",
];

const HALVES: [&str; 7] = ["0", "1", "-1", "127", "255", "32767", "-32768"];

/// Bodies of functions of a, b and c with result d, and the same without declarations.
pub(super) fn bodies(count: usize, seed: u64) -> Vec<[String; 2]> {
    let mut random = Rng::with_seed(seed);
    std::iter::repeat_with(|| body(&mut random)).take(count).collect()
}

fn body(random: &mut Rng) -> [String; 2] {
    let names = |names: [&str; 3]| names.map(str::to_owned).to_vec();
    let mut known = [names(["a", "b", "c"]), names(["g", "h", "i"]), names(["p", "q", "r"])];
    let mut text =
        "cvt.u16.u32 g, a; cvt.u16.u32 h, b; cvt.u16.u32 i, c; setp.lt.s32 p, a, b; setp.eq.s32 q, b, c; \
                    setp.ne.s32 r, a, 0;"
            .to_owned();
    let mut last = 0;
    for index in 0..random.usize(2..6) {
        let template = TEMPLATES[random.usize(..TEMPLATES.len())];
        text.push(' ');
        let mut new = None;
        // A slot is a capital letter.
        for letter in template.chars() {
            let kind = match letter {
                'D' | 'W' | 'K' => 0,
                'G' | 'H' | 'L' => 1,
                'Q' | 'P' => 2,
                other => {
                    text.push(other);
                    continue;
                }
            };
            let constants: &[&str] = if letter == 'K' { &WORDS } else { &HALVES };
            match letter {
                'D' | 'G' | 'Q' => {
                    let name = format!("{}{index}", ["t", "u", "v"][kind]);
                    text += &name;
                    new = Some((kind, name));
                }
                'K' | 'L' if random.bool() => text += constants[random.usize(..constants.len())],
                _ => {
                    let of_kind = &known[kind];
                    let recent = random.u8(..3) > 0;
                    let at = if recent { of_kind.len() - 1 } else { random.usize(..of_kind.len()) };
                    text += &of_kind[at];
                }
            }
        }
        if let Some((kind, name)) = new {
            known[kind].push(name);
            last = kind;
        }
    }
    let result = known[last].last().cloned().unwrap_or_default();
    match last {
        0 => write!(text, " mov.b32 d, {result};"),
        1 => write!(text, " cvt.s32.s16 d, {result};"),
        _ => write!(text, " selp.b32 d, b, c, {result};"),
    }
    .unwrap_or_default();
    let mut declarations = String::new();
    for (names, kind) in known.iter().zip(["b32", "b16", "pred"]) {
        let new: Vec<&str> =
            names.iter().map(String::as_str).filter(|it| !["a", "b", "c"].contains(it)).collect();
        if !new.is_empty() {
            let _ = write!(declarations, ".reg .{kind} {}; ", new.join(", "));
        }
    }
    [declarations + &text, text]
}
