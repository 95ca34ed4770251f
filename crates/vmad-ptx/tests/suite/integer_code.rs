//! The integer instructions that ptxas does not fold: its code for a target without them, and results of others.

use std::collections::{BTreeSet, HashMap};

use vmad_ptx::sequence::Sequence;
use vmad_testing::{
    cases::{Numbers, digest},
    lines, rows,
    sass::Machine,
};

use crate::integers::results;

/// Every form of an integer instruction.
const FORMS: &str = include_str!("../data/integer-forms.txt");

/// What ptxas emits; the heads of the files name its version.
const CODE: &str = include_str!("../data/ptxas-integer-code.tsv");
const LOP3: &str = include_str!("../data/ptxas-lop3.tsv");

/// What ptxas computes of an instruction with constant inputs: 1,000 cases of a form, with seed 3.
const FOLDED: &str = include_str!("../data/ptxas-folded-digests.tsv");

/// Results of others' implementations; the head of the file names them.
const OTHERS: &str = include_str!("../data/integer-results.tsv");

/// The inputs of a form with random values.
fn inputs<'c>(code: &'c Sequence, numbers: &mut Numbers) -> HashMap<&'c str, u64> {
    code.inputs().map(|register| (register.name.as_str(), numbers.number(register.width.bits()))).collect()
}

/// Whether ptxas 12.9.86 folds otherwise than the PTX ISA says: it does not saturate what -2^31 is subtracted from, and
/// `fns` finds a bit for the offset -2^31.
fn is_folded_otherwise(text: &str, inputs: &HashMap<&str, u64>) -> bool {
    match text {
        "sub.sat.s32 d, a, b;" => inputs["b"] == 0x8000_0000,
        "and.b32 b, b, 31; fns.b32 d, a, b, c;" => inputs["c"] == 0x8000_0000,
        _ => false,
    }
}

/// Oracle: ptxas's constant folding, of 1,000 random inputs of each form that it folds: a digest of all results.
#[test]
fn a_thousand_results_are_those_that_ptxas_folds() {
    let (mut forms, mut equal, mut different) = (0, 0, 0);
    for [text, count, recorded, others] in rows(FOLDED) {
        let others: HashMap<usize, bool> = others
            .split_terminator(' ')
            .map(|other| (other.trim_end_matches('!').parse().unwrap(), other.ends_with('!')))
            .collect();
        let code = Sequence::parse(text).unwrap();
        let mut numbers = Numbers::new(3);
        let mut found = Vec::new();
        for at in 0..1000 {
            let inputs = inputs(&code, &mut numbers);
            match others.get(&at) {
                None => found.extend(results(text, &inputs)),
                Some(true) => {
                    assert!(is_folded_otherwise(text, &inputs), "{text} of {inputs:x?}");
                    different += 1;
                }
                // Not folded, or a field that ends beyond bit 63.
                Some(false) => {}
            }
        }
        let count: usize = count.parse().unwrap();
        assert_eq!(count + others.len(), 1000, "{text}");
        assert_eq!(format!("{:016x}", digest(found)), recorded, "{text}");
        forms += 1;
        equal += count;
    }
    assert_eq!((forms, equal, different), (304, 300_994, 32));
}

/// Oracle: ptxas's code for sm_70 or sm_120, run by an interpreter.
#[test]
fn results_are_those_of_the_emitted_code() {
    let mut forms = 0;
    for [text, _, registers, emitted] in rows(CODE) {
        let (from, to) = registers.split_once(" -> ").unwrap();
        let code = Sequence::parse(text).unwrap();
        let mut numbers = Numbers::new(2);
        for _ in 0..vmad_testing::cases(100, 10_000) {
            let inputs = inputs(&code, &mut numbers);
            let mut machine = Machine::default();
            for (name, register) in from.split(' ').map(|pair| pair.split_once('=').unwrap()) {
                machine.set_pair(register, inputs[name]).unwrap();
            }
            machine.execute(emitted).unwrap_or_else(|error| panic!("{text}: {error}"));
            let found: Vec<u32> = to.split(' ').map(|register| machine.value(register).unwrap()).collect();
            assert_eq!(results(text, &inputs), found, "{text} of {inputs:x?}: {emitted}");
        }
        forms += 1;
    }
    assert_eq!(forms, 37);
}

/// Oracle: the tables that ptxas makes of `and`, `or`, `xor` and `not`: 50, and among them each table of one bit.
#[test]
fn the_tables_of_lop3_are_those_that_ptxas_makes() {
    let mut tables = BTreeSet::new();
    for [text, lop3] in rows(LOP3) {
        let inputs = HashMap::from([("a", 0x0f0f_0ff0), ("b", 0x3333_cccc), ("c", 0x5555_aaaa)]);
        assert_eq!(results(text, &inputs), results(lop3, &inputs), "{text} {lop3}");
        let table = lop3.rsplit(", 0x").next().unwrap().trim_end_matches(';');
        tables.insert(u8::from_str_radix(table, 16).unwrap());
    }
    assert!((0..8).all(|bit| tables.contains(&(1 << bit))));
    assert_eq!(tables.len(), 50);
}

