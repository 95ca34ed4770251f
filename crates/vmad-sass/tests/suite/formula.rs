//! The printed formula, read and computed: oracle, the datapath.

use vmad_sass::{
    Instruction, Vmad, assemble,
    vmad::{Ports, RegisterSource, SourceB},
};
use vmad_unit::{Guard, Outcome, Predicate, Register, Sign, State, execute, vmad::Mode};

use crate::{
    formula_reader::{Values, compute},
    words::family,
};

/// The tmp, the shr and the result that an instruction's formula gives.
fn read(vmad: &Vmad, ports: Ports) -> [i128; 3] {
    let formula = vmad.formula();
    let mut values = Values::from([("RZ".to_owned(), 0)]);
    for (register, value) in [(vmad.a.register, ports.a), (vmad.c, ports.c)] {
        values.insert(register.to_string(), value.into());
    }
    if let SourceB::Register { source, .. } = vmad.b {
        values.insert(source.register.to_string(), ports.b.into());
    }
    [formula.tmp, formula.shr, formula.result].map(|line| {
        let (name, text) = line.split_once(" = ").expect("a name and an expression");
        let value = compute(text, &values);
        values.insert(name.to_owned(), value);
        value
    })
}

fn assert_computes(vmad: &Vmad, ports: Ports) {
    let trace = vmad.trace(ports);
    let [tmp, shr, result] = read(vmad, ports);
    let context = || format!("{vmad} on {ports:x?}: {:?}", vmad.formula());
    assert_eq!(Some(tmp), trace.value("tmp"), "{}", context());
    assert_eq!(Some(shr), trace.value("shr"), "{}", context());
    let word = execute(vmad.mode(), ports.a, ports.b, ports.c);
    assert_eq!(result & 0xffff_ffff, i128::from(word), "{}", context());
}

fn instruction(mode: Mode, b: SourceB) -> Vmad {
    let register = Register::from_encoding;
    Vmad {
        guard: Guard::ALWAYS,
        destination: register(9),
        cc: false,
        a: RegisterSource { register: register(2), operand: mode.a },
        b,
        c: register(4),
        psign: mode.psign,
        scale: mode.scale,
        saturate: mode.saturate,
    }
}

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
fn the_formula_computes_what_the_unit_does_in_all_4704_settings() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut settings = 0;
    for mode in Mode::all() {
        let source = RegisterSource { register: Register::from_encoding(3), operand: mode.b };
        let vmad = instruction(mode, SourceB::register(source));
        for [a, b, c] in inputs(&mut random) {
            assert_computes(&vmad, Ports { a, b, c });
        }
        settings += 1;
    }
    assert_eq!(settings, 4704);
}

#[test]
fn the_formula_computes_what_the_unit_does_with_immediates() {
    let mut random = fastrand::Rng::with_seed(6);
    for mode in Mode::all() {
        let vmad = instruction(mode, SourceB::Immediate { value: random.u16(..), sign: mode.b.sign });
        for [a, b, c] in inputs(&mut random) {
            assert_computes(&vmad, vmad.bind(Ports { a, b, c }));
        }
    }
}

#[test]
fn the_formula_names_registers_and_rz() {
    let formula = |text| assemble(text).expect("it assembles").instruction.formula();
    let found = formula("VMAD.S16.U8.SHR_7.SAT R0.CC, -R1.H1, R2.B3, R4");
    assert_eq!(found.tmp, "tmp = -(S16(R1.H1) * U8(R2.B3)) + S32(R4)");
    assert_eq!(found.shr, "shr = tmp >> 7");
    assert_eq!(found.result, "R0 = clamp(shr, -2^31, 2^31-1)");
    assert_eq!((found.intermediate.why, found.last.why), ("A is signed", "the intermediate is signed"));
    let found = formula("VMAD.U32.U16 RZ, RZ, 0xfffb, -R7");
    assert_eq!(found.tmp, "tmp = U32(RZ) * U16(0xfffb) - U32(R7)");
    assert_eq!((found.shr.as_str(), found.result.as_str()), ("shr = tmp", "RZ = shr[31:0]"));
    assert_eq!(found.last.why, "C is negated");
    assert_eq!(formula("VMAD.U8.U8.PO.SAT R1, R2, R3, R4").result, "R1 = clamp(shr, 0, 2^32-1)");
}

/// Each reason names what makes the sign.
#[test]
fn reasons_name_their_cause() {
    for mode in Mode::all() {
        let source = RegisterSource { register: Register::RZ, operand: mode.b };
        let found = instruction(mode, SourceB::register(source)).formula();
        assert_eq!(found.intermediate.sign, mode.intermediate_sign());
        assert_eq!(found.last.sign, mode.final_sign());
        let why = found.intermediate.why;
        let signed = |operand: vmad_unit::Operand| operand.sign == Sign::Signed;
        assert_eq!(why == "A is signed" || why == "A and B are signed", signed(mode.a), "{mode:?}");
        assert_eq!(why == "B is signed" || why == "A and B are signed", signed(mode.b), "{mode:?}");
        assert_eq!(found.last.why == "C is negated", found.intermediate.sign != found.last.sign);
    }
}

/// The values that the formula's lines give its names.
fn named(instruction: &Instruction, formula: &[String], state: &State) -> Values {
    let mut values = Values::new();
    for register in instruction.registers().into_iter().flatten() {
        values.insert(register.to_string(), state.registers.read(register).into());
    }
    if let Some(predicate) = instruction.source_predicate() {
        values.insert(predicate.to_string(), state.predicates.read(predicate).into());
    }
    // A destination may have the name of a source, which the next line reads before the write.
    let mut results = Values::new();
    for line in formula {
        let (name, text) = line.split_once(" = ").expect("a name and an expression");
        let value = compute(text, &values);
        let of_stage = name.starts_with(|c: char| c.is_ascii_lowercase());
        if of_stage { &mut values } else { &mut results }.insert(name.to_owned(), value);
    }
    results
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
            let found = named(&instruction, &formula, &state);
            let context = || format!("{instruction} on {a:#x} {b:#x} {c:#x}: {formula:?}");
            match operation.execute(a, b, c) {
                Outcome::Register(result) => {
                    let name = instruction.register("Rd").expect("a destination").to_string();
                    assert_eq!(found[&name] & 0xffff_ffff, result.into(), "{}", context());
                }
                Outcome::Predicates([first, second]) => {
                    let [pd, pe] = instruction.destination_predicates().expect("two predicates");
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
