//! The printed formula, read and computed: oracle, the datapath.

use vmad_sass::{Destination, Instruction, Ports, assemble};
use vmad_unit::{Predicate, Register, State};

use crate::{
    formula_reader::{Values, compute},
    words::family,
};

/// Inputs that reach the ends of every width, and random ones.
fn inputs(random: &mut fastrand::Rng) -> Vec<[u32; 3]> {
    let corner = |random: &mut fastrand::Rng| {
        random.choice([0, u32::MAX, 0x8000_0000, 0x7fff_ffff, 0x8080_8080]).expect("corners")
    };
    let mut inputs: Vec<_> = (0..8).map(|_| [(); 3].map(|()| corner(random))).collect();
    inputs.extend((0..4).map(|_| [(); 3].map(|()| random.u32(..))));
    inputs
}

#[test]
fn the_formula_names_registers_and_rz() {
    let formula = |text| assemble(text).expect("it assembles").instruction.formula().expect("known");
    let expected =
        ["tmp = -(S16(R1.H1) * U8(R2.B3)) + S32(R4)", "shr = tmp >> 7", "R0 = clamp(shr, -2^31, 2^31-1)"];
    assert_eq!(formula("VMAD.S16.U8.SHR_7.SAT R0.CC, -R1.H1, R2.B3, R4"), expected);
    let expected = ["tmp = U32(RZ) * U16(0xfffb) - U32(R7)", "shr = tmp", "RZ = shr[31:0]"];
    assert_eq!(formula("VMAD.U32.U16 RZ, RZ, 0xfffb, -R7"), expected);
    assert_eq!(formula("VMAD.U8.U8.PO.SAT R1, R2, R3, R4")[2], "R1 = clamp(shr, 0, 2^32-1)");
}

/// The values that the formula's lines give to its stages, and to the destinations.
fn named(instruction: &Instruction, formula: &[String], state: &State) -> [Values; 2] {
    let mut values = Values::new();
    for register in instruction.registers().into_iter().flatten() {
        values.insert(register.to_string(), state.registers.read(register).into());
    }
    if let Some(predicate) = instruction.source_predicate() {
        values.insert(predicate.to_string(), state.predicates.read(predicate).into());
    }
    // A destination may have the name of a source, which the next line reads before the write.
    let [mut stages, mut results] = [Values::new(), Values::new()];
    for line in formula {
        let (name, text) = line.split_once(" = ").expect("a name and an expression");
        let value = compute(text, &values);
        if name.starts_with(|c: char| c.is_ascii_lowercase()) {
            values.insert(name.to_owned(), value);
            stages.insert(name.to_owned(), value);
        } else {
            results.insert(name.to_owned(), value);
        }
    }
    [stages, results]
}

/// Every mode of every instruction (every eleventh in the short form), on any registers.
#[test]
fn the_formula_of_every_mode_of_the_family_computes_what_the_unit_does() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut modes = std::collections::BTreeMap::new();
    for word in family().step_by(vmad_testing::step(11)) {
        // The guard PT: the formula is that of an executed instruction.
        let word = word & !(0xf << 16) | 7 << 16;
        let Ok(instruction) = Instruction::decode(word) else { continue };
        let Some((operation, formula)) = instruction.operation().zip(instruction.formula()) else { continue };
        *modes.entry(instruction.mnemonic()).or_insert(0) += 1;
        let sources = instruction.registers();
        for values in inputs(&mut random).into_iter().step_by(5) {
            let mut state = State::default();
            for (register, value) in sources.into_iter().zip(values) {
                state.registers.write(register.unwrap_or(Register::RZ), value);
            }
            if let Some(predicate) = instruction.source_predicate() {
                state.predicates.write(predicate, values[2] & 1 == 1);
            }
            let Ports { a, b, c } = instruction.read(&state);
            let [stages, found] = named(&instruction, &formula, &state);
            let trace = operation.trace(a, b, c);
            let context = || format!("{instruction} on {a:#x} {b:#x} {c:#x}: {formula:?}");
            for (name, value) in &stages {
                // `sat` is short for `saturated`, and `lane2` for `lane 2`.
                let wire = name.replace("sat", "saturated").replace("lane", "lane ");
                assert_eq!(trace.value(&wire), Some(*value), "{name} of {}", context());
            }
            let result = operation.execute(a, b, c);
            match instruction.destination() {
                Destination::Register { register, .. } => {
                    assert_eq!(found[&register.to_string()] & 0xffff_ffff, result.into(), "{}", context());
                }
                Destination::Predicates([pd, pe]) => {
                    let [first, second] = [0, 1].map(|bit| result >> bit & 1 == 1);
                    // Of two destinations that are one, the second is written last. PT ignores writes.
                    let written = [Some((pe, second)), (pd != pe).then_some((pd, first))];
                    for (predicate, value) in written.into_iter().flatten() {
                        let expected = (predicate != Predicate::PT).then(|| value.into());
                        assert_eq!(found.get(&predicate.to_string()).copied(), expected, "{}", context());
                    }
                }
            }
        }
    }
    assert_eq!(modes.len(), 9);
    assert!(modes.values().sum::<u32>() > 20_000, "{modes:?}");
}
