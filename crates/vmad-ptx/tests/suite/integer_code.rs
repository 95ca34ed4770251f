//! The integer instructions that ptxas does not fold: its code for a target without them, and results of others.

use std::collections::{BTreeSet, HashMap};

use vmad_ptx::{domain::Integers, reading::Reading, sequence::Sequence};
use vmad_testing::{
    cases::{Numbers, digest},
    sass::Machine,
};

use crate::integers::results;
use crate::table::rows;

/// Every form of an integer instruction.
const FORMS: &str = include_str!("../data/integer-forms.txt");

/// `cargo xtask ptxas-integers` renews both.
const CODE: &str = include_str!("../data/ptxas-integer-code.tsv");
const LOP3: &str = include_str!("../data/ptxas-lop3.tsv");

/// Likewise, with `--cases 1000 --seed 3`.
const FOLDED: &str = include_str!("../data/ptxas-folded-digests.tsv");

/// Results of others' implementations; the head of the file names them.
const OTHERS: &str = include_str!("../data/integer-results.tsv");

/// The inputs of a form with random values.
fn inputs<'c>(code: &'c Sequence, numbers: &mut Numbers) -> HashMap<&'c str, u64> {
    code.inputs().map(|it| (it.name.as_str(), numbers.number(it.width.bits()))).collect()
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
    for row in rows(FOLDED) {
        let [text, count, recorded, others] = row[..] else { panic!("four columns: {row:?}") };
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
    for row in rows(CODE) {
        let [text, _, registers, emitted] = row[..] else { panic!("four columns: {row:?}") };
        let (from, to) = registers.split_once(" -> ").unwrap();
        let code = Sequence::parse(text).unwrap();
        let mut numbers = Numbers::new(2);
        for _ in 0..vmad_testing::cases(1_000, 10_000) {
            let inputs = inputs(&code, &mut numbers);
            let mut machine = Machine::default();
            for (name, register) in from.split(' ').map(|it| it.split_once('=').unwrap()) {
                machine.set_pair(register, inputs[name]).unwrap();
            }
            machine.execute(emitted).unwrap_or_else(|error| panic!("{text}: {error}"));
            let found: Vec<u32> = to.split(' ').map(|it| machine.register(it).unwrap()).collect();
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
    for row in rows(LOP3) {
        let [text, lop3] = row[..] else { panic!("two columns: {row:?}") };
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
    for row in rows(OTHERS) {
        let [text, _, count, recorded, cases] = row[..] else { panic!("five columns: {row:?}") };
        let hex = |digits: &str| u64::from_str_radix(digits, 16).unwrap();
        for case in cases.split("; ") {
            let (inputs, expected) = case.split_once(" -> ").unwrap();
            let inputs = inputs.split(' ').map(|it| it.split_once('=').unwrap());
            let inputs = inputs.map(|(name, value)| (name, hex(value))).collect();
            assert_eq!(results(text, &inputs), [hex(expected) as u32], "{text} {case}");
        }
        // A row without a digest has only the cases that its author published.
        if let Ok(count) = count.parse() {
            let code = Sequence::parse(text).unwrap();
            let d = code.last_written().map(|it| code.find(&it.name).unwrap()).next().unwrap();
            let mut numbers = Numbers::new(1);
            let found = (0..count).map(|_: usize| {
                let inputs = inputs(&code, &mut numbers);
                code.run(&Integers, &Reading::DEFAULT, |it| inputs[it.name.as_str()].into())[d] as u32
            });
            assert_eq!(digest(found), hex(recorded), "{text}");
        }
        forms += 1;
    }
    assert_eq!(forms, 25);
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
                    let [a, b] = [a, b].map(|it| (it << unused).cast_signed() >> unused);
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
        rows(include_str!("../data/nvrtc-simd.tsv")).map(|row| (row[0], row[2])).collect();
    for (name, opcode) in intrinsics {
        let mut numbers = Numbers::new(5);
        for _ in 0..vmad_testing::cases(1_000, 10_000) {
            let inputs = HashMap::from([("a", numbers.number(32)), ("b", numbers.number(32)), ("z", 0)]);
            let found = results(&format!("{opcode} d, a, b;"), &inputs);
            assert_eq!(found, results(table[name], &inputs), "{opcode} {inputs:x?}");
        }
    }
}

/// Oracles: the code of CCCL's `cuda::bitmask` for hosts, which has `bmsk.clamp` for devices; and the order of the bytes in
/// CUTLASS's conversion of four integers, which has these instructions.
#[test]
fn masks_and_packed_bytes_are_those_of_nvidias_libraries() {
    for (start, width) in (0..=32_u64).flat_map(|start| (0..=32 - start).map(move |width| (start, width))) {
        let expected = (((1_u64 << width) - 1) << start) as u32;
        let inputs = HashMap::from([("a", start), ("b", width)]);
        assert_eq!(results("bmsk.clamp.b32 d, a, b;", &inputs), [expected], "{inputs:?}");
    }
    let mut numbers = Numbers::new(6);
    for _ in 0..1000 {
        let values = [(); 4].map(|()| numbers.number(32));
        let inputs: HashMap<&str, u64> = ["e", "f", "g", "h"].into_iter().zip(values).collect();
        let code = "cvt.pack.sat.s8.s32.b32 r, h, g, 0; cvt.pack.sat.s8.s32.b32 d, f, e, r;";
        let bytes = values.map(|it| (it as u32).cast_signed().clamp(-128, 127) as u8);
        assert_eq!(results(code, &inputs), [u32::from_le_bytes(bytes)], "{inputs:x?}");
    }
}

/// The forms whose results are compared with no one else's: the PTX ISA's description is all there is.
const WITHOUT: [&str; 16] = [
    "dp2a.lo.u32.s32 d, a, b, c;",
    "dp2a.hi.u32.s32 d, a, b, c;",
    "szext.clamp.u32 d, a, b;",
    "szext.clamp.s32 d, a, b;",
    "szext.wrap.u32 d, a, b;",
    "szext.wrap.s32 d, a, b;",
    "bmsk.wrap.b32 d, a, b;",
    "cvt.pack.sat.u16.s32 d, a, b;",
    "cvt.pack.sat.s16.s32 d, a, b;",
    "cvt.pack.sat.u2.s32.b32 d, a, b, c;",
    "cvt.pack.sat.s2.s32.b32 d, a, b, c;",
    "cvt.pack.sat.u4.s32.b32 d, a, b, c;",
    "cvt.pack.sat.s4.s32.b32 d, a, b, c;",
    "cvt.pack.sat.u8.s32.b32 d, a, b, c;",
    "lop3.and.b32 d|p, a, b, c, 0xd6, q;",
    "lop3.or.b32 d|p, a, b, c, 0xd6, q;",
];

/// The forms that the tests above compare, and no table has.
const ELSEWHERE: [&str; 5] = ["div.", "rem.", "16x2 ", "bmsk.clamp.", "cvt.pack.sat.s8."];

/// Every form has an oracle that no one here wrote, except those of [`WITHOUT`].
#[test]
fn every_form_has_an_oracle() {
    let known = [include_str!("../data/ptxas-folded.tsv"), FOLDED, CODE, OTHERS];
    let mut known: BTreeSet<&str> = known.into_iter().flat_map(rows).map(|row| row[0]).collect();
    // Its recorded cases have only products of 0.
    known.remove("dp2a.hi.u32.s32 d, a, b, c;");
    let is_known = |form: &str| {
        // A table or a selector that is a constant.
        let general = form.replace(" 0xc0d6;", " c;");
        known.contains(form)
            || known.contains(general.as_str())
            || form.starts_with("lop3.b32 ")
            || ELSEWHERE.iter().any(|name| form.contains(name))
    };
    let forms = FORMS.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let without: Vec<&str> = forms.filter(|form| !is_known(form)).collect();
    assert_eq!(without, WITHOUT);
    // The verdicts of `vmad ptx equal` name them.
    for form in FORMS.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let code = Sequence::parse(form).unwrap();
        let is_unverified = code.steps().iter().any(|step| step.operation.is_unverified());
        assert_eq!(is_unverified, WITHOUT.contains(&form), "{form}");
    }
}