/// Oracle: implementations of others, each on 10,000 inputs. The first 40 are recorded, and a digest of all.
#[test]
fn results_are_those_of_others() {
    let mut forms = 0;
    for [text, _, count, recorded, cases] in rows(OTHERS) {
        let hex = |digits: &str| u64::from_str_radix(digits, 16).unwrap();
        for case in cases.split("; ") {
            let (inputs, expected) = case.split_once(" -> ").unwrap();
            let inputs = inputs.split(' ').map(|pair| pair.split_once('=').unwrap());
            let inputs = inputs.map(|(name, value)| (name, hex(value))).collect();
            let expected: Vec<u32> = expected.split(',').map(|digits| hex(digits) as u32).collect();
            assert_eq!(results(text, &inputs), expected, "{text} {case}");
        }
        // A row without a digest has only the cases that its author published.
        if let Ok(count) = count.parse() {
            let code = Sequence::parse(text).unwrap();
            let mut numbers = Numbers::new(1);
            let found = (0..count).flat_map(|_: usize| {
                let inputs = inputs(&code, &mut numbers);
                code.results(|register| inputs[register.name.as_str()])
            });
            assert_eq!(digest(found), hex(recorded), "{text}");
        }
        forms += 1;
    }
    assert_eq!(forms, 66);
}

/// Oracle: division by the host, rounded toward zero; of a divisor of 0 the all ones that ptxas 12.9.86 folds.
#[test]
fn quotients_are_those_of_the_host() {
    for (bits, names) in [(16, "g, h, i"), (32, "d, a, b"), (64, "e, x, y")] {
        for (signed, op) in [(false, "div"), (true, "div"), (false, "rem"), (true, "rem")] {
            let text = format!("{op}.{}{bits} {names};", if signed { 's' } else { 'u' });
            let code = Sequence::parse(&text).unwrap();
            let mut numbers = Numbers::new(4);
            for at in 0..vmad_testing::cases(2_000, 20_000) {
                let [a, b] = [(); 2].map(|()| numbers.number(bits));
                let b = if at % 97 == 0 { 0 } else { b };
                let unused = 64 - bits;
                let expected = if b == 0 {
                    u64::MAX
                } else if signed {
                    let [a, b] = [a, b].map(|number| (number << unused).cast_signed() >> unused);
                    (if op == "div" { a.wrapping_div(b) } else { a.wrapping_rem(b) }) as u64
                } else if op == "div" {
                    a / b
                } else {
                    a % b
                };
                let mut values = [a, b].into_iter();
                let found = code.results(|_| values.next().unwrap());
                let found = u64::from(found[0]) | found.get(1).map_or(0, |high| u64::from(*high) << 32);
                assert_eq!(found, expected & (u64::MAX >> unused), "{text} of {a:x} and {b:x}");
            }
        }
    }
}

/// Oracle: NVIDIA's code for `__vadd2` and its kin, as NVRTC compiles it.
#[test]
fn halves_are_those_of_the_intrinsics() {
    let intrinsics = [
        ("__vadd2", "add.u16x2"),
        ("__vadd2", "add.s16x2"),
        ("__vminu2", "min.u16x2"),
        ("__vmins2", "min.s16x2"),
        ("__vmaxu2", "max.u16x2"),
        ("__vmaxs2", "max.s16x2"),
    ];
    let table: HashMap<&str, &str> =
        rows(include_str!("../data/nvrtc-simd.tsv")).map(|[name, _, code]| (name, code)).collect();
    for (name, opcode) in intrinsics {
        let mut numbers = Numbers::new(5);
        for _ in 0..vmad_testing::cases(1_000, 10_000) {
            let inputs = HashMap::from([("a", numbers.number(32)), ("b", numbers.number(32)), ("z", 0)]);
            let found = results(&format!("{opcode} d, a, b;"), &inputs);
            assert_eq!(found, results(table[name], &inputs), "{opcode} {inputs:x?}");
        }
    }
}

/// The forms that the tests above compare, and no table has.
const ELSEWHERE: [&str; 2] = ["div.", "rem."];

/// Every form has an oracle that no one here wrote.
#[test]
fn every_form_has_an_oracle() {
    let known = [include_str!("../data/ptxas-folded.tsv"), FOLDED, CODE, OTHERS];
    let known: BTreeSet<&str> =
        known.into_iter().flat_map(lines).filter_map(|row| row.split('\t').next()).collect();
    for form in lines(FORMS) {
        // A table or a selector that is a constant.
        let general = form.replace(" 0xc0d6;", " c;");
        let is_known = known.contains(form)
            || known.contains(general.as_str())
            || form.starts_with("lop3.b32 ")
            || ELSEWHERE.iter().any(|name| form.contains(name));
        assert!(is_known, "{form}");
    }
}
