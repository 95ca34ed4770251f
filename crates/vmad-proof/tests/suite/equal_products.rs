//! Products: proofs by integer polynomials, and the same codes altered.

use std::time::Duration;

use vmad_proof::equal::{Equality, Proof, by_polynomials, decide_checked, statement::Statement};
use vmad_ptx::sequence::Sequence;
use vmad_term::solver::Solver;

/// Pairs that are equal on all inputs.
fn equal() -> impl Iterator<Item = [&'static str; 2]> {
    vmad_testing::rows(include_str!("../data/equal-products.tsv"))
}

fn parse(text: &str) -> Result<Sequence, vmad_ptx::syntax::SyntaxError> {
    Sequence::parse(text)
}

#[test]
fn products_are_proved_as_polynomials() {
    for [left, right] in equal() {
        let (one, other) = (parse(left).unwrap(), parse(right).unwrap());
        let statement = Statement::new(&one, &other, &[], &["d".to_owned()]).unwrap();
        assert_eq!(by_polynomials(&statement), Ok(true), "{left}\n{right:?}");
    }
}

/// Where the solver decides too, also about changed codes, its answer is that of the polynomials.
#[test]
fn the_solver_agrees_with_polynomials() {
    /// Products of numbers of four bits, which the solver decides at once.
    const PAIRS: [(&str, &str); 5] = [
        ("mul.lo.u32 p, x, y; add.u32 d, p, x;", "add.u32 s, y, 1; mul.lo.u32 d, x, s;"),
        ("mad.lo.u32 d, x, y, y;", "add.u32 s, x, 1; mul.lo.u32 d, s, y;"),
        ("sub.u32 s, x, y; mul.lo.u32 d, s, x;", "mul.lo.u32 p, x, x; mul.lo.u32 q, x, y; sub.u32 d, p, q;"),
        ("mul.lo.u32 p, x, y; shl.b32 d, p, 1;", "add.u32 s, x, x; mul.lo.u32 d, y, s;"),
        ("mul.wide.u16 d, x, y;", "mul.wide.u16 d, y, x;"),
    ];
    let solver = Solver::new(Some(Duration::from_secs(20)));
    let (mut equal, mut different) = (0, 0);
    for (left, right) in PAIRS {
        for right in altered(right).into_iter().chain([right.to_owned()]) {
            let bits = if left.contains("u16") { 16 } else { 32 };
            let code = |text: &str| parse(&format!("and.b{bits} x, a, 15; and.b{bits} y, b, 15; {text}"));
            let (Ok(one), Ok(other)) = (code(left), code(&right)) else { continue };
            let Ok(statement) = Statement::new(&one, &other, &[], &["d".to_owned()]) else { continue };
            let are_same = by_polynomials(&statement) == Ok(true);
            match decide_checked(&statement, &solver) {
                Equality::Equal(proof) => {
                    assert_eq!(proof, Proof::Checked);
                    equal += usize::from(are_same);
                }
                found => {
                    assert!(!are_same, "{left}\n{right}: {found:?}");
                    different += 1;
                }
            }
        }
    }
    assert!(equal >= PAIRS.len() && different >= 10, "{equal} equal, {different} different");
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
pub(crate) fn altered(text: &str) -> Vec<String> {
    let words = words(text);
    let mut registers: Vec<&str> = words
        .iter()
        .copied()
        .filter(|word| {
            !word.is_empty() && word.len() < 4 && word.starts_with(|c: char| c.is_ascii_lowercase())
        })
        .filter(|word| {
            parse(&format!("mov.u32 {word}, 0;")).is_ok() && !others().any(|(from, _)| from == *word)
        })
        .collect();
    registers.sort_unstable();
    registers.dedup();
    let mut all = Vec::new();
    for (place, word) in words.iter().enumerate() {
        let others = others().filter(|(from, _)| from == word).map(|(_, to)| to);
        let registers = registers.iter().copied().filter(|other| registers.contains(word) && other != word);
        for other in others.chain(registers) {
            let mut changed = words.clone();
            changed[place] = other;
            all.push(changed.concat());
        }
    }
    all
}

/// A word, and another in its place.
const OTHER: &str = "b0:b1 b1:b2 b2:b3 b3:b0 add:sub sub:add addc:add lo:hi hi:lo lt:le u32:s32 s32:u32 u64:s64 s64:u64 and:or 31:30 32:31 \
    32:33 63:62 0:1 1:2 67:66 2:3 3:2 7:9 0x24924925:0x24924924 0xcccccccd:0xcccccccc \
    0xcccccccccccccccd:0xcccccccccccccccc 0x55555556:0x55555557 0x92492493:0x92492492 \
    0xffffffff:0x7fffffff 0x100000000:0x80000000";

fn others() -> impl Iterator<Item = (&'static str, &'static str)> {
    OTHER.split(' ').map(|pair| pair.split_once(':').unwrap())
}

/// A change that random inputs refute is never proved. Most others are equal, and many of them are proved.
#[test]
fn altered_products_are_not_proved() {
    let mut random = fastrand::Rng::with_seed(8);
    let (mut refuted, mut proved, mut open) = (0, 0, 0);
    for [left, right] in equal() {
        let one = parse(left).unwrap();
        for text in altered(right).into_iter().step_by(vmad_testing::cases(29, 7)) {
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
                    .map(|register| value() & (u64::MAX >> (64 - register.width.bits())))
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
